"""The archive of a whole game: what is in it, and the name under which it is kept."""

import hashlib
import io
import zipfile
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import msgspec

from cards.exports.kits.box import MOST_FILES, Finish, printed
from cards.exports.lists import CardList
from cards.exports.look import look_version
from games import catalog
from games.engine.kit import Kit
from rules.booklets import tasks as booklets
from rules.booklets.job import TEMPLATE, digest_of, job_of
from rules.document.books import Book
from scrapsite.boxes.changes import changes_of
from scrapsite.boxes.note import note_of
from scrapsite.common.typesetting import kept
from scrapsite.common.typesetting.running import typeset

ARCHIVE = "box.zip"
BOOKLET, NOTE = "rulebook.pdf", "README.txt"
# Archives of the same contents have the same bytes, whenever they are made.
_MOMENT = (2020, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Box:
    """A game to print. *cards:* of its edition. *book:* its rulebook in force."""

    game: str
    edition: str
    cards: CardList
    book: Book
    finish: Finish

    @property
    def kit(self) -> Kit:
        """What people need to play it."""
        return catalog.kit(self.game, self.edition)

    @cached_property
    def changes(self) -> list[str]:
        """What differs from the edition whose rulebook it has, in words; empty unless it is a draft."""
        return changes_of(self.game, self.edition)

    @cached_property
    def digest(self) -> str:
        """The name under which the archive is kept; it changes with anything visible."""
        finish, cards, title = self.finish, self.cards, catalog.title(self.game)
        told = [
            [finish.paper.slug, finish.has_bleed, finish.is_light],
            [cards.name, cards.credits, cards.cards],
            [title.name, title.icon, title.seats, title.minutes],
            self.kit,
            [look_version(), digest_of(self.book), _version()],
            self.changes,
        ]
        return hashlib.blake2b(msgspec.json.encode(told), digest_size=12).hexdigest()


def make(box: Box, tell: kept.Tell) -> bytes:
    """Return the archive. *tell:* counts its files."""

    def tell_of_parts(doing: str, done: int, of: int) -> None:
        tell(doing, done, of + 1)

    files = printed(box.kit, box.cards, box.finish, _numbers(box.book), tell_of_parts)
    tell("Setting the rulebook", MOST_FILES, MOST_FILES + 1)
    files[BOOKLET] = _booklet(box.book)
    files[NOTE] = note_of(box.kit, box.cards, box.book.head, box.finish, files, box.changes).encode()
    return _archive(files)


def _booklet(book: Book) -> bytes:
    """Return the booklet, set already if somebody has asked for it before."""
    path = kept.find(digest_of(book), booklets.FILE)
    return path.read_bytes() if path else typeset(TEMPLATE, job_of(book), "pdf")[0]


def _numbers(book: Book) -> dict[str, str]:
    return {anchor: paragraph.number for anchor, paragraph in book.by_anchor.items()}


def _archive(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _MOMENT), body, zipfile.ZIP_DEFLATED)
    return made.getvalue()


@cache
def _version() -> str:
    """Return a digest of how the archive is put together."""
    sources = [path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))]
    return hashlib.blake2b(b"".join(sources), digest_size=12).hexdigest()
