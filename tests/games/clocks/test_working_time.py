"""Time that counts for a clock: weekends by each player's own days, and time off, are left out."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks.working_time import NO_REST, Rest, after, counted, is_zone, local, rests_until, zone_names

HOUR, DAY = 3_600, 86_400
BERLIN = Rest("Europe/Berlin", weekends=True)


def at(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def berlin(seconds: float) -> str:
    return local(seconds, "Europe/Berlin").strftime("%a %d %b %H:%M")


def test_without_rests_time_just_passes():
    assert after(at("2026-11-21T12:00Z"), 3 * DAY, NO_REST) == at("2026-11-24T12:00Z")


def test_a_weekend_begins_and_ends_at_midnight_where_the_player_lives():
    friday = at("2026-11-20T22:00+01:00")
    assert berlin(after(friday, 3 * HOUR, BERLIN)) == "Mon 23 Nov 01:00"
    assert berlin(after(friday, 3 * HOUR, Rest("UTC", weekends=True))) == "Sat 21 Nov 01:00"


def test_what_begins_on_a_weekend_counts_from_monday_on():
    assert berlin(after(at("2026-11-22T15:00+01:00"), DAY, BERLIN)) == "Tue 24 Nov 00:00"


def test_a_day_is_24_hours_also_when_the_clocks_change():
    # Summer time began on Sunday 29 March 2026.
    assert berlin(after(at("2026-03-28T12:00+01:00"), DAY, Rest("Europe/Berlin"))) == "Sun 29 Mar 13:00"
    assert berlin(after(at("2026-03-27T12:00+01:00"), DAY, BERLIN)) == "Mon 30 Mar 12:00"


def test_time_off_is_left_out_and_may_overlap_a_weekend_or_more_time_off():
    off = ((at("2026-11-26T00:00+01:00"), at("2026-11-28T12:00+01:00")),)
    rest = Rest("Europe/Berlin", weekends=True, off=off)
    assert berlin(after(at("2026-11-25T12:00+01:00"), DAY, rest)) == "Mon 30 Nov 12:00"
    twice = Rest(off=((0.0, 10.0), (5.0, 20.0), (30.0, 40.0)))
    assert after(0, 15, twice) == 45
    assert counted(0, 45, twice) == 15


def test_nobody_runs_out_of_time_in_the_midst_of_a_rest():
    off = Rest(off=((100.0, 200.0),))
    assert after(90, 10, off) == 100
    assert after(100, 0, off) == 200
    assert rests_until(150, off) == 200
    assert rests_until(50, off) == 50


def test_zones_are_places_and_unknown_ones_count_as_utc():
    assert "Europe/Berlin" in zone_names()
    assert zone_names()[0] == "UTC"
    assert not is_zone("Middle/Earth")
    assert not is_zone("../../etc/passwd")
    assert local(0, "Middle/Earth").isoformat() == "1970-01-01T00:00:00+00:00"


ZONES = st.sampled_from(("UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Auckland", "Asia/Kathmandu"))
NOW = st.integers(int(at("2026-01-01T00:00Z")), int(at("2027-12-31T00:00Z")))


@st.composite
def rests(draw: st.DrawFn) -> Rest:
    starts = sorted(draw(st.lists(NOW, max_size=3)))
    off = tuple((float(start), float(start + draw(st.integers(1, 20)) * DAY)) for start in starts)
    return Rest(draw(ZONES), draw(st.booleans()), off)


@given(NOW, st.integers(0, 60 * DAY), rests())
def test_as_much_is_counted_until_the_end_as_was_given(start: int, seconds: int, rest: Rest):
    end = after(start, seconds, rest)
    assert counted(start, end, rest) == pytest.approx(seconds, abs=0.01)
    assert end >= start + seconds


@given(NOW, st.integers(0, 30 * DAY), st.integers(0, 30 * DAY), rests())
def test_it_makes_no_difference_to_stop_and_go_on(start: int, first: int, second: int, rest: Rest):
    between = after(start, first, rest)
    assert after(between, second, rest) == pytest.approx(after(start, first + second, rest), abs=0.01)
