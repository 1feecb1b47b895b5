"""What can never be of a flag's history: a dismissal without a reason, a decision of nobody, another's question."""

import django.contrib.postgres.fields
from django.db import migrations, models
from django.db.models import Q

BY_PEOPLE = ("keep", "to_author", "revise", "note")

ABOUT = """
CREATE FUNCTION flag_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM public.questions_version v
                    WHERE v.id = NEW.version_id AND v.question_id = NEW.question_id) THEN
        PERFORM public.refuse('flag_is_about_its_question', 'a flag is about a version of its question');
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER flag_guard BEFORE INSERT OR UPDATE OF version_id, question_id ON public.questions_flag
    FOR EACH ROW EXECUTE FUNCTION flag_guard();
"""
ABOUT_BACK = "DROP TRIGGER flag_guard ON public.questions_flag; DROP FUNCTION flag_guard;"


class Migration(migrations.Migration):
    dependencies = [("questions", "0005_review")]

    operations = [
        migrations.AlterField("blindsolve", "agrees", models.BooleanField(null=True)),
        migrations.AlterField(
            "blindsolve",
            "chosen",
            django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), blank=True, size=None),
        ),
        migrations.AddConstraint(
            "blindsolve",
            models.CheckConstraint(
                condition=Q(chosen=[], agrees=None) | (~Q(chosen=[]) & Q(agrees__isnull=False)),
                name="blindsolve_says_what_it_saw",
            ),
        ),
        migrations.AddConstraint(
            "flagevent",
            models.CheckConstraint(condition=~Q(decision="keep") | ~Q(note=""), name="flagevent_keeps_for_a_reason"),
        ),
        migrations.AddConstraint(
            "flagevent",
            models.CheckConstraint(
                condition=~Q(decision__in=BY_PEOPLE) | Q(by__isnull=False), name="flagevent_is_decided_by_somebody"
            ),
        ),
        migrations.RunSQL(ABOUT, ABOUT_BACK),
    ]
