"""What can never be, each with statements that try it: ``(truth, SQL)``, rows by their names in ``world``."""

# ruff: noqa: S608 - statements of our own, put together from words of our own

from questions.models import (
    Ability,
    Attempt,
    BlindSolve,
    Certification,
    Domain,
    Flag,
    FlagEvent,
    Invitation,
    Objective,
    Option,
    Question,
    Quiz,
    Response,
    Sighting,
    Slot,
    Trap,
    User,
    Version,
)
from tests.models.world import NEW_UID, copy

Case = tuple[str, str]

# --- The wording of what was published ---------------------------------------------------------------------------
CONTENT = {
    "name": "'x'",
    "kind": "'multiple'",
    "choose_n": "3",
    "shuffle": "NOT shuffle",
    "text_format": "'plain'",
    "language": "'de'",
    "stem": "'x'",
    "takeaway": "'x'",
    "explanation": "'x'",
    '"references"': "'[1]'",
    "external_id": "'x'",
    "source_file": "'x'",
    "source_place": "'x'",
    "number": "99",
    "author_id": "%(user)s",
    "created_at": "now()",
    "published_at": "now()",
    "published_by_id": "%(user)s",
}
CLOSED = ("published", "superseded", "withdrawn")
VERSIONS: list[Case] = [
    *(
        ("version_published_is_still", f"UPDATE questions_version SET {column} = {value} WHERE id = %({state})s")
        for column, value in CONTENT.items()
        # Only multiple choice may have a number to choose.
        for state in (CLOSED if column != "choose_n" else ("multiple",))
    ),
    ("version_published_is_still", "UPDATE questions_version SET stem = stem || ' ' WHERE id = %(published)s"),
    (
        "version_published_is_still",
        "UPDATE questions_version SET status = 'withdrawn', stem = 'x' WHERE id = %(published)s",
    ),
    ("version_keeps_identity", "UPDATE questions_version SET id = 999999 WHERE id = %(published)s"),
    ("version_keeps_identity", "UPDATE questions_version SET question_id = %(more)s WHERE id = %(published)s"),
    ("version_keeps_identity", "UPDATE questions_version SET question_id = %(more)s WHERE id = %(draft)s"),
    *(("version_published_stays", f"DELETE FROM questions_version WHERE id = %({state})s") for state in CLOSED),
    ("version_starts_as_draft", copy(Version, "published", number="99", status="'published'")),
    ("version_starts_as_draft", copy(Version, "withdrawn", number="99", status="'withdrawn'")),
    ("version_starts_as_draft", copy(Version, "superseded", number="99", status="'superseded'")),
    (
        "version_status_forward",
        "UPDATE questions_version SET status = 'withdrawn', published_at = now() WHERE id = %(draft)s",
    ),
    (
        "version_status_forward",
        "UPDATE questions_version SET status = 'superseded', published_at = now() WHERE id = %(draft)s",
    ),
    *(
        ("version_status_forward", f"UPDATE questions_version SET status = '{new}' WHERE id = %({old})s")
        for old, new in (
            ("published", "draft"),
            ("published", "submitted"),
            ("superseded", "published"),
            ("superseded", "draft"),
            ("withdrawn", "published"),
            ("withdrawn", "superseded"),
            ("withdrawn", "draft"),
        )
    ),
    ("version_number_unique", "UPDATE questions_version SET number = 1 WHERE id = %(revision)s"),
    (
        "version_one_published",
        "UPDATE questions_version SET status = 'published', published_at = now() WHERE id = %(revision)s",
    ),
    ("version_one_open", copy(Version, "revision", number="99")),
    ("version_one_open", copy(Version, "revision", number="99", status="'submitted'")),
    ("version_choose_n_is_for_multiple", "UPDATE questions_version SET choose_n = 2 WHERE id = %(draft)s"),
    (
        "version_choose_n_is_for_multiple",
        "UPDATE questions_version SET choose_n = 1, kind = 'multiple' WHERE id = %(draft)s",
    ),
    ("version_published_at_says_so", "UPDATE questions_version SET status = 'published' WHERE id = %(draft)s"),
    ("version_published_at_says_so", "UPDATE questions_version SET published_at = now() WHERE id = %(draft)s"),
]

