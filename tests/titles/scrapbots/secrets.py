"""What is hidden in Scrapbots, independent of its views: hands of others, and the order of every deck."""

from games.engine.chance import Chance
from games.engine.viewers import Viewer
from games.titles.scrapbots.state import State


def swap_hidden(state: State, viewer: Viewer, chance: Chance) -> None:
    """Exchange in *state* what *viewer* can't see."""
    chance.shuffle(state.main, "swap")
    for seat in (0, 1):
        hand, deck = state.hands[seat], state.decks[seat]
        unseen = deck if viewer.seat == seat else hand + deck
        chance.shuffle(unseen, "swap")
        if viewer.seat != seat:
            hand[:], deck[:] = unseen[: len(hand)], unseen[len(hand) :]
