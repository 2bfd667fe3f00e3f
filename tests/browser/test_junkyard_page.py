"""Junkyard played in a real Chromium: programming, charging, answers beforehand, the round told."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.gestures import by_keyboard, drag
from tests.browser.looks import LOOKS
from tests.browser.sight import IN_VIEW, PRESSED, check_in_reach
from tests.browser.tables import (
    STEPS,
    THREE_BOTS,
    TWO_BOTS,
    WIDTHS,
    Table,
    Visit,
    check_that_next_stays,
    screen,
)

HAND = "a.program__press"
FULL = ".program__register.is-active .program__back"
THINGS = """.round-status, .pane-tabs > a, .junk-grid > li, .junk-robot, .program, .program__registers > li,
    .program__hand > li, .program__legend, .plate, .actions, .actions__end"""
PLACES = """things => things.map((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [node.dataset.key || node.id || node.dataset.register || node.tagName, x, y, width, height];
})"""
SAYS_IF_MORE = """() => {
    const hand = document.querySelector('.program__hand');
    const isMore = hand.scrollLeft + hand.clientWidth < hand.scrollWidth - 1;
    return hand.classList.contains('has-more-right') === (isMore && innerWidth < 1120);
}"""
ASKED = "button.can-act:visible, .junk-turn:visible, .junk__asked button:visible"


def play(table: Table, until: str = "") -> None:
    """Play as somebody in a hurry until the match, or all before the phase *until*, is over."""
    for _ in table.asked():
        if until and table.phase.startswith(until):
            return
        act(table)


def act(table: Table) -> None:
    now = table.phase
    if now.startswith("placing"):
        table.player.touch(table.find(".junk-place > summary").first)
        table.send(table.find(".junk-place[open] button").first)
    elif not now.startswith("programming"):
        table.send(table.find(ASKED).first)
    elif table.find(FULL).count() < 3 and table.has(HAND):
        put(table, table.find(FULL).count() + 1)
    else:
        table.send(table.find(".actions__end"))


def pick(table: Table, number: int = 0) -> str:
    """Pick up a card of the hand; return its name."""
    card = table.find(HAND).nth(number)
    name = card.locator(".junk-face__name").inner_text().strip()
    table.show(card, ".program__card.is-picked")
    return name


def put(table: Table, register: int, number: int = 0) -> str:
    name = pick(table, number)
    table.send(table.find(f'[data-register="{register}"] .program__put'))
    return name


@pytest.mark.soak(seconds=6)
def test_in_a_low_window_the_hand_and_what_can_be_decided_ahead_lie_above_the_bar(visit: Visit) -> None:
    """On a laptop the bar lay over them."""
    table = Table.set_up(visit(viewport={"width": 1366, "height": 650}), "junkyard", TWO_BOTS)
    play(table, until="programming")
    table.player.page.evaluate("scrollTo(0, 0)")
    bar = table.find(".actions").bounding_box()
    assert bar
    for part in (*table.find(".program__card").all(), table.find(".program .ahead > summary")):
        box = part.bounding_box()
        assert box
        assert box["y"] + box["height"] <= bar["y"]


@pytest.fixture
def against_bots(visit: Visit) -> Table:
    """A match of one round against two bots, at the player's programming; the bots have done theirs."""
    table = Table.set_up(visit(), "junkyard", TWO_BOTS, round_cap="1")
    play(table, until="programming")
    expect(table.find(".tag--hot", has_text="programming")).to_have_count(1, timeout=60_000)
    return table


@pytest.fixture
def two(visit: Visit) -> tuple[Table, Table]:
    """A match of two people, both programming."""
    host = Table.set_up(visit(), "junkyard", {2: "link"}, round_cap="1")
    friend = Table.joined(visit(), host)
    first, second = (host, friend) if host.player.is_my_turn else (friend, host)
    act(first)
    second.wait()
    act(second)
    for table in (host, friend):
        expect(table.find(".round-status h2")).to_contain_text("Programming")
    return host, friend


