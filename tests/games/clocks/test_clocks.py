"""Clocks by themselves: which seat_clocks run after a step, how long, and what a match may ask for."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.clocks.fields import read_clock
from games.clocks.rules import (
    DAY,
    HOUR,
    MINUTE,
    NO_CLOCK,
    PRESETS,
    SYSTEM_CLOCK,
    Clock,
    SeatClocks,
    Turn,
    clock_of,
    first_seat_clocks,
    left_of,
    next_due,
    pin,
    read_seat_clocks,
    turned,
)
from games.clocks.working_time import NO_REST, Rest
from games.engine import codec
from games.engine.errors import BadOptions

A_DAY = Clock(seconds=DAY)
BANK = Clock("bank", DAY, HOUR)
T0 = 1_800_000_000.0


def no_rest(seats):
    raise AssertionError("nobody's rests matter")


class Table:
    """The seat_clocks of a match; time is told in hours."""

    def __init__(self, clock: Clock, *bots: str) -> None:
        self.clock, self.now = clock, T0
        self.seat_clocks: SeatClocks = first_seat_clocks(clock, bots or ("", ""))
        self.asked: list[list[int]] = []
        self.rest: Rest | None = None

    def step(self, seat: int, *to_act: int, after: float = 0, **what: bool) -> Table:
        self.now += after * HOUR
        turn = Turn(seat, frozenset(to_act), **what)
        self.seat_clocks = turned(
            self.clock, self.seat_clocks, turn, self.now, self.rests_of if self.rest else no_rest
        )
        return self

    def move(self, seat: int, *to_act: int, after: float = 0) -> Table:
        """A move that can't be taken back."""
        return self.step(seat, *to_act, after=after, is_move=True, is_progress=True)

    def begin(self, seat: int, *to_act: int, after: float = 0) -> Table:
        """A move by which a turn or a round begins."""
        return self.step(seat, *to_act, after=after, is_move=True, is_progress=True, begins=True)

    def fiddle(self, seat: int, *to_act: int, after: float = 0) -> Table:
        """A move that can be taken back, or that is made in passing."""
        return self.step(seat, *to_act, after=after, is_move=True)

    def rests_of(self, seats):
        self.asked.append(list(seats))
        return dict.fromkeys(seats, self.rest)

    def left(self) -> list[float | None]:
        """Return the hours left, by seat."""
        return [
            seat_clock and round(left_of(seat_clock, self.now, NO_REST) / HOUR, 2)
            for seat_clock in self.seat_clocks
        ]

    def running(self) -> list[int]:
        return [seat for seat, seat_clock in enumerate(self.seat_clocks) if seat_clock and seat_clock.runs]


def test_only_those_who_must_decide_have_a_running_clock_and_bots_have_none():
    table = Table(A_DAY, "", "", "greedy").step(-1, 0, 2)
    assert table.running() == [0]
    assert table.seat_clocks[2] is None
    assert next_due(table.seat_clocks) == T0 + 18 * HOUR  # when little is left
    assert table.seat_clocks[0].due == T0 + DAY


def test_each_turn_has_its_time_anew():
    table = Table(A_DAY).step(-1, 0).move(0, 1, after=20)
    assert (table.running(), table.left()) == ([1], [24, 24])
    table.move(1, 0, after=3)
    assert (table.running(), table.left()) == ([0], [24, 24])


def test_no_move_within_a_turn_winds_the_clock_up():
    """Somebody who always had another irreversible move could otherwise hold a match open for ever."""
    table = Table(A_DAY).step(-1, 0)
    for _ in range(10):
        table.move(0, 0, after=1)
    assert table.left() == [14, 24]


def test_who_goes_on_deciding_when_a_round_begins_has_the_time_anew():
    assert Table(A_DAY).step(-1, 0).begin(0, 0, after=20).left() == [24, 24]


def test_moving_and_taking_back_again_and_again_gains_no_time():
    table = Table(A_DAY).step(-1, 0)
    for _ in range(10):
        table.fiddle(0, 0, after=1).step(0, 0, after=1)
    assert table.left() == [4, 24]


