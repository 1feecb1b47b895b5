"""What no constraint can say, said by triggers: published wording is still, history stays, weights add up.

They hold whoever asks: admin, ORM, SQL, import. Names carry their schema, because temporary tables are looked up
first. Every refusal is a check violation that names its truth as the
constraint, so that the application can tell them apart.
"""

from django.db import migrations

REFUSE = """
CREATE FUNCTION refuse(truth text, message text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = truth, MESSAGE = message;
END $$;

-- Statement trigger for tables that hold history: nothing leaves them wholesale.
CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM public.refuse('history_stays', TG_TABLE_NAME || ' holds history and is never truncated');
    RETURN NULL;
END $$;

-- Row trigger for facts.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM public.refuse('history_stays', TG_TABLE_NAME || ' rows are facts and never change');
    RETURN NULL;
END $$;
"""
REFUSE_BACK = "DROP FUNCTION refuse_change; DROP FUNCTION refuse_truncate; DROP FUNCTION refuse;"

VERSION = """
CREATE FUNCTION version_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    rank jsonb := '{"draft": 0, "submitted": 0, "published": 1, "superseded": 2, "withdrawn": 2}';
    keys int; options int; unexplained int;
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.status NOT IN ('draft', 'submitted') THEN
            PERFORM public.refuse('version_starts_as_draft', 'a version starts as a draft');
        END IF;
        RETURN NEW;
    END IF;
    IF TG_OP = 'DELETE' THEN
        IF OLD.status NOT IN ('draft', 'submitted') THEN
            PERFORM public.refuse('version_published_stays', 'a published version is never deleted');
        END IF;
        RETURN OLD;
    END IF;
    IF NEW.id <> OLD.id OR NEW.question_id <> OLD.question_id THEN
        PERFORM public.refuse('version_keeps_identity', 'a version keeps its identity');
    END IF;
    IF OLD.status IN ('draft', 'submitted') AND NEW.status = 'published' THEN
        -- A racing edit of an option must be seen or must wait; see option_guard. An older snapshot would not show it.
        IF current_setting('transaction_isolation') <> 'read committed' THEN
            PERFORM public.refuse('version_published_has_key', 'a version is published in read committed');
        END IF;
        SELECT count(*), count(*) FILTER (WHERE is_key), count(*) FILTER (WHERE because !~ '[^[:space:]]')
          INTO options, keys, unexplained FROM public.questions_option WHERE version_id = NEW.id;
        IF options < 2 OR keys < 1 OR keys = options OR (NEW.kind = 'single' AND keys <> 1)
           OR keys <> COALESCE(NEW.choose_n, keys) THEN
            PERFORM public.refuse('version_published_has_key',
                                  'a published version has at least two options and a key');
        END IF;
        IF unexplained > 0 THEN
            PERFORM public.refuse('version_published_explains', 'a published version explains every option');
        END IF;
    ELSIF OLD.status IN ('draft', 'submitted') AND NEW.status NOT IN ('draft', 'submitted') THEN
        PERFORM public.refuse('version_status_forward', 'a draft can only be published');
    END IF;
    IF OLD.status IN ('draft', 'submitted') THEN
        RETURN NEW;
    END IF;
    IF NEW.status <> OLD.status AND (rank ->> NEW.status)::int <= (rank ->> OLD.status)::int
       AND NOT (OLD.status = 'superseded' AND NEW.status = 'withdrawn') THEN
        PERFORM public.refuse('version_status_forward', 'the status of a version only moves forward');
    END IF;
    IF (NEW.number, NEW.name, NEW.kind, NEW.choose_n, NEW.shuffle, NEW.text_format, NEW.language, NEW.stem,
        NEW.takeaway, NEW.explanation, NEW."references", NEW.external_id, NEW.source_file, NEW.source_place,
        NEW.author_id, NEW.created_at, NEW.published_at, NEW.published_by_id)
       IS DISTINCT FROM
       (OLD.number, OLD.name, OLD.kind, OLD.choose_n, OLD.shuffle, OLD.text_format, OLD.language, OLD.stem,
        OLD.takeaway, OLD.explanation, OLD."references", OLD.external_id, OLD.source_file, OLD.source_place,
        OLD.author_id, OLD.created_at, OLD.published_at, OLD.published_by_id) THEN
        PERFORM public.refuse('version_published_is_still', 'the content of a published version never changes');
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER version_guard BEFORE INSERT OR UPDATE OR DELETE ON public.questions_version
    FOR EACH ROW EXECUTE FUNCTION version_guard();
CREATE TRIGGER version_stays BEFORE TRUNCATE ON public.questions_version
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
"""
VERSION_BACK = """
DROP TRIGGER version_stays ON public.questions_version; DROP TRIGGER version_guard ON public.questions_version;
DROP FUNCTION version_guard;
"""

