"""A candidate's games in parts, as bytes that can be played where there is no database. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from games import catalog
from games.engine import codec
from games.engine.errors import BadOptions
from games.lab.measuring.packages import DraftData, edition_of
from games.lab.measuring.records import GameRecord, play_game
from games.lab.measuring.setup import DEALS_IN_SHARD, EDITION, Setup, key_of
from games.lab.measuring.shards import pack


class Portion(Struct, frozen=True):
    """The deals from *first* up to *end* of a candidate. *key:* of the setup where the search goes on."""

    setup: Setup
    draft: DraftData
    first: int
    end: int
    key: str


def deals_played(setup: Setup, draft: DraftData, deals: range) -> Iterator[GameRecord]:
    """Yield the games of *deals* with the edition that *draft* makes, two a deal, in order."""
    with catalog.lending(setup.title, [edition_of(draft)]):
        for deal in deals:
            for turned in (False, True):
                yield play_game(setup, EDITION, draft.slug, deal, turned)


def portions_of(setup: Setup, draft: DraftData, deals: range) -> dict[int, bytes]:
    """Return *deals* as portions for `play_portion`, by the number of the first deal."""
    with catalog.lending(setup.title, [edition_of(draft)]):
        key = key_of(setup)
    return {
        first: codec.pack(Portion(setup, draft, first, min(first + DEALS_IN_SHARD, deals.stop), key))
        for first in range(deals.start, deals.stop, DEALS_IN_SHARD)
    }


def play_portion(data: bytes) -> bytes:
    """Return the games of a portion, wherever this is called.

    *Raises:* `BadOptions` if the rules here aren't those of the place where the search goes on.
    """
    portion = codec.unpack(Portion, data)
    with catalog.lending(portion.setup.title, [edition_of(portion.draft)]):
        if key_of(portion.setup) != portion.key:
            raise BadOptions("The cluster has other rules than this site: give both the same version.")
    return pack(deals_played(portion.setup, portion.draft, range(portion.first, portion.end)))
