"""Ten days of tenths are the whole soak, and no day is much longer than another."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from tests.soak.tenths import TENTHS, is_for_soak, name_each, read_choice, tenth_of, usual_of

COSTS = [(f"test-{number}", float(1 + number % 7)) for number in range(100)]


def test_ten_days_in_a_row_have_each_tenth_once():
    start = date(2026, 2, 24)
    days = [start + timedelta(days=number) for number in range(TENTHS)]
    assert {read_choice("today", lambda day=day: day) for day in days} == set(range(TENTHS))


def test_each_test_is_in_one_tenth():
    tenths = [tenth_of(COSTS, number) for number in range(TENTHS)]
    assert sorted(name for names in tenths for name in names) == sorted(name for name, _ in COSTS)


def test_tenths_take_about_as_long():
    seconds = dict(COSTS)
    totals = [sum(seconds[name] for name in tenth_of(COSTS, number)) for number in range(TENTHS)]
    assert max(totals) - min(totals) <= max(seconds.values())


def test_the_order_of_the_tests_makes_no_difference():
    assert tenth_of(COSTS, 3) == tenth_of(reversed(COSTS), 3)


def test_tests_of_one_name_are_told_apart():
    """Those that schemathesis makes of the API's description would else all be in the same tenth."""
    assert name_each(["a", "b", "a", "a"]) == ["a", "b", "a no. 2", "a no. 3"]


def test_one_asks_for_all_or_for_a_tenth():
    assert read_choice("all") is None
    assert [read_choice("1"), read_choice("10")] == [0, 9]


@pytest.mark.parametrize("text", ["0", "11", "-1", "some", "²"])
def test_what_is_no_choice_is_refused(text: str):
    with pytest.raises(pytest.UsageError, match="all, today, or a number"):
        read_choice(text)


def test_of_a_family_one_in_so_many_runs_always_and_at_least_one():
    names = [f"test_it[{number}]" for number in range(100)]
    usual = usual_of(names, 4)
    assert len(usual) == 25
    assert usual == usual_of(reversed(names), 4)
    assert {int(name[8:-1]) % 4 for name in usual} == {0, 1, 2, 3}, "mixed, not each fourth"
    assert [len(usual_of(names[:few], 4)) for few in (1, 2, 5)] == [1, 1, 2]


def test_what_is_marked_for_the_soak_on_both_sides_stays_there():
    whole, part = pytest.mark.soak(seconds=9).mark, pytest.mark.soak(seconds=1, one_in=2).mark
    assert [is_for_soak(marks) for marks in ([whole], [part], [part, whole], [])] == [
        True,
        False,
        True,
        False,
    ]
