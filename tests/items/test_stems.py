"""W16, W18a, W18b, W18c, I7, I8, I9: the stem."""

import time

import pytest

from questions.items.checks import Severity, problems
from questions.items.item import Item
from questions.items.words import TextFormat
from tests.items.making import fires, found, item, weight

MARKDOWN, PLAIN, HTML = TextFormat.MARKDOWN, TextFormat.PLAIN, TextFormat.HTML


def incomplete(subject: Item) -> bool:
    """Whether I9 fires, which has to be asked for."""
    return any(problem.code == "I9" for problem in problems(subject, optional=True))


def test_an_early_gap_is_a_warning_and_one_at_the_end_worth_knowing() -> None:
    early, late = (
        found(item(stem=stem), "W16")[0]
        for stem in ("A _____ layer turns some units off.", "The layer that turns some units off is called _____.")
    )

    assert (early.severity, early.where, early.span) == (Severity.WARNING, "stem", "_____")
    assert late.severity == Severity.INFO
    assert early.message == late.message == "The stem has a gap that each option has to be read into."
    assert early.fix == "Ask a question, or move the gap to the end."


def test_the_first_gap_counts() -> None:
    assert (
        weight(item(stem="_____ layers turn units of the network off, and so they prevent _____."), "W16") == "warning"
    )


@pytest.mark.parametrize("fmt", TextFormat)
@pytest.mark.parametrize("gap", ["___", "__", "_______________", "____ing", "pre____"])
def test_underlines_are_a_gap_in_every_format(gap: str, fmt: TextFormat) -> None:
    assert fires(item(stem=f"A {gap} layer turns some units off.", text_format=fmt), "W16")


def test_escaped_underlines_are_a_gap() -> None:
    assert fires(item(stem=r"A \_\_\_ layer turns some units off."), "W16")


@pytest.mark.parametrize(
    ("stem", "fmt"),
    [
        ("What does `a ___ b` or __init__ do?", MARKDOWN),
        ("What does `___` stand for?", MARKDOWN),
        ("What is ___really___ meant by __this__ word?", MARKDOWN),
        ("Some text.\n\n___\n\nWhich line is that?", MARKDOWN),
        ("What does load___all do in snake_case_names?", PLAIN),
        ("What does __init__ do?", PLAIN),
        ('<p>What is <a href="/a/ ___">this page</a> about?</p>', HTML),
        ("<pre>a ___ b</pre><p>What does it print?</p>", HTML),
        ("What lies between - and _?", PLAIN),
    ],
)
def test_code_emphasis_rulers_and_names_are_no_gap(stem: str, fmt: TextFormat) -> None:
    assert not fires(item(stem=stem, text_format=fmt), "W16")


@pytest.mark.parametrize(
    "stem",
    [
        "Which of the following is true?",
        "Which one of the following statements is correct:",
        "Which of these claims are **false**?",
        "Here in town at noon in May, which of the following is true?",
        "On masks, which of the following is most correct",
    ],
)
def test_a_stem_that_only_asks_which_is_true_is_unfocused(stem: str) -> None:
    problem = found(item(stem=stem), "W18a")[0]

    assert (problem.severity, problem.where) == (Severity.WARNING, "stem")
    assert problem.span.lower().startswith("which")
    assert problem.message == "The stem asks for nothing in particular."
    assert problem.fix == "Say what the question is about."


@pytest.mark.parametrize(
    "stem",
    [
        "Which of the following is true of masks?",
        "A model is trained on masked words and tested on whole ones. Which of the following is true?",
        "Here in the city at noon in May, which of the following is true?",
        "Which of the following is blue?",
    ],
)
def test_a_stem_with_a_subject_is_not(stem: str) -> None:
    assert not fires(item(stem=stem), "W18a")


def test_other_languages_have_other_words_for_it() -> None:
    assert not fires(item(stem="Which of the following is true?", language="sv"), "W18a")


def test_fewer_than_five_words_are_too_few() -> None:
    problem = found(item(stem="What is **this** here?"), "W18b")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.WARNING, "stem", "")
    assert problem.message % problem.params == "The stem has only 4 words."
    assert problem.fix == "Ask a whole question."


@pytest.mark.parametrize(
    ("stem", "language"),
    [
        ("What is this thing here?", "en"),
        ("", "en"),
        # Scripts that do not part words.
        ("哪一种损失函数用于训练？", "zh"),
        ("どの損失関数を使いますか", "ja"),
        ("ฟังก์ชันใดใช้ในการฝึก", "th"),
    ],
)
def test_five_words_an_empty_stem_and_a_sentence_without_spaces_are_not(stem: str, language: str) -> None:
    assert not fires(item(stem=stem, language=language), "W18b")


