"""An edition of Junkyard as data: its kinds, which card is of which kind, and the figures of its rules."""

from dataclasses import dataclass, field

from msgspec import Struct

from games.titles.junkyard.keyword import Keyword
from games.titles.junkyard.state import NONE
from games.titles.junkyard.yard import PILES

STARTER, JUNK = "Starter", "Junk"
SEATS = 4
COPIES = 9


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


class CardFace(Struct, frozen=True):
    """A card that lies face up. *card:* slug. *initiative:* unique in the match."""

    card: str
    initiative: int


@dataclass(frozen=True, eq=False)
class Edition:
    """*kinds:* in the order of the box, the starter kinds first and those that a draft adds last.

    *hand_size:* the cards that a hand is drawn of. *kinds_in_play:* kinds of junk in the yard.
    *empty_piles:* so many end the game. *active:* the registers that are active when a round begins, and
    *fewest_active*, *most_active* what charging can bring them to.
    *Source:* `junkyard:draw-1`, `junkyard:setup-7`, `junkyard:end-1`, `junkyard:program-3`,
    `junkyard:charge-3`.
    """

    slug: str
    summary: str
    kinds: tuple[Kind, ...]
    hand_size: int = 6
    kinds_in_play: int = 12
    empty_piles: int = 4
    active: int = 3
    fewest_active: int = 0
    most_active: int = 6

    by_slug: dict[str, Kind] = field(init=False, repr=False)
    box: tuple[Kind, ...] = field(init=False, repr=False)
    kind_of: tuple[Kind, ...] = field(init=False, repr=False)
    # The face of every card, by initiative; where no card has the initiative, it is meaningless.
    faces: tuple[CardFace, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Find the kind of every initiative; an initiative that no card has gets the first kind."""
        highest = max((kind.initiative + kind.quantity - 1 for kind in self.kinds), default=0)
        by_card = [*self.kinds[:1]] * (highest + 1)
        for kind in self.kinds:
            for card in range(kind.initiative, kind.initiative + kind.quantity):
                by_card[card] = kind
        object.__setattr__(self, "by_slug", {kind.slug: kind for kind in self.kinds})
        object.__setattr__(self, "box", tuple(kind for kind in self.kinds if kind.type == JUNK))
        object.__setattr__(self, "kind_of", tuple(by_card))
        object.__setattr__(
            self, "faces", tuple(CardFace(kind.slug, card) for card, kind in enumerate(by_card))
        )

    @property
    def deck_size(self) -> int:
        """The number of cards in a starting deck."""
        return sum(kind.starter for kind in self.kinds)

    @property
    def pile_size(self) -> int:
        """The number of cards in each pile at the start. *Source:* `junkyard:setup-3`."""
        return self.kinds_in_play * COPIES // len(PILES)

    @property
    def recommended(self) -> tuple[int, ...]:
        """The kinds of a first game, as indices into the box.

        If more are recommended than are in play, the first ones are left out; if there are fewer, the first
        of the others make up for them. *Source:* `junkyard:setup-8`.
        """
        chosen = [index for index, kind in enumerate(self.box) if kind.recommended][-self.kinds_in_play :]
        others = [index for index, kind in enumerate(self.box) if not kind.recommended]
        return tuple(sorted([*chosen, *others[: self.kinds_in_play - len(chosen)]]))

    def starter_deck(self, seat: int) -> list[int]:
        """Return the seat's starting deck, unshuffled. *Source:* `junkyard:setup-1`, `junkyard:setup-6`."""
        return [SEATS * copy + seat + 1 - SEATS for copy in range(1, self.deck_size + 1)]

    def copies(self, index: int) -> list[int]:
        """Return the nine cards of the kind with that index in the box."""
        first = self.box[index].initiative
        return list(range(first, first + COPIES))

    def charged(self, active: int, by: int) -> int:
        """Return how many registers are active after a charge of *by*. *Source:* `junkyard:charge-3`."""
        return max(self.fewest_active, min(self.most_active, active + by))


def sum_of_values(edition: Edition, cards: list[int]) -> int:
    """Return the scrap values of *cards* together."""
    return sum(edition.kind_of[card].value for card in cards if card != NONE)
