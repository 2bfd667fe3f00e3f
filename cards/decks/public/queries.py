"""Public decks as pages show them: a list in some order, and single ones."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.http import Http404

from cards.decks.building import Spread, spread_out
from cards.decks.context import DeckContext, deck_context_of
from cards.decks.draft import Draft, draft_of
from cards.decks.public.figures import Record, fingerprint, records_of
from cards.decks.public.models import DeckLike, DeckPlays, PublicDeck
from cards.decks.public.moderation import may_moderate
from games.engine.decks import Lists
from scrapsite.common.players import display_name, is_guest

A_PAGE = 20
# By what the address says: the words, and the columns.
ORDERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "new": ("Newest", ("-published_at", "-pk")),
    "liked": ("Most liked", ("-liked", "-published_at", "-pk")),
    "played": ("Most played", ("-played", "-liked", "-pk")),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A public deck. *liked:* how many like it. *played:* finished matches of people with its cards."""

    deck: PublicDeck
    spread: Spread
    owner: str
    liked: int
    played: int


@dataclass(frozen=True, slots=True)
class PublicPage:
    """A public deck as *visitor* sees it. *may_like:* it is visible, not theirs, and they have an account."""

    entry: Entry
    records: tuple[Record, ...]
    is_own: bool
    is_liked: bool
    may_like: bool
    may_moderate: bool
    hidden_at: datetime | None

    @property
    def others(self) -> int:
        """How many others than the visitor like it."""
        return self.entry.liked - self.is_liked


def public_decks(
    context: DeckContext, order: str, edition: str, number: str
) -> tuple[Page[Any], list[Entry]]:
    """Return a page of the title's public decks, and its entries. *edition:* empty for all."""
    rows = _counted(PublicDeck.objects.filter(game=context.title.slug, hidden_at=None))
    if edition:
        rows = rows.filter(edition=edition)
    page: Page[Any] = Paginator(rows.order_by(*ORDERS[order][1]), A_PAGE).get_page(number)
    return page, [_entry(row) for row in page]


def editions_of(context: DeckContext) -> list[str]:
    """Return the editions of which there are public decks, newest first."""
    rows = PublicDeck.objects.filter(game=context.title.slug, hidden_at=None).order_by()
    found = set(rows.values_list("edition", flat=True).distinct())
    return [slug for slug in context.title.editions if slug in found]


def deck_or_404(visitor: Any, context: DeckContext, pk: int) -> PublicDeck:
    """Return a public deck. *Raises:* `Http404`, also for one that is hidden from *visitor*."""
    rows = PublicDeck.objects.filter(game=context.title.slug, pk=pk).select_related("owner__profile")
    found = rows.first()
    if found is None or (found.hidden_at and found.owner_id != visitor.pk and not may_moderate(visitor)):
        raise Http404("No such deck.")
    return found


def own_or_404(visitor: Any, context: DeckContext, pk: int) -> PublicDeck:
    """Return a deck that *visitor* published. *Raises:* `Http404`, also for one of somebody else."""
    found = deck_or_404(visitor, context, pk)
    if found.owner_id != visitor.pk:
        raise Http404("No such deck.")
    return found


def published_by(user: Any, context: DeckContext) -> dict[str, PublicDeck]:
    """Return the decks that *user* has published for the title, by their fingerprints, newest first."""
    rows = PublicDeck.objects.filter(owner=user.pk, game=context.title.slug)
    return {row.fingerprint: row for row in rows}


def public_copy_of(user: Any, context: DeckContext, lists: Lists) -> PublicDeck | None:
    """Return the deck that *user* has published with exactly these cards, or None."""
    mark = fingerprint(context.title.slug, context.edition.slug, lists)
    return PublicDeck.objects.filter(owner=user.pk, fingerprint=mark).first() if user.pk else None


def public_page_of(visitor: Any, deck: PublicDeck) -> PublicPage:
    """Return *deck*, which *visitor* may see, with what they can do about it."""
    row = _counted(PublicDeck.objects.filter(pk=deck.pk)).get()
    is_own, has_account = deck.owner_id == visitor.pk, visitor.is_authenticated and not is_guest(visitor)
    return PublicPage(
        entry=_entry(row),
        records=records_of(deck.fingerprint),
        is_own=is_own,
        is_liked=has_account and DeckLike.objects.filter(deck=deck, user=visitor).exists(),
        may_like=has_account and not is_own and deck.hidden_at is None,
        may_moderate=may_moderate(visitor),
        hidden_at=deck.hidden_at,
    )


def opened(deck: PublicDeck) -> tuple[DeckContext, Draft]:
    """Return *deck* as a draft, with the context of its edition or, if the site lost that, the newest."""
    context = deck_context_of(deck.game, deck.edition) or deck_context_of(deck.game)
    if context is None:
        raise Http404("No such deck.")
    return context, draft_of(context, deck)


def _counted(rows: QuerySet[PublicDeck]) -> QuerySet[Any]:
    """Return *rows* with their owners, and the columns *liked* and *played*."""
    likes = DeckLike.objects.filter(deck=OuterRef("pk")).order_by().values("deck")
    plays = DeckPlays.objects.filter(fingerprint=OuterRef("fingerprint")).order_by().values("fingerprint")
    return rows.select_related("owner__profile").annotate(
        liked=Coalesce(Subquery(likes.annotate(n=Count("pk")).values("n")), 0),
        played=Coalesce(Subquery(plays.annotate(n=Sum("matches")).values("n"), IntegerField()), 0),
    )


def _entry(row: Any) -> Entry:
    spread = spread_out(*opened(row))
    return Entry(row, spread, display_name(row.owner), row.liked, row.played)
