"""W5, W6: negative questions."""

import pytest

from questions.items.checks import Severity
from questions.items.words import TextFormat
from tests.items.making import item, weight


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
        ("Which of these is not bright? (Choose two.)", False),
    ],
)
def test_only_a_negative_question_that_is_easy_to_overlook_is_a_warning(stem: str, hidden: bool) -> None:
    assert (weight(item(stem=stem), "W5") == Severity.WARNING) == hidden


def test_emphasis_in_html_counts() -> None:
    emphasised = item(stem="<p>Which is <strong>not</strong> red?</p>", text_format=TextFormat.HTML)
    plain = item(stem="<p>Which is not <b>red</b>?</p>", text_format=TextFormat.HTML)

    assert (weight(emphasised, "W5"), weight(plain, "W5")) == (Severity.INFO, Severity.WARNING)