def test_without_scripts_a_phone_stays_at_the_program_that_is_written(visit: Visit) -> None:
    """Each card that was put into a register led back to the yard."""
    table = Table.set_up(visit(java_script_enabled=False, **screen(360)), "junkyard", TWO_BOTS, round_cap="1")
    for _ in table.asked_without_scripts():
        if table.has(HAND):
            break
        act(table)
    table.find(HAND).first.click()
    for button in (".program__put", ".program__back"):
        table.send(table.find(button).first)
        expect(table.find("#pane-2")).to_have_css("order", "-1")
        assert table.player.page.evaluate(IN_VIEW, "#pane-2")


@pytest.mark.soak(seconds=7)
@WIDTHS
def test_whole_match_with_javascript_off(visit: Visit, width: int) -> None:
    player = visit(java_script_enabled=False, **screen(width))
    table = Table.set_up(player, "junkyard", {2: "random"}, round_cap="1")
    for _ in table.asked_without_scripts():
        assert not table.player.scrolls_sideways()
        act(table)
    expect(table.find("#result-title")).to_be_visible()
    table.find("#narrate").click()
    expect(table.find(".narration__line")).to_contain_text("Step 1")
    table.find("#narration-after").click()
    expect(table.find(".narration__line")).to_contain_text("Step 2")


@pytest.mark.soak(seconds=6)
@pytest.mark.parametrize("steps", [0, 1])
def test_who_is_asked_whether_they_are_sure_stays_so_when_others_are_done(
    two: tuple[Table, Table], steps: int
) -> None:
    """The question went between two keys. *steps:* of the Tab key, from “Go back” to what it asks about."""
    table, other = two
    page, seq = table.player.page, table.player.seq
    by_keyboard(page.locator(".actions__end"))
    expect(page.locator("[data-back]")).to_be_focused()
    for _ in range(steps):
        page.keyboard.press("Tab")
    answer = page.locator(["[data-back]", "[data-sure]"][steps])
    expect(answer).to_be_focused()
    other.send(other.find(".actions__end"))
    expect(page.locator(".tag--hot", has_text="programming")).to_have_count(1)
    assert table.player.seq > seq
    expect(answer).to_be_visible()
    expect(answer).to_be_focused()
    by_keyboard(answer)
    if steps:
        expect(other.find(".tag--hot", has_text="programming")).to_have_count(0)
    else:
        expect(page.locator(".ask > summary")).to_be_focused()
    expect(page.locator("[data-sure]:visible")).to_have_count(0)


def test_two_people_program_in_secret_and_see_the_round_at_once(two: tuple[Table, Table]) -> None:
    host, friend = two
    before = friend.markup()
    put(host, 1)
    put(host, 2)
    host.send(host.find('[data-register="2"] .program__back'))
    assert friend.markup() == before
    put(friend, 1)
    host.send(host.find(".actions__end"))
    expect(friend.find(".plate .tag", has_text="done")).to_have_count(1)
    expect(friend.find('[data-register="1"] .junk-face')).to_have_count(1)
    friend.send(friend.find(".actions__end"))
    finish(host, friend)
    for table in two:
        expect(table.find("#result-title")).to_be_visible()


def finish(*tables: Table) -> None:
    """Answer what is asked until the match is over for all *tables*."""
    for _ in range(STEPS):
        if all(table.is_over for table in tables):
            return
        asked = next((table for table in tables if table.player.is_my_turn and table.has(ASKED)), None)
        if asked:
            act(asked)
        else:
            tables[0].player.page.wait_for_timeout(100)
    raise AssertionError("the match doesn’t end")


@pytest.mark.soak(seconds=5)
def test_a_card_is_dragged_into_a_register(against_bots: Table) -> None:
    name = against_bots.find(".program__card .junk-face__name").first.inner_text().strip()
    seq = against_bots.player.seq
    drag(
        against_bots.player.page,
        against_bots.find(".program__card").first,
        against_bots.find('[data-register="2"]'),
    )
    expect(against_bots.player.board).not_to_have_attribute("data-seq", str(seq))
    expect(against_bots.find('[data-register="2"] .junk-face')).to_contain_text(name)


