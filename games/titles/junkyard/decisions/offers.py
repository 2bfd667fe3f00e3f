"""Moves as the board shows them: where each is picked up and put down, and its label."""

from games.engine.protocol import Offer
from games.titles.junkyard.context import active_with_charge
from games.titles.junkyard.decisions.legality import REOPEN, can_reopen, conceivable, refusal
from games.titles.junkyard.edition import Edition, Kind
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
from games.titles.junkyard.state import CHARGE, PROGRAMMING, REGISTERS, State, card_in
from games.titles.junkyard.yard import AROUND, HEADING_NAMES, HEADINGS, NOWHERE, PILE_NAMES, SIDES


def offers(edition: Edition, state: State, seat: int) -> list[Offer]:
    """Return every move that the board suggests to *seat*, with the refusals."""
    return [_offer(edition, state, seat, move) for move in conceivable(edition, state, seat)]


def reconsider(state: State, seat: int) -> list[Offer]:
    """Return what the seat may do although it is done: go on programming."""
    if not can_reopen(state, seat):
        return []
    return [Offer(REOPEN, "program", "", "Go on programming", None)]


def _offer(edition: Edition, state: State, seat: int, move: AnyMove) -> Offer:
    at, to, label = _place(edition, state, seat, move)
    refused = refusal(edition, state, seat, move)
    warning = _warning(edition, state, seat) if isinstance(move, SetProgram) and refused is None else ""
    return Offer(move, at, to, label, refused, warning=warning)


def _warning(edition: Edition, state: State, seat: int) -> str:
    """Return which active registers are empty and which filled ones aren't active; or an empty text."""
    active, filled = active_with_charge(edition, state, seat), state.where[seat]
    empty = sum(register not in filled for register in range(1, active + 1))
    idle = [register for register in range(active + 1, REGISTERS + 1) if register in filled]
    said = []
    if empty:
        which = f"{empty} of your {active} active registers" if empty < active else _all_active(active)
        said.append(f"{which} {'is' if empty == 1 else 'are'} empty.")
    if idle:
        said.append(f"{_registers(idle)} filled but not active.")
    return " ".join(said)


def _all_active(active: int) -> str:
    if active == 1:
        return "Your only active register"
    return f"{'Both' if active == 2 else f'All {active}'} of your active registers"


def _registers(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return f"Register {numbers[0]} is"
    return f"Registers {', '.join(map(str, numbers[:-1]))} and {numbers[-1]} are"


def _place(edition: Edition, state: State, seat: int, move: AnyMove) -> tuple[str, str, str]:
    """Return where the move is picked up, where it lands, and its label."""
    match move:
        case PlaceScrapbot(space, heading):
            name = HEADING_NAMES[HEADINGS.index(heading)]
            return f"space:{space}", f"heading:{heading}", f"Place here, heading {name}"
        case SlotCard(place, register):
            return f"hand:{place}", f"register:{register}", f"Put into register {register}"
        case TakeBack(register):
            return f"register:{register}", f"hand:{_taken(state, seat, register)}", "Take back"
        case ChargeWith(place):
            return f"hand:{place}", "charge", _charge_label(edition, state, seat, place)
        case UndoCharge():
            return "charge", f"hand:{_taken(state, seat, CHARGE)}", "Take back from charging"
        case SetProgram():
            return "program", "", "Done"
        case TurnTo(side):
            return f"turn:{side}", f"space:{_corner(state, seat, side)}", _turn_label(state, seat, side)
        case SalvageFrom(pile):
            words = asked(edition, state).text().capitalize()
            return f"pile:{pile}", "", f"{words} from the {PILE_NAMES[pile]} pile"
        case ShufflePile(pile):
            return f"pile:{pile}", "", f"Shuffle the {PILE_NAMES[pile]} pile"
        case ScrapCard(place):
            kind = _kind(edition, state, seat, place)
            return f"hand:{place}", "scrapheap", f"Scrap {kind.name} for {kind.value}"
        case TrashCard(place):
            return f"hand:{place}", "trash", f"Trash {_kind(edition, state, seat, place).name}"


def _kind(edition: Edition, state: State, seat: int, place: int) -> Kind:
    return edition.kind_of[state.cards[seat][place]]


def _taken(state: State, seat: int, where: int) -> int:
    return state.cards[seat].index(card_in(state, seat, where))


def _charge_label(edition: Edition, state: State, seat: int, place: int) -> str:
    kind = _kind(edition, state, seat, place)
    name = f"Trash {kind.name} to charge" if state.phase == PROGRAMMING else f"Charge with {kind.name}"
    charge = f"{kind.charge:+d}".replace("-", "−")
    return f"{name}: {charge}"


def _turn_label(state: State, seat: int, side: str) -> str:
    """Return the words for a turn, which goes around a corner wherever there is one in the yard."""
    is_on_the_spot = _corner(state, seat, side) == state.at[seat]
    return f"Turn {side}: {'on the spot' if is_on_the_spot else 'around the corner'}"


def _corner(state: State, seat: int, side: str) -> int:
    """Return the space that a turn leads to: the present one for a turn on the spot."""
    there = AROUND[SIDES.index(side)][state.headings[seat]][state.at[seat]]
    return state.at[seat] if there == NOWHERE else there
