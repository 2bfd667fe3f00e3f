"""The draft edition of a match, made again from the file that the site gives with the match's record."""

import msgspec

from games import catalog
from games.engine import codec
from games.engine.drafting import Changes, DraftRefused
from games.engine.errors import BadOptions
from games.engine.protocol import EditionInfo


class NoDraft(Exception):
    """The file is no draft edition; the message says why."""


class _File(msgspec.Struct):
    game: str
    edition: str
    base: str
    changes: Changes


def given(data: bytes) -> tuple[str, EditionInfo]:
    """Return the game and the edition that a file describes. *Raises:* `NoDraft`."""
    try:
        file = codec.from_json(_File, data)
        title, base = catalog.title(file.game), catalog.published(file.game, file.base)
        if title.drafting is None:
            raise NoDraft(f"{title.name} can't be drafted.")
        return title.slug, title.drafting.edition_from(base, file.changes, file.edition)
    except (msgspec.MsgspecError, BadOptions, DraftRefused) as error:
        raise NoDraft(f"This isn't a draft edition: {error}") from error
