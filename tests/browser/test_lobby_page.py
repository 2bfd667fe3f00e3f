"""Lobby, invitations, rematch and the way from match to match, as people press them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.looks import SCHEMES, check_axe
from tests.browser.match_page import MATCH_URL, MatchPage
from tests.browser.signing_up import sign_up
from tests.soak.tenths import soaking

Visit = Callable[..., MatchPage]
PHONE = {"viewport": {"width": 360, "height": 740}}


def signed_up(player: MatchPage) -> str:
    """Make an account for *player*; return its name."""
    return sign_up(player.page, player.address)


def check(player: MatchPage) -> None:
    assert not player.scrolls_sideways()
    check_axe(player.page)


def resign(page: Page) -> None:
    page.get_by_text("Resign…").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator("#result-title")).to_be_visible()


@pytest.mark.soak(seconds=7)
@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_private_table_by_name_and_its_rematch(visit: Visit, has_scripts: bool) -> None:
    host, friend = visit(java_script_enabled=has_scripts), visit(**PHONE, java_script_enabled=has_scripts)
    signed_up(host)
    name = signed_up(friend)
    host.page.goto(f"{host.address}/games/scrapbots/")
    form = host.page.locator("form.create")
    form.locator("input[name=opponent][value=link]").check()
    form.locator("[name=is_private]").check()
    form.locator("[name=name]").fill("Friday night")
    form.locator("[name=invite]").fill(name)
    form.locator("button[type=submit]").last.click()
    host.page.wait_for_url(MATCH_URL)
    expect(host.page.locator(".invited__list")).to_contain_text(name)

    friend.page.goto(f"{friend.address}/matches/mine/")
    expect(friend.page.locator(".asked")).to_contain_text("Friday night")
    friend.page.get_by_role("button", name="Join the match of").click()
    expect(friend.board).to_have_attribute("data-status", "running")

    resign(friend.page)
    friend.page.get_by_role("button", name="Play again").click()
    friend.page.wait_for_url(MATCH_URL)
    expect(friend.board).to_have_attribute("data-status", "open")
    host.page.reload()
    host.page.get_by_role("button", name="Go to the rematch").click()
    expect(host.board).to_have_attribute("data-status", "running")
    assert host.page.url.split("/")[-2] == friend.page.url.split("/")[-2]


@pytest.mark.parametrize("has_scripts", [True, soaking(False, seconds=5)])
def test_two_who_look_for_an_opponent_meet(visit: Visit, has_scripts: bool) -> None:
    first, second = visit(java_script_enabled=has_scripts), visit(**PHONE, java_script_enabled=has_scripts)
    for player in (first, second):
        player.page.goto(f"{player.address}/matches/")
        player.page.get_by_label("Pace").first.select_option("live")
        player.page.locator(".pairing").get_by_role("button", name="Find a match").click()
        player.page.wait_for_url(MATCH_URL)
    expect(second.board).to_have_attribute("data-status", "running")
    assert first.page.url == second.page.url


@pytest.mark.parametrize("has_scripts", [True, soaking(False, seconds=5)])
def test_a_visitor_whose_answer_is_lost_has_the_seat_when_they_press_again(
    visit: Visit, has_scripts: bool
) -> None:
    """The first press had seated a guest of whom the browser never heard."""
    host, friend = visit(), visit(**PHONE, java_script_enabled=has_scripts)
    host.start(opponent="link")
    press = friend.page.get_by_role("button", name="Join and play")
    answered: list[int] = []

    def lose(route: Route) -> None:
        if route.request.method != "POST":
            route.fallback()
            return
        answered.append(route.fetch(max_redirects=0).status)
        friend.page.context.clear_cookies()
        route.abort()

    friend.page.goto(f"{host.page.url}join/")
    friend.page.route("**/join/**", lose)
    with friend.page.expect_event("requestfailed"):
        press.click()
    friend.page.unroute("**/join/**")
    friend.page.goto(f"{host.page.url}join/")
    press.click()
    friend.page.wait_for_url(MATCH_URL)
    assert answered == [307]
    expect(friend.board).to_have_attribute("data-status", "running")
    expect(friend.page.get_by_text("Resign…")).to_be_visible()


def test_an_open_lobby_shows_a_new_seat_by_itself_and_loses_it_when_it_is_taken(visit: Visit) -> None:
    watcher, host, other = visit(), visit(), visit()
    name = signed_up(host)
    watcher.page.goto(f"{watcher.address}/matches/")
    host.start(opponent="lobby")
    join = watcher.page.get_by_role("button", name=f"Join the match of {name}")
    expect(join).to_be_visible()
    other.page.goto(host.page.url)
    other.page.get_by_role("button", name="Join and play").click()
    expect(join).to_have_count(0)
    expect(watcher.page.get_by_role("link", name=re.compile(f"^Watch {name}"))).to_be_visible()


@pytest.mark.soak(seconds=6)
def test_whose_session_has_ended_is_told_so_though_the_list_has_come_anew(visit: Visit) -> None:
    """The list was drawn for a visitor then, and a press on it made a guest of the member."""
    watcher, host = visit(), visit()
    signed_up(watcher)
    name = signed_up(host)
    watcher.page.goto(f"{watcher.address}/matches/")
    watcher.page.context.clear_cookies()
    host.start(opponent="lobby")
    watcher.page.get_by_role("button", name=f"Join the match of {name}").click()
    expect(watcher.page.locator("main")).to_contain_text("You are signed out")


@pytest.mark.soak(seconds=8)
def test_who_is_at_a_match_of_the_lobby_stays_there_when_another_comes(visit: Visit) -> None:
    """With each new match the keyboard was thrown back to the beginning of the page."""
    watcher, host, other = visit(), visit(), visit()
    name, later = signed_up(host), signed_up(other)
    host.start(opponent="lobby")
    watcher.page.goto(f"{watcher.address}/matches/")
    link = watcher.page.locator("#lobby-live").get_by_role("link", name=name)
    link.focus()
    other.start(opponent="lobby")
    expect(watcher.page.locator("#lobby-live").get_by_role("link", name=later)).to_be_visible()
    expect(link).to_be_focused()


@pytest.mark.soak(seconds=8)
def test_a_press_joins_the_match_it_was_meant_for_though_another_comes(visit: Visit) -> None:
    """The list came anew under the pointer: the press was lost, and the next was for another match."""
    watcher, host, other = visit(), visit(), visit()
    page = watcher.page
    name, later = signed_up(host), signed_up(other)
    host.start(opponent="lobby")
    page.goto(f"{watcher.address}/matches/")
    join = page.get_by_role("button", name=f"Join the match of {name}")
    new = page.get_by_role("button", name=f"Join the match of {later}")
    join.hover()
    other.start(opponent="lobby")
    for _ in range(2):
        with page.expect_response(re.compile("/matches/open/")):
            page.evaluate("htmx.trigger('#lobby-live', 'lobby:changed')")
        expect(new).to_have_count(0)
        page.mouse.down()
    page.mouse.up()
    page.wait_for_url(host.page.url)


@pytest.mark.soak(seconds=6)
def test_a_key_leads_from_match_to_match(visit: Visit) -> None:
    player = visit()
    way = player.page.get_by_role("link", name="Next match waiting for you")
    player.start(opponent="greedy")
    player.wait_for_turn()
    expect(way).to_have_count(0)
    # Where no other match waits it leads nowhere.
    first = player.page.url
    player.page.keyboard.press("n")
    player.page.wait_for_timeout(300)
    assert player.page.url == first
    player.start(opponent="greedy")
    player.wait_for_turn()
    first = player.page.url
    player.page.keyboard.press("n")
    player.page.wait_for_url(lambda url: bool(MATCH_URL.search(url)) and url != first)
    second = player.page.url
    player.page.wait_for_timeout(200)
    player.page.keyboard.press("n")  # too soon for one of its own: it would lead past this match unseen
    player.page.wait_for_timeout(300)
    assert player.page.url == second
    way.click()
    player.page.wait_for_url(first)


# Looked at with a phone; the last two in the usual run, too.
ADDRESSES = (
    "/matches/?box=scrapbots&time=days&rated=yes",
    "/matches/mine/",
    "/matches/",
    "/games/junkyard/",
)


def check_badge(player: MatchPage) -> None:
    """See that the count of waiting matches is in view and lies beside the sign of the lobby, not over it."""
    link = player.page.locator(".site-nav__link", has_text="Lobby")
    icon, badge = (link.locator(part).bounding_box() for part in (".icon", ".site-nav__badge"))
    assert icon
    assert badge
    assert badge["width"] > 8
    assert badge["x"] >= icon["x"] + icon["width"] or badge["y"] + badge["height"] <= icon["y"]


@pytest.mark.soak(seconds=14)
@SCHEMES
def test_the_pages_are_accessible_and_fit_a_phone(visit: Visit, scheme: str) -> None:
    host, player = visit(color_scheme=scheme), visit(**PHONE, color_scheme=scheme)
    signed_up(host)
    name = signed_up(player)
    host.start(opponent="lobby")
    host.page.get_by_label("Name of the player").fill(name)
    host.page.get_by_role("button", name="Invite").click()
    expect(host.page.locator(".invited__list")).to_contain_text(name)
    check(host)
    player.start(opponent="greedy")
    player.wait_for_turn()
    check_badge(player)
    for address in ADDRESSES[-2:] if scheme == "light" else ADDRESSES:
        player.page.goto(f"{player.address}{address}")
        check(player)
        check_badge(player)
    expect(player.page.locator("form.create [name=watchers]")).to_be_visible()


@pytest.mark.soak(seconds=4)
def test_a_short_match_stays_ticked_on_the_way_back(visit: Visit) -> None:
    """It was forgotten with each page that was left, and the next match was a whole one."""
    player = visit()
    page = player.page
    signed_up(player)
    page.goto(player.address)
    short = page.locator("[data-keep-tick=short-scrapbots]")
    short.check()
    page.goto(f"{player.address}/rules/")
    page.go_back()
    expect(short).to_be_checked()
    page.goto(f"{player.address}/matches/")
    expect(short).to_be_checked()
    short.uncheck()
    page.goto(player.address)
    expect(short).not_to_be_checked()
