"""The update socket: it says that a match has changed, and nothing else."""

import json
from datetime import timedelta
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone

from games.live.update_hub import entrance, holds_seat, hub
from games.matches.access import is_match_id
from scrapsite.server.asgi.sockets import FULL

# Our own close codes, beside FULL. Below 3000, Daphne sends only 1000.
GONE = 4401
UNEXPECTED = 4400
# What is said between a page and its socket isn't on the page. No page takes longer to open its socket.
LOADING = timedelta(minutes=1)


class UpdateSocket(AsyncWebsocketConsumer):
    """Sends {"match": id, "seq": n} when it opens and whenever the match has changed.

    `"talk": true` is added if the table talk has changed, when it opens within the last minute, and the
    visitor may read it. Any frame from the browser closes the socket. It needs no channel layer; see
    `games.live.update_hub`.
    """

    match_id = ""
    session_key: str | None = None
    user_id: int | None = None
    told = -1
    _is_open = False

    async def connect(self) -> None:
        """Accept the socket if the session may look at the match, and send where it stands; else close.

        If the account has too many sockets, or the match too many watchers beside its players, the socket is
        accepted and closed with FULL.
        """
        self.match_id = self.scope["url_route"]["kwargs"]["match_id"]
        self.session_key, self.user_id = await database_sync_to_async(_session)(self.scope)
        mark = None
        if is_match_id(self.match_id):
            mark = await database_sync_to_async(entrance)(self.session_key, self.match_id)
        if mark is None:
            await self.close()
            return
        if not await self._has_room():
            await self.accept()
            await self.close(FULL)
            return
        self._is_open = True
        known = hub.add(self, mark)
        await self.accept()
        # Other pages may have been told of a step that came after our look.
        tick = mark.tick if mark.at is None else max(mark.tick, known.tick)
        await self.announce(tick, talk=mark.has_talked_since(timezone.now() - LOADING))

    async def _has_room(self) -> bool:
        if not hub.has_room_for(self.user_id):
            return False
        if hub.has_room(self.match_id):
            return True
        return self.user_id is not None and await database_sync_to_async(holds_seat)(
            self.user_id, self.match_id
        )

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Close the socket: the browser isn't supposed to send anything."""
        await self.hang_up(UNEXPECTED)

    async def disconnect(self, code: int) -> None:
        """Stop watching the match."""
        self._is_open = False
        hub.remove(self)

    async def announce(self, seq: int, *, talk: bool = False) -> None:
        """Send *seq*, the match's tick. *talk:* the table talk has changed too."""
        self.told = seq
        if self._is_open:
            news = {"match": self.match_id, "seq": seq} | ({"talk": True} if talk else {})
            await self.send(text_data=json.dumps(news))

    async def hang_up(self, code: int = GONE) -> None:
        """Close the socket from the server's side, with *code*."""
        if self._is_open:
            self._is_open = False
            hub.remove(self)
            await self.close(code)


def _session(scope: dict[str, Any]) -> tuple[str | None, int | None]:
    """Return the key of the session and its user's id if somebody is signed in, else None for both."""
    user = scope.get("user")
    if user is None or not user.is_authenticated:
        return None, None
    return scope["session"].session_key, user.pk