# --- Its options -------------------------------------------------------------------------------------------------
OPTIONS: list[Case] = [
    *(
        ("option_published_is_still", f"UPDATE questions_option SET {change} WHERE id = %(option)s")
        for change in (
            "text = 'x'",
            "is_key = NOT is_key",
            "because = 'x'",
            "looks_right = 'x'",
            "pinned = NOT pinned",
            "position = 9",
            f"uid = {NEW_UID}",
            "version_id = %(draft)s",
            "text = text",
        )
    ),
    ("option_published_is_still", "UPDATE questions_option SET version_id = %(published)s WHERE id = %(draft_option)s"),
    ("option_published_is_still", copy(Option, "option", uid=NEW_UID)),
    ("option_published_is_still", copy(Option, "draft_option", version_id="%(withdrawn)s", uid=NEW_UID)),
    ("option_published_is_still", copy(Option, "draft_option", version_id="%(superseded)s", uid=NEW_UID)),
    ("option_published_is_still", "DELETE FROM questions_option WHERE id = %(option)s"),
    ("option_published_is_still", "DELETE FROM questions_option"),
    ("option_uid_unique", copy(Option, "draft_option")),
]
PUBLISH = "UPDATE questions_version SET status = 'published', published_at = now() WHERE id = %(draft)s"
ALL_KEYS = "UPDATE questions_option SET is_key = true WHERE version_id = %(draft)s"
# Statements before the last one are allowed: what follows from them is not.
PUBLISHING: list[Case] = [
    ("version_published_has_key", f"UPDATE questions_option SET is_key = false WHERE id = %(draft_key)s; {PUBLISH}"),
    ("version_published_has_key", f"UPDATE questions_option SET is_key = true WHERE id = %(draft_option)s; {PUBLISH}"),
    (
        "version_published_has_key",
        f"UPDATE questions_version SET kind = 'multiple' WHERE id = %(draft)s; {ALL_KEYS}; {PUBLISH}",
    ),
    ("version_published_has_key", f"DELETE FROM questions_option WHERE version_id = %(draft)s; {PUBLISH}"),
    (
        "version_published_has_key",
        f"DELETE FROM questions_option WHERE version_id = %(draft)s AND id <> %(draft_key)s; {PUBLISH}",
    ),
    (
        "version_published_has_key",
        f"UPDATE questions_version SET kind = 'multiple', choose_n = 3 WHERE id = %(draft)s; {PUBLISH}",
    ),
    ("version_published_explains", f"UPDATE questions_option SET because = '' WHERE id = %(draft_option)s; {PUBLISH}"),
    (
        "version_published_explains",
        f"UPDATE questions_option SET because = E' \\n' WHERE id = %(draft_key)s; {PUBLISH}",
    ),
]

