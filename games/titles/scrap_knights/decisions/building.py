"""Building a mech: drafts as decks, which moves are allowed, and the moves that lead to a saved deck."""

from collections.abc import Iterable

from games.engine.errors import IllegalMove
from games.engine.events import Event
from games.titles.scrap_knights import events as ev
from games.titles.scrap_knights.decks.deck import (
    Deck,
    Fault,
    faults,
    hindrance,
    holds,
    with_card,
    without_card,
)
from games.titles.scrap_knights.decks.ready_made import MECHS, Mech
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.moves import AnyMove, BringMech, Pile, PutBack, SetReady, TakeCard
from games.titles.scrap_knights.state import OWN, READY_MADE, SizedState, State

READY, OPEN = SetReady("ready"), SetReady("open")
_PILES: tuple[Pile, Pile] = ("deck", "prep")
_BRINGS = {mech.slug: BringMech(mech.slug) for mech in MECHS}  # type: ignore[arg-type]


def draft_of(edition: Edition, state: State, seat: int) -> Deck:
    """Return the mech that the seat is building."""
    cards = state.drafts[seat]
    return Deck(
        acts=edition.names(card for card in cards if edition.kinds[card].is_act),
        ult=next((edition.name(card) for card in cards if card in edition.ults), ""),
        bots=edition.names(card for card in cards if card in edition.bots),
        prep=edition.names(state.draft_preps[seat]),
    )


def lay_draft(edition: Edition, state: State, seat: int, deck: Deck) -> None:
    """Make *deck* the draft of the seat."""
    ult = (deck.ult,) if deck.ult else ()
    state.drafts[seat] = sorted(edition.numbers((*deck.acts, *ult, *deck.bots)))
    state.draft_preps[seat] = sorted(edition.numbers(deck.prep))


def set_up(edition: Edition, state: State, seat: int, deck: Deck) -> Event:
    """Let the seat play with *deck*, and record it. *Source:* `scrap-knights:setup-4`."""
    state.drafts[seat], state.draft_preps[seat] = [], []
    state.hands[seat] = sorted(edition.numbers(deck.acts))
    state.ults[seat] = edition.number[deck.ult]
    state.bots[seat] = sorted(edition.numbers(deck.bots))
    state.preps[seat] = sorted(edition.numbers(deck.prep))
    if isinstance(state, SizedState):
        state.whole[seat] = edition.whole(state.ults[seat])
    return ev.MechShown("setup-4", seat, deck.ult, deck.bots, deck.acts, deck.prep, len(deck.prep))


# What may be done


def legal(edition: Edition, state: State, seat: int) -> list[AnyMove]:
    """Return the legal moves about a draft, in stable order."""
    deck, pool = draft_of(edition, state, seat), edition.pool
    moves: list[AnyMove] = []
    if state.decks == OWN:
        for to in _PILES:
            moves += [TakeCard(card, to) for card in edition.slugs if hindrance(deck, card, to, pool) is None]
        moves += _returnable(deck)
    moves += [bring(mech) for mech in edition.mechs if mech.deck != deck]
    if not faults(deck, pool):
        moves.append(READY)
    return moves


def conceivable(edition: Edition, state: State, seat: int) -> list[AnyMove]:
    """Return the moves that the box and the draft suggest, in the order of `legal`."""
    deck = draft_of(edition, state, seat)
    moves: list[AnyMove] = []
    if state.decks == OWN:
        moves += [TakeCard(card, "deck") for card in edition.slugs]
        if deck.prep or edition.pool.prep_size(deck.ult):
            moves += [TakeCard(edition.slugs[act], "prep") for act in edition.acts]
        moves += _returnable(deck)
    moves += [bring(mech) for mech in edition.mechs]
    return [*moves, READY]


