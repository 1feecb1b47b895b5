"""W4, W10, W14, W15, I3, I4, I6: the form of the options."""

import pytest

from questions.items.checks import Severity
from questions.items.checks.form import grammar, value
from questions.items.words import TextFormat
from tests.items.making import choice, fires, found, item, weight

LONG = "one two three four five six seven eight"


@pytest.mark.parametrize(
    "texts",
    [
        ("I only", "II and III"),
        ("I and III only.", "I, II, and III"),
        ("(i) and (iii)", "(ii), (iii) only"),
        ("Only (II)", "(I) and (IV )"),
        ("Both A and B", "Neither A nor B"),
        ("both a and b.", "neither a nor b."),
        ("Statements I & II", "Statement III only"),
        ("I and II are true.", "Only I is true."),
        ("B/C", "A or B"),
    ],
)
def test_options_that_combine_labels_are_k_type(texts: tuple[str, ...]) -> None:
    problem = found(item("red", *texts, shuffle=False), "W4")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.WARNING, "options", texts[0])
    assert problem.message % problem.params == f"Options combine labels, such as “{texts[0]}”."
    assert problem.fix == "Ask with multiple choice, with each statement an option."


@pytest.mark.parametrize(
    "texts",
    [
        ("I and II", "red", "blue"),
        ("I", "II", "III"),
        ("1, 2", "1, 3", "2, 3"),
        ("0 and 1 only", "1 only", "2 only"),
        ("Vitamin A and D", "Vitamin A and K", "Vitamin C only"),
        ("A and B must agree", "A and C must agree", "A"),
        ("Both models", "Only the first", "Either"),
    ],
)
def test_one_label_numbers_that_are_data_and_content_are_not(texts: tuple[str, ...]) -> None:
    assert not fires(item(*texts, shuffle=False), "W4")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("12", (12, "")),
        ("1,000", (1000, "")),
        ("−3.5 cm", (-3.5, "cm")),
        ("3/4", (0.75, "")),
        ("1 / 4 cm.", (0.25, "cm")),
        ("9.3 × 10^-2 m", (0.093, "m")),
        ("2 x 10^(3)", (2000, "")),
        ("5e-4", (0.0005, "")),
        ("$30", (30, "")),
        ("3 or more", None),
        ("3/0", None),
        ("2 x 10^99", (2e99, "")),
        ("2 x 10^100", None),
        ("about 3", None),
        ("red", None),
        ("", None),
    ],
)
def test_a_value_is_a_number_with_its_unit(text: str, meant: tuple[float, str] | None) -> None:
    found_value = value(text)

    assert (found_value is None) == (meant is None)
    if found_value and meant:
        assert found_value[0] == pytest.approx(meant[0])
        assert found_value[1] == meant[1]


@pytest.mark.parametrize(
    "texts",
    [
        ("5", "3", "8"),
        ("1/3", "1/4", "1/2"),
        ("1e-3", "1e-4", "1e-2"),
        ("10 %", "4 %", "7 %"),
        ("8", "5", "5"),
        ("5", "5", "8"),
    ],
)
def test_numbers_out_of_order_are_a_warning(texts: tuple[str, ...]) -> None:
    problem = found(item(*texts, shuffle=False), "W10")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.WARNING, "options", "")
    assert (problem.message, problem.fix) == ("All options are numbers and not in order.", "Put them in order.")


@pytest.mark.parametrize(
    "texts",
    [
        ("3", "5", "8"),
        ("8 s", "5 s", "3 s"),
        ("5 ms", "3 s", "8 s"),
        ("5", "3", "none"),
        ("5", "3"),
        # Lists of labels, or of members of a set.
        ("2,3,4", "1,3,4", "1,2"),
        ("0,1", "2", "1"),
        ("2, 3", "1", "4"),
    ],
)
def test_numbers_in_order_of_several_units_few_and_lists_are_fine(texts: tuple[str, ...]) -> None:
    assert not fires(item(*texts, shuffle=False), "W10")


def test_a_comma_is_a_point_outside_english() -> None:
    texts = ("0,5", "0,1", "0,9")

    assert fires(item(*texts, shuffle=False, language="de"), "W10")
    assert not fires(item("2,3,4", "1,3,4", "1,2", shuffle=False, language="de"), "W10")


def test_shuffled_numbers_are_worth_knowing_whatever_their_order() -> None:
    for texts in (("3", "5", "8"), ("5", "3", "8")):
        problem = found(item(*texts), "W10")[0]

        assert (problem.severity, problem.where) == (Severity.INFO, "options")
        assert problem.message == "All options are numbers, and they are shuffled."
        assert problem.fix == "Turn shuffling off and keep them in order."


def test_pinned_numbers_stay_in_order() -> None:
    pinned = tuple(choice(text, key=text == "3", pinned=True) for text in ("3", "5", "8"))

    assert not fires(item(options=pinned), "W10")


@pytest.mark.parametrize(("count", "fix"), [(2, "Add plausible ones."), (7, "Remove those that hardly anybody")])
def test_two_options_and_seven_are_unusual(count: int, fix: str) -> None:
    problem = found(item(*"abcdefgh"[:count]), "W14")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.WARNING, "options", "")
    assert problem.message % problem.params == f"There are {count} options; three to six work best."
    assert problem.fix.startswith(fix)


@pytest.mark.parametrize("count", [3, 6])
def test_three_to_six_are_not(count: int) -> None:
    assert not fires(item(*"abcdefgh"[:count]), "W14")


