"""The picture of a moment, for what others show where a link to it is shared: what everybody could see."""

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

from games.boards.thumbnails import WIDTH, figures, legend, moment, thumbnail
from games.matches.models import Match
from games.pictures.shapes import TOKENS, Shape
from games.replay.moments import Replay
from scrapsite.common.typesetting.look import light_colours

SIZE = (1200, 630)
_BIG, _MIDDLE, _SMALL = 64, 40, 28
_SCALE = 640 / WIDTH
# Where the words about the players begin.
_RIGHT = 728
# Every paint stays as it is; only the edges of letters come near.
_COLOURS = 64
_FONTS = {"stencil": "share-tech-mono-latin-400-normal", "bold": "roboto-mono-latin-700-normal"}


def drawn(match: Match, shown: Replay, names: Sequence[str]) -> bytes:
    """Return the moment *shown* of *match*, as the public knows it, as a PNG. *names:* of its players."""
    view = shown.board.view
    page = Image.new("RGB", SIZE, _paint("floor"))
    pen = ImageDraw.Draw(page)
    pen.rectangle((0, 0, SIZE[0], 16), _paint("hazard"))
    pen.text((48, 40), "SCRAPSITE", _paint("rust"), _font("stencil", _SMALL))
    pen.text((48, 76), shown.board.title_name, _paint("ink"), _font("stencil", _BIG))
    pen.rectangle((48, 180, 48 + 640, 180 + 400), _paint("plate"), _paint("edge-strong"), 2)
    pen.text((_RIGHT, 106), moment(match, view), _paint("ink-soft"), _font("stencil", _SMALL + 8))
    for shape in thumbnail(match, view):
        _put(pen, shape)
    _explain(pen, match)
    said = figures(match, view)
    for seat, name in enumerate(names):
        top = 180 + 92 * seat
        pen.rectangle((_RIGHT, top + 8, _RIGHT + 32, top + 40), _paint(f"seat-{seat}"))
        pen.text((_RIGHT + 48, top), _short(name), _paint("ink"), _font("bold", _MIDDLE))
        if said:
            pen.text((_RIGHT + 48, top + 50), said[seat], _paint("ink-soft"), _font("stencil", _SMALL))
    out = BytesIO()
    small = page.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    small.save(out, "PNG", optimize=False, compress_level=6)
    return out.getvalue()


def _explain(pen: ImageDraw.ImageDraw, match: Match) -> None:
    """Say below the board what its shapes are."""
    left, middle = 48.0, 605.0
    for sign, words in legend(match):
        width, height = sign.width * _SCALE, sign.height * _SCALE
        box = (left, middle - height / 2, left + width, middle + height / 2)
        put = pen.ellipse if sign.form == "disc" else pen.rectangle
        put(box, _paint(sign.paint), _paint("edge-strong"), 2)
        left += width + 10
        pen.text((left, middle), words, _paint("ink"), _font("stencil", _SMALL), anchor="lm")
        left += _font("stencil", _SMALL).getlength(words) + 32


def _put(pen: ImageDraw.ImageDraw, shape: Shape) -> None:
    left, top = 48 + shape.left * _SCALE, 180 + shape.top * _SCALE
    box = (left, top, left + shape.width * _SCALE, top + shape.height * _SCALE)
    if shape.form == "disc":
        pen.ellipse(box, _paint(shape.paint), _paint("white"), 2)
    else:
        pen.rectangle(box, _paint(shape.paint))


def _short(name: str) -> str:
    return name if len(name) <= 16 else f"{name[:15]}…"


def _paint(name: str) -> str:
    return light_colours()[TOKENS.get(name, name)]


@cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(Path(settings.BASE_DIR) / "static" / "fonts" / f"{_FONTS[name]}.woff2", size)
