"""Mats: sheets on which cards and markers lie, with a spot for each."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

CARD_WIDTH, CARD_HEIGHT = 63.0, 88.0
# A spot for a card is this much larger than a card, on each side.
SLACK = 1.0
SPOT_WIDTH, SPOT_HEIGHT = CARD_WIDTH + 2 * SLACK, CARD_HEIGHT + 2 * SLACK


class Spot(Struct, frozen=True):
    """A spot on a mat. *words:* printed large in its middle; *note:* printed small below them.

    *form:* `card` for a card, `space` for something that stands there, `step` of a track, `area` for whatever
    there is room for. *paint:* a colour of tokens.css, or empty.
    """

    slug: str
    form: Literal["card", "space", "step", "area"]
    left: float
    top: float
    width: float
    height: float
    words: str = ""
    note: str = ""
    paint: str = ""


class Label(Struct, frozen=True):
    """Words on a mat. *top:* the line's upper edge. *size:* of the letters. *anchor:* what is at *left*."""

    left: float
    top: float
    words: str
    size: float = 3.6
    anchor: Literal["start", "middle"] = "start"


class Mat(Struct, frozen=True):
    """A mat. *is_each:* every player has one. *is_printed:* False for a field that cards make up."""

    slug: str
    name: str
    width: float
    height: float
    spots: tuple[Spot, ...]
    labels: tuple[Label, ...] = ()
    is_each: bool = False
    is_printed: bool = True

    def spot(self, slug: str) -> Spot:
        """Return the spot *slug*. *Raises:* KeyError."""
        found = next((spot for spot in self.spots if spot.slug == slug), None)
        if found is None:
            raise KeyError(f"{self.slug}/{slug}")
        return found


def card_spot(slug: str, left: float, top: float, words: str, note: str = "") -> Spot:
    """Return a spot for an upright card."""
    return Spot(slug, "card", left, top, SPOT_WIDTH, SPOT_HEIGHT, words, note)


def card_row(
    left: float, top: float, named: Iterable[tuple[str, str, str]], gap: float = 2.0
) -> Iterator[Spot]:
    """Yield spots for cards from left to right. *named:* slug, words and note of each."""
    for number, (slug, words, note) in enumerate(named):
        yield card_spot(slug, left + number * (SPOT_WIDTH + gap), top, words, note)


def track(
    slug: str, numbers: Sequence[int], left: float, top: float, size: float, columns: int = 99
) -> Iterator[Spot]:
    """Yield the steps of a track, named `slug-number`, in rows of *columns*."""
    for place, number in enumerate(numbers):
        row, column = divmod(place, columns)
        spot = Spot(f"{slug}-{number}", "step", left + column * size, top + row * size, size, size)
        yield _numbered(spot, number)


def _numbered(spot: Spot, number: int) -> Spot:
    words = str(number).replace("-", "−")
    return Spot(spot.slug, spot.form, spot.left, spot.top, spot.width, spot.height, words)
