"""The values that some conditions choose from: games, editions, types and effects of the catalogue."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from cards.catalogue.indexing import facets_of
from games import catalog
from scrapsite.common.fulltext.words import plain

Choices = Mapping[str, str]  # the stored value: what people call it


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The choices of each operator that takes one of several values."""

    game: Choices
    edition: Choices
    type: Choices
    sub: Choices
    does: Choices


def vocabulary() -> Vocabulary:
    """Return the words of the present catalogue."""
    return _vocabulary(tuple((t.slug, e.print_hash) for t in catalog.titles() for e in t.editions.values()))


def fitting(choices: Choices, text: str) -> list[str]:
    """Return the choices that *text* means: the choice of that name, or else all that begin with it."""
    wanted = plain(text)
    known = {stored: {plain(stored), plain(said)} for stored, said in choices.items()}
    exact = [stored for stored, names in known.items() if wanted in names]
    if exact or not wanted:
        return exact
    return [stored for stored, names in known.items() if any(name.startswith(wanted) for name in names)]


@lru_cache(maxsize=4)
def _vocabulary(state: tuple[tuple[str, str], ...]) -> Vocabulary:
    titles = catalog.titles()
    editions = [edition for title in titles for edition in title.editions.values()]
    cards = [card for edition in editions for card in edition.cards]
    return Vocabulary(
        game={title.slug: title.name for title in titles},
        edition=_same(edition.slug for edition in editions),
        type=_same(card.type for card in cards),
        sub=_same(card.sub for card in cards if card.sub),
        does=_same(sorted({"flip"}.union(*map(facets_of, cards)))),
    )


def _same(names: Iterable[str]) -> dict[str, str]:
    return {name: name for name in names}
