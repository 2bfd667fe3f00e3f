"""Scrapyard played in a real Chromium: peeking, cubes, walking, by people, bots, keys, without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.gestures import by_keyboard, pressing
from tests.browser.looks import LOOKS, USUAL_LOOK
from tests.browser.sight import IN_VIEW, PRESSED, check_in_reach
from tests.browser.tables import PHONE, THREE_BOTS, TWO_BOTS, WIDTHS, Table, Visit, screen

END = ".actions__end"
# Nobody looks at a card with another's cube on it: bots that came first may have put some anywhere.
FREE = ".plot.can-act button"
PHASES = {"peeking", "placing", "second", "choosing", "collecting"}
# How wide or high the cells are, whichever is less, and what a thumb needs, in pixels.
SIZES = "plots => plots.map((plot) => Math.min(plot.offsetWidth, plot.offsetHeight))"
LEAST = 44
SIDE_BY_SIDE = 1120  # from this width on the players stand beside the field


def play(table: Table, until: str = "") -> None:
    """Play as somebody in a hurry until the match, or all before the phase *until*, is over."""
    for _ in table.asked():
        if until and table.phase.startswith(until):
            return
        act(table)


def act(table: Table) -> None:
    now = table.phase
    if now.startswith("peek") and table.has(".plot.can-act:not(.is-known) button"):
        table.send(table.find(".plot.can-act:not(.is-known) button").first)
    elif now.startswith("choos"):
        table.send(table.find(".corner__press").first)
    elif now.startswith("collect"):
        collect(table)
    elif table.find(".plot:has(.cube)").count() < 2 and table.has(".plot.can-act"):
        table.send(table.find(FREE).first)
    else:
        table.send(table.find(END))


def collect(table: Table) -> None:
    take = table.find(".here button", has_text="Take the card")
    turn_up = table.find(".here button", has_text="face up")
    walk = table.find(".plot.can-act:has(.plot__cost) button")
    for choice in (take, turn_up):
        if choice.count():
            table.send(choice.first)
            return
    table.send(walk.first if walk.count() and not table.has(".here button") else table.find(END))


@pytest.fixture
def against_bots(visit: Visit) -> Table:
    table = Table.set_up(visit(), "scrapyard", TWO_BOTS, tiles="1")
    table.wait()
    return table


@WIDTHS
@pytest.mark.soak(seconds=7)
def test_whole_match_with_javascript_off(visit: Visit, width: int) -> None:
    player = visit(java_script_enabled=False, **screen(width))
    table = Table.set_up(player, "scrapyard", {2: "random"}, tiles="1")
    for _ in table.asked_without_scripts():
        assert not table.player.scrolls_sideways()
        act(table)
    expect(table.find("#result-title")).to_be_visible()


def test_two_browsers_and_a_peek_only_one_of_them_sees(visit: Visit) -> None:
    host = Table.set_up(visit(), "scrapyard", {2: "link"}, tiles="1")
    friend = Table.joined(visit(), host)
    mover, other = (host, friend) if host.player.is_my_turn else (friend, host)
    expect(mover.player.board).to_have_attribute("data-my-turn", "yes")
    mover.send(mover.find('[id="plot-3-4"]'))
    expect(other.player.board).to_have_attribute("data-seq", str(mover.player.seq))
    seen = mover.find('[data-key="plot-3-4"]')
    expect(seen).to_have_class(re.compile("is-known"))
    name = str(seen.get_attribute("data-state")).split(": ")[1].split(",")[0]
    hidden = other.find('[data-key="plot-3-4"]')
    expect(hidden).not_to_have_class(re.compile("is-known"))
    expect(hidden).to_have_attribute(
        "data-state", re.compile("^Row 3, column 4: face-down card; .* has looked at it$")
    )
    assert name not in other.markup()


@pytest.mark.soak(seconds=8)
def test_a_cube_is_picked_up_by_its_link_and_put_down(against_bots: Table) -> None:
    against_bots.player.page.set_viewport_size({"width": 360, "height": 740})
    play(against_bots, until="placing")
    stood = top_of_field(against_bots)
    against_bots.send(against_bots.find('[id="plot-2-2"]'))
    # The row of cubes once pushed the field down after the first, so that the next press hit another card.
    assert top_of_field(against_bots) == stood
    against_bots.show(
        against_bots.find(".picks-bar__one", has_text="row 2, col 2"), '[data-key="plot-2-2"].is-picked'
    )
    expect(against_bots.find(".actions__hint")).to_contain_text("the cube in row 2, column 2")
    against_bots.send(against_bots.find('[id="plot-5-5"]'))
    assert top_of_field(against_bots) == stood
    expect(against_bots.find('[data-key="plot-2-2"] .cube.yard-figure--0')).to_have_count(0)
    expect(against_bots.find('[data-key="plot-5-5"] .cube.yard-figure--0')).to_have_count(1)
    against_bots.send(against_bots.find("#undo"))
    expect(against_bots.find('[data-key="plot-2-2"] .cube.yard-figure--0')).to_have_count(1)


def top_of_field(table: Table) -> float:
    """Return how far below the page's beginning the field begins."""
    script = "node => node.getBoundingClientRect().top + scrollY"
    return float(table.find("#pane-1").evaluate(script))


