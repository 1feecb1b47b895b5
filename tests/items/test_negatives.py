"""W5, W6: negative questions."""

import pytest

from questions.items.checks import Severity
from questions.items.words import TextFormat
from tests.items.making import fires, found, item, weight


@pytest.mark.parametrize(
    ("stem", "hidden"),
    [
        ("Which colour is not in the flag?", True),
        ("Which of these is the least bright?", True),
        ("All of these are colours except", True),
        ("What can't be seen?", True),
        ("What is an incorrect statement about red?", True),
        ("Which colour is NOT in the flag?", False),
        ("Which colour is **not** in the flag?", False),
        ("Which colour is __never__ seen?", False),
        ("All of these are colours EXCEPT:", False),
        ("The flag does not have red. Which colour does it have?", False),
        ("Which colour is seen at least once?", False),
        ("Which colour is seen not only at noon?", False),
        ("What does `not x` give?", False),
        ("Which colour is it?", False),
        ("All of these are colours except for which one?", True),
        ("Which statement is false?", True),
        ("Which statement is **false**?", False),
        ("Which of these is not bright? (Choose two.)", True),
        ("Which of these is not bright?\n\nSelect all that apply.", True),
        ("Which of these is not printed?\n\n```\nred\n```", True),
        ("Choose the best answer. Which of these is bright?", False),
        ("Which of these is bright? Choose two, not three.", False),
        ("Which solution works with the least effort?", False),
        ("Which line does ordinary least squares fit, and which principle is least privilege?", False),
        ("Which numbers go from least to greatest?", False),
        ("Which not-for-profit company is it?", False),
        ("What happens after an incorrect password?", False),
        ("What shows a false alarm?", False),
        ("Why does it not shine?", False),
    ],
)
def test_only_a_negative_question_that_is_easy_to_overlook_is_a_warning(stem: str, hidden: bool) -> None:
    assert (weight(item(stem=stem), "W5") == Severity.WARNING) == hidden


def test_emphasis_in_html_counts() -> None:
    emphasised = item(stem="<p>Which is <strong>not</strong> red?</p>", text_format=TextFormat.HTML)
    plain = item(stem="<p>Which is not <b>red</b>?</p>", text_format=TextFormat.HTML)

    assert (weight(emphasised, "W5"), weight(plain, "W5")) == (Severity.INFO, Severity.WARNING)


def test_a_hidden_negative_says_which_word_and_what_to_do() -> None:
    problem = found(item(stem="Which colour is not in the flag?"), "W5")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.WARNING, "stem", "not")
    assert problem.message % problem.params == "The question is negative, and “not” is easily overlooked."
    assert problem.fix == "Write it in bold or capitals, or ask for what is true."


@pytest.mark.parametrize(
    ("stem", "span"),
    [
        ("Which colour is NOT in the flag?", "NOT"),
        ("Which colour is **not in** the flag?", "not"),
        ("Which statement is _incorrect_?", "incorrect"),
        ("Which of these is **not** bright? **(Choose two.)**", "not"),
    ],
)
def test_an_emphasised_one_is_worth_knowing(stem: str, span: str) -> None:
    problem = found(item(stem=stem), "W5")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.INFO, "stem", span)
    assert (problem.message, problem.fix) == ("The question is negative.", "Ask for what is true where you can.")


@pytest.mark.parametrize("word", ["not", "No", "never", "without", "cannot", "won't", "isn’t"])
def test_a_negative_option_of_a_negative_question_is_a_double_negative(word: str) -> None:
    problem = found(item("red", f"{word} blue", "green", stem="Which is **not** so?"), "W6")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.WARNING, "option 2", word)
    assert problem.message % problem.params == f"The question is negative, and so is option 2 (“{word}”)."
    assert problem.fix == "Ask for what is true, or word the option positively."


@pytest.mark.parametrize(
    ("stem", "option"),
    [
        ("Which is so?", "not blue"),
        ("It is not red. Which colour is it?", "not blue"),
        ("Which is not so?", "notable blue"),
        ("Which is not so?", "a no-code tool"),
        ("Which is not so?", "`not x`"),
    ],
)
def test_one_negative_is_no_double_one(stem: str, option: str) -> None:
    assert not fires(item("red", option, stem=stem), "W6")


def test_other_languages_have_other_negatives() -> None:
    subject = item("red", "not blue", stem="What is not so?", language="nl")

    assert not fires(subject, "W5")
    assert not fires(subject, "W6")
