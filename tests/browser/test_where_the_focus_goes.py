"""Where a player is after a press: where they go on, never at the top of the page nor in the log."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.match_page import MatchPage
from tests.browser.test_lobby_page import PHONE, resign, signed_up

Visit = Callable[..., MatchPage]


def waiting(visit: Visit) -> tuple[MatchPage, MatchPage, str]:
    """Return a player who waits for another one, and that one with their name."""
    host, friend = visit(), visit()
    signed_up(host)
    name = signed_up(friend)
    host.start(opponent="link")
    expect(host.page.locator("#connection-words")).to_have_text("Live")
    return host, friend, name


def together(visit: Visit) -> tuple[MatchPage, MatchPage]:
    """Return two players in a match that runs, the host first."""
    host, friend, _ = waiting(visit)
    friend.open(host.page.url)
    friend.page.get_by_role("button", name="Join and play").click()
    expect(host.board).to_have_attribute("data-status", "running")
    return host, friend


def invite(page: Page, name: str) -> None:
    page.get_by_label("Name of the player").fill(name)
    page.get_by_role("button", name="Invite").click()


def test_who_resigns_is_led_to_the_result(visit: Visit) -> None:
    player = visit(**PHONE)
    player.start(opponent="greedy")
    player.wait_for_turn()
    resign(player.page)
    expect(player.page.locator("#result-title")).to_be_focused()
    expect(player.page.locator("#result-title")).to_be_in_viewport()
    expect(player.page.locator(".site-nav__badge")).to_have_count(0)
    expect(player.page.get_by_text("Everyone who can see this match can read it.")).to_be_visible()
    expect(player.page.get_by_text("Only the players can read the chat now")).to_be_hidden()


@pytest.mark.soak(seconds=4)
def test_the_end_under_ones_eyes_comes_into_view(visit: Visit) -> None:
    host, friend = together(visit)
    host.page.evaluate("scrollTo({top: document.body.scrollHeight, behavior: 'instant'})")
    friend.give_up()
    expect(host.page.locator("#result-title")).to_be_focused()
    expect(host.page.locator("#result-title")).to_be_in_viewport()


@pytest.mark.soak(seconds=4)
def test_who_writes_a_message_is_not_taken_from_it(visit: Visit) -> None:
    host, friend = together(visit)
    host.page.locator("#talk-text").focus()
    friend.give_up()
    expect(host.board).to_have_attribute("data-status", "finished")
    expect(host.page.locator("#talk-text")).to_be_focused()


@pytest.mark.soak(seconds=4)
def test_resigning_is_asked_in_sight(visit: Visit) -> None:
    player = visit(viewport={"width": 1280, "height": 900})
    player.start(opponent="greedy")
    player.wait_for_turn()
    player.page.evaluate("scrollBy({top: 300, behavior: 'instant'})")
    player.page.get_by_text("Resign…").click()
    expect(player.page.get_by_role("button", name="Yes, resign")).to_be_in_viewport(ratio=1)


@pytest.mark.soak(seconds=4)
def test_a_mistaken_name_stays_in_its_field(visit: Visit) -> None:
    host, _, name = waiting(visit)
    field = host.page.get_by_label("Name of the player")
    invite(host.page, "nobody-of-that-name")
    expect(host.page.locator("#notice")).to_contain_text("There is no player called")
    expect(field).to_have_value("nobody-of-that-name")
    expect(field).to_be_focused()
    invite(host.page, name)
    expect(host.page.locator(".invited__list")).to_contain_text(name)
    expect(field).to_have_value("")
    expect(host.page.get_by_role("button", name="Invite")).to_be_focused()


@pytest.mark.soak(seconds=5)
def test_an_open_page_follows_what_makes_no_step(visit: Visit) -> None:
    host, friend, name = waiting(visit)
    invite(host.page, name)
    expect(host.page.locator(".invited__list")).to_contain_text(name)
    host.page.get_by_label("Name of the player").fill("half a na")
    friend.page.goto(host.page.url)
    friend.page.get_by_role("button", name="Decline").click()
    expect(host.page.locator(".invited__list")).to_contain_text("Declined")
    expect(host.page.get_by_label("Name of the player")).to_have_value("half a na")

    friend.open(host.page.url)
    friend.page.get_by_role("button", name="Join and play").click()
    expect(host.board).to_have_attribute("data-status", "running")
    expect(host.page).to_have_title(re.compile(name))
    expect(host.page).not_to_have_title(re.compile("Free seat"))

    expect(friend.page.locator("#connection-words")).to_have_text("Live")
    resign(friend.page)
    friend.page.get_by_role("button", name="Play again").click()
    expect(host.page.get_by_role("button", name="Go to the rematch")).to_be_visible()


@pytest.mark.soak(seconds=6)
def test_what_is_typed_on_the_board_outlasts_the_news(visit: Visit) -> None:
    """Answers to a designer's questions, long ones as well, were gone when somebody offered a rematch."""
    host, friend = together(visit)
    form = '<form><textarea id="answer-words" name="words"></textarea></form>'
    main = '<div class="board__main">'

    def ask(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(main, main + form))

    friend.give_up()
    expect(host.page.locator("#result-title")).to_be_focused()
    host.page.route("**/board/*", ask)
    host.page.locator(".board__main").evaluate(
        "(main, form) => main.insertAdjacentHTML('afterbegin', form)", form
    )
    host.page.locator("#answer-words").press_sequentially("It was")
    friend.page.get_by_role("button", name="Play again").click()
    expect(host.page.get_by_role("button", name="Go to the rematch")).to_be_visible()
    host.page.keyboard.type(" fun.")
    expect(host.page.locator("#answer-words")).to_have_value("It was fun.")


