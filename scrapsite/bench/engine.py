"""How fast the rules are: random playouts, and what each step of the protocol costs."""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from games import catalog
from games.engine.chance import FastChance
from games.engine.codec import read_options
from games.engine.protocol import Game
from games.engine.viewers import seat_viewer

SAMPLES = 200
CHESS_PLIES = 300
OPTIONS = {"scrap-knights": {"decks": 2}}  # otherwise it would mostly measure how mechs are assembled


@dataclass(frozen=True)
class EngineFigures:
    """*playouts*, *applied:* moves per second, with and without listing legal moves. The rest: microseconds.

    *chess:* python-chess's random playouts in the same run, moves a second; 0 when it isn't installed.
    """

    title: str
    edition: str
    playouts: float
    applied: float
    chess: float
    clone: float
    view: float
    legal: float
    encode: float
    decode: float

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        return asdict(self)


def measure_engine(slug: str, seconds: float) -> EngineFigures:
    """Return the figures of the newest edition of title *slug*."""
    edition = catalog.title(slug).newest
    game = edition.game
    states = _sample_states(game)
    seats = [game.to_act(state)[0] for state in states]
    return EngineFigures(
        title=slug,
        edition=edition.slug,
        playouts=_rate(lambda luck: _play(game, luck), seconds),
        chess=chess_playouts(seconds),
        applied=_applied_rate(game, seconds),
        clone=_cost(lambda: [game.clone(state) for state in states]),
        view=_cost(lambda: [game.view(s, seat_viewer(seat)) for s, seat in zip(states, seats, strict=True)]),
        legal=_cost(lambda: [game.legal(s, seat) for s, seat in zip(states, seats, strict=True)]),
        encode=_cost(lambda: [game.encode(state) for state in states]),
        decode=_decode_cost(game, states),
    )


def chess_playouts(seconds: float) -> float:
    """Return python-chess's random moves a second: list the legal moves, pick one, push it."""
    try:
        import chess
    except ImportError:
        return 0.0

    def play(luck: random.Random) -> int:
        board = chess.Board()
        for ply in range(CHESS_PLIES):
            moves = list(board.legal_moves)
            if not moves:
                return ply
            board.push(luck.choice(moves))
        return CHESS_PLIES

    return _rate(play, seconds)


def _play(game: Game[Any], luck: random.Random) -> int:
    """Play one random game and return how many moves it had."""
    return sum(1 for _ in _moves_of(game, luck))


def _moves_of(
    game: Game[Any], luck: random.Random, seed: int | None = None
) -> Iterator[tuple[Any, int, Any]]:
    """Play one random game; yield each state just before a move, the seat and the move.

    *seed:* of the game's chance, to deal the same game again.
    """
    chance = FastChance(luck.getrandbits(32) if seed is None else seed)
    state = _deal(game, chance)
    while to_act := game.to_act(state):
        seat = to_act[0]
        moves = game.legal(state, seat)
        move = moves[int(luck.random() * len(moves))]
        yield state, seat, move
        game.apply(state, seat, move, chance)


def _deal(game: Game[Any], chance: FastChance) -> Any:
    state, _ = game.new(read_options(game.options_type, OPTIONS.get(game.slug, {})), 2, chance)
    return state


def _rate(play: Callable[[random.Random], int], seconds: float) -> float:
    """Return moves a second of *play*, which plays one game and returns its number of moves."""
    luck, count = random.Random(1), 0
    play(luck)
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        count += play(luck)
    return count / (time.perf_counter() - begun)


def _applied_rate(game: Game[Any], seconds: float) -> float:
    """Return moves per second of replaying recorded games, without listing or choosing moves."""
    luck, count, spent = random.Random(2), 0, 0.0
    while spent < seconds:
        seed = luck.getrandbits(32)
        record = [(seat, move) for _, seat, move in _moves_of(game, luck, seed)]
        chance = FastChance(seed)
        state = _deal(game, chance)
        begun = time.perf_counter()
        for seat, move in record:
            game.apply(state, seat, move, chance)
        spent += time.perf_counter() - begun
        count += len(record)
    return count / spent


def _sample_states(game: Game[Any]) -> list[Any]:
    luck = random.Random(3)
    states: list[Any] = []
    while len(states) < SAMPLES:
        states += [game.clone(state) for state, _, _ in _moves_of(game, luck)]
    return luck.sample(states, SAMPLES)


def _cost(run: Callable[[], object]) -> float:
    """Return the microseconds for one of the `SAMPLES`, as the best of several runs."""
    return min(_timed(run) for _ in range(7)) / SAMPLES * 1e6


def _decode_cost(game: Game[Any], states: list[Any]) -> float:
    stored = [game.encode(state) for state in states]
    return _cost(lambda: [game.decode(data) for data in stored])


def _timed(run: Callable[[], object]) -> float:
    begun = time.perf_counter()
    run()
    return time.perf_counter() - begun