# --- History -----------------------------------------------------------------------------------------------------
HELD = ("version", "option", "attempt", "slot", "response", "ruling", "learner")
TRUNCATED: list[Case] = [
    *(("history_stays", f"TRUNCATE questions_{table} CASCADE") for table in HELD),
    ("history_stays", "TRUNCATE questions_question CASCADE"),
    ("history_stays", "TRUNCATE questions_certification CASCADE"),
    ("history_stays", "TRUNCATE questions_user CASCADE"),
]
FACTS: list[Case] = [
    ("history_stays", "UPDATE questions_response SET correct = NOT correct WHERE id = %(response)s"),
    ("history_stays", "UPDATE questions_response SET answered_at = answered_at"),
    ("history_stays", "DELETE FROM questions_response WHERE id = %(response)s"),
    ("history_stays", "UPDATE questions_ruling SET reason = 'x' WHERE id = %(ruling)s"),
    ("history_stays", "DELETE FROM questions_ruling WHERE id = %(undoing)s"),
    ("history_stays", "DELETE FROM questions_slot WHERE id = %(open_slot)s"),
    ("history_stays", "DELETE FROM questions_attempt WHERE id = %(mock)s"),
]
ATTEMPTS: list[Case] = [
    *(
        ("slot_is_fixed", f"UPDATE questions_slot SET {change} WHERE id = %(open_slot)s")
        for change in (
            "id = 999999",
            "attempt_id = %(done)s, number = 9",
            "number = 9",
            "version_id = %(published)s",
            "domain_id = %(other_domain)s",
            "option_order = '{}'",
            "reason = 'due'",
        )
    ),
    *(
        ("attempt_is_frozen", f"UPDATE questions_attempt SET {change} WHERE id = %({attempt})s")
        for attempt in ("going", "done")
        for change in (
            "id = 999999",
            f"token = {NEW_UID}",
            "learner_id = learner_id + 1",
            "certification_id = %(other_certification)s",
            "quiz_id = %(other_quiz)s",
            "mode = 'review'",
            "name = 'x'",
            "seed = 2",
            "blueprint = '{}'",
            "again_of_id = %(mock)s",
            "started_at = started_at - interval '1 second'",
        )
    ),
    ("attempt_ends_once", "UPDATE questions_attempt SET finished_at = NULL WHERE id = %(done)s"),
    ("attempt_ends_once", "UPDATE questions_attempt SET finished_at = now() WHERE id = %(done)s"),
    ("attempt_ends_after_it_starts", "UPDATE questions_attempt SET finished_at = '2000-01-01' WHERE id = %(going)s"),
    ("attempt_one_open_mock", copy(Attempt, "mock", token=NEW_UID)),
    ("slot_number_unique", copy(Slot, "open_slot")),
    ("slot_is_fixed", copy(Slot, "slot", number="9")),
    (
        "slot_deals_what_is_published",
        copy(
            Slot,
            "open_slot",
            number="9",
            version_id="%(draft)s",
            option_order="(SELECT array_agg(id) FROM questions_option WHERE version_id = %(draft)s)",
        ),
    ),
    ("slot_deals_what_is_published", copy(Slot, "open_slot", number="9", option_order="option_order[1:2]")),
    (
        "slot_deals_what_is_published",
        copy(Slot, "open_slot", number="9", option_order="option_order || option_order[1:1]"),
    ),
    *(
        ("attempt_keeps_its_time", f"UPDATE questions_attempt SET deadline_at = {time} WHERE id = %({attempt})s")
        for time, attempt in (
            ("deadline_at - interval '1 second'", "going"),
            ("NULL", "going"),
            ("now() + interval '1 day'", "mock"),
            ("now() + interval '1 day'", "done_mock"),
        )
    ),
]
# A response to the open slot, as it would be.
ANSWER = {
    "slot_id": "%(open_slot)s",
    "version_id": "%(multiple)s",
    "question_id": "%(more)s",
    "order_shown": "(SELECT option_order FROM questions_slot WHERE id = %(open_slot)s)",
    # One of two, so not right.
    "chosen": "(SELECT option_order[1:1] FROM questions_slot WHERE id = %(open_slot)s)",
    "correct": "false",
    "ruled_out": "'{}'",
    "exposure": "1",
    "answered_at": "(SELECT started_at FROM questions_attempt WHERE id = %(going)s)",
}


def answer(**changes: str) -> str:
    """SQL that answers the open slot, with changes."""
    return copy(Response, "response", **{**ANSWER, **changes})