@pytest.mark.soak(seconds=6)
def test_walking_has_its_price_and_a_card_is_taken(visit: Visit) -> None:
    table = Table.set_up(visit(), "scrapyard", {2: "random"}, tiles="1")
    play_to_collecting_with_all_cubes(table)
    far = table.find('.plot.can-act:has(.plot__cost:text-is("3")) button').first
    expect(far).to_have_attribute("title", re.compile("^Walk to .* for 3 action points$"))
    left = points(table)
    table.send(far)
    assert points(table) == left - 3
    table.find(".here button", has_text="face up").wait_for()
    table.send(table.find(".here button", has_text="face up"))
    table.send(table.find(".here button", has_text="Take the card"))
    expect(table.find(".plate:has(.side-bar__note:text-is('you')) .chip-part")).to_have_count(1)
    expect(table.find(".plot.is-gone")).not_to_have_count(0)


def play_to_collecting_with_all_cubes(table: Table) -> None:
    """Place nothing, so that every cube of the supply brings a point."""
    for _ in table.asked():
        now = table.phase
        if now.startswith("collect"):
            return
        table.send(table.find(".corner__press").first if now.startswith("choos") else table.find(END))
    raise AssertionError("the collection doesn’t begin")


def points(table: Table) -> int:
    return int(table.find(".yard-status__left").inner_text().split()[0])


def test_a_tap_beside_the_drawer_on_a_phone_puts_it_away_and_peeks_at_nothing(visit: Visit) -> None:
    """It stayed, and the card of the field that was tapped cost a peek."""
    table = Table.set_up(visit(**PHONE), "scrapyard", TWO_BOTS, tiles="1")
    table.wait()
    table.send(table.find(FREE).first)
    table.player.touch(table.find(".plot.is-known .plot__press").first)
    drawer, seq = table.find("#panel"), table.player.seq
    expect(drawer).to_be_visible()
    box = table.find(FREE).first.bounding_box()
    assert box
    table.player.page.touchscreen.tap(box["x"] + 10, box["y"] + 10)
    expect(drawer).to_be_hidden()
    assert table.player.seq == seq
    table.send(table.find(FREE).first)


@pytest.mark.soak(seconds=8)
def test_on_a_phone_the_card_that_a_question_names_lies_above_it(visit: Visit) -> None:
    """The question lay over the card, or the card was beyond the edge of the field."""
    table = Table.set_up(visit(**PHONE), "scrapyard", {2: "random"}, tiles="1")
    play_to_collecting_with_all_cubes(table)
    table.player.touch(table.find(END))
    named, question = table.find(".plot.is-asked"), table.find(".ask__sure:visible")
    card, box = named.bounding_box(), question.bounding_box()
    assert card
    assert box
    assert card["y"] + card["height"] <= box["y"]
    assert card["x"] >= 0
    assert card["x"] + card["width"] <= PHONE["viewport"]["width"]


def test_a_tap_beside_a_question_on_a_phone_takes_it_back_and_peeks_at_nothing(visit: Visit) -> None:
    """The card of the field that was tapped cost a peek."""
    table = Table.set_up(visit(**PHONE), "scrapyard", TWO_BOTS, tiles="1")
    table.wait()
    table.player.touch(table.find(END))
    sure, seq = table.find("[data-sure]"), table.player.seq
    expect(sure).to_be_visible()
    press = pressing(table.player.page, table.find(FREE).first, "finger")
    press()
    expect(sure).to_be_hidden()
    press()  # nor does a quick second one
    table.player.page.wait_for_timeout(300)
    assert table.player.seq == seq
    table.send(table.find(FREE).first)


@pytest.mark.soak(seconds=4)
def test_what_cant_be_done_is_told_with_its_rule(against_bots: Table) -> None:
    against_bots.send(against_bots.find(FREE).first)
    against_bots.find(".refusals > summary").click()
    reason = against_bots.find(".refusals__reason").first
    expect(reason).to_be_visible()
    reason.locator(".rule-link").click()
    expect(against_bots.find("#panel")).to_be_focused()
    # New players took the pawns for more cubes: they differed in an outline.
    shape = "it => getComputedStyle(it).clipPath + getComputedStyle(it, '::before').clipPath"
    cube, pawn = (against_bots.find(f".yard-legend .{one}").evaluate(shape) for one in ("cube", "pawn"))
    assert cube != pawn


