"""A second quick press at one spot does nothing when something else has come there: by finger, mouse, key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import test_junkyard_page as junkyard
from tests.browser import test_scrap_knights_page as knights
from tests.browser.gestures import by_keyboard, middle, pressing
from tests.browser.match_page import MATCH_URL, MatchPage
from tests.browser.tables import PHONE, Table, Visit
from tests.browser.test_scrapyard_page import END, FREE

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
READ = 1300  # ms after which a press is one of its own
ANEW = 1700  # ms after which one counts where another phase or a question has come


def twice(player: MatchPage, press: Callable[[], None], gap: int) -> None:
    """Press, and *gap* ms later once more; wait for all that comes of it."""
    press()
    player.page.wait_for_timeout(gap)
    press()
    player.page.wait_for_timeout(300)
    player.settle()


def does_nothing(player: MatchPage, press: Callable[[], None]) -> None:
    seq = player.seq
    press()
    player.page.wait_for_timeout(300)
    assert player.seq == seq


def counts(player: MatchPage, press: Callable[[], None], after: int) -> None:
    """See that *after* milliseconds a press makes a move."""
    player.page.wait_for_timeout(after)
    seq = player.seq
    press()
    expect(player.board).not_to_have_attribute("data-seq", str(seq))


def placing(player: MatchPage) -> Table:
    """Return a table of Scrapyard where this player places cubes."""
    table = Table.set_up(player, "scrapyard", {2: "greedy"}, tiles="1")
    for _ in table.asked():
        if table.phase.startswith("placing"):
            break
        table.send(table.find(END))
    return table


@pytest.mark.parametrize(
    ("by", "gap"),
    [("finger", 150), ("finger", 450), pytest.param("mouse", 300, marks=pytest.mark.soak(seconds=4))],
)
def test_a_second_press_at_one_spot_places_no_second_cube(visit: Visit, by: str, gap: int) -> None:
    player = visit(**(PHONE if by == "finger" else {}))
    table = placing(player)
    seq = player.seq
    press = pressing(player.page, table.find(FREE).first, by)
    twice(player, press, gap)
    assert player.seq == seq + 1
    player.page.wait_for_timeout(READ)
    press()
    expect(player.board).to_have_attribute("data-seq", str(seq + 2))


def test_a_double_tap_looks_at_one_card_and_what_lies_over_the_table_takes_both_taps_of_its_cross(
    visit: Visit,
) -> None:
    """The second tap opened the card that the first had peeked at, or peeked below the drawer's ×."""
    player = visit(**PHONE)
    page, panel = player.page, player.page.locator("#panel")
    table = Table.set_up(player, "scrapyard", {2: "greedy"}, tiles="1")
    table.wait()
    question = table.find("[data-sure]")
    twice(player, pressing(page, table.find(END), "finger"), 250)
    expect(question).to_be_visible()  # the second tap doesn't shut it again
    page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    seq = player.seq
    plot = table.find(FREE).first
    press = pressing(page, plot, "finger")
    press()
    expect(player.board).to_have_attribute("data-seq", str(seq + 1))
    press()
    page.wait_for_timeout(300)
    expect(panel).to_be_hidden()
    page.wait_for_timeout(READ)
    press()
    expect(panel).to_be_visible()
    page.wait_for_timeout(READ)
    twice(player, pressing(page, panel.locator("[data-close-panel]"), "finger"), 250)
    expect(panel).to_be_hidden()
    assert player.seq == seq + 1


def test_a_second_enter_answers_nothing_else_and_a_held_one_counts_once(visit: Visit) -> None:
    player = visit()
    table = placing(player)
    page, keys, seq = player.page, player.page.keyboard, player.seq
    keys.press("Shift")  # so that the focus shows
    table.find(FREE).first.focus()
    keys.down("Enter")
    for _ in range(3):
        page.wait_for_timeout(300)
        keys.down("Enter")  # as a key that is held down
    assert player.seq == seq + 1
    keys.up("Enter")
    keys.press("Shift")  # another key between: it is meant
    keys.press("Enter")
    expect(player.board).to_have_attribute("data-seq", str(seq + 2))
    table.send(table.find("#undo"))
    keys.press("Shift")  # so that the focus shows
    table.find(FREE).first.focus()
    seq = player.seq
    keys.press("Enter")
    page.wait_for_timeout(300)
    keys.press("Enter")
    page.wait_for_timeout(300)
    assert player.seq == seq + 1


