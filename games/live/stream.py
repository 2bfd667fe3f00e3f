"""The stream of a user's matches; see docs/decisions/0017-the-stream.md.

Each process polls the database for its own readers, with two queries a round for all of them, so it doesn't
matter which process made a change.
"""

import asyncio
import contextlib
import logging
import math
import secrets
import time
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from typing import Any

from channels.db import database_sync_to_async
from django.core.cache import cache

from games.engine import codec
from games.live.following import Change, Known, Line, alive, changes, invited, news
from scrapsite.common import limits
from scrapsite.common.errors import TooMany
from scrapsite.server import bounds

logger = logging.getLogger(__name__)

ROUND_SECONDS = 0.25
ALIVE_SECONDS = 15.0
LONGEST_SECONDS = 3600.0
MOST_WAITING = 1000
# A place is given back when its stream ends. The places of a killed process expire after this time.
PLACE_SECONDS = 60


def write(lines: list[Line]) -> bytes:
    """Return *lines* as bytes to send, one JSON object a line."""
    return "".join(f"{codec.to_json(line)}\n" for line in lines).encode()


class Place:
    """A place for one stream among those that a user and an address may have open, over all processes.

    *Raises:* `TooMany`.
    """

    def __init__(self, user_id: int, address: str) -> None:
        self._holder = secrets.token_hex(8)
        self._keys: list[str] = []
        try:
            self._take(f"stream:{user_id}", bounds.STREAMS_PER_ACCOUNT)
            most = limits.scaled(bounds.STREAMS_PER_ADDRESS)
            if most != math.inf:
                self._take(f"stream:at:{address}", max(1, int(most)))
        except TooMany:
            self.give_back()
            raise

    def keep(self) -> None:
        """Keep the place for another `PLACE_SECONDS`."""
        cache.set_many(dict.fromkeys(self._keys, self._holder), PLACE_SECONDS)

    def give_back(self) -> None:
        """Free the place for another stream."""
        held = cache.get_many(self._keys)
        cache.delete_many([key for key, holder in held.items() if holder == self._holder])

    def _take(self, name: str, most: int) -> None:
        keys = [f"{name}:{number}" for number in range(most)]
        taken = cache.get_many(keys)
        free = (key for key in keys if key not in taken and cache.add(key, self._holder, PLACE_SECONDS))
        found = next(free, None)
        if found is None:
            raise TooMany(PLACE_SECONDS)
        self._keys.append(found)


@dataclass(eq=False, slots=True)
class Reader:
    """The reader of a stream. *is_welcome:* returns whether their session or token is still valid."""

    known: Known
    place: Place
    is_welcome: Callable[[], bool]
    lines: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))

    async def follow(self) -> AsyncGenerator[bytes, None]:
        """Yield news and `alive` lines; end after an hour, or when the reader is no longer welcome."""
        now = time.monotonic()
        end, next_check = now + LONGEST_SECONDS, now + ALIVE_SECONDS
        watch.add(self)
        try:
            while time.monotonic() < end:
                try:
                    part = await asyncio.wait_for(self.lines.get(), max(0.0, next_check - time.monotonic()))
                except TimeoutError:
                    next_check = time.monotonic() + ALIVE_SECONDS
                    part = await database_sync_to_async(self._sign_of_life)()
                if part is None:
                    return
                yield part
        finally:
            watch.remove(self)
            self.place.give_back()

    def _sign_of_life(self) -> bytes | None:
        """Return the line `alive` and keep the place, or None if the reader is no longer welcome."""
        self.place.keep()
        return write([alive()]) if self.is_welcome() else None

    def put(self, part: bytes | None) -> None:
        """Queue *part*; None ends the stream, and so does a full queue: the reader is too slow."""
        with contextlib.suppress(asyncio.QueueFull):
            self.lines.put_nowait(part)
            return
        while not self.lines.empty():
            self.lines.get_nowait()
        self.lines.put_nowait(None)


class Watch:
    """The readers in this process, and the task that looks for news while there are any."""

    def __init__(self) -> None:
        self._readers: set[Reader] = set()
        self._task: asyncio.Task[None] | None = None

    def add(self, reader: Reader) -> None:
        """Add *reader*, and start the task if it isn't running."""
        self._readers.add(reader)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._go_round())

    def remove(self, reader: Reader) -> None:
        """Remove *reader*; the task ends with the last one."""
        self._readers.discard(reader)
        if not self._readers and self._task is not None:
            self._task.cancel()
            self._task = None

    async def _go_round(self) -> None:
        while self._readers:
            await asyncio.sleep(ROUND_SECONDS)
            readers = list(self._readers)
            try:
                found = await database_sync_to_async(_look)(readers)
            except Exception:
                logger.exception("The stream's watch stumbled.")
                await asyncio.sleep(1)
                continue
            for reader, part in found:
                reader.put(part)


watch = Watch()


def _look(readers: list[Reader]) -> list[tuple[Reader, bytes | None]]:
    """Return what is new, as bytes to send, for each of *readers* that has news; None ends the stream."""
    users = {reader.known.user.pk for reader in readers}
    by_user: dict[int, list[Change]] = {}
    for change in changes(users):
        by_user.setdefault(change.user, []).append(change)
    asked = invited(users)
    found: list[tuple[Reader, bytes | None]] = []
    for reader in readers:
        key: Any = reader.known.user.pk
        try:
            lines = news(reader.known, by_user.get(key, []), key in asked)
        except Exception:
            # It has noted some as sent. After a reconnection none is missing, and the others have theirs.
            logger.exception("The stream can’t tell user %s what is new.", key)
            found.append((reader, None))
            continue
        if lines:
            found.append((reader, write(lines)))
    return found
