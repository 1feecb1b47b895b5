"""Words as rules compare them: the content words of a text, each by its stem.

The stemming is light on purpose. It joins *train*, *trains*, *trained* and *training*; each pair of unlike words that
a stemmer joins by mistake costs somebody a look, and a heavier one joins more of them. Stop words and endings are
English.
"""

import re
import unicodedata
from functools import lru_cache
from html import unescape
from typing import Final

from questions.items.prose import TAG, TOKEN, prose, words
from questions.items.words import TextFormat

FEWEST_LETTERS: Final = 4
# Words that carry no subject matter, from four letters on; shorter ones never count.
_STOP: Final = (
    "about above after again against also although always among another anyone around because been before being "
    "below best between both cannot could does doing done down during each either else ever every following from "
    "further given goes have having here hers herself himself however into itself just least less like made make "
    "makes making many maybe mine more most much must myself neither never none nothing often once only onto other "
    "otherwise ours over perhaps quite rather same shall should since some something still such take takes than "
    "that their them themselves then there therefore these they this those though through thus together toward "
    "towards under until upon used uses using very were what whatever when where whereas whether which while whom "
    "whose will with within without would yet your yours yourself "
)
STOP: Final = frozenset(_STOP.split())
# Don't, isn't; we're, you've, they'll.
CONTRACTED: Final = re.compile(r"n't\Z|'(?:re|ve|ll|d|m)\Z")
_SHORTEST_STEM: Final = 3
_NO_PLURAL: Final = ("ss", "us", "is", "ias")
_HISSING: Final = ("ss", "us", "is", "ias", "x", "z", "ch", "sh")
# Scripts without spaces between words; two of their characters make about one word.
UNSPACED: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
)
CHARACTERS_A_WORD: Final = 2


def word_count(text: str) -> int:
    """How many words there are in prose, about, where a script does not part them."""
    bare, unspaced = UNSPACED.subn(" ", text)
    return len(words(bare)) + -(-unspaced // CHARACTERS_A_WORD)


def spelled_out(text: str, fmt: TextFormat) -> str:
    """``text`` on one line with its code and formulas, which prose leaves out: what differs there is not the same."""
    heard = prose(text, fmt)
    if TOKEN in heard:
        heard = unicodedata.normalize("NFKC", unescape(TAG.sub(" ", text)) if fmt == TextFormat.HTML else text)
    return " ".join(heard.split())


def _without(word: str, ending: str) -> str:
    return word[: -len(ending)] if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM else word


def _singular(word: str) -> str:
    if word.endswith(("ies", "ied")) and len(word) > _SHORTEST_STEM + 1:
        return word[:-3] + "y"
    if word.endswith("es") and word[:-2].endswith(_HISSING):
        return _without(word, "es")
    return word if word.endswith(_NO_PLURAL) else _without(word, "s")


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """A word without its commonest endings, in lower case: ``Training`` is ``train``."""
    word = _singular(word.casefold().replace("’", "'").removesuffix("'s"))
    for ending in ("ation", "ing", "edly", "ed", "er"):
        if word.endswith(ending) and not word.endswith("eed"):
            word = _without(word, ending)
            break
    word = _without(_without(word, "ly"), "e")
    # Dropped is drop.
    return word[:-1] if len(word) > _SHORTEST_STEM and word[-1] == word[-2] and word[-1] not in "aeiou" else word


def content_forms(text: str) -> dict[str, str]:
    """The words in ``text`` that say something, as first written, by their stems, in order.

    They have four letters or more; the parts of a compound ("zero-shot") are words of their own.
    """
    forms: dict[str, str] = {}
    for word in (part for whole in words(text) for part in whole.split("-")):
        bare = word.casefold().replace("’", "'").removesuffix("'s")
        empty = bare in STOP or word == TOKEN or word.isdigit() or CONTRACTED.search(bare)
        if len(bare) >= FEWEST_LETTERS and not empty:
            forms.setdefault(stem(word), word)
    return forms


# Many rules read the same text; this many hold one item's.
@lru_cache(maxsize=256)
def content_words(text: str) -> frozenset[str]:
    """The stems of the words in ``text`` that say something."""
    return frozenset(content_forms(text))
