"""The box as printed: every card's figures and lines as cards.csv has them, in the order of the box."""

import csv
from collections.abc import Mapping
from functools import cache
from importlib import resources

from msgspec import Struct

from games.engine.cards import TextLine

ATTACK, DEFEND, MOVEMENT, SPECIAL, ULT, BOT = "attack", "defend", "movement", "special", "ult", "bot"
ACT_KINDS = (ATTACK, DEFEND, MOVEMENT, SPECIAL)
# As said on the cards.
TYPES: Mapping[str, str] = {
    **{kind: kind.capitalize() for kind in ACT_KINDS},
    ULT: "ULT",
    BOT: "BOT",
}

# The ULTs with a deck of their own, and how many cards that has.
TAS_CUSTOM, TEST = "tas-custom", "test"
PREP_SIZES: Mapping[str, int] = {TAS_CUSTOM: 3, TEST: 12}

NEWEST = "b.0.0"

_MINUS = "−"
_LINES = ("first", "second", "third", "fourth")
_NO_EFFECT = ("Link", "Trigger", "Prep", "Secret", "When used")


class Print(Struct, frozen=True):
    """A card as printed. *type:* as said on it; *kind:* the same for programs (`attack`, `ult`).

    *heat:* None where none is printed: ULTs and BOTs. *range:* None for any distance.
    *overcharge:* 0 for none. *lines:* with their labels (`Priority +1`, `Link`) in `cost`.
    """

    slug: str
    name: str
    type: str
    heat: int | None
    range: int | None
    overcharge: int
    icon: str
    lines: tuple[TextLine, ...]

    @property
    def kind(self) -> str:
        return self.type.lower()

    @property
    def priorities(self) -> tuple[str, ...]:
        """Where its effects stand, without those for overcharge: `First`, `+1`, `0`, `X`, `Last`, `Tag`."""
        labels = [line.cost for line in self.lines if not line.cost.startswith(("Overcharge", *_NO_EFFECT))]
        return tuple(label.removeprefix("Priority ") or "0" for label in labels)

    @property
    def priority(self) -> int | None:
        """The highest of its priorities that are numbers."""
        numbers = [number for word in self.priorities if (number := _number(word)) is not None]
        return max(numbers, default=None)

    @property
    def earliest(self) -> str:
        """The word of its earliest priority, if that is none of its numbers; else empty."""
        return "First" if "First" in self.priorities else ""


def prints(edition: str = NEWEST) -> tuple[Print, ...]:
    """Return all cards of *edition*, in the order of the box."""
    return tuple(_print(row) for row in _rows() if row["edition"] == edition)


@cache
def _rows() -> list[dict[str, str]]:
    source = resources.files("games.titles.scrap_knights").joinpath("cards.csv")
    with source.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def _print(row: dict[str, str]) -> Print:
    lines = [TextLine(row[f"{line}_label"], row[f"{line}_text"]) for line in _LINES]
    return Print(
        slug=row["slug"],
        name=row["name"],
        type=row["type"],
        heat=int(row["heat"]) if row["heat"] else None,
        range=int(row["range"]) if row["range"] else None,
        overcharge=int(row["overcharge"] or 0),
        icon=row["icon"],
        lines=tuple(line for line in lines if line.text),
    )


def _number(word: str) -> int | None:
    try:
        return int(word.replace(_MINUS, "-"))
    except ValueError:
        return None


PRINTS: Mapping[str, Print] = {card.slug: card for card in prints()}
ACTS = tuple(slug for slug, card in PRINTS.items() if card.kind in ACT_KINDS)
ATTACKS = tuple(slug for slug, card in PRINTS.items() if card.kind == ATTACK)
ULTS = tuple(slug for slug, card in PRINTS.items() if card.kind == ULT)
BOTS = tuple(slug for slug, card in PRINTS.items() if card.kind == BOT)
PLACES: Mapping[str, int] = {slug: place for place, slug in enumerate(PRINTS)}
