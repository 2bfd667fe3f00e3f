"""Words for the log and the buttons: places, counts, and lists of part types."""

from collections.abc import Sequence

from games.titles.scrapyard.state import COLUMNS

PART_NAMES = {
    "gear": "Gears",
    "piston": "Pistons",
    "battery": "Batteries",
    "circuit": "Circuits",
    "lens": "Lenses",
    "plating": "Plating",
}


_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()


def number_word(number: int) -> str:
    """Return *number* as a text writes it: `two`, `13`."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def where(place: int) -> str:
    """Return a place for people to read, with row and column counted from 1."""
    return f"row {place // COLUMNS + 1}, column {place % COLUMNS + 1}"


def spot(place: int) -> str:
    """Return a place as the board names it: `2-3` for row 2, column 3."""
    return f"{place // COLUMNS + 1}-{place % COLUMNS + 1}"


def count(number: int, noun: str) -> str:
    """Return *number* with its noun: `1 cube`, `2 cubes`."""
    return f"{number} {noun}" if number in (1, -1) else f"{number} {noun}s"


def names(tiles: Sequence[str]) -> str:
    """Return the parts that the tiles ask for as a list of words: `Gears and Lenses`."""
    return _listed([PART_NAMES[tile] for tile in tiles])


def tile_names(tiles: Sequence[str]) -> str:
    """Return the tiles as a list of words: `Gear and Lens`."""
    return _listed([tile.capitalize() for tile in tiles])


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def corner_words(corner: str) -> str:
    """Return a corner in words: `top left`."""
    return corner.replace("-", " ")
