"""What is hidden in Junkyard, independent of its views: piles below their tops, decks, hands, registers.

Everybody knows which cards a pile was seen to take in (by a shuffle), which cards a player owns, and, once
programming is over, which registers hold a card.
"""

from games.engine.chance import Chance
from games.engine.viewers import Viewer
from games.titles.junkyard.state import CHARGE, IN_HAND, PROGRAMMING, State


def swap_hidden(state: State, viewer: Viewer, chance: Chance) -> None:
    """Exchange in *state* what *viewer* can't see."""
    _swap_piles(state, chance)
    for seat in range(len(state.at)):
        if seat == viewer.seat:
            chance.shuffle(state.decks[seat], "swap")
        else:
            _swap_cards(state, seat, chance)
            if state.phase == PROGRAMMING:
                _swap_program(state, seat, chance)


def _swap_piles(state: State, chance: Chance) -> None:
    """Exchange the cards below the tops among all piles, except those that are known to be in one."""
    loose = [
        card
        for pile, known in zip(state.piles, state.known, strict=True)
        for card in pile[:-1]
        if card not in known
    ]
    chance.shuffle(loose, "swap")
    for pile, known in zip(state.piles, state.known, strict=True):
        below = [*known, *(loose.pop() for _ in range(len(pile) - 1 - len(known)))]
        chance.shuffle(below, "swap")
        pile[:-1] = below


def _swap_cards(state: State, seat: int, chance: Chance) -> None:
    """Exchange the seat's deck, hand and face-down cards with each other."""
    cards, where, deck = state.cards[seat], state.where[seat], state.decks[seat]
    hidden = [
        place for place, card in enumerate(cards) if card and not 1 <= where[place] <= state.shown[seat]
    ]
    unseen = deck + [cards[place] for place in hidden]
    chance.shuffle(unseen, "swap")
    for place in hidden:
        cards[place] = unseen.pop()
    deck[:] = unseen


def _swap_program(state: State, seat: int, chance: Chance) -> None:
    """Give the seat another program."""
    places = [place for place, card in enumerate(state.cards[seat]) if card]
    there = [IN_HAND, IN_HAND, IN_HAND, 1, 2, 3, 4, 5, 6, CHARGE]
    chance.shuffle(there, "swap")
    for place in places:
        state.where[seat][place] = there.pop()