def refusal(edition: Edition, state: State, seat: int, move: AnyMove) -> IllegalMove | None:
    """Return why the rules refuse *move* while mechs are put together."""
    deck = draft_of(edition, state, seat)
    match move:
        case TakeCard() | PutBack() if state.decks == READY_MADE:
            return IllegalMove("setup-6", "This match is played with ready-made mechs only.")
        case TakeCard(card, to):
            return _refused(hindrance(deck, card, to, edition.pool))
        case PutBack(card, pile):
            if card and holds(deck, card, pile):
                return None
            return IllegalMove("setup-1", "You haven’t taken that card.")
        case BringMech(mech):
            return _refuse_mech(edition, deck, mech)
        case SetReady(to="ready"):
            return _refused(next(iter(faults(deck, edition.pool)), None))
        case SetReady():
            if state.done[seat]:
                return None
            return IllegalMove("setup-5", "You are still building your mech.")
    return IllegalMove("setup-5", "Both players have to build their mechs first.")


def bring(mech: Mech) -> BringMech:
    """Return the move that brings that ready-made mech."""
    return _BRINGS[mech.slug]


def _returnable(deck: Deck) -> list[AnyMove]:
    ult = (deck.ult,) if deck.ult else ()
    cards: list[AnyMove] = [PutBack(card, "deck") for card in (*deck.acts, *ult, *deck.bots)]
    return [*cards, *(PutBack(card, "prep") for card in deck.prep)]


def _refuse_mech(edition: Edition, deck: Deck, slug: str) -> IllegalMove | None:
    mech = next((mech for mech in edition.mechs if mech.slug == slug), None)
    if mech is None:
        return IllegalMove("setup-6", "There is no such ready-made mech.")
    if mech.deck == deck:
        return IllegalMove("setup-6", f"You have already brought {mech.name}.")
    return None


def _refused(fault: Fault | None) -> IllegalMove | None:
    return IllegalMove(fault.rule, fault.reason) if fault else None


# Doing it


def act(edition: Edition, state: State, seat: int, move: AnyMove) -> list[Event]:
    """Carry out a legal move about a draft."""
    deck = draft_of(edition, state, seat)
    match move:
        case TakeCard(card, to):
            lay_draft(edition, state, seat, with_card(deck, card, to, edition.pool))
            return [ev.CardTaken("setup-5", seat, card, to)]
        case PutBack(card, pile):
            lay_draft(edition, state, seat, without_card(deck, card, pile))
            return [ev.CardPutBack("setup-5", seat, card, pile)]
        case BringMech(slug):
            mech = next(mech for mech in edition.mechs if mech.slug == slug)
            lay_draft(edition, state, seat, mech.deck)
            return [ev.MechBrought("setup-6", seat, slug, mech.name)]
        case SetReady(to="open"):
            state.done[seat] = 0
            return [ev.MechMarked("setup-5", seat, False)]
    state.done[seat] = 1
    return [ev.MechMarked("setup-5", seat, True)]


def moves_towards(have: Deck, want: Deck) -> list[AnyMove]:
    """Return moves that make *want* of the draft *have*, one after another.

    None of them is refused, unless *want* can't be a deck: with a card twice, for example.
    """
    moves: list[AnyMove] = []
    changes_ult = have.ult != want.ult
    if not changes_ult:
        moves += _put_back(have.prep, want.prep, prep=True)
    elif have.ult:
        moves.append(PutBack(have.ult, "deck"))  # its prep goes with it
    moves += _put_back(have.acts, want.acts)
    moves += _put_back(have.bots, want.bots)
    if changes_ult and want.ult:
        moves.append(TakeCard(want.ult, "deck"))
    moves += [TakeCard(card, "deck") for card in _missing(want.acts, have.acts)]
    moves += [TakeCard(card, "deck") for card in _missing(want.bots, have.bots)]
    kept = () if changes_ult else have.prep
    return [*moves, *(TakeCard(card, "prep") for card in _missing(want.prep, kept))]


def _missing(want: Iterable[str], have: Iterable[str]) -> list[str]:
    """Return the wanted cards that are still to be taken, one as often as it is missing."""
    left, missing = list(have), list[str]()
    for card in want:
        if card in left:
            left.remove(card)
        else:
            missing.append(card)
    return missing


def _put_back(have: Iterable[str], want: Iterable[str], prep: bool = False) -> list[AnyMove]:
    wanted = set(want)
    return [PutBack(card, "prep" if prep else "deck") for card in have if card not in wanted]
