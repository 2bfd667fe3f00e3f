"""Reads full-text queries and finds where a text matches them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import groupby

from django.utils.safestring import SafeString

from scrapsite.common.fulltext.index import Run
from scrapsite.common.fulltext.words import words

MOST_CHARACTERS = 500
MOST_RUNS = 50

_QUOTES = '"“”„«»'
_TERM = re.compile(rf"[{_QUOTES}]([^{_QUOTES}]*)[{_QUOTES}]?|([^\s{_QUOTES}]+)")


@dataclass(frozen=True, slots=True)
class Spot:
    """Start and end of a match in a text."""

    start: int
    end: int


def runs(text: str) -> tuple[Run, ...]:
    """Return the distinct runs that the query *text* asks for: single words, and quoted runs of words.

    The last word, unless quoted, matches as a prefix.
    """
    terms = [
        (match[1], True) if match[1] is not None else (match[2], False) for match in _TERM.finditer(text)
    ]
    found = [(tuple(words(term)), is_quoted) for term, is_quoted in terms]
    worded = [(run, is_quoted) for run, is_quoted in found if run]
    last = len(worded) - 1
    return tuple(
        dict.fromkeys(
            Run(run, place == last and not is_quoted) for place, (run, is_quoted) in enumerate(worded)
        )
    )


def read_query(q: str) -> tuple[tuple[Run, ...], str]:
    """Return the parsed query of a visitor, and why it can't be searched for, if so."""
    if len(q) > MOST_CHARACTERS:
        return (), f"A search has at most {MOST_CHARACTERS} characters; this one has {len(q)}."
    asked = runs(q)
    if len(asked) > MOST_RUNS:
        return (), f"A search has at most {MOST_RUNS} words; this one has {len(asked)}."
    if q.strip() and not asked:
        return (), "There is nothing to look for in it: type letters or digits."
    return asked, ""


def spots(text: str, run: Run) -> tuple[Spot, ...]:
    """Return the places where *text* contains the words of *run*, in order."""
    found = list(_words_in(text))
    size = len(run.words)
    return tuple(
        Spot(found[place][1], found[place + size - 1][2])
        for place in range(len(found) - size + 1)
        if _says([word for word, _, _ in found[place : place + size]], run)
    )


def says(text: str, run: Run) -> bool:
    """Return whether *text* contains the words of *run*, in order."""
    return f" {' '.join(run.words)}{'' if run.is_open else ' '}" in _words_of(text)


def highlighted(text: str, spots: Sequence[Spot], most: int = 700) -> SafeString:
    """Return *text* as HTML with its *spots* in `mark`, cut to *most* characters around the first one."""
    start, end = _window(text, min(spots, key=lambda spot: spot.start).start if spots else 0, most)
    shown: list[str] = ["… "] if start else []
    at = start
    for spot in _joined(spots):
        if start <= spot.start and spot.end <= end:
            shown += [escape(text[at : spot.start]), f"<mark>{escape(text[spot.start : spot.end])}</mark>"]
            at = spot.end
    shown += [escape(text[at:end]), " …" if end < len(text) else ""]
    # Every word was escaped, and the only tag is that of this function.
    return SafeString("".join(shown))


@lru_cache(maxsize=4096)
def _words_of(text: str) -> str:
    """Return the words of *text* with a space before and after each."""
    return f" {' '.join(word for word, _, _ in _words_in(text))} "


def _words_in(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the words of *text* with their places."""
    start = 0
    for _, group in groupby(text, key=lambda char: (char.isalpha(), char.isdecimal())):
        end = start + len(list(group))
        for word in words(text[start:end]):
            yield word, start, end
        start = end


def _says(said: Sequence[str], run: Run) -> bool:
    *firsts, last = run.words
    if list(said[:-1]) != firsts:
        return False
    return said[-1].startswith(last) if run.is_open else said[-1] == last


def _window(text: str, first: int, most: int) -> tuple[int, int]:
    """Return start and end of the part of *text* to show, both between words."""
    if len(text) <= most:
        return 0, len(text)
    start = max(0, min(first - most // 4, len(text) - most))
    start = text.rfind(" ", 0, start) + 1 if start else 0
    end = text.rfind(" ", start, start + most) if start + most < len(text) else len(text)
    return start, end if end > first else min(len(text), start + most)


def _joined(spots: Sequence[Spot]) -> list[Spot]:
    """Return the spots in order, with overlapping ones merged."""
    joined: list[Spot] = []
    for spot in sorted(spots, key=lambda spot: (spot.start, spot.end)):
        if joined and spot.start < joined[-1].end:
            joined[-1] = Spot(joined[-1].start, max(joined[-1].end, spot.end))
        else:
            joined.append(spot)
    return joined
