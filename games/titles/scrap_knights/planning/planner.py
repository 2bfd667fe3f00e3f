"""What a player who thinks a turn ahead would do: it plays its choices through against those of the other.

It knows what its player knows; the other's hand is one that fits that. Only bots ask it.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from games.titles.scrap_knights.decisions import building
from games.titles.scrap_knights.decisions.legality import READY, copyable, legal
from games.titles.scrap_knights.decks.deck import faults
from games.titles.scrap_knights.decks.ready_made import MECHS
from games.titles.scrap_knights.edition import Edition, Way
from games.titles.scrap_knights.moves import (
    AnyMove,
    Deploy,
    DeployCopying,
    OverchargeUlt,
    Spend,
)
from games.titles.scrap_knights.planning.lookahead import Mind
from games.titles.scrap_knights.state import (
    ACT,
    BOT_WINDOW,
    BUILD,
    NONE,
    RESOLVE,
    TOKEN_KINDS,
    TOKENS,
    TOO_HOT,
    Planned,
    State,
)
from games.titles.scrap_knights.turns.spending import spendable

T = TypeVar("T")

SAMPLES = 8  # choices of the other that one plays against
OWN = 24  # choices of one's own that are played through
PARRIES = (1, -1, -3)
FARTHEST = 4  # number that is thought of with a thruster
COOL = 2  # heat up to which a ULT is overcharged


def advise(edition: Edition, state: State, seat: int) -> AnyMove | None:
    """Return what a player who thinks ahead does now."""
    if state.phase == BUILD:
        return _build(edition, state, seat)
    mind = Mind(edition, state, seat)
    if state.phase == ACT:
        return _choose(mind)
    if state.phase == BOT_WINDOW:
        return _use_bots(mind)
    if state.phase == TOKENS:
        return _spend(mind)
    if state.phase == RESOLVE:
        return _best(legal(edition, state, seat), mind.answer)
    return _settle_ult(state, seat)


def _best(items: Sequence[T], worth: Callable[[T], float]) -> T:
    """Return the item that is worth most; the first of equals."""
    values = [worth(item) for item in items]
    return items[values.index(max(values))]


# Building


def _build(edition: Edition, state: State, seat: int) -> AnyMove:
    """Bring a ready-made mech; which one depends on what the other might be bringing."""
    deck = building.draft_of(edition, state, seat)
    if not faults(deck):
        return READY[BUILD]
    number = sum(state.drafts[1 - seat]) % len(MECHS)
    return building.bring(MECHS[number])


# ACTs


def _choose(mind: Mind) -> AnyMove:
    """Choose what does best on average against what the other may choose."""
    edition, state, seat = mind.edition, mind.state, mind.seat
    if state.chosen[seat]:
        return _choose_second(mind)
    own = [n for act in state.hands[seat] for n in _ways(edition, state, seat, act)][:OWN]
    others = _others(mind)

    def worth(number: int) -> float:
        return sum(mind.acts([number], other) for other in others)

    return edition.ways[_best(own, worth)].move


def _choose_second(mind: Mind) -> AnyMove:
    """Choose a second ACT if that is better than one."""
    edition, state, seat = mind.edition, mind.state, mind.seat
    first = state.chosen[seat]
    allowed = set(legal(edition, state, seat))
    more = [n for act in state.hands[seat] for n in _ways(edition, state, seat, act)]
    ways = [first, *([*first, n] for n in more if edition.ways[n].move in allowed)][:OWN]
    others = _others(mind)

    def worth(chosen: list[int]) -> float:
        return sum(mind.acts(chosen, other) for other in others)

    best = _best(ways, worth)
    return READY[ACT] if best == first else edition.ways[best[-1]].move


def _ways(edition: Edition, state: State, seat: int, act: int) -> list[int]:
    """Return the ways to choose that ACT that are worth a thought."""
    ways = [edition.way_of_move[move] for move in edition.moves_of[act]]
    if edition.kinds[act].names_card:
        return _names(edition, state, seat, ways)
    return [number for number in ways if _is_sensible(edition.ways[number])]


def _is_sensible(way: Way) -> bool:
    return way.number == 0 or (way.number in PARRIES if not way.moves else way.number <= FARTHEST)


def _names(edition: Edition, state: State, seat: int, ways: list[int]) -> list[int]:
    """Name only what the other has, and only when that would win."""
    if state.hp[seat] > 1:
        return ways[:1]
    return [number for number in ways if edition.ways[number].named in state.hands[1 - seat]]


def _others(mind: Mind) -> list[list[int]]:
    """Return what the other may choose; what would burn its mech only if there is nothing else."""
    edition, state, other = mind.edition, mind.state, 1 - mind.seat
    hand = state.hands[other]
    if not hand:
        return [[]]
    cool = [act for act in hand if state.heat[other] + edition.kinds[act].heat < TOO_HOT] or hand
    found: list[list[int]] = []
    for number in range(SAMPLES):
        ways = edition.moves_of[cool[number % len(cool)]]
        found.append([edition.way_of_move[mind.luck.pick(ways, "mind")]])
    return found


# BOTs, tokens, ULTs


def _use_bots(mind: Mind) -> AnyMove:
    """Use one more BOT, if that is better than what is planned. None is held back again."""
    edition, state, seat = mind.edition, mind.state, mind.seat
    planned = state.planned[seat]
    used = {plan.bot for plan in planned}
    plans = [planned]
    for one in state.armed[seat]:
        if one.bot not in used:
            plans += [[*planned, plan] for plan in _plans(edition, state, seat, one.bot)]
    best = _best(plans, mind.bots)
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
    if kind.slug == "ad-chain":
        return [Planned(bot, 0, act) for act in copyable(edition, state, seat)]
    return [Planned(bot, move, NONE) for move in ((-1, 1) if kind.directions else (0,))]


def _spend(mind: Mind) -> AnyMove:
    """Spend one token more, if that is better than what is planned."""
    state, seat = mind.state, mind.seat
    planned = state.spending[seat]
    most = spendable(mind.edition, state, seat)
    plans = [planned]
    for token in range(len(TOKEN_KINDS)):
        if planned[token] < most[token]:
            plans.append([count + (kind == token) for kind, count in enumerate(planned)])
    best = _best(plans, mind.tokens)
    if best == planned:
        return READY[TOKENS]
    token = next(kind for kind, count in enumerate(best) if count > planned[kind])
    return Spend(TOKEN_KINDS[token])  # type: ignore[arg-type]


def _settle_ult(state: State, seat: int) -> AnyMove:
    """Overcharge while one is cool; what is in the hand stays there."""
    if not state.over_ult[seat] and state.heat[seat] <= COOL:
        return OverchargeUlt("on")
    return READY[state.phase]
