"""Pictures that other programs show beside a link to a card, a rule or a game.

The worker draws them when the data changes, an edition's all at once; fetching a page never has one drawn.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.urls import reverse
from django_tasks import task

from cards.exports.drawing import CARD_WIDTH, compile_pngs, drawn, look_of, ppi_for
from cards.exports.look import templates_version
from games import catalog
from games.engine.cards import Card
from rules.document.books import Book
from rules.wiki.stored_books import all_books, stored_book
from scrapsite.common.typesetting import kept
from scrapsite.common.typesetting.look import light_colours
from scrapsite.common.typesetting.running import typeset
from scrapsite.server.work.queues import LONG

WIDTH, HEIGHT = 1200, 630
# A face alone is for pages that show the card among their own words.
FACE_WIDTH, FACE_HEIGHT = 504, 704
RULES = Path(__file__).parent / "template" / "rules.typ"
# The templates count in points; so many to an inch make each of them one pixel.
_PPI = 72
_MOST_WORDS = 900
_KEPT = 16
_PAINTS = ("floor", "ink", "rust", "hazard")
_SITE = "SCRAPSITE"
# Code that changes nothing of a card's job or of these leaves its pictures, and their addresses, as they are.
_SHARED, _FACES = "share.typ", "faces.typ"


@dataclass(frozen=True)
class Album:
    """The pictures of an edition, or of all games. *kind:* `cards`, `rules` or `games`.

    *digest:* what they are kept under.
    """

    kind: str
    game: str
    edition: str
    digest: str


def card_picture(card: Card) -> str:
    """Return the path of the picture of *card*, or an empty string while there is none."""
    return _path(_cards_digest(card.game, card.edition), card.slug)


def face_picture(card: Card) -> str:
    """Return the path of the picture of the face of *card* alone, or an empty string while there is none."""
    return _path(_cards_digest(card.game, card.edition), _face_name(card.slug))


def rule_picture(book: Book, anchor: str) -> str:
    """Return the path of the picture of a paragraph of *book*, or an empty string while there is none."""
    return _path(_rules_digest(book), anchor)


def game_picture(game: str) -> str:
    """Return the path of the picture of the game *game*, or an empty string while there is none."""
    return _path(_games_digest(), game)


def ask_for_all() -> int:
    """Have the worker draw every picture that is missing; return how many albums it was asked for."""
    return sum(_ask_for(album) for album in _albums())


def ask_for_rules(game: str, edition: str) -> None:
    """Have the worker draw the pictures of the rulebook in force."""
    _ask_for(_of_book(stored_book(game, edition)))


@task(queue_name=LONG)
def draw_album(kind: str, game: str, edition: str, digest: str) -> None:
    """Draw the pictures of an album; nothing if that is done, or if what they show has changed since."""
    if _album(kind, game, edition).digest == digest and not kept.is_done(digest):
        kept.make(digest, lambda tell: _PAGES[kind](game, edition) | {kept.LASTING: b""})


def _ask_for(album: Album) -> bool:
    kept.make_last(album.digest)
    told = album.kind, album.game, album.edition, album.digest
    return kept.ask(album.digest, lambda: draw_album.enqueue(*told))


def _album(kind: str, game: str, edition: str) -> Album:
    if kind == "games":
        return _of_games()
    return _of_book(stored_book(game, edition)) if kind == "rules" else _of_cards(game, edition)


def _albums() -> Iterator[Album]:
    yield _of_games()
    for title in catalog.titles():
        for edition in title.editions:
            yield _of_cards(title.slug, edition)
    for books in all_books().values():
        for book in books:
            yield _of_book(book)


def _of_games() -> Album:
    return Album("games", "", "", _games_digest())


def _of_cards(game: str, edition: str) -> Album:
    return Album("cards", game, edition, _cards_digest(game, edition))


def _of_book(book: Book) -> Album:
    return Album("rules", book.game, book.edition, _rules_digest(book))


@cache
def _games_digest() -> str:
    return _digest("games", _games_job(), RULES.read_text(encoding="utf-8"))


@lru_cache(maxsize=_KEPT)
def _cards_digest(game: str, edition: str) -> str:
    return _digest(
        "cards and faces", _cards_job(game, edition), templates_version(_SHARED, _FACES), FACE_WIDTH
    )


@lru_cache(maxsize=_KEPT)
def _rules_digest(book: Book) -> str:
    return _digest("rules", _rules_job(book), RULES.read_text(encoding="utf-8"))


def _digest(*told: Any) -> str:
    return hashlib.blake2b(json.dumps(told, sort_keys=True).encode(), digest_size=12).hexdigest()


def _games_job() -> dict[str, Any]:
    games = [{"name": title.name, "words": title.tagline} for title in catalog.titles()]
    return {"site": _SITE, "paints": _paints(), "book": "Scrap-robot games", "rules": games}


def _cards_job(game: str, edition: str) -> dict[str, Any]:
    cards = catalog.edition(game, edition).cards
    return {"site": _SITE, "paints": _paints(), "look": look_of(cards), "cards": drawn(cards)}


def _rules_job(book: Book) -> dict[str, Any]:
    rules = [
        {"name": f"{part.label} {part.heading}".strip(), "words": _shortened(part.text)}
        for part in book.paragraphs
    ]
    return {"site": _SITE, "paints": _paints(), "book": f"{book.title} {book.edition}: rules", "rules": rules}


def _games(game: str, edition: str) -> dict[str, bytes]:
    return _named([title.slug for title in catalog.titles()], typeset(RULES, _games_job(), "png", _PPI))


def _cards(game: str, edition: str) -> dict[str, bytes]:
    slugs, job = [card.slug for card in catalog.edition(game, edition).cards], _cards_job(game, edition)
    faces = compile_pngs(_FACES, job | {"backs": []}, ppi_for(FACE_WIDTH, CARD_WIDTH))
    return _named(slugs, compile_pngs(_SHARED, job, _PPI)) | _named([*map(_face_name, slugs)], faces)


def _rules(game: str, edition: str) -> dict[str, bytes]:
    book = stored_book(game, edition)
    return _named(list(book.by_anchor), typeset(RULES, _rules_job(book), "png", _PPI))


_PAGES = {"games": _games, "cards": _cards, "rules": _rules}


def _named(names: list[str], pages: list[bytes]) -> dict[str, bytes]:
    return {f"{name}.png": page for name, page in zip(names, pages, strict=True)}


def _face_name(slug: str) -> str:
    """Return the name of the picture of a face, which no slug can be: those have no dot."""
    return f"{slug}.face"


def _path(digest: str, name: str) -> str:
    file = f"{name}.png"
    return reverse("scrapsite:picture", args=(digest, file)) if kept.find(digest, file) else ""


def _shortened(words: str) -> str:
    return words if len(words) <= _MOST_WORDS else words[: _MOST_WORDS - 1].rpartition(" ")[0] + " …"


def _paints() -> dict[str, str]:
    return {name: light_colours()[name] for name in _PAINTS}