@pytest.mark.soak(seconds=5)
def test_a_card_is_picked_put_down_put_in_and_taken_back(against_bots: Table) -> None:
    name = pick(against_bots)
    expect(against_bots.find(".actions__hint")).to_contain_text(name)
    against_bots.find("#put-down").click()
    expect(against_bots.find(".is-picked")).to_have_count(0)
    assert put(against_bots, 3) == name
    place = against_bots.find('[data-register="3"]')
    expect(place.locator(".junk-face")).to_contain_text(name)
    against_bots.send(place.locator(".program__back"))
    expect(place.locator(".junk-face")).to_have_count(0)
    expect(against_bots.find(".program__card")).to_have_count(6)


@pytest.mark.parametrize("size", [(1366, 650), (1280, 800), (360, 740)])
@pytest.mark.soak(seconds=5)
def test_nothing_moves_when_a_card_is_picked_and_the_whole_register_takes_it(
    visit: Visit, size: tuple[int, int]
) -> None:
    width, height = size
    phone = {"is_mobile": True, "has_touch": True} if width < 500 else {}
    table = Table.set_up(
        visit(viewport={"width": width, "height": height}, **phone), "junkyard", {2: "random"}
    )
    play(table, until="programming")
    expect(table.find(".tag--hot")).to_have_count(1, timeout=60_000)
    hint = table.find(".actions__hint")
    expect(hint).to_contain_text("Hold a card" if phone else "Point at a card", use_inner_text=True)
    assert not hint.get_by_text("Point at a card" if phone else "Hold a card").is_visible()
    if phone:
        table.find(".pane-tabs a", has_text="Program").click()
        table.player.page.wait_for_function(IN_VIEW, arg=".program__registers")
    stood = table.find(THINGS).evaluate_all(PLACES)
    pick(table)
    assert table.find(THINGS).evaluate_all(PLACES) == stood
    seq = table.player.seq
    table.player.touch(table.find('[data-register="2"]'), position={"x": 5, "y": 5})
    expect(table.player.board).not_to_have_attribute("data-seq", str(seq))
    expect(table.find('[data-register="2"] .junk-face')).to_have_count(1)


@pytest.mark.soak(seconds=5)
def test_a_card_charges_registers_and_comes_back(against_bots: Table) -> None:
    active = against_bots.find(".program__register.is-active")
    expect(active).to_have_count(3)
    pick(against_bots)
    against_bots.send(against_bots.find(".program__charge .program__put"))
    expect(against_bots.find(".program__charge .junk-face")).to_have_count(1)
    against_bots.send(against_bots.find(".program__charge .program__back"))
    expect(against_bots.find(".program__card")).to_have_count(6)


@pytest.mark.soak(seconds=5)
def test_done_and_not_done_after_all(two: tuple[Table, Table]) -> None:
    host, _ = two
    host.send(host.find(".actions__end"))
    expect(host.player.board).to_have_attribute("data-my-turn", "no")
    expect(host.find(".actions__end")).to_have_text("Go on programming")
    host.send(host.find(".actions__end"))
    expect(host.player.board).to_have_attribute("data-my-turn", "yes")
    put(host, 1)


@pytest.mark.soak(seconds=6)
def test_an_answer_is_settled_beforehand_and_withdrawn(two: tuple[Table, Table]) -> None:
    host, friend = two
    before = friend.markup()
    host.find(".ahead > summary").click()
    choice = host.find(".ahead__choice").first
    words = choice.inner_text()
    by_keyboard(choice)
    expect(host.find(".orders__one")).to_contain_text(words)
    expect(choice).to_be_focused()
    expect(host.find(".ahead__given")).to_contain_text(words)
    assert friend.markup() == before
    host.find(".orders__one button").click()
    expect(host.find(".orders__one")).to_have_count(0)
    assert friend.markup() == before
    # Four of them stood about the table before anybody knew what they were.
    expect(host.find(".ahead")).to_have_count(1)


