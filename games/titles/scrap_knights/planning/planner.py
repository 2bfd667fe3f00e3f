"""What a player who thinks a turn ahead does: it plays its choices through against the opponent's.

It works on a resampled state, so it knows no more than its player. Only bots use it.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from games.titles.scrap_knights.decisions import building
from games.titles.scrap_knights.decisions.legality import READY, copyable, legal
from games.titles.scrap_knights.decks.deck import faults
from games.titles.scrap_knights.edition import Edition, Way
from games.titles.scrap_knights.moves import (
    AnyMove,
    Deploy,
    DeployCopying,
    OverchargeUlt,
    Spend,
)
from games.titles.scrap_knights.planning.lookahead import Lookahead
from games.titles.scrap_knights.state import (
    ACT,
    BOT_WINDOW,
    BUILD,
    NONE,
    RESOLVE,
    TOKEN_KINDS,
    TOKENS,
    Planned,
    State,
)
from games.titles.scrap_knights.turns.spending import spendable

T = TypeVar("T")

SAMPLES = 8  # choices of the opponent that are tried
OWN = 24  # own choices that are tried
PARRIES = (1, -1, -3)
FARTHEST = 4  # highest number that is tried with a thruster
COOL = 2  # heat up to which an ULT is overcharged


def advise(edition: Edition, state: State, seat: int) -> AnyMove | None:
    """Return the move of a player who thinks ahead."""
    if state.phase == BUILD:
        return _build(edition, state, seat)
    lookahead = Lookahead(edition, state, seat)
    if state.phase == ACT:
        return _choose(lookahead)
    if state.phase == BOT_WINDOW:
        return _use_bots(lookahead)
    if state.phase == TOKENS:
        return _spend(lookahead)
    if state.phase == RESOLVE:
        return _best(legal(edition, state, seat), lookahead.answer)
    return _settle_ult(state, seat)


def _best(items: Sequence[T], worth: Callable[[T], float]) -> T:
    """Return the most valuable item; the first of equals."""
    values = [worth(item) for item in items]
    return items[values.index(max(values))]


# Building


def _build(edition: Edition, state: State, seat: int) -> AnyMove:
    """Bring a ready-made mech; which one depends on the draft that the opponent may have."""
    deck = building.draft_of(edition, state, seat)
    if not faults(deck, edition.pool):
        return READY[BUILD]
    number = sum(state.drafts[1 - seat]) % len(edition.mechs)
    return building.bring(edition.mechs[number])


# ACTs


def _choose(lookahead: Lookahead) -> AnyMove:
    """Choose what does best on average against the opponent's choices."""
    edition, state, seat = lookahead.edition, lookahead.state, lookahead.seat
    if state.chosen[seat]:
        return _choose_second(lookahead)
    own = [n for act in state.hands[seat] for n in _ways(edition, state, seat, act)][:OWN]
    own = own or [edition.way_of_move[legal(edition, state, seat)[0]]]  # type: ignore[index]
    others = _others(lookahead)

    def worth(number: int) -> float:
        return sum(lookahead.acts([number], other) for other in others)

    return edition.ways[_best(own, worth)].move


def _choose_second(lookahead: Lookahead) -> AnyMove:
    """Choose a second ACT if that is better than one."""
    edition, state, seat = lookahead.edition, lookahead.state, lookahead.seat
    first = state.chosen[seat]
    allowed = set(legal(edition, state, seat))
    more = [n for act in state.hands[seat] for n in _ways(edition, state, seat, act)]
    ways = [first, *([*first, n] for n in more if edition.ways[n].move in allowed)][:OWN]
    others = _others(lookahead)

    def worth(chosen: list[int]) -> float:
        return sum(lookahead.acts(chosen, other) for other in others)

    best = _best(ways, worth)
    return READY[ACT] if best == first else edition.ways[best[-1]].move


def _ways(edition: Edition, state: State, seat: int, act: int) -> list[int]:
    """Return the ways to choose that ACT that are worth trying."""
    ways = [edition.way_of_move[move] for move in edition.moves_of[act]]
    if edition.kinds[act].names_card:
        return _names(edition, state, seat, ways)
    return [number for number in ways if is_sensible(edition.ways[number])]


def is_sensible(way: Way) -> bool:
    """Return whether that way is worth trying: not another number of the same use."""
    return way.number == 0 or (way.number in PARRIES if not way.moves else way.number <= FARTHEST)


def _names(edition: Edition, state: State, seat: int, ways: list[int]) -> list[int]:
    """Name only ACTs that the opponent has, and only when that would win."""
    if state.hp[seat] > 1:
        return ways[:1]
    return [number for number in ways if edition.ways[number].named in state.hands[1 - seat]]


def _others(lookahead: Lookahead) -> list[list[int]]:
    """Return what the opponent may choose; what would overheat its mech only if there is nothing else."""
    edition, state, other = lookahead.edition, lookahead.state, 1 - lookahead.seat
    hand = state.hands[other]
    if not hand:
        return [[]]
    cool = [act for act in hand if state.heat[other] + edition.kinds[act].heat < edition.too_hot] or hand
    found: list[list[int]] = []
    for number in range(SAMPLES):
        ways = edition.moves_of[cool[number % len(cool)]]
        found.append([edition.way_of_move[lookahead.luck.pick(ways, "mind")]])
    return found


# BOTs, tokens, ULTs


def _use_bots(lookahead: Lookahead) -> AnyMove:
    """Plan one more BOT, if that is better. No planned BOT is recalled."""
    edition, state, seat = lookahead.edition, lookahead.state, lookahead.seat
    planned = state.planned[seat]
    used = {plan.bot for plan in planned}
    plans = [planned]
    for one in state.armed[seat]:
        if one.bot not in used:
            plans += [[*planned, plan] for plan in _plans(edition, state, seat, one.bot)]
    best = _best(plans, lookahead.bots)
    if best == planned:
        return READY[BOT_WINDOW]
    plan = best[-1]
    name = edition.name(plan.bot)
    if plan.named != NONE:
        return DeployCopying(name, edition.name(plan.named))
    return Deploy(name, (plan.move,) if plan.move else ())  # type: ignore[arg-type]


def _plans(edition: Edition, state: State, seat: int, bot: int) -> list[Planned]:
    """Return the ways to use a BOT."""
    kind = edition.kinds[bot]
    if kind.copies_attack:
        return [Planned(bot, 0, act) for act in copyable(edition, state, seat)]
    return [Planned(bot, move, NONE) for move in ((-1, 1) if kind.directions else (0,))]


def _spend(lookahead: Lookahead) -> AnyMove:
    """Plan to spend one more token, if that is better."""
    state, seat = lookahead.state, lookahead.seat
    planned = state.spending[seat]
    most = spendable(lookahead.edition, state, seat)
    plans = [planned]
    for token in range(len(TOKEN_KINDS)):
        if planned[token] < most[token]:
            plans.append([count + (kind == token) for kind, count in enumerate(planned)])
    best = _best(plans, lookahead.tokens)
    if best == planned:
        return READY[TOKENS]
    token = next(kind for kind, count in enumerate(best) if count > planned[kind])
    return Spend(TOKEN_KINDS[token])  # type: ignore[arg-type]


def _settle_ult(state: State, seat: int) -> AnyMove:
    """Overcharge the ULT while the mech is cool; keep the hand."""
    if not state.over_ult[seat] and state.heat[seat] <= COOL:
        return OverchargeUlt("on")
    return READY[state.phase]
