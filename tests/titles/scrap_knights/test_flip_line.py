"""The line of the log that tells of the flip says who had nothing to play."""

import pytest

from games.engine.events import SeatPart
from games.titles.scrap_knights.events.turn import CardsFlipped


@pytest.mark.parametrize(
    "passed, line",
    [
        ((), ("The secret choices were revealed.",)),
        ((1,), ("The secret choices were revealed; ", SeatPart(1), " had no ACT to play.")),
        ((0, 1), ("Nobody had an ACT to play.",)),
    ],
)
def test_it_names_who_had_no_act(passed, line):
    assert CardsFlipped("act-4", -1, 3, passed).line() == line
