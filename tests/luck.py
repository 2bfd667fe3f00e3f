"""Makes random draws repeatable, so that a test that passes once passes again. Soaks vary the deals."""

from __future__ import annotations

import base64
import random
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

# The modules in which the system draws random numbers for matches.
DRAWING = ("games.matches.actions.create", "games.replay.practise")


class Luck:
    """Replaces `secrets` in the system. *seed:* the same seed draws the same numbers."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)
        self.token_bytes, self.randbits = self._random.randbytes, self._random.getrandbits

    def token_urlsafe(self, size: int) -> str:
        return base64.urlsafe_b64encode(self._random.randbytes(size)).rstrip(b"=").decode()


def draw_alike(seed: str, patch: pytest.MonkeyPatch) -> None:
    """Let this process draw the same numbers whenever *seed* is the same, until *patch* is undone."""
    luck = Luck(seed)
    for module in (*DRAWING, "games.matches.actions.bots"):
        patch.setattr(import_module(module), "secrets", luck)


class LuckOfFile:
    """The luck of a process that serves several tests. *file:* contains the name of the running one."""

    def __init__(self, file: Path) -> None:
        self._file, self._name, self._luck = file, "", Luck("")

    def __getattr__(self, name: str) -> Callable[[int], Any]:
        if (running := self._file.read_text()) != self._name:
            self._name, self._luck = running, Luck(running)
        return getattr(self._luck, name)  # type: ignore[no-any-return]


def settle_site(file: Path) -> None:
    """Make this process of a site draw by the name in *file*, and its bots choose by what they look at.

    Bots of a match that an earlier test left behind may still move: they draw nothing from the others' luck.
    A bot that comes back to the same state chooses anew, or a random one would go round in circles.
    """
    from games.matches.actions import bots

    luck, chosen = LuckOfFile(file), bots.chosen_by_bot
    for module in DRAWING:
        import_module(module).secrets = luck  # type: ignore[attr-defined]

    looks = Counter[str]()

    def chosen_as_before(game: Any, state: Any, seat: int, name: str, *think: Any) -> Any:
        sight = f"{game.encode(state)!r} {seat} {name}"
        looks[sight] += 1
        bots.secrets = Luck(f"{sight} {looks[sight]}")  # type: ignore[assignment]
        return chosen(game, state, seat, name, *think)

    bots.chosen_by_bot = chosen_as_before
