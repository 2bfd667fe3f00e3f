"""The replay in a browser: links that last, keys, practice, and what is new since one looked."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from tests.browser.looks import check_axe
from tests.browser.match_page import MATCH_URL, MatchPage
from tests.browser.sight import IN_VIEW
from tests.browser.tables import TWO_BOTS, Table, screen

MINE = re.compile(r"\?seat=0&step=(\d+)")


@pytest.fixture
def played(against_bot: MatchPage) -> MatchPage:
    """The page of a match in its second turn."""
    against_bot.play_turn()
    against_bot.wait_for_turn()
    return against_bot


def go_to_replay(player: MatchPage) -> None:
    player.page.locator("#replay-link").click()
    player.page.wait_for_url("**/replay/**")


def step(player: MatchPage) -> int:
    words = player.page.locator(".replay__where b").inner_text()
    return int(words.split()[1])


def test_keys_and_links_go_through_the_match_and_the_address_follows(played: MatchPage) -> None:
    go_to_replay(played)
    page = played.page
    last = step(played)
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(lambda url: f"step={last - 1}" in url)
    expect(page.locator(".replay__where")).to_contain_text(f"Step {last - 1} of")
    page.keyboard.press("Home")
    page.wait_for_url(lambda url: "step=0" in url)
    expect(page.locator("#way-before")).to_have_attribute("aria-disabled", "true")
    page.locator("#way-next-mark").click()
    page.wait_for_url(lambda url: "step=0" not in url)
    expect(page.locator("#now")).to_contain_text("Turn 2")
    page.go_back()
    expect(page.locator(".replay__where")).to_contain_text("Step 0")
    page.get_by_label("Go to step").fill("3")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.locator(".replay__where")).to_contain_text("Step 3")
    assert not played.scrolls_sideways()


def test_sharing_is_in_sight_and_shows_the_picture_that_goes_with_the_link(over: MatchPage) -> None:
    go_to_replay(over)
    page = over.page
    over.page.set_viewport_size({"width": 360, "height": 740})
    share = page.locator(".replay__head").get_by_role("link", name="Share")
    expect(share).to_be_in_viewport()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {urlsplit(request.url).path}"))
    share.click()
    link = page.locator("#permalink")
    expect(link).to_be_in_viewport()
    assert page.evaluate(IN_VIEW, "#permalink")
    picture = page.get_by_role("img", name="The table at this step")
    expect(picture).to_have_count(0)
    page.locator("#share").get_by_role("button", name="Copy").click()
    expect(picture).to_be_visible()
    page.wait_for_function("() => document.querySelector('.replay__preview').naturalWidth === 1200")
    expect(page.get_by_role("button", name="Make a picture")).to_have_count(0)
    # A link within the page doesn't fetch the moment again: its new parts would come over the picture.
    posted = next(i for i, one in enumerate(asked) if one.startswith("POST"))
    assert not any("/replay/" in one for one in asked[:posted])
    assert not over.scrolls_sideways()
    check_axe(page)


@pytest.mark.soak(seconds=5)
def test_a_link_to_a_moment_shows_others_what_everybody_knew_and_after_the_end_more(
    played: MatchPage, visit: Callable[..., MatchPage]
) -> None:
    match = played.page.url
    go_to_replay(played)
    played.page.keyboard.press("ArrowLeft")
    played.page.wait_for_url(MINE)
    link = played.page.locator("#permalink").input_value()
    played.page.get_by_role("button", name="Copy").click()
    expect(played.page.locator("[data-copy]")).to_have_text(re.compile("Copied|Press"))
    other = visit(viewport={"width": 360, "height": 740})
    answer = other.page.goto(link)
    assert answer is not None
    assert answer.status == 200
    assert "seat=public" in link
    expect(other.page.locator(".replay__whose").get_by_role("link", name="Everything")).to_have_count(0)
    played.open(match)
    played.give_up()
    other.page.goto(link)
    expect(other.page.locator(".replay__whose [aria-current]")).to_contain_text("knew")
    assert f"step={step(other)}" in link
    assert not other.scrolls_sideways()
    check_axe(other.page)
    other.page.get_by_role("link", name="Everything").click()
    expect(other.page.locator(".replay__hidden")).to_contain_text("hand")


@pytest.mark.soak(seconds=4)
def test_without_spoilers_nothing_tells_how_long_it_goes_on(over: MatchPage) -> None:
    go_to_replay(over)
    over.page.keyboard.press("Home")
    over.page.wait_for_url(lambda url: "step=0" in url)
    over.page.locator("#mode").click()
    over.page.wait_for_url(lambda url: "end=hidden" in url)
    expect(over.page.locator("#way-last")).to_have_count(0)
    expect(over.page.locator(".replay__where")).to_have_text("Step 0")
    over.page.keyboard.press("ArrowRight")
    over.page.wait_for_url(lambda url: "step=1" in url and "end=hidden" in url)


@pytest.mark.soak(seconds=3)
def test_a_match_plays_by_itself_to_its_end(over: MatchPage) -> None:
    go_to_replay(over)
    page, play = over.page, over.page.locator("#play")
    assert step(over) == 0, "a match that is over is replayed from its beginning"
    page.keyboard.press("End")
    expect(page.locator("#way-after")).to_have_attribute("aria-disabled", "true")
    last = step(over)
    page.locator("#scrubber").fill(str(last - 3))
    page.wait_for_url(lambda url: f"step={last - 3}" in url)
    page.keyboard.press("4")
    expect(page.locator("#speed")).to_have_value("4")
    page.keyboard.press(" ")
    expect(play).to_contain_text("Pause")
    expect(page.locator("#replay-said")).to_contain_text("Playing")
    expect(page.locator(".replay__where")).to_contain_text(f"Step {last} of {last}")
    expect(play).to_contain_text("Play")
    expect(page.locator("#replay-said")).to_contain_text("newest step")
    page.reload()
    expect(page.locator("#speed")).to_have_value("4")


@pytest.mark.soak(seconds=3)
def test_numbers_set_the_speed_unless_single_keys_are_off(over: MatchPage) -> None:
    go_to_replay(over)
    page, speed = over.page, over.page.locator("#speed")
    page.keyboard.press("4")
    expect(speed).to_have_value("4")
    page.evaluate("localStorage.setItem('single-keys', 'off')")
    page.keyboard.press("1")
    expect(speed).to_have_value("4")


@pytest.mark.soak(seconds=3)
def test_a_pause_stops_what_is_still_on_its_way(over: MatchPage) -> None:
    """The replay said where it had stopped, and went on by one more step."""
    go_to_replay(over)
    page, held = over.page, list[Route]()
    page.route(re.compile(r"/replay/\?(?!.*step=0\b)"), lambda route: held.append(route))
    page.keyboard.press("Home")
    expect(page.locator(".replay__where")).to_contain_text("Step 0")
    play = page.locator("#play")
    play.click()
    expect(play).to_contain_text("Pause")
    play.click()
    expect(page.locator("#replay-said")).to_contain_text("Stopped. Step 0")
    assert held
    for route in held:
        route.continue_()
    page.wait_for_timeout(500)
    expect(page.locator(".replay__where")).to_contain_text("Step 0")


@pytest.mark.soak(seconds=3)
def test_a_step_back_stops_what_plays(over: MatchPage) -> None:
    go_to_replay(over)
    page = over.page
    page.keyboard.press("Home")
    page.wait_for_url(lambda url: "step=0" in url)
    page.locator("#play").click()
    expect(page.locator(".replay__where")).to_contain_text("Step 1")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#play")).to_contain_text("Play")
    expect(page.locator("#replay-said")).to_contain_text("Step 0")


@pytest.mark.soak(seconds=8)
def test_on_a_phone_what_changes_in_the_field_comes_into_sight(visit: Callable[..., MatchPage]) -> None:
    """Its lowest rows lay under the bar, and the field never scrolled down to them."""
    table = Table.set_up(visit(**screen(360)), "scrapyard", TWO_BOTS, tiles="1")
    table.wait()
    table.player.give_up()
    go_to_replay(table.player)
    page, changed, rows = table.player.page, table.find("#pane-1 .was-changed"), set[str]()
    page.keyboard.press("Home")
    for number in range(1, 11):
        page.keyboard.press("ArrowRight")
        expect(table.find(".replay__where")).to_contain_text(f"Step {number} of")
        if changed.count() == 1:
            rows.add((changed.get_attribute("data-key") or "").split(":")[-1].split(",")[0])
            box, bar = changed.bounding_box(), table.find(".replay__bar").bounding_box()
            assert box
            assert bar
            assert box["y"] + box["height"] <= bar["y"]
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 360
    assert len(rows) > 2
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize(("width", "height"), [(1366, 650), (360, 740)])
@pytest.mark.soak(seconds=3, one_in=2)
def test_the_board_and_the_bar_are_on_the_first_screen(over: MatchPage, width: int, height: int) -> None:
    go_to_replay(over)
    over.page.set_viewport_size({"width": width, "height": height})
    # A page just loaded may still be laid out in another font.
    place = "(most) => document.querySelector('#replay-board').getBoundingClientRect().top < most"
    over.page.wait_for_function(place, arg=height / 3)
    table = over.page.locator("#replay-board").bounding_box()
    bar = over.page.locator(".replay__bar").bounding_box()
    assert table is not None
    assert bar is not None
    assert bar["y"] + bar["height"] <= height + 1
    assert bar["y"] - table["y"] > 0.45 * height
    assert not over.scrolls_sideways()


@pytest.mark.soak(seconds=3)
def test_the_bar_is_no_wider_than_a_phone_however_long_the_match_is(over: MatchPage) -> None:
    """It was wider than the window, which so became larger than the screen, and the bar left it."""
    page = over.page
    page.set_viewport_size({"width": 360, "height": 740})
    go_to_replay(over)
    where = page.locator(".replay__where")
    where.evaluate("it => it.innerHTML = '<b>Step 188 of 188</b> <span class=soft>event 11 of 12</span>'")
    box = page.locator(".replay__bar").bounding_box()
    assert box
    assert box["width"] <= 360
    assert not over.scrolls_sideways()


@pytest.mark.soak(seconds=3)
def test_the_part_of_the_table_that_is_shown_on_a_phone_stays_from_step_to_step(over: MatchPage) -> None:
    page = over.page
    page.set_viewport_size({"width": 360, "height": 740})
    go_to_replay(over)
    page.keyboard.press("End")
    expect(page.locator("#way-after")).to_have_attribute("aria-disabled", "true")
    last = step(over)
    market = page.get_by_role("link", name="Market", exact=True)
    market.click()
    expect(market).to_have_attribute("aria-current", "true")
    page.locator("#way-before").click()
    expect(page.locator(".replay__where")).to_contain_text(f"Step {last - 1} of")
    expect(market).to_have_attribute("aria-current", "true")
    assert page.evaluate(IN_VIEW, "#pane-2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".replay__where")).to_contain_text(f"Step {last - 2} of")
    assert page.evaluate(IN_VIEW, "#pane-2")


@pytest.mark.soak(seconds=5)
def test_practising_from_a_running_match_begins_another_one(played: MatchPage) -> None:
    match = played.page.url
    go_to_replay(played)
    played.page.get_by_role("button", name="Practise").click()
    played.page.wait_for_url(MATCH_URL)
    assert played.page.url != match
    played.wait_for_turn()
    played.play_turn()
    played.wait_for_turn()
    if not played.is_over:
        played.touch(played.page.locator("#undo"))
        played.be_sure()
        played.settle()
        expect(played.page.locator("#log-lines")).to_contain_text("took back the last move")


@pytest.mark.soak(seconds=3)
def test_what_is_new_is_marked_until_the_player_has_looked(played: MatchPage) -> None:
    since = played.page.locator("#since")
    expect(since).to_contain_text("new")
    with played.page.expect_response("**/seen/") as looked:
        played.page.reload()
    assert looked.value.status in (0, 303)
    played.page.reload()
    expect(since).to_be_visible()
    expect(since.locator(".since__new")).to_have_count(0)
    since.get_by_role("link", name="Step by step").click()
    played.page.wait_for_url(MINE)


@pytest.mark.soak(seconds=3)
def test_the_replay_works_without_javascript(over: MatchPage, visit: Callable[..., MatchPage]) -> None:
    other = visit(java_script_enabled=False)
    other.page.goto(f"{over.page.url}replay/?seat=public&step=2")
    other.page.locator("#way-after").click()
    expect(other.page.locator(".replay__where")).to_contain_text("Step 3")
    expect(other.page.locator("#play")).to_be_hidden()
    other.page.locator("#scrubber").fill("4")
    other.page.get_by_role("button", name="Show", exact=True).click()
    expect(other.page.locator(".replay__where")).to_contain_text("Step 4")
    other.page.get_by_label("Go to step").fill("0")
    other.page.get_by_role("button", name="Go", exact=True).click()
    expect(other.page.locator(".replay__where")).to_contain_text("Step 0")


@pytest.mark.soak(seconds=3)
def test_a_card_opens_beside_the_replay(played: MatchPage) -> None:
    """It once led to the page of the card, and the place in the replay was lost."""
    go_to_replay(played)
    page = played.page
    page.locator("#way-first").click()
    expect(page.locator(".replay__where")).to_contain_text("Step 0")
    link = page.locator("#now .card-link").first
    name = link.inner_text().partition(" ×")[0]
    link.click()
    expect(page.locator("#panel")).to_contain_text(name)
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()
    expect(link).to_be_focused()
    expect(page.locator(".replay__where")).to_contain_text("Step 0")


@pytest.mark.soak(seconds=4)
def test_a_rule_that_does_not_come_is_asked_for_by_a_page_of_its_own(over: MatchPage) -> None:
    """The press did nothing, silently."""
    go_to_replay(over)
    page = over.page
    link = page.locator("#replay .rule-link:visible").first
    page.route(f"**{link.get_attribute('hx-get')}", lambda route: route.fulfill(status=503))
    address = link.evaluate("node => node.href")
    link.click()
    page.wait_for_url(address)


@pytest.mark.soak(seconds=4)
def test_who_goes_back_and_forward_at_once_stays_where_the_address_says(over: MatchPage) -> None:
    """The step that was left again came late, and was shown under the address of another."""
    go_to_replay(over)
    page, held = over.page, list[Route]()
    page.keyboard.press("Home")
    page.wait_for_url("**step=0**")
    for number in (1, 2):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".replay__where")).to_contain_text(f"Step {number} ")
    page.route(re.compile(r"/replay/\?.*step=1\b"), lambda route: held.append(route))
    with page.expect_request(re.compile(r"step=1\b")):
        page.evaluate("history.back()")
    page.evaluate("history.forward()")
    page.wait_for_url(re.compile(r"step=2\b"))
    held[0].continue_()
    page.wait_for_timeout(500)
    expect(page.locator(".replay__where")).to_contain_text("Step 2 ")


@pytest.mark.soak(seconds=6)
def test_the_newest_step_leads_on_when_the_match_has_gone_on(played: MatchPage) -> None:
    """It was fetched ahead while it was the newest, and was a dead end until the page was loaded anew."""
    other = played.page.context.new_page()
    other.goto(played.page.url)
    go_to_replay(played)
    page, newest = played.page, step(played)
    with page.expect_response(re.compile(rf"step={newest}\b")):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".replay__where")).to_contain_text(f"Step {newest - 1} ")
    MatchPage(other, "").end_turn()
    expect(other.locator("#board")).to_have_attribute("data-my-turn", "no")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay__where")).to_contain_text(f"Step {newest} ")
    expect(page.locator("#way-after")).to_have_attribute("href", re.compile("step="))
