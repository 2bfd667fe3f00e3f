"""Plays matches of all games in two windows of Chromium, and notes what the players feel.

A job on standard input, figures on standard output. The two players press in turns; after every few presses
a bare page asks the same server for its shortest answer: that is the part of machine and browser.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

from scrapsite.bench.felt.chromium import FLAGS
from scrapsite.bench.felt.probe import BARE, FIND, PROBE
from scrapsite.bench.felt.tables import PRESSED
from scrapsite.bench.felt.wire import Wire

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

WINDOW: Any = {"viewport": {"width": 1280, "height": 800}}
WARM_UP = 6
BARE_EVERY = 3
# So many boards of the other player are enough. In Junkyard only one press in six is news to anybody else: a
# game is left when it takes more presses than so many times those asked for.
OTHERS = 20
MOST = 12
PATIENCE = 15_000  # milliseconds
# Long enough for what comes after a board: what glides, what the browser keeps, a question about the talk.
REST = 350
REST_AFTER_LOAD = 1500


@dataclass
class Felt:
    """What was noted in one game, in milliseconds, bytes and requests."""

    painted: list[float] = field(default_factory=list)
    feedback: list[float] = field(default_factory=list)
    other: list[float] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)
    answer: list[float] = field(default_factory=list)
    other_answer: list[float] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    after_load: set[str] = field(default_factory=set)
    unanswered: int = 0

    def is_enough(self, presses: int) -> bool:
        """Whether so many boards have been noted of the mover, and enough of the other player."""
        return len(self.painted) >= presses and len(self.other) >= min(presses, OTHERS)

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        times = {name: _figures(getattr(self, name)) for name in ("painted", "feedback", "other", "bare")}
        return {
            **times,
            "bytes": max(self.answer, default=0),
            "other bytes": max(self.other_answer, default=0),
            "asked": sorted(self.asked),
            "after load": sorted(self.after_load),
            "unanswered": self.unanswered,
        }


@dataclass
class Player:
    """A page of one player, and what comes over its wire."""

    page: "Page"
    wire: Wire

    @classmethod
    def arrive(cls, context: "BrowserContext", site: str, match: str) -> "Player":
        """Open the page of the match, and wait until all that it fetches by itself is there."""
        page = context.new_page()
        player = cls(page, Wire(page))
        page.goto(f"{site}/matches/{match}/")
        page.locator("#connection[data-state=live]").wait_for()
        page.wait_for_timeout(REST_AFTER_LOAD)
        return player

    @property
    def is_asked(self) -> bool:
        """Whether it is this player's turn."""
        return self.page.locator("#board").get_attribute("data-my-turn") == "yes"

    @property
    def is_over(self) -> bool:
        """Whether the page says that the match is over."""
        return self.page.locator("#board").get_attribute("data-status") == "finished"

    @property
    def tick(self) -> int:
        """The match's number as the board shows it."""
        return int(self.page.locator("#board").get_attribute("data-tick") or 0)

    def seen(self) -> Any:
        """Return what the probe has noted."""
        return self.page.evaluate("({ pressed: felt.pressed, feedback: felt.feedback, boards: felt.boards })")

    def wait_for_board(self, count: int, patience: int = PATIENCE) -> bool:
        """Wait until so many boards have been shown; return whether they have."""
        shown = self.page.evaluate("([count, patience]) => felt.until(count, patience)", [count, patience])
        return int(shown) >= count


