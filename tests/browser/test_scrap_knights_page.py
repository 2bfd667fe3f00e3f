"""Scrap Knights played in a real Chromium: mechs, secret choices, BOTs and tokens, the flip told again."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.gestures import by_keyboard
from tests.browser.looks import LOOKS
from tests.browser.match_page import MATCH_URL, MatchPage
from tests.browser.sight import PRESSED, check_in_reach
from tests.browser.tables import STEPS, WIDTHS, Table, Visit, check_that_next_stays, screen

OWN, READY_MADE, RANDOM = "0", "1", "2"
GO = ".act__go"
ANSWER = ".asking__choices button"
FINISH = ".actions__end"


def set_up(player: MatchPage, opponent: str, decks: str = RANDOM, turn_cap: int = 10) -> Table:
    """Make a match by the form of the game's page."""
    player.page.goto(f"{player.address}/games/scrap-knights/")
    form = player.page.locator("form.create")
    form.locator(f'[name=opponent][value="{opponent}"]').check()
    form.locator("[name=decks]").select_option(decks)
    form.locator("[name=turn_cap]").fill(str(turn_cap))
    form.locator("button[type=submit]").last.click()
    player.page.wait_for_url(MATCH_URL)
    return Table(player)


def act(table: Table) -> None:
    """Do what somebody in a hurry does: whatever can be chosen first, with the secrets as they stand."""
    now = table.phase
    if now.startswith("building"):
        if not table.has(FINISH):
            table.send(table.find(".ready-made").first)
        table.send(table.find(FINISH))
    elif now.startswith("choosing") and table.has(GO):
        turn = int(table.find("[data-turn]").first.get_attribute("data-turn") or 0)
        table.send(table.find(GO).nth(turn % table.find(GO).count()))
    elif now.startswith("bots") and table.has(GO):
        table.send(table.find(GO).first)
    elif now.startswith("resolution"):
        table.send(table.find(ANSWER).first)
    else:
        table.send(table.find(FINISH))


def play(table: Table, until: str = "") -> None:
    """Play until the match, or all before the phase *until*, is over."""
    for _ in table.asked():
        if until and table.phase.startswith(until):
            return
        act(table)


def play_on(*tables: Table) -> None:
    """Let all *tables* play until their match is over."""
    for _ in range(STEPS):
        if all(table.is_over for table in tables):
            return
        asked = next((table for table in tables if table.player.is_my_turn), None)
        if asked:
            act(asked)
        else:
            tables[0].player.page.wait_for_timeout(100)
    raise AssertionError("the match doesn’t end")


def choose(table: Table, number: int = 0) -> str:
    """Choose an ACT; return its name."""
    form = table.find(".act").nth(number)
    name = form.locator(".act__name").inner_text().strip()
    table.send(form.locator(GO))
    return name


@pytest.fixture
def against_bot(visit: Visit) -> Table:
    """A duel of random mechs against the greedy bot, at the first choice."""
    table = set_up(visit(), "greedy")
    table.wait()
    return table


@pytest.fixture
def two(visit: Visit) -> tuple[Table, Table]:
    """A duel of random mechs between two people, both choosing."""
    host = set_up(visit(), "link")
    return host, Table.joined(visit(), host)


@WIDTHS
@pytest.mark.soak(seconds=6)
def test_whole_duel_with_javascript_off(visit: Visit, width: int) -> None:
    table = set_up(visit(java_script_enabled=False, **screen(width)), "random", READY_MADE)
    for _ in table.asked_without_scripts():
        assert not table.player.scrolls_sideways()
        act(table)
    expect(table.find("#result-title")).to_be_visible()
    table.find("#narrate").click()
    expect(table.find(".narration__line")).to_contain_text("Step 1")
    table.find("#narration-after").click()
    expect(table.find(".narration__line")).to_contain_text("Step 2")


@pytest.mark.soak(seconds=6)
def test_two_people_choose_in_secret_and_see_the_flip_at_once(two: tuple[Table, Table]) -> None:
    host, friend = two
    friend.find(".act").first.wait_for()
    before = friend.markup()
    chosen = choose(host)
    expect(host.find(".mech__shown")).to_contain_text(chosen)
    expect(host.find(".mech", has_text="Nobody else sees it yet")).to_have_count(1)
    expect(friend.find(".shown--back")).to_have_count(1)
    host.send(host.find(FINISH))
    changed = choose(host, 1)
    after = friend.markup()
    assert [after.count(name) - before.count(name) for name in (chosen, changed)] == [0, 0]
    choose(friend)
    expect(friend.find(".log")).to_contain_text(changed)
    play_on(host, friend)
    for table in two:
        expect(table.find("#result-title")).to_be_visible()


