"""What a seat holds back though it would save its mech, as far as the seat can work it out."""

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import TypeVar

from games.titles.scrap_knights.decisions.legality import copyable
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.resolution.dry_run import Ahead, armed, use_bots
from games.titles.scrap_knights.state import (
    ARMOR,
    BOT_WINDOW,
    FRAME,
    NONE,
    TOKEN_KINDS,
    Armed,
    Planned,
    State,
    copy_state,
)
from games.titles.scrap_knights.turns.spending import spend, spendable

T = TypeVar("T")
_Tried = tuple[tuple[str, ...], State]  # names of what is used, and the state with it

TOKEN_NAMES = {"frame-advantage": "Frame Advantage", "armored": "Armored", "blitz": "Blitz"}

_MOST_WINDOWS = 100  # what a draft's many BOTs may lead to isn't all looked at
_HELPFUL = (FRAME, ARMOR)  # Blitz only makes an Attack harder, and its own mech hotter.


def savers(edition: Edition, state: State, seat: int) -> tuple[str, ...]:
    """Return the names of the fewest BOTs or tokens with which the seat's mech would survive the turn.

    Empty when it survives without them, when the seat uses some already, and when none would save it.
    """
    is_bots = state.phase == BOT_WINDOW
    if (state.planned if is_bots else state.spending)[seat] not in ([], [0, 0, 0]):
        return ()
    if not Ahead(edition, state).is_lost(seat):
        return ()
    found = _with_bots(edition, state, seat) if is_bots else _with_tokens(edition, state, seat)
    saved = (names for names, ahead in found if not Ahead(edition, ahead).is_lost(seat))
    return next(saved, ())


def _with_bots(edition: Edition, state: State, seat: int) -> Iterator[_Tried]:
    """Yield the names of some armed BOTs, and the state with them in use, in every way; the fewest first.

    Then come those that are armed once others are used. *Source:* `scrap-knights:bot-2`.
    """
    windows: list[_Tried] = [((), state)]
    while 0 < len(windows) <= _MOST_WINDOWS:
        found: list[_Tried] = []
        for window in windows:
            for tried in _in_window(edition, seat, *window):
                found.append(tried)
                yield tried
        for _, ahead in found:
            ahead.armed = armed(edition, ahead)
        windows = found


def _in_window(edition: Edition, seat: int, names: tuple[str, ...], state: State) -> Iterator[_Tried]:
    """Yield what `_with_bots` does for a single window. *names:* of those that were used before it."""
    for some in _some(state.armed[seat]):
        for plans in product(*(_ways(edition, state, seat, one) for one in some)):
            ahead = copy_state(state)
            use_bots(edition, ahead, seat, plans)
            yield (*names, *(edition.kinds[one.bot].name for one in some)), ahead


def _ways(edition: Edition, state: State, seat: int, one: Armed) -> list[Planned]:
    kind = edition.kinds[one.bot]
    if kind.copies_attack:
        return [Planned(one.bot, 0, act) for act in copyable(edition, state, seat)]
    return [Planned(one.bot, move, NONE) for move in ((-1, 1) if kind.directions else (0,))]


def _with_tokens(edition: Edition, state: State, seat: int) -> Iterator[_Tried]:
    """Yield the names of some kinds of tokens, and the state with all of these spent; the fewest first."""
    most = spendable(edition, state, seat)
    for some in _some([kind for kind in _HELPFUL if most[kind]]):
        ahead = copy_state(state)
        spend(edition, ahead, [], seat, [count if kind in some else 0 for kind, count in enumerate(most)])
        yield tuple(TOKEN_NAMES[TOKEN_KINDS[kind]] for kind in some), ahead


def _some(things: list[T]) -> Iterable[tuple[T, ...]]:
    """Yield one or more of the *things* in every way, the fewest first."""
    for count in range(1, len(things) + 1):
        yield from combinations(things, count)
