"""What a viewer may know of a match.

A card that the viewer sees is a face (kind and initiative). Cards that are only known to be among others
are listed by initiative, sorted. Everything that players could count is listed, so nobody has to keep notes.
"""

from msgspec import Struct

from games.engine.viewers import Viewer
from games.titles.junkyard.context import active_with_charge
from games.titles.junkyard.edition import CardFace, Edition, sum_of_values
from games.titles.junkyard.resolution import asked
from games.titles.junkyard.rules import ENDING_RULE, to_act
from games.titles.junkyard.state import (
    CHARGE,
    IN_HAND,
    NONE,
    PHASES,
    PROGRAMMING,
    REGISTERS,
    RESOLVING,
    State,
    card_in,
    hand_places,
    place_in,
)
from games.titles.junkyard.yard import HEADINGS, NOWHERE, SPACES


class PileView(Struct, frozen=True):
    """*count:* cards in it. *top:* the face-up card. *known:* cards that everybody saw go below it."""

    count: int
    top: CardFace | None
    known: tuple[CardFace, ...]


class RobotView(Struct, frozen=True):
    """A Scrapbot in the yard. *row*, *column:* of its space, from 0 to 6."""

    space: int
    row: int
    column: int
    heading: str


class RegisterView(Struct, frozen=True):
    """One of six registers. *slotted:* whether it holds a card; None while that is hidden.

    *card:* None when hidden or empty. *place:* the card's place in the owner's hand; -1 for other viewers.
    """

    active: bool
    slotted: bool | None
    card: CardFace | None
    place: int
    revealed: bool
    resolved: bool


class PlayerView(Struct, frozen=True):
    """One player. *hand:* its places, each a card or None; None as a whole when hidden.

    *hand_count:* cards in hand; for a hidden program, the cards in registers count as well.
    *active:* the number of active registers. *charge:* the card laid aside to charge with, which only its
    owner sees, and *charge_place* its place in the hand. *unseen:* the cards in the deck; for other viewers,
    those in hand and face down as well.
    """

    seat: int
    hand: tuple[CardFace | None, ...] | None
    hand_count: int
    deck_count: int
    discard: tuple[CardFace, ...]
    scrapheap: tuple[CardFace, ...]
    score: int
    active: int
    registers: tuple[RegisterView, ...]
    charge: CardFace | None
    charge_place: int
    done: bool
    unseen: tuple[int, ...]


class ResolvingView(Struct, frozen=True):
    """The progress of the resolution. *queue:* the seats whose cards follow in this register, in order.

    *seat:* the player of the resolving card. *at:* its register, a later one when overclocked. *step:* its
    effect, from 0. *choice:* the type of move that is asked for, as in `moves`. *effect:* in words.
    *left:* the number of cards still to be chosen. *overclocked:* whether the next register follows at once.
    """

    register: int
    queue: tuple[int, ...]
    seat: int
    at: int
    card: CardFace
    step: int
    choice: str
    effect: str
    left: int
    overclocked: bool


class View(Struct, frozen=True):
    """*viewer:* the viewer's seat, -1 for the spectator. *kinds:* the slugs of the kinds in play.

    *unseen:* the cards somewhere in the piles whose place nobody knows. *order:* the seats in the order of
    placing. *robots:* by seat, None before placing. *to_act:* the seats to act. *ended_by:* the anchor of the
    rule that ended the game, or empty.
    """

    edition: str
    viewer: int
    kinds: tuple[str, ...]
    round: int
    round_cap: int
    phase: str
    order: tuple[int, ...]
    piles: tuple[PileView, ...]
    unseen: tuple[int, ...]
    robots: tuple[RobotView | None, ...]
    players: tuple[PlayerView, ...]
    trash: tuple[CardFace, ...]
    resolving: ResolvingView | None
    to_act: tuple[int, ...]
    over: bool
    ended_by: str


ROBOTS = tuple(
    tuple(RobotView(space, row, column, heading) for heading in HEADINGS)
    for space, (row, column) in enumerate(SPACES)
)


