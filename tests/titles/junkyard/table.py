"""A table of Junkyard, arranged for a ruling. You are seat 0, and the resolution begins with your cards.

    game = table("junkyard").standing(0, "w1").holding("stash").slotting("grab").resolve()

Spaces are named by the side of a pile, piles from 1 to 9 in reading order: `w1` is west of the first pile.
`n1` is north of it. The space between two piles has two names.
"""

from typing import Any

from games.engine.protocol import EditionInfo
from games.titles.junkyard.edition import Edition
from games.titles.junkyard.moves import (
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
from games.titles.junkyard.state import (
    GONE,
    IN_HAND,
    NONE,
    PROGRAMMING,
    RUNNING,
    State,
    hand_places,
)
from games.titles.junkyard.title import EDITION
from games.titles.junkyard.yard import HEADINGS, PILES, SPACE_AT, SPACES
from tests.table import BaseTable

_SIDES = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}


def space(name: str) -> int:
    """Return the number of the space on that side of that pile: `w1`."""
    (row, column), (down, right) = PILES[int(name[1]) - 1], _SIDES[name[0]]
    return SPACE_AT[row + down, column + right]


def name_of(number: int) -> str:
    """Return a name of the space with that number; a space with two names always has the same one."""
    return next(
        f"{side}{pile + 1}"
        for pile, (row, column) in enumerate(PILES)
        for side, (down, right) in _SIDES.items()
        if SPACES[number] == (row + down, column + right)
    )


def same(name: str) -> str:
    """Return the name that `name_of` gives that space."""
    return name_of(space(name))


def rare_box() -> list[str]:
    """Return twelve kinds, with all those that the recommended box lacks."""
    rare = [kind.slug for kind in EDITION.box if not kind.recommended]
    return [*rare, "reactor", "claw"]


