"""The conformance suite over Scrap Knights with every kind of deck, and in steps of a turn that are rare."""

from typing import Any

import pytest

from games.engine.chance import FastChance
from games.titles.scrap_knights import TITLE
from games.titles.scrap_knights.state import ACT, PHASES, State
from games.titles.scrap_knights.title import EDITION
from tests.conformance.cases import Case, cases_of, members
from tests.conformance.checks import check_table
from tests.conformance.moves import conceivable
from tests.conformance.playouts import play_many
from tests.conformance.replay import play, replay
from tests.soak.tenths import soaking
from tests.titles.scrap_knights.players import careful_move, rash_move
from tests.titles.scrap_knights.table import Table, due_table

GAMES = 3
CASES = list(cases_of(TITLE))
GAME = TITLE.newest.game
BY_DECKS = [Case(TITLE, EDITION.slug, 2, (("decks", decks),)) for decks in range(3)]
# What long games and rare cards are needed for: tables that lead to them.
RARE = (
    ("orbital-lobotomy", ("prototype", "quiet-room")),
    ("test", ("prototype", "clean-slate")),
    ("mechromancers-siphon", ("second-wind", "pile-driver")),
    ("tas-custom", ("choreographer", "riptide")),
    ("eraser-las", ("clean-slate", "clean-slate")),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_random_games_end_and_keep_every_invariant(case):
    assert play_many(case, range(GAMES), closely=4).games == GAMES


@pytest.mark.parametrize("case", BY_DECKS, ids=str)
def test_a_match_replayed_from_seed_and_moves_goes_through_the_same_states(case):
    record = play(case, 1)
    assert replay(case, 1, record) == record.steps


@pytest.mark.soak(seconds=1.5)
def test_brute_force_finds_every_legal_move():
    found = set(map(repr, conceivable(CASES[0])))
    assert {type(move) for move in conceivable(CASES[0])} == set(members(GAME.move_type))
    for seed in range(5):
        for state, seat in careful_game(BY_DECKS[seed % 3], seed):
            assert set(map(repr, GAME.legal(state, seat))) <= found


@pytest.mark.parametrize("case", [*(soaking(case, seconds=2) for case in BY_DECKS[:2]), BY_DECKS[2]], ids=str)
@pytest.mark.soak(seconds=2)
def test_tables_of_every_step_keep_every_invariant(case):
    others, looked = conceivable(case)[::60], dict.fromkeys(PHASES, 0)
    for seed in range(20, 26):
        for number, (state, _) in enumerate(careful_game(case, seed)):
            phase = PHASES[state.phase]
            if (looked[phase] < 5 and number % 3 == 0) or phase in ("ult", "resolve"):
                looked[phase] += 1
                check_table(case, state, FastChance(number), others)
    assert looked["act"] == looked["bots"] == looked["tokens"] == 5


@pytest.mark.parametrize("ult, mechs", RARE, ids=[ult for ult, _ in RARE])
@pytest.mark.soak(seconds=2, one_in=5)
def test_tables_with_a_ult_that_is_due_keep_every_invariant(ult, mechs):
    others, triggered = conceivable(CASES[0])[::60], 0
    for seed in range(3):
        table = Table(EDITION.slug).with_mechs(*mechs)
        state = table.state
        owner = state.ults.index(EDITION.number[ult])
        state.links[owner] = 3
        state.used_bots[owner] = state.bots[owner][:1]
        for number, (found, _) in enumerate(careful(state, FastChance(seed))):
            if found.turn > 5:
                break
            triggered += found.links[owner] < 3
            if found.phase != ACT:
                check_table(BY_DECKS[1], found, FastChance(number), others)
    assert triggered


@pytest.mark.soak(seconds=2)
def test_everything_comes_up_in_careful_games():
    """Mechs that seldom burn, with ULTs that soon trigger, reach what random ones hardly ever do."""
    cards, moves, events = set[str](), set[type](), set[type]()
    for seed in range(240):
        chance = FastChance(seed)
        state, told = GAME.new(GAME.options_type(), 2, chance)
        if seed % 12:
            state = due_table(seed)
        while to_act := GAME.to_act(state):
            seat = chance.pick(to_act, "seat")
            choose = careful_move if seed % 5 else rash_move
            move = choose(state, seat, chance)
            told += GAME.apply(state, seat, move, chance)
            moves.add(type(move))
        events.update(map(type, told))
        cards.update(_used(told))
    assert cards == set(EDITION.slugs)
    assert moves == set(members(GAME.move_type))
    assert events == set(members(GAME.event_type))


@pytest.mark.parametrize("case", BY_DECKS, ids=str)
def test_swapping_what_is_hidden_does_swap_something(case):
    state, _ = GAME.new(case.read_options(), 2, FastChance(1))
    for viewer in case.viewers:
        swapped = set()
        for seed in range(10):
            other = GAME.clone(state)
            case.swap_hidden(other, viewer, FastChance(seed))
            swapped.add(GAME.encode(other))
        assert len(swapped) > 5


def careful_game(case: Case, seed: int) -> Any:
    """Yield every table of a game between random players who mind their heat, with a seat that decides."""
    chance = FastChance(seed)
    state, _ = GAME.new(case.read_options(), 2, chance)
    yield from careful(state, chance)


def careful(state: State, chance: FastChance) -> Any:
    while to_act := GAME.to_act(state):
        seat = chance.pick(to_act, "seat")
        yield state, seat
        GAME.apply(state, seat, careful_move(state, seat, chance), chance)


def _used(events: list[Any]) -> set[str]:
    names = {"act-revealed": "secrets", "bot-deployed": "bot", "ult-triggered": "ult"}
    found = [getattr(event, names.get(event.__struct_config__.tag, ""), None) for event in events]
    return {getattr(one, "act", one) for one in found if one}
