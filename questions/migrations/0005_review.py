"""What no constraint can say about reviews: histories stay, lineages are within a question and fixed once published."""

from django.db import migrations

LINEAGE = """
CREATE FUNCTION lineage_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.lineage_id IS DISTINCT FROM OLD.lineage_id
       AND OLD.status NOT IN ('draft', 'submitted') THEN
        PERFORM public.refuse('version_lineage_is_still', 'the lineage of a published version never changes');
    END IF;
    IF NEW.lineage_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM public.questions_version v
         WHERE v.id = NEW.lineage_id AND v.question_id = NEW.question_id AND v.lineage_id IS NULL AND v.id <> NEW.id
           AND v.status NOT IN ('draft', 'submitted')) THEN
        PERFORM public.refuse('version_lineage_begins_with_the_first',
                              'statistics carry on from the first version of a line, which was published');
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER lineage_guard BEFORE INSERT OR UPDATE OF lineage_id ON public.questions_version
    FOR EACH ROW EXECUTE FUNCTION lineage_guard();
"""
LINEAGE_BACK = "DROP TRIGGER lineage_guard ON public.questions_version; DROP FUNCTION lineage_guard;"

FACTS = """
CREATE TRIGGER flagevent_is_a_fact BEFORE UPDATE OR DELETE ON public.questions_flagevent
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER blindsolve_is_a_fact BEFORE UPDATE OR DELETE ON public.questions_blindsolve
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER flag_is_history BEFORE DELETE ON public.questions_flag FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER flag_stays BEFORE TRUNCATE ON public.questions_flag
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER flagevent_stays BEFORE TRUNCATE ON public.questions_flagevent
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER blindsolve_stays BEFORE TRUNCATE ON public.questions_blindsolve
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
"""
FACTS_BACK = """
DROP TRIGGER blindsolve_stays ON public.questions_blindsolve;
DROP TRIGGER flagevent_stays ON public.questions_flagevent;
DROP TRIGGER flag_stays ON public.questions_flag; DROP TRIGGER flag_is_history ON public.questions_flag;
DROP TRIGGER blindsolve_is_a_fact ON public.questions_blindsolve;
DROP TRIGGER flagevent_is_a_fact ON public.questions_flagevent;
"""


class Migration(migrations.Migration):
    dependencies = [("questions", "0004_statistics")]

    operations = [migrations.RunSQL(LINEAGE, LINEAGE_BACK), migrations.RunSQL(FACTS, FACTS_BACK)]
