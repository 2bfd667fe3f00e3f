"""Mats, markers, dice and counters as objects on the table."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from cards.exports.tabletop.table import HAND_COLOURS, Laid, Layout, Seat
from cards.exports.tabletop.things import (
    ABOVE,
    MM_PER_UNIT,
    TABLE_TOP,
    WHITE,
    Colour,
    Ids,
    Pose,
    colour_of,
    thing,
)
from games.engine.kit import BOX, Die, Kit, Marker, Mat
from scrapsite.common.typesetting.look import light_colours

# The program's tiles are two units wide at scale 1, its blocks one.
TILE, BLOCK = 2.0, 1.0
STANDEE = 0.8
BOX_TILE, ROUND_TILE = 0, 2
THICK = 0.1
# From a die to the next one, in millimetres; and from a marker to the one that lies on it, in units.
DIE_STEP, ON_TOP = 28.0, 0.3
# How the program takes things out of a bag: the last one first, or any of them.
LAST_FIRST, AT_RANDOM = 0, 2
# More copies than this come from a bag that never gets empty; as many lie side by side.
MOST_IN_A_BAG, MOST_IN_SIGHT = 12, 8
_DICE = {4: "Die_4", 6: "Die_6", 8: "Die_8", 10: "Die_10", 12: "Die_12", 20: "Die_20"}

Address = Callable[[str], str]


def mat_file(mat: Mat, owner: int | None) -> str:
    """Return the file name of a mat's picture."""
    return f"mat-{mat.slug}.png" if owner is None else f"mat-{mat.slug}-{owner + 1}.png"


def marker_files(marker: Marker) -> list[str]:
    """Return the file names of a marker's pictures, front first; none for what is a plain block."""
    if marker.form == "cube":
        return []
    sides = ("front", "back") if marker.back else ("front",)
    return [f"marker-{marker.slug}-{side}.png" for side in sides]


def mat_thing(laid: Laid, ids: Ids, address: Address) -> dict[str, Any]:
    """Return a mat, which nobody moves by accident."""
    picture = address(mat_file(laid.mat, laid.owner))
    width, depth = laid.size
    pose = Pose(laid.x, laid.z, laid.turn, TABLE_TOP, scale=(width / TILE, 1.0, depth / TILE))
    guid = ids.of(f"mat/{laid.mat.slug}/{laid.owner}")
    tile = _tile(guid, laid.mat.name, pose, [picture], BOX_TILE)
    return tile | {"Locked": True, "Snap": False}


def hand_zone(seat: Seat, ids: Ids) -> dict[str, Any]:
    """Return the zone that hides a player's hand from the others."""
    red, green, blue = HAND_COLOURS[seat.colour]
    zone = thing("HandTrigger", ids.of(f"hand/{seat.number}"), "", seat.hand, FogColor=seat.colour)
    return zone | {"Locked": True, "ColorDiffuse": {"r": red, "g": green, "b": blue, "a": 0.0}}


def counter(seat: Seat, pose: Pose, ids: Ids) -> dict[str, Any]:
    """Return a counter for whatever a player counts."""
    name = f"Counter of player {seat.number + 1}"
    return thing("Counter", ids.of(f"counter/{seat.number}"), name, pose, Counter={"value": 0})


def dice(die: Die, pose: Pose, ids: Ids) -> Iterator[dict[str, Any]]:
    """Yield the copies of a die: the program's own, with what its faces say."""
    for copy in range(die.copies):
        spot = _beside(pose, copy, DIE_STEP)
        guid = ids.of(f"die/{die.slug}/{copy}")
        if len(die.faces) == len(("heads", "tails")):
            yield thing("Quarter", guid, die.name, spot, ", ".join(die.faces))
        else:
            yield thing(_DICE[len(die.faces)], guid, die.name, spot, "", WHITE)


