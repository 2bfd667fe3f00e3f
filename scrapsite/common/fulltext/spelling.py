"""Words that a search could have meant: those of the texts that are spelled nearly the same."""

import re
from collections import Counter
from collections.abc import Container
from difflib import get_close_matches

from scrapsite.common.fulltext.words import words

SHORTEST, LONGEST = 4, 30
MOST_CORRECTED = 5
_NEAR = 0.74
_MOST_NEAR = 5
# What stands in quotes is looked for as it stands.
_TOKEN = re.compile(r"[\"“”„«»][^\"“”„«»]*[\"“”„«»]?|[^\W\d_]+")


def respelled(q: str, said: Counter[str], right: Container[str] = ()) -> str:
    """Return the search *q* with the nearest word of the texts for each that none of them has.

    *said:* how often the texts say each word. *right:* words that are spelled as they should be, though the
    texts don't have them. Return an empty text where nothing is near, or nothing is wrong.
    """
    found = list(_TOKEN.finditer(q))
    made, at, corrected = "", 0, 0
    for token in found:
        is_last = token is found[-1]
        better = _better(token[0], said, right, is_last=is_last) if corrected < MOST_CORRECTED else ""
        corrected += bool(better)
        made += q[at : token.start()] + (better or token[0])
        at = token.end()
    return made + q[at:] if corrected else ""


def _better(token: str, said: Counter[str], right: Container[str], *, is_last: bool) -> str:
    """Return the nearest word said, or an empty text. *is_last:* it may be the beginning of a word."""
    word = "".join(words(token))
    if not token[0].isalpha() or not SHORTEST <= len(word) <= LONGEST or word in said or word in right:
        return ""
    if is_last and any(one.startswith(word) for one in said):
        return ""
    candidates = [one for one in said if abs(len(one) - len(word)) <= 2]
    near = get_close_matches(word, candidates, n=_MOST_NEAR, cutoff=_NEAR)
    return max(near, key=lambda one: (_likeness(one, word), said[one]), default="")


def _likeness(one: str, word: str) -> tuple[bool, bool]:
    """Return how a candidate is like the word besides its letters: mistakes seldom change the first one."""
    return sorted(one) == sorted(word), one[0] == word[0]
