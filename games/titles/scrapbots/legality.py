"""What a seat may do: the legal moves, why others are refused, and which moves the board suggests."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.engine.chance import FastChance
from games.engine.effects import Effect
from games.engine.errors import IllegalMove
from games.titles.scrapbots.context import Context
from games.titles.scrapbots.edition import COMPONENT, RESOURCE, SCRAPBOT, WOUND_TYPE, Edition, Kind
from games.titles.scrapbots.events import LANE_NAMES
from games.titles.scrapbots.moves import (
    ActivateComponent,
    AnyMove,
    Attack,
    BuildScrapbot,
    BuyCard,
    EndTurn,
    GainEnergy,
    GainScrap,
    PlayResource,
)
from games.titles.scrapbots.state import EMPTY, LANES, State

END_TURN = EndTurn()
KEPT = 64  # editions whose plays are remembered; drafts may be many
PILES = ("hand", "discard")
_ALL_LANES = range(LANES)
_WOUND = (
    "A Wound gives no Scrap and can't be played. Its text happens once in your Draw phase: "
    "a Wound that you draw later stays in your hand until your next Discard phase."
)
_NO_CHANCE = FastChance(0)  # here effects never resolve; they only say whether they could change anything


@dataclass(frozen=True)
class Plays:
    """The moves that one kind of card allows, made once for each edition.

    *pool:* discarding it for Scrap or Energy. *gains:* what it may give with its text.
    *aimed:* playing its text, by Lane or pile.
    """

    pool: tuple[AnyMove, ...]
    build: tuple[BuildScrapbot, ...]
    activate: tuple[ActivateComponent, ...]
    buy: BuyCard
    cost: int
    does: Effect | None
    aim: str
    gains: tuple[str, ...]
    aimed: dict[int | str | None, tuple[PlayResource, ...]]


ATTACKS = tuple(tuple(Attack(lane, number) for number in (0, 1)) for lane in _ALL_LANES)


@lru_cache(KEPT)
def plays(edition: Edition) -> tuple[Plays, ...]:
    """Return what every kind of the edition allows, by kind."""
    return tuple(_plays(edition, kind) for kind in edition.kinds)


def legal(edition: Edition, state: State, seat: int) -> list[AnyMove]:
    """Return the legal moves of the active seat, ordered: hand, Market, attacks, end of turn."""
    table = plays(edition)
    context = Context(edition, state, seat, _NO_CHANCE)
    first = seat * LANES
    bots, ready = state.bots, state.ready
    moves: list[AnyMove] = []
    for kind in sorted(set(state.hands[seat])):
        row = table[kind]
        moves += row.pool
        if row.build:
            moves += [row.build[lane] for lane in _ALL_LANES if bots[first + lane] == EMPTY]
        elif row.activate:
            for lane in _ALL_LANES:
                if ready[first + lane] and _could_change(row, context, lane):
                    moves.append(row.activate[lane])
        elif row.aimed:
            moves += _resource_moves(edition, row, context)
    scrap = state.scrap
    if scrap >= edition.cheapest:
        moves += [
            table[kind].buy
            for kind in sorted(set(state.market))
            if kind != EMPTY and table[kind].cost <= scrap
        ]
    for lane in _ALL_LANES:
        if ready[first + lane]:
            abilities = edition.kinds[bots[first + lane]].abilities
            for ability, move in zip(abilities, ATTACKS[lane], strict=False):
                if ability.energy <= state.energy:
                    moves.append(move)
    moves.append(END_TURN)
    return moves


def refusal(edition: Edition, state: State, seat: int, move: AnyMove) -> IllegalMove | None:
    """Return why the rules refuse *move* now, or None when they allow it."""
    match move:
        case EndTurn():
            return None
        case BuyCard():
            return _refuse_buy(edition, state, move)
        case Attack():
            return _refuse_attack(edition, state, seat, move)
        case GainScrap():
            return _refuse_scrap(edition, state, seat, move)
        case GainEnergy():
            return _refuse_energy(edition, state, seat, move)
        case BuildScrapbot():
            return _refuse_build(edition, state, seat, move)
        case ActivateComponent():
            return _refuse_activation(edition, state, seat, move)
        case PlayResource():
            return _refuse_resource(edition, state, seat, move)


def conceivable(edition: Edition, state: State, seat: int) -> Iterator[AnyMove]:
    """Yield every move that the board suggests, legal or not, in the order of `legal`."""
    table = plays(edition)
    for kind in sorted(set(state.hands[seat])):
        row = edition.kinds[kind]
        yield GainScrap(row.slug)
        if row.type in (COMPONENT, RESOURCE):
            yield GainEnergy(row.slug)
        yield from table[kind].build
        yield from table[kind].activate
        for moves in table[kind].aimed.values():
            yield from moves
    for kind in sorted(set(state.market) - {EMPTY}):
        yield table[kind].buy
    for lane in _ALL_LANES:
        kind = state.bots[seat * LANES + lane]
        if kind != EMPTY:
            yield from ATTACKS[lane][: len(edition.kinds[kind].abilities)]
    yield END_TURN


def _plays(edition: Edition, kind: Kind) -> Plays:
    slug = kind.slug
    does = kind.abilities[0].does if kind.abilities and kind.type in (COMPONENT, RESOURCE) else None
    return Plays(
        pool=_pool_moves(edition, kind),
        build=tuple(BuildScrapbot(slug, lane) for lane in _ALL_LANES) if kind.type == SCRAPBOT else (),
        activate=(
            tuple(ActivateComponent(slug, lane) for lane in _ALL_LANES)
            if kind.type == COMPONENT and does
            else ()
        ),
        buy=BuyCard(slug),
        cost=kind.scrap,
        does=does,
        aim=kind.aim,
        gains=_gains(edition, kind) if kind.type == RESOURCE else (),
        aimed=_aimed(edition, kind) if kind.type == RESOURCE else {},
    )


def _pool_moves(edition: Edition, kind: Kind) -> tuple[AnyMove, ...]:
    moves: list[AnyMove] = []
    if kind.scrap and kind.type != WOUND_TYPE:
        moves.append(GainScrap(kind.slug))
    alone = kind.type == COMPONENT or (kind.type == RESOURCE and edition.resource_energy_alone)
    if kind.energy and alone:
        moves.append(GainEnergy(kind.slug))
    return tuple(moves)


def _gains(edition: Edition, kind: Kind) -> tuple[str, ...]:
    """Return what the Resource may give with its text: nothing that it hasn't got, if there is a choice."""
    lacks = {gain for gain, amount in (("scrap", kind.scrap), ("energy", kind.energy)) if not amount}
    return tuple(gain for gain in edition.resource_gains if gain not in lacks) or edition.resource_gains