OPTION = """
CREATE FUNCTION option_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    state text; versions bigint[];
BEGIN
    versions := CASE TG_OP WHEN 'INSERT' THEN ARRAY[NEW.version_id] WHEN 'DELETE' THEN ARRAY[OLD.version_id]
                ELSE ARRAY[OLD.version_id, NEW.version_id] END;
    -- FOR SHARE waits for a publication under way, and makes one that starts now wait for this edit.
    FOR state IN SELECT status FROM public.questions_version WHERE id = ANY (versions) FOR SHARE LOOP
        IF state NOT IN ('draft', 'submitted') THEN
            PERFORM public.refuse('option_published_is_still', 'the options of a published version never change');
        END IF;
    END LOOP;
    RETURN COALESCE(NEW, OLD);
END $$;
CREATE TRIGGER option_guard BEFORE INSERT OR UPDATE OR DELETE ON public.questions_option
    FOR EACH ROW EXECUTE FUNCTION option_guard();
CREATE TRIGGER option_stays BEFORE TRUNCATE ON public.questions_option
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
"""
OPTION_BACK = """
DROP TRIGGER option_stays ON public.questions_option; DROP TRIGGER option_guard ON public.questions_option;
DROP FUNCTION option_guard;
"""

HISTORY = """
-- A slot is fixed when dealt; only the learner's mark may change.
CREATE FUNCTION slot_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.id, NEW.attempt_id, NEW.number, NEW.version_id, NEW.domain_id, NEW.option_order, NEW.reason)
       IS DISTINCT FROM
       (OLD.id, OLD.attempt_id, OLD.number, OLD.version_id, OLD.domain_id, OLD.option_order, OLD.reason) THEN
        PERFORM public.refuse('slot_is_fixed', 'a slot is fixed when dealt');
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER slot_guard BEFORE UPDATE ON public.questions_slot FOR EACH ROW EXECUTE FUNCTION slot_guard();

-- A slot deals what was published: a version that is no draft, with its own options, each once.
CREATE FUNCTION slot_dealt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    state text; own bigint[];
BEGIN
    SELECT status INTO state FROM public.questions_version WHERE id = NEW.version_id;
    SELECT array_agg(id ORDER BY id) INTO own FROM public.questions_option WHERE version_id = NEW.version_id;
    PERFORM 1 FROM public.questions_attempt WHERE id = NEW.attempt_id AND finished_at IS NULL FOR SHARE;
    IF NOT FOUND THEN
        PERFORM public.refuse('slot_is_fixed', 'nothing is dealt after the end of an attempt');
    END IF;
    IF state IN ('draft', 'submitted') OR own IS DISTINCT FROM ARRAY(SELECT unnest(NEW.option_order) ORDER BY 1) THEN
        PERFORM public.refuse('slot_deals_what_is_published', 'a slot deals a published version with its own options');
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER slot_dealt BEFORE INSERT ON public.questions_slot FOR EACH ROW EXECUTE FUNCTION slot_dealt();

-- An attempt's frozen facts stay, and its end is said once.
CREATE FUNCTION attempt_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.id, NEW.token, NEW.learner_id, NEW.certification_id, NEW.quiz_id, NEW.mode, NEW.name, NEW.seed,
        NEW.blueprint, NEW.again_of_id, NEW.started_at)
       IS DISTINCT FROM
       (OLD.id, OLD.token, OLD.learner_id, OLD.certification_id, OLD.quiz_id, OLD.mode, OLD.name, OLD.seed,
        OLD.blueprint, OLD.again_of_id, OLD.started_at) THEN
        PERFORM public.refuse('attempt_is_frozen', 'what an attempt was dealt by never changes');
    END IF;
    IF OLD.finished_at IS NOT NULL AND NEW.finished_at IS DISTINCT FROM OLD.finished_at THEN
        PERFORM public.refuse('attempt_ends_once', 'a finished attempt stays finished');
    END IF;
    -- Time may be given, never taken.
    IF NEW.deadline_at IS DISTINCT FROM OLD.deadline_at
       AND (OLD.deadline_at IS NULL OR NEW.deadline_at IS NULL OR OLD.finished_at IS NOT NULL
            OR NEW.deadline_at < OLD.deadline_at) THEN
        PERFORM public.refuse('attempt_keeps_its_time',
                              'the deadline of an attempt only moves away, and before its end');
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER attempt_guard BEFORE UPDATE ON public.questions_attempt FOR EACH ROW EXECUTE FUNCTION attempt_guard();

-- A response fits its slot, and comes before the end.
CREATE FUNCTION response_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    dealt record;
BEGIN
    -- FOR SHARE: an end under way is waited for, one that starts now waits for this response.
    SELECT s.version_id, s.option_order, s.reason, v.question_id, v.status, a.learner_id, a.mode, a.finished_at,
           a.deadline_at,
           ARRAY(SELECT o.id FROM public.questions_option o WHERE o.version_id = v.id AND o.is_key) AS key
      INTO dealt FROM public.questions_slot s JOIN public.questions_attempt a ON a.id = s.attempt_id
                                       JOIN public.questions_version v ON v.id = s.version_id
     WHERE s.id = NEW.slot_id FOR SHARE OF a;
    -- The foreign key waits for the end of the transaction: a response could come before its slot.
    IF NOT FOUND THEN
        PERFORM public.refuse('response_fits_its_slot', 'a response comes after its slot');
    END IF;
    IF dealt.finished_at IS NOT NULL OR NEW.answered_at > dealt.deadline_at THEN
        PERFORM public.refuse('response_before_the_end', 'nothing is accepted after the end of an attempt');
    END IF;
    IF dealt.status = 'withdrawn' THEN
        PERFORM public.refuse('response_before_the_withdrawal', 'a question that was withdrawn is answered no more');
    END IF;
    IF NEW.version_id <> dealt.version_id OR NEW.question_id <> dealt.question_id
       OR NEW.learner_id <> dealt.learner_id OR NEW.order_shown <> dealt.option_order
       OR NOT NEW.chosen <@ dealt.option_order OR NOT NEW.ruled_out <@ dealt.option_order
       OR NEW.mode <> dealt.mode OR NEW.reason <> dealt.reason THEN
        PERFORM public.refuse('response_fits_its_slot', 'a response answers the version and options of its slot');
    END IF;
    IF NEW.correct <> (NEW.chosen @> dealt.key AND NEW.chosen <@ dealt.key) THEN
        PERFORM public.refuse('response_right_is_the_key', 'a response is right when exactly the key was chosen');
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER response_guard BEFORE INSERT ON public.questions_response
    FOR EACH ROW EXECUTE FUNCTION response_guard();
CREATE TRIGGER response_is_a_fact BEFORE UPDATE OR DELETE ON public.questions_response
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ruling_is_a_fact BEFORE UPDATE OR DELETE ON public.questions_ruling
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER slot_is_history BEFORE DELETE ON public.questions_slot FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER attempt_is_history BEFORE DELETE ON public.questions_attempt
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER response_stays BEFORE TRUNCATE ON public.questions_response
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER ruling_stays BEFORE TRUNCATE ON public.questions_ruling
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER slot_stays BEFORE TRUNCATE ON public.questions_slot
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER attempt_stays BEFORE TRUNCATE ON public.questions_attempt
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
"""
HISTORY_BACK = """
DROP TRIGGER attempt_stays ON public.questions_attempt; DROP TRIGGER slot_stays ON public.questions_slot;
DROP TRIGGER ruling_stays ON public.questions_ruling; DROP TRIGGER response_stays ON public.questions_response;
DROP TRIGGER attempt_is_history ON public.questions_attempt; DROP TRIGGER slot_is_history ON public.questions_slot;
DROP TRIGGER ruling_is_a_fact ON public.questions_ruling; DROP TRIGGER response_is_a_fact ON public.questions_response;
DROP TRIGGER response_guard ON public.questions_response; DROP FUNCTION response_guard;
DROP TRIGGER attempt_guard ON public.questions_attempt; DROP FUNCTION attempt_guard;
DROP TRIGGER slot_dealt ON public.questions_slot; DROP FUNCTION slot_dealt;
DROP TRIGGER slot_guard ON public.questions_slot; DROP FUNCTION slot_guard;
"""

