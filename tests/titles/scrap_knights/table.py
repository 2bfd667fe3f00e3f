"""A table of Scrap Knights to set for a ruling: a duel in its third turn, both mechs bare.

    game = table("scrap-knights").mine("stab").theirs("vent").turn("stab", "vent")

All words for setting, acting and looking are those of `duel.Duel`.
"""

from games import catalog
from games.titles.scrap_knights.box import NEWEST, PRINTS
from games.titles.scrap_knights.decks.deck import Deck
from games.titles.scrap_knights.decks.ready_made import BY_SLUG, MECHS
from games.titles.scrap_knights.state import State
from tests.titles.scrap_knights.duel import Duel


class Table(Duel):
    """See `tests.table.table`."""

    def __init__(self, edition: str, distance: int = 1) -> None:
        super().__init__(distance)
        self.game = catalog.game("scrap-knights", edition)
        self.edition = edition

    def with_mechs(self, mine: str, theirs: str) -> "Table":
        """Let both play with ready-made mechs, by slug."""
        for seat, slug in enumerate((mine, theirs)):
            lay_mech(self.state, seat, BY_SLUG[slug].deck)
        return self


def lay_mech(state: State, seat: int, deck: Deck) -> None:
    """Let the seat have all cards of *deck*."""
    numbers = {slug: number for number, slug in enumerate(PRINTS)}
    state.hands[seat] = sorted(numbers[act] for act in deck.acts)
    state.ults[seat] = numbers[deck.ult]
    state.bots[seat] = sorted(numbers[bot] for bot in deck.bots)
    state.preps[seat] = sorted(numbers[act] for act in deck.prep)


def due_table(number: int) -> State:
    """Return a table of two ready-made mechs whose ULTs are due, each with a BOT that was used.

    144 numbers give every pair of them.
    """
    mine, theirs = MECHS[number % len(MECHS)].slug, MECHS[number // len(MECHS) % len(MECHS)].slug
    state = Table(NEWEST).with_mechs(mine, theirs).state
    state.links = [3, 3]
    state.used_bots = [bots[:1] for bots in state.bots]
    return state