@pytest.mark.soak(seconds=6)
def test_t_leads_to_what_can_be_done_with_ones_card_and_the_focus_stays_there(against_bots: Table) -> None:
    """It was dozens of Tabs away, and after one thing was done Enter walked off the card."""
    keys, here = against_bots.player.page.keyboard, against_bots.find(".here button")
    for _ in against_bots.asked():
        if against_bots.has(".here button:has-text('face up')"):
            break
        act(against_bots)
    keys.press("t")
    expect(here.first).to_be_focused()
    by_keyboard(against_bots.find(".here button", has_text="face up"))
    expect(against_bots.find(".here button", has_text="face up")).to_have_count(0)
    assert not against_bots.has(".here button") or against_bots.has_focus(".here button")


@pytest.mark.soak(seconds=4)
def test_by_keyboard_alone_and_the_focus_stays(against_bots: Table) -> None:
    page, keys = against_bots.player.page, against_bots.player.page.keyboard
    keys.press("f")
    keys.press("ArrowRight")
    keys.press("ArrowDown")
    place = page.evaluate("document.activeElement.id")
    assert place.startswith("plot-2-")
    while not against_bots.has_focus(FREE):
        keys.press("ArrowDown")
        place, above = page.evaluate("document.activeElement.id"), place
        assert place != above
    seq = against_bots.player.seq
    keys.press("Enter")
    expect(against_bots.player.board).not_to_have_attribute("data-seq", str(seq))
    assert page.evaluate("document.activeElement.id") == place
    for _ in against_bots.asked():
        press_something(against_bots)
    expect(against_bots.find("#result-title")).to_be_visible()


@pytest.mark.soak(seconds=3)
def test_a_key_leads_whoever_waits_to_the_field_too(visit: Visit) -> None:
    host = Table.set_up(visit(), "scrapyard", {2: "link"}, tiles="1")
    friend = Table.joined(visit(), host)
    waits = friend if host.player.is_my_turn else host
    expect(waits.find(".plot.can-act")).to_have_count(0)
    waits.player.page.keyboard.press("f")
    waits.player.page.keyboard.press("ArrowRight")
    expect(waits.find('[id="plot-1-2"]')).to_be_focused()


def press_something(table: Table) -> None:
    keys, seq = table.player.page.keyboard, table.player.seq
    if table.phase.startswith("choos"):
        table.reach(".corner__press")
        keys.press("Enter")
    else:
        # Once to look at the button, once to press it, and once more if that asks something.
        keys.press("Shift")  # so that it is meant, however soon it comes (js/presses.js)
        while table.player.seq == seq and not table.has("#board[aria-busy]"):
            keys.press("e")
    expect(table.player.board).not_to_have_attribute("data-seq", str(seq))
    table.player.settle()


def act_and_follow(table: Table) -> None:
    """Make a move; where the own pawn has come then comes into view."""
    stood = table.find("[data-mine]").first.get_attribute("data-key") if table.has("[data-mine]") else None
    act(table)
    if table.has(f"[data-mine]:not([data-key='{stood}'])"):
        table.player.page.wait_for_function(IN_VIEW, arg="[data-mine]")


@LOOKS
@pytest.mark.soak(seconds=10)
def test_is_played_on_a_phone_by_swipes_and_axe_finds_nothing(visit: Visit, scheme: str, width: int) -> None:
    player = visit(color_scheme=scheme, **screen(width))
    table = Table.set_up(player, "scrapyard", THREE_BOTS, tiles="1")
    seen, sizes, was_uncovered = set[tuple[str, bool]](), list[int](), False
    for _ in table.asked():
        check_in_reach(table, table.find(PRESSED))
        sizes += table.find(".plot button").evaluate_all(SIZES)
        was_uncovered |= table.check_uncovered(".plot button")
        # What one looks for stands over the field, with the players a swipe away.
        assert width > SIDE_BY_SIDE or table.find(".yard-status__tiles").is_visible()
        look = (table.phase.split()[0], table.has(".plot.is-known"))
        if (scheme, width) != USUAL_LOOK:  # the soak looks at each player's
            look = (table.phase, look[1])
        if look not in seen:
            seen.add(look)
            table.check_axe()
        if {phase.split()[0] for phase, _ in seen} == PHASES and (scheme, width) == USUAL_LOOK:
            player.give_up()
        else:
            act_and_follow(table)
    assert min(sizes) >= LEAST
    assert was_uncovered
    assert not player.scrolls_sideways()
    expect(table.find("#result-title")).to_be_visible()
    table.check_axe()
    assert {phase.split()[0] for phase, _ in seen} == PHASES


@pytest.mark.soak(seconds=4)
def test_the_field_is_reached_by_keyboard_while_nothing_can_be_pressed_there(against_bots: Table) -> None:
    against_bots.player.give_up()
    assert not against_bots.has(".plot.can-act")
    against_bots.reach(".plot__press")
    first = against_bots.find(".plot__press:focus").get_attribute("id")
    against_bots.player.page.keyboard.press("ArrowRight")
    expect(against_bots.find(".plot__press:focus")).not_to_have_attribute("id", str(first))
