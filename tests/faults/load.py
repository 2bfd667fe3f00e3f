"""Players that go on moving until told to stop, and note what they were told."""

from __future__ import annotations

import random
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.faults.running import Pair, Site, move_body


@dataclass
class Notes:
    """*answered:* body sent and bytes got, for each move with a 200. *unanswered:* bodies without answer.

    *cut:* the looks at the match without answer. *troubles:* what else was answered, to moves and to looks.
    """

    answered: list[tuple[dict[str, Any], bytes]] = field(default_factory=list)
    unanswered: list[dict[str, Any]] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)


class Load:
    """One thread a match, each playing both seats with random legal moves, as fast as it can."""

    def __init__(self, pairs: list[Pair]) -> None:
        self.notes = {pair.match: Notes() for pair in pairs}
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=self._play, args=(pair, number)) for number, pair in enumerate(pairs)
        ]
        self._failed: list[Exception] = []

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop all and wait for them. *Raises:* what made one of them stop before, but for the site."""
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=40)
            assert not thread.is_alive()
        if self._failed:
            raise self._failed[0]

    def count(self) -> int:
        """Return how many moves were answered until now."""
        return sum(len(notes.answered) for notes in self.notes.values())

    def wait_for(self, moves: int) -> None:
        """Return once so many moves were answered."""
        deadline = time.monotonic() + 30
        while self.count() < moves:
            assert time.monotonic() < deadline, self.notes
            time.sleep(0.005)

    def _play(self, pair: Pair, number: int) -> None:
        try:
            self._go_on(pair, number)
        except Exception as error:  # a thread would only print it
            self._failed.append(error)

    def _go_on(self, pair: Pair, number: int) -> None:
        luck, notes = random.Random(number), self.notes[pair.match]
        while not self._stop.is_set():
            try:
                mover, table = pair.table()
            except httpx.TransportError as error:
                notes.cut.append(repr(error))
                return
            except httpx.HTTPStatusError as error:
                notes.troubles.append(f"{error} {error.response.text}")
                return
            if not table["legal"]:
                self._stop.wait(0.05)
                continue
            body = move_body(table["seq"], secrets.token_hex(8), luck.choice(table["legal"]))
            try:
                answer = mover.post(f"matches/{pair.match}/moves", body)
            except httpx.TransportError:
                notes.unanswered.append(body)
                return
            if answer.status_code == 200:
                notes.answered.append((body, answer.content))
            else:
                notes.troubles.append(answer.text)


@contextmanager
def under_load(site: Site, matches: int) -> Iterator[Load]:
    """Play so many matches at once while inside."""
    load = Load([site.pair() for _ in range(matches)])
    load.start()
    try:
        yield load
    finally:
        load.stop()
