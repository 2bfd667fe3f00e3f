"""Time off: 30 days a year during which one's clocks stand still, where the match allows it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.http import Http404

from games.clocks import timeouts
from games.clocks.models import Vacation
from games.clocks.rules import DAY, HOUR, Clock
from games.clocks.time_off import days_taken, end_time_off, set_time_zone, take_time_off, time_off
from games.matches.errors import CannotRest
from games.matches.models import Match
from tests.games.clocks.test_timeouts import clocked, hours, told

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 11, 23, 12, tzinfo=UTC)
FAIR = Clock(seconds=DAY, vacations=True)


@pytest.fixture(autouse=True)
def now():
    """The clock, which stands still on a Monday at noon until a test moves it."""
    with time_machine.travel(MONDAY, tick=False) as moved:
        yield moved


@pytest.fixture
def match(user, other_user) -> Match:
    """A match whose clock leaves time off out."""
    return clocked(user, other_user, clock=FAIR)


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York", "UTC"])
def test_a_first_day_long_ago_is_now_and_the_last_of_all_days_too_far(user, zone):
    set_time_zone(user, zone)
    vacation = take_time_off(user, date.min, date(2026, 11, 24))
    assert vacation.starts == MONDAY
    for first, last in ((None, date.max), (date.max, date.max), (None, date.min)):
        with pytest.raises(CannotRest):
            take_time_off(user, first, last)


def late_one(match, *people):
    return people[match.to_act[0]]


def due(match: Match) -> float:
    """Return in how many hours the time of whoever must decide is up."""
    match.refresh_from_db()
    seat_clock = match.clocks[match.to_act[0]]
    return round((seat_clock[2] - datetime.now(UTC).timestamp()) / HOUR, 2)


class TestTheClock:
    def test_stands_still_from_now_to_the_end_of_the_last_day(self, match, user, other_user, now):
        take_time_off(late_one(match, user, other_user), None, date(2026, 11, 24))
        assert due(match) == 36 + 24
        now.shift(36 * HOUR + DAY - 1)
        timeouts.settle_due()
        assert told(match) == []
        now.shift(1)
        timeouts.settle_due()
        assert len(told(match)) == 1

    def test_stands_still_later_too(self, match, user, other_user):
        take_time_off(late_one(match, user, other_user), date(2026, 11, 24), date(2026, 11, 25))
        assert due(match) == 24 + 48
        assert hours(match) == 66  # the warning, with a quarter of the day left

    def test_of_the_other_player_runs_on(self, match, user, other_user):
        waiting = [user, other_user][1 - match.to_act[0]]
        take_time_off(waiting, None, date(2026, 11, 30))
        assert due(match) == 24

    def test_runs_on_where_the_match_does_not_leave_time_off_out(self, user, other_user):
        match = clocked(user, other_user, clock=Clock(seconds=DAY))
        take_time_off(late_one(match, user, other_user), None, date(2026, 11, 30))
        assert due(match) == 24

    def test_that_starts_during_time_off_waits_for_its_end(self, user, other_user):
        for one in (user, other_user):
            take_time_off(one, None, date(2026, 11, 24))
        assert due(clocked(user, other_user, clock=FAIR)) == 36 + 24

    def test_goes_on_when_somebody_is_back_early(self, match, user, other_user, now):
        late = late_one(match, user, other_user)
        vacation = take_time_off(late, None, date(2026, 11, 30))
        now.shift(6 * HOUR)
        end_time_off(late, vacation.pk)
        assert due(match) == 24
        vacation.refresh_from_db()
        assert vacation.ends == datetime.now(UTC)

    def test_is_looked_at_again_before_the_time_is_up(self, match, user, other_user, now):
        """A worker may die between taking time off and moving the deadlines."""
        late = late_one(match, user, other_user)
        Vacation.objects.create(user=late, starts=MONDAY, ends=MONDAY + timedelta(days=3))
        now.shift(DAY)
        timeouts.settle_due()
        timeouts.settle_due()
        assert told(match) == []
        assert due(match) == 48 + 24

    def test_does_not_go_back_once_the_time_is_up(self, match, user, other_user, now):
        late = late_one(match, user, other_user)
        now.shift(DAY)
        take_time_off(late, None, date(2026, 11, 30))
        timeouts.settle_match(match.pk)
        assert len(told(match)) == 1

    def test_follows_the_weekends_of_the_zone_somebody_moves_to(self, user, other_user, now):
        now.move_to(datetime(2026, 11, 27, 20, tzinfo=UTC))  # Saturday in Auckland already
        match = clocked(user, other_user, clock=Clock(seconds=4 * HOUR, weekends=True))
        assert due(match) == 4
        set_time_zone(late_one(match, user, other_user), "Pacific/Auckland")
        assert due(match) == 15 + 24 + 4


class TestTheYear:
    def test_has_30_days(self, user):
        take_time_off(user, date(2026, 12, 1), date(2026, 12, 20))
        with pytest.raises(CannotRest, match="10 days left"):
            take_time_off(user, date(2026, 12, 21), date(2026, 12, 31))
        take_time_off(user, date(2026, 12, 21), date(2026, 12, 29))
        with pytest.raises(CannotRest, match="you have 1 day left for 2026"):
            take_time_off(user, date(2026, 12, 30), date(2026, 12, 31))
        take_time_off(user, date(2026, 12, 30), date(2026, 12, 30))
        assert time_off(user).left == 0

    def test_is_the_calendars_and_time_off_across_its_end_counts_for_both(self, user):
        take_time_off(user, date(2026, 12, 22), date(2027, 1, 10))
        assert (days_taken(user, 2026), days_taken(user, 2027)) == (10, 10)
        with pytest.raises(CannotRest, match="2027"):
            take_time_off(user, date(2027, 2, 1), date(2027, 2, 21))

    def test_gets_days_back_that_were_not_taken(self, user, now):
        later = take_time_off(user, date(2026, 12, 1), date(2026, 12, 30))
        end_time_off(user, later.pk)
        assert not Vacation.objects.exists()
        begun = take_time_off(user, None, date(2026, 12, 20))
        now.shift(2 * DAY)
        end_time_off(user, begun.pk)
        assert days_taken(user, 2026) == 2

    def test_begins_where_the_player_lives(self, user):
        set_time_zone(user, "Pacific/Auckland")
        user = User.objects.get(pk=user.pk)
        vacation = take_time_off(user, date(2026, 12, 31), date(2027, 1, 1))
        assert vacation.starts == datetime(2026, 12, 30, 11, tzinfo=UTC)
        assert (days_taken(user, 2026), days_taken(user, 2027)) == (1, 1)

    def test_counts_a_day_of_25_hours_once(self, user):
        set_time_zone(user, "Europe/Berlin")
        user = User.objects.get(pk=user.pk)
        take_time_off(user, date(2027, 10, 10), date(2027, 11, 8))
        assert days_taken(user, 2027) == 30


class TestIsRefused:
    @pytest.mark.parametrize(
        ("first", "last"),
        [
            (date(2026, 12, 5), date(2026, 12, 4)),
            (None, date(2026, 11, 22)),
            (date(2028, 1, 1), date(2028, 1, 2)),
            (date(2026, 12, 1), date(2026, 12, 31)),
        ],
    )
    def test_when_it_makes_no_sense_or_is_too_much(self, user, first, last):
        with pytest.raises(CannotRest):
            take_time_off(user, first, last)
        assert not Vacation.objects.exists()

    def test_twice_for_the_same_days(self, user):
        take_time_off(user, date(2026, 12, 1), date(2026, 12, 5))
        with pytest.raises(CannotRest):
            take_time_off(user, date(2026, 12, 5), date(2026, 12, 6))
        take_time_off(user, date(2026, 12, 6), date(2026, 12, 6))

    def test_to_others_who_would_end_it(self, user, other_user):
        vacation = take_time_off(user, None, date(2026, 11, 25))
        with pytest.raises(Http404):
            end_time_off(other_user, vacation.pk)

    def test_to_end_what_is_over(self, user, now):
        vacation = take_time_off(user, None, date(2026, 11, 25))
        now.shift(5 * DAY)
        with pytest.raises(Http404):
            end_time_off(user, vacation.pk)

    def test_a_zone_nobody_knows(self, user):
        with pytest.raises(CannotRest):
            set_time_zone(user, "Middle/Earth")


class TestThePage:
    def test_takes_shows_and_ends_time_off_without_scripts(self, user_client, user):
        assert user_client.post("/me/time-off/", {"first": "", "last": "2026-11-30"}).status_code == 303
        page = user_client.get("/me/time-off/").content.decode()
        assert "Mon 30 Nov 2026" in page
        assert "22 are left for 2026" in page
        user_client.post(f"/me/time-off/{Vacation.objects.get().pk}/end/")
        assert "Nothing yet" in user_client.get("/me/time-off/").content.decode()

    @pytest.mark.parametrize("day", ["tomorrow", "2026-13-01", "2026-11-20", ""])
    def test_says_what_is_wrong_and_keeps_what_was_sent(self, user_client, day):
        answer = user_client.post("/me/time-off/", {"first": "2026-12-01", "last": day})
        assert answer.status_code == 422
        page = answer.content.decode()
        assert 'value="2026-12-01"' in page
        assert 'role="alert" id="time-off-error"' in page
        assert page.count('aria-invalid="true"') == 2
        assert 'aria-describedby="first-help time-off-error"' in page

    def test_sets_the_time_zone(self, user_client, user):
        user_client.post("/me/time-zone/", {"zone": "Europe/Berlin"})
        user.profile.refresh_from_db()
        assert user.profile.time_zone == "Europe/Berlin"
        page = user_client.get("/me/time-off/").content.decode()
        assert '<option value="Europe/Berlin" selected>' in page
        assert "Europe/Berlin" in user_client.get("/me/").content.decode()
