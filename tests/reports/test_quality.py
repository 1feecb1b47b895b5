"""What stands on the reviewer's pages: numbers, sentences, differences."""

import re
import uuid
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questions.actions.flagging import raise_flag
from questions.analysis.indices import fisher
from questions.analysis.limits import Code
from questions.analysis.statistics import describe
from questions.items.proportion import Interval, wilson
from questions.models import Flag, Option, User, Version
from questions.reports.quality import figures
from questions.reports.quality.findings import points_of
from questions.reports.quality.lint import lint_of
from questions.reports.quality.patience import (
    until_correlation_settles,
    until_rate_settles,
    until_reported,
)
from questions.reports.quality.queue import Queue, Sift
from questions.reports.quality.remarks import remarks_of
from questions.reports.quality.revision import paired, range_of_difference
from questions.reports.quality.rows import shortened
from questions.reports.quality.wording import changed_words
from tests.builders import NOW, make_draft, make_question
from tests.reports.making import DEAD, MISKEYED, WORKING, live, sums_of

TEXT = st.text(alphabet="ab .\n<&é", max_size=40)


def test_shares_are_as_fine_as_they_need_to_be() -> None:
    assert [figures.percent(share) for share in (0, 0.004, 0.0388, 0.0996, 0.38, 0.995, 1, None)] == [
        "0%", "0.4%", "3.9%", "10%", "38%", "99.5%", "100%", "",
    ]  # fmt: skip
    assert [figures.percent(share) for share in (0.389, 0.745, 0.0499)] == ["39%", "74%", "5.0%"]
    assert figures.percents(Interval(0.024, 0.466)) == "2.4–47"


def test_correlations_have_a_sign_and_a_real_minus() -> None:
    assert [figures.signed(r) for r in (0.34, -0.214, 0.0, -0.001, None)] == ["+0.34", "−0.21", "0.00", "0.00", ""]
    assert figures.signeds(Interval(-0.1, 0.2)) == "−0.10 to +0.20"
    assert figures.points(0.0312) == "+3.1 pts"


def test_times_are_told_in_minutes_from_a_minute_up() -> None:
    assert [figures.seconds(ms) for ms in (58_400, 60_000, 125_000, None)] == ["58 s", "1 min 0 s", "2 min 5 s", ""]


def test_answers_are_missing_until_a_hundred() -> None:
    assert [until_reported(n) for n in (0, 59, 100, 5_000)] == [100, 41, 0, 0]


def test_a_share_settles_once_its_range_is_on_one_side() -> None:
    more = until_rate_settles(0.02, 100, limit=0.05)

    assert more is not None
    assert 0.05 in wilson(2, 100)
    assert 0.05 not in wilson(round(0.02 * (100 + more)), 100 + more)
    assert until_rate_settles(0.5, 100, limit=0.05) == 0
    assert until_rate_settles(0.05, 100, limit=0.05) is None


@given(st.floats(-0.99, 0.99), st.integers(4, 2_000))
def test_a_correlation_settles_when_it_says_so(r: float, m: int) -> None:
    more = until_correlation_settles(r, m)

    if more is not None:
        range_ = fisher(r, m + more)
        assert range_ is not None
        assert not range_.low < -1e-12 < 1e-12 < range_.high


@given(TEXT, TEXT)
def test_what_changed_holds_both_texts_whole(before: str, after: str) -> None:
    marked = changed_words(before, after)

    plain = re.sub(r'<span class="vh">[^<]*</span>', "", marked)
    space = re.compile(r"\s+")
    old = re.sub(r"<ins>[^<]*</ins>", "", plain).replace("<del>", "").replace("</del>", "")
    new = re.sub(r"<del>[^<]*</del>", "", plain).replace("<ins>", "").replace("</ins>", "")
    escaped = [text.replace("&", "&amp;").replace("<", "&lt;") for text in (before, after)]
    assert [space.sub("", text) for text in (old, new)] == [space.sub("", text) for text in escaped]


def test_a_sentence_that_is_new_reads_as_one() -> None:
    marked = changed_words("Ask users to sign in again.", "Add a health check that queries the database.")

    assert marked.count("<del>") == marked.count("<ins>") == 1
    assert "removed:" in marked
    assert "added:" in marked


def test_a_word_that_changed_is_told_alone() -> None:
    assert re.sub(r'<span class="vh">[^<]*</span>', "", changed_words("from 20 minutes", "from 30 minutes")) == (
        "from <del>20</del> <ins>30</ins> minutes"
    )


def test_a_difference_within_noise_has_zero_in_its_range() -> None:
    near = range_of_difference((0.43, wilson(167, 388)), (0.41, wilson(169, 412)))
    far = range_of_difference((0.008, wilson(3, 388)), (0.039, wilson(16, 412)))

    assert near is not None
    assert far is not None
    assert 0 in near
    assert 0 not in far
    assert range_of_difference((None, None), (0.1, wilson(1, 10))) is None


def test_the_range_of_a_difference_is_newcombes() -> None:
    """The example of his method 10: 56 of 70 against 48 of 80. Statistics in Medicine 17 (1998) 873-890, table II."""
    range_ = range_of_difference((48 / 80, wilson(48, 80)), (56 / 70, wilson(56, 70)))

    assert range_ is not None
    assert (round(range_.low, 4), round(range_.high, 4)) == (0.0524, 0.3339)


@pytest.fixture
def version(db: None) -> Version:
    return live(make_question())


def letters(version: Version) -> dict[str, str]:
    return {str(option.uid): "ABCD"[option.position - 1] for option in version.options.all()}


