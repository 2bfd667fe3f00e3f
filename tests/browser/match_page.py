"""The match page as a player works it: words for tests, in terms of things, actions and turns."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

MATCH_URL = re.compile(r"/matches/[a-z2-9]{10}/$")
# Bots may have much to think about, and the worker may have other things to do first.
THINKING = 60_000
# What a player without a plan does first: fight, build, buy, then turn cards into Scrap.
WISHES = (
    ".lanes--near .can-act",
    ".held.can-act:has(.card--scrapbot)",
    ".tile.can-act",
    ".held.can-act",
)


@dataclass
class MatchPage:
    """One player's page.

    *address:* of the site, without a slash at its end. *by_finger:* the player taps instead of clicking.
    """

    page: Page
    address: str
    by_finger: bool = False

    # --- Getting there ---

    def start(self, opponent: str, turn_cap: int = 8, edition: str = "3.6", days: int = 0) -> None:
        """Make a match by the form of the game's page and go there. *days:* for each move, if given."""
        self.page.goto(f"{self.address}/games/scrapbots/")
        form = self.page.locator("form.create")
        form.locator(f'input[name=opponent][value="{opponent}"]').check()
        form.locator(f'[name=edition][value="{edition}"]').check()
        form.locator("[name=turn_cap]").fill(str(turn_cap))
        if days:
            form.locator("[name=clock]").select_option("own")
            form.locator(".clock-fields details summary").click()
            form.locator("[name=clock_amount]").fill(str(days))
        form.locator("button[type=submit]").last.click()
        self.page.wait_for_url(MATCH_URL)

    def open(self, url: str) -> None:
        self.page.goto(url)

    def come_back(self, url: str, kept: dict[str, Any]) -> None:
        """Open *url* as who left it. *kept:* what their browser keeps, as Playwright's storage state."""
        self.page.context.add_cookies(kept["cookies"])
        self.page.goto(f"{self.address}/healthz")
        for origin in kept["origins"]:
            self.page.evaluate(
                "items => items.forEach(({ name, value }) => localStorage.setItem(name, value))",
                origin["localStorage"],
            )
        self.open(url)

    # --- Looking ---

    @property
    def board(self) -> Locator:
        return self.page.locator("#board")

    @property
    def seq(self) -> int:
        return int(self.board.get_attribute("data-seq") or -1)

    @property
    def is_over(self) -> bool:
        return self.board.get_attribute("data-status") == "finished"

    @property
    def is_my_turn(self) -> bool:
        return self.board.get_attribute("data-my-turn") == "yes"

    def thing(self, key: str) -> Locator:
        """Return the thing at *key*, such as `hand:scout`."""
        return self.page.locator(f'details[data-thing="{key}"]')

    def focused_thing(self) -> str:
        """Return the key of the thing the focus is in, or an empty text."""
        script = """(node => node.closest('details[data-thing]') || node.closest('.deed') &&
            node.parentElement.querySelector('details'))(document.activeElement)?.dataset.thing || ''"""
        return str(self.page.evaluate(script))

    def pool(self, name: str) -> int:
        return int(self.page.locator(f".pool--{name} dd").inner_text())

    def scrolls_sideways(self) -> bool:
        return bool(self.page.evaluate("document.documentElement.scrollWidth > innerWidth"))

    # --- Acting ---

    def touch(self, thing: Locator, **where: Any) -> None:
        """Tap on *thing* with a finger, or click on it; *where* as Playwright takes it.

        Where the last press was, a quick one isn't heard unless a key came between (js/presses.js).
        """
        self.page.keyboard.press("Shift")
        if self.by_finger:
            thing.tap(**where)
        else:
            thing.click(**where)

    def press(self, thing: Locator) -> Locator:
        """Open the tray of *thing* unless it is open; return the thing."""
        if thing.get_attribute("open") is None:
            # What does its only deed when it is pressed opens by its name.
            self.touch(thing.locator("> summary"), position={"x": 14, "y": 14})
        return thing

    def act(self, button: Locator) -> None:
        """Press a button that sends a move, and wait for the answer."""
        self.touch(button)
        self.settle()

    def settle(self) -> None:
        """Wait until the page is whole and no move is on its way."""
        self.page.wait_for_load_state("domcontentloaded")
        self.page.locator("#board:not([aria-busy])").wait_for()

    def end_turn(self) -> None:
        self.touch(self.page.locator("#end-turn"))
        self.be_sure()
        self.settle()

    def be_sure(self) -> None:
        """Press the button of the question whether one is sure, if that is asked."""
        if self.page.locator("[data-sure]:visible").count():
            self.touch(self.page.locator("[data-sure]:visible"))

    def give_up(self) -> None:
        """Resign, unless the match is over, and wait for its end."""
        if not self.is_over:
            self.touch(self.page.get_by_text("Resign…"))
            self.touch(self.page.get_by_role("button", name="Yes, resign"))
        expect(self.board).to_have_attribute("data-status", "finished")

    def wait_for_turn(self) -> None:
        """Wait until it is this player's turn, or the match is over."""
        self.page.locator("#board[data-my-turn=yes], #board[data-status=finished]").wait_for(timeout=THINKING)

    def reload_until_turn(self) -> None:
        """Wait for the same by loading the page anew, as who has no scripts does."""
        end = time.monotonic() + THINKING / 1000
        while not (self.is_my_turn or self.is_over):
            assert time.monotonic() < end, "the turn doesn’t come"
            self.page.reload()

    def wish(self) -> Locator | None:
        """Return the thing a player without a plan would press next; None when there is none."""
        for selector in WISHES:
            found = self.page.locator(selector)
            if found.count():
                return found.first
        return None

    def play_turn(self) -> None:
        """Do everything there is to do, by pressing, and end the turn."""
        while self.is_my_turn:
            thing = self.wish()
            if thing is None:
                self.end_turn()
                return
            self.press(thing)
            drops = self.page.locator(".drop:visible")
            self.act(drops.first if drops.count() else thing.locator(".tray__choice").first)
