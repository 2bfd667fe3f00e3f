"""The match pages of the games for two to four as a player works them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.looks import complaints, forget
from tests.browser.match_page import MATCH_URL, MatchPage
from tests.soak.tenths import soaking

Visit = Callable[..., MatchPage]
TWO_BOTS = {2: "greedy", 3: "random"}
THREE_BOTS = {**TWO_BOTS, 4: "random"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
}
STEPS = 400
# Without scripts a phone shows most of what can go wrong; the soak looks at a desk too.
WIDTHS = pytest.mark.parametrize("width", [360, soaking(1280, seconds=6)])


def screen(width: int) -> dict[str, Any]:
    """Return the context options of a phone, or of a desk if *width* is wider than one."""
    return PHONE if width == PHONE["viewport"]["width"] else {"viewport": {"width": width, "height": 800}}


@dataclass
class Table:
    """One player's page of a match with several seats."""

    player: MatchPage
    is_known: bool = False

    @classmethod
    def set_up(cls, player: MatchPage, title: str, seats: dict[int, str], **options: str) -> Table:
        """Make a match by the form of the game's page. *seats:* who sits there, from seat 2."""
        player.page.goto(f"{player.address}/games/{title}/")
        form = player.page.locator("form.create")
        for number, kind in seats.items():
            form.locator(f"[name=seat-{number}]").select_option(kind)
        for name, value in options.items():
            form.locator(f"[name={name}]").fill(value)
        form.locator("button[type=submit]").last.click()
        player.page.wait_for_url(MATCH_URL)
        return cls(player)

    @classmethod
    def joined(cls, player: MatchPage, host: Table) -> Table:
        """Join the match of *host* by its link."""
        player.open(host.player.page.locator("#share-link").input_value())
        player.page.get_by_role("button", name="Join and play").click()
        player.page.wait_for_url(MATCH_URL)
        expect(host.player.board).to_have_attribute("data-status", "running")
        return cls(player)

    def find(self, selector: str, has_text: str | None = None) -> Locator:
        return self.player.page.locator(selector, has_text=has_text)

    def has(self, selector: str) -> bool:
        return self.find(selector).count() > 0

    @property
    def is_over(self) -> bool:
        return self.player.is_over

    @property
    def phase(self) -> str:
        """Return what the board says is going on, in lower case."""
        return self.find(".yard-status h2").inner_text().split("\n")[0].strip().lower()

    def asked(self) -> Iterator[None]:
        """Go on as often as this player is asked something, until the match is over."""
        for _ in range(STEPS):
            self.wait()
            if self.is_over:
                return
            yield
        raise AssertionError("the match doesn’t end")

    def asked_without_scripts(self) -> Iterator[None]:
        """Do so by loading the page anew."""
        for _ in range(STEPS):
            self.player.reload_until_turn()
            if self.is_over:
                return
            yield
        raise AssertionError("the match doesn’t end")

    def send(self, button: Locator) -> None:
        """Press a button that sends a move, and wait until its answer is on the page."""
        seq = self.player.seq
        self.player.touch(button)
        self.player.be_sure()
        expect(self.player.board).not_to_have_attribute("data-seq", str(seq))
        self.player.settle()

    def show(self, link: Locator, sign: str) -> None:
        """Press a link on the board, and wait for what it brings."""
        self.player.touch(link)
        self.find(sign).first.wait_for()

    def wait(self) -> None:
        """Wait until this player is asked, or the match is over."""
        self.player.wait_for_turn()

    def has_focus(self, sign: str) -> bool:
        """Return whether what has the focus matches the selector *sign*."""
        return bool(self.player.page.evaluate("sign => document.activeElement.matches(sign)", sign))

    def reach(self, sign: str) -> None:
        """Go on by Tab until what has the focus matches the selector *sign*; a press there is meant."""
        self.player.page.keyboard.press("Shift")
        for _ in range(150):
            if self.has_focus(sign):
                return
            self.player.page.keyboard.press("Tab")
        raise AssertionError(f"Tab doesn’t lead to {sign}")

    def check_axe(self) -> None:
        """Let axe look at the page, which mustn't find anything; after the first time at the board only.

        When a bot's move replaced the board meanwhile, what it looked at is gone: it looks at the new one.
        """
        part = "#board" if self.is_known else ""
        is_still = False
        while not is_still:
            board = self.player.board.element_handle()
            found = complaints(self.player.page, part)
            is_still = board.evaluate("node => node.isConnected")
            if not is_still:
                forget(self.player.page)
        assert not found, found
        self.is_known = True

    def markup(self) -> str:
        """Return the board's markup as the server sends it, without what is new in each answer."""
        script = """async () => {
            const address = document.querySelector('#board').dataset.url;
            const answer = await fetch(address, {headers: {'HX-Request': 'true'}});
            return (await answer.text())
                .replace(/name="(csrfmiddlewaretoken|client_move_id|request_id)" value="[^"]*"/g, '');
        }"""
        return str(self.player.page.evaluate(script))

    def check_uncovered(self, selector: str) -> bool:
        """See that nothing lies over the last of the *selector*'s things when Tab comes to it; return whether
        there was one.

        It is looked for until it is so, as a bot's move may replace the board at any moment.
        """
        script = """selector => {
            const node = [...document.querySelectorAll(selector)].at(-1);
            if (!node) return 'absent';
            document.activeElement.blur();
            node.focus();
            const box = node.getBoundingClientRect();
            const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return top && node.contains(top) ? 'uncovered' : '';
        }"""
        found = self.player.page.wait_for_function(script, arg=selector, polling=100).json_value()
        return bool(found == "uncovered")


def check_that_next_stays(table: Table) -> None:
    """See that the button for the next step keeps its place through a whole narration, whatever is told."""
    table.find("#narration-first").click()
    line, after = table.find(".narration__line"), table.find("#narration-after")
    place = "node => { const box = node.getBoundingClientRect(); return [box.x, box.y + scrollY]; }"
    expect(line).to_contain_text("Step 0")
    stood = after.evaluate(place)
    step = 0
    while after.get_attribute("aria-disabled") is None:
        step += 1
        after.click()
        expect(line).to_contain_text(f"Step {step} ")
        assert after.evaluate(place) == stood, line.inner_text()
    assert step > 2
