"""With standing orders a player is asked little; see `foresight` for the full measurement."""

import pytest

from tests.table import ruling
from tests.titles.junkyard.foresight import POLICIES, measure


@pytest.mark.soak(seconds=1)
@ruling("order-1")
def test_with_orders_for_the_plan_a_player_is_hardly_asked():
    count = measure(2)
    assert count.choices > count.rounds
    assert count.asked < count.rounds / 4


@ruling("order-1")
def test_with_policies_as_well_a_player_is_asked_next_to_nothing():
    count = measure(2, POLICIES)
    assert count.asked < count.rounds / 8