def _aimed(edition: Edition, kind: Kind) -> dict[int | str | None, tuple[PlayResource, ...]]:
    aim, gains = kind.aim, _gains(edition, kind)

    def with_gains(lane: int | None = None, pile: str | None = None) -> tuple[PlayResource, ...]:
        return tuple(PlayResource(kind.slug, gain, lane, pile) for gain in gains)  # type: ignore[arg-type]

    aimed: dict[int | str | None, tuple[PlayResource, ...]] = {}
    if aim in ("own", "enemy"):
        aimed |= {lane: with_gains(lane=lane) for lane in _ALL_LANES}
    elif aim == "pile":
        aimed |= {pile: with_gains(pile=pile) for pile in PILES}
    if not aim or edition.must_follow_text:
        aimed[None] = with_gains()
    return aimed


def _could_change(row: Plays, context: Context, target: int | str | None) -> bool:
    """Return whether the card's text, aimed at *target*, could change anything.

    *Source:* `scrapbots:turn-3`, `scrapbots:resource-3`.
    """
    if isinstance(target, int):
        context.lane = target
    elif target is not None:
        context.pile = target
    return row.does is not None and row.does.can_change(context)


def _resource_moves(edition: Edition, row: Plays, context: Context) -> list[AnyMove]:
    moves: list[AnyMove] = []
    for target, with_gains in row.aimed.items():
        if (target is not None or not row.aim) and _could_change(row, context, target):
            moves += with_gains
    if not moves and edition.must_follow_text:
        moves += [move for move in row.aimed[None] if move.gain == "energy"]
    return moves


def _name(edition: Edition, slug: str) -> str:
    return edition.rows[slug].name if slug in edition.rows else f"“{slug}”"


def _held(edition: Edition, state: State, seat: int, slug: str) -> Kind | None:
    kind = edition.kind_number.get(slug, EMPTY)
    return edition.kinds[kind] if kind in state.hands[seat] else None


def _not_held(edition: Edition, slug: str, rule: str) -> IllegalMove:
    return IllegalMove(rule, f"{_name(edition, slug)} is not in your hand.")


def _refuse_buy(edition: Edition, state: State, move: BuyCard) -> IllegalMove | None:
    kind = edition.kind_number.get(move.card, EMPTY)
    if kind == EMPTY or kind not in state.market:
        return IllegalMove("buy-1", f"{_name(edition, move.card)} is not in the Market.")
    cost = edition.kinds[kind].scrap
    if cost > state.scrap:
        return IllegalMove("buy-1", f"It costs {cost} Scrap{_lacking(cost, state.scrap)}.")
    return None


def _refuse_attack(edition: Edition, state: State, seat: int, move: Attack) -> IllegalMove | None:
    slot = seat * LANES + move.lane
    kind = state.bots[slot]
    if kind == EMPTY:
        return IllegalMove("attack-1", f"You have no Scrapbot in the {LANE_NAMES[move.lane]} Lane.")
    row = edition.kinds[kind]
    if move.attack >= len(row.abilities):
        return IllegalMove("attack-1", f"{row.name} has only one attack.")
    if not state.ready[slot]:
        return IllegalMove("attack-1", f"{row.name} is exhausted; only a Ready Scrapbot can attack.")
    energy = row.abilities[move.attack].energy
    if energy > state.energy:
        return IllegalMove("attack-3", f"This attack costs {energy} Energy{_lacking(energy, state.energy)}.")
    return None