def test_being_done_and_thinking_again_gains_no_time():
    table = Table(A_DAY, "", "", "").step(-1, 0, 1, 2)
    table.fiddle(0, 1, 2, after=10)
    assert (table.running(), table.left()) == ([1, 2], [14, 14, 14])
    table.fiddle(0, 0, 1, 2, after=5)
    assert (table.running(), table.left()) == ([0, 1, 2], [14, 9, 9])
    table.fiddle(0, 1, 2, after=4)
    assert table.left() == [10, 5, 5]


def test_when_the_last_one_is_done_all_have_their_time_anew():
    table = Table(A_DAY).step(-1, 0, 1).fiddle(0, 1, after=10).move(1, 0, 1, after=5)
    assert (table.running(), table.left()) == ([0, 1], [24, 24])


def test_who_still_decides_gains_nothing_by_what_others_do():
    table = Table(A_DAY).step(-1, 0, 1).begin(0, 0, 1, after=10)
    assert table.left() == [24, 14]


def test_a_bank_lasts_for_the_match_and_grows_after_each_decision():
    table = Table(BANK).step(-1, 0).move(0, 1, after=5)
    assert table.left() == [20, 24]
    table.move(1, 0, after=10)
    assert table.left() == [20, 15]
    table.move(0, 1, after=30)
    assert table.left() == [1, 15]


def test_a_bank_grows_once_a_decision_however_many_moves_it_takes():
    table = Table(BANK).step(-1, 0).move(0, 0, after=1).move(0, 0, after=1).move(0, 1, after=1)
    assert table.left() == [22, 24]
    simultaneous = Table(BANK).step(-1, 0, 1).fiddle(0, 1, after=1).fiddle(0, 0, 1).fiddle(0, 1)
    assert simultaneous.left() == [23, 23]
    assert simultaneous.move(1, 0, 1).left() == [24, 24]


def test_at_the_end_nothing_is_due():
    table = Table(A_DAY).step(-1, 0).step(0, after=1)
    assert table.running() == []
    assert next_due(table.seat_clocks) == 0


def test_what_changes_nothing_gives_the_very_same_seat_clocks_and_asks_nobody():
    table = Table(Clock(seconds=DAY, weekends=True))
    table.rest = Rest(weekends=True)
    table.step(-1, 0)
    before = table.seat_clocks
    table.fiddle(0, 0, after=0.2)
    table.move(0, 0, after=0.2)  # not worth winding up
    assert table.seat_clocks is before
    assert table.asked == [[0]]


def test_the_system_plays_one_decision_of_those_who_all_decide_again_at_once():
    table = Table(A_DAY).step(-1, 0, 1).fiddle(0, 1).step(1, 1, after=24, timed_out=True)
    table.step(1, 0, 1, is_progress=True)
    assert (table.seat_clocks[1].out, table.seat_clocks[1].missed) == (False, 1)
    assert (table.running(), table.left()) == ([0, 1], [24, 24])


def test_only_rests_that_matter_are_asked_for():
    table = Table(Clock(seconds=DAY, vacations=True))
    table.rest = Rest(off=((T0 + HOUR, T0 + 3 * HOUR),))
    table.step(-1, 0).move(0, 1, after=4)
    assert table.asked == [[0], [1]]
    table.fiddle(1, 0, after=2)
    assert table.asked[2] == [0, 1]


def test_whose_time_is_up_stays_so_until_the_system_has_played_the_turn():
    table = Table(A_DAY).step(-1, 0).step(0, 0, after=24, timed_out=True)
    assert table.seat_clocks[0].out
    assert next_due(table.seat_clocks) == T0 + DAY
    table.step(0, 0, is_progress=True)
    assert table.seat_clocks[0].out
    table.step(0, 1, is_progress=True)
    assert not table.seat_clocks[0].out
    assert (table.seat_clocks[0].missed, table.left()) == (1, [24, 24])
    assert table.move(1, 0).move(0, 1).seat_clocks[0].missed == 0


