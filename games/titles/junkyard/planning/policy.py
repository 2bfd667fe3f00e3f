"""What a fair player is likely to do: follow one of the better drafts, and choose what goes well with it.

The heats are a player's judgement: a value that falls short by one heat is chosen a third as often.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from games.titles.junkyard.decisions.legality import DONE
from games.titles.junkyard.edition import Edition
from games.titles.junkyard.moves import (
    AnyMove,
    ChargeWith,
    PlaceScrapbot,
    SalvageFrom,
    ScrapCard,
    ShufflePile,
    SlotCard,
    TrashCard,
    TurnTo,
)
from games.titles.junkyard.planning.drafts import (
    A_REGISTER,
    Draft,
    Drafter,
    begun,
    compact,
    drafts,
    effects_by_card,
)
from games.titles.junkyard.planning.planner import start_value
from games.titles.junkyard.planning.valuation import SEARCHED, Valuation, valuation_of
from games.titles.junkyard.resolution import effects_of
from games.titles.junkyard.state import CHARGE, GONE, IN_HAND, PROGRAMMING, REGISTERS, State, card_in
from games.titles.junkyard.yard import SIDES

PROGRAM_HEAT = 0.5
ANSWER_HEAT = 0.4
WIDTH = 8  # ways to resolve the rest of a program that are followed further
REMEMBERED = 512


class Remembered(NamedTuple):
    """*drafts:* those of a round. *steps:* by charge and registers, how likely each next step is."""

    drafts: list[Draft]
    steps: dict[tuple[int, ...], dict[AnyMove, float]]


_remembered: dict[Any, Remembered] = {}


def weights(edition: Edition, state: State, seat: int, moves: Sequence[AnyMove]) -> list[float]:
    """Return the weight of each of *moves*."""
    valuation = valuation_of(edition, state, SEARCHED)
    if state.phase == PROGRAMMING:
        return _programming(edition, state, seat, valuation, moves)
    if isinstance(moves[0], TurnTo | SalvageFrom):
        values = _ways(edition, state, seat, valuation, moves)
    else:
        values = [_answer(edition, state, seat, valuation, move) for move in moves]
    best = max(values)
    return [math.exp((value - best) / ANSWER_HEAT) for value in values]


def _programming(
    edition: Edition, state: State, seat: int, valuation: Valuation, moves: Sequence[AnyMove]
) -> list[float]:
    """Return the weights of the next steps to the drafts: first the charge, then the registers in order."""
    where = state.where[seat]
    slotted = [where.index(register) if register in where else -1 for register in range(1, REGISTERS + 1)]
    charge = where.index(CHARGE) if CHARGE in where else -1
    drafts_made, steps = _remember(edition, state, seat, valuation)
    key = (charge, *slotted)
    wanted = steps.get(key)
    if wanted is None:
        wanted = steps[key] = _steps(edition, state, seat, valuation, drafts_made, charge, slotted)
    return [wanted.get(move, 0.0) for move in moves]


def _steps(
    edition: Edition,
    state: State,
    seat: int,
    valuation: Valuation,
    remembered: list[Draft],
    charge: int,
    slotted: list[int],
) -> dict[AnyMove, float]:
    """Return how likely each next step to one of the *remembered* drafts is."""
    last = max([register for register, place in enumerate(slotted, 1) if place >= 0], default=0)
    filled = tuple(slotted[:last])
    fitting = [
        draft
        for draft in remembered
        if draft.places[:last] == filled and (draft.charge == charge or (charge < 0 and not filled))
    ]
    if not fitting:
        found = drafts(edition, state, seat, valuation, state.where[seat])
        if -1 in filled:  # somebody has filled a later register first
            fitting = [draft for draft in found if charge in (-1, draft.charge) and _goes_with(filled, draft)]
            # What lies in a register that won't be active doesn't count.
            fitting = [draft for draft in fitting if len(draft.places) >= last] or fitting
        else:
            fitting = [draft for draft in found if draft.charge == charge and draft.places[:last] == filled]
    best = max([draft.worth for draft in fitting], default=0.0)
    wanted: dict[AnyMove, float] = {}
    for draft in fitting:
        move: AnyMove = DONE
        if draft.charge != charge:
            move = ChargeWith(draft.charge)
        else:
            for register, (place, there) in enumerate(zip(draft.places, slotted, strict=False), 1):
                if place != there:
                    move = SlotCard(place, register)
                    break
        wanted[move] = wanted.get(move, 0.0) + math.exp((draft.worth - best) / PROGRAM_HEAT)
    if not wanted:
        wanted[DONE] = 1.0
    return wanted


def _goes_with(filled: Sequence[int], draft: Draft) -> bool:
    return all(place in (-1, there) for place, there in zip(filled, draft.places, strict=False))


def _remember(edition: Edition, state: State, seat: int, valuation: Valuation) -> Remembered:
    """Return the drafts for the cards that the seat drew, wherever it has put them by now.

    They are made once a round, because no move of programming changes what they depend on.
    """
    cards = tuple(state.cards[seat])
    sizes = tuple([len(pile) for pile in state.piles])
    moment = (edition, cards, state.at[seat], state.headings[seat], sizes, valuation.key)
    found = _remembered.get(moment)
    if found is None:
        if len(_remembered) >= REMEMBERED:
            _remembered.clear()
        drawn = [GONE if there == GONE else IN_HAND for there in state.where[seat]]
        found = _remembered[moment] = Remembered(drafts(edition, state, seat, valuation, drawn), {})
    return found


def _answer(edition: Edition, state: State, seat: int, valuation: Valuation, move: AnyMove) -> float:
    """Return the value of placing the Scrapbot or giving up a card like that, in points."""
    match move:
        case PlaceScrapbot():
            return start_value(valuation, move)
        case ShufflePile(pile):
            return -valuation.tops[pile]
        case ScrapCard(place) | TrashCard(place) | ChargeWith(place):
            card = state.cards[seat][place]
            kind = edition.kind_of[card]
            gains = {ScrapCard: float(kind.value), ChargeWith: A_REGISTER * kind.charge}
            return gains.get(type(move), 0.0) - valuation.owned[card]
    return 0.0


def _ways(
    edition: Edition, state: State, seat: int, valuation: Valuation, moves: Sequence[AnyMove]
) -> list[float]:
    """Return what each turn or salvage may lead to with the rest of the program, in points."""
    drafter = Drafter(edition, state, seat, valuation)
    effects = effects_by_card(edition)
    places = [place for place, there in enumerate(state.where[seat]) if there != IN_HAND]
    rounds = drafter.play([begun(state, seat, places)], compact(effects_of(edition, state)[state.step :]))
    best: dict[int, float] = {}
    for register in range(state.slot + 1, REGISTERS + 1):
        card = card_in(state, seat, register)
        if card and any(rnd.active >= register for rnd in rounds):
            rounds = drafter.play([rnd for rnd in rounds if rnd.active >= register], effects[card])
            if len(rounds) > WIDTH:
                rounds.sort(key=drafter.worth, reverse=True)
                del rounds[WIDTH:]
    for rnd in rounds:
        best[rnd.choice] = max(drafter.worth(rnd), best.get(rnd.choice, -math.inf))
    low = min(best.values()) - 1.0  # for what was dropped on the way
    return [best.get(_made(move), low) for move in moves]


def _made(move: AnyMove) -> int:
    """Return the choice that is made by a turn or salvage, as drafts write it."""
    match move:
        case TurnTo(side):
            return SIDES.index(side)
        case SalvageFrom(pile):
            return pile
    return -1
