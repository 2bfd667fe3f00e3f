"""The ACT phase: which ACTs may be chosen, with which secrets."""

from games.engine.errors import IllegalMove
from games.titles.scrap_knights.cards.kind import Kind
from games.titles.scrap_knights.cards.parts import PARRY_NUMBERS
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.moves import AnyMove, Choose, ChooseNaming, ChooseNumber, SetAct
from games.titles.scrap_knights.state import State

READY, OPEN = SetAct("ready"), SetAct("open")


def act_moves(edition: Edition, state: State, seat: int) -> list[AnyMove]:
    """Return the moves that the hand suggests, allowed or not. *Source:* `scrap-knights:act-1`."""
    hand = state.hands[seat]
    taken = [edition.ways[number].act for number in state.chosen[seat]]
    moves = [move for act in hand if act not in taken for move in edition.moves_of[act]]
    return [*moves, OPEN, READY] if state.two[seat] else list(moves)


def refuse_act(edition: Edition, state: State, seat: int, move: AnyMove) -> IllegalMove | None:
    """Return why the rules refuse *move* in the ACT phase. *Source:* `scrap-knights:act-3`."""
    chosen = state.chosen[seat]
    match move:
        case Choose() | ChooseNumber() | ChooseNaming():
            return _refuse_choice(edition, state, seat, move)
        case SetAct(to="ready"):
            return None if chosen else IllegalMove("act-1", "Choose an ACT first.")
        case SetAct():
            if chosen or state.done[seat]:
                return None
            return IllegalMove("act-5", "You have not chosen anything yet.")
    return None


def _refuse_choice(
    edition: Edition, state: State, seat: int, move: Choose | ChooseNumber | ChooseNaming
) -> IllegalMove | None:
    act = edition.number.get(move.act, -1)
    if act not in state.hands[seat]:
        return IllegalMove("act-1", "That ACT isn’t in your hand.")
    number = edition.way_of_move.get(move)
    if number is None:
        return _refuse_way(edition, edition.kinds[act], move)
    chosen = [edition.ways[other].act for other in state.chosen[seat]]
    if act in chosen:
        return IllegalMove("act-3", "You have already chosen that ACT.")
    if any(not edition.kinds[other].is_attack for other in chosen) and not edition.kinds[act].is_attack:
        return IllegalMove("act-3", "One of the two must be an Attack.")
    return None


def _refuse_way(edition: Edition, kind: Kind, move: Choose | ChooseNumber | ChooseNaming) -> IllegalMove:
    """Return what is wrong with the secrets."""
    if kind.names_card != isinstance(move, ChooseNaming):
        if kind.names_card:
            return IllegalMove("secret-1", f"{kind.name} needs the name of an ACT.")
        return IllegalMove("secret-1", f"You don’t name an ACT with {kind.name}.")
    if isinstance(move, ChooseNaming):
        return IllegalMove("machina-deus-1", f"Only one of the {len(edition.acts)} ACTs can be named.")
    number = move.number if isinstance(move, ChooseNumber) else 0
    if kind.numbers and number not in kind.numbers:
        rule = "parry-1" if kind.numbers == PARRY_NUMBERS else "thruster-1"
        return IllegalMove(rule, f"{kind.name} takes a number {_numbers(kind.numbers)}.")
    if isinstance(move, ChooseNumber) and not kind.numbers:
        return IllegalMove("secret-1", f"You don’t choose a number with {kind.name}.")
    if len(move.moves) != kind.directions:
        return IllegalMove(
            "move-1",
            f"Choose one direction for each Move of {kind.name}.",
        )
    return IllegalMove("overcharge-1", f"{kind.name} can’t be overcharged.")


def _numbers(numbers: tuple[int, ...]) -> str:
    """Return *numbers*, which ascend, by their bounds: `from −5 to −1 or from 1 to 5`."""
    starts = [number for number in numbers if number - 1 not in numbers]
    ends = [number for number in numbers if number + 1 not in numbers]
    words = (f"from {start} to {end}" for start, end in zip(starts, ends, strict=True))
    return " or ".join(words).replace("-", "−")
