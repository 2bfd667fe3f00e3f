"""Looks at all that a seat can do within its turn without luck, and finds what reaches a goal. Pure.

Coins fall on tails, the side that never helps, and a line ends where anything hidden would show: what it has
reached by then, it reaches for sure. Where others decide within the turn, a line ends with the seat’s first
decision, and reaches the least that can come of it, whatever anybody decides later and however coins fall.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games.engine.chance import Chance, FastChance
from games.engine.errors import IllegalMove
from games.engine.viewers import seat_viewer

COIN = 2
MOST_WAYS = 200  # after so many different solutions of a state nobody counts on
SAMPLES = 8  # tables that differ in what is hidden, on which a solution has to hold
MOST_ANSWERS = 800  # positions that may follow a decision until the turn ends

Deeds = tuple[str, ...]


class TooMany(Exception):
    """There is more to look at than was asked for."""


class Unlucky(Chance):
    """Chance that gives what *script* says, and then the lowest value each time.

    *limits:* of all draws so far. *is_wide:* something else than a coin was drawn.
    """

    def __init__(self, script: Sequence[int] = ()) -> None:
        self._script, self.limits = script, list[int]()

    @property
    def is_wide(self) -> bool:
        return max(self.limits, default=COIN) > COIN

    def below(self, limit: int, purpose: str) -> int:
        self.limits.append(limit)
        return self._script[len(self.limits) - 1] if len(self.limits) <= len(self._script) else 0


@dataclass(frozen=True)
class Found:
    """*amount:* the most that can be gained for sure. *states:* how many positions were looked at."""

    amount: int
    states: int


class TurnSearch:
    """All lines of a seat's turn from *start* on. *most:* positions to look at before giving up.

    *since:* where the turn began, if it wasn't at *start*; gains count from there.
    """

    def __init__(self, game: Any, start: Any, seat: int, goal: str, most: int, since: Any = None) -> None:
        self._game: Any = game
        self._start = start
        self._since = start if since is None else since
        self._seat = seat
        self._goal = goal
        self._most = most

    def best(self) -> Found:
        """Return the most that can be gained. *Raises:* `TooMany`."""
        seen = {self._key(self._start)}
        todo: list[tuple[Any, Any]] = [(self._start, None)]
        best = self._gain(self._start)
        while todo:
            state, last = todo.pop()
            for move, after, goes_on in self._steps(state, last):
                key = self._key(after)
                if key in seen:
                    continue
                seen.add(key)
                if len(seen) > self._most:
                    raise TooMany
                best = max(best, self._gain(after))
                if goes_on:
                    todo.append((after, move))
        return Found(best, len(seen))

    def ways(self, amount: int) -> dict[Deeds, tuple[Any, ...]]:
        """Return the lean ways to gain *amount*: the sets of deeds of which none can be left out.

        Each comes with moves that make it. *Raises:* `TooMany`.
        """
        return self._ways(self._start, None, amount, {})

    def _ways(
        self, state: Any, last: Any, amount: int, known: dict[bytes, dict[Deeds, tuple[Any, ...]]]
    ) -> dict[Deeds, tuple[Any, ...]]:
        key = self._key(state)
        if key in known:
            return known[key]
        if len(known) > self._most:
            raise TooMany
        found: dict[Deeds, tuple[Any, ...]] = {}
        for move, after, goes_on in self._steps(state, last):
            deed = self._game.deed(state, self._seat, move)
            own = (deed,) if deed else ()
            if self._gain(after) >= amount:
                _add(found, own, (move,))
            elif goes_on:
                for deeds, moves in self._ways(after, move, amount, known).items():
                    _add(found, tuple(sorted((*own, *deeds))), (move, *moves))
            if len(found) > MOST_WAYS:
                raise TooMany
        lean = {deeds: moves for deeds, moves in found.items() if not _is_padded(deeds, found)}
        known[key] = lean
        return lean

    def _steps(self, state: Any, last: Any) -> Iterator[tuple[Any, Any, bool]]:
        """Yield each helpful move with the state after it, and whether the line can go on from there."""
        game, seat = self._game, self._seat
        clock = game.clock(state)
        for move in game.helpful(state, seat, self._goal, last):
            after, luck = game.clone(state), Unlucky()
            events = game.apply(after, seat, move, luck)
            is_sure = not luck.is_wide and game.is_foreseen(events)
            yield move, after, is_sure and seat in game.to_act(after) and game.clock(after) == clock

    def _gain(self, state: Any) -> int:
        return sure_gain(self._game, self._since, state, self._seat, self._goal)

    def _key(self, state: Any) -> bytes:
        return bytes(self._game.gist(state, self._seat))


def sure_gain(game: Any, since: Any, state: Any, seat: int, goal: str) -> int:
    """Return what *seat* has gained since *since*, the beginning of its turn, whatever others do about it.

    Where others answer, nothing is gained before the seat has decided. *Raises:* `TooMany`.
    """
    if not game.is_answered:
        return int(game.gained(since, state, seat, goal))
    if seat in game.to_act(state) and game.clock(state) == game.clock(since):
        return 0
    return _least(game, bytes(game.encode(since)), bytes(game.encode(state)), seat, goal)


@lru_cache(maxsize=1024)
def _least(game: Any, since: bytes, state: bytes, seat: int, goal: str) -> int:
    start = game.decode(since)
    ends = _ends(game, game.decode(state), game.clock(start))
    return min(int(game.gained(start, end, seat, goal)) for end in ends)


def _ends(game: Any, state: Any, clock: int) -> Iterator[Any]:
    """Yield all states in which the turn numbered *clock* can end from *state* on. *Raises:* `TooMany`."""
    seen, todo = set[bytes](), [state]
    while todo:
        now = todo.pop()
        to_act = game.to_act(now)
        if not to_act or game.clock(now) != clock:
            yield now
            continue
        for move in game.legal(now, to_act[0]):
            for after in _outcomes(game, now, to_act[0], move):
                key = bytes(game.encode(after))
                if key not in seen:
                    seen.add(key)
                    todo.append(after)
        if len(seen) > MOST_ANSWERS:
            raise TooMany


def _outcomes(game: Any, state: Any, seat: int, move: Any) -> Iterator[Any]:
    """Yield a state for each way in which coins can fall. *Raises:* `TooMany` if anything else is drawn."""
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        after, luck = game.clone(state), Unlucky(script)
        game.apply(after, seat, move, luck)
        if luck.is_wide:
            raise TooMany
        yield after
        tails = range(len(script), len(luck.limits))
        scripts += [(*script, *(0 for _ in range(len(script), place)), 1) for place in tails]


def gain_for_sure(game: Any, start: Any, seat: int, goal: str, moves: Sequence[Any]) -> int:
    """Return what *moves* gain at least, whatever is hidden and however coins fall.

    A move that a table doesn't allow is left out there. What comes after the turn doesn't count.
    """
    luck = FastChance(0)
    view = game.view(start, seat_viewer(seat))
    samples = [game.resample(view, luck) for _ in range(SAMPLES)]
    tables = {bytes(game.encode(table)): table for table in (start, *samples)}.values()
    return min(_gain_at(game, table, seat, goal, moves) for table in tables)


def may_gain(game: Any, start: Any, seat: int, goal: str, moves: Sequence[Any], most: int) -> int:
    """Return the most that the turn that began with *moves* can gain for sure. *Raises:* `TooMany`."""
    state = game.clone(start)
    for _ in _unlucky(game, state, seat, moves):
        pass
    return TurnSearch(game, state, seat, goal, most, since=start).best().amount


def _gain_at(game: Any, table: Any, seat: int, goal: str, moves: Sequence[Any]) -> int:
    state = game.clone(table)
    gains = (sure_gain(game, table, state, seat, goal) for _ in _unlucky(game, state, seat, moves))
    return max(gains, default=0)


def _unlucky(game: Any, state: Any, seat: int, moves: Sequence[Any]) -> Iterator[Any]:
    """Make those of *moves* that *state* allows, while the turn goes on, and yield each when it is made."""
    clock = game.clock(state)
    for move in moves:
        if seat not in game.to_act(state) or game.clock(state) != clock:
            break
        try:
            game.apply(state, seat, move, Unlucky())
        except IllegalMove:
            continue
        yield move


def _add(found: dict[Deeds, tuple[Any, ...]], deeds: Deeds, moves: tuple[Any, ...]) -> None:
    if deeds not in found or len(moves) < len(found[deeds]):
        found[deeds] = moves


def _is_padded(deeds: Deeds, found: dict[Deeds, tuple[Any, ...]]) -> bool:
    """Return whether some of *deeds* can be left out."""
    count = Counter(deeds)
    return any(len(other) < len(deeds) and Counter(other) <= count for other in found)
