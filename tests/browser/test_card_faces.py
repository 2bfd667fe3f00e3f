"""Cards show their faces wherever they lie: when they are pointed at, focused, or touched for long."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.gestures import drag_by_finger, touch_long
from tests.browser.match_page import MatchPage
from tests.browser.tables import PHONE, TWO_BOTS, Table, Visit
from tests.browser.test_junkyard_page import play as play_junkyard
from tests.browser.test_scrap_knights_page import READY_MADE, set_up
from tests.browser.test_scrap_knights_page import play as play_knights
from tests.browser.test_scrapyard_page import play as play_scrapyard

# Whether the box lies over what it explains, or sticks out of the window.
MISPLACED = """thing => {
    const [box, at] = [document.querySelector('.tip-box'), thing].map((one) => one.getBoundingClientRect());
    const isOver = box.left < at.right && at.left < box.right && box.top < at.bottom && at.top < box.bottom;
    const isOut = box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
    return isOver || isOut;
}"""
# What the page does when there is news.
FETCH = """() => htmx.ajax(
    'GET', document.querySelector('#board').dataset.url, { target: '#board', swap: 'outerHTML' },
)"""


def face(page: Page) -> Locator:
    return page.locator(".tip-box .card")


def name_of(thing: Locator) -> str:
    """Return the slug of the card that *thing* stands for."""
    script = """thing => thing.dataset.peek || thing.dataset.card ||
        thing.href?.split('/').at(-2) || thing.closest('[data-peek]').dataset.peek"""
    return str(thing.evaluate(script))


def check_face(page: Page, thing: Locator) -> None:
    """See that *thing* shows its face beside it when it is pointed at, and no more when it isn't."""
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box
    # A hand that moves: what lies under a mouse at rest says nothing.
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.move(box["x"] + 12, box["y"] + 12)
    expect(face(page)).to_have_attribute("data-card", name_of(thing))
    assert not thing.evaluate(MISPLACED)
    page.mouse.move(0, 0)
    expect(face(page)).to_have_count(0)


def test_cards_of_scrapbots_show_their_faces_and_a_press_puts_them_away(against_bot: MatchPage) -> None:
    page = against_bot.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/face/" in request.url else None)
    for place in (".held", ".tile", ".log .card-link", ".held"):
        check_face(page, page.locator(place).first)
    assert len(asked) == len(set(asked)) <= 3
    tile = page.locator(".tile:not(.can-act)").first
    tile.hover(position={"x": 14, "y": 14})
    expect(face(page)).to_be_visible()
    against_bot.press(tile)
    expect(face(page)).to_have_count(0)
    # What is open says all of it.
    tile.locator(".tray__card").hover()
    page.wait_for_timeout(400)
    expect(face(page)).to_have_count(0)


@pytest.mark.soak(seconds=3)
def test_keys_show_a_face_and_escape_puts_it_away_and_nothing_else(against_bot: MatchPage) -> None:
    page = against_bot.page
    page.keyboard.press("m")
    control = page.locator(":focus")
    expect(face(page)).to_be_visible()
    expect(control).to_have_accessible_description(re.compile(r"\w"))
    before = against_bot.focused_thing()
    page.keyboard.press("ArrowRight")
    assert against_bot.focused_thing() != before
    expect(page.locator(":focus")).to_have_accessible_description(re.compile(r"\w"))
    expect(face(page)).to_have_attribute("data-card", name_of(against_bot.thing(against_bot.focused_thing())))
    page.keyboard.press("Escape")
    expect(face(page)).to_have_count(0)
    expect(page.locator(":focus")).to_have_count(1)
    # A card that is pressed by its number is known: its face would be in the way.
    page.keyboard.press("1")
    page.wait_for_timeout(400)
    expect(face(page)).to_have_count(0)


@pytest.mark.soak(seconds=5)
def test_a_face_stays_under_the_pointer_and_when_the_board_is_fetched_anew(against_bot: MatchPage) -> None:
    page = against_bot.page
    page.locator(".tile").first.hover(position={"x": 14, "y": 14})
    expect(face(page)).to_be_visible()
    box = face(page).bounding_box()
    assert box
    page.mouse.move(box["x"] + 40, box["y"] + 40, steps=4)
    page.wait_for_timeout(400)
    expect(face(page)).to_be_visible()
    page.evaluate(FETCH)
    expect(face(page)).to_be_visible()
    page.mouse.down()
    page.mouse.up()
    expect(face(page)).to_have_count(0)


@pytest.mark.soak(seconds=5)
def test_cards_of_junkyard_show_their_faces(visit: Visit) -> None:
    table = Table.set_up(visit(), "junkyard", TWO_BOTS, round_cap="1")
    play_junkyard(table, until="programming")
    expect(table.find(".tag--hot", has_text="programming")).to_have_count(1, timeout=60_000)
    page = table.player.page
    check_face(page, table.find(".junk-pile__press").first)
    check_face(page, table.find(".program__card").first)
    table.reach(".junk-pile__press")
    expect(face(page)).to_be_visible()
    page.keyboard.press("Enter")
    expect(table.find("#panel .card").first).to_be_visible()
    expect(face(page)).to_have_count(0)


