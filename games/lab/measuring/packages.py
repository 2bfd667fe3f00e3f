"""A shard as bytes, with all that it takes to play its games where there is no database. Pure."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from games import catalog
from games.engine import codec
from games.engine.drafting import Changes
from games.engine.errors import BadOptions
from games.engine.protocol import EditionInfo
from games.lab.measuring.setup import Setup, key_of
from games.lab.measuring.shards import games_of, pack

MOST_KEPT = 64


class DraftData(Struct, frozen=True):
    """A draft edition as data. *changes:* JSON text of `Changes` to the published edition *base*."""

    title: str
    base: str
    changes: str
    slug: str


class Package(Struct, frozen=True):
    """Shard *number* of a report. *drafts:* its draft editions. *key:* of the setup where it was asked."""

    setup: Setup
    number: int
    drafts: tuple[DraftData, ...]
    key: str


def packaged(setup: Setup, number: int, drafts: tuple[DraftData, ...]) -> bytes:
    """Return shard *number* as `play_package` takes it."""
    return codec.pack(Package(setup, number, drafts, key_of(setup)))


def play_package(data: bytes) -> bytes:
    """Return the games of a shard as `shards.pack` stores them, wherever this is called.

    *Raises:* `BadOptions` if the rules here aren't those of the place where the report was asked for.
    """
    package = codec.unpack(Package, data)
    with catalog.lending(package.setup.title, map(edition_of, package.drafts)):
        if key_of(package.setup) != package.key:
            raise BadOptions("The cluster has other rules than this site: give both the same version.")
        return pack(games_of(package.setup, package.number))


@lru_cache(maxsize=MOST_KEPT)
def edition_of(draft: DraftData) -> EditionInfo:
    """Return the edition. *Raises:* `DraftRefused`, `BadOptions`."""
    title = catalog.title(draft.title)
    if title.drafting is None:
        raise BadOptions(f"{title.name} can’t be drafted.")
    base = catalog.published(draft.title, draft.base)
    return title.drafting.edition_from(base, codec.from_json(Changes, draft.changes), draft.slug)
