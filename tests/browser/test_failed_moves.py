"""A press that doesn't get through: said beside the thing, and sent again by a press."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.match_page import MatchPage
from tests.browser.tables import TWO_BOTS, Table, screen
from tests.browser.test_junkyard_page import play as play_junkyard
from tests.browser.test_table_talk import sit_down
from tests.soak.tenths import soaking

Visit = Callable[..., MatchPage]
SENDS = "#board :is(button[form=moves], form[action$='/moves/'] button):visible"
OPENS = "#board .can-act summary:visible"


def begin(player: MatchPage, title: str) -> MatchPage:
    """Begin a match against a bot and wait for the first decision."""
    seats = {2: "greedy"} if title in ("junkyard", "scrapyard") else {}
    Table.set_up(player, title, seats)  # where there are two seats, the bot is the one that is offered first
    player.wait_for_turn()
    if title == "scrap-knights":  # the bot chooses at the same time, and its choice brings another board
        expect(player.board).to_contain_text("bot is ready")
    return player


def a_move(page: Page) -> Locator:
    """Return a button in sight that sends a move; a thing is opened if need be."""
    if not page.locator(SENDS).count():
        page.locator(OPENS).first.click()
    return page.locator(SENDS).first


@pytest.mark.parametrize("width", [360, soaking(1280, seconds=3)])
@pytest.mark.parametrize("title", ["scrapbots", "junkyard", "scrapyard", "scrap-knights"])
@pytest.mark.soak(seconds=4, one_in=4)
def test_a_move_without_a_line_is_sent_again_by_a_press(visit: Visit, title: str, width: int) -> None:
    player = begin(visit(**screen(width)), title)
    page, seq = player.page, player.seq
    sent: list[str] = []
    page.on(
        "request", lambda asked: sent.append(asked.post_data or "") if asked.url.endswith("/moves/") else None
    )
    button = a_move(page)
    page.context.set_offline(True)
    button.click()
    notice = page.locator("#failed-move")
    expect(notice).to_contain_text("didn’t answer")
    expect(notice).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Try again")).to_be_in_viewport(ratio=1)
    assert not player.scrolls_sideways()
    expect(button).to_be_enabled()
    page.get_by_role("button", name="Try again").click()
    expect(notice).to_contain_text("didn’t answer")
    page.context.set_offline(False)
    expect(notice).to_have_text(re.compile(r"^\s*The site answers again\. Your last move wasn’t made\."))
    button.click()
    expect(player.board).not_to_have_attribute("data-seq", str(seq))
    assert len(sent) == 3
    assert sent[0] == sent[1], "the same move under the same id"


@pytest.mark.soak(seconds=4)
def test_the_notice_goes_by_escape_or_when_the_line_is_back_and_the_move_was_made(visit: Visit) -> None:
    player = begin(visit(), "scrapbots")
    page, notice = player.page, player.page.locator("#failed-move")
    page.context.set_offline(True)
    a_move(page).click()
    expect(notice).to_be_visible()
    page.keyboard.press("Escape")
    expect(notice).to_be_hidden()
    page.context.set_offline(False)
    expect(notice).to_contain_text("Your last move wasn’t made.")
    page.keyboard.press("Escape")

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        page.context.set_offline(True)
        route.abort()

    seq = player.seq
    page.route("**/moves/", lose_the_answer)
    a_move(page).click()
    expect(notice).to_be_visible()
    page.context.set_offline(False)
    expect(player.board).not_to_have_attribute("data-seq", str(seq))
    expect(notice).to_be_hidden()


@pytest.mark.soak(seconds=4)
def test_the_sign_of_the_connection_heeds_the_browser_and_leaves_the_links_in_their_column(
    visit: Visit,
) -> None:
    """It stayed green without a network; “Reconnecting…” pushed “Keys” out."""
    player = begin(visit(viewport={"width": 1366, "height": 650}), "scrapyard")
    page, sign = player.page, player.page.locator("#connection-words")
    expect(sign).to_have_text("Live")
    page.context.set_offline(True)
    expect(sign).to_have_text("Offline")
    ends = "() => ['.board__side', '[data-open=\"#keys\"]'].map((one) =>" + (
        " document.querySelector(one).getBoundingClientRect().right)"
    )
    for words in ("Offline", "Reconnecting…", "Looks every 30 seconds"):
        sign.evaluate("(node, words) => { node.textContent = words; }", words)
        column, keys = page.evaluate(ends)
        assert keys <= column, words
    page.context.set_offline(False)
    expect(sign).to_have_text("Live")


@pytest.mark.soak(seconds=10)
def test_a_link_without_a_line_says_so(visit: Visit) -> None:
    """Neither a rule nor a card to pick up came, and no word of why."""
    table = Table.set_up(visit(), "junkyard", TWO_BOTS, round_cap="1")
    play_junkyard(table, until="programming")
    # The bots' last step would replace the board.
    expect(table.find(".tag--hot", has_text="programming")).to_have_count(1, timeout=60_000)
    page, notice = table.player.page, table.find("#failed-move")
    page.context.set_offline(True)
    for link in ("#board .rule-link:visible", "#board a.program__press:visible"):
        table.find(link).first.click()
        expect(notice).to_contain_text("didn’t answer")
        expect(notice).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Try again")).to_be_hidden()
        notice.get_by_role("button", name="Close").click()
        expect(notice).to_be_hidden()
    page.context.set_offline(False)
    page.route(re.compile(r"\?pick="), lambda route: route.fulfill(status=503))
    table.find("#board a.program__press:visible").first.click()
    expect(notice).to_contain_text("busy")
    page.unroute(re.compile(r"\?pick="))
    table.show(table.find("a.program__press:visible").first, ".program__down")


@pytest.mark.parametrize(("status", "words"), [(503, "is busy"), (404, "can’t be shown")])
@pytest.mark.soak(seconds=4)
def test_a_link_that_is_refused_says_so(visit: Visit, status: int, words: str) -> None:
    """A press on a rule did nothing, silently, when the site was too busy."""
    page = begin(visit(), "scrapbots").page
    link = page.locator("#board .rule-link:visible").first
    page.route(f"**{link.get_attribute('hx-get')}", lambda route: route.fulfill(status=status))
    link.click()
    expect(page.locator("#failed-move")).to_contain_text(words)
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()


HURRIED = """() => {
    const own = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout');
    const set = function (milliseconds) { own.set.call(this, milliseconds / 20); };
    Object.defineProperty(XMLHttpRequest.prototype, 'timeout', { ...own, set });
}"""


@pytest.mark.soak(seconds=5)
def test_a_line_that_hangs_without_an_end_is_told_and_the_move_sent_again(visit: Visit) -> None:
    """It kept the page waiting for as long as the browser does: minutes in which no press did anything."""
    player = begin(visit(), "scrapbots")
    page, seq = player.page, player.seq
    page.evaluate(HURRIED)
    held: list[Route] = []
    page.route("**/moves/", lambda route: held.append(route))
    a_move(page).click()
    expect(page.locator("#failed-move")).to_contain_text("didn’t answer")
    page.unroute("**/moves/")
    page.get_by_role("button", name="Try again").click()
    expect(player.board).not_to_have_attribute("data-seq", str(seq))
    assert len(held) == 1


@pytest.mark.soak(seconds=4)
def test_a_press_that_was_overtaken_without_an_answer_leaves_a_word_on_the_fresh_board(visit: Visit) -> None:
    """Another tab has moved meanwhile, so the move is refused; only the answer that says so is lost."""
    player = begin(visit(), "scrapbots")
    page = player.page
    other = page.context.new_page()
    other.goto(page.url)
    page.route("**/moves/", lambda route: route.abort())
    a_move(page).click()
    expect(page.locator("#failed-move")).to_be_visible()
    a_move(other).click()
    expect(page.locator("#notice")).to_contain_text("before your last move arrived")
    expect(page.locator("#failed-move")).to_be_hidden()


@pytest.mark.parametrize(
    ("status", "words", "way_on"),
    [
        (503, "The site is busy", "Try again"),
        (429, "Too many requests", "Try again"),
        (400, "wasn’t", "Reload"),
    ],
)
@pytest.mark.soak(seconds=4)
def test_what_the_server_refuses_says_how_to_go_on(
    visit: Visit, status: int, words: str, way_on: str
) -> None:
    player = begin(visit(), "scrapbots")

    def refuse(route: Route) -> None:
        route.fulfill(status=status, body="no board")

    player.page.route("**/moves/", refuse)
    a_move(player.page).click()
    notice = player.page.locator("#failed-move")
    expect(notice).to_contain_text(words)
    expect(notice.locator(":is(a, button):visible").first).to_contain_text(way_on)
    expect(player.page.locator("#connection-words")).to_have_text("Live")


@pytest.mark.soak(seconds=5)
def test_what_its_button_says_is_sent_again_and_has_the_focus_after_the_notice(visit: Visit) -> None:
    """“Unmute” muted the second time: only the form came, and without its button it does that."""
    page, _, _ = sit_down(visit)
    notice, others = page.locator("#failed-move"), page.locator(".talk__others summary")
    mute, unmute = (page.get_by_role("button", name=re.compile(f"^{name} ")) for name in ("Mute", "Unmute"))
    others.click()
    mute.click()
    page.route("**/mute/", lambda route: route.abort())
    unmute.click()
    expect(notice).to_contain_text("didn’t answer")
    notice.get_by_role("button", name="Close").click()
    expect(unmute).to_be_focused()
    unmute.click()
    page.get_by_role("button", name="Try again").click()
    expect(notice).to_contain_text("didn’t answer")
    expect(unmute).to_be_focused()
    page.unroute("**/mute/")
    others.click()
    with page.expect_response("**/mute/"):
        page.get_by_role("button", name="Try again").click()
    others.click()
    expect(mute).to_be_visible()


@pytest.mark.soak(seconds=5)
def test_what_failed_is_sent_again_and_not_what_was_sent_last(visit: Visit) -> None:
    """“Try again” of a move said to the others what was half typed in the chat by then."""
    page, second, _ = sit_down(visit)
    expect(page.locator("#board")).to_have_attribute("data-status", "running")
    mover = page if MatchPage(page, "").is_my_turn else second
    held: list[Route] = []
    mover.route("**/moves/", lambda route: held.append(route))
    with mover.expect_request("**/moves/"):
        a_move(mover).click()
    mover.fill("#talk-text", "hello")
    mover.press("#talk-text", "Enter")
    expect(mover.locator("#talk-text")).to_have_value("")
    mover.fill("#talk-text", "I think I should not say th")
    held[0].abort()
    with mover.expect_request("**/moves/"):
        mover.get_by_role("button", name="Try again").click()
    expect(mover.locator("#talk-text")).to_have_value("I think I should not say th")
    expect(mover.locator(".talk__words")).to_have_count(1)
    held[1].abort()
