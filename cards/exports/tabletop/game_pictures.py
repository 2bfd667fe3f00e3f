"""The pictures that a saved game names: its cards, its mats and its markers."""

from collections.abc import Iterator
from typing import Any

from cards.exports.drawing import compile_pngs
from cards.exports.kits.mats import drawn_mat
from cards.exports.lists import CardList
from cards.exports.look import look
from cards.exports.tabletop import sheets
from cards.exports.tabletop.parts import marker_files, mat_file
from games.engine.kit import Kit, Marker
from scrapsite.common.typesetting.kept import Tell
from scrapsite.common.typesetting.look import light_colours

# Mats are large, and markers small but looked at closely.
MAT_PPI, MARKER_PPI = 110.0, 360.0
TEMPLATE = "table.typ"


def pictures(kit: Kit, cards: CardList, tell: Tell) -> dict[str, bytes]:
    """Return every picture by its file name. *tell:* counts the pictures."""
    mats, sides = dict(_mats(kit)), dict(_sides(kit))
    more = len(mats) + len(sides)
    made = sheets.pictures(cards, lambda doing, done, of: tell(doing, done, of + more))
    tell("Drawing the mats", len(made), len(made) + more)
    drawn = compile_pngs(TEMPLATE, _job(mats=list(mats.values())), MAT_PPI) if mats else []
    made |= zip(mats, drawn, strict=True)
    tell("Drawing the markers", len(made), len(made) + len(sides))
    drawn = compile_pngs(TEMPLATE, _job(sides=list(sides.values())), MARKER_PPI) if sides else []
    return made | dict(zip(sides, drawn, strict=True))


def _job(
    mats: list[dict[str, Any]] | None = None, sides: list[dict[str, Any]] | None = None
) -> dict[str, Any]:
    icons = {side["icon"] for side in sides or () if side["icon"]}
    return {"mats": mats or [], "sides": sides or [], "art": look(icons)["art"]}


def _mats(kit: Kit) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every mat with its file name, as the template draws it."""
    for mat in kit.mats:
        for owner in range(kit.seats) if mat.is_each else (None,):
            yield mat_file(mat, owner), drawn_mat(mat, owner)


def _sides(kit: Kit) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every side of every marker with its file name, as the template draws it."""
    for marker in kit.markers:
        for number, file in enumerate(marker_files(marker)):
            yield file, _side(marker, number)


def _side(marker: Marker, number: int) -> dict[str, Any]:
    """Return the front of a marker, or with *number* 1 its back."""
    return {
        "kind": marker.form,
        "width": marker.width,
        "height": marker.height,
        "paint": light_colours()[marker.paint or "edge-strong"],
        "words": marker.back if number else marker.words,
        "icon": "" if number else marker.icon,
    }
