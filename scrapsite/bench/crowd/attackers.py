"""The floods that once stopped the site, all of them at once and each from few addresses.

A process of its own, so that what it costs isn't counted as waiting. It goes on until its input ends, then
prints what it got.
"""

import asyncio
import itertools
import json
import random
import sys
from collections import Counter
from urllib.parse import urlencode

import httpx

PASSWORD_ADDRESSES = 3
DESCRIPTION_CONNECTIONS = 2
SOCKETS = 400
SEARCHES_A_SECOND = 5
# Between two requests of one attacker: this process shares the machine with the server.
BREATH = 0.02
WORDS = ("lane", "may attack", "register", "damage", "energy heat", "robot program")
CSRF = "d" * 32


async def attack(port: int, number: int, match: str) -> Counter[str]:
    """Flood the site until standard input ends; return what came back, by kind of flood and status."""
    answers = Counter[str]()
    floods = [
        *[_guess(_client(port, 10 + each), answers) for each in range(PASSWORD_ADDRESSES)],
        *[_describe(_client(port, 20 + each), answers) for each in range(DESCRIPTION_CONNECTIONS)],
        *[_search(_client(port, 30 + each), number, answers) for each in range(SEARCHES_A_SECOND)],
        _reset(_client(port, 40), answers),
        _listen(port, match, answers),
    ]
    tasks = [asyncio.create_task(flood) for flood in floods]
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(ended, asyncio.CancelledError):
            answers[f"ended by {type(ended).__name__}"] += 1
    return answers


def _client(port: int, last: int) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.9.{last}")
    cookies = {"csrftoken": CSRF}
    return httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=60, cookies=cookies
    )


async def _guess(client: httpx.AsyncClient, answers: Counter[str]) -> None:
    for number in itertools.count():
        data = {"login": "steward", "password": f"guess {number}", "csrfmiddlewaretoken": CSRF}
        answer = await client.post("/accounts/login/", data=data)
        answers[f"password {answer.status_code}"] += 1
        await asyncio.sleep(BREATH)


async def _describe(client: httpx.AsyncClient, answers: Counter[str]) -> None:
    while True:
        answer = await client.get("/api/v1/openapi.json")
        answers[f"description {answer.status_code}"] += 1
        await asyncio.sleep(BREATH)


async def _search(client: httpx.AsyncClient, window: int, answers: Counter[str]) -> None:
    for number in itertools.count():
        query = urlencode({"q": f"{random.choice(WORDS)} -{window}x{number}"})
        answer = await client.get(f"/rules/search/?{query}")
        answers[f"search {answer.status_code}"] += 1
        await asyncio.sleep(1)


async def _reset(client: httpx.AsyncClient, answers: Counter[str]) -> None:
    while True:
        data = {"email": "somebody@scrapsite.example", "csrfmiddlewaretoken": CSRF}
        answer = await client.post("/accounts/password/reset/", data=data)
        answers[f"reset {answer.status_code}"] += 1
        await asyncio.sleep(1)


async def _listen(port: int, match: str, answers: Counter[str]) -> None:
    """Open sockets from few addresses and keep them open."""
    import websockets

    sockets = []
    try:
        for number in range(SOCKETS):
            source = (f"127.0.9.{50 + number % 4}", 0)
            try:
                sockets.append(
                    await websockets.connect(
                        f"ws://127.0.0.1:{port}/ws/matches/{match}/",
                        origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
                        local_addr=source,
                    )
                )
                answers["socket open"] += 1
            except (OSError, TimeoutError, websockets.WebSocketException):
                answers["socket refused"] += 1
        await asyncio.Event().wait()
    finally:
        for socket in sockets:
            socket.transport.abort()


def main() -> None:
    """Attack the port, in the window with that number, with sockets to that match."""
    port, number, match = sys.argv[1:]
    sys.stdout.write(json.dumps(asyncio.run(attack(int(port), int(number), match))))


if __name__ == "__main__":
    main()
