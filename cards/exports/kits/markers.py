"""Markers and dice as the template draws them: flat ones, and nets to fold."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from cards.exports.kits.placing import Item
from games.engine.kit import Die, Kit, Marker
from scrapsite.common.typesetting.look import light_colours

FLAP = 12.0
TAB = 4.0
DIE_SIZE = 15.0
COIN_SIZE = 26.0
CUBE_FACES = 6
_CAPTION_LINE, _CAPTION_LETTER = 4.1, 1.59
_DO = {
    "standee": "Standees: cut along the solid lines and fold along the dashed ones. Glue the upright halves "
    "together and spread the flaps.",
    "cube": "Cubes and dice: cut out, fold along the dashed lines, glue the tabs inside.",
    "slip": "Slips: cut out.",
    "tile": "Two-sided: fold along the dashed line, glue the halves together, then cut.",
    "disc": "Discs: glue the sheet on cardboard first, then cut out.",
}


def marker_items(kit: Kit, width: float) -> list[Item]:
    """Return everything to cut out, by form, with a caption that says how. *width:* of the sheets' room."""
    items: list[Item] = []
    for form, todo in _DO.items():
        markers = [marker for marker in kit.markers if _way(marker) == form]
        markers.sort(key=lambda marker: -marker.height)
        dice = [die for die in kit.paper_dice if _form(die) == form]
        if markers or dice:
            named = _named((*markers, *dice))
            items.append(_caption(f"{todo} Here: {'; '.join(named)}.", width))
            made = [*map(_marker, markers), *map(_die, dice)]
            copies = [*(marker.copies for marker in markers), *(die.copies for die in dice)]
            items += _repeated(made, copies)
    return items


def _named(things: Sequence[Marker | Die]) -> list[str]:
    """Return what there is, and of each how many of all players together."""
    counts: Counter[str] = Counter()
    for thing in things:
        counts[thing.name.partition(" of player ")[0]] += thing.copies
    return [f"{name} ×{copies}" for name, copies in counts.items()]


def _repeated(made: Sequence[Item], copies: Sequence[int]) -> Iterator[Item]:
    for item, count in zip(made, copies, strict=True):
        for _ in range(count):
            yield item


def _caption(words: str, width: float) -> Item:
    lines = -(-len(words) * _CAPTION_LETTER // (width - 4))
    return Item(width, lines * _CAPTION_LINE + 1, {"kind": "caption", "words": words}, starts_row=True)


def _way(marker: Marker) -> str:
    """Return how a marker is made: like its form, but a tile without a back isn't folded."""
    return "slip" if marker.form == "tile" and not marker.back else marker.form


def _form(die: Die) -> str:
    return "cube" if len(die.faces) == CUBE_FACES else "tile"


def _marker(marker: Marker) -> Item:
    colours = light_colours()
    data: dict[str, Any] = {
        "kind": marker.form,
        "width": marker.width,
        "height": marker.height,
        "paint": colours[marker.paint or "edge-strong"],
        # The back of a secret says no more than whose it is.
        "back-paint": colours["ink-soft" if marker.owner is None else f"seat-{marker.owner}"],
        "words": marker.words,
        "back": marker.back,
        "icon": marker.icon,
    }
    if marker.form == "standee":
        return Item(marker.width, 2 * (marker.height + FLAP), data | {"flap": FLAP})
    if marker.form == "cube":
        return _net(marker.width, data | {"faces": [marker.words] * CUBE_FACES})
    if marker.form == "tile" and marker.back:
        return Item(marker.width, 2 * marker.height, data)
    return Item(marker.width, marker.height, data)


def _die(die: Die) -> Item:
    paint = light_colours()["ink-soft"]
    if len(die.faces) == CUBE_FACES:
        one, two, three, four, five, six = die.faces
        # A row of four, then the one above and the one below its second face: opposite faces add up to seven.
        faces = [one, two, six, five, three, four]
        return _net(DIE_SIZE, {"kind": "cube", "faces": faces, "paint": paint})
    front, back = die.faces
    data = {"kind": "tile", "width": COIN_SIZE, "height": COIN_SIZE, "paint": paint, "back-paint": paint}
    return Item(COIN_SIZE, 2 * COIN_SIZE, data | {"words": front, "back": back, "icon": "cog"})


def _net(side: float, data: dict[str, Any]) -> Item:
    return Item(4 * side + TAB, 3 * side + 2 * TAB, data | {"side": side, "tab": TAB})
