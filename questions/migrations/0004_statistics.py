"""Statistics, flags, and which responses count."""

import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# Responses are facts and refuse to change; what they are left out for follows from what they say.
LEFT_OUT = """
ALTER TABLE questions_response DISABLE TRIGGER response_is_a_fact;
UPDATE questions_response r SET left_out = CASE
    WHEN r.mode NOT IN ('practice', 'mock') THEN 'mode'
    WHEN r.exposure > 1 THEN 'repeat'
    WHEN r.rationale_seen THEN 'seen'
    ELSE 'staff' END
  FROM questions_learner l LEFT JOIN questions_user u ON u.id = l.user_id
 WHERE l.id = r.learner_id
   AND (r.mode NOT IN ('practice', 'mock') OR r.exposure > 1 OR r.rationale_seen OR u.is_staff);
ALTER TABLE questions_response ENABLE TRIGGER response_is_a_fact;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("questions", "0003_cache"),
    ]

    operations = [
        migrations.CreateModel(
            name="Ability",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("theta", models.FloatField()),
                ("information", models.FloatField()),
                ("n", models.PositiveIntegerField()),
                ("computed_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="BlindSolve",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("chosen", django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ("agrees", models.BooleanField()),
                ("note", models.TextField(blank=True, max_length=5000, verbose_name="note")),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Calibration",
            fields=[
                (
                    "lineage",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="calibration",
                        serialize=False,
                        to="questions.version",
                    ),
                ),
                ("b", models.FloatField()),
                ("n", models.PositiveIntegerField()),
                ("computed_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Flag",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("option_uid", models.UUIDField(null=True, verbose_name="option")),
                ("code", models.CharField(max_length=30, verbose_name="code")),
                (
                    "gravity",
                    models.CharField(
                        choices=[
                            ("critical", "Critical"),
                            ("high", "High"),
                            ("medium", "Medium"),
                            ("low", "Low"),
                            ("info", "For information"),
                        ],
                        max_length=10,
                        verbose_name="gravity",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Seen once"),
                            ("open", "Needs review"),
                            ("flagged", "With the author"),
                            ("watching", "Revised, watching"),
                            ("resolved", "Resolved"),
                            ("dismissed", "Kept"),
                            ("closed", "Closed by itself"),
                        ],
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("rank", models.FloatField(default=0)),
                ("values", models.JSONField(default=dict)),
                ("seen", models.JSONField(default=dict)),
                ("n", models.PositiveIntegerField(default=0)),
                ("streak", models.PositiveSmallIntegerField(default=0)),
                ("raised_at", models.DateTimeField(verbose_name="raised")),
                ("changed_at", models.DateTimeField(verbose_name="last change")),
            ],
            options={
                "permissions": (("review_flag", "Can review questions"),),
                "verbose_name": "flag",
                "verbose_name_plural": "flags",
                "ordering": ("-rank", "pk"),
            },
        ),
        migrations.CreateModel(
            name="FlagEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "decision",
                    models.CharField(
                        choices=[
                            ("raised", "Raised"),
                            ("keep", "Keep as it is"),
                            ("to_author", "Flag to the author"),
                            ("revise", "Ask for a revision"),
                            ("withdraw", "Withdraw the question"),
                            ("revised", "A new version was published"),
                            ("resolved", "New responses clear it"),
                            ("reopened", "Reopened"),
                            ("closed", "The evidence is gone"),
                            ("note", "Note"),
                        ],
                        max_length=10,
                        verbose_name="decision",
                    ),
                ),
                (
                    "before",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("waiting", "Seen once"),
                            ("open", "Needs review"),
                            ("flagged", "With the author"),
                            ("watching", "Revised, watching"),
                            ("resolved", "Resolved"),
                            ("dismissed", "Kept"),
                            ("closed", "Closed by itself"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "after",
                    models.CharField(
                        choices=[
                            ("waiting", "Seen once"),
                            ("open", "Needs review"),
                            ("flagged", "With the author"),
                            ("watching", "Revised, watching"),
                            ("resolved", "Resolved"),
                            ("dismissed", "Kept"),
                            ("closed", "Closed by itself"),
                        ],
                        max_length=10,
                    ),
                ),
                ("note", models.TextField(blank=True, max_length=5000, verbose_name="note")),
                ("option_notes", models.JSONField(default=dict)),
                ("n", models.PositiveIntegerField(default=0)),
                (
                    "gravity",
                    models.CharField(
                        choices=[
                            ("critical", "Critical"),
                            ("high", "High"),
                            ("medium", "Medium"),
                            ("low", "Low"),
                            ("info", "For information"),
                        ],
                        max_length=10,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("request_id", models.UUIDField(default=uuid.uuid4)),
            ],
            options={
                "ordering": ("at", "pk"),
            },
        ),
        migrations.CreateModel(
            name="Hurried",
            fields=[
                (
                    "response",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="questions.response",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ItemStatistic",
            fields=[
                (
                    "lineage",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="statistic",
                        serialize=False,
                        to="questions.version",
                    ),
                ),
                ("n", models.PositiveIntegerField()),
                ("stage", models.CharField(max_length=12, verbose_name="stage")),
                ("p", models.FloatField(null=True)),
                ("r", models.FloatField(null=True)),
                ("time", models.FloatField(null=True)),
                ("data", models.JSONField()),
                ("criterion", models.CharField(max_length=10)),
                ("method", models.CharField(max_length=20)),
                ("upto", models.BigIntegerField()),
                ("judged_n", models.PositiveIntegerField(default=0)),
                ("computed_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Run",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("started_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(null=True)),
                ("upto", models.BigIntegerField()),
                ("total", models.PositiveIntegerField(default=0)),
                ("done", models.PositiveIntegerField(default=0)),
                ("criterion", models.CharField(max_length=10)),
            ],
            options={
                "ordering": ("-started_at", "-pk"),
            },
        ),
        migrations.RemoveIndex(
            model_name="response",
            name="response_by_version",
        ),
        migrations.AddField(
            model_name="response",
            name="left_out",
            field=models.CharField(
                blank=True,
                choices=[
                    ("repeat", "Not the first time"),
                    ("seen", "The rationale had been seen"),
                    ("mode", "Review or sample question"),
                    ("staff", "Not a learner's account"),
                ],
                db_default="",
                default="",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="version",
            name="lineage",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="descendants",
                to="questions.version",
            ),
        ),
        migrations.RunSQL(LEFT_OUT, migrations.RunSQL.noop),
        migrations.AddIndex(
            model_name="response",
            index=models.Index(
                fields=["version", "left_out"],
                include=("id", "learner", "chosen", "correct", "reason", "milliseconds", "answered_at"),
                name="response_for_statistics",
            ),
        ),
        migrations.AddConstraint(
            model_name="response",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("left_out", ""), _negated=True),
                    models.Q(("exposure", 1), ("mode__in", ("practice", "mock")), ("rationale_seen", False)),
                    _connector="OR",
                ),
                name="response_counts_when_fresh",
            ),
        ),
        migrations.AddField(
            model_name="ability",
            name="certification",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="questions.certification"
            ),
        ),
        migrations.AddField(
            model_name="ability",
            name="learner",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="abilities", to="questions.learner"
            ),
        ),
        migrations.AddField(
            model_name="blindsolve",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="blindsolve",
            name="version",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="blind_solves", to="questions.version"
            ),
        ),
        migrations.AddField(
            model_name="flag",
            name="question",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="flags", to="questions.question"
            ),
        ),
        migrations.AddField(
            model_name="flag",
            name="raised_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="raised by",
            ),
        ),
        migrations.AddField(
            model_name="flag",
            name="version",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="flags", to="questions.version"
            ),
        ),
        migrations.AddField(
            model_name="flagevent",
            name="by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="flagevent",
            name="flag",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="events", to="questions.flag"
            ),
        ),
        migrations.AddField(
            model_name="hurried",
            name="attempt",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="questions.attempt"
            ),
        ),
        migrations.AddIndex(
            model_name="itemstatistic",
            index=models.Index(fields=["stage"], name="itemstatistic_stage"),
        ),
        migrations.AddConstraint(
            model_name="ability",
            constraint=models.UniqueConstraint(fields=("learner", "certification"), name="ability_once"),
        ),
        migrations.AddConstraint(
            model_name="blindsolve",
            constraint=models.UniqueConstraint(fields=("version", "by"), name="blindsolve_once"),
        ),
        migrations.AddIndex(
            model_name="flag",
            index=models.Index(fields=["state", "-rank"], name="flag_queue"),
        ),
        migrations.AddIndex(
            model_name="flag",
            index=models.Index(fields=["question", "state"], name="flag_by_question"),
        ),
        migrations.AddConstraint(
            model_name="flag",
            constraint=models.UniqueConstraint(
                condition=models.Q(("code", "manual"), _negated=True),
                fields=("version", "option_uid", "code"),
                name="flag_once",
                nulls_distinct=False,
            ),
        ),
        migrations.AddConstraint(
            model_name="flagevent",
            constraint=models.UniqueConstraint(fields=("flag", "request_id"), name="flagevent_once"),
        ),
    ]
