"""Standing orders spare a player most questions: see `foresight` for the measurement at length."""

from tests.table import ruling
from tests.titles.junkyard.foresight import POLICIES, measure


@ruling("order-1")
def test_with_orders_for_what_was_planned_hardly_anything_is_asked():
    count = measure(2)
    assert count.choices > count.rounds
    assert count.asked < count.rounds / 4


@ruling("order-1")
def test_with_policies_as_well_next_to_nothing_is():
    count = measure(2, POLICIES)
    assert count.asked < count.rounds / 8