LEARNER = """
-- The link between a person and their history is cut by erase_learner and by nothing else.
CREATE FUNCTION learner_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.uid = OLD.uid AND NEW.user_id IS NOT DISTINCT FROM OLD.user_id THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' AND NEW.uid = OLD.uid AND NEW.user_id IS NULL
       AND current_setting('examprep.erasing', true) = OLD.id::text THEN
        RETURN NEW;
    END IF;
    PERFORM public.refuse('learner_keeps_history', 'a learner is erased by erase_learner only');
    RETURN NULL;
END $$;
CREATE TRIGGER learner_guard BEFORE UPDATE OR DELETE ON public.questions_learner
    FOR EACH ROW EXECUTE FUNCTION learner_guard();
CREATE TRIGGER learner_stays BEFORE TRUNCATE ON public.questions_learner
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- It runs as the owner: the application's role may call it and may not change learners itself.
CREATE FUNCTION erase_learner(person bigint) RETURNS uuid LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    erased public.questions_learner;
BEGIN
    SELECT * INTO erased FROM public.questions_learner WHERE user_id = person FOR UPDATE;
    IF erased.id IS NULL THEN RETURN NULL; END IF;
    PERFORM set_config('examprep.erasing', erased.id::text, true);
    UPDATE public.questions_learner SET user_id = NULL WHERE id = erased.id;
    PERFORM set_config('examprep.erasing', '', true);
    RETURN erased.uid;
END $$;
REVOKE EXECUTE ON FUNCTION erase_learner FROM PUBLIC;
"""
LEARNER_BACK = """
DROP FUNCTION erase_learner; DROP TRIGGER learner_stays ON public.questions_learner;
DROP TRIGGER learner_guard ON public.questions_learner; DROP FUNCTION learner_guard;
"""