def test_one_word_asks_nothing() -> None:
    assert fires(item(stem="Theories"), "W18b")


def test_a_short_stem_without_spaces_is_short() -> None:
    assert fires(item(stem="为什么？", language="zh"), "W18b")


def test_two_questions_are_one_too_many() -> None:
    problem = found(item(stem="What is scattered? And why is it blue at noon?"), "W18c")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.WARNING, "stem", "")
    assert (problem.message, problem.fix) == ("The stem asks more than one question.", "Ask one, or split the item.")


@pytest.mark.parametrize(
    "stem",
    [
        "What is scattered by the air at noon?",
        "What is scattered by the air at noon???",
        "What does `a ? b : c` or `x?` give in the end?",
        'Somebody asks "Why?" and "What is it?". Which answer is right?',
        "Somebody asks “Why blue?” and “Why not red?”. Which answer is right?",
        "Which page does example.org/?a=1 lead to in the end?",
    ],
)
def test_one_question_code_addresses_and_quotations_are_fine(stem: str) -> None:
    assert not fires(item(stem=stem), "W18c")


def test_long_runs_of_underlines_and_quotation_marks_take_no_long_time() -> None:
    for text in ("a" + "_" * 20_000 + "b", "“a" * 10_000, '"a' * 10_000, "_ " * 10_000, "2000 a " * 3_000):
        begun = time.perf_counter()
        problems(item(stem=text), optional=True)

        assert time.perf_counter() - begun < 1


def test_a_full_width_mark_asks_too() -> None:
    assert fires(item(stem="天空为什么是蓝色的？\n什么被散射？", language="zh"), "W18c")


def test_a_long_stem_is_worth_knowing() -> None:
    problem = found(item(stem="word " * 121), "I7")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.INFO, "stem", "")
    assert problem.message % problem.params == "The stem has 121 words."
    assert problem.fix == "Leave out what the question does not need."
    assert not fires(item(stem="word " * 120), "I7")


def test_code_makes_no_stem_long() -> None:
    assert not fires(item(stem="What does this print?\n\n```\n" + "word " * 500 + "\n```\n"), "I7")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Which model is currently the largest?", "currently"),
        ("Which is the state-of-the-art here?", "state-of-the-art"),
        ("What was published in 2017?", "2017"),
        ("What did the 1986 paper show?", "1986"),
        ("What changed on 12/05/2020?", "2020"),
    ],
)
def test_words_and_years_date_a_question(text: str, word: str) -> None:
    problem = found(item(stem=text), "I8")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.INFO, "stem", word)
    assert problem.message % problem.params == f"“{word}” dates the question."
    assert problem.fix == "Check it from time to time."


@pytest.mark.parametrize(
    "text",
    [
        "How many tokens of 2048 fit?",
        "What do $2000 buy?",
        "How many pixels has an image of 1920 × 1080?",
        "What happens after 2000 steps, or 2000 training steps?",
        "What does a 2000-dimensional vector hold?",
        "What is 2000.5 in hexadecimal?",
        "What is 12,2000 or x2017?",
        "What does `2017` print?",
        "Which of the 20 is it?",
    ],
)
def test_amounts_sizes_and_code_do_not(text: str) -> None:
    assert not fires(item(stem=text), "I8")


def test_each_text_is_looked_at_where_it_stands() -> None:
    subject = item(takeaway="As of now it is so.", explanation="It was recently found that the air scatters it so.")

    assert [(problem.where, problem.span) for problem in found(subject, "I8")] == [
        ("takeaway", "As of now"),
        ("explanation", "recently"),
    ]
    assert not fires(item(stem="Was ist latest in 2017?", language="de"), "I8")


def test_a_sentence_that_the_options_complete_is_told_on_request_only() -> None:
    subject = item(stem="At noon the sky shows the colour")
    problem = next(problem for problem in problems(subject, optional=True) if problem.code == "I9")

    assert not fires(subject, "I9")
    assert (problem.severity, problem.where, problem.span) == (Severity.INFO, "stem", "")
    assert (problem.message, problem.fix) == ("The stem is not a whole sentence.", "Ask a question if you can.")


@pytest.mark.parametrize(
    ("stem", "breaks_off"),
    [
        ("At noon, unlike at night,", True),
        ("What is it? At noon it has", False),
        ("At noon the sky is ___ to the eye", False),
        ("At noon the sky has this colour:", False),
        ("Name the colour.", False),
        ("The sky at noon is 100 %", False),
    ],
)
def test_questions_gaps_and_colons_are_whole(stem: str, breaks_off: bool) -> None:
    assert incomplete(item(stem=stem)) == breaks_off
