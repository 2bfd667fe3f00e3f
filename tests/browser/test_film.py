"""What happened plays itself on the board, in at most four seconds, and stands in nobody's way."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import test_junkyard_page as junkyard
from tests.browser import test_scrap_knights_page as knights
from tests.browser import test_scrapyard_page as scrapyard
from tests.browser.tables import PHONE, Table, Visit
from tests.browser.whole import GAMES

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
# Notes what the page plays, frame by frame: each scene's words, how many lines of the log aren't told yet,
# how often something glided, and when the film was there.
WATCH = """() => {
    const seen = window.filmed = {says: [], untold: [], left: 0, glided: 0, began: 0, ended: 0};
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        seen.glided += frames[0].translate ? 1 : 0;
        return animate.call(this, frames, how);
    };
    const look = () => {
        const film = document.querySelector('.film');
        const words = film?.querySelector('.film__says').textContent;
        seen.left += film?.querySelector('.panes').scrollLeft || 0;
        if (film && !seen.began) seen.began = performance.now();
        if (words && words !== seen.says.at(-1)) {
            seen.says.push(words);
            seen.untold.push(document.querySelectorAll('#board .log [data-step][hidden]').length);
        }
        if (!film && seen.began) seen.ended = performance.now();
        else requestAnimationFrame(look);
    };
    look();
}"""

# Notes whether anything was framed as changed, and what the style sheet animated.
FRAMES = """() => {
    window.framed = false;
    window.animated = [];
    const look = () => {
        window.framed ||= Boolean(document.querySelector('#board .is-changed'));
        window.animated.push(...document.getAnimations().map((one) => one.animationName || ''));
    };
    new MutationObserver(look).observe(document.body, {attributes: true, childList: true, subtree: true});
}"""

DEAF = 1000  # ms, a little more than nothing is heard after a film was skipped (js/film.js)


def watched(page: Page) -> dict[str, Any]:
    """Wait for the end of the film; return what was seen of it."""
    page.wait_for_function("() => window.filmed.ended")
    return dict(page.evaluate("() => window.filmed"))


def choosing(table: Table) -> None:
    """Play until an ACT is to be chosen; what the page plays from then on is noted."""
    for _ in table.asked():
        expect(table.find(".film")).to_have_count(0)
        if table.phase.startswith("choosing"):
            break
        knights.act(table)
    table.player.page.evaluate(WATCH)


def check_the_log_keeps_step(page: Page, seen: dict[str, Any]) -> None:
    """See that the log told each line with its scene; it once told the end while the film had just begun."""
    untold = seen["untold"]
    assert untold[0] > 1
    assert untold == sorted(untold, reverse=True)
    assert len(set(untold)) > 2
    expect(page.locator("#board [data-step][hidden]")).to_have_count(0)


def set_pace(page: Page, pace: str) -> None:
    page.get_by_role("button", name="Motion and sound").click()
    page.locator("#film-pace").select_option(pace)
    page.keyboard.press("Escape")


@pytest.mark.soak(seconds=5)
def test_what_a_press_changed_is_framed_for_a_moment_and_nothing_is_drawn_on_and_on(visit: Visit) -> None:
    """An animation of the frames and of the thinking dots had the browser draw sixty times a second."""
    player, guest = visit(**MOVING), visit(**MOVING)
    player.start(opponent="link")
    guest.open(player.page.locator("#share-link").input_value())
    guest.page.get_by_role("button", name="Join and play").click()
    expect(player.board).to_have_attribute("data-status", "running")
    mover, waiting = (player, guest) if player.is_my_turn else (guest, player)
    pages = (mover.page, waiting.page)
    for page in pages:
        page.evaluate(FRAMES)
    mover.play_turn()
    waiting.wait_for_turn()
    for page in pages:
        page.wait_for_function("() => window.framed && !document.querySelector('#board .is-changed')")
    dots = "() => Number(getComputedStyle(document.querySelector('.thinking')).getPropertyValue('--dots'))"
    for shown in ("< 3", "=== 3"):
        mover.page.wait_for_function(f"() => ({dots})() {shown}")
    for page in pages:
        # A Scrapbot that was struck shakes for half a second, and cards glide.
        assert set(page.evaluate("() => window.animated")) <= {"", "struck"}


@pytest.mark.soak(seconds=11)
def test_a_round_of_junkyard_plays_itself(visit: Visit, running_test: Path) -> None:
    """On a phone who had just closed a program saw that all through the round, and not where anybody went."""
    player, glided = visit(**MOVING, **PHONE), 0
    # In some rounds nobody moves before somebody is asked.
    for number in range(3, 8):
        running_test.write_text(f"a round in which somebody moves {number}")
        seen = film_of_a_round(Table.set_up(player, "junkyard", {2: "random"}, round_cap="4"))
        assert 3 <= len(seen["says"]) <= 16
        assert not seen["left"]
        assert seen["ended"] - seen["began"] < 5000
        check_the_log_keeps_step(player.page, seen)
        if glided := seen["glided"]:
            break
    assert glided


def film_of_a_round(table: Table) -> dict[str, Any]:
    for _ in table.asked():
        if table.find(junkyard.FULL).count() == 3:
            break
        if table.phase.startswith("placing"):  # heading over the yard, where there is room to move
            table.player.touch(table.find(".junk-place > summary").first)
            table.send(table.find(".junk-place[open] button").nth(1))
        else:
            junkyard.act(table)
    # That the round's programs are closed is all that is left.
    expect(table.find(".tag--hot", has_text="programming")).to_have_count(1, timeout=60_000)
    expect(table.find("#board .pane-tabs a", has_text="Program")).to_have_attribute("aria-current", "true")
    table.player.page.evaluate(WATCH)
    table.player.touch(table.find(".actions__end"))
    return watched(table.player.page)


@pytest.mark.soak(seconds=6)
def test_a_round_plays_in_sight_of_whoever_has_scrolled_away(visit: Visit) -> None:
    """Who had scrolled to “Decide ahead” saw the captions, and hardly anything of the yard."""
    player = visit(**MOVING, viewport={"width": 1366, "height": 650})
    table = Table.set_up(player, "junkyard", {2: "random"}, round_cap="4")
    for _ in table.asked():
        if table.phase.startswith("programming"):
            break
        junkyard.act(table)
    player.page.evaluate("scrollTo({top: 330, behavior: 'instant'})")
    assert player.page.evaluate("scrollY") > 200
    table.find(".actions__end").click()
    player.be_sure()
    player.page.locator(".film .junk-grid").wait_for()
    expect(player.page.locator(".film .junk-grid")).to_be_in_viewport(ratio=1)


@pytest.mark.soak(seconds=10)
def test_the_flip_of_scrap_knights_plays_itself_unless_one_skips_it_or_wants_no_motion(visit: Visit) -> None:
    table = knights.set_up(visit(**MOVING), "greedy", knights.READY_MADE)
    page, moves = table.player.page, list[str]()
    page.on("request", lambda sent: moves.append(sent.url) if sent.url.endswith("/moves/") else None)
    choosing(table)
    knights.act(table)
    seen = watched(page)
    assert len(seen["says"]) >= 2
    check_the_log_keeps_step(page, seen)
    set_pace(page, "fast")
    # A key or a press skips it and does nothing else; below is the board as it is now.
    for is_key in (True, False):
        choosing(table)
        page.route("**/film/?*", lambda route: None)  # it is long in coming
        knights.act(table)
        film = page.locator(".film").element_handle()
        made = len(moves)
        if is_key:
            page.keyboard.press("Enter")
        else:
            film.click()
        # What the bot does next may be another film.
        page.wait_for_function("film => !film.isConnected", arg=film, timeout=1000)
        assert len(moves) == made
        page.unroute("**/film/?*")
        page.wait_for_timeout(DEAF)
    # Three turns are enough for a duel to be over.
    table = knights.set_up(table.player, "greedy", knights.READY_MADE)
    choosing(table)
    set_pace(page, "off")
    knights.act(table)
    table.wait()
    assert page.evaluate("() => [window.filmed.began, window.filmed.glided]") == [0, 0]


@pytest.mark.soak(seconds=8)
def test_a_bots_turn_of_scrapbots_plays_itself_and_is_seen_on_a_phone(visit: Visit) -> None:
    """Whoever had just bought a card saw the Market all through the bot's turn, and not what it destroyed."""
    player = visit(**MOVING, **PHONE)
    player.start("greedy")
    player.wait_for_turn()
    expect(player.page.locator(".film")).to_have_count(0)
    market = player.page.locator("#board .pane-tabs a", has_text="Market")
    market.tap()
    expect(market).to_have_attribute("aria-current", "true")
    player.page.evaluate(WATCH)
    player.end_turn()
    player.page.wait_for_function("() => window.filmed.began || window.filmed.glided")
    player.wait_for_turn()
    expect(player.page.locator("#board .pane-tabs a", has_text="Lanes")).to_have_attribute(
        "aria-current", "true"
    )


