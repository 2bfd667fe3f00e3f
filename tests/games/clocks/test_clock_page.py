"""Who has how long: what a match's page says of its clocks, and to whom."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
import time_machine

from games.clocks.rules import DAY, HOUR, MINUTE, NO_CLOCK, OPEN_SECONDS, PRESETS, SYSTEM_CLOCK, Clock
from games.clocks.time_off import set_time_zone, take_time_off
from games.clocks.words import duration, rest_words, short_words, timeout_words
from games.engine.viewers import seat_viewer
from games.match_page.fold import board
from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from tests.games.clocks.test_timeouts import BOT, clocked
from tests.games.duel import Duel
from tests.playing import ME, OPEN

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 11, 23, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def now():
    """The clock, which stands still on a Monday at noon until a test moves it."""
    with time_machine.travel(MONDAY, tick=False) as moved:
        yield moved


def section(client, match) -> str:
    """Return the panel of clocks as it is written, empty where there is none."""
    page = client.get(f"/matches/{match.pk}/").content.decode()
    found = re.search(r'<section class="clocks".*?</section>', page, re.S)
    return found[0] if found else ""


def panel(client, match) -> str:
    """Return the words of the panel of clocks, empty where there is none."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", section(client, match))).strip()


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 seconds"),
        (1, "1 second"),
        (59.6, "1 minute"),
        (90 * MINUTE, "1 hour 30 minutes"),
        (DAY, "1 day"),
        (2 * DAY + 29 * MINUTE, "2 days"),
        (2 * DAY + 31 * MINUTE, "2 days 1 hour"),
        (30 * DAY - 5, "30 days"),
    ],
)
def test_times_are_said_in_two_units(seconds, words):
    assert duration(seconds) == words


def test_clocks_are_said_in_a_few_words():
    assert [short_words(clock) for _, clock in PRESETS.values()] == [
        "1 day a turn",
        "3 days a turn",
        "7 days a turn",
        "10 minutes each, plus 30 seconds a turn",
        "30 minutes each, plus 1 minute a turn",
    ]
    assert short_words(NO_CLOCK) == "No clock"
    assert short_words(Clock("bank", 90, 75)) == "1 minute 30 seconds each, plus 1 minute 15 seconds a turn"
    assert short_words(Clock(seconds=2 * DAY + 5 * MINUTE)) == "2 days 5 minutes a turn"
    assert short_words(Clock("bank", DAY)) == "1 day each for the match"
    assert rest_words(SYSTEM_CLOCK) == ""
    assert rest_words(Clock(weekends=True, vacations=True)) == "Clocks stop at weekends and during time off."
    assert rest_words(Clock(vacations=True)) == "Clocks stop during time off."
    assert "you lose" in timeout_words(SYSTEM_CLOCK, 2)
    assert "bot" in timeout_words(SYSTEM_CLOCK, 3)


def test_the_page_says_how_long_each_has_where_the_reader_lives(user, other_user, client_of, now):
    set_time_zone(user, "Europe/Berlin")
    match = clocked(user, other_user, clock=Clock(seconds=DAY, weekends=True))
    now.shift(5 * HOUR)
    assert "19 hours left" in panel(client_of(user), match)
    assert "Tue 24 Nov, 13:00 (Europe/Berlin)" in re.sub(r" +", " ", panel(client_of(user), match))
    assert "Tue 24 Nov, 12:00 (UTC)" in panel(client_of(other_user), match)
    assert "Clocks stop at weekends." in panel(client_of(user), match)


def test_the_page_says_when_little_is_left(user, other_user, user_client, now):
    match = clocked(user, other_user, clock=Clock(seconds=DAY))
    now.shift(18 * HOUR - 1)
    assert "Time is short." not in panel(user_client, match)
    now.shift(1)
    assert "Time is short." in panel(user_client, match)


def test_the_page_says_that_a_clock_stands_still(user, other_user, user_client, now):
    match = clocked(user, other_user, clock=Clock(seconds=DAY, vacations=True))
    late = [user, other_user][match.to_act[0]]
    take_time_off(late, None, datetime(2026, 11, 24).date())
    now.shift(HOUR)
    words = panel(user_client, match)
    assert "1 day left" in words
    assert "The clock is paused until Wed 25 Nov, 00:00" in words


