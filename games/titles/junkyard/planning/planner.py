"""What a player who plans the round alone would do: it tries programs and plays them through in its head.

It knows what its player knows: the own cards, the yard, the tops of the piles, and what is in the piles
together. Only bots ask it.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.titles.junkyard.context import charged
from games.titles.junkyard.decisions.legality import DONE, UNDO_CHARGE, legal
from games.titles.junkyard.edition import Edition
from games.titles.junkyard.moves import AnyMove, ChargeWith, PlaceScrapbot, SlotCard, TakeBack
from games.titles.junkyard.planning.lookahead import Choice, Mind, Part, Thought
from games.titles.junkyard.planning.valuation import Worth, worth_for
from games.titles.junkyard.resolution import effects_of
from games.titles.junkyard.rules import ACTIVE
from games.titles.junkyard.state import (
    CHARGE,
    NONE,
    PLACING,
    PROGRAMMING,
    REGISTERS,
    State,
    card_in,
    hand_places,
    place_in,
)
from games.titles.junkyard.yard import AROUND, HEADINGS, NOWHERE, PILES, SIDES

BEAM = 5  # programs of each length that are made longer
CHARGERS = 2  # cards that are tried to charge with
A_REGISTER = 0.6  # worth of one more active register, to tell which
REMEMBERED = 256

_NOTHING_TAKEN = (0,) * len(PILES)


class Plan(NamedTuple):
    """The best program found. *charge:* place of the card to charge with, or -1. *places:* by register.

    *choices:* what it means to choose when its cards resolve.
    """

    value: float
    charge: int
    places: tuple[int, ...]
    choices: tuple[Choice, ...]


def advise(edition: Edition, state: State, seat: int) -> AnyMove | None:
    """Return what a planning player does now; None when it has no opinion."""
    if state.phase == PLACING:
        return _best_start(edition, state, seat)
    if state.phase == PROGRAMMING:
        return _towards(state, seat, plan(edition, state, seat))
    return _best_answer(edition, state, seat)


def plan(edition: Edition, state: State, seat: int) -> Plan:
    """Return the best program for the cards the seat drew, wherever it has put them by now.

    It is thought out once for all moves of a round: they change nothing that it depends on.
    """
    worth = worth_for(edition, state)
    sizes = tuple([len(pile) for pile in state.piles])
    moment = (tuple(state.cards[seat]), state.at[seat], state.headings[seat], sizes, worth.key)
    found = _plans.get(moment)
    if found is None:
        if len(_plans) >= REMEMBERED:
            _plans.clear()
        found = _plans[moment] = _think(edition, state, seat, worth)
    return found


_plans: dict[Any, Plan] = {}


def _think(edition: Edition, state: State, seat: int, worth: Worth) -> Plan:
    mind = Mind(edition, state, seat, worth)
    cards = state.cards[seat]
    held = tuple([place for place, card in enumerate(cards) if card != NONE])
    best = _best_program(edition, state, seat, mind, held, -1, ACTIVE)
    for place in _chargers(edition, cards, held, worth):
        rest = tuple([other for other in held if other != place])
        active = charged(ACTIVE, edition.kind_of[cards[place]].charge)
        found = _best_program(edition, state, seat, mind, rest, place, active)
        found = found._replace(value=found.value - worth.owned[cards[place]])
        if found.value > best.value:
            best = found
    return best


def _chargers(edition: Edition, cards: list[int], held: tuple[int, ...], worth: Worth) -> list[int]:
    """Return the places of the cards that are best to charge with."""

    def gain(place: int) -> float:
        return A_REGISTER * edition.kind_of[cards[place]].charge - worth.owned[cards[place]]

    return sorted(_different(edition, cards, held), key=gain, reverse=True)[:CHARGERS]


def _best_program(
    edition: Edition,
    state: State,
    seat: int,
    mind: Mind,
    held: tuple[int, ...],
    charge: int,
    active: int,
) -> Plan:
    """Try programs, longer ones from shorter ones, and return the best."""
    cards = state.cards[seat]
    best = Plan(float("-inf"), charge, (), ())
    level: list[tuple[int, ...]] = [()]
    while level:
        longer: list[tuple[float, tuple[int, ...]]] = []
        for places in level:
            hand = tuple([place for place in held if place not in places])
            start = Thought(0.0, state.at[seat], state.headings[seat], active, hand, _NOTHING_TAKEN, ())
            effects = [edition.kind_of[cards[place]].effects for place in places]
            program = [(register, 0, steps) for register, steps in enumerate(effects, 1)]
            thought, reached = mind.imagine(program, start)
            if thought.value > best.value:
                best = Plan(thought.value, charge, places, thought.choices)
            if len(places) < min(reached, REGISTERS):
                longer.append((thought.value, places))
        longer.sort(reverse=True)
        level = [
            (*places, place)
            for _, places in longer[:BEAM]
            for place in _different(edition, cards, tuple([place for place in held if place not in places]))
        ]
    return best


def _different(edition: Edition, cards: list[int], places: tuple[int, ...]) -> Iterator[int]:
    """Yield one place of each kind among *places*."""
    seen = set[str]()
    for place in places:
        slug = edition.kind_of[cards[place]].slug
        if slug not in seen:
            seen.add(slug)
            yield place


def _towards(state: State, seat: int, goal: Plan) -> AnyMove:
    """Return the next move that makes the program that of *goal*."""
    there = state.where[seat]
    wanted = {place: register for register, place in enumerate(goal.places, 1)}
    charge = place_in(state, seat, CHARGE)
    if charge >= 0 and charge != goal.charge:
        return UNDO_CHARGE
    for place, where in enumerate(there):
        if 1 <= where <= REGISTERS and wanted.get(place) != where:
            return TakeBack(where)
    if goal.charge >= 0 and charge < 0:
        return ChargeWith(goal.charge)
    for place, register in wanted.items():
        if there[place] != register:
            return SlotCard(place, register)
    return DONE


def _best_answer(edition: Edition, state: State, seat: int) -> AnyMove | None:
    """Return the choice that goes best with what is still to come of the own program."""
    choices = legal(edition, state, seat)
    mind = Mind(edition, state, seat, worth_for(edition, state))
    hand = tuple(hand_places(state, seat))
    active = state.active[seat]
    start = Thought(0.0, state.at[seat], state.headings[seat], active, hand, _NOTHING_TAKEN, ())
    thought, _ = mind.imagine(_rest_of_program(edition, state, seat), start)
    made = [choice for moment, choice in thought.choices if moment == (state.slot, state.step)]
    return made[0] if made and made[0] in choices else None


def _rest_of_program(edition: Edition, state: State, seat: int) -> list[Part]:
    """Return what the seat has still to resolve, from the effect that asks."""
    rest: list[Part] = [(state.slot, state.step, effects_of(edition, state)[state.step :])]
    for register in range(state.slot + 1, REGISTERS + 1):
        card = card_in(state, seat, register)
        if card:
            rest.append((register, 0, edition.kind_of[card].effects))
    return rest


def _best_start(edition: Edition, state: State, seat: int) -> AnyMove:
    """Return the place to begin from which the best piles are near."""
    worth = worth_for(edition, state)
    moves = legal(edition, state, seat)
    return max(moves, key=lambda move: _start(worth, move))


def _start(worth: Worth, move: AnyMove) -> float:
    if not isinstance(move, PlaceScrapbot):
        return 0.0
    heading = HEADINGS.index(move.heading)
    corners = [AROUND[side][heading][move.space] for side in range(len(SIDES))]
    beyond = [worth.space(space, heading, _NOTHING_TAKEN) for space in corners if space != NOWHERE]
    return worth.space(move.space, heading, _NOTHING_TAKEN) + 0.3 * sum(beyond)
