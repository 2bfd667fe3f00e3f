"""The line of the log that tells of the flip says who had nothing to play."""

import pytest

from games.engine.events import SeatPart
from games.titles.scrap_knights.events.turn import CardsFlipped


@pytest.mark.parametrize(
    "passed, line",
    [
        ((), ("Secrets and ACTs are shown.",)),
        ((1,), ("Secrets and ACTs are shown; ", SeatPart(1), " has no ACT to play.")),
        ((0, 1), ("Nobody has an ACT to play.",)),
    ],
)
def test_it_names_who_had_no_act(passed, line):
    assert CardsFlipped("act-4", -1, 3, passed).line() == line
