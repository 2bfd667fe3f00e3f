"""Mats as the template draws them, whole or in parts that fit on paper."""

from collections.abc import Iterator
from typing import Any

from cards.exports.kits.cutting import Part, parts_of
from cards.exports.kits.placing import Item, room_of
from cards.exports.pages import Paper
from games.engine.kit import Kit, Mat, Spot
from scrapsite.common.typesetting.look import light_colours

# The name of a part is above it, to be cut off.
NAME = 3.0


def mat_items(kit: Kit, paper: Paper) -> tuple[list[dict[str, Any]], list[Item]]:
    """Return the mats to print as the template draws them, and their parts for sheets of *paper*."""
    drawn: list[dict[str, Any]] = []
    items: list[Item] = []
    for mat in kit.mats:
        if mat.is_printed:
            parts: list[Iterator[Item]] = []
            for owner in range(kit.seats) if mat.is_each else (None,):
                parts.append(_parts(mat, len(drawn), paper))
                drawn.append(drawn_mat(mat, owner))
            # The same parts of all players come together: they may be narrow enough for one sheet.
            items += (part for same in zip(*parts, strict=True) for part in same)
    return drawn, items


def drawn_mat(mat: Mat, owner: int | None) -> dict[str, Any]:
    """Return *mat* as plain data for the template."""
    colours = light_colours()
    return {
        "name": mat.name if owner is None else f"{mat.name} of player {owner + 1}",
        "width": mat.width,
        "height": mat.height,
        "paint": colours["steel" if owner is None else f"seat-{owner}"],
        "spots": [_spot(spot, colours) for spot in mat.spots],
        "labels": [
            {
                "left": label.left,
                "top": label.top,
                "words": label.words,
                "size": label.size,
                "anchor": label.anchor,
            }
            for label in mat.labels
        ],
    }


def _parts(mat: Mat, number: int, paper: Paper) -> Iterator[Item]:
    room = room_of(paper)
    parts = parts_of(mat, room.width, room.height - NAME)
    for place, part in enumerate(parts, start=1):
        data = {
            "kind": "mat",
            "mat": number,
            "left": part.left,
            "top": part.top,
            "width": part.width,
            "height": part.height,
            "name": NAME,
            "label": f"part {place} of {len(parts)}: {_where(part, mat)}" if len(parts) > 1 else "",
        }
        yield Item(part.width, part.height + NAME, data)


def _where(part: Part, mat: Mat) -> str:
    """Return where on *mat* a part belongs, as in “upper left”."""
    down = _side(part.top, part.height, mat.height, ("upper", "middle", "lower"))
    across = _side(part.left, part.width, mat.width, ("left", "middle", "right"))
    return f"{down} {across}".strip()


def _side(start: float, length: float, whole: float, names: tuple[str, str, str]) -> str:
    if length == whole:
        return ""
    return names[0] if start == 0 else names[2] if start + length == whole else names[1]


def _spot(spot: Spot, colours: dict[str, str]) -> dict[str, Any]:
    return {
        "form": spot.form,
        "left": spot.left,
        "top": spot.top,
        "width": spot.width,
        "height": spot.height,
        "words": spot.words,
        "note": spot.note,
        "paint": colours[spot.paint] if spot.paint else "",
    }
