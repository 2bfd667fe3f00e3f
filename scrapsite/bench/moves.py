"""Moves per second: 16 connections, each of which plays matches of its own through the JSON API.

All matches are created, joined and read before timing begins, and each gets a plan of moves that are sure to
be legal: the first player takes Scrap from each card in hand, then both end their turns in alternation. So
every timed request is a POST of a move that must be answered with 200.

It runs in a process of its own: a job on standard input, figures on standard output.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

from scrapsite.bench.figures import Figures
from scrapsite.bench.load import Exchange, build_request, connect
from scrapsite.bench.servers import pin

CONNECTIONS = 16
MATCHES = 6
PASSES = 24

CSRF = "c" * 32

Plan = list[tuple[str, dict[str, Any]]]
Pairs = Sequence[Sequence[dict[str, str]]]


def measure_moves(port: int, seconds: float, core: int | None = None, pairs: Pairs = ()) -> Figures:
    """Return the figures of posting moves to *port* for at most *seconds*. *core:* where the load runs.

    *pairs:* the two players of each match that is played by the forms of its page, as `make_match` of the
    crowd returns them; without them, matches are made and played over the API.
    """
    done = subprocess.run(
        [sys.executable, "-m", "scrapsite.bench.moves"],
        input=json.dumps({"port": port, "seconds": seconds, "core": core, "pairs": pairs}),
        stdout=subprocess.PIPE,
        text=True,
        timeout=seconds + 120,
        check=True,
    )
    return Figures(**json.loads(done.stdout))


class Player:
    """One connection and its matches."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._tokens: list[str] = []
        self._matches: list[tuple[str, int, Plan]] = []

    async def prepare(self) -> None:
        """Create two guests and their matches, and plan the moves of each match."""
        for _ in range(2):
            self._tokens.append((await self._call("POST", "/guests", "", {}))["token"])
        for _ in range(MATCHES):
            self._matches.append(await self._new_match())

    async def play(self, until: float, times: list[float], failed: list[int]) -> None:
        """Post the planned moves, match after match."""
        for match, seq, plan in self._matches:
            for number, (token, move) in enumerate(plan):
                begun = time.perf_counter()
                if begun > until:
                    return
                request = self._move(match, token, seq + number, move)
                status, _ = await self._exchange.ask(request)
                times.append(time.perf_counter() - begun)
                if status != 200:
                    failed.append(status)

    def _move(self, match: str, token: str, seen: int, move: dict[str, Any]) -> bytes:
        body = {"seen": seen, "client_move_id": f"bench-{match}-{seen}", "move": move}
        return _request("POST", f"/matches/{match}/moves", token, body)

    async def _new_match(self) -> tuple[str, int, Plan]:
        first, second = self._tokens
        seats = [{"kind": "me"}, {"kind": "open"}]
        wish = {"game": "scrapbots", "edition": "3.6", "options": {}, "seats": seats}
        match = (await self._call("POST", "/matches", first, wish))["id"]
        board = await self._call("POST", f"/matches/{match}/join", second, {})
        if board["to_act"] == [0]:
            board = await self._call("GET", f"/matches/{match}", first, None)
        else:
            first, second = second, first
        return match, board["seq"], list(_plan(board["legal"], first, second))

    async def _call(self, method: str, path: str, token: str, body: object) -> Any:
        status, answer = await self._exchange.ask(_request(method, path, token, body))
        if status != 200:
            raise RuntimeError(f"{method} {path} answered {status}: {answer[:200]!r}")
        return json.loads(answer)


class PagePlayer(Player):
    """One connection, whose matches are played by the forms of their pages."""

    def __init__(self, exchange: Exchange, pairs: Pairs) -> None:
        super().__init__(exchange)
        self._pairs = pairs
        self._cookies = {player["token"]: player["cookie"] for pair in pairs for player in pair}

    async def prepare(self) -> None:
        """Look at each match and plan its moves."""
        for pair in self._pairs:
            first, second = (player["token"] for player in pair)
            match = pair[0]["match"]
            board = await self._call("GET", f"/matches/{match}", first, None)
            if board["to_act"] != [0]:
                first, second = second, first
                board = await self._call("GET", f"/matches/{match}", first, None)
            self._matches.append((match, board["seq"], list(_plan(board["legal"], first, second))))

    def _move(self, match: str, token: str, seen: int, move: dict[str, Any]) -> bytes:
        form = {"seen": seen, "client_move_id": f"bench-{match}-{seen}", "move": json.dumps(move)}
        headers = [
            ("Content-Type", "application/x-www-form-urlencoded"),
            ("Cookie", f"{self._cookies[token]}; csrftoken={CSRF}"),
            ("X-CSRFToken", CSRF),
            ("HX-Request", "true"),
            ("Accept-Encoding", "gzip, br"),
        ]
        return build_request("POST", f"/matches/{match}/moves/", headers, urlencode(form).encode())


def _plan(legal: list[dict[str, Any]], mover: str, other: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for move in legal:
        if move["type"] == "gain-scrap":
            yield mover, move
    for _ in range(PASSES):
        yield mover, {"type": "end-turn"}
        yield other, {"type": "end-turn"}


def _request(method: str, path: str, token: str, body: object) -> bytes:
    headers = [("Content-Type", "application/json")]
    if token:
        headers.append(("Authorization", f"Bearer {token}"))
    data = None if body is None else json.dumps(body).encode()
    return build_request(method, f"/api/v1{path}", headers, data)


async def _measure(port: int, seconds: float, pairs: Pairs) -> Figures:
    players = [
        PagePlayer(await connect(port), pairs[number::CONNECTIONS]) if pairs else Player(await connect(port))
        for number in range(CONNECTIONS)
    ]
    await asyncio.gather(*[player.prepare() for player in players])
    times: list[float] = []
    failed: list[int] = []
    begun = time.perf_counter()
    await asyncio.gather(*[player.play(begun + seconds, times, failed) for player in players])
    return Figures.of(times, time.perf_counter() - begun, failed=len(failed))


def main() -> None:
    """Read a job from standard input, write its figures to standard output."""
    job = json.load(sys.stdin)
    pin(0, job["core"])
    sys.stdout.write(json.dumps(asyncio.run(_measure(job["port"], job["seconds"], job["pairs"])).as_dict()))


if __name__ == "__main__":
    main()