@pytest.mark.soak(seconds=4)
def test_the_key_that_ends_something_doesnt_take_it_back_when_it_is_pressed_again(visit: Visit) -> None:
    """The focus went from “Ready” to what takes it back, which the same key pressed at once."""
    host = set_up(visit(), "link", READY_MADE)
    Table.joined(visit(), host)
    page = host.player.page
    host.send(host.find(".ready-made").first)
    by_keyboard(host.find(FINISH))
    expect(host.find(FINISH)).to_have_text(re.compile("Change|back", re.IGNORECASE))
    expect(host.find(FINISH)).not_to_be_focused()
    assert page.evaluate("document.querySelector('#board').contains(document.activeElement)")


@pytest.mark.soak(seconds=8)
def test_two_people_build_in_secret(visit: Visit) -> None:
    host = set_up(visit(), "link", OWN)
    friend = Table.joined(visit(), host)
    before = friend.markup()
    host.send(host.find(".ready-made").nth(2))
    assert friend.markup() == before
    host.send(host.find(".part__back").first)
    expect(host.find(".workshop__faults")).to_be_visible()
    assert not host.has(FINISH)
    host.find(".card-groups > summary").click()
    host.send(host.find(".card-group button").first)
    # One press too many brings no ready-made mech in the place of what was built, and ends nothing.
    assert not host.has_focus(f"body, .ready-made, {FINISH}")
    host.send(host.find(".part__back").first)
    assert host.has_focus(".part__back")
    host.send(host.find(".card-group button").first)
    host.send(host.find(FINISH))
    expect(friend.find(".mech .tag", has_text="ready")).to_have_count(1)
    host.send(host.find(FINISH))
    host.send(host.find(FINISH))
    friend.send(friend.find(".ready-made").first)
    friend.send(friend.find(FINISH))
    for table in (host, friend):
        expect(table.find(".yard-status h2")).to_contain_text("Choosing")
        expect(table.find(".bot")).to_have_count(6)
        expect(table.find(".act")).to_have_count(6)


@pytest.mark.soak(seconds=8)
def test_what_is_about_to_be_sent_survives_a_fresh_board(visit: Visit) -> None:
    host = set_up(visit(), "link", READY_MADE)
    friend = Table.joined(visit(), host)
    for table, mech in ((host, "Furnace Heart"), (friend, "Threshing Floor")):
        table.send(table.find(".ready-made", has_text=mech))
        table.send(table.find(FINISH))
    launch = host.find(".act", has_text="Thruster Launch")
    launch.locator("select").select_option(label="4")
    launch.get_by_label("back").check()
    choose(friend)
    expect(host.find(".shown--back")).to_have_count(1)
    expect(launch.get_by_label("back")).to_be_checked()
    host.send(launch.locator(GO))
    shown = host.find(".shown, .log__line", has_text="Thruster Launch").first
    expect(shown).to_contain_text("4")


def late(page: Page, wait: int) -> Callable[[Route], None]:
    """Return what lets a request go on only after so many milliseconds."""

    def go_on(route: Route) -> None:
        page.wait_for_timeout(wait)
        route.continue_()

    return go_on


@pytest.mark.soak(seconds=5)
def test_a_board_that_comes_late_is_no_hindrance_to_a_move_under_way(two: tuple[Table, Table]) -> None:
    """It replaced the one the move was sent from; its answer was lost then, and all boards after it."""
    host, friend = two
    friend.find(".act").first.wait_for()
    page = host.player.page
    for address, wait in (("**/board/*", 700), ("**/moves/", 1500)):
        page.route(address, late(page, wait))
    with page.expect_request("**/board/*"):
        choose(friend)
    choose(host)
    page.unroute_all(behavior="wait")
    friend.player.give_up()
    expect(host.find("#result-title")).to_be_visible()


@pytest.mark.soak(seconds=9)
def test_the_flip_is_told_forwards_and_backwards(against_bot: Table) -> None:
    play(against_bot)
    against_bot.show(against_bot.find("#narrate"), ".narration")
    line = against_bot.find(".narration__line")
    against_bot.find("#narration-first").click()
    expect(line).to_contain_text("Step 0")
    expect(against_bot.find(".shown")).to_have_count(0)
    told = [line.inner_text()]
    for step in (1, 2, 3):
        against_bot.find("#narration-after").click()
        expect(line).to_contain_text(f"Step {step} ")
        expect(against_bot.find("#narration-after")).to_be_focused()
        told.append(line.inner_text())
    against_bot.player.page.keyboard.press("ArrowLeft")
    expect(line).to_have_text(told[2])
    against_bot.find("#narration-last").click()
    expect(against_bot.find("#narration-after")).to_have_attribute("aria-disabled", "true")
    against_bot.find("#narration-now").click()
    expect(line).to_have_count(0)
    # On a phone “« Beginning” once came under the thumb that had pressed “Next →”.
    against_bot.player.page.set_viewport_size({"width": 360, "height": 740})
    against_bot.show(against_bot.find("#narrate"), ".narration")
    check_that_next_stays(against_bot)


@pytest.mark.soak(seconds=6)
def test_by_keyboard_alone_and_the_focus_stays(visit: Visit) -> None:
    table = set_up(visit(), "greedy", READY_MADE)
    for _ in table.asked():
        seq = table.player.seq
        press_something(table)
        expect(table.player.board).not_to_have_attribute("data-seq", str(seq))
        table.player.settle()
        assert table.player.page.evaluate("document.activeElement !== document.body")
    expect(table.find("#result-title")).to_be_visible()


