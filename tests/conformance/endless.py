"""A player who never lets others move: goes on for as long as the rules let them."""

from collections.abc import Iterator
from typing import Any

from games.engine.chance import FastChance
from games.engine.events import Event
from games.engine.protocol import Game
from games.engine.viewers import SPECTATOR, seat_viewer
from tests.conformance.cases import Case

MOST_STEPS = 250  # that others notice, in one go: no turn of any game comes near
MOST_SECRET = 12  # secret choices in a row: they may be taken back for ever, but hold nobody up
TRIED = 16  # legal moves that are looked at, per step


def check_ends(case: Case, game: Game[Any], state: Any, seat: int, luck: FastChance) -> int:
    """Let *seat* go on from *state*, which isn't changed, and return how long it did; fail if it doesn't end.

    Only steps count that others notice: secret choices, which can be taken back, change no clock.
    """
    steps = secret = 0
    while seat in game.to_act(state) and secret < MOST_SECRET:
        going_on = list(_going_on(game, state, seat, luck))
        if not going_on:
            break
        reveal = [pair for pair in going_on if any(event.reveals for event in pair[1])]
        noticed = [pair for pair in going_on if _is_noticed(case, seat, pair[1])]
        state, events = luck.pick(reveal or noticed or going_on, "pick")
        is_noticed = _is_noticed(case, seat, events)
        steps, secret = steps + is_noticed, 0 if is_noticed else secret + 1
        assert steps <= MOST_STEPS, f"seat {seat} goes on for ever"
    return steps


def positions(case: Case, seed: int, often: int) -> Iterator[Any]:
    """Play one random game; yield every table at which one of *often* chances fell."""
    game, luck = case.game, FastChance(seed)
    state, _ = game.new(case.read_options(), case.seats, luck)
    while to_act := game.to_act(state):
        if luck.below(often, "look") == 0:
            yield state
        seat = luck.pick(to_act, "seat")
        game.apply(state, seat, luck.pick(game.legal(state, seat), "move"), luck)


def _going_on(game: Game[Any], state: Any, seat: int, luck: FastChance) -> Iterator[tuple[Any, list[Event]]]:
    """Yield the tables to which the seat's moves lead, with the events, as long as it is to act there."""
    moves = game.legal(state, seat)
    luck.shuffle(moves, "moves")
    for move in moves[:TRIED]:
        after = game.clone(state)
        events = game.apply(after, seat, move, luck)
        if seat in game.to_act(after):
            yield after, events


def _is_noticed(case: Case, seat: int, events: list[Event]) -> bool:
    """Return whether anybody else has to look again, as the match service asks it."""
    others = [SPECTATOR, *(seat_viewer(other) for other in range(case.seats) if other != seat)]
    return any(not event.quiet and event.seen_by(other) is not None for event in events for other in others)