# Notes where the film shows the other's pawn with each scene's words: its last place with these words.
PAWN = """() => {
    window.pawn = {};
    const look = () => {
        const film = document.querySelector('.film');
        const at = film?.querySelector('.pawn.yard-figure--1')?.closest('[data-key]');
        if (film) window.pawn[film.querySelector('.film__says').textContent] = at?.dataset.key;
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.soak(seconds=12)
def test_a_pawn_of_scrapyard_walks_while_the_film_says_so(visit: Visit) -> None:
    """Cells of a table got lost on their way into the film: the pawn stood in its corner all the while."""
    table = Table.set_up(visit(**MOVING), "scrapyard", {2: "random"}, tiles="1")
    page = table.player.page
    page.evaluate(PAWN)
    walked: dict[str, str] = {}
    for _ in table.asked():
        expect(table.find(".film")).to_have_count(0)
        told = page.evaluate("window.pawn").items()
        walked = {words: key for words, key in told if words.count(" walked to the card in row ") == 1}
        if walked:
            break
        is_choosing = table.phase.startswith("choos")
        table.send(table.find(".corner__press" if is_choosing else scrapyard.END).first)
    for words, key in walked.items():
        found = re.search(r"row (\d), column (\d)", words)
        assert found
        assert key == f"plot-{found[1]}-{found[2]}"
    assert walked


@pytest.mark.soak(seconds=15)
def test_how_a_match_ends_is_shown_after_what_is_told_of_it(visit: Visit) -> None:
    """“You lose” and the winner's log line stood there while the chain was still being told."""
    table = knights.set_up(visit(**MOVING), "greedy", knights.READY_MADE)
    page = table.player.page
    page.evaluate("""() => {
        window.early = [];
        new MutationObserver(() => {
            const result = document.querySelector('.result');
            if (result && document.querySelector('.film')) window.early.push(result.checkVisibility());
        }).observe(document.querySelector('.match'), {childList: true, subtree: true});
    }""")
    for _ in table.asked():
        expect(table.find(".film")).to_have_count(0)
        knights.act(table)
    expect(page.locator(".film")).to_have_count(0)
    expect(page.locator("#result-title")).to_be_focused()
    early = page.evaluate("window.early")
    assert early
    assert not any(early)


