"""Who beats whom: decks and the cards in them, on made-up games and in Scrap Knights."""

from __future__ import annotations

import random

import pytest

from games import catalog
from games.engine.decks import ReadyMade
from games.lab.measuring.decks import LEAST_MEETINGS, READY_MADE, Matrix, matrices_of
from games.lab.measuring.records import GameRecord, play_game
from games.lab.measuring.setup import Setup
from games.lab.reading.tables import matrix_tables
from scrapsite.common.charts import heat_map
from tests.games.lab.made_up import record
from tests.soak.tenths import soaking

RULES = catalog.title("scrap-knights").newest.decks
MECHS = RULES.ready_made


def meeting(deal: int, turned: bool, one: ReadyMade, other: ReadyMade, is_first: bool) -> GameRecord:
    decks = (dict(one.lists), dict(other.lists))
    return record(deal, turned, 0 if is_first else 1, "", "", brought=decks)


def random_games(seed: int, deals: int, best: int = -1) -> list[GameRecord]:
    """Return games of random mechs; the *best* wins all of its own, and chance the others."""
    luck, found = random.Random(seed), []
    for deal in range(deals):
        one, other = luck.sample(range(4), 2)
        for turned in (False, True):
            is_first = one == best if best in (one, other) else luck.random() < 0.5
            found.append(meeting(deal, turned, MECHS[one], MECHS[other], is_first))
    return found


def matrix(games: list[GameRecord], key: str = READY_MADE) -> Matrix:
    return next(one for one in matrices_of(games, range(len(games)), RULES) if one.key == key)


def shown(games: list[GameRecord], key: str = READY_MADE):
    tables = matrix_tables([matrix(games, key)], RULES, lambda slug: (slug.title(), f"/{slug}/"))
    return next(iter(tables))


@pytest.mark.soak(seconds=1)
def test_a_mech_that_always_wins_is_found_and_said():
    found = matrix(random_games(1, 120, best=2))
    row = found.cells[2]
    assert [cell.won.value for cell in row[:4] if cell.won] == [1.0] * 3
    assert all(cell.rate <= 0.05 for cell in row[:4] if cell.won)
    assert (found.totals[2].won.value, found.totals[2].rate < 0.01) == (1.0, True)
    table = shown(random_games(1, 120, best=2))
    assert f"{MECHS[2].name} wins 100.0 %" in table.says
    assert f"Against all others, {MECHS[2].name} does best with 100.0 %" in table.says


@pytest.mark.parametrize("deals, reports, most", [(60, 20, 3), soaking(200, 200, 14, seconds=10)])
@pytest.mark.soak(seconds=1)
def test_among_equals_seldom_anybody_beats_anybody(deals, reports, most):
    """Two questions: of the meetings, and of each against all others."""
    found = [matrix(random_games(seed, deals)) for seed in range(reports)]
    assert sum(any(cell.rate <= 0.05 for row in one.cells for cell in row) for one in found) <= most
    assert sum(any(total.rate <= 0.05 for total in one.totals) for one in found) <= most


def test_a_matrix_reads_the_same_from_both_sides():
    found = matrix(random_games(3, 60, best=0))
    for down, row in enumerate(found.cells):
        for across, cell in enumerate(row):
            other = found.cells[across][down]
            assert cell.games == other.games
            if cell.won:
                assert cell.won.value == pytest.approx(1 - other.won.value)
                assert cell.won.low == pytest.approx(1 - other.won.high)
    assert all(found.cells[at][at].games == 0 for at in range(len(found.slugs)))


def test_few_meetings_say_nothing():
    few = [meeting(deal, False, MECHS[0], MECHS[1], True) for deal in range(LEAST_MEETINGS - 1)]
    cell = matrix(few).cells[0][1]
    assert (cell.games, cell.won) == (LEAST_MEETINGS - 1, None)
    assert shown(few).says.startswith("No two mechs have met in 10 games")
    assert shown(few).heat.cells == ()
    one_more = [*few, meeting(LEAST_MEETINGS - 1, False, MECHS[0], MECHS[1], True)]
    assert matrix(one_more).cells[0][1].won.value == 1


def test_cards_of_slots_with_few_kinds_meet_too_and_those_on_both_sides_say_nothing():
    games = random_games(4, 60, best=0)
    bots = matrix(games, "bots")
    assert len(bots.slugs) == 8
    assert {one.key for one in matrices_of(games, range(60), RULES)} == {READY_MADE, "bots"}
    met = [meeting(deal, False, MECHS[0], MECHS[0], True) for deal in range(20)]
    assert not any(total.games for total in matrix(met, "bots").totals)
    assert shown(games, "bots").rows[0].url


def test_without_ready_made_decks_their_ults_and_bots_are_compared():
    setup = Setup("scrap-knights", "b.0.0", level="random", options=(("decks", 2),))
    games = [play_game(setup, "edition", "b.0.0", deal, False) for deal in range(4)]
    assert all(len(game.brought) == 2 for game in games)
    assert {one.key for one in matrices_of(games, range(4), RULES)} == {"ult", "bots"}


def test_bots_that_bring_ready_made_mechs_are_recorded_with_them():
    game = play_game(Setup("scrap-knights", "b.0.0", level="greedy"), "edition", "b.0.0", 0, False)
    found = matrix([game])
    assert sum(total.games for total in found.totals) in (0, 2)
    assert play_game(Setup("scrapbots", "3.6", level="random"), "edition", "3.6", 1, False).brought == ()
    assert matrices_of([game], range(1), None) == ()


def test_the_picture_has_a_shade_for_how_far_a_share_is_from_one_half():
    found = heat_map([[None, 0.9, 0.51], [0.1, None, 0.42], [0.49, 0.58, None]], ["A", "Bee", "C"])
    assert [(cell.text, cell.shade) for cell in found.cells] == [
        *(("90", "more-3"), ("51", "even"), ("10", "less-3")),
        *(("42", "less-1"), ("49", "even"), ("58", "more-1")),
    ]
    assert [name for name, _ in found.rows] == ["A", "Bee", "C"]
    assert max(cell.x + found.size for cell in found.cells) == found.width
    assert max(cell.y + found.size for cell in found.cells) == found.height
    assert heat_map([], []).cells == ()
