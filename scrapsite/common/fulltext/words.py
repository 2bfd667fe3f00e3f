"""Normalises text for the full-text index, so that every database finds the same cards."""

import unicodedata
from itertools import groupby


def words(text: str) -> list[str]:
    """Return the words of *text*: runs of letters and runs of digits, case-folded.

    All other characters only separate words, so the result never needs escaping.
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
