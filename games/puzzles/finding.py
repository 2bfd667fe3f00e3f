"""Finds puzzles in games between bots: turns in which one way alone gains the most. Pure.

It takes a turn if the way needs some deeds, a quick bot doesn't find it, and few random lines do.
"""

import base64
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from games import catalog
from games.bots import bot
from games.engine import codec
from games.engine.chance import Chance, FastChance
from games.engine.optional import Poses
from games.engine.viewers import seat_viewer
from games.puzzles.data import LEVELS, Puzzle
from games.puzzles.searching import TooMany, TurnSearch, gain_for_sure, sure_gain

MOST_STATES = 4000
RANDOM_LINES = 200
MOST_LUCKY = 0.25  # the share of random lines that may solve a puzzle
LONGEST_LINE = 60
PLAYERS = ("greedy", "novice")
SEATS = 2


def find_puzzles(title: str, edition: str, games: int, seed: int) -> Iterator[Puzzle]:
    """Yield the puzzles of *games* games, the first of which has that *seed*, numbered from 1.

    *Raises:* `BadOptions` for an unknown game, `TypeError` for one whose turns can’t be puzzles.
    """
    number = 0
    for deal in range(seed, seed + games):
        for state, seat in turns(title, edition, deal):
            puzzle = posed(title, edition, state, seat, number + 1)
            if puzzle is not None:
                number += 1
                yield puzzle


def turns(title: str, edition: str, seed: int) -> Iterator[tuple[Any, int]]:
    """Yield the beginning of each turn of a game between bots, with the seat whose turn it is."""
    found, luck = catalog.game(title, edition), FastChance(seed)
    if not isinstance(found, Poses):
        raise TypeError(f"No turn of {title} can be a puzzle.")
    game: Any = found
    state, _ = game.new(codec.read_options(game.options_type, {}), SEATS, luck)
    minds = [bot(PLAYERS[(seat + seed) % 2]) for seat in range(SEATS)]
    begun: set[tuple[int, int]] = set()
    while to_act := game.to_act(state):
        now = {(game.clock(state), seat) for seat in to_act}
        for _, seat in sorted(now - begun):
            yield game.laid_open(game.clone(state), seat), seat
        begun |= now
        seat = to_act[0]
        game.apply(state, seat, minds[seat](game, game.view(state, seat_viewer(seat)), seat, luck), luck)


def posed(title: str, edition: str, state: Any, seat: int, number: int) -> Puzzle | None:
    """Return the puzzle that the turn of *seat* at *state* makes, or None. It has no level yet."""
    game: Any = catalog.game(title, edition)
    for goal, terms in game.goals.items():
        search = TurnSearch(game, state, seat, goal, MOST_STATES)
        try:
            amount = search.best().amount
            if amount < terms.least:
                continue
            ways = search.ways(amount)
        except TooMany:
            continue
        if len(ways) != 1:
            continue
        ((deeds, moves),) = ways.items()
        if game.is_plain(deeds) or _finds_quickly(game, state, seat, goal, amount):
            continue
        lucky = share_of_luck(game, state, seat, goal, amount)
        if lucky > MOST_LUCKY or gain_for_sure(game, state, seat, goal, moves) < amount:
            continue
        return Puzzle(
            number=number,
            edition=edition,
            seat=seat,
            seats=SEATS,
            goal=goal,
            amount=amount,
            state=base64.b64encode(game.encode(state)).decode(),
            moves=tuple(codec.to_plain(move) for move in moves),
            lucky=lucky,
            level=0,
            title=title,
        )
    return None


def graded(found: Sequence[Puzzle]) -> list[Puzzle]:
    """Return the puzzles of a game with their levels: each level holds a third of them.

    A puzzle is the harder the fewer random lines solve it and, among equals, the more moves it takes.
    """
    ranked = sorted(found, key=lambda one: (-one.lucky, len(one.moves), one.number))
    levels = {one.number: place * len(LEVELS) // len(ranked) for place, one in enumerate(ranked)}
    return [replace(one, level=levels[one.number]) for one in found]


def share_of_luck(game: Any, state: Any, seat: int, goal: str, amount: int) -> float:
    """Return the share of random lines of helpful moves that gain *amount* for sure."""
    luck, solved = FastChance(1), 0
    for _ in range(RANDOM_LINES):
        solved += _plays_on(game, state, seat, goal, amount, luck)
    return solved / RANDOM_LINES


def _plays_on(game: Any, start: Any, seat: int, goal: str, amount: int, luck: Chance) -> bool:
    state, clock, last = game.clone(start), game.clock(start), None
    for _ in range(LONGEST_LINE):
        if seat not in game.to_act(state) or game.clock(state) != clock:
            break
        moves = game.helpful(state, seat, goal, last)
        if not moves:
            break
        last = luck.pick(moves, "line")
        game.apply(state, seat, last, FastChance(0))
        if sure_gain(game, start, state, seat, goal) >= amount:
            return True
    return False


def _finds_quickly(game: Any, start: Any, seat: int, goal: str, amount: int) -> bool:
    """Return whether the greedy bot gains as much."""
    state, clock, luck, choose = game.clone(start), game.clock(start), FastChance(1), bot("greedy")
    for _ in range(LONGEST_LINE):
        if seat not in game.to_act(state) or game.clock(state) != clock:
            break
        move = choose(game, game.view(state, seat_viewer(seat)), seat, luck)
        game.apply(state, seat, move, luck)
        if sure_gain(game, start, state, seat, goal) >= amount:
            return True
    return False
