"""An independent reading of the cards: straight from the files cards.csv, with no code of the site.

It is written apart from the search, so that a mistake in one doesn't repeat itself in the other.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

TITLES = Path(__file__).resolve().parents[3] / "games" / "titles"
NEWEST = {"scrapbots": "3.6-2020-07", "junkyard": "0.1", "scrapyard": "1.0", "scrap-knights": "b.0.0"}
SLOTS = ("first", "second", "third", "fourth")
_WORD = re.compile(r"[^\W\d_]+|\d+")


@dataclass(frozen=True)
class Row:
    """A card of an edition. *figures:* the lowest and the highest number that its copies have."""

    game: str
    edition: str
    slug: str
    name: str
    type: str
    sub: str
    text: str
    qty: int
    figures: dict[str, tuple[int, int]] = field(hash=False)

    @property
    def key(self) -> tuple[str, str, str]:
        return self.game, self.edition, self.slug

    @property
    def is_newest(self) -> bool:
        return NEWEST[self.game] == self.edition

    @property
    def print(self) -> tuple[object, ...]:
        """All that a player reads on it."""
        return self.name, self.type, self.sub, self.text, self.qty, sorted(self.figures.items())

    def has(self, word: str, where: str = "") -> bool:
        """Return whether a word begins with *word*. *where:* `name` or `text`; anywhere if empty."""
        return any(one.startswith(word) for one in self._words(where))

    def says(self, phrase: str, where: str = "") -> bool:
        """Return whether the words of *phrase* follow one another."""
        wanted = split(phrase)
        return any(
            split(part)[at : at + len(wanted)] == wanted
            for part in self._parts(where)
            for at in range(len(split(part)))
        )

    def is_(self, key: str, low: int, high: int = 10**9) -> bool:
        """Return whether any copy has a number from *low* to *high*."""
        first, last = self.figures.get(key, (1, 0))
        return first <= last and last >= low and first <= high

    def lacks(self, key: str) -> bool:
        return key not in self.figures

    def _parts(self, where: str) -> tuple[str, ...]:
        return {"name": (self.name,), "text": (self.text,)}.get(
            where, (self.name, f"{self.type} {self.sub}", self.text)
        )

    def _words(self, where: str) -> list[str]:
        return [word for part in self._parts(where) for word in split(part)]


def split(text: str) -> list[str]:
    """Return the words and numbers of *text* in small letters."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


@cache
def rows() -> tuple[Row, ...]:
    """Return every card of every edition."""
    return (*_scrapbots(), *_junkyard(), *_scrapyard(), *_scrap_knights())


def _read(title: str) -> list[dict[str, str]]:
    with (TITLES / title / "cards.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def _one(number: str | int) -> tuple[int, int]:
    return int(number), int(number)


def _scrapbots() -> Iterator[Row]:
    for row in _read("scrapbots"):
        figures = {}
        if row["type"] != "Wound":
            second = "health" if row["type"] == "Scrapbot" else "energy"
            figures = {"cost": _one(row["scrap"]), second: _one(row[second])}
        text = " ".join(
            (f"{row[f'{slot}_cost']} Energy: " if row[f"{slot}_cost"] else "") + row[f"{slot}_text"]
            for slot in SLOTS[:2]
            if row[f"{slot}_text"]
        )
        of = row["edition"], row["slug"], row["name"], row["type"]
        yield Row("scrapbots", *of, "", text, int(row["quantity"]), figures)


def _junkyard() -> Iterator[Row]:
    """Starters are numbered one after another; each kind of junk has ten numbers, from 101 on."""
    starters, junk = 1, 101
    for row in _read("junkyard"):
        quantity = int(row["quantity"])
        first = starters if row["type"] == "Starter" else junk
        if row["type"] == "Starter":
            starters += quantity
        else:
            junk += 10
        figures = {
            "initiative": (first, first + quantity - 1),
            "charge": _one(row["charge"]),
            "value": _one(row["value"]),
        }
        of = row["edition"], row["slug"], row["name"], row["type"]
        yield Row("junkyard", *of, "", row["text"], quantity, figures)


def _scrapyard() -> Iterator[Row]:
    for row in _read("scrapyard"):
        figures = {"value": _one(row["value"])}
        of = "1.0", row["slug"], row["name"], "Part", row["part"], row["text"]
        yield Row("scrapyard", *of, int(row["quantity"]), figures)


def _scrap_knights() -> Iterator[Row]:
    for row in _read("scrap_knights"):
        printed = [(row[f"{slot}_label"], row[f"{slot}_text"]) for slot in SLOTS if row[f"{slot}_text"]]
        figures = {key: _one(row[key]) for key in ("heat", "range") if row[key]}
        # What comes first in the chain has the highest number; a line without a label has 0.
        said = [
            int((found[1] if found else "0").replace("−", "-"))
            for label, _ in printed
            if (found := re.search(r"Priority ([+−]\d+)", label)) or not label
        ]
        if said:
            figures["priority"] = _one(max(said))
        text = " ".join(f"{label}: {words}" if label else words for label, words in printed)
        of = row["edition"], row["slug"], row["name"], row["type"]
        yield Row("scrap-knights", *of, "", text, 1, figures)
