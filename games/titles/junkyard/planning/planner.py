"""Planning: try programs, play each of them through, and take the best.

The planner knows what its player knows: the player's own cards, the yard, the tops of the piles, and which
cards the piles hold together. Only bots use it.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.titles.junkyard.decisions.legality import DONE, UNDO_CHARGE, legal
from games.titles.junkyard.edition import Edition
from games.titles.junkyard.moves import AnyMove, ChargeWith, PlaceScrapbot, SlotCard, TakeBack
from games.titles.junkyard.planning.lookahead import Choice, Lookahead, Outcome, Part
from games.titles.junkyard.planning.valuation import Valuation, valuation_of
from games.titles.junkyard.resolution import effects_of
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
from games.titles.junkyard.yard import AROUND, HEADINGS, NOWHERE, SIDES

BEAM = 5  # programs of each length that are extended
CHARGERS = 2  # cards that are tried for charging
A_REGISTER = 0.6  # the value of one more active register, for choosing those cards
REMEMBERED = 256


class Plan(NamedTuple):
    """The best program found. *charge:* the place of the card to charge with, or -1. *places:* by register.

    *choices:* the choices to make when its cards resolve.
    """

    value: float
    charge: int
    places: tuple[int, ...]
    choices: tuple[Choice, ...]


def advise(edition: Edition, state: State, seat: int) -> AnyMove | None:
    """Return the planned move, or None without a preference."""
    if state.phase == PLACING:
        return _best_start(edition, state, seat)
    if state.phase == PROGRAMMING:
        return _towards(state, seat, plan(edition, state, seat))
    return _best_answer(edition, state, seat)


def plan(edition: Edition, state: State, seat: int) -> Plan:
    """Return the best program for the cards that the seat drew, wherever it has put them by now.

    The search runs once a round, because no move of programming changes what the plan depends on.
    """
    valuation = valuation_of(edition, state)
    sizes = tuple([len(pile) for pile in state.piles])
    moment = (edition, tuple(state.cards[seat]), state.at[seat], state.headings[seat], sizes, valuation.key)
    found = _plans.get(moment)
    if found is None:
        if len(_plans) >= REMEMBERED:
            _plans.clear()
        found = _plans[moment] = _search(edition, state, seat, valuation)
    return found


_plans: dict[Any, Plan] = {}


def _search(edition: Edition, state: State, seat: int, valuation: Valuation) -> Plan:
    lookahead = Lookahead(edition, state, seat, valuation)
    cards = state.cards[seat]
    held = tuple([place for place, card in enumerate(cards) if card != NONE])
    best = _best_program(edition, state, seat, lookahead, held, -1, edition.active)
    for place in _chargers(edition, cards, held, valuation):
        rest = tuple([other for other in held if other != place])
        active = edition.charged(edition.active, edition.kind_of[cards[place]].charge)
        found = _best_program(edition, state, seat, lookahead, rest, place, active)
        found = found._replace(value=found.value - valuation.owned[cards[place]])
        if found.value > best.value:
            best = found
    return best


def _chargers(edition: Edition, cards: list[int], held: tuple[int, ...], valuation: Valuation) -> list[int]:
    """Return the places of the best cards to charge with."""

    def gain(place: int) -> float:
        return A_REGISTER * edition.kind_of[cards[place]].charge - valuation.owned[cards[place]]

    return sorted(_different(edition, cards, held), key=gain, reverse=True)[:CHARGERS]


def _best_program(
    edition: Edition,
    state: State,
    seat: int,
    lookahead: Lookahead,
    held: tuple[int, ...],
    charge: int,
    active: int,
) -> Plan:
    """Return the best program of a beam search that extends short programs to longer ones."""
    cards = state.cards[seat]
    best = Plan(float("-inf"), charge, (), ())
    level: list[tuple[int, ...]] = [()]
    while level:
        longer: list[tuple[float, tuple[int, ...]]] = []
        for places in level:
            hand = tuple([place for place in held if place not in places])
            start = Outcome(0.0, state.at[seat], state.headings[seat], active, hand, 0, ())
            effects = [edition.kind_of[cards[place]].effects for place in places]
            program = [(register, 0, steps) for register, steps in enumerate(effects, 1)]
            outcome, reached = lookahead.play_through(program, start)
            if outcome.value > best.value:
                best = Plan(outcome.value, charge, places, outcome.choices)
            if len(places) < min(reached, REGISTERS):
                longer.append((outcome.value, places))
        longer.sort(reverse=True)
        level = [
            (*places, place)
            for _, places in longer[:BEAM]
            for place in _different(edition, cards, tuple([place for place in held if place not in places]))
        ]
    return best


def _different(edition: Edition, cards: list[int], places: tuple[int, ...]) -> Iterator[int]:
    """Yield one place for each kind among *places*."""
    seen = set[str]()
    for place in places:
        slug = edition.kind_of[cards[place]].slug
        if slug not in seen:
            seen.add(slug)
            yield place


def _towards(state: State, seat: int, goal: Plan) -> AnyMove:
    """Return the next move towards the program of *goal*."""
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
    """Return the choice that goes best with the rest of the program."""
    choices = legal(edition, state, seat)
    lookahead = Lookahead(edition, state, seat, valuation_of(edition, state))
    hand = tuple(hand_places(state, seat))
    active = state.active[seat]
    start = Outcome(0.0, state.at[seat], state.headings[seat], active, hand, 0, ())
    outcome, _ = lookahead.play_through(_rest_of_program(edition, state, seat), start)
    made = [choice for moment, choice in outcome.choices if moment == (state.slot, state.step)]
    return made[0] if made and made[0] in choices else None


def _rest_of_program(edition: Edition, state: State, seat: int) -> list[Part]:
    """Return what the seat has still to resolve, from the present effect on."""
    rest: list[Part] = [(state.slot, state.step, effects_of(edition, state)[state.step :])]
    for register in range(state.slot + 1, REGISTERS + 1):
        card = card_in(state, seat, register)
        if card:
            rest.append((register, 0, edition.kind_of[card].effects))
    return rest


def _best_start(edition: Edition, state: State, seat: int) -> AnyMove:
    """Return the starting space and heading with the best piles nearby."""
    valuation = valuation_of(edition, state)
    moves = legal(edition, state, seat)
    return max(moves, key=lambda move: start_value(valuation, move))


def start_value(valuation: Valuation, move: AnyMove) -> float:
    """Return the value of starting there."""
    if not isinstance(move, PlaceScrapbot):
        return 0.0
    heading = HEADINGS.index(move.heading)
    corners = [AROUND[side][heading][move.space] for side in range(len(SIDES))]
    beyond = [valuation.space(space, heading) for space in corners if space != NOWHERE]
    return valuation.space(move.space, heading) + 0.3 * sum(beyond)