# Answers to slots that deal what the response copied answers too: one answered before, one not yet.
SAME = {
    "slot_id": "%(answered_slot)s",
    "version_id": "%(published)s",
    "question_id": "%(live)s",
    "order_shown": "order_shown",
    "chosen": "chosen",
    "correct": "correct",
}
ORDER = "(SELECT option_order FROM questions_slot WHERE id = %(open_slot)s)"
KEY = "(SELECT array_agg(id) FROM questions_option WHERE version_id = %(multiple)s AND is_key)"
LATE = "(SELECT deadline_at + interval '1 second' FROM questions_attempt WHERE id = %(going)s)"
RESPONSES: list[Case] = [
    ("questions_response_slot_id_key", answer(**SAME, exposure="3", left_out="'repeat'")),
    ("response_fits_its_slot", answer(version_id="%(published)s")),
    ("response_fits_its_slot", answer(question_id="%(live)s")),
    ("response_fits_its_slot", answer(learner_id="learner_id + 1")),
    ("response_fits_its_slot", answer(order_shown="'{}'")),
    ("response_fits_its_slot", answer(order_shown=f"array_append({ORDER}, 1)")),
    ("response_fits_its_slot", answer(chosen="ARRAY[%(option)s]::bigint[]")),
    ("response_fits_its_slot", answer(ruled_out="ARRAY[%(option)s]::bigint[]")),
    ("response_fits_its_slot", answer(mode="'mock'")),
    ("response_fits_its_slot", answer(reason="'due'")),
    ("response_fits_its_slot", answer(slot_id="999999")),
    ("response_right_is_the_key", answer(correct="true")),
    ("response_right_is_the_key", answer(correct="true", chosen="'{}'")),
    ("response_right_is_the_key", answer(correct="true", chosen=ORDER)),
    ("response_right_is_the_key", answer(chosen=KEY)),
    (
        "response_before_the_withdrawal",
        "UPDATE questions_version SET status = 'withdrawn' WHERE id = %(multiple)s; " + answer(),
    ),
    ("response_before_the_end", answer(answered_at=LATE)),
    ("response_before_the_end", "UPDATE questions_attempt SET finished_at = now() WHERE id = %(going)s; " + answer()),
    ("response_one_first_exposure", answer(**(SAME | {"slot_id": "%(repeat_slot)s"}))),
    ("response_exposure_counts_from_one", answer(exposure="0", left_out="'repeat'")),
    *(("response_counts_when_fresh", answer(**stale)) for stale in ({"exposure": "2"}, {"rationale_seen": "true"})),
]

# --- Reviews -----------------------------------------------------------------------------------------------------
REVIEWS: list[Case] = [
    *(
        ("history_stays", f"{change} WHERE id = %({row})s")
        for row, change in (
            ("event", "UPDATE questions_flagevent SET note = 'x'"),
            ("event", "DELETE FROM questions_flagevent"),
            ("flag", "DELETE FROM questions_flag"),
            ("blind", "UPDATE questions_blindsolve SET agrees = true"),
            ("blind", "DELETE FROM questions_blindsolve"),
        )
    ),
    *(("history_stays", f"TRUNCATE questions_{table} CASCADE") for table in ("flag", "flagevent", "blindsolve")),
    ("flag_once", copy(Flag, "flag")),
    ("flagevent_once", copy(FlagEvent, "event")),
    ("blindsolve_once", copy(BlindSolve, "blind")),
    ("blindsolve_says_what_it_saw", copy(BlindSolve, "blind", version_id="%(superseded)s", agrees="NULL")),
    ("blindsolve_says_what_it_saw", copy(BlindSolve, "blind", version_id="%(superseded)s", chosen="'{}'")),
    (
        "flagevent_keeps_for_a_reason",
        copy(FlagEvent, "event", request_id=NEW_UID, decision="'keep'", by_id="%(user)s"),
    ),
    *(
        (
            "flagevent_is_decided_by_somebody",
            copy(FlagEvent, "event", request_id=NEW_UID, decision=f"'{decision}'", note="'Why'"),
        )
        for decision in ("keep", "to_author", "revise", "note")
    ),
    ("flag_is_about_its_question", copy(Flag, "flag", option_uid=NEW_UID, version_id="%(multiple)s")),
    ("flag_is_about_its_question", "UPDATE questions_flag SET question_id = %(more)s WHERE id = %(flag)s"),
    ("ability_once", copy(Ability, "ability")),
    ("version_lineage_is_still", "UPDATE questions_version SET lineage_id = %(superseded)s WHERE id = %(published)s"),
    *(
        (
            "version_lineage_begins_with_the_first",
            f"UPDATE questions_version SET lineage_id = {wrong} WHERE id = %(draft)s",
        )
        for wrong in ("%(draft)s", "%(published)s")
    ),
    (
        "version_lineage_begins_with_the_first",
        "UPDATE questions_version SET lineage_id = %(multiple)s WHERE id = %(revision)s",
    ),
    (
        "version_lineage_begins_with_the_first",
        copy(Version, "revision", number="99", lineage_id="%(revision)s"),
    ),
]

