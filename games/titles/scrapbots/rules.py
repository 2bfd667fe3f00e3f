"""How a game of Scrapbots goes: the deal, the actions of the Main phase, and the end of a turn."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from games.engine.chance import Chance
from games.engine.events import Event
from games.engine.protocol import Result
from games.titles.scrapbots import events as ev
from games.titles.scrapbots.context import Scene
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
    KIND,
    KINDS,
    LANES,
    MARKET_SIZE,
    RUNNING,
    State,
    wounds_of,
)

HAND_SIZE = 5
FIRST_HAND = 3
DRAWN_FOR_A_WOUND = 2
ENDING_RULE = {1: "end-1", 2: "house-1"}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """*turn_cap:* after so many turns, both players' together, the fewest Wounds wins."""

    turn_cap: int = 100


def deal(edition: Edition, options: Options, chance: Chance) -> tuple[State, list[Event]]:
    """Return the table after setup, with its events. *Source:* `scrapbots:setup-1` to `setup-6`."""
    state = _laid_out(edition, options)
    chance.shuffle(state.main, "main-deck")
    for seat in (0, 1):
        chance.shuffle(state.decks[seat], f"deck:{seat}")
    state.active = chance.below(2, "first-player")
    events: list[Event] = [ev.FirstPlayerDrawn("setup-5", state.active)]
    scene = Scene(edition, state, state.active, chance)
    _refill_market(scene, "setup-3")
    for seat, count in ((state.active, FIRST_HAND), (1 - state.active, HAND_SIZE)):
        scene.seat = seat
        scene.draw(count, "setup-6")
    scene.events.append(ev.TurnBegan("turn-1", state.active, state.turn))
    return state, events + scene.events


def act(scene: Scene, move: AnyMove) -> list[Event]:
    """Carry out a move that is known to be legal and return what happened."""
    _ACTIONS[type(move)](scene, move)
    state = scene.state
    if state.ending != RUNNING:
        scene.events.append(_ended(state))
    return scene.events


def result(state: State) -> Result | None:
    """Return who won, or None while it runs. *Source:* `scrapbots:end-2`, `scrapbots:end-3`."""
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
        kind = KIND[row.slug]
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
        market=[EMPTY] * MARKET_SIZE,
        hands=[[], []],
        decks=[starter[:], starter[:]],
        discards=[[], []],
        bots=[EMPTY] * slots,
        damage=[0] * slots,
        ready=[0] * slots,
        primed=[0] * slots,
        ending=RUNNING,
    )


def _refill_market(scene: Scene, rule: str) -> None:
    state, dealt = scene.state, []
    for place, kind in enumerate(state.market):
        if kind == EMPTY and state.main:
            state.market[place] = state.main.pop()
            dealt.append(KINDS[state.market[place]])
    if dealt:
        scene.events.append(ev.MarketDealt(rule, -1, tuple(dealt)))


def _leave_hand(scene: Scene, slug: str) -> int:
    kind = KIND[slug]
    scene.state.hands[scene.seat].remove(kind)
    return kind


def _gain(scene: Scene, kind: int, gain: str) -> int:
    """Add the card's Scrap or Energy to the pool; return how much."""
    row, state = scene.edition.kinds[kind], scene.state
    if gain == "scrap":
        state.scrap += row.scrap
        return row.scrap
    if gain == "energy":
        state.energy += row.energy
        return row.energy
    return 0


def _gain_scrap(scene: Scene, move: GainScrap) -> None:
    kind = _leave_hand(scene, move.card)
    amount = _gain(scene, kind, "scrap")
    scene.state.discards[scene.seat].append(kind)
    scene.events.append(ev.ScrapGained("scrap-1", scene.seat, move.card, amount))


def _gain_energy(scene: Scene, move: GainEnergy) -> None:
    kind = _leave_hand(scene, move.card)
    amount = _gain(scene, kind, "energy")
    scene.state.discards[scene.seat].append(kind)
    rule = "energy-1" if scene.edition.kinds[kind].type == "Component" else "resource-1"
    scene.events.append(ev.EnergyGained(rule, scene.seat, move.card, amount))


def _play_resource(scene: Scene, move: PlayResource) -> None:
    kind = _leave_hand(scene, move.card)
    amount = _gain(scene, kind, move.gain)
    scene.events.append(ev.ResourcePlayed("resource-2", scene.seat, move.card, move.gain, amount))
    scene.lane, scene.pile = move.lane or 0, move.pile or ""
    discards = scene.state.discards
    if scene.edition.resource_leaves_first:
        discards[scene.seat].append(kind)
    does = scene.edition.kinds[kind].abilities[0].does
    has_target = move.lane is not None or move.pile is not None or not does.aim
    if has_target and does.can_change(scene):
        does.resolve(scene)
    else:
        scene.events.append(ev.TextSkipped("resource-3", scene.seat, move.card))
    if not scene.edition.resource_leaves_first:
        discards[scene.seat].append(kind)


