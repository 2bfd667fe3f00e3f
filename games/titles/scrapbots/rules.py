"""The course of a game of Scrapbots: the deal, the actions of the Main phase, and the end of a turn."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from games.engine.chance import Chance
from games.engine.events import Event
from games.engine.protocol import Result
from games.titles.scrapbots import events as ev
from games.titles.scrapbots.context import Context
from games.titles.scrapbots.edition import WOUND_TYPE, Edition
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
from games.titles.scrapbots.state import (
    CAPPED,
    EMPTY,
    LANES,
    RUNNING,
    WOUND,
    State,
    wounds_of,
)

ENDING_RULE = {1: "end-1", 2: "house-1"}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """*turn_cap:* after this many turns of both players together, the fewest Wounds win."""

    turn_cap: int = 100


def deal(edition: Edition, options: Options, chance: Chance) -> tuple[State, list[Event]]:
    """Return the state after setup, with its events. *Source:* `scrapbots:setup-1` to `setup-6`."""
    state = _laid_out(edition, options)
    chance.shuffle(state.main, "main-deck")
    for seat in (0, 1):
        chance.shuffle(state.decks[seat], f"deck:{seat}")
    state.active = chance.below(2, "first-player")
    events: list[Event] = [ev.FirstPlayerDrawn("setup-5", state.active)]
    context = Context(edition, state, state.active, chance)
    _refill_market(context, "setup-3")
    for seat, count in ((state.active, edition.first_hand), (1 - state.active, edition.hand_size)):
        context.seat = seat
        context.draw(count, "setup-6")
    context.events.append(ev.TurnBegan("turn-1", state.active, state.turn))
    return state, events + context.events


def act(context: Context, move: AnyMove) -> list[Event]:
    """Carry out a move that is known to be legal and return what happened."""
    _ACTIONS[type(move)](context, move)
    state = context.state
    if state.ending != RUNNING:
        context.events.append(_ended(state))
    return context.events


def result(state: State) -> Result | None:
    """Return who won, or None while the game runs. *Source:* `scrapbots:end-2`, `scrapbots:end-3`."""
    if state.ending == RUNNING:
        return None
    wounds = (wounds_of(state, 0), wounds_of(state, 1))
    winners = () if (winner := _winner(wounds)) < 0 else (winner,)
    why = "The Wound stack is empty" if state.ending != CAPPED else "The last turn has been played"
    return Result(
        winners, wounds, ENDING_RULE[state.ending], f"{why}; Wounds: {wounds[0]} against {wounds[1]}."
    )


def _laid_out(edition: Edition, options: Options) -> State:
    starter: list[int] = []
    main: list[int] = []
    stack = 0
    for row in edition.rows.values():
        kind = edition.kind_number[row.slug]
        if row.type == WOUND_TYPE:
            stack += row.quantity
            continue
        starter += [kind] * row.starter
        main += [kind] * (row.quantity - 2 * row.starter)
    slots = 2 * LANES
    return State(
        turn_cap=options.turn_cap,
        turn=1,
        active=0,
        scrap=0,
        energy=0,
        stack=stack,
        main=main,
        market=[EMPTY] * edition.market_size,
        hands=[[], []],
        decks=[starter[:], starter[:]],
        discards=[[], []],
        bots=[EMPTY] * slots,
        damage=[0] * slots,
        ready=[0] * slots,
        primed=[0] * slots,
        ending=RUNNING,
    )


def _refill_market(context: Context, rule: str) -> None:
    state, dealt = context.state, []
    for place, kind in enumerate(state.market):
        if kind == EMPTY and state.main:
            state.market[place] = state.main.pop()
            dealt.append(context.edition.slugs[state.market[place]])
    if dealt:
        context.events.append(ev.MarketDealt(rule, -1, tuple(dealt)))


def _leave_hand(context: Context, slug: str) -> int:
    kind = context.edition.kind_number[slug]
    context.state.hands[context.seat].remove(kind)
    return kind


def _gain(context: Context, kind: int, gain: str) -> int:
    """Add the card's Scrap or Energy to the pool, and return how much it is."""
    row, state = context.edition.kinds[kind], context.state
    if gain == "scrap":
        state.scrap += row.scrap
        return row.scrap
    if gain == "energy":
        state.energy += row.energy
        return row.energy
    return 0


def _gain_scrap(context: Context, move: GainScrap) -> None:
    kind = _leave_hand(context, move.card)
    amount = _gain(context, kind, "scrap")
    context.state.discards[context.seat].append(kind)
    context.events.append(ev.ScrapGained("scrap-1", context.seat, move.card, amount))


def _gain_energy(context: Context, move: GainEnergy) -> None:
    kind = _leave_hand(context, move.card)
    amount = _gain(context, kind, "energy")
    context.state.discards[context.seat].append(kind)
    rule = "energy-1" if context.edition.kinds[kind].type == "Component" else "resource-1"
    context.events.append(ev.EnergyGained(rule, context.seat, move.card, amount))