# --- People ------------------------------------------------------------------------------------------------------
PEOPLE: list[Case] = [
    ("learner_keeps_history", "UPDATE questions_learner SET user_id = NULL WHERE id = %(learner)s"),
    ("learner_keeps_history", "UPDATE questions_learner SET user_id = %(other_user)s WHERE id = %(learner)s"),
    ("learner_keeps_history", f"UPDATE questions_learner SET uid = {NEW_UID} WHERE id = %(learner)s"),
    ("learner_keeps_history", "DELETE FROM questions_learner WHERE id = %(learner)s"),
    (
        "learner_keeps_history",
        "SELECT erase_learner(%(user)s); UPDATE questions_learner SET user_id = %(other_user)s WHERE id = %(learner)s",
    ),
    ("foreign key", "DELETE FROM questions_user WHERE id = %(user)s"),
    ("sighting_once", copy(Sighting, "sighting")),
    ("user_email_in_lower_case", "UPDATE questions_user SET email = 'Lea@example.org' WHERE id = %(user)s"),
    ("questions_user_email_key", copy(User, "user")),
    ("invitation_ends_after_it_starts", "UPDATE questions_invitation SET expires_at = created_at"),
    ("questions_invitation_token_key", copy(Invitation, "invitation")),
]

# --- The catalogue and the bank ----------------------------------------------------------------------------------
EMPTY_SECOND = "DELETE FROM questions_objective WHERE section = '2.1'"
MOVE_SECOND = """UPDATE questions_domain SET certification_id = %(unpublished)s, number = 9
    WHERE certification_id = %(certification)s AND number = 2"""
CATALOGUE: list[Case] = [
    ("certification_weights_add_up", "UPDATE questions_domain SET weight = weight - 1 WHERE id = %(domain)s"),
    ("certification_weights_add_up", copy(Domain, "domain", number="9")),
    ("certification_weights_add_up", "UPDATE questions_certification SET published = true WHERE id = %(unpublished)s"),
    ("certification_weights_add_up", copy(Certification, "certification", code="'new'")),
    ("certification_weights_add_up", f"{EMPTY_SECOND}; DELETE FROM questions_domain WHERE number = 2"),
    ("certification_weights_add_up", f"{EMPTY_SECOND}; {MOVE_SECOND}"),
    ("questions_certification_code_key", copy(Certification, "certification")),
    ("certification_length_is_a_range", "UPDATE questions_certification SET questions_min = 61"),
    ("certification_length_is_a_range", "UPDATE questions_certification SET questions_min = 0"),
    ("certification_mock_takes_something", "UPDATE questions_certification SET mock_length = 0"),
    ("certification_mock_takes_something", "UPDATE questions_certification SET minutes = 0"),
    ("certification_pass_mark_is_a_percentage", "UPDATE questions_certification SET pass_mark = 0"),
    ("certification_pass_mark_is_a_percentage", "UPDATE questions_certification SET pass_mark = 100.01"),
    ("domain_number_unique", copy(Domain, "domain")),
    ("domain_weight_is_a_percentage", "UPDATE questions_domain SET weight = 0 WHERE id = %(domain)s"),
    ("domain_weight_is_a_percentage", "UPDATE questions_domain SET weight = 100.01 WHERE id = %(domain)s"),
    ("objective_within_domain", "UPDATE questions_objective SET domain_id = %(other_domain)s WHERE id = %(objective)s"),
    (
        "objective_within_domain",
        "UPDATE questions_objective SET certification_id = %(unpublished)s, section = '9.9' WHERE id = %(objective)s",
    ),
    ("objective_section_unique", copy(Objective, "objective")),
    ("objective_section_is_numbered", "UPDATE questions_objective SET section = 'A.1' WHERE id = %(objective)s"),
    ("objective_section_is_numbered", "UPDATE questions_objective SET section = '1.1.1.1' WHERE id = %(objective)s"),
    ("objective_section_is_numbered", "UPDATE questions_objective SET section = '' WHERE id = %(objective)s"),
]
QUIZ_TWICE = """INSERT INTO questions_quizquestion (quiz_id, question_id, position)
    SELECT quiz_id, question_id, 9 FROM questions_quizquestion"""
