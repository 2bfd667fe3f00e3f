"""Matches played in a real Chromium: by pressing, by two people, without scripts, by keyboard alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from tests.browser.gestures import by_keyboard
from tests.browser.looks import LOOKS, USUAL_LOOK, check_axe
from tests.browser.match_page import MATCH_URL, MatchPage
from tests.browser.sight import IN_VIEW, PRESSED, check_in_reach
from tests.browser.tables import PHONE, WIDTHS, Table, screen
from tests.soak.tenths import soaking

Visit = Callable[..., MatchPage]


@pytest.mark.parametrize("turn_cap", [2, soaking(4, seconds=15)])
def test_two_browsers_see_each_others_moves_at_once(visit: Visit, turn_cap: int) -> None:
    host, friend, watcher = visit(), visit(), visit()
    host.start(opponent="link", turn_cap=turn_cap)
    link = host.page.locator("#share-link").input_value()
    friend.open(link)
    friend.page.get_by_role("button", name="Join and play").click()
    expect(host.board).to_have_attribute("data-status", "running")
    watcher.open(host.page.url)
    expect(watcher.page.locator(".held")).to_have_count(0)
    while not host.is_over:
        mover, other = (host, friend) if host.is_my_turn else (friend, host)
        mover.play_turn()
        for page in (other, watcher):
            expect(page.board).to_have_attribute("data-seq", str(mover.seq))
    for page in (host, friend, watcher):
        expect(page.page.locator("#result-title")).to_be_visible()


@pytest.mark.soak(seconds=5)
def test_an_open_page_is_that_of_whoever_is_signed_in_now(visit: Visit) -> None:
    """Signed out elsewhere, it kept the hand; signed in again, it went on watching."""
    player = visit()
    player.start(opponent="greedy")
    player.wait_for_turn()
    page, context = player.page, player.page.context
    signed_in = context.cookies()
    for change, is_player in ((context.clear_cookies, False), (lambda: context.add_cookies(signed_in), True)):
        change()
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(player.board).to_have_attribute("data-my-turn", "yes" if is_player else "no")
        assert bool(page.locator("body").get_attribute("data-viewer")) == is_player
    page.get_by_text("Who may watch?").click()
    page.locator("#watchers-now").select_option("nobody")
    player.touch(page.locator("form:has(#watchers-now) button"))
    expect(page.get_by_text("nobody may watch")).to_be_visible()
    context.clear_cookies()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("h1")).to_be_visible()
    expect(player.board).to_have_count(0)


@WIDTHS
def test_whole_match_with_javascript_off(visit: Visit, width: int) -> None:
    player = visit(java_script_enabled=False, **screen(width))
    player.start(opponent="greedy", turn_cap=2 if width == 360 else 4)
    while not player.is_over:
        player.reload_until_turn()
        assert not player.scrolls_sideways()
        player.play_turn()
    expect(player.page.locator("#result-title")).to_be_visible()


def test_without_scripts_a_phone_shows_the_hand_and_tells_the_news_at_a_press(visit: Visit) -> None:
    """The news, which scripts fold, pushed the hand behind the bar from the second turn on."""
    player = visit(java_script_enabled=False, **PHONE)
    player.start(opponent="novice")
    player.reload_until_turn()
    player.end_turn()
    player.reload_until_turn()
    hand, bar = (player.page.locator(part).bounding_box() for part in (".hand", ".actions"))
    assert hand
    assert bar
    assert hand["y"] + hand["height"] <= bar["y"]
    line, news = player.page.locator(".since-line"), player.page.locator("#since")
    expect(line).to_have_text(re.compile(r"Since your last turn \d+"))
    expect(news).to_be_hidden()
    line.tap()
    expect(news).to_be_in_viewport(ratio=1)
    expect(line).to_be_hidden()


def test_without_scripts_the_question_at_a_turns_end_has_a_way_back(visit: Visit) -> None:
    player = visit(java_script_enabled=False, **PHONE)
    player.start(opponent="novice", turn_cap=40)
    player.reload_until_turn()
    while not player.page.locator(".ask").count():
        player.end_turn()
        player.reload_until_turn()
    end, sure = player.page.locator("#end-turn"), player.page.locator("[data-sure]")
    end.tap()
    expect(sure).to_be_visible()
    expect(end).to_have_text(re.compile("Go back$"))
    expect(end.get_by_text("End turn…")).to_be_hidden()
    end.tap()
    expect(sure).to_be_hidden()


def check_shown(page: Page, name: str) -> None:
    """See that the tab *name* is marked and no other, and that what it leads to is in sight."""
    for tab in page.locator("#board .pane-tabs a").all():
        expect(tab).to_have_css("font-weight", "700" if tab.inner_text() == name else "400")
    pane = page.locator("#board .pane-tabs a", has_text=name).get_attribute("href") or ""
    assert page.evaluate(IN_VIEW, pane)


def test_without_scripts_the_way_to_the_market_is_shown_and_a_purchase_leads_back_to_it(visit: Visit) -> None:
    """The bar named what is lost and not where it can be spent, and each purchase led to the Lanes."""
    player = visit(java_script_enabled=False, **PHONE)
    page = player.page
    player.start(opponent="novice", turn_cap=40)
    player.reload_until_turn()
    check_shown(page, "Lanes")
    while page.locator(".held.can-act").count() or not page.locator(".tile.can-act").count():
        if page.locator("#batch-scrap").count():
            player.act(page.locator("#batch-scrap"))
        else:
            player.end_turn()
            player.reload_until_turn()
    check_shown(page, "Market")  # nothing else is to be decided on
    way = page.locator(".actions__hint a")
    expect(way).to_be_hidden()
    page.locator(".pane-tabs a", has_text="Lanes").tap()
    check_shown(page, "Lanes")
    way.tap()
    check_shown(page, "Market")
    seq = player.seq
    player.act(page.locator(".market .deed").first)
    assert player.seq > seq
    check_shown(page, "Market")
    for name in ("Lanes", "Market"):
        page.locator(".pane-tabs a", has_text=name).tap()
    page.go_back()
    check_shown(page, "Lanes")


def test_without_scripts_a_narrow_window_shows_what_the_tab_key_has_come_to(visit: Visit) -> None:
    """The row of parts isn’t scrolled without scripts: the focus went on in the Market, out of sight."""
    player = visit(java_script_enabled=False, **PHONE)
    player.start(opponent="novice")
    player.reload_until_turn()
    check_shown(player.page, "Lanes")
    Table(player).reach(".market summary")
    expect(player.page.locator("#pane-2")).to_have_css("order", "-2")
    assert player.page.evaluate(IN_VIEW, "#pane-2")


@pytest.mark.parametrize("turn_cap", [4, 6])
@pytest.mark.soak(seconds=15)
def test_whole_match_by_keyboard_alone(visit: Visit, turn_cap: int) -> None:
    player = visit()
    player.start(opponent="greedy", turn_cap=turn_cap)
    keys = player.page.keyboard
    while not player.is_over:
        player.wait_for_turn()
        while player.is_my_turn:
            thing = player.wish()
            if thing is None:
                keys.press("e")
                keys.press("e")
            else:
                _reach(player, str(thing.get_attribute("data-thing")))
                is_deed = player.page.evaluate("document.activeElement.matches('.deed')")
                if thing.get_attribute("open") is None:
                    keys.press("Enter")
                if not is_deed:
                    keys.press("ArrowDown")
                    keys.press("Enter")
            player.settle()
    expect(player.page.locator("#result-title")).to_be_visible()


def _reach(player: MatchPage, key: str) -> None:
    """Bring the focus to the face of a thing by letters and arrows."""
    if not player.page.evaluate("document.activeElement.matches('summary, .deed')"):
        player.page.keyboard.press("Escape")
    letter = {"hand": "h", "lane": "l", "market": "m"}[key.partition(":")[0]]
    player.page.keyboard.press(letter)
    for _ in range(10):
        if player.focused_thing() == key:
            return
        player.page.keyboard.press("ArrowRight")
    raise AssertionError(f"the keys don’t lead to {key}")


def deed_beside(thing: Locator) -> Locator:
    """Return the button that does the only thing to do with *thing*, if it covers it."""
    return thing.locator("xpath=../*[contains(@class, 'deed--whole')]")


def test_a_card_with_a_single_thing_to_do_does_it_at_the_first_press(against_bot: MatchPage) -> None:
    page = against_bot.page
    while not page.locator(".held + .deed--whole").count():
        against_bot.play_turn()
        against_bot.wait_for_turn()
    before = against_bot.pool("scrap")
    page.locator(".held + .deed--whole").first.click()
    expect(page.locator(".pool--scrap dd")).not_to_have_text(str(before))
    page.keyboard.press("u")
    expect(page.locator(".pool--scrap dd")).to_have_text(str(before))
    cards = page.locator(".held").evaluate_all(
        "things => things.map(t => !!t.parentElement.querySelector('.deed--whole'))"
    )
    page.keyboard.press(str(cards.index(True) + 1))
    expect(page.locator(".pool--scrap dd")).not_to_have_text(str(before))


@pytest.mark.soak(seconds=6)
def test_ending_the_turn_asks_once_if_something_could_still_be_bought(against_bot: MatchPage) -> None:
    page, ask = against_bot.page, against_bot.page.locator(".ask")
    # What is dear enough comes by and by: a hand of five pays for something soon.
    against_bot.act(page.locator("#batch-scrap"))
    while not ask.count():
        against_bot.end_turn()
        against_bot.wait_for_turn()
        against_bot.act(page.locator("#batch-scrap"))
    seq = against_bot.seq
    # With an empty hand the button has the focus already, and one press would do.
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("e")
    page.keyboard.press("e")
    expect(page.locator("[data-back]")).to_be_focused()
    expect(ask).to_contain_text("You can still buy a card.")
    # What another key does comes after the answer.
    page.keyboard.press("u")
    page.wait_for_timeout(300)
    assert against_bot.seq == seq
    page.keyboard.press("Escape")
    expect(page.locator("[data-sure=e]")).to_be_hidden()
    assert against_bot.seq == seq
    page.keyboard.press("e")
    page.locator(".actions__hint").click()
    expect(page.locator("[data-sure=e]")).to_be_hidden()
    # On a phone, too, with a card of the Market open above the bar: what is asked lies over it.
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator(".pane-tabs a", has_text="Market").click()
    page.locator(".tile.can-act > summary").first.click()
    page.locator("#actions-end, .ask > summary.actions__end").first.click()
    sure = page.locator("[data-sure=e]")
    expect(sure).to_be_visible()
    box = sure.bounding_box()
    assert box
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert sure.evaluate("(it, at) => it.contains(document.elementFromPoint(...at))", middle)
    # Whoever goes back finds the page where it was, though the bar sticks to the edge of the screen.
    height = page.evaluate("scrollY")
    page.keyboard.press("Escape")
    expect(sure).to_be_hidden()
    assert page.evaluate("scrollY") == height
    for _ in range(4):
        page.keyboard.press("Shift")  # or else the second of two quick ones counts as unmeant
        page.keyboard.press("e")
    expect(against_bot.board).not_to_have_attribute("data-seq", str(seq))


def test_number_keys_open_cards_and_escape_closes_them(against_bot: MatchPage) -> None:
    keys = against_bot.page.keyboard
    several = [not thing.count() for thing in map(deed_beside, against_bot.page.locator(".held").all())]
    number = several.index(True)
    first = against_bot.page.locator(".held").nth(number)
    keys.press(str(number + 1))
    expect(first).to_have_attribute("open", "")
    expect(first.locator(".tray__choice").first).to_be_focused()
    keys.press("Escape")
    expect(first).not_to_have_attribute("open", "")
    expect(first.locator("> summary")).to_be_focused()
    keys.press("?")
    expect(against_bot.page.locator("#keys-title")).to_be_focused()
    assert against_bot.page.locator("#keys").evaluate("keys => keys.scrollTop") == 0


@pytest.mark.soak(seconds=4)
def test_no_key_acts_on_the_board_below_a_dialog(against_bot: MatchPage) -> None:
    """A number played the card that it stands for, below the choices of motion and sound."""
    page, seq = against_bot.page, against_bot.seq
    page.get_by_role("button", name="Motion and sound").first.click()
    page.locator("#motion").get_by_role("button", name="Close").focus()
    for number in range(1, 6):
        page.keyboard.press(str(number))
    expect(page.locator("details[data-thing][open]")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#motion")).to_be_hidden()
    assert against_bot.seq == seq
    # What has only closed something is on its way nowhere.
    expect(page.locator(".is-sending")).to_have_count(0)


WHERE = """things => things.map((thing) => {
    const { left, top, width, height } = thing.getBoundingClientRect();
    return [left, top + scrollY, width, height].map(Math.round);
})"""


@pytest.mark.parametrize("height", [650, 900])
@pytest.mark.soak(seconds=4, one_in=2)
def test_opening_a_card_of_the_hand_moves_nothing(against_bot: MatchPage, height: int) -> None:
    """The other cards went aside, and a press at one of them met another."""
    page = against_bot.page
    page.set_viewport_size({"width": 1366, "height": height})
    page.evaluate("() => new Promise(requestAnimationFrame)")  # until the page has heard of it
    everything = page.locator("#board :is(.hand__cards > li, .lane, .market, .side-bar, .actions, .batches)")
    cards = page.locator(".held").all()
    assert cards
    for card in cards:
        before = everything.evaluate_all(WHERE)
        card.evaluate("card => { card.open = true; }")
        tray = card.locator(".tray")
        expect(tray).to_be_in_viewport(ratio=1)
        assert everything.evaluate_all(WHERE) == before
        own, other = tray.bounding_box(), card.locator("> summary").bounding_box()
        assert own["x"] >= other["x"] + other["width"] or own["x"] + own["width"] <= other["x"]


def test_on_a_phone_opening_a_card_of_the_market_moves_nothing(visit: Visit) -> None:
    """Its “Buy” went away, and the row below came up under the finger."""
    player = visit(**PHONE)
    page = player.page
    player.start(opponent="novice", turn_cap=40)
    player.wait_for_turn()
    while not page.locator(".tile.can-act").count():
        player.act(page.locator("#batch-scrap")) if page.locator(
            "#batch-scrap"
        ).count() else player.end_turn()
    page.locator(".pane-tabs a", has_text="Market").tap()
    rows = page.locator(".market__rows > li")
    before = rows.evaluate_all(WHERE)
    page.locator(".tile.can-act").first.evaluate("tile => { tile.open = true; }")
    expect(page.locator(".tile[open] .tray")).to_be_in_viewport()
    assert rows.evaluate_all(WHERE) == before


@pytest.mark.parametrize("width", [360, 1366])
@pytest.mark.soak(seconds=2, one_in=2)
def test_the_links_of_a_match_end_where_its_page_ends(over: MatchPage, width: int) -> None:
    over.page.set_viewport_size({"width": width, "height": 650})
    ends = "(parts) => Math.max(...parts.map((part) => part.getBoundingClientRect().right))"
    links = over.page.locator(".match__tools > *").evaluate_all(ends)
    assert 0 < links <= over.page.locator(".match__head").evaluate_all(ends)


@pytest.fixture
def two_components(visit: Visit) -> Page:
    """Return a position with Scrapbots and Components on a low desk."""
    player = visit(viewport={"width": 1366, "height": 650})
    player.page.goto(f"{player.address}/games/scrapbots/")
    address = "/games/scrapbots/positions/3.6/two-components/practise/"
    player.page.locator("form.create").evaluate(
        "(form, address) => Object.assign(form, { action: address }).submit()", address
    )
    player.page.wait_for_url(MATCH_URL)
    return player.page


TOP_AT_THEM = """things => things.filter((thing) => thing.checkVisibility()).map((thing) => {
    const { left, right, bottom } = thing.getBoundingClientRect();
    return thing.contains(document.elementFromPoint((left + right) / 2, bottom - 8));
})"""


@pytest.mark.parametrize(("width", "height"), [(1366, 650), (1280, 800)])
@pytest.mark.soak(seconds=5)
def test_what_else_a_component_can_do_doesnt_cover_the_scrapbots_it_can_be_activated_on(
    two_components: Page, width: int, height: int
) -> None:
    """With six cards in the hand it covered the place on the left Lane; later that place covered it."""
    page = two_components
    page.set_viewport_size({"width": width, "height": height})
    cards = page.locator('.held:has([data-onto^="lane"])').all()
    assert cards
    for card in cards:
        card.evaluate("card => { card.open = true; }")
        for things in (page.locator(".drop"), card.locator(".tray__choice")):
            reached = things.evaluate_all(TOP_AT_THEM)
            assert reached
            assert all(reached)


@pytest.mark.soak(seconds=5)
def test_what_a_scrapbot_can_do_leaves_the_lane_it_attacks_in_sight_on_a_low_desk(
    two_components: Page,
) -> None:
    """There it lay over the Lanes of the opponent, which one looks at to decide."""
    page = two_components
    page.locator(".lanes--near .robot > summary").first.click(position={"x": 20, "y": 5})
    tray, lanes = (
        page.locator(".robot[open] .tray").bounding_box(),
        page.locator(".lanes--far").bounding_box(),
    )
    assert tray
    assert lanes
    assert tray["y"] > lanes["y"] + lanes["height"]
    assert tray["y"] + tray["height"] <= 650


@pytest.mark.soak(seconds=4)
def test_the_small_cards_of_the_hand_carry_their_text_on_a_low_desk(against_bot: MatchPage) -> None:
    page = against_bot.page
    page.set_viewport_size({"width": 1366, "height": 650})
    while not page.locator(".held .card__text").count():
        against_bot.play_turn()
        against_bot.wait_for_turn()
    text = page.locator(".held .card__text").first
    expect(text).to_be_in_viewport(ratio=1)
    assert text.evaluate("text => text.scrollHeight <= text.clientHeight + 1")


def test_a_refusal_says_why_and_its_rule_opens_beside_the_selection(against_bot: MatchPage) -> None:
    dear = against_bot.page.locator(".tile:not(.can-act)").first
    against_bot.press(dear)
    expect(dear.locator(".refusals__reason")).to_contain_text("you need")
    dear.locator(".rule-link").first.click()
    panel = against_bot.page.locator("#panel")
    expect(panel).to_contain_text("Scrap")
    expect(panel).to_be_focused()
    expect(dear).to_have_attribute("open", "")
    against_bot.page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(dear).to_have_attribute("open", "")
    expect(dear.locator(".rule-link").first).to_be_focused()


@pytest.mark.soak(seconds=4)
def test_a_card_of_the_log_opens_beside_the_board(against_bot: MatchPage) -> None:
    title = against_bot.page.title()
    against_bot.page.locator(".log .card-link").first.click()
    expect(against_bot.page.locator("#panel .card")).to_be_visible()
    expect(against_bot.page).to_have_title(title)


@pytest.mark.soak(seconds=4)
def test_the_focus_comes_back_to_the_board_after_links_in_the_drawer(against_bot: MatchPage) -> None:
    page, panel = against_bot.page, against_bot.page.locator("#panel")
    whole = page.locator("#board .log-link")
    while not whole.count():
        against_bot.end_turn()
        against_bot.wait_for_turn()
    by_keyboard(whole)
    panel.locator(".card-link").first.click()
    expect(panel.locator(".card")).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(whole).to_be_focused()


def test_a_second_press_waits_for_the_answer_to_the_first(against_bot: MatchPage) -> None:
    page, sent = against_bot.page, list[Route]()
    page.route("**/moves/", lambda route: sent.append(route))
    page.locator(".deed--whole").first.click()
    page.locator(".deed--whole").last.click()
    page.keyboard.press("e")
    page.keyboard.press("e")
    page.wait_for_timeout(300)
    assert len(sent) == 1
    sent[0].continue_()
    expect(page.locator("#board")).not_to_have_attribute("aria-busy", "true")
    page.keyboard.press("u")
    expect(page.locator(".log .is-undone")).to_have_count(1)


def test_undo_takes_back_what_revealed_nothing(against_bot: MatchPage) -> None:
    before = against_bot.page.locator(".hand__count").inner_text()
    thing = against_bot.press(against_bot.page.locator(".held.can-act").first)
    against_bot.act(thing.locator(".tray__choice").first)
    assert against_bot.pool("scrap") + against_bot.pool("energy") > 0
    against_bot.page.keyboard.press("u")
    expect(against_bot.page.locator(".hand__count")).to_have_text(before)
    assert against_bot.pool("scrap") + against_bot.pool("energy") == 0
    expect(against_bot.page.locator(".log .is-undone")).to_have_count(1)


def test_a_stale_tab_gets_the_fresh_board_and_a_notice(against_bot: MatchPage) -> None:
    thing = against_bot.press(against_bot.page.locator(".held.can-act").first)
    against_bot.act(thing.locator(".tray__choice").first)
    seq = against_bot.seq
    # What another tab, left open, would send.
    form = against_bot.page.locator("#moves")
    form.locator("[name=seen]").evaluate("(field, seen) => { field.value = seen }", str(seq - 1))
    thing = against_bot.press(against_bot.page.locator(".held.can-act").first)
    against_bot.act(thing.locator(".tray__choice").first)
    expect(against_bot.page.locator(".board__notice")).to_contain_text("changed since you looked")
    assert against_bot.seq == seq


@pytest.mark.soak(seconds=4)
def test_a_refusal_is_spoken_once(against_bot: MatchPage) -> None:
    """The notice is spoken by itself; the news once said it a second time."""
    page, said = against_bot.page, re.compile("changed since you looked")
    against_bot.act(against_bot.press(page.locator(".held.can-act").first).locator(".tray__choice").first)
    for is_again in (False, True):
        page.locator("#moves [name=seen]").evaluate("field => { field.value = Number(field.value) - 1 }")
        thing = against_bot.press(page.locator(".held.can-act").first)
        against_bot.act(thing.locator(".tray__choice").first)
        expect(page.locator("#notice[role=alert]")).to_contain_text(said)
        if is_again:
            expect(page.locator("#announcer")).to_contain_text(said)
        else:
            expect(page.locator("#announcer")).not_to_contain_text(said)


@pytest.mark.soak(seconds=5)
def test_a_page_that_gets_no_socket_looks_every_half_minute_and_asks_for_none(visit: Visit) -> None:
    player, asked = visit(), []
    player.page.clock.install()
    player.page.route_web_socket(
        re.compile("/ws/matches/"), lambda socket: (asked.append(socket), socket.close(code=4429))
    )
    player.start(opponent="link")
    expect(player.page.locator("#connection-words")).to_have_text("Looks every 30 seconds")
    with player.page.expect_request(re.compile("/board/")):
        player.page.clock.run_for(31_000)
    player.page.clock.run_for(150_000)
    assert len(asked) == 1
    player.page.clock.run_for(250_000)
    expect(player.page.locator("#connection-words")).to_have_text("Looks every 30 seconds")
    assert len(asked) == 2


@pytest.mark.soak(seconds=8)
def test_a_page_is_back_within_two_seconds_of_a_server_that_was_away_for_long(visit: Visit) -> None:
    player, is_up, asked = visit(), [True], []
    page = player.page

    def answer(socket: WebSocketRoute) -> None:
        asked.append(socket)
        if is_up[0]:
            socket.connect_to_server()
        else:
            socket.close(code=1001)

    page.clock.install()
    page.route_web_socket(re.compile("/ws/matches/"), answer)
    page.route("**/healthz", lambda route: route.continue_() if is_up[0] else route.abort())
    player.start(opponent="link")
    expect(page.locator("#connection-words")).to_have_text("Live")
    # From here on time passes on the page only when told to.
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    is_up[0] = False
    asked[0].close(code=1001)
    expect(page.locator("#connection-words")).to_have_text("Reconnecting…")
    for _ in range(60):
        page.clock.run_for(1750)
        page.wait_for_timeout(20)
    is_up[0] = True
    with page.expect_request(re.compile("/board/")):
        page.clock.run_for(2000)
    expect(page.locator("#connection-words")).to_have_text("Live")


@pytest.mark.soak(seconds=5)
def test_a_page_is_back_as_soon_as_its_device_is(visit: Visit) -> None:
    """After a night it waited for its next try, up to half a minute."""
    player, is_up, asked = visit(), [True], []
    page = player.page

    def answer(socket: WebSocketRoute) -> None:
        asked.append(socket)
        socket.connect_to_server()

    page.clock.install()
    page.route_web_socket(re.compile("/ws/matches/"), answer)
    page.route("**/healthz", lambda route: route.continue_() if is_up[0] else route.abort())
    player.start(opponent="link")
    expect(page.locator("#connection-words")).to_have_text("Live")
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    is_up[0] = False
    asked[0].close(code=1001)
    page.clock.run_for(60_000)
    expect(page.locator("#connection-words")).to_have_text("Reconnecting…")
    page.wait_for_timeout(200)  # for the try that is under way
    is_up[0] = True
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#connection-words")).to_have_text("Live")


@pytest.mark.soak(seconds=5)
def test_a_page_just_loaded_fetches_nothing_again(against_bot: MatchPage) -> None:
    page = against_bot.page
    page.reload()
    expect(page.locator("#connection-words")).to_have_text("Live")
    page.wait_for_timeout(200)
    fetched = """() => performance.getEntriesByType('resource')
        .filter((one) => ['fetch', 'xmlhttprequest'].includes(one.initiatorType)).map((one) => one.name)"""
    assert page.evaluate(fetched) == []


@pytest.mark.soak(seconds=8)
def test_a_page_hears_of_what_changes_a_running_match_without_a_step(visit: Visit) -> None:
    """That the match is on hold, or closed to watchers, was shown half a minute later."""
    first, second = playing(visit)
    page = first.page
    page.locator("summary", has_text="Who may watch?").click()
    page.get_by_label("Who may watch from now on").select_option("nobody")
    page.locator(".confirm[open]").get_by_role("button", name="Save").click()
    for player in (first, second):
        expect(player.board).to_contain_text("nobody may watch", timeout=8_000)


@pytest.mark.soak(seconds=5)
def test_a_word_of_talk_after_the_end_may_be_of_a_rematch_too(visit: Visit) -> None:
    """One word came for both, and the page looked for what was said alone."""
    player, sockets = visit(), []
    page = player.page
    page.route_web_socket(
        re.compile("/ws/matches/"), lambda socket: (sockets.append(socket), socket.connect_to_server())
    )
    player.start(opponent="greedy")
    player.give_up()
    expect(page.locator("#connection-words")).to_have_text("Live")
    page.wait_for_load_state("networkidle")
    seq = int(player.board.get_attribute("data-tick") or 0)
    with page.expect_request(re.compile("/board/"), timeout=8_000):
        sockets[-1].send(json.dumps({"match": "any", "seq": seq, "talk": True}))


@pytest.mark.soak(seconds=10)
def test_selection_survives_the_other_players_moves(visit: Visit) -> None:
    mover, other = playing(visit)
    thing = other.press(other.page.locator(".held").first)
    key = other.focused_thing()
    mover.act(mover.press(mover.page.locator(".held.can-act").first).locator(".tray__choice").first)
    expect(other.board).to_have_attribute("data-seq", str(mover.seq))
    expect(thing).to_have_attribute("open", "")
    assert other.focused_thing() == key


@pytest.mark.soak(seconds=10)
def test_a_press_whose_end_nobody_hears_of_holds_no_board(visit: Visit) -> None:
    """After a look at the browser's menu the board stood still until the next press."""
    mover, other = playing(visit)
    page = other.page
    page.mouse.move(640, 4)
    page.mouse.down(button="right")
    mover.act(mover.press(mover.page.locator(".held.can-act").first).locator(".tray__choice").first)
    expect(other.board).to_have_attribute("data-seq", str(mover.seq))
    page.mouse.up(button="right")
    page.evaluate("document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))")
    mover.act(mover.press(mover.page.locator(".held.can-act").first).locator(".tray__choice").first)
    page.wait_for_timeout(300)
    assert other.seq < mover.seq
    page.mouse.move(640, 6)
    expect(other.board).to_have_attribute("data-seq", str(mover.seq))


