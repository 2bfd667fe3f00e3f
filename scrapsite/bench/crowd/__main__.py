"""Lets the players play, in peace and in the flood by turns.

A job on standard input, figures on standard output.
"""

import asyncio
import json
import random
import sys
import time
from asyncio.subprocess import PIPE
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from statistics import quantiles
from typing import Any

from scrapsite.bench.crowd.players import PAUSE, Player, Waits

SETTLE_SECONDS = 2.0


async def measure(port: int, seconds: float, rounds: int, players: list[dict[str, str]]) -> dict[str, Any]:
    """Return the figures of so many windows of peace and of flood."""
    people = [Player(port, number, who) for number, who in enumerate(players)]
    waits: dict[str, Waits] = {"quiet": defaultdict(list), "flooded": defaultdict(list)}
    answers = Counter[str]()
    for each in people:
        await each.arrive()
    await _play(people, defaultdict(list), PAUSE + SETTLE_SECONDS)
    for number in range(rounds):
        await _play(people, waits["quiet"], seconds)
        async with _attacked(port, number, players[0]["match"], answers):
            await _play(people, waits["flooded"], seconds)
        await asyncio.sleep(SETTLE_SECONDS)
    figures = {
        name: {kind: _figures(taken) for kind, taken in found.items()} for name, found in waits.items()
    }
    for name, found in waits.items():
        figures[name]["all"] = _figures([wait for taken in found.values() for wait in taken])
    failed = sum((each.failed for each in people), Counter[str]())
    return {**figures, "failed": dict(failed), "flood got": dict(answers), "players": len(people)}


@asynccontextmanager
async def _attacked(port: int, number: int, match: str, answers: Counter[str]) -> AsyncIterator[None]:
    """Flood the site while inside."""
    command = ["-m", "scrapsite.bench.crowd.attackers", str(port), str(number), match]
    attackers = await asyncio.create_subprocess_exec(sys.executable, *command, stdin=PIPE, stdout=PIPE)
    await asyncio.sleep(SETTLE_SECONDS)
    try:
        yield
    finally:
        got, _ = await attackers.communicate(b"")
        answers.update(json.loads(got or b"{}"))


async def _play(people: list[Player], waits: Waits, seconds: float) -> None:
    until = time.perf_counter() + seconds
    await asyncio.gather(*[each.play(until, waits) for each in people])


def _figures(waits: list[float]) -> dict[str, float]:
    cuts = quantiles(waits, n=20, method="inclusive") if len(waits) > 1 else [0.0] * 19
    return {
        "count": len(waits),
        "p50": 1000 * cuts[9],
        "p95": 1000 * cuts[18],
        "most": 1000 * max(waits, default=0.0),
    }


def main() -> None:
    """Read a job from standard input, write its figures to standard output."""
    random.seed(1)
    sys.stdout.write(json.dumps(asyncio.run(measure(**json.load(sys.stdin)))))


if __name__ == "__main__":
    main()