@pytest.mark.parametrize(
    "texts",
    [
        ("True", "False"),
        ("yes", "no"),
        ("True, True", "True, False", "False, True", "False, False"),
        ("Yes No", "No Yes", "No No"),
        ("Yes, with p = 2.", "No."),
        ("Yes because it is", "No, since it is not", "No – never"),
        ("True in both cases", "False only at night"),
        ("**True**", "**False**"),
    ],
)
def test_a_verdict_in_every_option_is_a_coin(texts: tuple[str, ...]) -> None:
    problem = found(item(*texts), "W15")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.WARNING, "options", "")
    assert problem.message == "All options say true or false, yes or no."
    assert problem.fix == "Ask for what is true, with statements as options."


@pytest.mark.parametrize(
    "texts",
    [
        ("True positives", "False positives", "True negatives", "False negatives"),
        ("No string checks", "No storage check", "No checks"),
        ("True", "False", "Undefined"),
        ("Yes-men", "No-code tools", "Yes"),
        ("`True`", "`False`"),
        ("Noise", "Trueness"),
    ],
)
def test_content_that_begins_so_is_none(texts: tuple[str, ...]) -> None:
    assert not fires(item(*texts), "W15")


def test_one_option_several_times_as_long_is_worth_knowing() -> None:
    problem = found(item("red", LONG), "I3")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.INFO, "options", "")
    assert problem.message % problem.params == "The options differ much in length: 3 characters to 39."
    assert problem.fix == "Bring them closer together."


@pytest.mark.parametrize(
    "texts",
    [
        ("red", "one two three four five six seven"),
        ("one two three four", LONG),
        ("`x`", "`f(one, two, three, four, five, six, seven, eight)`"),
        ("1", "1 000 000 000 000 000 000 000 000 000"),
    ],
)
def test_short_options_small_differences_numbers_and_code_are_fine(texts: tuple[str, ...]) -> None:
    assert not fires(item(*texts), "I3")


def test_three_times_as_long_is_several_times() -> None:
    assert fires(item("one two three", LONG), "I3")
    assert not fires(item("one two three!", LONG), "I3")


def test_scripts_without_spaces_have_words_too() -> None:
    assert fires(item("红色", "蓝色的短波在空气中比长波更容易被散射到各个方向", language="zh"), "I3")


@pytest.mark.parametrize(
    ("texts", "where", "severity"),
    [
        (("It is red.", "It is blue", "It is green"), "option 1", Severity.WARNING),
        (("It is red", "It is blue.", "It is green"), "option 2", Severity.INFO),
        (("It is red.", "It is blue.", "It is green"), "option 3", Severity.INFO),
        (("red wine", "Blue cheese", "Green tea"), "option 1", Severity.WARNING),
        (("Red wine", "Blue cheese", "green tea", "None of the above."), "option 3", Severity.INFO),
    ],
)
def test_one_option_punctuated_otherwise_is_a_cue_when_it_is_the_key(
    texts: tuple[str, ...], where: str, severity: Severity
) -> None:
    problem = found(item(*texts), "I4")[0]

    assert (problem.where, problem.severity, problem.span) == (where, severity, "")
    assert problem.message % problem.params == f"Option {where[-1]} alone differs in its full stop or capital."
    assert problem.fix == "Write all options the same way."


@pytest.mark.parametrize(
    "texts",
    [
        ("red.", "blue.", "green"),
        ("It is red.", "It is blue"),
        ("Paris", "london town", "berlin town"),
        ("12.", "red", "blue"),
        ("`x`", "Red", "blue"),
        ("red wine", "blue cheese", "All of the above."),
    ],
)
def test_few_options_names_numbers_code_and_all_of_the_above_are_no_cue(texts: tuple[str, ...]) -> None:
    assert not fires(item(*texts), "I4") or texts[0] == "red."


def test_an_option_that_differs_in_both_is_named_once() -> None:
    assert [problem.where for problem in found(item("red wine", "Blue tea.", "Green tea."), "I4")] == ["option 1"]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("12 of them", "number"),
        ("(3) apples", "number"),
        ("To train a model", "infinitive"),
        ("Training a model", "gerund"),
        ("Fine-tuning a model", "gerund"),
        ("String of letters", "other"),
        ("Nothing at all", "other"),
        ("Self-serving bias", "other"),
        ("Tomorrow", "other"),
        ("", "other"),
    ],
)
def test_a_text_opens_in_a_form(text: str, form: str) -> None:
    assert grammar(text) == form


@pytest.mark.parametrize("odd", ["To wash it", "The brush", "7 brushes"])
def test_one_option_that_opens_otherwise_is_worth_knowing(odd: str) -> None:
    problem = found(item("Painting it", odd, "Leaving it"), "I6")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.INFO, "option 2", "")
    assert problem.message % problem.params == "Option 2 opens in another grammatical form than the others."
    assert problem.fix == "Begin all options alike."


@pytest.mark.parametrize(
    "texts",
    [
        ("Painting it", "To wash it"),
        ("Painting it", "To wash it", "The brush"),
        ("Painting it", "Leaving it", "To wash it", "To dry it"),
        ("Painting it", "Leaving it", "Fine-tuning it"),
        ("Painting it", "Leaving it", "Washing it", "None of the above"),
        ("Painting it", "Leaving it", "Washing it", "Both A and B"),
    ],
)
def test_few_options_pairs_and_options_about_options_are_not(texts: tuple[str, ...]) -> None:
    assert not fires(item(*texts, shuffle=False), "I6")


@pytest.mark.parametrize("code", ["W15", "I6"])
def test_english_forms_say_nothing_about_other_languages(code: str) -> None:
    texts = ("True", "No", "False") if code == "W15" else ("Painting it", "To wash it", "Leaving it")

    assert fires(item(*texts), code)
    assert not fires(item(*texts, language="no"), code)


def test_markup_is_not_part_of_the_form() -> None:
    subject = item("<p>Yes</p>", "<p>No</p>", text_format=TextFormat.HTML)

    assert weight(subject, "W15") == Severity.WARNING