def _play_resource(context: Context, move: PlayResource) -> None:
    kind = _leave_hand(context, move.card)
    amount = _gain(context, kind, move.gain)
    context.events.append(ev.ResourcePlayed("resource-2", context.seat, move.card, move.gain, amount))
    context.lane, context.pile, context.source = move.lane or 0, move.pile or "", move.card
    discards = context.state.discards
    if context.edition.resource_leaves_first:
        discards[context.seat].append(kind)
    row = context.edition.kinds[kind]
    does = row.abilities[0].does
    has_target = move.lane is not None or move.pile is not None or not row.aim
    if has_target and does.can_change(context):
        does.resolve(context)
    else:
        context.events.append(ev.TextSkipped("resource-3", context.seat, move.card))
    if not context.edition.resource_leaves_first:
        discards[context.seat].append(kind)


def _activate(context: Context, move: ActivateComponent) -> None:
    kind = _leave_hand(context, move.card)
    state = context.state
    context.lane, context.source = move.lane, move.card
    scrapbot = context.edition.slugs[state.bots[context.own_slot]]
    context.events.append(ev.ComponentActivated("activate-2", context.seat, move.card, move.lane, scrapbot))
    context.edition.kinds[kind].abilities[0].does.resolve(context)
    context.destroy_beaten()
    state.discards[context.seat].append(kind)


def _build(context: Context, move: BuildScrapbot) -> None:
    kind = _leave_hand(context, move.card)
    slot, state = context.seat * LANES + move.lane, context.state
    state.bots[slot] = kind
    state.damage[slot] = state.ready[slot] = state.primed[slot] = 0
    context.events.append(ev.ScrapbotBuilt("build-2", context.seat, move.card, move.lane))


def _buy(context: Context, move: BuyCard) -> None:
    kind, state = context.edition.kind_number[move.card], context.state
    cost = context.edition.kinds[kind].scrap
    state.market[state.market.index(kind)] = EMPTY
    state.scrap -= cost
    state.discards[context.seat].append(kind)
    context.events.append(ev.CardBought("buy-1", context.seat, move.card, cost))
    _refill_market(context, "buy-2")


def _attack(context: Context, move: Attack) -> None:
    state = context.state
    context.lane = move.lane
    slot = context.own_slot
    context.source = context.edition.slugs[state.bots[slot]]
    ability = context.edition.kinds[state.bots[slot]].abilities[move.attack]
    state.energy -= ability.energy
    state.ready[slot] = 0
    attacked = ev.Attacked("attack-2", context.seat, context.source, move.lane, move.attack, ability.energy)
    context.events.append(attacked)
    ability.does.resolve(context)
    context.destroy_beaten()
    if state.primed[slot] and not context.is_over:
        state.primed[slot] = 0
        context.ready(slot, "effect-servo")


def _end_turn(context: Context, move: EndTurn) -> None:
    """Play the Discard, Cleanup and Draw phases and pass the turn. *Source:* `scrapbots:turn-1`."""
    _discard_hand(context)
    _clean_up(context)
    _draw_hand(context)
    state = context.state
    state.reshuffles = 0
    if state.turn >= state.turn_cap:
        state.ending = CAPPED
        return
    state.turn += 1
    state.active = 1 - state.active
    context.events.append(ev.TurnBegan("turn-1", state.active, state.turn))


def _discard_hand(context: Context) -> None:
    state, seat = context.state, context.seat
    hand = state.hands[seat]
    if hand:
        state.hands[seat] = []
        state.discards[seat].extend(hand)
        slugs = context.edition.slugs
        cards = tuple([slugs[kind] for kind in hand])
        context.events.append(ev.HandDiscarded("discard-1", seat, cards))


def _clean_up(context: Context) -> None:
    state, seat = context.state, context.seat
    if state.scrap or state.energy:
        context.events.append(ev.PoolsEmptied("cleanup-1", seat, state.scrap, state.energy))
        state.scrap = state.energy = 0
    for slot in range(seat * LANES, seat * LANES + LANES):
        if state.bots[slot] != EMPTY and not state.ready[slot]:
            context.ready(slot, "cleanup-2")


def _draw_hand(context: Context) -> None:
    context.draw(context.edition.hand_size, "draw-1")
    context.edition.kinds[WOUND].abilities[0].does.resolve(context)


def _ended(state: State) -> Event:
    wounds = (wounds_of(state, 0), wounds_of(state, 1))
    winner = _winner(wounds)
    rule = "house-1" if state.ending == CAPPED else "end-3" if winner < 0 else "end-2"
    return ev.GameEnded(rule, winner, wounds)


def _winner(wounds: tuple[int, int]) -> int:
    """Return the seat with fewer Wounds, or -1 for a draw."""
    return -1 if wounds[0] == wounds[1] else int(wounds[1] < wounds[0])


_ACTIONS: dict[type, Callable[[Context, Any], None]] = {
    GainScrap: _gain_scrap,
    GainEnergy: _gain_energy,
    PlayResource: _play_resource,
    ActivateComponent: _activate,
    BuildScrapbot: _build,
    BuyCard: _buy,
    Attack: _attack,
    EndTurn: _end_turn,
}
