"""An edition of Junkyard as data: its kinds, and which card is of which kind."""

from dataclasses import dataclass, field

from msgspec import Struct

from games.titles.junkyard.keyword import Keyword
from games.titles.junkyard.state import NONE

STARTER, JUNK = "Starter", "Junk"
SEATS = 4
COPIES = 9
HIGHEST = 319


@dataclass(frozen=True)
class Kind:
    """What the rules need to know of a kind of card.

    *initiative:* the lowest of its copies; the others follow without a gap.
    *starter:* copies in each starting deck. *recommended:* whether it is in the recommended first box.
    """

    slug: str
    name: str
    type: str
    initiative: int
    charge: int
    value: int
    quantity: int
    starter: int
    recommended: bool
    icon: str
    effects: tuple[Keyword, ...]
    printed: str


@dataclass(frozen=True, eq=False)
class Edition:
    """*kinds:* in the order of the box, the starter kinds first."""

    slug: str
    summary: str
    kinds: tuple[Kind, ...]

    by_slug: dict[str, Kind] = field(init=False, repr=False)
    box: tuple[Kind, ...] = field(init=False, repr=False)
    kind_of: tuple[Kind, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Find the kind of every initiative; an initiative that no card has gets the first kind."""
        by_card = [self.kinds[0]] * (HIGHEST + 1)
        for kind in self.kinds:
            for card in range(kind.initiative, kind.initiative + kind.quantity):
                by_card[card] = kind
        object.__setattr__(self, "by_slug", {kind.slug: kind for kind in self.kinds})
        object.__setattr__(self, "box", tuple(kind for kind in self.kinds if kind.type == JUNK))
        object.__setattr__(self, "kind_of", tuple(by_card))

    def starter_deck(self, seat: int) -> list[int]:
        """Return the seat's twelve cards, unshuffled. *Source:* `junkyard:setup-1`, `junkyard:setup-6`."""
        size = sum(kind.starter for kind in self.kinds)
        return [SEATS * copy + seat + 1 - SEATS for copy in range(1, size + 1)]

    def copies(self, index: int) -> list[int]:
        """Return the nine cards of the kind with that index in the box."""
        first = self.box[index].initiative
        return list(range(first, first + COPIES))


class CardFace(Struct, frozen=True):
    """A card that lies face up. *card:* slug. *initiative:* unique in the match."""

    card: str
    initiative: int


def sum_of_values(edition: Edition, cards: list[int]) -> int:
    """Return the scrap values of *cards* together."""
    return sum(edition.kind_of[card].value for card in cards if card != NONE)


_FACES: dict[str, tuple[CardFace, ...]] = {}


def faces(edition: Edition) -> tuple[CardFace, ...]:
    """Return the face of every card, by initiative; where no card has the initiative, it is meaningless."""
    found = _FACES.get(edition.slug)
    if found is None:
        found = tuple(CardFace(kind.slug, card) for card, kind in enumerate(edition.kind_of))
        _FACES[edition.slug] = found
    return found