@pytest.mark.soak(seconds=5)
def test_cards_of_scrapyard_show_their_faces_and_hidden_ones_nothing(visit: Visit) -> None:
    table = Table.set_up(visit(), "scrapyard", TWO_BOTS, tiles="1")
    play_scrapyard(table, until="placing")
    page = table.player.page
    check_face(page, table.find(".plot.is-known .plot__press").first)
    table.find(".plot:not(.is-known) .plot__press").first.hover()
    page.wait_for_timeout(400)
    expect(face(page)).to_have_count(0)


@pytest.mark.soak(seconds=5)
def test_the_pointer_finds_each_card_of_a_field_on_its_way_from_one_to_the_next(visit: Visit) -> None:
    table = Table.set_up(visit(viewport={"width": 1366, "height": 650}), "scrapyard", TWO_BOTS, tiles="1")
    play_scrapyard(table, until="placing")
    page = table.player.page
    known = table.find(".plot.is-known .plot__press").all()
    assert len(known) > 1
    # A face once lay over the next cards, and stayed as long as the pointer was on it.
    for thing in [*known, *reversed(known)]:
        thing.hover(position={"x": 20, "y": 20}, force=True)
        expect(face(page)).to_have_attribute("data-card", name_of(thing))
        assert not table.find("[data-grid]").evaluate(MISPLACED)


@pytest.mark.soak(seconds=5)
def test_a_word_shows_its_rule_where_one_chooses(visit: Visit) -> None:
    table = set_up(visit(), "greedy", READY_MADE)
    table.send(table.find(".ready-made", has_text="Salvo"))
    play_knights(table, until="choosing")
    expect(table.find(".mech .tag--hot")).to_have_count(1, timeout=60_000)
    page = table.player.page
    word, says = table.find(".act .term", has_text="Frame Advantage").first, page.locator(".tip-box")
    word.hover()
    expect(says).to_contain_text("+1 priority on all effects of the ACT")
    page.mouse.move(0, 0)
    expect(says).to_have_count(0)
    page.keyboard.press("Tab")
    word.focus()
    expect(says).to_contain_text("+1 priority")
    expect(word).to_have_accessible_description(re.compile("Frame Advantage: "))
    word.press("Enter")
    expect(page.locator("#panel")).to_contain_text("Frame Advantage")


@pytest.mark.soak(seconds=4)
def test_cards_of_scrap_knights_show_their_faces(visit: Visit) -> None:
    table = set_up(visit(), "greedy")
    play_knights(table, until="choosing")
    # The bot's choice would replace the board under the mouse.
    expect(table.find(".mech .tag--hot")).to_have_count(1, timeout=60_000)
    page = table.player.page
    check_face(page, table.find(".mech .card-link").first)
    check_face(page, table.find(".act .card-link").first)


@pytest.mark.soak(seconds=5)
def test_a_long_touch_shows_the_face_and_does_nothing_else(visit: Visit) -> None:
    player = visit(**PHONE)
    player.start(opponent="greedy", turn_cap=40)
    player.wait_for_turn()
    page, seq = player.page, player.seq
    held = page.locator(".held").first
    touch_long(page, held)
    expect(face(page)).to_have_attribute("data-card", name_of(held))
    page.wait_for_timeout(300)
    expect(face(page)).to_be_visible()
    assert player.seq == seq
    expect(page.locator("details[data-thing][open]")).to_have_count(0)
    # A touch on it puts it away, and does nothing to what it covers.
    box = page.locator(".tip-box")
    place = box.bounding_box()
    assert place
    page.evaluate("window.clicked = 0; addEventListener('click', () => (window.clicked += 1))")
    page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(face(page)).to_have_count(0)
    page.wait_for_timeout(300)
    assert page.evaluate("window.clicked") == 0
    touch_long(page, held)
    expect(face(page)).to_be_visible()
    # The next touch elsewhere puts it away too; in the corner of the screen a finger would meet the way home.
    page.locator(".actions__hint").tap()
    expect(face(page)).to_have_count(0)
    drag_by_finger(
        page, page.locator('[data-group="hand"] [data-drag]').first, page.locator('[data-zone="scrap"]')
    )
    expect(face(page)).to_have_count(0)
    expect(page.locator('[data-zone="scrap"] dd')).not_to_have_text("0")


@pytest.mark.soak(seconds=5)
def test_a_card_named_in_the_chat_shows_its_face_and_opens_beside_the_board(against_bot: MatchPage) -> None:
    page = against_bot.page
    page.locator("#talk-text").fill("Is the Scout any good?")
    # The news that something was said fetches all of it once more.
    with page.expect_response(lambda answer: answer.request.method == "GET" and "/talk/" in answer.url):
        page.locator("#talk-form button").click()
    page.wait_for_timeout(200)
    link = page.locator("#talk .card-link")
    check_face(page, link)
    link.click()
    expect(page.locator("#panel .card").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(link).to_be_focused()