def _lacking(cost: int, pool: int) -> str:
    """Return how much is missing, to end a sentence: ` and your pool has 3, so you need 1 more`."""
    return f" and your pool has {pool}, so you need {cost - pool} more"


def _refuse_scrap(edition: Edition, state: State, seat: int, move: GainScrap) -> IllegalMove | None:
    row = _held(edition, state, seat, move.card)
    if row is None:
        return _not_held(edition, move.card, "scrap-1")
    if row.type == WOUND_TYPE:
        return IllegalMove("scrap-2", _WOUND)
    if not row.scrap:
        return IllegalMove("turn-3", f"{row.name} gives no Scrap.")
    return None


def _refuse_energy(edition: Edition, state: State, seat: int, move: GainEnergy) -> IllegalMove | None:
    row = _held(edition, state, seat, move.card)
    if row is None:
        return _not_held(edition, move.card, "energy-1")
    if row.type == WOUND_TYPE:
        return IllegalMove("scrap-2", "A Wound gives no Energy and can’t be played.")
    if not row.energy:
        return IllegalMove("energy-2", f"{row.name} gives no Energy.")
    if row.type == RESOURCE and not edition.resource_energy_alone:
        return IllegalMove("resource-2", f"The text of {row.name} takes effect when it gives its Energy.")
    return None


def _refuse_build(edition: Edition, state: State, seat: int, move: BuildScrapbot) -> IllegalMove | None:
    row = _held(edition, state, seat, move.card)
    if row is None:
        return _not_held(edition, move.card, "build-1")
    if row.type != SCRAPBOT:
        return IllegalMove("build-1", f"{row.name} is not a Scrapbot.")
    if state.bots[seat * LANES + move.lane] != EMPTY:
        return IllegalMove("build-1", f"Your {LANE_NAMES[move.lane]} Lane is already taken.")
    return None


def _refuse_activation(
    edition: Edition, state: State, seat: int, move: ActivateComponent
) -> IllegalMove | None:
    row = _held(edition, state, seat, move.card)
    if row is None:
        return _not_held(edition, move.card, "activate-2")
    if row.type != COMPONENT or not row.abilities:
        return IllegalMove("activate-2", f"{row.name} has nothing to activate.")
    slot = seat * LANES + move.lane
    if state.bots[slot] == EMPTY:
        return IllegalMove("activate-1", f"You have no Scrapbot in the {LANE_NAMES[move.lane]} Lane.")
    if not state.ready[slot]:
        name = edition.kinds[state.bots[slot]].name
        return IllegalMove("activate-1", f"{name} is exhausted; a Component needs a Ready Scrapbot.")
    context = Context(edition, state, seat, _NO_CHANCE)
    table = plays(edition)[edition.kind_number[move.card]]
    return None if _could_change(table, context, move.lane) else _obstacle(table, context, "turn-3")


def _refuse_resource(edition: Edition, state: State, seat: int, move: PlayResource) -> IllegalMove | None:
    row = _held(edition, state, seat, move.card)
    if row is None:
        return _not_held(edition, move.card, "resource-1")
    if row.type == WOUND_TYPE:
        return IllegalMove("scrap-2", "A Wound can’t be played.")
    if row.type != RESOURCE:
        return IllegalMove("resource-1", f"{row.name} is not a Resource.")
    if move.gain not in edition.resource_gains:
        given = " or its ".join(gain.capitalize() for gain in edition.resource_gains if gain != "none")
        return IllegalMove(
            "resource-2", f"The text of {row.name} takes effect only when it gives its {given}."
        )
    table = plays(edition)[edition.kind_number[move.card]]
    if move.gain not in table.gains:
        rule = "energy-2" if move.gain == "energy" else "turn-3"
        return IllegalMove(rule, f"{row.name} gives no {move.gain.capitalize()}.")
    context = Context(edition, state, seat, _NO_CHANCE)
    if move in _resource_moves(edition, table, context):
        return None
    target = move.lane if move.lane is not None else move.pile
    is_aimed = target in table.aimed and (target is not None or not table.aim)
    if is_aimed and not _could_change(table, context, target):
        return _obstacle(table, context, "resource-3")
    return IllegalMove("resource-3", _target_words(row.name, table))


def _obstacle(row: Plays, context: Context, rule: str) -> IllegalMove:
    """Return why the card's text could change nothing; *rule:* for obstacles that have none of their own."""
    own, reason = row.does.obstacle(context) if row.does else ("", "")
    return IllegalMove(own or rule, reason)


def _target_words(name: str, row: Plays) -> str:
    """Return what the card's text is aimed at, in a sentence."""
    if not row.aim:
        return f"{name} takes no target."
    aims = {"own": "a Lane with one of your Scrapbots", "enemy": "a Lane with an enemy Scrapbot"}
    if row.aim == "pile":
        return f"{name} needs a pile: your hand or your discard pile."
    return f"{name} needs a target: {aims[row.aim]}."
