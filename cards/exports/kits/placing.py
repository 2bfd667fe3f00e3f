"""Where things lie on sheets of paper: row by row, from left to right."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cards.exports.pages import INSIDE, MARGIN, Area, Paper

_HEADER, _CREDITS = 5.0, 7.5
GAP = 2.0
_ABOVE_CAPTION = 3.0  # more than below it: it belongs to what follows


@dataclass(frozen=True)
class Item:
    """A thing to print. *data:* how the template kit.typ draws it. *starts_row:* nothing is left of it."""

    width: float
    height: float
    data: dict[str, Any]
    starts_row: bool = False


@dataclass(frozen=True)
class Placed:
    """An item, and where its upper left corner is on the paper."""

    x: float
    y: float
    item: Item


class TooLarge(ValueError):
    """An item is larger than the paper."""


def header_of(paper: Paper) -> Area:
    """Return where the title and the number of the sheet are."""
    return Area(MARGIN, MARGIN + INSIDE, paper.width - 2 * MARGIN, _HEADER)


def credits_of(paper: Paper) -> Area:
    """Return where the credits are."""
    return Area(MARGIN, paper.height - MARGIN - _CREDITS, paper.width - 2 * MARGIN, _CREDITS)


def room_of(paper: Paper) -> Area:
    """Return the part of a sheet that is left for things."""
    top = MARGIN + _HEADER + GAP
    left = MARGIN + INSIDE
    return Area(left, top, paper.width - 2 * left, credits_of(paper).y - GAP - top)


def pack(items: Iterable[Item], paper: Paper) -> list[list[Placed]]:
    """Return *items* on as many sheets as they need, in order. *Raises:* `TooLarge`."""
    room = room_of(paper)
    sheets: list[list[Placed]] = []
    rows = list(_rows(items, room.width))
    for number, row in enumerate(rows):
        height = _height(row)
        if height > room.height:
            raise TooLarge(f"{height} mm are more than a sheet of {paper.name} has room for.")
        # A caption stays with what it is about.
        with_next = height + GAP + _height(rows[number + 1]) if _is_caption(row) else height
        top = _bottom(sheets[-1]) + GAP + (_ABOVE_CAPTION if _is_caption(row) else 0) if sheets else 0.0
        if not sheets or top + with_next > room.y + room.height:
            sheets.append([])
            top = room.y
        sheets[-1] += _placed(row, room.x, top)
    return sheets


def _height(row: Sequence[Item]) -> float:
    return max(item.height for item in row)


def _is_caption(row: Sequence[Item]) -> bool:
    return row[-1].data["kind"] == "caption"


def _rows(items: Iterable[Item], width: float) -> Iterable[list[Item]]:
    row: list[Item] = []
    for item in items:
        if item.width > width:
            raise TooLarge(f"{item.width} mm are wider than the paper.")
        used = sum(other.width + GAP for other in row)
        if row and (item.starts_row or _is_caption(row) or used + item.width > width):
            yield row
            row = []
        row.append(item)
    if row:
        yield row


def _placed(row: Sequence[Item], x: float, y: float) -> Iterable[Placed]:
    for item in row:
        yield Placed(x, y, item)
        x += item.width + GAP


def _bottom(sheet: Sequence[Placed]) -> float:
    return max(placed.y + placed.item.height for placed in sheet)