def test_enter_after_a_press_of_the_mouse_first_shows_what_has_the_focus(visit: Visit) -> None:
    """A cube was placed on the first card: the focus had come there, and nothing said so."""
    player = visit()
    table = placing(player)
    page = player.page
    shown = page.locator("#board :focus-visible")
    expect(table.find(FREE).first).to_be_focused()
    expect(shown).to_have_count(0)
    does_nothing(player, lambda: page.keyboard.press("Enter"))
    expect(shown).to_have_count(1)
    counts(player, lambda: page.keyboard.press("Enter"), READ)


@pytest.mark.soak(seconds=4)
def test_a_digit_pressed_twice_discards_one_card_and_u_pressed_twice_takes_back_one(visit: Visit) -> None:
    """Of two alike cards both were gone."""
    player = visit()
    player.start("novice")
    player.wait_for_turn()
    player.page.wait_for_timeout(ANEW)
    keys, seq = player.page.keyboard, player.seq
    for key, times in [("1", 2), ("1", 1), ("u", 2)]:
        seq += 1
        for _ in range(times):
            keys.press(key)
            player.page.wait_for_timeout(300)
        player.settle()
        assert player.seq == seq
        player.page.wait_for_timeout(READ)


@pytest.mark.soak(seconds=5)
def test_e_pressed_again_and_again_answers_no_question_unread(visit: Visit) -> None:
    """The fourth E played an empty program before anybody could read that it was empty."""
    table = Table.set_up(visit(), "junkyard", {2: "greedy"})
    junkyard.play(table, until="programming")
    expect(table.find(".tag--hot", has_text="programming")).to_have_count(1)  # the bot has closed its program
    page, seq = table.player.page, table.player.seq
    page.wait_for_timeout(ANEW)
    for _ in range(5):
        page.keyboard.press("e")
        page.wait_for_timeout(200)
    expect(table.find("[data-sure]")).to_be_visible()
    assert table.player.seq == seq
    page.wait_for_timeout(ANEW)
    for _ in range(2):  # once to look at the button, once to press it
        page.keyboard.press("e")
    expect(table.player.board).not_to_have_attribute("data-seq", str(seq))


@pytest.mark.soak(seconds=5)
def test_a_key_or_press_that_was_meant_for_a_film_answers_nothing_of_the_next_phase(visit: Visit) -> None:
    """There was no film that time: Enter placed a cube on a card that nobody had chosen."""
    table = placing(visit())
    player, page = table.player, table.player.page
    before = table.phase
    while table.phase == before:
        page.keyboard.press("e")
        page.wait_for_timeout(100)
        player.wait_for_turn()
    page.keyboard.press("e")
    expect(table.find(END)).not_to_be_focused()  # or else one more would end this phase as well
    does_nothing(player, lambda: page.keyboard.press("Enter"))
    counts(player, lambda: page.keyboard.press("Enter"), ANEW)


@pytest.mark.soak(seconds=4)
def test_a_second_slow_press_where_resign_was_does_not_resign(visit: Visit) -> None:
    """The panel had scrolled, and “Yes, resign” lay below the pointer."""
    player = visit()
    player.start("novice")
    page = player.page
    spot = middle(page.locator("[data-key=resign] summary"))
    page.mouse.click(*spot)
    yes = page.get_by_role("button", name="Yes, resign")
    x, y = middle(yes)
    page.evaluate("by => scrollBy({top: by, behavior: 'instant'})", y - spot[1])
    x, y = (min(max(at, was - 20), was + 20) for at, was in zip(middle(yes), spot, strict=True))
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).textContent", [x, y]) == "Yes, resign"
    page.wait_for_timeout(500)
    page.mouse.click(x, y)
    page.wait_for_timeout(500)
    assert not player.is_over
    page.wait_for_timeout(ANEW)
    page.mouse.click(x, y)
    expect(page.locator("#result-title")).to_be_visible()


