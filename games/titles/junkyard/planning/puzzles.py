"""What a round of Junkyard may be a puzzle about, alone in the yard, and which moves can help to solve it."""

from collections.abc import Iterator, Sequence

from games.engine import codec
from games.engine.optional import Goal
from games.titles.junkyard.context import active_with_charge
from games.titles.junkyard.edition import Edition, sum_of_values
from games.titles.junkyard.effects import Charge, Recharge, Scrap, Shuffle, Trash
from games.titles.junkyard.events.words import count
from games.titles.junkyard.keyword import Keyword
from games.titles.junkyard.moves import (
    AnyMove,
    ChargeWith,
    ScrapCard,
    SetProgram,
    ShufflePile,
    SlotCard,
    TrashCard,
)
from games.titles.junkyard.rules import result
from games.titles.junkyard.state import (
    GONE,
    NONE,
    PROGRAMMING,
    REGISTERS,
    RESOLVING,
    State,
    hand_places,
    place_in,
    take_card,
)

WIN, SALVAGE, SCRAP = "win", "salvage", "scrap"
_FEWEST = 5  # deeds of a solution
# What a card has to do to be of use: for every goal, if it only leaves something in the hand or the piles,
# it's of none.
_NO_HELP: dict[str, tuple[type[Keyword], ...]] = {
    WIN: (Shuffle,),
    SALVAGE: (Scrap, Trash, Shuffle),
    SCRAP: (Trash, Shuffle),
}
_FROM_HAND = (ChargeWith, ScrapCard, TrashCard)
TERMS = (
    "Your opponent has no cards in hand this round, so only your Scrapbot moves; it can push the other one. "
    "Your way has to work without luck: cards that are turned up while you play don’t count."
)

GOALS = {
    WIN: Goal(
        least=1,
        asks=lambda amount: "Win this round.",
        tells=lambda amount: "you won" if amount else "the game isn’t won yet",
    ),
    SALVAGE: Goal(
        least=4,
        asks=lambda amount: (
            f"Salvage cards worth {count(amount, 'point')} this round, all of which lie face up now."
        ),
        tells=lambda amount: (
            f"you salvaged {count(amount, 'point')}" if amount else "you salvaged nothing that lay face up"
        ),
    ),
    SCRAP: Goal(
        least=6,
        asks=lambda amount: f"Scrap cards worth {count(amount, 'point')} this round.",
        tells=lambda amount: f"you scrapped {count(amount, 'point')}" if amount else "you scrapped nothing",
    ),
}


def laid_open(state: State, seat: int) -> State:
    """Return *state* with all others ready and without a card in hand, changed in place."""
    for other in range(len(state.at)):
        if other != seat and state.phase == PROGRAMMING:
            places = [place for place, where in enumerate(state.where[other]) if where != GONE]
            state.discards[other] += [take_card(state, other, place) for place in places]
            state.done[other] = 1
    return state


def gained(edition: Edition, before: State, state: State, seat: int, goal: str) -> int:
    """Return the points that *seat* has salvaged of the piles' top cards at *before*, or scrapped since.

    For a win, 1 or 0.
    """
    if goal == WIN:
        found = result(edition, state)
        return int(found is not None and found.winners == (seat,))
    if goal == SCRAP:
        return sum_of_values(edition, state.heaps[seat]) - sum_of_values(edition, before.heaps[seat])
    owned = {*state.decks[seat], *state.discards[seat], *state.heaps[seat], *state.cards[seat]}
    return sum_of_values(edition, [pile[-1] for pile in before.piles if pile and pile[-1] in owned])


def helpful(
    edition: Edition, state: State, moves: Sequence[AnyMove], seat: int, goal: str, last: AnyMove | None
) -> list[AnyMove]:
    """Return those of *moves* that can help: a charge comes first, then registers are filled in order.

    Of cards of the same kind one is enough, since nobody else's card comes between.
    """
    if state.phase == PROGRAMMING:
        return list(_program(edition, state, seat, goal, last))
    if state.phase != RESOLVING:
        return []
    firsts = {_kind(edition, state, seat, move.place): move for move in moves if isinstance(move, _FROM_HAND)}
    others = [move for move in moves if not isinstance(move, (*_FROM_HAND, ShufflePile))]
    return [*firsts.values(), *others] or list(moves[:1])


def gist(edition: Edition, state: State, seat: int) -> bytes:
    """Return what changes within a round, without the order of cards and which of their kind they are."""
    hand = sorted(
        (where, edition.kind_of[card].slug)
        for card, where in zip(state.cards[seat], state.where[seat], strict=True)
        if card
    )
    return codec.pack(
        (
            *(state.phase, state.at, state.headings, hand, state.piles, sorted(state.trash)),
            sum_of_values(edition, state.heaps[seat]),
            *(state.active, state.resolved, state.register, state.actor, state.slot, state.step),
            *(state.left, state.overclocked, state.ending),
        )
    )


def deed(edition: Edition, state: State, seat: int, move: AnyMove) -> str:
    """Return the kind of a card that is used, or what is chosen in the yard; registers don't count."""
    if isinstance(move, SlotCard):
        return _kind(edition, state, seat, move.place)
    if isinstance(move, _FROM_HAND):
        return f"{codec.to_plain(move)['type']} {_kind(edition, state, seat, move.place)}"
    return "" if isinstance(move, SetProgram) else codec.to_json(codec.to_plain(move))


def is_plain(deeds: Sequence[str]) -> bool:
    """Return whether there are few."""
    return len(deeds) < _FEWEST


def _program(edition: Edition, state: State, seat: int, goal: str, last: AnyMove | None) -> Iterator[AnyMove]:
    held: dict[str, int] = {}
    for place in hand_places(state, seat):
        held.setdefault(_kind(edition, state, seat, place), place)
    if last is None:
        for place in held.values():
            if edition.kind_of[state.cards[seat][place]].charge > 0:
                yield ChargeWith(place)
    register = next(free for free in range(1, REGISTERS + 2) if place_in(state, seat, free) < 0)
    if register <= min(REGISTERS, _active(edition, state, seat)):
        for place in held.values():
            effects = edition.kind_of[state.cards[seat][place]].effects
            if any(not isinstance(effect, _NO_HELP[goal]) for effect in effects):
                yield SlotCard(place, register)
    if register > 1:
        yield SetProgram("done")


def _active(edition: Edition, state: State, seat: int) -> int:
    """Return how many registers may be active by the end of the program as it stands."""
    found = active_with_charge(edition, state, seat)
    for card, where in zip(state.cards[seat], state.where[seat], strict=True):
        if card != NONE and 1 <= where <= REGISTERS:
            for effect in edition.kind_of[card].effects:
                found += effect.count if isinstance(effect, Recharge) else 2 * isinstance(effect, Charge)
    return found


def _kind(edition: Edition, state: State, seat: int, place: int) -> str:
    return edition.kind_of[state.cards[seat][place]].slug
