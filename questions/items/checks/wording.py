"""Options whose length or wording sets them apart from the rest."""

import re
from collections.abc import Iterator
from typing import Final

from questions.items.checks.rule import Finding, warning
from questions.items.item import Item
from questions.items.prose import is_data, is_english, prose
from questions.items.text import mark
from questions.items.vocabulary import word_count
from questions.items.words import Kind

KEY_WORDS: Final = 5
LONGER_BY_SHARE: Final = 1.3
LONGER_BY_CHARACTERS: Final = 12
_TRUE = r"(?:is|are)\s+(?:all\s+)?(?:correct|true|false|right|wrong|valid)\b"
# "All these layers" and "all options are priced" are content: what follows has to point at the list.
_NOUNS = (
    r"(?:above\b|(?:(?:these|those)\s+)?(?:options|answers|choices)\b"
    rf"(?=\W*\Z|\s*[.,;:(–—]|\s+(?:given|listed|above|apply)\b|\s+{_TRUE})"
    r"|(?:these|those)\b(?=\W*\Z|\s*[.,;:(–—]|\s+(?:is|are|was|were|will|would|can|could|do|does|did|has|have|apply)\b))"
)
ALL_OF: Final = re.compile(rf"(?:all|both|any|each)\s+(?:of\s+)?(?:the\s+)?{_NOUNS}", re.IGNORECASE)
# "None of the policies" is content: only these nouns count.
NONE_OF: Final = re.compile(rf"(?:none|neither|no one)\s+(?:of\s+)?(?:the\s+)?{_NOUNS}", re.IGNORECASE)


@warning("W1")
def longest_key(item: Item) -> Iterator[Finding]:
    """The key of single choice stands out by its length."""
    texts = [prose(option.text, item.text_format) for option in item.options]
    keys = [text for text, option in zip(texts, item.options, strict=True) if option.is_key]
    others = [text for text, option in zip(texts, item.options, strict=True) if not option.is_key]
    if item.kind != Kind.SINGLE or len(keys) != 1 or not others or all(map(is_data, texts)):
        return
    key, longest = keys[0], max(map(len, others))
    stands_out = len(key) >= LONGER_BY_SHARE * longest and len(key) - longest >= LONGER_BY_CHARACTERS
    if stands_out and word_count(key) >= KEY_WORDS:
        message, fix = (
            mark("The key is by far the longest option (%(key)s characters, the next %(next)s)."),
            mark("Even them out."),
        )
        yield Finding(message, fix, "options", {"key": len(key), "next": longest})


def _starting(item: Item, pattern: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    for number, option in enumerate(item.options, 1):
        found = pattern.match(prose(option.text, item.text_format)) if is_english(item) else None
        if found:
            yield number, found[0]


@warning("W2")
def all_of_above(item: Item) -> Iterator[Finding]:
    """Starts "all of the above": whoever knows two options knows the answer."""
    for number, said in _starting(item, ALL_OF):
        message, fix = (
            mark("“%(words)s” is found by knowing any two options."),
            mark("Write an option, or use multiple choice."),
        )
        yield Finding(message, fix, f"option {number}", {"words": said}, said)


@warning("W3")
def none_of_above(item: Item) -> Iterator[Finding]:
    """Starts "none of the above": it shows what a learner rejects, not what they know."""
    for number, said in _starting(item, NONE_OF):
        message, fix = (
            mark("“%(words)s” does not show what the learner knows."),
            mark("Write an option that could be true."),
        )
        yield Finding(message, fix, f"option {number}", {"words": said}, said)