class Table(BaseTable):
    """See `tests.table.table`. By default there are two players; seat 1 stands out of the way."""

    def __init__(self, edition: str) -> None:
        super().__init__("junkyard", edition)
        self._dealt: dict[str, int] = {}
        self.state = _bare(2, self.game.rules)

    # Setting the table

    def drafted(self, info: EditionInfo) -> "Table":
        """Play the draft edition *info*."""
        self.game, self.edition = info.game, info.slug
        self.state = _bare(2, self.game.rules)
        return self

    def of(self, seats: int) -> "Table":
        """Set the number of players; all but the first stand at the south and east edges."""
        self.state = _bare(seats, self.game.rules)
        return self

    def standing(self, seat: int, where: str, heading: str = "n") -> "Table":
        self.state.at[seat], self.state.headings[seat] = space(where), HEADINGS.index(heading)
        return self

    def holding(self, *slugs: str, seat: int = 0) -> "Table":
        """Put these cards into the seat's hand."""
        for slug in slugs:
            self._lay(seat, self.card(slug), IN_HAND)
        return self

    def slotting(self, *slugs: str, seat: int = 0, first: int = 1) -> "Table":
        """Put these into the seat's registers, from *first* on; an empty string leaves a gap."""
        for register, slug in enumerate(slugs, first):
            if slug:
                self._lay(seat, self.card(slug), register)
        return self

    def with_active(self, count: int, seat: int = 0) -> "Table":
        self.state.active[seat] = count
        return self

    def with_pile(self, number: int, *slugs: str) -> "Table":
        """Make the pile (1 to 9) of these cards, with the first on top."""
        self.state.piles[number - 1] = [self.card(slug) for slug in slugs][::-1]
        return self

    def with_deck(self, *slugs: str, seat: int = 0) -> "Table":
        """Make the deck of these cards, with the first drawn first."""
        self.state.decks[seat] = [self.card(slug) for slug in slugs][::-1]
        return self

    def with_discard(self, *slugs: str, seat: int = 0) -> "Table":
        self.state.discards[seat] = [self.card(slug) for slug in slugs]
        return self

    def with_heap(self, *slugs: str, seat: int = 0) -> "Table":
        self.state.heaps[seat] = [self.card(slug) for slug in slugs]
        return self

    def in_round(self, number: int, of: int = 30) -> "Table":
        self.state.round, self.state.round_cap = number, of
        return self

    def card(self, slug: str) -> int:
        """Return the card of that kind with the lowest initiative that isn't in the game yet."""
        kind = self.game.rules.by_slug[slug]
        count = self._dealt.get(slug, 0)
        self._dealt[slug] = count + 1
        assert count < kind.quantity, f"there are no more cards of {slug}"
        return kind.initiative + count

    def _lay(self, seat: int, card: int, where: int) -> None:
        place = self.state.cards[seat].index(NONE)
        self.state.cards[seat][place], self.state.where[seat][place] = card, where

    # Acting

    def resolve(self) -> "Table":
        """Make everybody be done, with seat 0 last."""
        events: list[Any] = []
        for seat in range(len(self.state.at) - 1, -1, -1):
            if not self.state.done[seat]:
                self.do(SetProgram("done"), seat)
                events += self.events
        self.events = events
        return self

    def place(self, where: str, heading: str = "n", seat: int = 0) -> "Table":
        return self.do(PlaceScrapbot(space(where), heading), seat)  # type: ignore[arg-type]

    def slot(self, slug: str, register: int, seat: int = 0) -> "Table":
        return self.do(SlotCard(self.place_of(slug, seat), register), seat)

    def take_back(self, register: int, seat: int = 0) -> "Table":
        return self.do(TakeBack(register), seat)

    def charge(self, slug: str, seat: int = 0) -> "Table":
        return self.do(ChargeWith(self.place_of(slug, seat)), seat)

    def undo_charge(self, seat: int = 0) -> "Table":
        return self.do(UndoCharge(), seat)

    def done(self, seat: int = 0) -> "Table":
        return self.do(SetProgram("done"), seat)

    def turn(self, side: str, seat: int = 0) -> "Table":
        return self.do(TurnTo(side), seat)  # type: ignore[arg-type]

    def salvage(self, pile: int, seat: int = 0) -> "Table":
        return self.do(SalvageFrom(pile - 1), seat)

    def shuffle(self, pile: int, seat: int = 0) -> "Table":
        return self.do(ShufflePile(pile - 1), seat)

    def scrap(self, slug: str, seat: int = 0) -> "Table":
        return self.do(ScrapCard(self.place_of(slug, seat)), seat)

    def trash(self, slug: str, seat: int = 0) -> "Table":
        return self.do(TrashCard(self.place_of(slug, seat)), seat)

    # Looking

    def place_of(self, slug: str, seat: int = 0) -> int:
        """Return the place in hand of a card of that kind, or of any card when there is none."""
        places = [place for place, card in enumerate(self.state.cards[seat]) if self.slug(card) == slug]
        held = [place for place in places if place in hand_places(self.state, seat)]
        return (held or places or [self.game.rules.hand_size - 1])[0]

    def slug(self, card: int) -> str:
        """Return the kind of a card."""
        return self.game.rules.kind_of[card].slug if card != NONE else ""

    def slugs(self, cards: list[int]) -> list[str]:
        return [self.slug(card) for card in cards]

    def where(self, seat: int = 0) -> tuple[str, str]:
        """Return the seat's space and heading."""
        return name_of(self.state.at[seat]), HEADINGS[self.state.headings[seat]]

    def hand(self, seat: int = 0) -> list[str]:
        return [self.slug(self.state.cards[seat][place]) for place in hand_places(self.state, seat)]

    def discard(self, seat: int = 0) -> list[str]:
        return self.slugs(self.state.discards[seat])

    def heap(self, seat: int = 0) -> list[str]:
        return self.slugs(self.state.heaps[seat])

    def pile(self, number: int) -> list[str]:
        """Return the pile's cards, from the top."""
        return self.slugs(self.state.piles[number - 1][::-1])

    @property
    def trashed(self) -> list[str]:
        return self.slugs(self.state.trash)

    def offered(self, move: Any, seat: int = 0) -> bool:
        """Return whether the move is listed as legal."""
        return move in self.game.legal(self.state, seat)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats to act."""
        return self.game.to_act(self.state)


_PARKED = ("n1", "s9", "s8", "s7")


def _bare(seats: int, edition: Edition) -> State:
    """Return a state in the middle of programming, with empty hands.

    Every pile is one Claw, and every deck has enough cards that none is reshuffled at the end of the round.
    """
    return State(
        round_cap=30,
        round=5,
        phase=PROGRAMMING,
        kinds=list(edition.recommended),
        order=list(range(seats)),
        at=[space(name) for name in _PARKED[:seats]],
        headings=[0] * seats,
        piles=[[309 - pile] for pile in range(9)],
        known=[[] for _ in range(9)],
        decks=[list(range(294 - 10 * seat, 300 - 10 * seat)) for seat in range(seats)],
        discards=[[] for _ in range(seats)],
        heaps=[[] for _ in range(seats)],
        trash=[],
        cards=[[NONE] * edition.hand_size for _ in range(seats)],
        where=[[GONE] * edition.hand_size for _ in range(seats)],
        active=[edition.active] * seats,
        done=[0] * seats,
        shown=[0] * seats,
        resolved=[0] * seats,
        register=0,
        queue=[],
        actor=-1,
        slot=0,
        step=0,
        left=0,
        overclocked=0,
        ending=RUNNING,
    )
