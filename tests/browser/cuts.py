"""A line that is cut at random moments of a match, in ways that differ in what got through."""

from __future__ import annotations

import random
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs

from playwright.sync_api import ElementHandle, Error, Locator, Request, Route, WebSocketRoute

from tests.browser.tables import Table
from tests.browser.windows import PATIENCE

# What is cut: the line before a press; a move on its way; its answer; the line just after a press; the line
# while the others are to act.
KINDS = ("before", "move", "answer", "after", "away")
OUTAGE = 150
LOOK_EVERY = 30
# Whoever sees nothing happen presses again, though not at once.
PRESS_AGAIN = 0.3


@dataclass
class CutTable(Table):
    """A table whose line is cut at some of its presses. *moments:* at which, by number, and how."""

    moments: dict[int, str] = field(default_factory=dict)
    folder: Path = Path()
    presses: int = 0
    cuts: list[str] = field(default_factory=list)
    posted: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    sockets: list[WebSocketRoute] = field(default_factory=list)
    next_is_lost: str = ""

    @staticmethod
    def moments_of(name: str, among: int) -> dict[int, str]:
        """Return ten moments *among* so many presses, each kind twice. *name:* what their luck is made of."""
        luck = random.Random(name)
        kinds = luck.sample(KINDS * 2, 2 * len(KINDS))
        return dict(zip(sorted(luck.sample(range(among), len(kinds))), kinds, strict=True))

    def watch(self) -> None:
        """Note what the page sends from now on, and stand between it and the server."""
        page = self.player.page
        page.on("request", self._note)
        page.route("**/moves/", self._lose_or_not)
        page.route_web_socket("**/ws/matches/**", self._connect)
        page.reload()
        page.evaluate("window.isTheSamePage = true")

    def stored(self) -> dict[str, int]:
        """Return the ids of this player's moves that the server has, in their order, each with its number.

        It is the number on the player's board, where the others' secret steps aren't counted. The mech that
        the match began with isn't among them.
        """
        with closing(sqlite3.connect(f"file:{self.folder / 'db.sqlite3'}?mode=ro", uri=True)) as line:
            found = line.execute(
                "select client_move_id, tick + (select count(*) from games_step as own where own.notice = 0"
                " and own.match_id = step.match_id and own.seat = step.seat and own.seq <= step.seq)"
                " from games_step as step where match_id = ? and kind = 'move'"
                " and client_move_id is not null and client_move_id != 'brought' order by seq",
                [self.player.page.url.rstrip("/").rpartition("/")[2]],
            ).fetchall()
        return dict(found)

    def send(self, button: Locator) -> None:
        """Press a button that sends a move, go on until the server has it, and the page shows that."""
        kind = self.moments.get(self.presses, "")
        self.presses += 1
        if kind in ("before", "after"):
            self.cuts.append(kind)
        if kind == "before":
            self._cut()
            # A board that was asked for before may still come.
            self.player.page.locator(".htmx-request").first.wait_for(state="detached")
        node = button.element_handle()
        seq, known = self.player.seq, len(self.stored())
        self.next_is_lost = kind if kind in ("move", "answer") else ""
        self.player.touch(button)
        self.player.be_sure()
        if kind == "after":
            self._cut()
        if kind in ("before", "after"):
            self.player.page.wait_for_timeout(OUTAGE)
            self._mend()
        pressed, end = time.monotonic(), time.monotonic() + PATIENCE / 1000
        # The others' moves bring a newer board, too, perhaps without this one.
        while len(stored := self.stored()) == known or self.player.seq < max(stored.values()):
            assert time.monotonic() < end, f"after a cut ({kind}) the move isn’t shown"
            if time.monotonic() > pressed + PRESS_AGAIN and len(stored) == known:
                if self.player.seq != seq:
                    self._give_up(kind)
                    return
                pressed = time.monotonic()
                self._press_again(node if node.is_visible() else None)
            self.player.page.wait_for_timeout(LOOK_EVERY)
        self.player.settle()
        if kind == "away":
            self.cuts.append(kind)
            self._cut()
            self.player.page.wait_for_timeout(OUTAGE)
            self._mend()

    def _give_up(self, kind: str) -> None:
        """Decide anew: others acted before the move came, which was refused, and the page shows that."""
        assert kind in ("move", "answer", "after"), "a move that nothing cut is lost"
        self.presses -= 1
        self.refused.append(self.posted[-1])
        del self.moments[self.presses]

    def _press_again(self, node: ElementHandle | None) -> None:
        """Press what the page offers to try again, or the same thing once more."""
        with suppress(Error):  # the page may have mended itself in this moment
            again = self.player.page.get_by_role("button", name="Try again")
            if again.is_visible():
                again.click(timeout=1000)
            elif node:
                node.click(timeout=1000)
                self.player.be_sure()

    def _cut(self) -> None:
        self.player.page.context.set_offline(True)
        for socket in self.sockets:
            with suppress(Error):
                socket.close(code=1001)
        self.sockets.clear()

    def _mend(self) -> None:
        self.player.page.context.set_offline(False)

    def _connect(self, socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        self.sockets.append(socket)

    def _note(self, asked: Request) -> None:
        if asked.url.endswith("/moves/") and asked.post_data:
            self.posted += parse_qs(asked.post_data)["client_move_id"]

    def _lose_or_not(self, route: Route) -> None:
        lost, self.next_is_lost = self.next_is_lost, ""
        if lost:
            self.cuts.append(lost)
        if lost == "answer":
            route.fetch()
        if lost:
            route.abort("connectionreset")
        else:
            route.continue_()
