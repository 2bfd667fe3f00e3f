"""What mech decks are made from: the cards of an edition, and how many of them a mech has."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.titles.scrap_knights.box import BOT, NEWEST, PREP_SIZES, TAS_CUSTOM, TEST, ULT
from games.titles.scrap_knights.cards.catalogue import kinds
from games.titles.scrap_knights.cards.kind import Kind

HAND = 6
BOT_COUNT = 3


@dataclass(frozen=True)
class Pool:
    """*kinds:* all cards in the order of the box. *hand*, *bot_count:* ACTs and BOTs of a mech.

    *prep_sizes:* cards of the decks that TAS-Custom and TEST have. The other fields hold slugs, in the same
    order. *places:* the number of each card.
    """

    kinds: tuple[Kind, ...]
    hand: int = HAND
    bot_count: int = BOT_COUNT
    prep_sizes: Mapping[str, int] = field(default_factory=lambda: PREP_SIZES)

    places: Mapping[str, int] = field(init=False, repr=False)
    acts: tuple[str, ...] = field(init=False, repr=False)
    attacks: tuple[str, ...] = field(init=False, repr=False)
    ults: tuple[str, ...] = field(init=False, repr=False)
    bots: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Sort the cards by what they are."""
        values = {
            "places": {kind.slug: place for place, kind in enumerate(self.kinds)},
            "acts": tuple(kind.slug for kind in self.kinds if kind.is_act),
            "attacks": tuple(kind.slug for kind in self.kinds if kind.is_attack),
            "ults": tuple(kind.slug for kind in self.kinds if kind.kind == ULT),
            "bots": tuple(kind.slug for kind in self.kinds if kind.kind == BOT),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def kind(self, slug: str) -> Kind:
        """Return the card *slug*. *Raises:* `KeyError`."""
        return self.kinds[self.places[slug]]

    def name(self, slug: str) -> str:
        """Return the name of a card, or words for one that doesn't exist."""
        return self.kind(slug).name if slug in self.places else "An unknown card"

    def prep_size(self, ult: str) -> int:
        """Return how many cards *ult* is prepared with: 0 for most."""
        return self.prep_sizes.get(ult, 0)

    def may_prepare(self, ult: str) -> tuple[str, ...]:
        """Return the ACTs that a deck prepared for *ult* may be made of, whatever else the mech has."""
        return {TAS_CUSTOM: self.attacks, TEST: self.acts}.get(ult, ())

    @property
    def prepared(self) -> tuple[str, ...]:
        """The ULTs with a deck of their own."""
        return tuple(ult for ult in self.ults if ult in self.prep_sizes)


BOX = Pool(kinds(NEWEST))
