"""Single faces as pictures, in an archive."""

import io
import zipfile
from collections.abc import Iterator
from typing import Any

from cards.exports.drawing import back_of, compile_pngs, drawn, look_of
from cards.exports.lists import CardList, spread
from games.engine.cards import Card
from scrapsite.common.typesetting.kept import Tell

RESOLUTIONS = (300, 600)
# So many dots to an inch, of all faces at a time, stay well below the time limit of a drawing.
_AT_A_TIME = 3000
_MOMENT = (2020, 1, 1, 0, 0, 0)


def face_archive(cards: CardList, dpi: int, tell: Tell) -> bytes:
    """Return a picture of every different face and back. *tell:* counts the faces."""
    faces, look = spread(cards).cards, look_of(cards.cards)
    made = io.BytesIO()
    # Pictures are compressed already.
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        step = _AT_A_TIME // dpi
        for start in range(0, len(faces), step):
            tell("Drawing the cards", start, len(faces))
            for name, body in _pictures(look, faces[start : start + step], (), dpi):
                archive.writestr(zipfile.ZipInfo(name, _MOMENT), body)
        for name, body in _pictures(look, (), cards.games, dpi):
            archive.writestr(zipfile.ZipInfo(name, _MOMENT), body)
    return made.getvalue()


def _pictures(
    look: dict[str, Any], faces: tuple[Card, ...], games: tuple[str, ...], dpi: int
) -> Iterator[tuple[str, bytes]]:
    backs = [back_of(game) for game in games]
    names = [f"{card.game}-{card.slug}.png" for card in faces] + [f"{game}-back.png" for game in games]
    pictures = compile_pngs("faces.typ", {"look": look, "cards": drawn(faces), "backs": backs}, dpi)
    yield from zip(names, pictures, strict=True)
