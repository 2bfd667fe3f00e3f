"""The picture of a moment, for what others show where a link to it is shared: what everybody could see."""

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

from games import boards
from games.boards.keeping import Keeper
from games.boards.thumbnails import WIDTH, thumbnail
from games.engine.viewers import SPECTATOR
from games.matches.models import Match
from games.pictures.shapes import TOKENS, Shape
from games.replay.moments import PUBLIC, Replay, replay
from scrapsite.common.typesetting.look import light_colours

SIZE = (1200, 630)
# Pictures of so many bytes are kept, to be asked for again.
_kept: Keeper[bytes] = Keeper(8 * 2**20, len)
_BIG, _MIDDLE, _SMALL = 64, 40, 28
_SCALE = 640 / WIDTH
_FONTS = {"stencil": "share-tech-mono-latin-400-normal", "bold": "roboto-mono-latin-700-normal"}


def picture(match: Match, step: int | None) -> bytes:
    """Return the moment of *match* at *step*, as the public counts, or the newest for None, as a PNG.

    *Raises:* `Http404`, `RulesChanged`, as `moments.replay` does.
    """
    shown = replay(match, SPECTATOR, PUBLIC, step, None)
    scores = boards.standing(match.title, shown.board.view)
    names = [seat.name for seat in shown.board.seats]
    key = match.pk, shown.place.step, *names
    found = _kept.get(key)
    if found is None:
        found = _drawn(shown, names, scores, thumbnail(match, shown.board.view))
        _kept.put(key, found)
    return found


def _drawn(shown: Replay, names: Sequence[str], scores: Sequence[int], shapes: Sequence[Shape]) -> bytes:
    page = Image.new("RGB", SIZE, _paint("floor"))
    pen = ImageDraw.Draw(page)
    pen.rectangle((0, 0, SIZE[0], 16), _paint("hazard"))
    pen.text((48, 40), "SCRAPSITE", _paint("rust"), _font("stencil", _SMALL))
    pen.text((48, 76), shown.board.title_name, _paint("ink"), _font("stencil", _BIG))
    pen.rectangle((48, 180, 48 + 640, 180 + 400), _paint("plate"), _paint("edge-strong"), 2)
    for shape in shapes:
        _put(pen, shape)
    for seat, name in enumerate(names):
        top = 180 + 92 * seat
        pen.rectangle((728, top + 8, 760, top + 40), _paint(f"seat-{seat}"))
        pen.text((776, top), _short(name), _paint("ink"), _font("bold", _MIDDLE))
        if scores:
            worth = abs(scores[seat])
            words = f"{worth} {boards.score_words(shown.board, worth)}"
            pen.text((776, top + 50), words, _paint("ink-soft"), _font("stencil", _SMALL))
    pen.text((728, 540), f"Step {shown.place.step}", _paint("rust"), _font("stencil", _MIDDLE))
    out = BytesIO()
    page.save(out, "PNG", optimize=False, compress_level=6)
    return out.getvalue()


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
