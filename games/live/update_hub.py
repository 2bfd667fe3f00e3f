"""Tells the open pages of a match that it has changed; see docs/decisions/0004-doorbell-by-watching.md.

While sockets are open in this process, a watcher polls the database for changes of their matches; `wake`
only makes it look earlier. So it notices steps made by any process, and a lost call costs a fraction of a
second.

Access is checked before each message: once for each visitor of a match, a few visitors at a time. Each match
has a task of its own, so a match that many watch holds up no other.

Visitors who watch with a delay get messages from the sweep only, about steps that are old enough: a message
at the time of a newer step would reveal it.
"""

import asyncio
import contextlib
import logging
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple, Protocol, TypeVar

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.base import SessionBase
from django.db.models import F
from django.utils.crypto import constant_time_compare
from django.utils.module_loading import import_string

from games.matches.access import is_late, seat_of, visible_to, visible_until
from games.matches.models import Match, Seat, Status
from games.talk.readers import reads_talk
from scrapsite.common import limits
from scrapsite.server import bounds

logger = logging.getLogger(__name__)

T = TypeVar("T")

POLL_SECONDS = 0.15
# The answer to whoever moved is drawn first: what the other pages ask for would take turns with it.
ANSWER_SECONDS = 0.015
SWEEP_SECONDS = 5.0
_CHUNK = 500
# So many visitors' access is checked at a time; then other matches have their turn.
_VISITORS_AT_ONCE = 20


class Mark(NamedTuple):
    """Where a match stands. *tick:* the number that is sent. *at:* when it changed, None if the visitor
    watches with a delay.

    *talk:* when its table talk changed, None for visitors who can't read it.
    """

    tick: int
    at: Any
    talk: Any = None

    def has_talked_since(self, when: datetime) -> bool:
        """Return whether the visitor can read what was said after *when*."""
        return self.talk is not None and self.talk > when

    def has_moved_since(self, old: "Mark") -> bool:
        """Return whether the match itself has changed, not only its table talk."""
        return (self.tick, self.at) != (old.tick, old.at)


class Socket(Protocol):
    """What the hub needs from a consumer. *session_key*, *user_id:* None for visitors who aren't signed in.

    *told:* the tick that was sent last. *talk:* the table talk has changed too.
    """

    match_id: str
    session_key: str | None
    user_id: int | None
    told: int

    async def announce(self, seq: int, *, talk: bool = False) -> None: ...

    async def hang_up(self) -> None: ...