@pytest.mark.soak(seconds=4)
def test_what_was_kept_is_kept_where_one_is(against_bot: MatchPage) -> None:
    page = against_bot.page
    page.fill("#note-text", "Keep the scout.")
    page.get_by_role("button", name="Save note").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_role("button", name="Save note")).to_be_focused()


def test_the_link_for_spectators_can_be_copied_after_a_move(visit: Visit) -> None:
    """Without scripts nothing copies: the button is hidden in each board that comes."""
    player = visit()
    player.start(opponent="greedy")
    player.wait_for_turn()
    player.page.get_by_text("Link for spectators").click()
    seq = player.seq
    player.page.get_by_role("button", name="Discard all for").first.click()
    expect(player.board).not_to_have_attribute("data-seq", str(seq))
    expect(player.page.get_by_role("button", name="Copy")).to_be_visible()


@pytest.mark.soak(seconds=5)
def test_a_button_that_has_copied_says_so_for_a_moment_only(visit: Visit) -> None:
    """Pressed twice, it said so for ever."""
    player = visit()
    player.start(opponent="link")
    button = player.page.locator("[data-copy='#share-link']")
    button.click()
    expect(button).not_to_have_text("Copy")
    spoken = player.page.get_by_role("status").filter(has_text=re.compile("^(Copied|Press Ctrl.C)$"))
    expect(spoken).to_have_count(1)
    button.click()
    player.page.wait_for_timeout(2500)
    expect(button).to_have_text("Copy")
    expect(spoken).to_have_count(0)


@pytest.mark.soak(seconds=6)
def test_an_open_card_stays_in_view_when_ones_turn_comes(visit: Visit) -> None:
    players = together(visit)
    mover, waiter = sorted(players, key=lambda player: player.board.get_attribute("data-my-turn") != "yes")
    waiter.page.set_viewport_size({"width": 360, "height": 740})
    market = waiter.page.locator(".pane-tabs > a", has_text="Market")
    market.click()
    card = waiter.page.locator(".market details[data-thing]").first
    card.locator("summary").click()
    mover.page.locator("#end-turn").press("Enter")
    mover.be_sure()
    expect(waiter.board).to_have_attribute("data-my-turn", "yes")
    waiter.settle()
    expect(market).to_have_attribute("aria-current", "true")
    expect(card).to_have_attribute("open", "")


def test_after_the_list_of_keys_one_goes_on_at_the_table(visit: Visit) -> None:
    """Dialogs stand at the page's end: the next Tab led to the footer."""
    player = visit()
    player.start(opponent="novice")
    keys = player.page.keyboard
    player.page.evaluate("document.activeElement.blur()")
    keys.press("?")
    expect(player.page.locator("#keys")).to_be_visible()
    keys.press("Escape")
    expect(player.page.locator("#keys")).to_be_hidden()
    keys.press("Tab")
    assert player.page.evaluate("document.querySelector('#board').contains(document.activeElement)")
