"""Brings the index of the cards in line with the catalogue, in one transaction."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from cards.catalogue.models import FIGURES, LASTS, CardFacet, IndexedCard, IndexState
from games import catalog
from games.engine import codec
from games.engine.cards import Card
from games.engine.protocol import Title
from scrapsite.common.fulltext.words import plain

COIN_FACETS = frozenset({"flip", "coin", "coins"})
SHAPE = "2"  # of the rows; raise it when the same cards make different rows
BATCH = 500


def load_cards() -> bool:
    """Rebuild the index if the catalogue has changed; return whether it had."""
    digest = catalogue_digest()
    if IndexState.objects.filter(pk=1, digest=digest).exists():
        return False
    made = list(rows(catalog.titles()))
    with transaction.atomic():
        clear()
        store(made)
        IndexState.objects.update_or_create(pk=1, defaults={"digest": digest, "loaded_at": timezone.now()})
    return True


def catalogue_digest() -> str:
    """Return a digest of every card of every edition, and of the shape of the rows."""
    found = [(title.name, [list(e.cards) for e in title.editions.values()]) for title in catalog.titles()]
    return codec.digest((SHAPE + codec.to_json(found)).encode())


def clear() -> None:
    """Empty the index."""
    CardFacet.objects.all().delete()
    IndexedCard.objects.all().delete()


def store(made: Iterable[tuple[IndexedCard, Sequence[str]]]) -> None:
    """Store rows with their facets in the index."""
    pairs = list(made)
    saved = IndexedCard.objects.bulk_create([row for row, _ in pairs], batch_size=BATCH)
    facets = (
        CardFacet(card=row, word=word)
        for row, (_, words) in zip(saved, pairs, strict=True)
        for word in sorted(set(words))
    )
    CardFacet.objects.bulk_create(facets, batch_size=BATCH)


def rows(titles: Sequence[Title]) -> Iterator[tuple[IndexedCard, Sequence[str]]]:
    """Yield a row and its facets for each card of *titles*, in the order of lobby, editions and boxes."""
    every = [card for title in titles for edition in title.editions.values() for card in edition.cards]
    names = _ranks(card.name for card in every)
    types = _ranks(card.type for card in every)
    for game_rank, title in enumerate(titles):
        for edition_rank, edition in enumerate(title.editions.values()):
            for place, card in enumerate(edition.cards):
                row = _row(card)
                row.is_newest = edition_rank == 0
                row.game_rank, row.edition_rank, row.place = game_rank, edition_rank, place
                row.name_rank, row.type_rank = names[card.name], types[card.type]
                yield row, facets_of(card)


def facets_of(card: Card) -> tuple[str, ...]:
    """Return the words under which `does:` finds *card*; every word for a coin becomes `flip`."""
    return tuple(sorted({"flip" if facet in COIN_FACETS else facet for facet in card.facets}))


def text_of(card: Card) -> str:
    """Return the rules text of *card* as one string."""
    return " ".join(f"{line.cost}: {line.text}" if line.cost else line.text for line in card.lines)


def _row(card: Card) -> IndexedCard:
    text = text_of(card)
    return IndexedCard(
        game=card.game,
        edition=card.edition,
        slug=card.slug,
        name=card.name,
        type=card.type,
        sub=card.sub,
        text=text,
        name_words=plain(card.name),
        kind_words=plain(f"{card.type} {card.sub}"),
        text_words=plain(text),
        flips="flip" in facets_of(card),
        qty=card.quantity,
        **_figures(card),
    )


def _figures(card: Card) -> dict[str, Any]:
    found = {figure.key: figure.value for figure in card.figures if figure.key in FIGURES}
    lasts = {LASTS[key]: card.numbers.get(LASTS[key], found[key]) for key in LASTS if key in found}
    return found | lasts


def _ranks(names: Iterable[str]) -> Mapping[str, int]:
    """Number *names* in the order of their words."""
    return {name: rank for rank, name in enumerate(sorted(set(names), key=lambda name: (plain(name), name)))}
