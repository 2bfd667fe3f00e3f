"""Two people play over days: the clock is moved in the database, the worker does what falls due."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.looks import SCHEMES, check_axe
from tests.browser.match_page import MatchPage
from tests.soak.tenths import soaking

Visit = Callable[..., MatchPage]
DAY = 86_400
PHONE = {"viewport": {"width": 360, "height": 740}}


@dataclass
class Days:
    """The database of the site, in which time passes when a test says so."""

    folder: Path

    def pass_by(self, match: str, days: float) -> None:
        """Let so many *days* pass for the clocks of *match*."""
        with closing(sqlite3.connect(self.folder / "db.sqlite3", timeout=20)) as base, base:
            seat_clocks, deadline = base.execute(
                "select clocks, deadline from games_match where id = ?", [match]
            ).fetchone()
            moved = [
                seat_clock and _earlier(seat_clock, days * DAY) for seat_clock in json.loads(seat_clocks)
            ]
            at = deadline and str(datetime.fromisoformat(deadline) - timedelta(days=days))
            base.execute(
                "update games_match set clocks = ?, deadline = ? where id = ?", [json.dumps(moved), at, match]
            )

    def set_clock(self, match: str, **clock: object) -> None:
        """Give *match* this clock."""
        with closing(sqlite3.connect(self.folder / "db.sqlite3", timeout=20)) as base, base:
            base.execute("update games_match set clock = ? where id = ?", [json.dumps(clock), match])


@pytest.fixture
def days(site_folder: Path) -> Days:
    return Days(site_folder)


def begin(visit: Visit, turn_cap: int) -> tuple[MatchPage, MatchPage]:
    """Begin a match of two people; return the one whose turn it is first."""
    host, friend = visit(), visit()
    host.start(opponent="link", turn_cap=turn_cap, days=30)
    friend.open(host.page.locator("#share-link").input_value())
    friend.page.get_by_role("button", name="Join and play").click()
    expect(host.board).to_have_attribute("data-status", "running")
    return (host, friend) if host.is_my_turn else (friend, host)


@pytest.fixture
def pair(visit: Visit) -> tuple[MatchPage, MatchPage]:
    """Two people in a match that has just begun, the one whose turn it is first."""
    return begin(visit, turn_cap=4)


def match_of(player: MatchPage) -> str:
    return player.page.url.rstrip("/").rsplit("/", 1)[-1]


@pytest.mark.parametrize("turn_cap", [2, soaking(4, seconds=15)])
@pytest.mark.soak(seconds=8)
def test_a_match_is_played_over_days(visit: Visit, days: Days, turn_cap: int) -> None:
    mover, other = begin(visit, turn_cap)
    while not mover.is_over:
        days.pass_by(match_of(mover), 2)
        mover.page.reload()
        expect(mover.page.locator(".clocks__left")).to_have_text("28 days left")
        mover.play_turn()
        expect(other.board).to_have_attribute("data-seq", str(mover.seq))
        mover, other = other, mover
    expect(mover.page.locator(".clocks")).to_have_count(0)


@pytest.mark.soak(seconds=4)
def test_the_bar_and_the_panel_say_the_same_and_go_on_together(pair: tuple[MatchPage, MatchPage]) -> None:
    """A page may be open for days without news: the panel said for hours what was left when it was loaded."""
    mover, _ = pair
    page = mover.page
    page.clock.install(time=datetime.now(UTC))
    page.reload()
    bar, panel = page.locator(".bar-clock:visible"), page.locator(".clocks__left > b")
    expect(bar).to_have_text("30 d")
    expect(panel).to_have_text("30 days")
    page.clock.set_fixed_time(datetime.now(UTC) + timedelta(hours=5))
    expect(bar).to_have_text("29 d 19 h")
    expect(panel).to_have_text("29 days 19 hours")


def test_who_runs_out_of_time_loses(pair: tuple[MatchPage, MatchPage], days: Days) -> None:
    late, other = pair
    days.pass_by(match_of(late), 31)
    expect(other.page.locator("#result-title")).to_be_visible()
    expect(other.board).to_contain_text("ran out of time.")
    expect(late.board).to_contain_text("You ran out of time.")
    expect(late.page.locator("#result-title")).to_be_visible()


@pytest.mark.soak(seconds=5)
def test_a_bot_takes_the_seat_of_who_is_gone(pair: tuple[MatchPage, MatchPage], days: Days) -> None:
    late, other = pair
    days.set_clock(match_of(late), kind="move", seconds=DAY, timeout="bot")
    days.pass_by(match_of(late), 31)
    other.wait_for_turn()
    expect(other.board).to_contain_text("ran out of time, so a bot takes over.")
    expect(other.board).to_have_attribute("data-status", "running")
    other.play_turn()
    other.wait_for_turn()


@pytest.mark.soak(seconds=8)
def test_the_system_makes_the_move_of_who_is_late(pair: tuple[MatchPage, MatchPage], days: Days) -> None:
    late, other = pair
    days.set_clock(match_of(late), kind="move", seconds=DAY, timeout="move")
    days.pass_by(match_of(late), 31)
    other.wait_for_turn()
    expect(other.board).to_contain_text("ran out of time, so the site made the next move.")
    other.play_turn()
    late.wait_for_turn()
    late.play_turn()


@pytest.mark.soak(seconds=6)
def test_the_page_with_clocks_is_accessible_and_fits_a_phone(
    visit: Visit, pair: tuple[MatchPage, MatchPage], days: Days
) -> None:
    mover, _ = pair
    days.pass_by(match_of(mover), 25)
    watcher = visit(**PHONE)
    watcher.open(mover.page.url)
    expect(watcher.page.locator(".clocks__line--short")).to_contain_text("5 days left")
    assert not watcher.scrolls_sideways()
    check_axe(watcher.page, has_scheme=False)


@SCHEMES
@pytest.mark.soak(seconds=6)
@pytest.mark.parametrize("has_scripts", [True, False])
def test_time_off_is_taken_and_ended(visit: Visit, scheme: str, has_scripts: bool) -> None:
    player = visit(**PHONE, color_scheme=scheme, java_script_enabled=has_scripts)
    player.start(opponent="greedy")
    page = player.page
    page.goto(f"{player.address}/me/")
    page.get_by_role("link", name="Time off and time zone").click()
    page.get_by_label("Time zone", exact=True).select_option("Pacific/Auckland")
    page.get_by_role("button", name="Save time zone").click()
    last = page.get_by_label("Last day")
    last.fill(str((datetime.fromisoformat(last.get_attribute("min") or "") + timedelta(days=3)).date()))
    page.get_by_role("button", name="Take time off", exact=True).click()
    expect(page.locator("main")).to_contain_text(re.compile(r"Now,\s+to the end of"))
    if has_scripts:
        assert not player.scrolls_sideways()
        check_axe(page)
    page.get_by_role("button", name="End now").click()
    expect(page.locator("main")).to_contain_text("Nothing yet.")


def _earlier(seat_clock: list[float], seconds: float) -> list[float]:
    left, since, due, warn, *rest = seat_clock
    return [left, *(moment and moment - seconds for moment in (since, due, warn)), *rest]


@pytest.mark.soak(seconds=5)
def test_a_watch_that_is_fast_takes_no_time_from_its_owner(visit: Visit) -> None:
    """Until the first news, half a minute after a page was loaded, it went by the watch of its reader."""
    player, friend = visit(), visit()
    with_ten_minutes(player, friend)
    mover = player if player.is_my_turn else friend
    shown = mover.page.locator(".clocks__left > b").first
    expect(shown).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    mover.page.clock.install(time=datetime.now(UTC) + timedelta(minutes=5))
    mover.page.reload()
    expect(shown).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))


def with_ten_minutes(player: MatchPage, friend: MatchPage) -> None:
    """Let *friend* join a match of *player* in which each has ten minutes for the whole match."""
    page = player.page
    page.goto(f"{player.address}/games/scrapbots/")
    form = page.locator("form.create")
    form.locator('input[name=opponent][value="link"]').check()
    form.locator("[name=clock]").select_option("own")
    form.locator(".clock-fields details summary").click()
    form.locator("[name=clock_amount]").fill("10")
    form.locator("[name=clock_unit]").select_option("minutes")
    form.locator("[name=clock_kind]").select_option("bank")
    form.locator("button[type=submit]").last.click()
    friend.open(page.locator("#share-link").input_value())
    friend.page.get_by_role("button", name="Join and play").click()
    expect(player.board).to_have_attribute("data-status", "running")


@pytest.mark.soak(seconds=5)
def test_clocks_tick_in_the_bar_the_panel_the_tab_and_the_list(visit: Visit) -> None:
    """The page counts by itself, whatever comes from the server."""
    player, friend = visit(), visit()
    page = player.page
    page.clock.install()
    with_ten_minutes(player, friend)
    mover = player if player.is_my_turn else friend
    if mover is friend:
        friend.end_turn()
        expect(player.board).to_have_attribute("data-my-turn", "yes")
    bar, panel = page.locator(".side-bar--near .bar-clock"), page.locator("[data-mine] .clocks__left > b")
    expect(bar).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    theirs = page.locator(".side-bar--far .bar-clock.is-paused")
    expect(theirs).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    page.clock.fast_forward("04:00")
    expect(bar).to_have_text(re.compile(r"^(6:00|5:\d\d)$"))
    expect(panel).to_have_text(re.compile(r"^(6:00|5:\d\d)$"))
    expect(page).to_have_title(re.compile(r"^\((6:00|5:\d\d)\) "))
    page.clock.fast_forward("03:50")
    expect(bar).to_have_class(re.compile("is-low"))
    expect(page.locator("#clock-said")).to_contain_text("Time is short")
    page.goto(f"{player.address}/matches/mine/")
    expect(page.locator(".match-line [data-due]")).to_have_text(re.compile(r"^\d:\d\d$"))
