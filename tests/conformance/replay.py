"""Matches replayed from their seed and moves, with the digest of the state at every step.

`python -m tests.conformance.replay` plays some of every edition and prints the digests; under another
PYTHONHASHSEED it has to print the same.
"""

from dataclasses import dataclass
from typing import Any

from games.engine.chance import FastChance, MatchChance
from games.engine.codec import digest, read_move, to_json, to_plain
from tests.conformance.cases import Case, all_editions

MATCHES = 3


@dataclass(frozen=True)
class Record:
    """*moves:* seat and plain move. *steps:* digests of the state and of the events, the deal first."""

    moves: tuple[tuple[int, Any], ...]
    steps: tuple[str, ...]


def play(case: Case, number: int) -> Record:
    """Play a random match with the chance of real matches."""
    game, luck = case.game, FastChance(number)
    chance = MatchChance(_seed(number))
    state, events = game.new(case.read_options(), case.seats, chance)
    moves, steps = [], [_step(game, state, events)]
    while to_act := game.to_act(state):
        seat = luck.pick(to_act, "seat")
        move = luck.pick(game.legal(state, seat), "move")
        moves.append((seat, to_plain(move)))
        steps.append(_step(game, state, game.apply(state, seat, move, chance)))
    return Record(tuple(moves), tuple(steps))


def replay(case: Case, number: int, record: Record) -> tuple[str, ...]:
    """Play the record's moves again, storing state and chance after each step as a match does."""
    game = case.game
    chance = MatchChance(_seed(number))
    state, events = game.new(case.read_options(), case.seats, chance)
    steps = [_step(game, state, events)]
    for seat, plain in record.moves:
        state, chance = game.decode(game.encode(state)), MatchChance(_seed(number), chance.counter)
        events = game.apply(state, seat, read_move(game.move_type, plain), chance)
        steps.append(_step(game, state, events))
    return tuple(steps)


def _seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


def _step(game: Any, state: Any, events: Any) -> str:
    told = "".join(to_json(event) for event in events)
    return digest(game.encode(state) + told.encode())[:16]


def main() -> None:
    """Print the digests of some matches of every edition."""
    for case in all_editions():
        for number in range(MATCHES):
            print(case, number, *play(case, number).steps)


if __name__ == "__main__":
    main()