@pytest.mark.soak(seconds=25)
@pytest.mark.parametrize("title", GAMES)
def test_a_whole_match_is_played_while_everything_moves(visit: Visit, title: str) -> None:
    player, (begin, act) = visit(**MOVING), GAMES[title]
    begin(player)
    player.wait_for_turn()
    player.page.evaluate(WATCH)
    table = Table(player)
    for _ in table.asked():
        expect(table.find(".film")).to_have_count(0)
        act(table)
    expect(table.find("#result-title")).to_be_visible()
    seen = player.page.evaluate("() => window.filmed")
    assert seen["says"] or seen["glided"]
    expect(table.find(".film")).to_have_count(0)


COUNT_NOTES = """() => {
    window.notes = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        window.notes += 1;
        return start.apply(this, when);
    };
}"""


@pytest.mark.soak(seconds=3)
def test_sounds_that_nobody_could_hear_do_not_come_later_all_at_once(visit: Visit) -> None:
    player = visit()
    page = player.page
    player.start("greedy")
    page.evaluate("localStorage.setItem('sounds', 'on')")
    page.reload()
    page.evaluate(COUNT_NOTES)
    # The browser says so itself while nobody has pressed anything; to it a script of a test is a press.
    page.evaluate("""() => Object.defineProperty(AudioContext.prototype, 'state', {
        configurable: true, get: () => 'suspended'
    })""")
    for _ in range(3):
        page.evaluate("document.dispatchEvent(new CustomEvent('clock:low'))")
    assert page.evaluate("window.notes") == 0
    page.keyboard.press("Shift")
    page.evaluate("document.dispatchEvent(new CustomEvent('clock:low'))")
    page.wait_for_function("() => window.notes === 3")


@pytest.mark.soak(seconds=4)
def test_of_two_tabs_with_a_match_one_sounds(visit: Visit) -> None:
    player = visit()
    player.start("greedy")
    page = player.page
    page.evaluate("localStorage.setItem('sounds', 'on')")
    page.reload()
    other = page.context.new_page()
    other.goto(page.url)
    for tab in (page, other):
        tab.evaluate(COUNT_NOTES)
    ring = """async () => {
        document.dispatchEvent(new CustomEvent('clock:low'));
        await new Promise((done) => setTimeout(done, 200));
        return window.notes;
    }"""
    rung = []
    for tab in (page, other):
        tab.keyboard.press("Shift")
        rung.append(tab.evaluate(ring))
    assert rung == [3, 0]
    page.goto("about:blank")
    other.keyboard.press("Shift")
    # The browser takes a moment to see that the first one has gone.
    other.wait_for_function(f"async () => await ({ring})() >= 3")


@pytest.mark.soak(seconds=4)
def test_sounds_are_off_until_one_wants_them(visit: Visit) -> None:
    player = visit()
    player.start("greedy")
    player.wait_for_turn()
    player.page.evaluate(COUNT_NOTES)
    player.end_turn()
    player.wait_for_turn()
    assert player.page.evaluate("window.notes") == 0
    player.page.get_by_role("button", name="Motion and sound").click()
    player.page.get_by_label("Sounds").check()
    assert player.page.evaluate("window.notes") == 2
    player.page.keyboard.press("Escape")
    player.end_turn()
    player.wait_for_turn()
    assert player.page.evaluate("window.notes") >= 4
