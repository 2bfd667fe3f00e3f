"""Mats as the template draws them, whole or in parts that fit on paper."""

from collections.abc import Iterator
from math import ceil
from typing import Any

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
            for owner in range(kit.seats) if mat.is_each else (None,):
                items += _parts(mat, len(drawn), paper)
                drawn.append(drawn_mat(mat, owner))
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


def parts_of(mat: Mat, paper: Paper) -> tuple[int, int]:
    """Return in how many columns and rows *mat* is cut, so that each part fits on a sheet of *paper*."""
    room = room_of(paper)
    return ceil(mat.width / room.width), ceil(mat.height / (room.height - NAME))


def _parts(mat: Mat, number: int, paper: Paper) -> Iterator[Item]:
    columns, rows = parts_of(mat, paper)
    width, height = mat.width / columns, mat.height / rows
    for row in range(rows):
        for column in range(columns):
            part = {
                "kind": "mat",
                "mat": number,
                "left": column * width,
                "top": row * height,
                "width": width,
                "height": height,
                "name": NAME,
                "label": f"{row * columns + column + 1} of {columns * rows}" if columns * rows > 1 else "",
            }
            yield Item(width, height + NAME, part)


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
