"""Decks, markers, dice and player aids, and the whole that they make up."""

from typing import Literal

from msgspec import Struct

from games.engine.kit.mats import Mat, Spot

# Places that are on no mat: the owner's hand, the middle of the table, and the box, where spare things are.
HAND, TABLE, BOX = "hand", "table", "box"


class Share(Struct, frozen=True):
    """Copies of a card. *numbers:* which ones, counted from 1, where each copy has a number of its own."""

    card: str
    copies: int
    numbers: tuple[int, ...] = ()


class Deck(Struct, frozen=True):
    """Cards that belong together at the start. *words:* what to do with them. *rule:* anchor of what says so.

    *owner:* the seat whose deck it is, None for everybody's. *is_open:* it lies face up.
    """

    slug: str
    name: str
    shares: tuple[Share, ...]
    place: str
    words: str
    rule: str
    owner: int | None = None
    is_shuffled: bool = True
    is_open: bool = False

    @property
    def copies(self) -> int:
        """How many cards it has."""
        return sum(share.copies for share in self.shares)


class Deal(Struct, frozen=True):
    """The top *copies* of a deck go to a place in the set-up. *is_open:* the top one lies face up."""

    deck: str
    place: str
    copies: int
    rule: str
    is_open: bool = False


class Marker(Struct, frozen=True):
    """Something that lies or stands on a mat. *words*, *icon:* on its front; *back:* words on its other side.

    *form:* a `standee` is folded and stands, a `cube` is folded, a `disc` is flat and round, a `tile` is flat
    and has two sides. *paint:* a colour of tokens.css. *place:* where it begins.
    """

    slug: str
    name: str
    form: Literal["standee", "cube", "disc", "tile"]
    copies: int
    width: float
    height: float
    paint: str
    place: str
    rule: str
    words: str = ""
    back: str = ""
    icon: str = ""
    owner: int | None = None


class Die(Struct, frozen=True):
    """A die, or with two faces a coin."""

    slug: str
    name: str
    faces: tuple[str, ...]
    copies: int
    rule: str

    @property
    def is_of_paper(self) -> bool:
        """Whether it can be folded of paper: a cube, or a coin."""
        return len(self.faces) in (2, 6)


class AidLine(Struct, frozen=True):
    """A line of a player aid. *rules:* anchors of what it is short for. *is_head:* a heading."""

    text: str
    rules: tuple[str, ...] = ()
    is_head: bool = False


class Aid(Struct, frozen=True):
    """A card with the rules in brief, for every player."""

    slug: str
    name: str
    lines: tuple[AidLine, ...]


class Kit(Struct, frozen=True):
    """All that an edition needs. *seats:* for how many players it is at most. *deals:* the set-up, in order.

    *picks:* decks that a player may take out of those in the box, where players choose their cards.
    *needs:* sentences about what else people need, and what they can do without.
    """

    seats: int
    decks: tuple[Deck, ...]
    deals: tuple[Deal, ...] = ()
    mats: tuple[Mat, ...] = ()
    markers: tuple[Marker, ...] = ()
    dice: tuple[Die, ...] = ()
    aids: tuple[Aid, ...] = ()
    picks: tuple[Deck, ...] = ()
    needs: tuple[str, ...] = ()

    @property
    def paper_dice(self) -> tuple[Die, ...]:
        """The dice that can be folded of paper."""
        return tuple(die for die in self.dice if die.is_of_paper)

    def deck(self, slug: str) -> Deck:
        """Return the deck *slug*. *Raises:* KeyError."""
        found = next((deck for deck in self.decks if deck.slug == slug), None)
        if found is None:
            raise KeyError(slug)
        return found

    def spot(self, place: str) -> tuple[Mat, Spot] | None:
        """Return the mat and the spot of a place, None for a place that is on no mat. *Raises:* KeyError."""
        if place in (HAND, TABLE, BOX):
            return None
        slug, _, spot = place.partition("/")
        mat = next((mat for mat in self.mats if mat.slug == slug), None)
        if mat is None:
            raise KeyError(place)
        return mat, mat.spot(spot)