def press_something(table: Table) -> None:
    keys, now = table.player.page.keyboard, table.phase
    if now.startswith("building") and not table.has(FINISH):
        keys.press("2")
        keys.press("Enter")
    elif now.startswith("choosing") and table.has(GO):
        keys.press("1")
        keys.press("Enter")
    elif now.startswith("resolution"):
        table.reach(ANSWER)
        keys.press("Enter")
    else:
        # Once to look at the button, once to press it, and once more if that asks something.
        keys.press("Shift")  # so that it is meant, however soon it comes (js/presses.js)
        seq = table.player.seq
        while table.player.seq == seq and not table.has("#board[aria-busy]"):
            keys.press("e")


@pytest.mark.soak(seconds=6)
def test_each_question_begins_at_its_first_card(visit: Visit) -> None:
    """After the last ACT of the strip was chosen, the first of two armed BOTs stood beyond the edge."""
    table = set_up(visit(**screen(360)), "greedy", READY_MADE)
    strip, questions = table.find(".acts"), set[str]()
    for _ in table.asked():
        if table.has(GO):
            assert strip.evaluate("strip => strip.scrollLeft") == 0
            questions.add(table.phase.split()[0])
            strip.evaluate("strip => strip.scrollTo({left: strip.scrollWidth, behavior: 'instant'})")
        act(table)
    assert questions == {"choosing", "bots"}


@LOOKS
@pytest.mark.soak(seconds=12)
def test_is_played_on_a_phone_by_swipes_and_axe_finds_nothing(visit: Visit, scheme: str, width: int) -> None:
    player = visit(color_scheme=scheme, **screen(width))
    ready = set_up(player, "greedy", READY_MADE)
    ready.wait()
    check_in_reach(ready, ready.find(PRESSED))
    table = set_up(player, "greedy", OWN)
    seen, was_uncovered = set[str](), False
    for _ in table.asked():
        check_in_reach(table, table.find(PRESSED))
        was_uncovered |= table.check_uncovered(GO)
        if not table.phase.startswith("building"):
            check_in_reach(table, table.find(".duel-field, .gauges"))
        if table.phase not in seen:
            seen.add(table.phase)
            if table.has(".card-groups"):
                player.touch(table.find(".card-groups > summary"))
            table.check_axe()
        act(table)
    assert was_uncovered
    assert not player.scrolls_sideways()
    expect(table.find("#result-title")).to_be_visible()
    table.check_axe()
    table.show(table.find("#narrate"), ".narration")
    table.find("#narration-last").click()
    table.check_axe()
    assert {phase.split()[0] for phase in seen} >= {"building", "choosing", "bots"}


@pytest.mark.soak(seconds=6)
def test_when_the_chain_that_one_reads_is_gone_ones_own_mech_is_in_sight(visit: Visit) -> None:
    """The opponent’s mech stood there without a word, as the last of the parts that were left."""
    table = set_up(visit(**screen(360)), "greedy", READY_MADE)
    for _ in table.asked():
        if table.has('.pane-tabs > [href="#pane-3"]'):
            break
        act(table)
    table.find('.pane-tabs > [href="#pane-3"]').click()
    expect(table.find(".pane-tabs > [aria-current]")).to_have_attribute("href", "#pane-3")
    play(table, until="choosing")
    expect(table.find(".pane-tabs > [aria-current]")).to_have_attribute("href", "#pane-1")


@pytest.mark.soak(seconds=4)
def test_what_changed_in_a_tab_has_a_frame_that_doesnt_lie_across_the_name(visit: Visit) -> None:
    table = set_up(visit(**screen(360)), "greedy", READY_MADE)
    for _ in table.asked():
        if table.has(".pane-tabs__says"):
            break
        act(table)
    table.player.page.emulate_media(reduced_motion="no-preference")
    says = table.find(".pane-tabs__says").first
    outline, frame, tab = says.evaluate(
        """says => {
          says.classList.add("is-changed", "was-changed");
          says.style.setProperty("--faded", 0);
          const height = getComputedStyle(says, "::after").height;
          return [getComputedStyle(says).outlineStyle, height, `${says.parentElement.clientHeight}px`];
        }"""
    )
    assert (outline, frame) == ("none", tab)


@pytest.mark.soak(seconds=3)
def test_the_strip_of_the_mech_in_the_making_shows_that_it_goes_on(visit: Visit) -> None:
    """ULT and BOTs lay beyond the edge, and nothing hinted at them."""
    table = set_up(visit(**screen(360)), "greedy", OWN)
    table.wait()
    strip = table.find(".workshop__draft")
    expect(strip).to_have_class(re.compile("has-more-right"))
    strip.evaluate("strip => strip.scrollTo({left: strip.scrollWidth, behavior: 'instant'})")
    expect(strip).not_to_have_class(re.compile("has-more-right"))