def markers(kit: Kit, table: Layout, ids: Ids, address: Address) -> Iterator[dict[str, Any]]:
    """Yield every marker where it begins; those that wait in the box are in bags."""
    secret = [marker for marker in kit.markers if marker.place == BOX and marker.back]
    for owner in dict.fromkeys(marker.owner for marker in secret):
        yield _drawn_blind([marker for marker in secret if marker.owner == owner], table, ids, address)
    lying: Counter[tuple[float, float]] = Counter()
    for marker in kit.markers:
        if marker in secret:
            continue
        pose = table.pose(marker.place, marker.owner)
        if marker.copies > MOST_IN_A_BAG:
            one = _marker(marker, 0, Pose(), ids, address)
            yield _bag("Infinite_Bag", marker, pose or table.cell(marker.owner), [one], ids)
        elif marker.copies > MOST_IN_SIGHT or (pose is None and marker.copies > 1):
            copies = [_marker(marker, copy, Pose(), ids, address) for copy in range(marker.copies)]
            yield _bag("Bag", marker, pose or table.cell(marker.owner), copies, ids)
        else:
            # What begins in the same spot lies in a stack; things inside each other would jump apart.
            middle = pose or table.cell(marker.owner)
            for copy in range(marker.copies):
                spot = replace(middle, y=middle.y + ON_TOP * lying[middle.x, middle.z])
                lying[middle.x, middle.z] += 1
                yield _marker(marker, copy, spot, ids, address)


def _drawn_blind(markers: list[Marker], table: Layout, ids: Ids, address: Address) -> dict[str, Any]:
    """Return the bag from which a player draws what only they see."""
    owner = markers[0].owner
    tiles = [
        _marker(marker, copy, Pose(), ids, address) for marker in markers for copy in range(marker.copies)
    ]
    name = "Tiles" if owner is None else f"Tiles of player {owner + 1}"
    words = "Draw from it, and look at what you drew in secret."
    made = bag("Bag", ids.of(f"bag/tiles/{owner}"), name, table.cell(owner), tiles, words)
    return made | {"Bag": {"Order": AT_RANDOM}}


def _marker(marker: Marker, copy: int, pose: Pose, ids: Ids, address: Address) -> dict[str, Any]:
    guid = ids.of(f"marker/{marker.slug}/{copy}")
    wide, deep = marker.width / MM_PER_UNIT, marker.height / MM_PER_UNIT
    if marker.form == "cube":
        size = wide / BLOCK
        colour = colour_of(light_colours()[marker.paint])
        return thing("BlockSquare", guid, marker.name, _scaled(pose, size, size, size), "", colour)
    pictures = [address(file) for file in marker_files(marker)]
    if marker.form == "standee":
        image = {"ImageURL": pictures[0], "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 0.0}
        standing = _scaled(pose, STANDEE, STANDEE, STANDEE)
        return thing("Figurine_Custom", guid, marker.name, standing, CustomImage=image)
    shape = ROUND_TILE if marker.form == "disc" else BOX_TILE
    return _tile(guid, marker.name, _scaled(pose, wide / TILE, 1.0, deep / TILE), pictures, shape)


def _tile(guid: str, nickname: str, pose: Pose, pictures: list[str], shape: int) -> dict[str, Any]:
    image = {
        "ImageURL": pictures[0],
        "ImageSecondaryURL": pictures[-1],
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": {"Type": shape, "Thickness": THICK, "Stackable": False, "Stretch": True},
    }
    return thing("Custom_Tile", guid, nickname, pose, "", WHITE, CustomImage=image)


def bag(
    kind: str,
    guid: str,
    nickname: str,
    pose: Pose,
    things: list[dict[str, Any]],
    words: str = "",
    colour: Colour = (0.7, 0.37, 0.0),
) -> dict[str, Any]:
    """Return a bag of *things*. *kind:* `Bag`, or `Infinite_Bag` with a thing that it gives for ever."""
    more: dict[str, Any] = {"MaterialIndex": -1, "MeshIndex": -1, "ContainedObjects": things}
    if kind == "Bag":
        more["Bag"] = {"Order": LAST_FIRST}
    return thing(kind, guid, nickname, pose, words, colour, **more)


def _bag(kind: str, marker: Marker, pose: Pose, things: list[dict[str, Any]], ids: Ids) -> dict[str, Any]:
    name = f"{marker.name} ({'as many as you need' if kind == 'Infinite_Bag' else len(things)})"
    colour = colour_of(light_colours()[marker.paint or "edge-strong"])
    return bag(kind, ids.of(f"bag/{marker.slug}"), name, pose, things, colour=colour)


def _scaled(pose: Pose, width: float, height: float, depth: float) -> Pose:
    return Pose(pose.x, pose.z, pose.turn, pose.y, pose.is_down, (width, height, depth))


def _beside(pose: Pose, copy: int, step: float) -> Pose:
    """Return the place of a copy in a square around *pose*. *step:* from one to the next, in millimetres."""
    row, column = divmod(copy, 3)
    far = step / MM_PER_UNIT
    return Pose(pose.x + (column - 1) * far, pose.z + (1 - row) * far, pose.turn, ABOVE + 0.2)
