"""Text as the index keeps it: the same on every database, so that the same cards are found."""

import unicodedata
from itertools import groupby


def words(text: str) -> list[str]:
    """Return the words of *text*: runs of letters and runs of digits, without case.

    Everything else only separates, so what comes out needs no escaping anywhere.
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    return ["".join(run) for kind, run in groupby(plain, key=_kind) if kind]


def plain(text: str) -> str:
    """Return *text* as its words with single spaces between them."""
    return " ".join(words(text))


def _kind(character: str) -> str:
    if character.isalpha():
        return "letter"
    return "digit" if character.isdecimal() else ""
