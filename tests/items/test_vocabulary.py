"""Words as rules compare them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questions.items.vocabulary import content_forms, content_words, spelled_out, stem, word_count
from questions.items.words import TextFormat

MARKDOWN, PLAIN, HTML = TextFormat.MARKDOWN, TextFormat.PLAIN, TextFormat.HTML


@pytest.mark.parametrize(
    "words",
    [
        "train trains trained training Training’s",
        "batch batches batching",
        "image images",
        "cache caches cached caching",
        "family families",
        "apply applies applied applying",
        "embedding embeddings embedded",
        "drop dropped dropping",
        "bias biases",
        "loss losses",
        "status statuses",
        "class classes",
        "process processes processing",
        "layer layers",
        "speed speeds",
        "tree trees",
        "study studies studied studying",
        "normalise normalises normalisation",
        "quick quickly",
        "TOKEN tokens",
    ],
)
def test_forms_of_a_word_have_one_stem(words: str) -> None:
    assert len({stem(word) for word in words.split()}) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("train", "trait"), ("batch", "bat"), ("token", "take"), ("speed", "spend"), ("ring", "red")]
)
def test_other_words_have_another(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize(
    ("word", "left"),
    [("thing", "thing"), ("tuned", "tun"), ("tries", "try"), ("dies", "die"), ("adds", "add"), ("boxes", "box")],
)
def test_a_stem_has_three_letters_at_least(word: str, left: str) -> None:
    assert stem(word) == left


@given(st.text(max_size=30))
def test_every_word_has_a_stem(word: str) -> None:
    assert bool(stem(word)) == bool(word.replace("’", "'").casefold().removesuffix("'s"))


def test_stop_words_short_words_numbers_and_code_say_nothing() -> None:
    assert content_words("Which of those are the key, or 2048 in code?") == frozenset()
    assert content_words("a loss of key") == {stem("loss")}
    assert content_words("It isn't, they don’t, we’re and you'll") == frozenset()


def test_parts_of_a_compound_are_words() -> None:
    assert content_words("zero-shot transfer") == content_words("Zero shot transfers")


def test_forms_are_kept_as_first_written_in_order() -> None:
    assert list(content_forms("Training the model trains Models’ tokens").values()) == ["Training", "model", "tokens"]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("Don’t use mixed-precision", 3),
        ("对比损失", 2),
        ("对比损失函", 3),
        ("CLIP 的损失", 3),
        ("한국어 문장 하나", 3),
    ],
)
def test_words_are_counted_where_a_script_parts_them_and_guessed_where_not(text: str, count: int) -> None:
    assert word_count(text) == count


@pytest.mark.parametrize(
    ("text", "fmt", "spelled"),
    [
        ("Some **bold**\n words", MARKDOWN, "Some bold words"),
        ("Use `x` or `y`", MARKDOWN, "Use `x` or `y`"),
        ("\\( x^2 \\)", MARKDOWN, "\\( x^2 \\)"),
        ("<p>Use <code>a &lt; b</code></p>", HTML, "Use a < b"),
        ("<p>Use <b>it</b></p>", HTML, "Use it"),
        ("Use `x`", PLAIN, "Use `x`"),
        ("ﬁve", MARKDOWN, "five"),
    ],
)
def test_code_is_spelled_out_for_comparing(text: str, fmt: TextFormat, spelled: str) -> None:
    assert spelled_out(text, fmt) == spelled
