"""Players who look at their match, move when it is their turn, read rules and search cards."""

import asyncio
import json
import random
import time
from collections import Counter
from urllib.parse import urlencode

from scrapsite.bench.load import HOST, Broken, Exchange, build_request

# Seconds between two things that a player does, on average.
PAUSE = 4.0
CSRF = "c" * 32
PATIENCE = 30.0
# Refusals after which the server closes the connection.
CLOSING = {408, 413, 429, 503}
WORDS = ("scrap", "heat>2", "damage", "type:reactor", "lane", "cost<3", "robot", "energy")

Waits = dict[str, list[float]]


class Player:
    """One player with a connection of their own, from an address of their own."""

    def __init__(self, port: int, number: int, who: dict[str, str]) -> None:
        self.failed = Counter[str]()
        self._port = port
        self._source = f"127.0.{1 + number // 250}.{1 + number % 250}"
        self._who = who
        self._moves = 0
        self._exchange: Exchange | None = None

    async def arrive(self) -> Exchange:
        """Connect, and return the connection."""
        loop = asyncio.get_running_loop()
        source = (self._source, 0)
        _, exchange = await loop.create_connection(Exchange, HOST, self._port, local_addr=source)
        self._exchange = exchange
        return exchange

    async def play(self, until: float, waits: Waits) -> None:
        """Do one thing after another until then, with pauses, and note what each was waited for."""
        await asyncio.sleep(random.uniform(0, PAUSE))
        while time.perf_counter() < until:
            await random.choice((self._turn, self._turn, self._turn, self._page, self._read, self._search))(
                waits
            )
            await asyncio.sleep(random.uniform(PAUSE / 2, PAUSE * 3 / 2))

    async def _turn(self, waits: Waits) -> None:
        """Look at the board as the page does, and move if it is this player's turn."""
        match = self._who["match"]
        await self._ask("board", "GET", f"/matches/{match}/board/", waits, [("HX-Request", "true")])
        token = [("Authorization", f"Bearer {self._who['token']}")]
        answer = await self._ask("api", "GET", f"/api/v1/matches/{match}", waits, token)
        seen = json.loads(answer) if answer else {}
        if not seen.get("legal"):
            return
        self._moves += 1
        form = {
            "move": json.dumps(random.choice(seen["legal"])),
            "seen": seen["seq"],
            "client_move_id": f"crowd-{self._source}-{self._moves}",
        }
        headers = [
            ("HX-Request", "true"),
            ("X-CSRFToken", CSRF),
            ("Content-Type", "application/x-www-form-urlencoded"),
        ]
        await self._ask("move", "POST", f"/matches/{match}/moves/", waits, headers, urlencode(form).encode())

    async def _page(self, waits: Waits) -> None:
        await self._ask("page", "GET", f"/matches/{self._who['match']}/", waits)

    async def _read(self, waits: Waits) -> None:
        await self._ask("rules", "GET", f"/rules/{self._who['game']}/{self._who['edition']}/", waits)

    async def _search(self, waits: Waits) -> None:
        query = urlencode({"q": f"{random.choice(WORDS)} game:{self._who['game']}"})
        await self._ask("cards", "GET", f"/cards/?{query}", waits)

    async def _ask(
        self,
        kind: str,
        method: str,
        path: str,
        waits: Waits,
        headers: list[tuple[str, str]] | None = None,
        body: bytes | None = None,
    ) -> bytes:
        """Return the body of the answer, or nothing if it is a refusal."""
        cookie = ("Cookie", f"{self._who['cookie']}; csrftoken={CSRF}")
        request = build_request(method, path, [cookie, *(headers or [])], body)
        begun = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                exchange = self._exchange or await self.arrive()
                status, answer = await exchange.ask(request)
        except (OSError, Broken, TimeoutError) as error:
            self.failed[f"{kind}: {type(error).__name__}"] += 1
            self._exchange = None
            return b""
        waits[kind].append(time.perf_counter() - begun)
        if status < 400:
            return answer
        self.failed[f"{kind}: {status}"] += 1
        if status in CLOSING:
            self._exchange = None
        return b""