@pytest.mark.soak(seconds=12)
def test_a_server_too_busy_for_the_news_is_asked_less_and_less(visit: Visit) -> None:
    """Each page that had heard of a move asked for it twenty times a second until it got it."""
    mover, other = playing(visit)
    asked: list[Route] = []
    other.page.route(re.compile("/board/"), lambda route: (asked.append(route), route.fulfill(status=503)))
    mover.act(mover.press(mover.page.locator(".held.can-act").first).locator(".tray__choice").first)
    other.page.wait_for_timeout(3000)
    assert 2 <= len(asked) <= 8
    other.page.unroute(re.compile("/board/"))
    expect(other.board).to_have_attribute("data-seq", str(mover.seq))


def playing(visit: Visit) -> tuple[MatchPage, MatchPage]:
    """Return two people at a table, the one whose turn it is first."""
    host, friend = visit(), visit()
    host.start(opponent="link", turn_cap=6)
    friend.open(host.page.locator("#share-link").input_value())
    friend.page.get_by_role("button", name="Join and play").click()
    expect(host.board).to_have_attribute("data-status", "running")
    for player in (host, friend):
        expect(player.page.locator("#connection-words")).to_have_text("Live")
    return (host, friend) if host.is_my_turn else (friend, host)


def test_what_happened_is_announced(against_bot: MatchPage) -> None:
    against_bot.end_turn()
    against_bot.wait_for_turn()
    announcer = against_bot.page.locator("#announcer")
    expect(announcer).to_contain_text("It is your turn.")
    expect(against_bot.page.locator("#since")).to_contain_text("Greedy")
    expect(against_bot.page).to_have_title(re.compile("^● Your turn"))