def leads(version: Version, shares: object, n: int) -> list[str]:
    statistic = describe(sums_of(version, shares, n))  # type: ignore[arg-type]
    return [point.lead for point in points_of(statistic, remarks_of(statistic), [], letters(version))]


def test_a_working_question_is_told_so(version: Version) -> None:
    assert leads(version, WORKING, 410) == [
        "D may not be doing any work.",
        "B is a strong distractor.",
        "C is a strong distractor.",
        "The key holds.",
    ]


def test_a_miskey_is_told_before_all_and_the_key_is_not_praised(version: Version) -> None:
    found = leads(version, MISKEYED, 285)

    assert found[0] == "B: perhaps the key."
    assert "The key holds." not in found
    assert not [lead for lead in found if "may compete" in lead]


def test_what_is_surely_dead_is_not_told_with_may(version: Version) -> None:
    assert leads(version, DEAD, 530)[:3] == [
        "C: rarely chosen.",
        "D: never chosen.",
        "B is a strong distractor.",
    ]


def test_few_answers_are_counted_and_nothing_is_judged(version: Version) -> None:
    assert leads(version, MISKEYED, 25) == ["Too few answers to judge yet (25 of 100)."]
    assert "These numbers are provisional." in leads(version, WORKING, 60)
    assert points_of(None, [], [], {})[0].lead == "Too few answers to judge yet (0 of 100)."


def flag_of_c(version: Version, state: str) -> Flag:
    uid = version.options.get(position=3).uid
    return Flag(version=version, option_uid=uid, code=Code.NEVER_CHOSEN, gravity="low", state=state)


def test_what_was_said_of_an_earlier_version_is_not_said_with_the_numbers_of_this_one(version: Version) -> None:
    flag = flag_of_c(version, "watching")

    for n, words in ((25, "100 new first answers; 25 so far."), (69, "65 so far."), (410, "the next analysis.")):
        statistic = describe(sums_of(version, WORKING, n))
        points = points_of(statistic, remarks_of(statistic), [flag], letters(version))
        watched = next(point for point in points if point.lead == "Revised, watching.")
        assert words in watched.text
        assert "Never chosen: option C (version 1)." in watched.text
        assert not [point for point in points if "was never chosen" in point.lead + point.text]


def test_a_flag_that_the_newest_numbers_do_not_raise_is_not_told_as_if_they_did(version: Version) -> None:
    flag = flag_of_c(version, "open")
    statistic = describe(sums_of(version, WORKING, 410))

    points = points_of(statistic, remarks_of(statistic), [flag], letters(version))

    told = next(point for point in points if point.lead == "Never chosen: option C (flagged earlier).")
    assert told.text == "The newest answers no longer show it surely."


def test_options_are_paired_by_identity_and_what_is_left_by_place(version: Version) -> None:
    old = list(version.options.all())
    new = [old[1], old[0], replace_uid(old[2])]

    pairs = [(letter, before and before.pk, after and after.pk) for letter, before, after in paired(old, new)]

    assert pairs == [
        ("A", old[1].pk, old[1].pk),
        ("B", old[0].pk, old[0].pk),
        ("C", old[2].pk, 0),
        ("D", old[3].pk, None),
    ]


def replace_uid(option: Option) -> Option:
    """The same place with another identity."""
    return Option(pk=0, text="new", position=option.position)


def test_a_statistic_with_options_that_nobody_saw_has_a_page(version: Version) -> None:
    statistic = describe(replace(sums_of(version, WORKING, 410), options=sums_of(version, WORKING, 410).options[:2]))

    assert points_of(statistic, remarks_of(statistic), [], letters(version))


@pytest.mark.parametrize(
    ("stem", "words"),
    [
        ("A <b>loop</b> runs.\n\nWhich line is missing?", "A loop runs. Which line is missing?"),
        ("It prints\n\n```text\nKeyError\n```\n\nWhy?", "It prints … Why?"),
        ("It prints\n\n```text\nKeyError\nat li", "It prints …"),
        ("Counts:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nWhich?", "Counts: … Which?"),
        ("Counts:\n\n| a | b |\n|--", "Counts: …"),
        ("Is a | b the same?", "Is a | b the same?"),
    ],
)
def test_a_row_shows_words_and_no_listings(stem: str, words: str) -> None:
    assert shortened(stem) == words


@pytest.mark.parametrize(
    ("stem", "words"),
    [("Which are to ma", "Which are to …"), ("It prints\n\n```text\nKeyEr", "It prints …"), ("Whi", "…"), ("", "")],
)
def test_a_row_that_was_cut_off_ends_with_a_whole_word(stem: str, words: str) -> None:
    assert shortened(stem, cut=True) == words


def test_only_long_stems_are_cut_in_the_queue(db: None, rita: User) -> None:
    for stem in ("word " * 59 + "whole", "word " * 59 + "halves"):
        raise_flag(version=live(make_question(stem=stem)), by=rita, now=NOW, request_id=uuid.uuid4())

    rows = Queue(Sift(), person=rita, blind=True).rows

    assert sorted(row.stem[-6:] for row in rows) == [" whole", "word …"]


def test_rules_of_wording_name_options_by_letter(db: None) -> None:
    texts = ["Restart it", "Restart it", "Restart it…", "It is absolute and always right"]
    draft = make_draft()
    for option, text in zip(draft.options.all(), texts, strict=True):
        option.text = text
        option.save()

    found = {each.code: (each.place, each.text) for each in lint_of(Version.objects.get(pk=draft.pk))}

    assert any(text.startswith("Options A and B are the same.") and not place for place, text in found.values())
    assert not [text for _place, text in found.values() if re.search(r"[Oo]ptions? \d", text)]