BANK: list[Case] = [
    ("questions_question_uid_key", copy(Question, "live", code="'new'", sample="false")),
    ("questions_question_code_key", copy(Question, "live", uid=NEW_UID, sample="false")),
    ("question_one_sample", copy(Question, "live", uid=NEW_UID, code="'new'")),
    ("question_one_sample", "UPDATE questions_question SET sample = true WHERE id = %(more)s"),
    ("trap_once", copy(Trap, "trap")),
    ("quiz_code_unique", copy(Quiz, "quiz")),
    ("quiz_question_once", QUIZ_TWICE),
    *(
        ("foreign key", f"DELETE FROM questions_{table} WHERE id = %({row})s")
        for table, row in (
            ("question", "live"),
            ("objective", "objective"),
            ("domain", "unpublished_domain"),
            ("quiz", "quiz"),
            ("certification", "certification"),
        )
    ),
]

CASES: list[Case] = [
    *VERSIONS,
    *OPTIONS,
    *PUBLISHING,
    *TRUNCATED,
    *FACTS,
    *ATTEMPTS,
    *RESPONSES,
    *REVIEWS,
    *PEOPLE,
    *CATALOGUE,
    *BANK,
]

# What stays allowed, so that the truths forbid no more than they say.
ALLOWED: list[str] = [
    "UPDATE questions_version SET stem = 'x', number = 9 WHERE id = %(draft)s",
    "UPDATE questions_version SET status = 'submitted' WHERE id = %(draft)s",
    PUBLISH,
    "UPDATE questions_version SET status = 'submitted' WHERE id = %(draft)s; " + PUBLISH,
    "UPDATE questions_version SET status = 'superseded' WHERE id = %(published)s",
    "UPDATE questions_version SET status = 'withdrawn', withdrawn_at = now() WHERE id = %(published)s",
    "UPDATE questions_version SET status = 'withdrawn', withdrawn_at = now() WHERE id = %(superseded)s",
    "UPDATE questions_option SET text = 'x', is_key = true, because = '' WHERE id = %(draft_option)s",
    copy(Option, "draft_option", uid=NEW_UID),
    "DELETE FROM questions_option WHERE version_id = %(draft)s; DELETE FROM questions_version WHERE id = %(draft)s",
    "UPDATE questions_question SET difficulty = 'hard', tags = '{x}', sample = false WHERE id = %(live)s",
    "UPDATE questions_slot SET marked = true WHERE id = %(open_slot)s",
    "UPDATE questions_attempt SET finished_at = '2100-01-01' WHERE id = %(going)s",
    copy(Attempt, "done_mock", token=NEW_UID),
    copy(Attempt, "going", token=NEW_UID),
    answer(),
    answer(chosen=KEY, correct="true"),
    answer(ruled_out="(SELECT option_order[2:3] FROM questions_slot WHERE id = %(open_slot)s)", chosen="'{}'"),
    answer(answered_at="(SELECT deadline_at FROM questions_attempt WHERE id = %(going)s)"),
    answer(exposure="2", left_out="'repeat'"),
    answer(left_out="'staff'"),
    "UPDATE questions_version SET lineage_id = %(superseded)s WHERE id = %(revision)s",
    copy(Flag, "flag", code="'manual'"),
    copy(Flag, "flag", option_uid=NEW_UID),
    copy(FlagEvent, "event", request_id=NEW_UID),
    copy(FlagEvent, "event", request_id=NEW_UID, decision="'keep'", note="'Why'", by_id="%(user)s"),
    copy(BlindSolve, "blind", version_id="%(superseded)s", agrees="NULL", chosen="'{}'"),
    "UPDATE questions_flag SET version_id = %(superseded)s WHERE id = %(flag)s",
    "SELECT erase_learner(%(user)s)",
    "UPDATE questions_domain SET weight = 100 - weight WHERE certification_id = %(certification)s",
    "UPDATE questions_domain SET weight = 1 WHERE certification_id = %(unpublished)s",
    "UPDATE questions_certification SET pass_mark = 70.5",
]
