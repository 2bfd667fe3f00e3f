"""The draft edition of a match, made again from the file that the site gives with the match's record."""

import msgspec

from games import catalog
from games.engine.drafting import Changes, DraftRefused
from games.engine.errors import BadOptions
from games.engine.protocol import EditionInfo, Title


class NoDraft(Exception):
    """The file is no draft edition; the message says why."""


class _File(msgspec.Struct):
    game: str
    edition: str
    base: str
    changes: Changes


class GivenDraft:
    """What `games.catalog.connect_drafts` takes: the one draft edition of a file. *Raises:* `NoDraft`."""

    def __init__(self, data: bytes) -> None:
        try:
            self.file = msgspec.json.decode(data, type=_File)
            self.made = self._made()
        except (msgspec.MsgspecError, BadOptions, DraftRefused) as error:
            raise NoDraft(f"This isn't a draft edition: {error}") from error

    def edition(self, title: Title, slug: str) -> EditionInfo | None:
        return self.made if (title.slug, slug) == (self.file.game, self.file.edition) else None

    def name(self, slug: str) -> str:
        return slug if slug == self.file.edition else ""

    def _made(self) -> EditionInfo:
        title, base = catalog.title(self.file.game), catalog.published(self.file.game, self.file.base)
        if title.drafting is None:
            raise NoDraft(f"{title.name} can't be drafted.")
        return title.drafting.edition_from(base, self.file.changes, self.file.edition)