class Match:
    """A match of two windows."""

    def __init__(self, game: str, players: list[Player], felt: Felt) -> None:
        self._selectors = PRESSED[game]
        self._players = players
        self._felt = felt

    def press(self, is_counted: bool) -> bool:
        """Let whoever is asked press the next thing; return whether there was anything to press."""
        for mover in self._players:
            if mover.is_asked and not mover.is_over:
                # While a film plays, a press only skips it, and so does a key.
                if mover.page.locator(".film").count():
                    mover.page.keyboard.press("Escape")
                found = mover.page.evaluate(FIND, self._selectors)
                if found:
                    self._press(mover, found, is_counted)
                    return True
        return False

    def _press(self, mover: Player, found: dict[str, Any], is_counted: bool) -> None:
        other = next(player for player in self._players if player is not mover)
        before, others, tick = mover.seen(), other.seen(), mover.tick
        for player in self._players:
            player.wire.forget()
        # A quick second press at one spot counts as one that nobody meant, unless a key comes between.
        mover.page.keyboard.press("Shift")
        mover.page.mouse.click(found["x"], found["y"])
        if found["kind"] == "summary":
            return
        is_answered = mover.wait_for_board(len(before["boards"]) + 1)
        is_news = is_answered and mover.tick > tick
        if is_news:
            other.wait_for_board(len(others["boards"]) + 1)
        mover.page.wait_for_timeout(REST)
        if is_counted:
            self._note(mover, other, before, others, found["kind"], is_answered, is_news)

    def _note(
        self,
        mover: Player,
        other: Player,
        before: Any,
        others: Any,
        kind: str,
        is_answered: bool,
        is_news: bool,
    ) -> None:
        felt, after, their = self._felt, mover.seen(), other.seen()
        if not is_answered:
            felt.unanswered += 1
            return
        felt.painted.append(after["boards"][len(before["boards"])]["at"] - after["pressed"])
        felt.feedback += [at - after["pressed"] for at in after["feedback"][len(before["feedback"]) :][:1]]
        if kind != "button":
            return
        felt.answer.append(mover.wire.bytes)
        felt.asked.add(_told("mover", mover.wire.asked))
        if is_news:
            felt.other.append(their["boards"][len(others["boards"])]["at"] - after["pressed"])
            felt.other_answer.append(other.wire.bytes)
            felt.asked.add(_told("other", other.wire.asked))


def _told(who: str, asked: Any) -> str:
    return f"{who}: " + (", ".join(f"{count} {name}" for name, count in sorted(asked.items())) or "nothing")


def _figures(times: list[float]) -> dict[str, float]:
    cuts = quantiles(times if len(times) > 1 else times * 2 or [0.0, 0.0], n=20, method="inclusive")
    return {"count": len(times), "p50": cuts[9], "p95": cuts[18], "most": max(times, default=0.0)}


def _signed_in(browser: "Browser", site: str, who: dict[str, str]) -> "BrowserContext":
    context = browser.new_context(**WINDOW)
    name, value = who["cookie"].split("=", 1)
    context.add_cookies([{"name": name, "value": value, "url": site}])
    context.add_init_script(PROBE)
    return context


def _bare_page(browser: "Browser", site: str) -> "Page":
    context = browser.new_context(**WINDOW, bypass_csp=True)
    context.add_init_script(PROBE)
    page = context.new_page()
    page.goto(f"{site}/healthz")
    page.evaluate(BARE)
    return page


def _ask_bare(player: Player, felt: Felt) -> None:
    before = len(player.seen()["boards"])
    player.page.get_by_role("button").click()
    player.wait_for_board(before + 1)
    after = player.seen()
    felt.bare.append(after["boards"][before]["at"] - after["pressed"])


def _goes_on(felt: Felt, presses: int, pressed: int) -> bool:
    return not felt.is_enough(presses) and pressed < MOST * presses


def measure(
    browser: "Browser", site: str, presses: int, players: Iterable[dict[str, str]]
) -> list[dict[str, Any]]:
    """Return what was felt in each game."""
    matches: defaultdict[str, defaultdict[str, list[dict[str, str]]]] = defaultdict(lambda: defaultdict(list))
    for who in players:
        matches[who["game"]][who["match"]].append(who)
    bare = Player(page := _bare_page(browser, site), Wire(page))
    found = []
    for game, pairs in sorted(matches.items()):
        felt, pressed = Felt(), -WARM_UP
        for pair in pairs.values():
            contexts = [_signed_in(browser, site, who) for who in pair]
            at_table = [Player.arrive(context, site, pair[0]["match"]) for context in contexts]
            match = Match(game, at_table, felt)
            felt.after_load |= {_told("page", each.wire.asked) for each in at_table}
            while _goes_on(felt, presses, pressed) and match.press(is_counted=pressed >= 0):
                pressed += 1
                if pressed > 0 and pressed % BARE_EVERY == 0:
                    _ask_bare(bare, felt)
            for context in contexts:
                context.close()
            if not _goes_on(felt, presses, pressed):
                break
        found.append({"title": game, **felt.as_dict()})
    return found


def main() -> None:
    """Read a job from standard input, write its figures to standard output."""
    from playwright.sync_api import sync_playwright

    job = json.load(sys.stdin)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=job["chromium"], args=FLAGS)
        try:
            games = measure(browser, f"http://127.0.0.1:{job['port']}", job["presses"], job["players"])
        finally:
            browser.close()
    bare = median(game["bare"]["p50"] for game in games)
    sys.stdout.write(json.dumps({"games": games, "bare": bare}))


if __name__ == "__main__":
    main()
