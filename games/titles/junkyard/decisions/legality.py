"""What a seat may do: the legal moves, why others are refused, and which moves the board suggests."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from games.engine.errors import IllegalMove
from games.titles.junkyard.edition import Edition
from games.titles.junkyard.effects import (
    CHARGES,
    SALVAGES,
    SCRAPS,
    SHUFFLES,
    TRASHES,
    TURNS,
    Charge,
    Salvage,
    Scrap,
    Shuffle,
    Trash,
    Turn,
)
from games.titles.junkyard.keyword import Keyword
from games.titles.junkyard.moves import (
    AnyMove,
    ChargeWith,
    PlaceScrapbot,
    SalvageFrom,
    ScrapCard,
    SetProgram,
    ShufflePile,
    SlotCard,
    TakeBack,
    TrashCard,
    TurnTo,
    UndoCharge,
)
from games.titles.junkyard.resolution import asked
from games.titles.junkyard.state import (
    CHARGE,
    GONE,
    IN_HAND,
    MOST_HAND,
    PLACING,
    PROGRAMMING,
    REGISTERS,
    State,
    hand_places,
)
from games.titles.junkyard.yard import ADJACENT, HEADINGS, OUTER

DONE, REOPEN, UNDO_CHARGE = SetProgram("done"), SetProgram("open"), UndoCharge()
_ALL_REGISTERS = range(1, REGISTERS + 1)
_SLOTS = tuple(tuple(SlotCard(place, register) for register in range(7)) for place in range(MOST_HAND))
_TAKES = tuple(TakeBack(register) for register in range(7))
_PLACES = {
    space: tuple(PlaceScrapbot(space, heading) for heading in HEADINGS)  # type: ignore[arg-type]
    for space in OUTER
}
_IN_PROGRAMMING = (SlotCard, TakeBack, UndoCharge, SetProgram)
_ANSWERS: dict[type, tuple[str, type[Keyword]]] = {
    TurnTo: ("corner-1", Turn),
    SalvageFrom: ("salvage-1", Salvage),
    ShufflePile: ("shuffle-1", Shuffle),
    ScrapCard: ("scrap-1", Scrap),
    TrashCard: ("trash-1", Trash),
    ChargeWith: ("charge-5", Charge),
}


def legal(edition: Edition, state: State, seat: int) -> list[AnyMove]:
    """Return the legal moves of a seat to act, in stable order."""
    if state.phase == PROGRAMMING:
        return list(_programming(tuple(state.where[seat])))
    if state.phase == PLACING:
        return [move for space in OUTER if space not in state.at for move in _PLACES[space]]
    return list(asked(edition, state).choices(edition, state, seat))  # type: ignore[arg-type]


def can_reopen(state: State, seat: int) -> bool:
    """Return whether the seat is done and may go on programming, because others still do.

    *Source:* `junkyard:program-4`.
    """
    return state.phase == PROGRAMMING and state.done[seat] == 1


def refusal(edition: Edition, state: State, seat: int, move: AnyMove) -> IllegalMove | None:
    """Return why the rules refuse *move* now, or None when they allow it."""
    if state.phase == PLACING:
        return _refuse_placing(state, move)
    if isinstance(move, PlaceScrapbot):
        return IllegalMove("setup-5", "Scrapbots are placed before the first round.")
    if state.phase == PROGRAMMING:
        return _refuse_programming(state, seat, move)
    if isinstance(move, _IN_PROGRAMMING):
        return IllegalMove("program-4", "Programming is over for this round.")
    return _refuse_answer(edition, state, seat, move)


def conceivable(edition: Edition, state: State, seat: int) -> Iterator[AnyMove]:
    """Yield every move that the board suggests, legal or not, in the order of `legal`."""
    if state.phase == PLACING:
        for space in OUTER:
            yield from _PLACES[space]
    elif state.phase == PROGRAMMING:
        yield from _conceivable_program(state, seat)
    else:
        yield from _conceivable_answers(asked(edition, state), state, seat)


@lru_cache(maxsize=1 << 15)
def _programming(where: tuple[int, ...]) -> tuple[AnyMove, ...]:
    """Return the legal moves of programming. *where:* where each card of the hand is, by place.

    *Source:* `junkyard:program-1`, `junkyard:program-2`, `junkyard:charge-1`.
    """
    held = [place for place, there in enumerate(where) if there == IN_HAND]
    free = [register for register in _ALL_REGISTERS if register not in where]
    moves: list[AnyMove] = [_SLOTS[place][register] for place in held for register in free]
    moves += [_TAKES[register] for register in _ALL_REGISTERS if register in where]
    if CHARGE in where:
        moves.append(UNDO_CHARGE)
    else:
        moves += [CHARGES[place] for place in held]
    moves.append(DONE)
    return tuple(moves)


def _conceivable_program(state: State, seat: int) -> Iterator[AnyMove]:
    where = state.where[seat]
    held = [place for place, there in enumerate(where) if there == IN_HAND]
    for place in held:
        yield from _SLOTS[place][1:]
    yield from (_TAKES[register] for register in _ALL_REGISTERS if register in where)
    if CHARGE in where:
        yield UNDO_CHARGE
    yield from (CHARGES[place] for place in held)
    yield DONE


def _conceivable_answers(effect: Keyword, state: State, seat: int) -> Sequence[AnyMove]:
    match effect:
        case Turn():
            return TURNS
        case Salvage():
            return [SALVAGES[pile] for pile in ADJACENT[state.at[seat]]]
        case Shuffle():
            return [SHUFFLES[pile] for pile in ADJACENT[state.at[seat]]]
    moves: dict[type[Keyword], Sequence[AnyMove]] = {Scrap: SCRAPS, Trash: TRASHES, Charge: CHARGES}
    return [moves[type(effect)][place] for place in hand_places(state, seat)]


def _refuse_placing(state: State, move: AnyMove) -> IllegalMove | None:
    if not isinstance(move, PlaceScrapbot):
        return IllegalMove("setup-5", "All Scrapbots must be placed first.")
    if move.space not in OUTER:
        return IllegalMove("setup-5", "Scrapbots start at the edge of the yard.")
    if move.space in state.at:
        return IllegalMove("yard-2", "Another Scrapbot is there.")
    return None


def _refuse_programming(state: State, seat: int, move: AnyMove) -> IllegalMove | None:
    where = state.where[seat]
    match move:
        case SlotCard(place, register):
            if register in where:
                return IllegalMove("program-1", f"Register {register} already holds a card.")
            return _refuse_place(where, place, "program-1")
        case TakeBack(register):
            if register in where:
                return None
            return IllegalMove("program-2", f"Register {register} is empty.")
        case ChargeWith(place):
            if CHARGE in where:
                return IllegalMove("charge-1", "You can trash only one card a round to charge.")
            return _refuse_place(where, place, "charge-1")
        case UndoCharge():
            return (
                None if CHARGE in where else IllegalMove("charge-4", "You have not trashed a card to charge.")
            )
        case SetProgram(to="open"):
            return None if state.done[seat] else IllegalMove("program-4", "You are still programming.")
        case SetProgram():
            return None
    return IllegalMove(_ANSWERS[type(move)][0], "You choose this when a card that asks for it resolves.")


def _refuse_place(where: Sequence[int], place: int, rule: str) -> IllegalMove | None:
    if place >= len(where) or where[place] == GONE:
        return IllegalMove(rule, "There is no such card in your hand.")
    if where[place] == IN_HAND:
        return None
    if where[place] == CHARGE:
        return IllegalMove(rule, "You are charging with that card.")
    return IllegalMove(rule, f"That card is in register {where[place]}; take it back first.")


def _refuse_answer(edition: Edition, state: State, seat: int, move: AnyMove) -> IllegalMove | None:
    effect = asked(edition, state)
    rule, kind = _ANSWERS[type(move)]
    if not isinstance(effect, kind):
        return IllegalMove("resolve-5", f"You have another choice to make first: {effect.text()}.")
    if move in effect.choices(edition, state, seat):
        return None
    match move:
        case SalvageFrom(pile) | ShufflePile(pile):
            if pile in ADJACENT[state.at[seat]]:
                return IllegalMove(effect.rule, "That pile is empty.")
            return IllegalMove("yard-3", "That pile isn’t beside your Scrapbot.")
    return IllegalMove(rule, "There is no such card in your hand.")
