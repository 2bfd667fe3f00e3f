"""Cards of the same edition that do the same things."""

from dataclasses import dataclass

from games.engine.cards import Card

MOST = 6


@dataclass(frozen=True, slots=True)
class Related:
    """A card that has the facets *shared* in common with another."""

    card: Card
    shared: tuple[str, ...]


def related(card: Card, box: tuple[Card, ...]) -> tuple[Related, ...]:
    """Return the cards of *box* that are most like *card*: those that share most facets come first.

    Among equals, cards of the same type come first, then those with the fewest other facets, then the order
    of the box.
    """
    own = set(card.facets)
    found = [
        Related(other, tuple(facet for facet in other.facets if facet in own))
        for other in box
        if other.slug != card.slug and own & set(other.facets)
    ]

    def rank(one: Related) -> tuple[int, bool, int]:
        return -len(one.shared), one.card.type != card.type, len(one.card.facets)

    return tuple(sorted(found, key=rank)[:MOST])
