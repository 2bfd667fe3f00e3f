"""Tells the open pages of the lobby that its lists have changed, at most once a second, and nothing else.

While such pages are open in this process, one task looks at the database; so it hears of what any process
has changed, and a page that misses a word looks by itself every thirty seconds.
"""

import asyncio
import json
import logging
from collections import Counter
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db.models import Count, Max

from games.live.consumers import UNEXPECTED
from games.matches.models import Match, Status
from scrapsite.common import limits
from scrapsite.server import bounds
from scrapsite.server.asgi.sockets import FULL

logger = logging.getLogger(__name__)

POLL_SECONDS = 1.0
_CHANGED = json.dumps({"lobby": "changed"})


class LobbyHub:
    """The lobby's sockets that are open in this process. Call everything from the event loop."""

    def __init__(self) -> None:
        self._sockets: set[LobbySocket] = set()
        self._of_user: Counter[int] = Counter()
        self._watcher: asyncio.Task[None] | None = None

    def has_room_for(self, user_id: int | None) -> bool:
        """Return whether the visitor may open one more socket here."""
        if len(self._sockets) >= limits.scaled(bounds.SOCKETS_OF_LOBBY):
            return False
        return user_id is None or self._of_user[user_id] < limits.scaled(bounds.SOCKETS_PER_ACCOUNT)

    def add(self, socket: "LobbySocket") -> None:
        """Tell *socket* of changes from now on."""
        self._sockets.add(socket)
        if socket.user_id is not None:
            self._of_user[socket.user_id] += 1
        if self._watcher is None or self._watcher.done():
            self._watcher = asyncio.get_running_loop().create_task(self._watch())

    def remove(self, socket: "LobbySocket") -> None:
        """Forget *socket*; the watcher ends with the last one."""
        if socket not in self._sockets:
            return
        self._sockets.discard(socket)
        if socket.user_id is not None:
            self._of_user -= Counter([socket.user_id])
        if not self._sockets and self._watcher is not None:
            self._watcher.cancel()
            self._watcher = None

    async def _watch(self) -> None:
        known = None
        while self._sockets:
            try:
                mark = await database_sync_to_async(lobby_mark)()
                if known is not None and mark != known:
                    for socket in list(self._sockets):
                        await socket.announce()
                known = mark
            except Exception:
                logger.exception("The watcher of the lobby failed.")
            await asyncio.sleep(POLL_SECONDS)


hub = LobbyHub()


class LobbySocket(AsyncWebsocketConsumer):
    """Says that it is open and, from then on, whenever the lobby's open matches have changed.

    What it says is the same for everybody; each page fetches what its visitor may see. Any frame from the
    browser closes the socket.
    """

    user_id: int | None = None
    _is_open = False

    async def connect(self) -> None:
        """Accept the socket; close it with FULL if there are too many."""
        user = self.scope.get("user")
        self.user_id = await database_sync_to_async(_id_of)(user)
        await self.accept()
        if not hub.has_room_for(self.user_id):
            await self.close(FULL)
            return
        self._is_open = True
        hub.add(self)
        await self.announce()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Close the socket: the browser isn't supposed to send anything."""
        self._is_open = False
        hub.remove(self)
        await self.close(UNEXPECTED)

    async def disconnect(self, code: int) -> None:
        """Forget the socket."""
        self._is_open = False
        hub.remove(self)

    async def announce(self) -> None:
        """Say that the lists may have changed."""
        if self._is_open:
            await self.send(text_data=_CHANGED)


def lobby_mark() -> Any:
    """Return a value that differs when an open match of the lobby has come, gone or changed.

    The running ones count too: a table that came and filled between two looks shows only there, and a page
    may have fetched it in the meantime.
    """
    listed = Match.objects.filter(is_listed=True, is_private=False)
    free = listed.filter(status=Status.OPEN).aggregate(Count("pk"), Max("updated_at"), Max("created_at"))
    return free, listed.filter(status=Status.RUNNING).count()


def _id_of(user: Any) -> int | None:
    return user.pk if user is not None and user.is_authenticated else None