IS_DEED_AT = "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('.market .deed'))"


@pytest.mark.soak(seconds=12)
@pytest.mark.parametrize("by", ["finger", "mouse"])
def test_a_second_quick_press_buys_no_other_card(visit: Visit, by: str) -> None:
    """The next card of the stack came below the finger, and was bought unseen."""
    player = visit(viewport={"width": 1280, "height": 900}, has_touch=True)
    page = player.page
    player.start(opponent="novice", turn_cap=60)
    while True:
        player.wait_for_turn()
        assert not player.is_over, "no card that could be bought came after another"
        if page.locator("#batch-scrap").count():
            player.act(page.locator("#batch-scrap"))
        strips = page.locator(".market .deed__says")
        if strips.count():
            spot = middle(strips.first)
            press = pressing(page, strips.first, by)
            seq = player.seq
            press()
            expect(player.board).not_to_have_attribute("data-seq", str(seq))
            if page.evaluate(IS_DEED_AT, spot):
                seq = player.seq
                press()
                page.wait_for_timeout(300)
                player.settle()
                assert player.seq == seq
                page.wait_for_timeout(READ)
                press()
                expect(player.board).not_to_have_attribute("data-seq", str(seq))
                return
        player.end_turn()


def filmed(player: MatchPage) -> None:
    """Have a film of a bot's turn begin that tells nothing yet."""
    player.start("greedy")
    player.wait_for_turn()
    film = player.page.locator(".film")
    expect(film).to_have_count(0)
    player.page.route("**/film/?*", lambda route: None)  # it is long in coming
    player.end_turn()
    film.first.wait_for()


@pytest.mark.parametrize("is_key", [True, pytest.param(False, marks=pytest.mark.soak(seconds=4))])
def test_a_press_right_after_the_one_that_skips_a_film_does_nothing(visit: Visit, is_key: bool) -> None:
    """It answered the question that stood below the film, before it could be read."""
    player = visit(**MOVING)
    filmed(player)
    page = player.page
    film = page.locator(".film").first
    page.evaluate("""() => {
        window.heard = 0;
        document.querySelector('#board').addEventListener('click', () => { window.heard += 1; });
    }""")
    player.wait_for_turn()
    skip = pressing(page, film, "mouse")
    button = page.locator("#end-turn")
    if is_key:
        button.focus()
        page.keyboard.press("Enter")
    else:
        skip()
    expect(film).to_have_count(0)
    for _ in range(3):
        page.wait_for_timeout(250)
        page.keyboard.press("Enter") if is_key else button.click()
    assert page.evaluate("window.heard") == 0
    page.wait_for_timeout(READ)
    page.keyboard.press("Enter") if is_key else button.click()
    assert page.evaluate("window.heard") == 1


@pytest.mark.soak(seconds=6)
def test_a_tap_beside_a_film_skips_it_and_does_nothing_else(visit: Visit) -> None:
    """A hand at the window's edge lies outside of it: a card was picked up unseen, and the film went on."""
    player = visit(**MOVING, **PHONE)
    filmed(player)
    since = player.page.locator("#board .since summary")
    player.page.wait_for_timeout(READ)
    player.page.touchscreen.tap(*middle(since))
    expect(player.page.locator(".film")).to_have_count(0, timeout=500)
    expect(player.page.locator("#board .since[open]")).to_have_count(0)


