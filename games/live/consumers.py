"""The update socket: it says that a match has gone on, and nothing else."""

import json
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from games.live.update_hub import entrance, hub
from games.matches.access import is_match_id

# Close codes of our own. Below 3000 daphne sends only 1000.
GONE = 4401
UNEXPECTED = 4400


class UpdateSocket(AsyncWebsocketConsumer):
    """Sends {"match": id, "seq": n} at first and whenever the match has changed.

    With `"talk": true` the table talk has changed as well, for those who read it. The first frame from the
    browser closes the socket. It needs no channel layer: see `games.live.update_hub`.
    """

    match_id = ""
    session_key: str | None = None
    told = -1
    _is_open = False

    async def connect(self) -> None:
        """Let the visitor in if the session may look at the match."""
        self.match_id = self.scope["url_route"]["kwargs"]["match_id"]
        self.session_key = await database_sync_to_async(_session_key)(self.scope)
        mark = None
        if is_match_id(self.match_id):
            mark = await database_sync_to_async(entrance)(self.session_key, self.match_id)
        if mark is None:
            await self.close()
            return
        self._is_open = True
        hub.add(self, mark)
        await self.accept()
        await self.announce(mark.tick)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Hang up: nothing is expected from the browser."""
        await self.hang_up(UNEXPECTED)

    async def disconnect(self, code: int) -> None:
        """Stop watching."""
        self._is_open = False
        hub.remove(self)

    async def announce(self, seq: int, *, talk: bool = False) -> None:
        """Send that the match is at *seq* now."""
        self.told = seq
        if self._is_open:
            news = {"match": self.match_id, "seq": seq} | ({"talk": True} if talk else {})
            await self.send(text_data=json.dumps(news))

    async def hang_up(self, code: int = GONE) -> None:
        """Close the socket from our side."""
        if self._is_open:
            self._is_open = False
            hub.remove(self)
            await self.close(code)


def _session_key(scope: dict[str, Any]) -> str | None:
    """Return the key of a session in which somebody is signed in; others count as mere visitors."""
    user = scope.get("user")
    if user is None or not user.is_authenticated:
        return None
    key: str | None = scope["session"].session_key
    return key