def test_lists_say_when_time_is_up_and_not_how_much_is_left(user, other_user, client_of, now):
    """They said “4 days left” before a weekend, and the match “2 days left”."""
    now.move_to(datetime(2026, 11, 27, 12, tzinfo=UTC))  # a Friday
    match = clocked(user, other_user, clock=Clock(seconds=2 * DAY, weekends=True))
    client = client_of([user, other_user][match.to_act[0]])
    assert "2 days left" in panel(client, match)
    for path in ("/matches/", "/matches/mine/"):
        page = re.sub(r"<[^>]+>", "", client.get(path).text)
        assert "due in 4 days" in page
        assert "days left" not in page


def test_a_bank_shows_also_who_has_nothing_to_decide(user, other_user, user_client, now):
    match = clocked(user, other_user, clock=Clock("bank", DAY, HOUR))
    assert "1 day , paused" in panel(user_client, match)
    assert f'data-left="{DAY}"' in section(user_client, match), "the bar shows it, too"


def test_only_a_clock_that_stops_on_no_day_ticks_in_the_browser(user, other_user, user_client):
    assert "data-ticks" in section(user_client, clocked(user, other_user, clock=Clock(seconds=DAY)))
    at_work = clocked(user, other_user, clock=Clock(seconds=DAY, weekends=True))
    assert section(user_client, at_work)
    assert "data-ticks" not in section(user_client, at_work)


def test_a_bank_is_said_with_what_each_turn_adds(user, other_user, user_client, now):
    match = clocked(user, other_user, clock=Clock("bank", DAY, HOUR))
    assert "1 day each, plus 1 hour a turn" in panel(user_client, match)


def test_there_is_no_clock_against_bots(user, user_client):
    match = create_match(user, "scrapbots", "3.6", {}, [ME, BOT])
    assert panel(user_client, match) == ""


def test_an_open_match_says_when_it_expires(user, user_client):
    match = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN])
    assert "Mon 7 Dec 2026 , the match is called off" in panel(user_client, match)


def test_the_privacy_page_says_the_same_time_as_an_open_match(client):
    page = client.get("/privacy/").content.decode()
    assert f"called off after {OPEN_SECONDS // DAY} days" in page


def test_a_match_that_is_over_has_no_clocks(user, other_user, user_client):
    match = clocked(user, other_user, clock=Clock(seconds=DAY))
    resign(match.pk, user)
    assert panel(user_client, match) == ""


def test_who_looks_on_later_is_not_told_how_the_clocks_stand(user, other_user, stranger, client_of):
    match = clocked(user, other_user, clock=Clock(seconds=DAY))
    assert "left" in panel(client_of(stranger), match)
    type(match).objects.update(watch_delay=600)
    assert panel(client_of(stranger), match) == "Time 1 day a turn. If you run out of time, you lose."
    assert "left" in panel(client_of(user), match)


def test_clocks_cost_no_query_unless_somebody_may_rest(user, other_user, django_assert_max_num_queries):
    plain, resting = (
        clocked(user, other_user, clock=clock)
        for clock in (Clock(seconds=DAY), Clock(seconds=DAY, weekends=True, vacations=True))
    )
    with django_assert_max_num_queries(40) as first:
        Duel(plain.pk, (user, other_user)).board(user)
    with django_assert_max_num_queries(40) as second:
        Duel(resting.pk, (user, other_user)).board(user)
    assert len(second) <= len(first) + 1


def test_a_board_with_running_clocks_is_kept_from_one_second_to_the_next(user, other_user, now):
    """What it says of the time left is in hours; how the seconds run is counted in the browser."""
    match = clocked(user, other_user, clock=Clock("bank", DAY, HOUR))
    now.shift(1)
    lines = board(match, seat_viewer(0)).clock.lines
    now.shift(1)
    assert board(match, seat_viewer(0)).clock.lines == lines