@pytest.mark.soak(seconds=6)
def test_who_skips_a_film_with_e_ends_nothing_with_the_next_es(visit: Visit) -> None:
    """The second went to the button, the third pressed it: a whole placing was over that nobody had seen."""
    player = visit(**MOVING)
    filmed(player)
    page = player.page
    player.wait_for_turn()
    seq = player.seq
    for key in "eeees1":  # and what is in the hand stays there
        page.keyboard.press(key)
        page.wait_for_timeout(230)
    expect(page.locator(".film")).to_have_count(0)
    expect(page.locator("#end-turn")).not_to_be_focused()
    assert player.seq == seq


STAMPS = """() => {
    window.stamps = [];
    addEventListener('keydown', ({ key, timeStamp }) => key === 'Enter' && stamps.push(timeStamp), true);
}"""


@pytest.mark.soak(seconds=10)
def test_a_second_enter_skips_no_film_that_the_first_has_begun(visit: Visit) -> None:
    table = knights.set_up(visit(**MOVING), "greedy", knights.READY_MADE)
    page, film = table.player.page, table.find(".film")
    page.evaluate(STAMPS)
    page.route("**/film/?*", lambda route: None)  # it is long in coming
    for _ in table.asked():
        expect(film).to_have_count(0)
        if not table.phase.startswith("choosing"):
            knights.act(table)
            continue
        by_keyboard(table.find(knights.GO).first)
        film.wait_for()
        page.keyboard.press("Enter")
        plays = film.count() == 1
        # On a slow machine it comes too late for a second press.
        if page.evaluate("stamps.at(-1) - stamps.at(-2)") < 550:
            break
    assert plays
    page.wait_for_timeout(700)
    page.keyboard.press("Enter")
    expect(film).to_have_count(0, timeout=500)


@pytest.mark.soak(seconds=6)
def test_a_press_that_comes_as_a_film_ends_does_nothing(visit: Visit) -> None:
    """It was meant to skip the film."""
    player = visit(**MOVING)
    filmed(player)
    page = player.page
    player.wait_for_turn()
    page.evaluate("""() => {
        window.heard = [];
        document.addEventListener('match:filmed', () => setTimeout(() => window.heard.push('over'), 0));
        document.querySelector('#board').addEventListener('click', () => window.heard.push('click'));
    }""")
    x, y = middle(page.locator("#end-turn"))
    page.wait_for_function("() => window.heard.length")
    page.mouse.click(x, y)
    assert page.evaluate("window.heard") == ["over"]
    page.wait_for_timeout(READ)
    page.mouse.click(x, y)
    assert page.evaluate("window.heard") == ["over", "click"]


LINK_AT = """([url, x, y]) => {
    const link = document.createElement('a');
    link.href = url;
    link.style = 'position:fixed; width:18px; height:18px; z-index:99';
    Object.assign(link.style, {left: `${x - 9}px`, top: `${y - 9}px`});
    document.body.append(link);
}"""


@pytest.mark.soak(seconds=6)
def test_a_second_press_meets_nothing_on_the_page_that_the_first_led_to(visit: Visit) -> None:
    """A double tap on “Play the novice bot” chose a mech."""
    player = visit()
    table = placing(player)
    page = player.page
    x, y = middle(table.find(FREE).first)
    seq, url = player.seq, page.url
    page.goto(f"{player.address}/games/scrapyard/")
    page.evaluate(LINK_AT, [url, x, y])
    page.mouse.click(x, y)
    page.wait_for_url(MATCH_URL)
    player.settle()
    page.mouse.click(x, y)
    page.wait_for_timeout(300)
    assert player.seq == seq
    page.wait_for_timeout(READ)
    page.mouse.click(x, y)
    expect(player.board).not_to_have_attribute("data-seq", str(seq))
    # Nor does it follow a link around the table.
    x, y = middle(page.get_by_role("link", name="Rulebook"))
    page.goto(f"{player.address}/games/scrapyard/")
    page.evaluate(LINK_AT, [url, x, y])
    page.mouse.click(x, y)
    page.wait_for_url(MATCH_URL)
    page.mouse.click(x, y)
    page.wait_for_timeout(300)
    assert page.url == url
