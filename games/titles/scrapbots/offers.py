"""Moves as the board shows them: where each is picked up and put down, and its label; and several at once."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from games.engine.chance import FastChance
from games.engine.optional import Batch
from games.engine.protocol import Offer
from games.titles.scrapbots import rules
from games.titles.scrapbots.context import Context
from games.titles.scrapbots.edition import RESOURCE, Edition, Kind
from games.titles.scrapbots.events import LANE_NAMES
from games.titles.scrapbots.legality import conceivable, legal, refusal
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
from games.titles.scrapbots.state import EMPTY, LANES, RUNNING, State, copy_state

M = TypeVar("M", GainScrap, GainEnergy, ActivateComponent)

PILE_NAMES = {"hand": "from your hand", "discard": "from your discard pile"}


def offers(edition: Edition, state: State, seat: int) -> list[Offer]:
    """Return every move that the board suggests to *seat*, with the refusals, in the order of `legal`."""
    return [_offer(edition, state, seat, move) for move in conceivable(edition, state, seat)]


def _is_without_text(edition: Edition, move: AnyMove) -> bool:
    return isinstance(move, GainScrap | GainEnergy) and edition.rows[move.card].type == RESOURCE


def batches(edition: Edition, state: State, seat: int) -> list[Batch]:
    """Return the batches of two or more moves that *seat* can make now.

    None discards a Resource: its text would be given up for nothing.
    """
    rows = edition.rows
    scrap = _gather(edition, state, seat, lambda moves: _discards(edition, moves, GainScrap))
    energy = _gather(edition, state, seat, lambda moves: _discards(edition, moves, GainEnergy))
    activated = _gather(edition, state, seat, _clear_activations)
    has_resource = any(edition.kinds[kind].type == RESOURCE for kind in state.hands[seat])
    these = "all but Resources" if has_resource else "all"
    found: list[tuple[str, Sequence[AnyMove], str]] = [
        ("scrap", scrap, f"Discard {these} for {sum(rows[move.card].scrap for move in scrap)} Scrap"),
        ("energy", energy, f"Discard {these} for {sum(rows[move.card].energy for move in energy)} Energy"),
        ("lanes", activated, f"Activate {_activated([rows[move.card].name for move in activated])}"),
    ]
    return [Batch(tuple(moves), at, label) for at, moves, label in found if len(moves) > 1]


def _discards(edition: Edition, moves: Iterable[AnyMove], gain: type[M]) -> list[M]:
    return [move for move in moves if isinstance(move, gain) and not _is_without_text(edition, move)]


def _activated(names: Sequence[str]) -> str:
    """Return the Components in words: two by their names."""
    if len(names) != 2:
        return f"{len(names)} Components"
    return f"{names[0]} twice" if names[0] == names[1] else " and ".join(names)


def _gather(
    edition: Edition, state: State, seat: int, choose: Callable[[Iterable[AnyMove]], list[M]]
) -> list[M]:
    """Return the moves that *choose* has first, one after the other, until one reveals something."""
    state = copy_state(state)
    made: list[M] = []
    while state.ending == RUNNING and (wanted := choose(legal(edition, state, seat))):
        made.append(wanted[0])
        if _reveals(edition, state, seat, wanted[0]):
            break
    return made


def _clear_activations(moves: Iterable[AnyMove]) -> list[ActivateComponent]:
    """Return the activations whose Component could go nowhere else: there is nothing to decide."""
    activations = [move for move in moves if isinstance(move, ActivateComponent)]
    cards = [move.card for move in activations]
    return [move for move in activations if cards.count(move.card) == 1]


def _offer(edition: Edition, state: State, seat: int, move: AnyMove) -> Offer:
    at, to, label = _place(edition, state, seat, move)
    refused = refusal(edition, state, seat, move)
    if refused is not None:
        return Offer(move, at, to, label, refused)
    warning = _warning(edition, state, seat) if isinstance(move, EndTurn) else ""
    is_rare = _is_without_text(edition, move) or (isinstance(move, PlayResource) and move.gain == "none")
    is_secret = _stays_secret(edition, state, seat, move)
    return Offer(move, at, to, label, None, is_secret, warning, is_rare=is_rare)


def _stays_secret(edition: Edition, state: State, seat: int, move: AnyMove) -> bool:
    """Return whether the legal *move* surely reveals nothing and leaves the turn with *seat*."""
    if isinstance(move, GainScrap | GainEnergy | BuildScrapbot):
        return True
    return isinstance(move, Attack) and not _reveals(edition, copy_state(state), seat, move)


def _reveals(edition: Edition, state: State, seat: int, move: AnyMove) -> bool:
    """Make the move, and return whether it reveals anything or ends the game."""
    events = rules.act(Context(edition, state, seat, FastChance(0)), move)
    return state.ending != RUNNING or any(event.reveals for event in events)


def _warning(edition: Edition, state: State, seat: int) -> str:
    """Return what *seat* could still do with its pools and its hand, in a sentence, or an empty text.

    Cards that everybody begins with aren't worth a word.
    """
    moves = legal(edition, state, seat)
    now, by_hand = [], []
    if any(isinstance(move, Attack) for move in moves):
        now.append("attack")
    elif in_hand := _energy_for_an_attack(edition, state, seat, moves):
        by_hand.append(f"attack with {_from_hand(in_hand, state.energy, 'Energy')}")
    if any(isinstance(move, BuyCard) and not edition.rows[move.card].starter for move in moves):
        now.append("buy a card")
    elif in_hand := _scrap_for_a_card(edition, state, seat, moves):
        by_hand.append(f"buy a card with {_from_hand(in_hand, state.scrap, 'Scrap')}")
    left = [*now, " or ".join(by_hand)] if by_hand else now  # a card is discarded for one of the two
    return f"You can still {' and '.join(left)}." if left else ""


def _from_hand(in_hand: int, in_pool: int, what: str) -> str:
    return f"{in_hand} more {what} from your hand" if in_pool else f"the {in_hand} {what} in your hand"


def _discardable(
    edition: Edition, state: State, seat: int, moves: Iterable[AnyMove], gain: type[GainScrap | GainEnergy]
) -> list[Kind]:
    """Return the cards in the hand of *seat* that can be discarded for that gain, each copy."""
    given = {edition.kind_number[move.card] for move in moves if isinstance(move, gain)}
    return [edition.kinds[kind] for kind in state.hands[seat] if kind in given]


def _energy_for_an_attack(edition: Edition, state: State, seat: int, moves: Iterable[AnyMove]) -> int:
    """Return the Energy in the hand of *seat*, or 0 if no attack can be paid with it and the pool."""
    in_hand = sum(kind.energy for kind in _discardable(edition, state, seat, moves, GainEnergy))
    slots = range(seat * LANES, (seat + 1) * LANES)
    able = [
        edition.kinds[state.bots[slot]] for slot in slots if state.ready[slot] and state.bots[slot] != EMPTY
    ]
    costs = [attack.energy for kind in able for attack in kind.abilities]
    return in_hand if costs and state.energy + in_hand >= min(costs) else 0


def _scrap_for_a_card(edition: Edition, state: State, seat: int, moves: Iterable[AnyMove]) -> int:
    """Return the Scrap in the hand of *seat*, or 0 if no card can be bought with it and the pool."""
    in_hand = sum(kind.scrap for kind in _discardable(edition, state, seat, moves, GainScrap))
    kinds = [edition.kinds[kind] for kind in state.market if kind != EMPTY]
    costs = [kind.scrap for kind in kinds if not edition.rows[kind.slug].starter]
    return in_hand if costs and state.scrap + in_hand >= min(costs) else 0


def _place(edition: Edition, state: State, seat: int, move: AnyMove) -> tuple[str, str, str]:
    """Return where the move is picked up, where it lands, and its label."""
    match move:
        case EndTurn():
            return "turn", "", "End turn"
        case BuyCard(card):
            return f"market:{card}", "discard", f"Buy for {edition.rows[card].scrap} Scrap"
        case GainScrap(card):
            return f"hand:{card}", "scrap", _pool_label(edition, card, f"{edition.rows[card].scrap} Scrap")
        case GainEnergy(card):
            return f"hand:{card}", "energy", _pool_label(edition, card, f"{edition.rows[card].energy} Energy")
        case BuildScrapbot(card, lane):
            return f"hand:{card}", f"lane:{lane}", f"Build in the {LANE_NAMES[lane]} Lane"
        case ActivateComponent(card, lane):
            return f"hand:{card}", f"lane:{lane}", f"Activate {_on(edition, state, seat, lane)}"
        case Attack(lane, number):
            kind = edition.kinds[state.bots[seat * LANES + lane]]
            ability = kind.abilities[number]
            printed = kind.printed[number].text.rstrip(".")
            return f"lane:{lane}", f"enemy:{lane}", f"Attack for {ability.energy} Energy: {printed}"
        case PlayResource():
            return f"hand:{move.card}", *_resource_target(edition, state, seat, move)


def _pool_label(edition: Edition, slug: str, amount: str) -> str:
    """Return what a card is discarded for. Of a Resource it stands beside the same with the card's text."""
    return f"{amount} only" if edition.rows[slug].type == RESOURCE else f"Discard for {amount}"


def _resource_target(edition: Edition, state: State, seat: int, move: PlayResource) -> tuple[str, str]:
    row = edition.rows[move.card]
    amount = row.scrap if move.gain == "scrap" else row.energy
    label = (
        "Only the card’s text"
        if move.gain == "none"
        else f"{amount} {move.gain.capitalize()} and the card’s text"
    )
    if move.pile is not None:
        return f"pile:{move.pile}", f"{label}: return a Wound {PILE_NAMES[move.pile]}"
    if move.lane is None:
        to = "" if move.gain == "none" else move.gain
        return to, f"{label} (no target)" if row.aim else label
    if row.aim == "enemy":
        return f"enemy:{move.lane}", f"{label}: {_on(edition, state, 1 - seat, move.lane)}"
    return f"lane:{move.lane}", f"{label}: {_on(edition, state, seat, move.lane)}"


def _on(edition: Edition, state: State, owner: int, lane: int) -> str:
    kind = state.bots[owner * LANES + lane]
    where = f"{LANE_NAMES[lane]} Lane"
    return f"on {edition.kinds[kind].name}, {where}" if kind >= 0 else f"in the {where}"