def _activate(scene: Scene, move: ActivateComponent) -> None:
    kind = _leave_hand(scene, move.card)
    state = scene.state
    scene.lane, scene.source = move.lane, move.card
    scrapbot = KINDS[state.bots[scene.own_slot]]
    scene.events.append(ev.ComponentActivated("activate-2", scene.seat, move.card, move.lane, scrapbot))
    scene.edition.kinds[kind].abilities[0].does.resolve(scene)
    scene.destroy_beaten()
    state.discards[scene.seat].append(kind)


def _build(scene: Scene, move: BuildScrapbot) -> None:
    kind = _leave_hand(scene, move.card)
    slot, state = scene.seat * LANES + move.lane, scene.state
    state.bots[slot] = kind
    state.damage[slot] = state.ready[slot] = state.primed[slot] = 0
    scene.events.append(ev.ScrapbotBuilt("build-2", scene.seat, move.card, move.lane))


def _buy(scene: Scene, move: BuyCard) -> None:
    kind, state = KIND[move.card], scene.state
    cost = scene.edition.kinds[kind].scrap
    state.market[state.market.index(kind)] = EMPTY
    state.scrap -= cost
    state.discards[scene.seat].append(kind)
    scene.events.append(ev.CardBought("buy-1", scene.seat, move.card, cost))
    _refill_market(scene, "buy-2")


def _attack(scene: Scene, move: Attack) -> None:
    state = scene.state
    scene.lane = move.lane
    slot = scene.own_slot
    scene.source = KINDS[state.bots[slot]]
    ability = scene.edition.kinds[state.bots[slot]].abilities[move.attack]
    state.energy -= ability.energy
    state.ready[slot] = 0
    attacked = ev.Attacked("attack-2", scene.seat, scene.source, move.lane, move.attack, ability.energy)
    scene.events.append(attacked)
    ability.does.resolve(scene)
    scene.destroy_beaten()
    if state.primed[slot] and not scene.is_over:
        state.primed[slot] = 0
        scene.ready(slot, "effect-servo")


def _end_turn(scene: Scene, move: EndTurn) -> None:
    """Play the Discard, Cleanup and Draw phases and pass the turn. *Source:* `scrapbots:turn-1`."""
    _discard_hand(scene)
    _clean_up(scene)
    _draw_hand(scene)
    state = scene.state
    if state.turn >= state.turn_cap:
        state.ending = CAPPED
        return
    state.turn += 1
    state.active = 1 - state.active
    scene.events.append(ev.TurnBegan("turn-1", state.active, state.turn))


def _discard_hand(scene: Scene) -> None:
    state, seat = scene.state, scene.seat
    hand = state.hands[seat]
    if hand:
        state.hands[seat] = []
        state.discards[seat].extend(hand)
        cards = tuple([KINDS[kind] for kind in hand])
        scene.events.append(ev.HandDiscarded("discard-1", seat, cards))


def _clean_up(scene: Scene) -> None:
    state, seat = scene.state, scene.seat
    if state.scrap or state.energy:
        scene.events.append(ev.PoolsEmptied("cleanup-1", seat, state.scrap, state.energy))
        state.scrap = state.energy = 0
    for slot in range(seat * LANES, seat * LANES + LANES):
        if state.bots[slot] != EMPTY and not state.ready[slot]:
            scene.ready(slot, "cleanup-2")


def _draw_hand(scene: Scene) -> None:
    scene.draw(HAND_SIZE, "draw-1")
    count = scene.discard_wounds("draw-4", 0)
    if count:
        scene.draw(DRAWN_FOR_A_WOUND * count, "draw-4")


def _ended(state: State) -> Event:
    wounds = (wounds_of(state, 0), wounds_of(state, 1))
    winner = _winner(wounds)
    rule = "house-1" if state.ending == CAPPED else "end-3" if winner < 0 else "end-2"
    return ev.GameEnded(rule, winner, wounds)


def _winner(wounds: tuple[int, int]) -> int:
    """Return the seat with fewer Wounds, or -1 for a draw."""
    return -1 if wounds[0] == wounds[1] else int(wounds[1] < wounds[0])


_ACTIONS: dict[type, Callable[[Scene, Any], None]] = {
    GainScrap: _gain_scrap,
    GainEnergy: _gain_energy,
    PlayResource: _play_resource,
    ActivateComponent: _activate,
    BuildScrapbot: _build,
    BuyCard: _buy,
    Attack: _attack,
    EndTurn: _end_turn,
}
