"""How much room words take in the site's fonts, and the largest size in which they fit.

A program that draws our cards elsewhere cuts off what doesn't fit, so sizes are chosen here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from PIL import ImageFont

from scrapsite.common.typesetting.look import font_folder

POINTS_PER_CM = 72 / 2.54
# Fonts are measured at this size, where rounding no longer counts.
_MEASURED_AT = 2000
# Windows rounds the width of each letter to pixels, so a line is counted as a little longer than it is.
_ROUNDING = 1.03


@dataclass(frozen=True)
class Face:
    """A font. *name:* as programs know it; *file:* among the unpacked fonts.

    *line:* from one line to the next, in sizes of the font: what Windows takes, and a little more.
    """

    name: str
    file: str
    line: float


STENCIL = Face("Share Tech Mono", "share-tech-mono-latin-400-normal", 1.15)
PLAIN = Face("Roboto Mono", "roboto-mono-latin-400-normal", 1.34)
BOLD = Face("Roboto Mono", "roboto-mono-latin-700-normal", 1.34)


@dataclass(frozen=True)
class Room:
    """A place for words. *left*, *top*, *width*, *height:* in centimetres."""

    left: float
    top: float
    width: float
    height: float


def width_of(words: str, face: Face, size: float) -> float:
    """Return the width of *words* in one line, in centimetres. *size:* in points."""
    return _font(face).getlength(words) / _MEASURED_AT * size * _ROUNDING / POINTS_PER_CM


def lines_of(words: str, face: Face, size: float, width: float) -> list[str]:
    """Return *words* as lines of at most *width* centimetres. A longer word has a line of its own."""
    return list(_broken(words.split(), face, size, width))


def fits(words: str, face: Face, size: float, room: Room) -> bool:
    """Return whether *words* fit into *room*, broken into lines between words."""
    lines = lines_of(words, face, size, room.width)
    height = len(lines) * size * face.line / POINTS_PER_CM
    return height <= room.height and all(width_of(line, face, size) <= room.width for line in lines)


@lru_cache(maxsize=4096)
def fitting(words: str, face: Face, room: Room, sizes: tuple[int, ...]) -> int:
    """Return the first of *sizes* in which *words* fit into *room*, or the last one."""
    return next((size for size in sizes if fits(words, face, size, room)), sizes[-1])


def _broken(words: list[str], face: Face, size: float, width: float) -> Iterator[str]:
    line = ""
    for word in words:
        longer = f"{line} {word}".strip()
        if line and width_of(longer, face, size) > width:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line


@cache
def _font(face: Face) -> ImageFont.FreeTypeFont:
    path = font_folder() / f"{face.file}.ttf"
    return ImageFont.truetype(path, _MEASURED_AT, layout_engine=ImageFont.Layout.BASIC)