@pytest.mark.soak(seconds=10)
def test_the_round_is_told_forwards_and_backwards(against_bots: Table) -> None:
    play(against_bots)
    against_bots.show(against_bots.find("#narrate"), ".narration")
    line = against_bots.find(".narration__line")
    against_bots.find("#narration-first").click()
    expect(line).to_contain_text("Step 0")
    told = [line.inner_text()]
    for step in (1, 2, 3):
        against_bots.find("#narration-after").click()
        expect(line).to_contain_text(f"Step {step} ")
        expect(against_bots.find("#narration-after")).to_be_focused()
        told.append(line.inner_text())
    against_bots.player.page.keyboard.press("ArrowLeft")
    expect(line).to_have_text(told[2])
    against_bots.find("#narration-last").click()
    expect(against_bots.find("#narration-after")).to_have_attribute("aria-disabled", "true")
    against_bots.find("#narration-now").click()
    expect(line).to_have_count(0)
    # On a phone “« Beginning” once came under the thumb that had pressed “Next →”.
    against_bots.player.page.set_viewport_size({"width": 360, "height": 740})
    against_bots.show(against_bots.find("#narrate"), ".narration")
    check_that_next_stays(against_bots)


@pytest.mark.soak(seconds=8)
def test_by_keyboard_alone_and_the_focus_stays(visit: Visit) -> None:
    table = Table.set_up(visit(), "junkyard", {2: "greedy"}, round_cap="1")
    for _ in table.asked():
        seq = table.player.seq
        press_something(table)
        expect(table.player.board).not_to_have_attribute("data-seq", str(seq))
        table.player.settle()
    expect(table.find("#result-title")).to_be_visible()


def press_something(table: Table) -> None:
    keys, now = table.player.page.keyboard, table.phase
    if now.startswith("placing"):
        table.reach(".junk-place > summary")
        keys.press("Enter")
        table.reach(".junk-place button")
        keys.press("Enter")
    elif not now.startswith("programming"):
        table.reach("button.can-act, .junk__asked button")
        keys.press("Enter")
    elif table.find(FULL).count() < 3 and table.has(HAND):
        keys.press("Shift")  # so that it is meant, however soon it comes (js/presses.js)
        keys.press("1")
        table.find(".is-picked").wait_for()
        assert str(table.player.page.evaluate("document.activeElement.id")).startswith("hand-")
        keys.press(str(table.find(FULL).count() + 1))
    else:
        assert str(table.player.page.evaluate("document.activeElement.id")).startswith("register-")
        keys.press("e")
        keys.press("e")


@pytest.mark.soak(seconds=24)
@LOOKS
def test_is_played_on_a_phone_by_swipes_and_axe_finds_nothing(
    visit: Visit, scheme: str, width: int, running_test: Path
) -> None:
    player = visit(color_scheme=scheme, **screen(width))
    seen, was_uncovered = set[str](), False
    # Whether a round asks for something depends on when the bots' moves come: seldom another is needed.
    for number in range(4):
        running_test.write_text(f"a round in which something is asked {number}")
        table = Table.set_up(player, "junkyard", THREE_BOTS, round_cap="1")
        was_uncovered |= play_and_look(table, seen)
        if "resolving" in seen:
            break
    assert was_uncovered
    assert not player.scrolls_sideways()
    expect(table.find("#result-title")).to_be_visible()
    table.show(table.find("#narrate"), ".narration")
    table.check_axe()
    assert seen == {"placing", "programming", "resolving"}


def play_and_look(table: Table, seen: set[str]) -> bool:
    """Play a match, and look with axe at each phase that isn't in *seen* yet; return whether a card of the
    hand was seen uncovered.
    """
    player, was_uncovered = table.player, False
    for _ in table.asked():
        check_in_reach(table, table.find(PRESSED))
        is_programming = table.has(HAND) and not table.has(FULL)
        phase = table.phase.split()[0]
        if is_programming:
            player.page.wait_for_function(SAYS_IF_MORE)
            was_uncovered |= table.check_uncovered(HAND)
            assert player.page.evaluate(IN_VIEW, ".program__hand")
        elif phase == "placing":
            assert player.page.evaluate(IN_VIEW, ".junk-place")
        if phase not in seen:
            seen.add(phase)
            if is_programming:
                # As if a bot had moved meanwhile: what comes is newer, and still what was asked for.
                player.page.evaluate("document.querySelector('#board').dataset.seq = 0")
                pick(table)
                player.page.wait_for_function(IN_VIEW, arg=".program__put")
                check_in_reach(table, table.find(PRESSED))
                table.check_axe()
                player.touch(table.find("#put-down"))
                expect(table.find(".is-picked")).to_have_count(0)
                player.touch(table.find(".ahead > summary"))
            table.check_axe()
        act(table)
    return was_uncovered
