"""The review queue counts and compares flags without reading their rows."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("questions", "0008_periods")]

    operations = [
        migrations.RemoveIndex("flag", "flag_by_question"),
        migrations.AddIndex(
            "flag",
            models.Index(fields=("question", "state"), include=("code", "raised_by", "rank"), name="flag_by_question"),
        ),
    ]