class UpdateHub:
    """The sockets open in this process, by match.

    Call `wake` and `drop_session` from any thread, everything else from the event loop.
    """

    def __init__(self) -> None:
        self._sockets: dict[str, set[Socket]] = defaultdict(set)
        self._marks: dict[str, Mark] = {}
        self._of_user: Counter[int | None] = Counter()
        self._woken: set[str] = set()
        self._rings: dict[str, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._alarm = asyncio.Event()
        self._watcher: asyncio.Task[None] | None = None

    def has_room(self, match_id: str) -> bool:
        """Return whether one more visitor may watch the match here."""
        return len(self._sockets.get(match_id, ())) < limits.scaled(bounds.SOCKETS_PER_MATCH)

    def has_room_for(self, user_id: int | None) -> bool:
        """Return whether the account may open one more socket here; visitors without one always may."""
        return user_id is None or self._of_user[user_id] < limits.scaled(bounds.SOCKETS_PER_ACCOUNT)

    def add(self, socket: Socket, mark: Mark) -> Mark:
        """Watch the match of *socket*, and return where the match stands as far as its pages were told.

        *mark:* where it stood when access was checked.
        """
        self._sockets[socket.match_id].add(socket)
        self._of_user[socket.user_id] += 1
        known = self._marks.setdefault(socket.match_id, mark)
        if self._watcher is None or self._watcher.done():
            self._loop, self._alarm = asyncio.get_running_loop(), asyncio.Event()
            self._rings, self._sweeper = {}, None
            self._watcher = self._loop.create_task(self._watch())
        return known

    def remove(self, socket: Socket) -> None:
        """Remove *socket*; the watcher ends with the last one."""
        sockets = self._sockets.get(socket.match_id, set())
        if socket in sockets:
            sockets.discard(socket)
            self._of_user[socket.user_id] -= 1
            if not self._of_user[socket.user_id]:
                del self._of_user[socket.user_id]
        if not sockets:
            self._sockets.pop(socket.match_id, None)
            self._marks.pop(socket.match_id, None)
        if not self._sockets and self._watcher is not None:
            self._watcher.cancel()
            self._watcher = None

    def wake(self, match_id: str) -> None:
        """Make the watcher look at the match soon if somebody here watches it. Callable from any thread."""
        if match_id in self._sockets:
            self._soon(self._wake_later, match_id)

    def drop_session(self, session_key: str) -> None:
        """Close the sockets of a session that has ended. Callable from any thread."""
        if self._sockets:
            self._soon(self._hang_up_session, session_key)

    def _wake_later(self, match_id: str) -> None:
        asyncio.get_running_loop().call_later(ANSWER_SECONDS, self._wake, match_id)

    def _wake(self, match_id: str) -> None:
        self._woken.add(match_id)
        self._alarm.set()

    def _soon(self, call: Any, *args: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has closed, and with it every socket
            if self._loop is not None:
                self._loop.call_soon_threadsafe(call, *args)

    def _hang_up_session(self, session_key: str) -> None:
        for socket in self._all_sockets():
            if socket.session_key == session_key and self._loop is not None:
                self._loop.create_task(socket.hang_up())

    def _all_sockets(self) -> list[Socket]:
        return [socket for sockets in self._sockets.values() for socket in sockets]

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        next_look, next_sweep = loop.time(), loop.time() + SWEEP_SECONDS
        while self._sockets:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._alarm.wait(), max(0.0, next_look - loop.time()))
            self._alarm.clear()
            woken, self._woken = self._woken, set()
            try:
                if loop.time() >= next_look:
                    next_look = loop.time() + POLL_SECONDS
                    await self._look_at(list(self._marks))
                else:
                    await self._look_at([match_id for match_id in woken if match_id in self._marks])
                if loop.time() >= next_sweep and (self._sweeper is None or self._sweeper.done()):
                    next_sweep = loop.time() + SWEEP_SECONDS
                    self._sweeper = loop.create_task(self._sweep())
            except Exception:
                logger.exception("The watcher of the update hub failed.")
                await asyncio.sleep(1)

    async def _look_at(self, match_ids: list[str]) -> None:
        """Begin to notify the pages of those matches that have changed."""
        marks = await database_sync_to_async(_read_marks)(match_ids)
        for match_id, mark in marks.items():
            old = self._marks.get(match_id)
            if old is None or old == mark:
                continue
            if match_id in self._rings:
                self._woken.add(match_id)  # the ring under way looks again afterwards
                continue
            self._marks[match_id] = mark
            ring = asyncio.get_running_loop().create_task(self._ring(match_id, old, mark))
            self._rings[match_id] = ring

    async def _ring(self, match_id: str, old: Mark, new: Mark) -> None:
        """Notify the open pages of one match of what has changed between *old* and *new*."""
        try:
            async for socket, own in self._checked(match_id):
                if own is None:
                    await socket.hang_up()
                else:
                    await _announce_to(socket, own, old, new)
        except Exception:
            logger.exception("Notifying the pages of match %s failed.", match_id)
            await asyncio.sleep(1)
            if match_id in self._marks:
                self._marks[match_id] = old
        finally:
            self._rings.pop(match_id, None)
            if match_id in self._woken:
                self._alarm.set()

    async def _checked(self, match_id: str) -> AsyncIterator[tuple[Socket, Mark | None]]:
        """Yield the sockets of a match, each with the mark its visitor may see now, or None if none.

        All sockets of one visitor are checked together, those of everybody who isn't signed in as well.
        """
        sockets: dict[str | None, list[Socket]] = defaultdict(list)
        for socket in self._sockets.get(match_id, ()):
            sockets[socket.session_key].append(socket)
        for keys in _parts(list(sockets), _VISITORS_AT_ONCE):
            marks = await database_sync_to_async(_marks_for)(keys, match_id)
            for key, mark in zip(keys, marks, strict=True):
                for number, socket in enumerate(sockets[key]):
                    yield socket, mark
                    if number % _VISITORS_AT_ONCE == 0:
                        await asyncio.sleep(0)

    async def _sweep(self) -> None:
        """Close sockets whose session has ended, perhaps in another process; send news to delayed ones."""
        try:
            sockets = [socket for socket in self._all_sockets() if socket.session_key]
            for keys in _parts(list({socket.session_key for socket in sockets}), _VISITORS_AT_ONCE):
                ended = set(keys) - await database_sync_to_async(_live_sessions)(keys)
                for socket in sockets:
                    if socket.session_key in ended:
                        await socket.hang_up()
            await self._announce_late()
        except Exception:
            logger.exception("The sweep of the update hub failed.")

    async def _announce_late(self) -> None:
        """Send visitors who watch with a delay the steps that are old enough by now."""
        for match_id in await database_sync_to_async(_delayed)(list(self._marks)):
            async for socket, mark in self._checked(match_id):
                if mark is None:
                    await socket.hang_up()
                elif mark.at is None and mark.tick != socket.told:
                    await socket.announce(mark.tick)


async def _announce_to(socket: Socket, own: Mark, old: Mark, new: Mark) -> None:
    """Tell a page what has changed between *old* and *new*. *own:* the mark its visitor may see."""
    has_talk = own.talk is not None and new.talk != old.talk
    if own.at is not None and new.has_moved_since(old):
        await (socket.announce(new.tick, talk=True) if has_talk else socket.announce(new.tick))
    elif has_talk:
        await socket.announce(own.tick, talk=True)


hub = UpdateHub()


def wake(match_id: str) -> None:
    """Tell the hub that the match has changed. Call it after COMMIT; a lost call does no harm."""
    hub.wake(match_id)


def entrance(session_key: str | None, match_id: str) -> Mark | None:
    """Return the current mark of the match if the session may look at it, else None."""
    return _mark_for(session_key, match_id)


def holds_seat(user_id: int, match_id: str) -> bool:
    """Return whether the user has a seat in the match."""
    return Seat.objects.filter(match=match_id, user=user_id, bot="").exists()


def _marks_for(session_keys: Iterable[str | None], match_id: str) -> list[Mark | None]:
    return [_mark_for(session_key, match_id) for session_key in session_keys]


def _mark_for(session_key: str | None, match_id: str) -> Mark | None:
    user = user_of_session(session_key)
    if session_key and user is None:
        return None
    found = visible_to(user).filter(pk=match_id).annotate(talked=F("talk_mark__at"))
    match = found.only("tick", "updated_at", "status", "watch_delay").first()
    if match is None:
        return None
    talk = match.talked if match.talked is not None and reads_talk(user, match) else None
    if match.watch_delay and is_late(viewer := seat_of(user, match), match):
        return Mark(visible_until(viewer, match).tick, None, talk)
    return Mark(match.tick, match.updated_at, talk)


def user_of_session(session_key: str | None) -> Any:
    """Return the active user signed in with this session, or None, also if the password has changed since."""
    if not session_key:
        return None
    session = _session_store()(session_key)
    user_id = session.get(SESSION_KEY)
    if user_id is None or not session.get(BACKEND_SESSION_KEY):
        return None
    user = get_user_model()._default_manager.filter(pk=user_id, is_active=True).first()
    if user is None:
        return None
    has_kept_password = constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
    return user if has_kept_password else None


def _session_store() -> type[SessionBase]:
    store: type[SessionBase] = import_string(f"{settings.SESSION_ENGINE}.SessionStore")
    return store


def _read_marks(match_ids: list[str]) -> dict[str, Mark]:
    marks: dict[str, Mark] = {}
    for part in _parts(match_ids, _CHUNK):
        rows = Match.objects.filter(pk__in=part)
        found = rows.values_list("pk", "tick", "updated_at", "talk_mark__at")
        marks.update((pk, Mark(tick, at, talk)) for pk, tick, at, talk in found)
    return marks


def _delayed(match_ids: list[str]) -> list[str]:
    """Return the ids of those matches that are running and watched with a delay."""
    running = Match.objects.filter(status=Status.RUNNING, watch_delay__gt=0)
    parts = _parts(match_ids, _CHUNK)
    return [pk for part in parts for pk in running.filter(pk__in=part).values_list("pk", flat=True)]


def _live_sessions(keys: Iterable[str | None]) -> set[str | None]:
    return {key for key in keys if user_of_session(key) is not None}


def _parts(things: list[T], size: int) -> Iterator[list[T]]:
    return (things[start : start + size] for start in range(0, len(things), size))
