"""Names for learners that say nothing about them."""

from functools import lru_cache
from typing import Final
from uuid import UUID

from django.utils.crypto import salted_hmac

SALT: Final = "questions.learner.pseudonym"
# Crockford's: no letter that is read as another one or as a digit.
ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BITS: Final = 5
# Of fifty bits two in a hundred thousand learners are alike once in two hundred thousand sites.
LENGTH: Final = 10


@lru_cache(maxsize=50_000)
def pseudonym(uid: UUID) -> str:
    """A short name such as ``L-7KQ2M-X4TFA``: the same for a learner on every page and in every file.

    It is a keyed hash of the learner's uid, so that only this site can tell whose it is; another ``SECRET_KEY`` gives
    other names.
    """
    number = int.from_bytes(salted_hmac(SALT, uid.hex, algorithm="sha256").digest(), "big")
    letters = "".join(ALPHABET[number >> BITS * place & (1 << BITS) - 1] for place in range(LENGTH))
    return f"L-{letters[:5]}-{letters[5:]}"
