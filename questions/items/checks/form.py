"""The form of the options: labels, numbers, true and false, unlike lengths, endings and grammar."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from questions.items.checks.ranges import number, parse
from questions.items.checks.rule import Finding, Severity, info, warning
from questions.items.checks.wording import ALL_OF, NONE_OF
from questions.items.item import Item
from questions.items.prose import is_data, is_english, prose
from questions.items.text import mark
from questions.items.vocabulary import word_count

FEWEST: Final = 3
MOST: Final = 6
_LABEL = r"\(?(?:[IVX]{1,4}|[ivx]{1,4}|[A-E]|[a-e])\s?\)?"
_JOIN = r"(?:\s*,\s*(?:(?:and|or|&)\s+)?|\s+(?:and|or|nor)\s+|\s*[&/]\s*)"
K_TYPE: Final = re.compile(
    # Only the words in either case: "a" and "A" are different labels.
    rf"(?i:(?:both|either|neither|all(?: of)?|only|statements?|options?)\s+)*"
    rf"(?:{_LABEL}(?:{_JOIN}{_LABEL})+(?:\s+only)?|{_LABEL}\s+only|(?i:only)\s+{_LABEL})"
    rf"(?:\s+(?:is|are)\s+(?:true|correct|right))?\.?",
)
LABELLED: Final = 2
# The verdict alone or before a reason: "false positives" and "no string" are content.
TRUE_FALSE: Final = re.compile(
    r"(?:true|false|yes|no)(?=\W*\Z|\s*[,.;:–—(/]|\s+[-–—]\s|\s+(?:true|false|yes|no|and|but|because|since|as|if|unless|"
    r"only|when|for|in|due)\b)",
    re.IGNORECASE,
)
# "1,3,4" is a list of labels; "1,000" is a number, and "0,5" is one outside English.
INNER_LIST: Final = re.compile(r"\d\s*,\s*\d(?!\d\d\b)\d*\s*,|\d,\s+\d|\d\s*[;&]\s*\d")
ENGLISH_LIST: Final = re.compile(r"\d,(?!\d{3}(?!\d))")
_N = r"[-−+]?\d+(?:[.,]\d+)*"
FRACTION: Final = re.compile(rf"(?P<above>{_N})\s*/\s*(?P<below>\d+(?:[.,]\d+)*)(?P<unit>\s*[^\d\s/]*)\.?")
POWER: Final = re.compile(
    rf"(?P<number>{_N})(?:\s*[x×·*]\s*10\s*\^?\s*[({{]?|e)(?P<exponent>[-−+]?\d{{1,3}})[)}}]?(?P<unit>(?:\s+[^\d].*)?)",
    re.IGNORECASE,
)
# Nobody counts further, and floats do not.
FURTHEST: Final = 100
LONG_OPTION: Final = 8
TIMES_SHORTER: Final = 3
INFINITIVE: Final = re.compile(r"to\s+[a-z]+\b", re.IGNORECASE)
# Fine-tuning is one; a self-serving bias opens with an adjective.
GERUND: Final = re.compile(
    r"(?:(?:fine|pre|re|over|under|micro|de|down|up|double|hand)-)?[a-z]{2,}ing\b", re.IGNORECASE
)
# Nouns that only look like the form of a verb.
NO_GERUND: Final = re.compile(
    r"(?:string|ring|king|thing|spring|wing|something|nothing|everything|anything)\b", re.IGNORECASE
)
PARALLEL_OPTIONS: Final = 3


def _texts(item: Item) -> list[str]:
    return [prose(option.text, item.text_format) for option in item.options]


@warning("W4")
def k_type(item: Item) -> Iterator[Finding]:
    """Options that combine labels ("I and III only"): combinations can be ruled out without knowing all the parts."""
    labelled = [text for text in _texts(item) if K_TYPE.fullmatch(text)]
    if len(labelled) >= LABELLED:
        message = mark("Options combine labels, such as “%(words)s”.")
        fix = mark("Ask with multiple choice, with each statement an option.")
        yield Finding(message, fix, "options", {"words": labelled[0]}, labelled[0])


def value(text: str) -> tuple[float, str] | None:
    """A number and its unit, fractions and powers of ten included, or None where the text is something else."""
    if fraction := FRACTION.fullmatch(text):
        below = float(number(fraction["below"]))
        return (float(number(fraction["above"])) / below, fraction["unit"].strip(" .")) if below else None
    if power := POWER.fullmatch(text):
        exponent = int(power["exponent"].replace("−", "-"))
        return (
            (float(number(power["number"])) * 10.0**exponent, power["unit"].strip(" ."))
            if abs(exponent) < FURTHEST
            else None
        )
    found = parse(text)
    return (float(found.low), found.unit) if found and found.low == found.high else None


@warning("W10")
def numeric_order(item: Item) -> Iterator[Finding]:
    """Numbers of one unit out of order: the reader sorts them first. Shuffling does it to sorted ones too."""
    texts, lists = _texts(item), ENGLISH_LIST if is_english(item) else INNER_LIST
    if len(texts) < FEWEST or any(lists.search(text) for text in texts):
        return
    found = [value(text) for text in texts]
    numbers = [each for each in found if each is not None]
    if len(numbers) < len(texts) or len({unit for _, unit in numbers}) > 1:
        return
    steps = [later - earlier for (earlier, _), (later, _) in pairwise(numbers)]
    in_order = all(step > 0 for step in steps) or all(step < 0 for step in steps)
    if item.shuffle and not all(option.pinned for option in item.options):
        message = mark("All options are numbers, and they are shuffled.")
        yield Finding(message, mark("Turn shuffling off and keep them in order."), "options", severity=Severity.INFO)
    elif not in_order:
        yield Finding(mark("All options are numbers and not in order."), mark("Put them in order."), "options")


@warning("W14")
def unusual_count(item: Item) -> Iterator[Finding]:
    """Two options are a coin, and more than six are not read."""
    count = len(item.options)
    if not FEWEST <= count <= MOST:
        message = mark("There are %(count)s options; three to six work best.")
        fix = mark("Add plausible ones.") if count < FEWEST else mark("Remove those that hardly anybody would choose.")
        yield Finding(message, fix, "options", {"count": count})


@warning("W15")
def true_false(item: Item) -> Iterator[Finding]:
    """True or false, yes or no: half of those who know nothing are right."""
    texts = _texts(item) if is_english(item) else []
    if texts and all(TRUE_FALSE.match(text) for text in texts):
        message = mark("All options say true or false, yes or no.")
        yield Finding(message, mark("Ask for what is true, with statements as options."), "options")


@info("I3")
def length_disparity(item: Item) -> Iterator[Finding]:
    """One option is several times as long as another."""
    texts = _texts(item)
    if not texts or all(map(is_data, texts)):
        return
    lengths = [len(text) for text in texts]
    longest = max(map(word_count, texts))
    if longest >= LONG_OPTION and max(lengths) >= TIMES_SHORTER * min(lengths):
        message = mark("The options differ much in length: %(shortest)s characters to %(longest)s.")
        params: dict[str, object] = {"shortest": min(lengths), "longest": max(lengths)}
        yield Finding(message, mark("Bring them closer together."), "options", params)


def _own_texts(item: Item) -> list[tuple[int, str]]:
    """The options with their numbers, but for "all of the above", which has rules of its own."""
    numbered = enumerate(_texts(item), 1)
    return [(at, text) for at, text in numbered if not (ALL_OF.match(text) or NONE_OF.match(text))]


def _odd_one(features: list[object]) -> int | None:
    """The number (from 1) of the only entry that differs from all the others, which agree."""
    counts = Counter(features)
    if len(features) < PARALLEL_OPTIONS or len(counts) != LABELLED or min(counts.values()) != 1:
        return None
    return features.index(min(counts, key=lambda feature: counts[feature])) + 1


@info("I4")
def mixed_punctuation(item: Item) -> Iterator[Finding]:
    """One option alone has, or lacks, the full stop or the capital: a cue when it is the key."""
    shown = _own_texts(item)
    if any(is_data(text) for _, text in shown):
        return
    stop = _odd_one([text.endswith(".") for _, text in shown])
    small = _odd_one([text[:1].islower() for _, text in shown])
    # A capital among small letters may be a name; a small letter among capitals is an oversight.
    small = small if small and shown[small - 1][1][:1].islower() else None
    for place in dict.fromkeys(filter(None, (stop, small))):
        number = shown[place - 1][0]
        severity = Severity.WARNING if item.options[number - 1].is_key else Severity.INFO
        message = mark("Option %(number)s alone differs in its full stop or capital.")
        fix = mark("Write all options the same way.")
        yield Finding(message, fix, f"option {number}", {"number": number}, severity=severity)


def grammar(text: str) -> str:
    """The grammatical form that an option opens with, as far as a pattern can tell."""
    if re.match(r"[\W_]*\d", text):
        return "number"
    if INFINITIVE.match(text):
        return "infinitive"
    return "gerund" if GERUND.match(text) and not NO_GERUND.match(text) else "other"


@info("I6")
def non_parallel(item: Item) -> Iterator[Finding]:
    """Exactly one option opens in another grammatical form than the rest."""
    shown = [(at, text) for at, text in _own_texts(item) if not K_TYPE.fullmatch(text)] if is_english(item) else []
    odd = _odd_one([grammar(text) for _, text in shown])
    if odd is not None:
        at = shown[odd - 1][0]
        message = mark("Option %(number)s opens in another grammatical form than the others.")
        yield Finding(message, mark("Begin all options alike."), f"option {at}", {"number": at})
