"""Attempts of a certification and responses of a period are found without reading all of them."""

import django.contrib.postgres.indexes
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("questions", "0007_names")]

    operations = [
        migrations.AddIndex(
            "attempt", models.Index(fields=("certification", "-started_at"), name="attempt_by_certification")
        ),
        migrations.AlterField(
            "attempt",
            "certification",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="questions.certification",
            ),
        ),
        migrations.AddIndex(
            "response",
            django.contrib.postgres.indexes.BrinIndex(
                fields=("answered_at",), autosummarize=True, name="response_by_time"
            ),
        ),
    ]
