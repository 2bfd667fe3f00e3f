"""Brings the index of the cards in line with the catalogue, in one transaction."""

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from cards.catalogue.models import FIGURES, LASTS, CardFacet, IndexedCard, IndexedDraft, IndexState
from games import catalog
from games.engine import codec
from games.engine.cards import Card
from games.engine.protocol import EditionInfo, Title
from scrapsite.common.fulltext.words import plain

COIN_FACETS = frozenset({"flip", "coin", "coins"})
SHAPE = "3"  # of the rows; raise it when the same cards make different rows
BATCH = 500
MOST_DRAFTS = 200  # revisions in the index; those that came first make room, and come back when asked for


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
    """Empty the index. Drafts come back into it when somebody asks for them."""
    CardFacet.objects.all().delete()
    IndexedCard.everything.all().delete()
    IndexedDraft.objects.all().delete()


def index_draft(title: Title, edition: EditionInfo) -> None:
    """Have the cards of a draft edition in the index; nothing if they are there already."""
    digest = codec.digest((SHAPE + edition.print_hash).encode())
    if IndexedDraft.objects.filter(edition=edition.slug, digest=digest).exists():
        return
    # Somebody else may do the same at this moment, and then theirs stays.
    with suppress(IntegrityError), transaction.atomic():
        IndexedDraft.objects.filter(edition=edition.slug).delete()
        draft = IndexedDraft.objects.create(edition=edition.slug, digest=digest)
        store(rows_of_draft(title, edition, draft))
        newest = IndexedDraft.objects.order_by("-pk").values_list("pk", flat=True)
        old = list(newest[MOST_DRAFTS:])
        if old:
            IndexedDraft.objects.filter(pk__in=old).delete()


def forget_draft(draft_id: str) -> None:
    """Take the cards of all revisions of a draft out of the index."""
    IndexedDraft.objects.filter(edition__startswith=f"{catalog.DRAFT}{draft_id}@").delete()


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
                row.name_rank, row.type_rank = _rank(names, card.name), _rank(types, card.type)
                yield row, facets_of(card)


def rows_of_draft(
    title: Title, edition: EditionInfo, draft: IndexedDraft
) -> Iterator[tuple[IndexedCard, Sequence[str]]]:
    """Yield a row and its facets for each card of a draft edition. It is sorted before its game's others."""
    titles = catalog.titles()
    every = [card for one in titles for info in one.editions.values() for card in info.cards]
    names = _ranks(card.name for card in every)
    types = _ranks(card.type for card in every)
    for place, card in enumerate(edition.cards):
        row = _row(card)
        row.draft, row.is_newest = draft, False
        row.game_rank, row.edition_rank, row.place = titles.index(title), -draft.pk, place
        row.name_rank, row.type_rank = _rank(names, card.name), _rank(types, card.type)
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


def _ranks(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return *names* in the order of their words, as `_rank` looks them up."""
    return sorted({(plain(name), name) for name in names})


def _rank(names: Sequence[tuple[str, str]], name: str) -> int:
    """Return the place of *name* among *names*: an even number, or the odd one between two of them."""
    key = (plain(name), name)
    after = bisect(names, key)
    return 2 * after if after and names[after - 1] == key else 2 * after + 1
