"""Makes the files of `rules/citations/checked`: what the program was checked against.

Nobody can compute whether a program does what a text says. So the digest of a cited paragraph's words is
recorded when it is first cited, and from then on it changes only when somebody says that they have checked
the new words (`manage.py index_citations --confirm`).
"""

import json
from collections.abc import Collection
from functools import cache
from pathlib import Path

from rules.document.blocks import words_digest
from rules.document.books import Book
from rules.reading.indexing.index import index
from rules.wiki import shipped
from rules.wiki.citations import CHECKED, Index

Digests = dict[str, dict[str, str]]


def checked_texts(confirmed: Collection[str] = ()) -> dict[Path, str]:
    """Return what the files of all games should say. *confirmed:* names of paragraphs, as `unchecked` has."""
    return {_path(game): _json(_checked(game, confirmed)) for game in shipped.games()}


def unchecked() -> list[str]:
    """Return the cited paragraphs whose words aren't those that were checked: `scrapbots:3.6:attack-1`."""
    return [
        _name(book, anchor)
        for game in shipped.games()
        for book, digests in _present(game)
        for anchor, digest in digests.items()
        if _stored(game).get(book.edition, {}).get(anchor, digest) != digest
    ]


def _checked(game: str, confirmed: Collection[str]) -> Digests:
    stored = _stored(game)
    return {
        book.edition: {
            anchor: digest
            if _name(book, anchor) in confirmed
            else stored.get(book.edition, {}).get(anchor, digest)
            for anchor, digest in sorted(digests.items())
        }
        for book, digests in _present(game)
    }


@cache
def _present(game: str) -> tuple[tuple[Book, dict[str, str]], ...]:
    """Return each shipped book with the digests of its paragraphs that the program or its tests cite."""
    found = Index.parse(index(game))
    named = {anchor for anchor, cited in found.cited.items() if cited.is_named}
    books = sorted((file.book for file in shipped.files(game)), key=lambda book: book.edition)
    return tuple((book, _digests(book, named | found.cards.get(book.edition, {}).keys())) for book in books)


def _digests(book: Book, anchors: Collection[str]) -> dict[str, str]:
    found = book.by_anchor.items()
    return {anchor: words_digest(paragraph.html) for anchor, paragraph in found if anchor in anchors}


def _stored(game: str) -> Digests:
    path = _path(game)
    return json.loads(path.read_text("utf-8")) if path.is_file() else {}


def _path(game: str) -> Path:
    return CHECKED / f"{game}.json"


def _json(digests: Digests) -> str:
    return json.dumps(digests, indent=1) + "\n"


def _name(book: Book, anchor: str) -> str:
    return f"{book.game}:{book.edition}:{anchor}"
