"""Single faces as pictures, in an archive."""

import io
import re
import zipfile
from collections.abc import Sequence
from typing import Any

from cards.exports.drawing import back_of, compile_pngs, drawn, look_of
from cards.exports.lists import CardList, spread
from games.engine.cards import Card
from scrapsite.common.typesetting.kept import Tell

RESOLUTIONS = (300, 600)
# So many dots to an inch, of all faces at a time, stay well below the time limit of a drawing.
_AT_A_TIME = 3000
_NOT_IN_NAMES = re.compile(r"\W+")
_MOMENT = (2020, 1, 1, 0, 0, 0)


def face_archive(cards: CardList, dpi: int, tell: Tell) -> bytes:
    """Return a picture of every different face and back. *tell:* counts the faces."""
    faces, look = spread(cards).cards, look_of(cards.cards)
    names = _names_of(faces)
    made = io.BytesIO()
    # Pictures are compressed already.
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        step = _AT_A_TIME // dpi
        for start in range(0, len(faces), step):
            tell("Drawing the cards", start, len(faces))
            _put(archive, names[start : start + step], _pictures(look, faces[start : start + step], (), dpi))
        _put(archive, [f"{game}-back.png" for game in cards.games], _pictures(look, (), cards.games, dpi))
    return made.getvalue()


def _names_of(faces: Sequence[Card]) -> list[str]:
    """Return the names of the pictures of *faces*: with the edition if some game has several among them."""
    editions = {(card.game, card.edition) for card in faces}
    if len(editions) == len({game for game, _ in editions}):
        return [f"{card.game}-{card.slug}.png" for card in faces]
    return [f"{card.game}-{_NOT_IN_NAMES.sub('-', card.edition)}-{card.slug}.png" for card in faces]


def _pictures(look: dict[str, Any], faces: tuple[Card, ...], games: tuple[str, ...], dpi: int) -> list[bytes]:
    backs = [back_of(game) for game in games]
    return compile_pngs("faces.typ", {"look": look, "cards": drawn(faces), "backs": backs}, dpi)


def _put(archive: zipfile.ZipFile, names: Sequence[str], pictures: Sequence[bytes]) -> None:
    for name, body in zip(names, pictures, strict=True):
        archive.writestr(zipfile.ZipInfo(name, _MOMENT), body)
