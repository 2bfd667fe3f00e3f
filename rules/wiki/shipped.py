"""The rulebooks that come with the site: files of `rules/text/<game>/<edition>.md`.

Each edition begins with them; what people made of them since is in the database (`rules.wiki.stored_books`).
What the engines cite is checked against these, so that code and text of one version of the site agree.
"""

import hashlib
import re
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from rules.document.blocks import Block, split
from rules.document.books import RESERVED, Book, BookError, Head, assemble
from rules.document.markup import convert_block

TEXT = Path(__file__).parents[1] / "text"

# What stands for the date of an edition if nobody knows when it came out.
UNDATED = "undated"

_NAME = re.compile(r"[a-z0-9][a-z0-9.-]*\Z")
_KEYS = {"title", "edition", "date", "summary", "source", "credit", "licence"}


@dataclass(frozen=True, eq=False)
class ShippedBook:
    """The contents of a file. *digest:* of the file, which shows whether its text has changed."""

    book: Book
    blocks: tuple[Block, ...]
    digest: str


@cache
def games() -> tuple[str, ...]:
    """Return the slugs of the games that have a shipped rulebook, in order."""
    return tuple(sorted(folder.name for folder in TEXT.iterdir() if folder.is_dir()))


@cache
def files(game: str) -> tuple[ShippedBook, ...]:
    """Return the game's shipped editions, newest first; empty for a game without any."""
    found = [read_file(path) for path in sorted((TEXT / game).glob("*.md"))] if game in games() else []
    return tuple(sorted(found, key=lambda shipped: shipped.book.date or date.min, reverse=True))


def book(game: str, edition: str) -> Book:
    """Return the shipped rulebook. *Raises:* KeyError when there is none."""
    path = TEXT / f"{game}/{edition}.md"
    if not (_NAME.match(game) and _NAME.match(edition) and path.is_file()):
        raise KeyError(f"{game}:{edition}")
    return read_file(path).book


@cache
def other_senses(game: str) -> tuple[str, ...]:
    """Return the phrases in which a word of the game's glossary means something else; case doesn't count.

    They stand in `rules/text/<game>/other-senses.txt`, one on a line.
    """
    path = TEXT / f"{game}/other-senses.txt"
    return tuple(path.read_text(encoding="utf-8").splitlines()) if path.is_file() else ()


def anchors(game: str, edition: str) -> frozenset[str]:
    """Return everything of the book that can be cited. *Raises:* KeyError when there is no such book."""
    return frozenset(book(game, edition).by_anchor)


@cache
def read_file(path: Path) -> ShippedBook:
    """Return the rulebook in the file. *Raises:* BookError when it isn't a proper one; it says which."""
    source = path.read_text(encoding="utf-8")
    try:
        head, body = _front_matter(path, source)
        blocks = tuple(_block(text) for text in split(body))
        made = assemble(head, [block.rendered for block in blocks])
    except BookError as error:
        raise BookError(f"{path.name}: {error}", error.place) from None
    return ShippedBook(made, blocks, hashlib.sha256(source.encode()).hexdigest())


def _block(text: str) -> Block:
    try:
        return Block(text, convert_block(text))
    except ValueError as error:
        raise BookError(f"“{text[:50]}”: {error}") from None


def _front_matter(path: Path, source: str) -> tuple[Head, str]:
    """Split `key: value` lines between two lines of three dashes from the text below them."""
    parts = source.split("---\n", 2)
    if len(parts) != 3 or parts[0]:
        raise BookError("It has no front matter.")
    pairs = (line.split(":", 1) for line in parts[1].splitlines() if line.strip())
    said = {key.strip(): value.strip() for key, value in pairs}
    missing = _KEYS - said.keys()
    if missing:
        raise BookError(f"It doesn't say its {', '.join(sorted(missing))}.")
    if said["edition"] != path.stem:
        raise BookError(f"It says it is edition {said['edition']}.")
    if reserved := RESERVED & {path.stem, path.parent.name}:
        raise BookError(f"{min(reserved)} can't be its name: addresses use the word for something else.")
    words = {key: said[key] for key in ("title", "summary", "source", "credit", "licence")}
    day = None if said["date"] == UNDATED else date.fromisoformat(said["date"])
    return Head(game=path.parent.name, edition=said["edition"], date=day, **words), parts[2]
