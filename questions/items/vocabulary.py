"""Words as rules compare them: the content words of a text, each by its stem.

The stemming is light on purpose. It joins *train*, *trains*, *trained* and *training*; each pair of unlike words that
a stemmer joins by mistake costs somebody a look, and a heavier one joins more of them.
"""

from functools import lru_cache
from typing import Final

from questions.items.prose import TOKEN, words

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
_ENDINGS: Final = ("ations", "ation", "ings", "ing", "edly", "ers", "ies", "ied", "es", "ed", "er", "ly", "s")
_SHORTEST_STEM: Final = 3


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """A word without its commonest endings, in lower case: ``Training`` is ``train``."""
    word = word.casefold().replace("’", "'").removesuffix("'s")
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM and not word.endswith("ss"):
            word = word[: -len(ending)] + ("y" if ending in {"ies", "ied"} else "")
            break
    return word.removesuffix("e") if len(word) > _SHORTEST_STEM else word


def content_words(text: str, *, fewest_letters: int = FEWEST_LETTERS) -> frozenset[str]:
    """The stems of the words in ``text`` that say something, with at least ``fewest_letters`` letters."""
    return frozenset(
        stem(word)
        for word in words(text)
        if len(word) >= fewest_letters and word.casefold() not in STOP and word != TOKEN and not word.isdigit()
    )
