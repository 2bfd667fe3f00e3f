"""The checks of the conformance suite with 2, 3 and 4 seats, and the options at all their extremes."""

import pytest

from games.engine.chance import FastChance
from games.titles.scrapyard import TITLE
from tests.conformance import checks
from tests.conformance.cases import Case, plain_case
from tests.conformance.moves import conceivable
from tests.conformance.playouts import Tally, play_many
from tests.conformance.replay import play, replay

CASES = [
    Case(TITLE, "1.0", seats, (("tiles", tiles), ("mode", mode)))
    for seats in TITLE.seats
    for tiles in (1, 2, 4)
    for mode in (0, 1)
]
GAMES = 20


@pytest.mark.parametrize("case", CASES, ids=str)
def test_random_games_end_and_keep_every_invariant(case: Case):
    tally = play_many(case, range(GAMES), closely=4)
    assert tally.games == GAMES
    assert tally.missing(case)["moves"] == set()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_tables_of_every_phase_stand_up_to_all_checks(case: Case):
    chance, game, others = FastChance(9), case.game, conceivable(case)
    state, _ = game.new(case.read_options(), case.seats, chance)
    seen: dict[int, int] = {}
    while deciders := game.deciders(state):
        seen[state.phase] = seen.get(state.phase, 0) + 1
        if seen[state.phase] in (2, 19):
            checks.check_table(case, state, FastChance(3), others)
        game.apply(state, deciders[0], chance.pick(game.legal(state, deciders[0]), "move"), chance)
    assert len(seen) == 5


def test_every_kind_of_event_and_every_card_comes_up():
    tally, case = Tally(), plain_case(TITLE, "1.0")
    tally.add(play_many(case, range(1, 40), closely=1))
    assert tally.missing(case)["events"] == set()
    assert tally.missing(case)["cards"] == set()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_match_replayed_from_seed_and_moves_goes_through_the_same_states(case: Case):
    record = play(case, 1)
    assert replay(case, 1, record) == record.steps


@pytest.mark.parametrize("case", CASES[::5], ids=str)
def test_brute_force_finds_every_legal_move(case: Case):
    chance, game = FastChance(5), case.game
    found = set(map(repr, conceivable(case)))
    state, _ = game.new(case.read_options(), case.seats, chance)
    while deciders := game.deciders(state):
        legal = game.legal(state, deciders[0])
        assert set(map(repr, legal)) <= found
        game.apply(state, deciders[0], chance.pick(legal, "move"), chance)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_swapping_what_is_hidden_does_swap_something(case: Case):
    state, _ = case.game.new(case.read_options(), case.seats, FastChance(1))
    for viewer in case.viewers:
        swapped = set()
        for seed in range(10):
            other = case.game.clone(state)
            case.swap_hidden(other, viewer, FastChance(seed))
            swapped.add(case.game.encode(other))
        assert len(swapped) == 10