def view(edition: Edition, state: State, viewer: Viewer) -> View:
    """Return what *viewer* may know of *state*. *Source:* `junkyard:open-1`, `junkyard:open-2`."""
    face = edition.faces
    return View(
        edition=edition.slug,
        viewer=viewer.seat,
        kinds=tuple([edition.box[index].slug for index in state.kinds]),
        round=state.round,
        round_cap=state.round_cap,
        phase=PHASES[state.phase],
        order=tuple(state.order),
        piles=tuple([_pile(face, *pair) for pair in zip(state.piles, state.known, strict=True)]),
        unseen=_unseen(state),
        robots=tuple(
            [
                None if space == NOWHERE else ROBOTS[space][heading]
                for space, heading in zip(state.at, state.headings, strict=True)
            ]
        ),
        players=tuple([_player(edition, face, state, seat, viewer) for seat in range(len(state.at))]),
        trash=tuple([face[card] for card in state.trash]),
        resolving=_resolving(edition, face, state) if state.phase == RESOLVING else None,
        to_act=to_act(state),
        over=state.phase == len(PHASES) - 1,
        ended_by=ENDING_RULE[state.ending],
    )


def _pile(face: tuple[CardFace, ...], pile: list[int], known: list[int]) -> PileView:
    return PileView(len(pile), face[pile[-1]] if pile else None, tuple([face[card] for card in known]))


def _unseen(state: State) -> tuple[int, ...]:
    """Return the cards below the tops of the piles whose pile nobody knows, sorted."""
    unseen: list[int] = []
    for pile, known in zip(state.piles, state.known, strict=True):
        below = pile[:-1]
        unseen += [card for card in below if card not in known] if known else below
    unseen.sort()
    return tuple(unseen)


def _player(
    edition: Edition, face: tuple[CardFace, ...], state: State, seat: int, viewer: Viewer
) -> PlayerView:
    is_own = viewer.seat == seat
    is_secret = state.phase == PROGRAMMING and not is_own
    cards, where, deck = state.cards[seat], state.where[seat], state.decks[seat]
    held = cards if is_secret else [cards[place] for place in hand_places(state, seat)]
    charge = card_in(state, seat, CHARGE) if is_own else NONE
    active = active_with_charge(edition, state, seat) if is_own else state.active[seat]
    return PlayerView(
        seat=seat,
        hand=_hand(face, cards, where) if is_own else None,
        hand_count=len(held) - held.count(NONE),
        deck_count=len(deck),
        discard=tuple([face[card] for card in state.discards[seat]]),
        scrapheap=tuple([face[card] for card in state.heaps[seat]]),
        score=sum_of_values(edition, state.heaps[seat]),
        active=active,
        registers=tuple(
            [
                _register(face, state, seat, number, number <= active, is_own, is_secret)
                for number in range(1, REGISTERS + 1)
            ]
        ),
        charge=face[charge] if charge else None,
        charge_place=place_in(state, seat, CHARGE) if is_own else -1,
        done=state.done[seat] == 1,
        unseen=tuple(sorted(deck if is_own else deck + _hidden(state, seat))),
    )


def _hand(face: tuple[CardFace, ...], cards: list[int], where: list[int]) -> tuple[CardFace | None, ...]:
    return tuple([face[card] if there == IN_HAND else None for card, there in zip(cards, where, strict=True)])


def _hidden(state: State, seat: int) -> list[int]:
    """Return the seat's hidden cards outside its deck: hand, face-down registers, charge."""
    shown = state.shown[seat]
    pairs = zip(state.cards[seat], state.where[seat], strict=True)
    return [card for card, where in pairs if card and not 1 <= where <= shown]


def _register(
    face: tuple[CardFace, ...],
    state: State,
    seat: int,
    number: int,
    is_active: bool,
    is_own: bool,
    is_secret: bool,
) -> RegisterView:
    if is_secret:
        return _SECRET[is_active]
    place = place_in(state, seat, number)
    if place < 0:
        return _EMPTY[is_active]
    revealed = number <= state.shown[seat]
    card = face[state.cards[seat][place]] if is_own or revealed else None
    resolved = number <= state.resolved[seat]
    return RegisterView(is_active, True, card, place if is_own else -1, revealed, resolved)


_SECRET = tuple(RegisterView(active, None, None, -1, False, False) for active in (False, True))
_EMPTY = tuple(RegisterView(active, False, None, -1, False, False) for active in (False, True))


def _resolving(edition: Edition, face: tuple[CardFace, ...], state: State) -> ResolvingView:
    effect = asked(edition, state)
    return ResolvingView(
        register=state.register,
        queue=tuple(state.queue),
        seat=state.actor,
        at=state.slot,
        card=face[card_in(state, state.actor, state.slot)],
        step=state.step,
        choice=effect.name,
        effect=effect.text(),
        left=state.left or 1,
        overclocked=state.overclocked == 1,
    )
