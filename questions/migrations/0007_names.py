"""Who a learner is, is for administrators: pages about learners name nobody unless they may see names."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("questions", "0006_flags")]

    operations = [
        migrations.AlterModelOptions(
            "learner", options={"permissions": (("view_names", "Can see which person a learner is"),)}
        ),
    ]