def test_who_comes_back_in_time_takes_over_from_the_system():
    table = Table(A_DAY).step(-1, 0).step(0, 0, after=24, timed_out=True).move(0, 0)
    assert (table.seat_clocks[0].out, table.seat_clocks[0].missed) == (False, 0)
    assert table.left() == [24, 24]


def test_short_times_run_out_without_a_warning():
    seat_clock = Table(Clock("bank", 10 * MINUTE)).step(-1, 0).seat_clocks[0]
    assert seat_clock.warn == 0
    assert seat_clock.next_due == seat_clock.due == T0 + 600


def test_seat_clocks_are_stored_as_they_are():
    seat_clocks = Table(A_DAY, "", "greedy").step(-1, 0).seat_clocks
    assert read_seat_clocks(codec.to_json(seat_clocks)) == seat_clocks
    assert read_seat_clocks(codec.from_json(list, codec.to_json(seat_clocks))) == seat_clocks


def test_the_empty_text_is_the_systems_clock():
    assert clock_of("") == SYSTEM_CLOCK
    assert (SYSTEM_CLOCK.seconds, SYSTEM_CLOCK.timeout) == (30 * DAY, "forfeit")


def test_a_match_between_people_always_has_a_clock():
    assert pin(None, 2) == ""
    assert clock_of(pin(A_DAY, 2)) == A_DAY
    with pytest.raises(BadOptions):
        pin(NO_CLOCK, 2)
    assert clock_of(pin(A_DAY, 1)) == NO_CLOCK


def test_equal_clocks_have_the_same_text_whoever_made_them():
    """A “forfeit” that came with a form was written out, and `played_by` compares texts."""
    came: Any = "".join(["for", "feit"])
    assert pin(replace(A_DAY, timeout=came), 2) == pin(A_DAY, 2)


@pytest.mark.parametrize(
    "clock", [Clock(seconds=59), Clock(seconds=61 * DAY), Clock("bank", DAY, 8 * DAY), Clock("move", DAY, 1)]
)
def test_a_clock_has_bounds(clock):
    with pytest.raises(BadOptions):
        pin(clock, 2)


@pytest.mark.parametrize("slug", PRESETS)
def test_every_preset_may_be_played_by(slug):
    assert read_clock({"clock": slug}) == PRESETS[slug][1]
    assert clock_of(pin(PRESETS[slug][1], 2)) == PRESETS[slug][1]


class TestTheForm:
    def test_without_the_field_leaves_it_to_the_system(self):
        assert read_clock({}) is None

    def test_in_full_says_what_is_left_out_and_what_comes_then(self):
        whole = {"clock": "day", "clock_whole": "yes", "clock_weekends": "yes", "clock_timeout": "bot"}
        assert read_clock(whole) == Clock(seconds=DAY, weekends=True, timeout="bot")

    def test_has_live_clocks_that_time_off_does_not_stop(self):
        whole = {"clock": "live", "clock_whole": "yes", "clock_vacations": "yes", "clock_timeout": "forfeit"}
        assert read_clock(whole) == PRESETS["live"][1]

    def test_may_ask_for_another_clock(self):
        own = {"clock": "own", "clock_kind": "bank", "clock_amount": "36", "clock_unit": "hours"}
        own |= {"clock_add": "90", "clock_add_unit": "minutes"}
        assert read_clock(own) == Clock("bank", 36 * HOUR, 90 * MINUTE, vacations=True)

    @pytest.mark.parametrize(
        "wrong",
        [
            {"clock": "never"},
            {"clock": "own", "clock_amount": "-1"},
            {"clock": "own", "clock_amount": "١"},
            {"clock": "own", "clock_amount": "9" * 30},
            {"clock": "own", "clock_amount": "61", "clock_unit": "days"},
            {"clock": "own", "clock_amount": "1", "clock_unit": "years"},
            {"clock": "own", "clock_amount": "1", "clock_kind": "none"},
            {"clock": "day", "clock_whole": "yes", "clock_timeout": "explode"},
        ],
    )
    def test_is_refused_when_it_makes_no_sense(self, wrong):
        with pytest.raises(BadOptions):
            read_clock(wrong)