def test_resigning_asks_first(against_bot: MatchPage) -> None:
    begins = """node => {
        const words = document.createRange();
        words.selectNodeContents(node);
        return Math.round(words.getBoundingClientRect().left);
    }"""
    quiet = against_bot.page.get_by_text("Resign…")
    assert quiet.evaluate(begins) == against_bot.page.locator("#about-title").evaluate(begins)
    against_bot.page.get_by_text("Resign…").click()
    against_bot.page.get_by_role("button", name="Yes, resign").click()
    expect(against_bot.page.locator("#result-title")).to_have_text("You lose")


def press_through(table: Table, check: Callable[[], None], turns: int) -> set[str]:
    """Play so many turns, or to the end; return what kinds of things were opened.

    *check:* looks at the page when something is asked, and when a thing is open.
    """
    player, opened = table.player, set[str]()
    for _ in table.asked():
        check()
        thing = player.wish()
        if thing is not None:
            player.press(thing)
            opened.add(str(thing.get_attribute("data-thing")).partition(":")[0])
            check()
            drops = table.find(".drop:visible")
            player.act(drops.first if drops.count() else thing.locator(".tray__choice").first)
            continue
        player.end_turn()
        turns -= 1
        if not turns:
            table.wait()
            break
    return opened


@LOOKS
def test_is_played_on_a_phone_by_swipes_and_axe_finds_nothing(visit: Visit, scheme: str, width: int) -> None:
    player = visit(color_scheme=scheme, **screen(width))
    player.start(opponent="greedy", turn_cap=8)
    player.wait_for_turn()
    assert not player.scrolls_sideways()
    for thing in (".held", ".tile"):
        player.press(player.page.locator(thing).first)
        assert not player.scrolls_sideways()
        expect(player.page.locator(f"{thing}[open] .tray")).to_be_in_viewport(ratio=0.9)
    expect(player.page.locator("#end-turn")).to_be_in_viewport()
    player.page.keyboard.press("Escape")
    table, turns = Table(player), 1 if (scheme, width) == USUAL_LOOK else 3
    assert {"hand", "market"} <= press_through(
        table, lambda: check_in_reach(table, table.find(PRESSED)), turns
    )
    player.press(player.page.locator(".tile:not(.can-act)").first)
    check_axe(player.page)
    player.give_up()
    assert not player.scrolls_sideways()
