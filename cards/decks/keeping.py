"""Saved decks: kept under a name, changed, thrown away and fetched back. Everybody sees only their own."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from cards.decks.context import Bench
from cards.decks.draft import Sketch
from cards.decks.errors import BadDeck, TooManyDecks
from cards.decks.models import SavedDeck

MOST_DECKS = 100


def decks_of(user: Any, bench: Bench) -> QuerySet[SavedDeck]:
    """Return the decks that *user* keeps for the bench's title, last changed first."""
    if not user.is_authenticated:
        return SavedDeck.objects.none()
    return SavedDeck.objects.filter(user=user, game=bench.title.slug, deleted_at=None)


def deck_or_404(user: Any, bench: Bench, pk: int) -> SavedDeck:
    """Return a deck of the user's own. *Raises:* `Http404` when it is absent, or somebody else's."""
    found = decks_of(user, bench).filter(pk=pk).first()
    if found is None:
        raise Http404("No such deck.")
    return found


def thrown_away(user: Any, bench: Bench) -> SavedDeck | None:
    """Return the deck that *user* threw away last, which can still be fetched back."""
    if not user.is_authenticated:
        return None
    return SavedDeck.objects.filter(user=user, game=bench.title.slug, deleted_at__isnull=False).first()


def sketch_of(bench: Bench, saved: SavedDeck) -> Sketch:
    """Return the saved deck as one that can be shown; cards that the edition lacks are left out."""
    return Sketch(bench.tidy(saved.lists), saved.name)


def save_deck(user: User, bench: Bench, sketch: Sketch) -> SavedDeck:
    """Keep the deck; the same one under the same name isn't kept twice.

    *Raises:* `BadDeck` for an empty one, `TooManyDecks`.
    """
    require_cards(bench, sketch)
    lists, name = _plain(sketch), sketch.name or f"Unnamed {bench.rules.noun}"
    with transaction.atomic():
        kept = list(decks_of(user, bench))
        same = next((deck for deck in kept if (deck.name, deck.lists) == (name, lists)), None)
        if same is not None:
            return same
        _require_room(bench, len(kept))
        return SavedDeck.objects.create(user=user, game=bench.title.slug, name=name, lists=lists)


def change_deck(user: User, bench: Bench, pk: int, sketch: Sketch) -> SavedDeck:
    """Let the saved deck be as *sketch* from now on. *Raises:* `BadDeck`, `Http404`."""
    saved = deck_or_404(user, bench, pk)
    require_cards(bench, sketch)
    saved.lists, saved.name = _plain(sketch), sketch.name or saved.name
    saved.save(update_fields=["lists", "name", "changed_at"])
    return saved


def rename_deck(user: User, bench: Bench, pk: int, name: str) -> SavedDeck:
    """Call the saved deck *name*. *Raises:* `BadDeck` for an empty name, `Http404`."""
    saved = deck_or_404(user, bench, pk)
    if not name:
        raise BadDeck("Say what it should be called.")
    saved.name = name
    saved.save(update_fields=["name", "changed_at"])
    return saved


def throw_away(user: User, bench: Bench, pk: int) -> SavedDeck:
    """Throw the saved deck away. The one thrown away before is gone for good then. *Raises:* `Http404`."""
    saved = deck_or_404(user, bench, pk)
    with transaction.atomic():
        gone = SavedDeck.objects.filter(user=user, game=bench.title.slug, deleted_at__isnull=False)
        gone.delete()
        saved.deleted_at = timezone.now()
        saved.save(update_fields=["deleted_at"])
    return saved


def fetch_back(user: User, bench: Bench, pk: int) -> SavedDeck:
    """Keep the deck again that was thrown away last. *Raises:* `Http404`, `TooManyDecks`."""
    saved = thrown_away(user, bench)
    if saved is None or saved.pk != pk:
        raise Http404("No such deck.")
    with transaction.atomic():
        _require_room(bench, decks_of(user, bench).count())
        saved.deleted_at = None
        saved.save(update_fields=["deleted_at"])
    return saved


def _plain(sketch: Sketch) -> dict[str, list[str]]:
    """Return the deck as it is stored."""
    return {key: list(slugs) for key, slugs in sketch.lists.items()}


def require_cards(bench: Bench, sketch: Sketch) -> None:
    """Refuse a deck without cards. *Raises:* `BadDeck`."""
    if sketch.is_empty:
        raise BadDeck(f"There is nothing in this {bench.rules.noun} yet. Add a card first.")


def _require_room(bench: Bench, kept: int) -> None:
    if kept >= MOST_DECKS:
        raise TooManyDecks(
            f"You keep {kept} {bench.rules.noun}s, as many as one may. Throw one away that you don’t need."
        )
