"""The conformance suite over Junkyard with two, three and four seats and every extreme of its options."""

from typing import Any

import pytest

from games.engine.chance import FastChance
from games.titles.junkyard import TITLE
from tests.conformance.cases import Case, members
from tests.conformance.checks import check_table
from tests.conformance.moves import conceivable
from tests.conformance.playouts import Tally, play_many
from tests.conformance.replay import play, replay
from tests.titles.junkyard.table import rare_box

EDITION = "0.1"
GAMES = 20


def _cases() -> list[Case]:
    options: list[tuple[tuple[str, Any], ...]] = [
        (),
        (("box", 1),),
        (("box", 2), ("kinds", rare_box())),
        (("round_cap", 1),),
        (("round_cap", 60),),
    ]
    return [Case(TITLE, EDITION, seats, chosen) for seats in TITLE.seats for chosen in options]


CASES = _cases()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_random_games_end_and_keep_every_invariant(case):
    assert play_many(case, range(GAMES), closely=4).games == GAMES


def test_all_cards_moves_and_events_come_up():
    together = Tally()
    for case in (CASES[0], CASES[2], CASES[10]):
        together.add(play_many(case, range(100, 110)))
    assert not any(together.missing(CASES[0]).values())
    assert set(together.endings) == {"end-1", "house-1"}


@pytest.mark.parametrize("case", CASES[::5], ids=str)
def test_a_match_replayed_from_seed_and_moves_goes_through_the_same_states(case):
    record = play(case, 1)
    assert replay(case, 1, record) == record.steps


def test_brute_force_finds_every_legal_move():
    case, chance = CASES[0], FastChance(5)
    game, found = case.game, set(map(repr, conceivable(case)))
    assert {type(move) for move in conceivable(case)} == set(members(game.move_type))
    state, _ = game.new(case.read_options(), case.seats, chance)
    while deciders := game.deciders(state):
        legal = game.legal(state, deciders[0])
        assert set(map(repr, legal)) <= found
        game.apply(state, deciders[0], chance.pick(legal, "move"), chance)


@pytest.mark.parametrize("case", CASES[::5], ids=str)
def test_tables_of_the_resolution_keep_every_invariant(case):
    """Most tables of a random game are of programming; here every question of a game is looked at."""
    game, chance, others = case.game, FastChance(3), conceivable(case)
    state, _ = game.new(case.read_options(), case.seats, chance)
    looked = 0
    while (deciders := game.deciders(state)) and looked < 40:
        seat = chance.pick(deciders, "seat")
        if game.view(state, case.viewers[0]).phase == "resolving":
            check_table(case, state, FastChance(looked), others)
            looked += 1
        game.apply(state, seat, chance.pick(game.legal(state, seat), "move"), chance)
    assert looked == 40


@pytest.mark.parametrize("case", CASES[::5], ids=str)
def test_swapping_what_is_hidden_does_swap_something(case):
    game, chance = case.game, FastChance(1)
    state, _ = game.new(case.read_options(), case.seats, chance)
    for viewer in case.viewers:
        swapped = set()
        for seed in range(10):
            other = game.clone(state)
            case.swap_hidden(other, viewer, FastChance(seed))
            swapped.add(game.encode(other))
        assert len(swapped) > 5