CATALOGUE = """
-- An objective's certification is its domain's.
ALTER TABLE public.questions_objective ADD CONSTRAINT objective_within_domain
    FOREIGN KEY (domain_id, certification_id) REFERENCES public.questions_domain (id, certification_id)
    ON UPDATE NO ACTION DEFERRABLE INITIALLY DEFERRED;

-- Checked at commit, so that weights may be moved between domains in one transaction.
CREATE FUNCTION weights_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    touched bigint[]; wrong text;
BEGIN
    IF TG_TABLE_NAME = 'questions_certification' THEN touched := ARRAY[NEW.id];
    ELSIF TG_OP = 'DELETE' THEN touched := ARRAY[OLD.certification_id];
    ELSIF TG_OP = 'UPDATE' THEN touched := ARRAY[OLD.certification_id, NEW.certification_id];
    ELSE touched := ARRAY[NEW.certification_id];
    END IF;
    -- Two people moving weights at once must not each see only their own half, as in an older snapshot.
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        PERFORM public.refuse('certification_weights_add_up', 'weights are moved in read committed');
    END IF;
    PERFORM 1 FROM public.questions_certification WHERE id = ANY (touched) ORDER BY id FOR UPDATE;
    SELECT c.code INTO wrong FROM public.questions_certification c
     WHERE c.id = ANY (touched) AND c.published
       AND (SELECT COALESCE(sum(weight), 0) FROM public.questions_domain d WHERE d.certification_id = c.id) <> 100;
    IF wrong IS NOT NULL THEN
        PERFORM public.refuse('certification_weights_add_up',
                              'the domain weights of ' || wrong || ' do not add up to 100');
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER certification_weights AFTER INSERT OR UPDATE ON public.questions_certification
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION weights_guard();
CREATE CONSTRAINT TRIGGER domain_weights AFTER INSERT OR UPDATE OR DELETE ON public.questions_domain
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION weights_guard();
"""
CATALOGUE_BACK = """
DROP TRIGGER domain_weights ON public.questions_domain;
DROP TRIGGER certification_weights ON public.questions_certification;
DROP FUNCTION weights_guard;
ALTER TABLE public.questions_objective DROP CONSTRAINT objective_within_domain;
"""


TRAP = """
-- When a trap goes, the time in which it was public stays known.
CREATE FUNCTION trap_remembered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO public.questions_pasttrap (option_uid, public_since, public_until)
    VALUES (OLD.option_uid, OLD.public_since, GREATEST(now(), OLD.public_since));
    RETURN NULL;
END $$;
CREATE TRIGGER trap_remembered AFTER DELETE ON public.questions_trap
    FOR EACH ROW EXECUTE FUNCTION trap_remembered();
"""
TRAP_BACK = "DROP TRIGGER trap_remembered ON public.questions_trap; DROP FUNCTION trap_remembered;"


class Migration(migrations.Migration):
    dependencies = [("questions", "0001_bank")]

    operations = [
        migrations.RunSQL(REFUSE, REFUSE_BACK),
        migrations.RunSQL(VERSION, VERSION_BACK),
        migrations.RunSQL(OPTION, OPTION_BACK),
        migrations.RunSQL(HISTORY, HISTORY_BACK),
        migrations.RunSQL(LEARNER, LEARNER_BACK),
        migrations.RunSQL(CATALOGUE, CATALOGUE_BACK),
        migrations.RunSQL(TRAP, TRAP_BACK),
    ]
