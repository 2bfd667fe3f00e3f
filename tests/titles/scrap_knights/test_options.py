"""Matches of Scrap Knights that can't be set up are refused with the option that is wrong."""

import pytest

from games.engine.errors import BadOptions
from games.titles.scrap_knights.rules import Options, check_options


@pytest.mark.parametrize(
    "options, seats, why",
    [
        (Options(), 3, "for two players"),
        (Options(decks=3), 2, "decks must be 0"),
        (Options(turn_cap=9), 2, "whole number from 10 to 100"),
        (Options(turn_cap=101), 2, "whole number from 10 to 100"),
    ],
)
def test_what_cannot_be_played_is_refused(options: Options, seats: int, why: str):
    with pytest.raises(BadOptions, match=why):
        check_options(options, seats)


def test_the_bounds_themselves_can_be_played():
    for cap in (10, 100):
        check_options(Options(decks=2, turn_cap=cap), 2)
