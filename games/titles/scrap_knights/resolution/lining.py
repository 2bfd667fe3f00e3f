"""Lining up the chain: the order of all effects of a turn, and the coins that settle ties between players."""

from collections.abc import Set
from itertools import combinations

from games.engine.chance import Chance
from games.engine.codec import pack
from games.engine.events import Event
from games.titles.scrap_knights import events as ev
from games.titles.scrap_knights.cards.kind import TAG_RANK
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.resolution.chain import go_on, parts_of, rank_of, return_acts
from games.titles.scrap_knights.resolution.context import ResolutionContext
from games.titles.scrap_knights.state import (
    NO_STEP,
    NONE,
    NOTHING,
    State,
    copy_state,
    link,
    play_and_part,
    reference,
)

_Key = tuple[int, int]  # priority, the highest first, and type
_Ties = dict[_Key, tuple[list[int], list[int]]]
_MOST_TRIED = 4  # ties whose orders are all tried; of more, every one gets its coin


def line_up(edition: Edition, state: State, chance: Chance | None, events: list[Event]) -> list[int]:
    """Return the chain of all plays. Without chance, ties between the players go to the first seat.

    *Source:* `scrap-knights:chain-1` to `scrap-knights:chain-5`.
    """
    ties, tags = _ranked(edition, state)
    if chance is None:
        return _chain(state, ties, tags, set())
    open_ties = _open_ties(edition, state, ties, tags)
    tosses = {key: _toss(edition, state, ties[key], chance, events) for key in open_ties}
    return _chain(state, ties, tags, {key for key, seat in tosses.items() if seat})


def _ranked(edition: Edition, state: State) -> tuple[_Ties, list[int]]:
    """Return all effects by priority and type, those of either seat apart, and the Tags."""
    ties: _Ties = {}
    tags: list[int] = []
    for number, play in enumerate(state.plays):
        tie = edition.kinds[play.card].tie
        for part in parts_of(edition, play):
            rank = rank_of(edition, play, part)
            if rank == TAG_RANK:
                tags.append(link(number, part))
            else:
                ties.setdefault((-rank, tie), ([], []))[play.seat].append(link(number, part))
    return ties, tags


def _chain(state: State, ties: _Ties, tags: list[int], swapped: Set[_Key]) -> list[int]:
    """Return the chain in which the second seat goes first in the ties of *swapped*."""
    chain: list[int] = []
    for key in sorted(ties):
        first, second = ties[key]
        chain += second + first if key in swapped else first + second
    return _with_tags(state, chain, tags)


# Which ties matter


def _open_ties(edition: Edition, state: State, ties: _Ties, tags: list[int]) -> list[_Key]:
    """Return the ties whose order matters. *Source:* `scrap-knights:chain-4`.

    It doesn't where one side has only blocks, which stand already, nor where the turn comes out the same in
    either order, whatever the order of the others.
    """
    tied = [key for key in sorted(ties) if all(ties[key]) and not _has_only_blocks(edition, state, ties[key])]
    if edition.tosses_idly or len(tied) > _MOST_TRIED:
        return tied
    orders = [frozenset(some) for count in range(len(tied) + 1) for some in combinations(tied, count)]
    if len(orders) == 1:
        return []
    ends = {order: _end(edition, state, _chain(state, ties, tags, order)) for order in orders}
    return [key for key in tied if any(ends[order] != ends[order ^ {key}] for order in orders)]


def _end(edition: Edition, state: State, chain: list[int]) -> object:
    """Return what the turn comes to if the chain is *chain*, as a value that compares.

    It is the table at the end, or when a player is asked, since all that follows hangs on it. Where chance is
    drawn, nothing can be said beforehand.
    """
    ahead = copy_state(state)
    ahead.chain = chain
    try:
        go_on(ResolutionContext(edition, ahead, _Unforeseen()))
    except _ChanceDrawn:
        return object()
    if ahead.asked == NOTHING:  # the rest of the turn forgets these
        return_acts(ahead)
        ahead.plays, ahead.rank, ahead.block = [], NO_STEP, [0, 0]
        ahead.hurt, ahead.prevented = [0, 0], NONE
    return pack(ahead)


class _ChanceDrawn(Exception):
    """The resolution draws chance."""


class _Unforeseen(Chance):
    """The chance of a look ahead, which mustn't draw any."""

    def below(self, limit: int, purpose: str) -> int:
        raise _ChanceDrawn


def _has_only_blocks(edition: Edition, state: State, sides: tuple[list[int], list[int]]) -> bool:
    return any(_only_blocks(edition, state, codes) for codes in sides)


def _only_blocks(edition: Edition, state: State, codes: list[int]) -> bool:
    steps = [
        edition.kinds[state.plays[number].card].steps[part]
        for number, part in [play_and_part(code) for code in codes]
    ]
    return all(step.only_blocks for step in steps)


def _toss(
    edition: Edition, state: State, sides: tuple[list[int], list[int]], chance: Chance, events: list[Event]
) -> int:
    """Toss a coin for whose effects go first: heads for the first seat. Return the seat.

    *Source:* `scrap-knights:chain-4`.
    """
    seat = 0 if chance.coin("coin:chain") else 1
    order = (sides[seat], sides[1 - seat])
    names = [edition.name(state.plays[play_and_part(codes[0])[0]].card) for codes in order]
    events.append(ev.CoinTossed("chain-4", seat, *names))
    return seat


def _with_tags(state: State, chain: list[int], tags: list[int]) -> list[int]:
    """Put each Tag behind what it follows, which may be a Tag itself, or in front.

    *Source:* `scrap-knights:chain-2`, `scrap-knights:chain-6`.
    """
    waiting = tags[::-1]
    placed = True
    while waiting and placed:
        placed = False
        names = [_refers(state, code) for code in chain]
        for code in waiting:
            after = state.plays[play_and_part(code)[0]].after
            if after in names:
                chain.insert(names.index(after) + 1, code)
                waiting.remove(code)
                placed = True
                break
    return waiting[::-1] + chain


def _refers(state: State, code: int) -> int:
    number, part = play_and_part(code)
    return reference(state.plays[number], part)
