"""Saved decks: kept under a name, changed, deleted and restored. Everybody sees only their own."""

import hashlib
import json
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from cards.decks.context import DeckContext
from cards.decks.draft import Draft, draft_of
from cards.decks.errors import BadDeck, Overtaken, TooManyDecks
from cards.decks.models import SavedDeck

MOST_DECKS = 100


def decks_of(user: Any, context: DeckContext) -> QuerySet[SavedDeck]:
    """Return the decks that *user* keeps for the title, last changed first."""
    if not user.is_authenticated:
        return SavedDeck.objects.none()
    return SavedDeck.objects.filter(user=user, game=context.title.slug, deleted_at=None)


def deck_or_404(user: Any, context: DeckContext, pk: int) -> SavedDeck:
    """Return a deck that *user* keeps. *Raises:* `Http404` if it is absent or somebody else's."""
    found = decks_of(user, context).filter(pk=pk).first()
    if found is None:
        raise Http404("No such deck.")
    return found


def saved_as(user: Any, context: DeckContext, draft: Draft) -> SavedDeck | None:
    """Return the deck with the cards of *draft* that *user* keeps, or None; one of the same name first."""
    same = [deck for deck in decks_of(user, context) if draft_of(context, deck).lists == draft.lists]
    return next((deck for deck in same if deck.name == draft.name), same[0] if same else None)


def is_as_saved(context: DeckContext, draft: Draft, saved: SavedDeck) -> bool:
    """Return whether *draft* has the cards and the name of *saved*, or no name."""
    kept = draft_of(context, saved)
    return draft.lists == kept.lists and draft.name in ("", kept.name)


def mark_of(context: DeckContext, draft: Draft) -> str:
    """Return a short text that changes with the name and the cards of *draft*."""
    told = json.dumps([draft.name, context.pairs(draft.lists)])
    return hashlib.blake2b(told.encode(), digest_size=6).hexdigest()


def deleted_deck(user: Any, context: DeckContext) -> SavedDeck | None:
    """Return the deck that *user* deleted last, which can still be restored."""
    if not user.is_authenticated:
        return None
    return SavedDeck.objects.filter(user=user, game=context.title.slug, deleted_at__isnull=False).first()


def save_deck(user: User, context: DeckContext, draft: Draft) -> SavedDeck:
    """Keep the deck; the same cards under the same name aren't kept twice.

    *Raises:* `BadDeck` for an empty deck, `TooManyDecks`.
    """
    require_cards(context, draft)
    lists, name = _plain(draft), draft.name or f"Unnamed {context.rules.noun}"
    with transaction.atomic():
        _take_turns(user)
        kept = list(decks_of(user, context))
        same = next((deck for deck in kept if (deck.name, deck.lists) == (name, lists)), None)
        if same is not None:
            return same
        _require_room(context, len(kept))
        return SavedDeck.objects.create(user=user, game=context.title.slug, name=name, lists=lists)


def change_deck(user: User, context: DeckContext, pk: int, draft: Draft, seen: str = "") -> SavedDeck:
    """Replace the saved deck by *draft*. *seen:* its mark (`mark_of`) when it was opened; empty for any.

    *Raises:* `BadDeck`, `Http404`, `Overtaken` if it has changed since, and not to the same.
    """
    with transaction.atomic():
        saved = decks_of(user, context).select_for_update().filter(pk=pk).first()
        if saved is None:
            raise Http404("No such deck.")
        require_cards(context, draft)
        draft = replace(draft, name=draft.name or saved.name)
        now = mark_of(context, draft_of(context, saved))
        if seen and now not in (seen, mark_of(context, draft)):
            raise Overtaken(
                f"“{saved.name}” has been saved since this page was opened. "
                "Press “Save as new”, or open it again."
            )
        saved.lists, saved.name = _plain(draft), draft.name
        saved.save(update_fields=["lists", "name", "changed_at"])
    return saved


def rename_deck(user: User, context: DeckContext, pk: int, name: str) -> SavedDeck:
    """Rename the saved deck to *name*. *Raises:* `BadDeck` for an empty name, `Http404`."""
    saved = deck_or_404(user, context, pk)
    if not name:
        raise BadDeck("Enter a name.")
    saved.name = name
    saved.save(update_fields=["name", "changed_at"])
    return saved


def delete_deck(user: User, context: DeckContext, pk: int) -> SavedDeck:
    """Delete the saved deck. The deck deleted before it can't be restored any more. *Raises:* `Http404`."""
    saved = deck_or_404(user, context, pk)
    with transaction.atomic():
        gone = SavedDeck.objects.filter(user=user, game=context.title.slug, deleted_at__isnull=False)
        gone.delete()
        saved.deleted_at = timezone.now()
        saved.save(update_fields=["deleted_at"])
    return saved


def restore_deck(user: User, context: DeckContext, pk: int) -> SavedDeck:
    """Restore the deck that was deleted last. *Raises:* `Http404`, `TooManyDecks`."""
    with transaction.atomic():
        _take_turns(user)
        saved = deleted_deck(user, context)
        if saved is None or saved.pk != pk:
            raise Http404("No such deck.")
        _require_room(context, decks_of(user, context).count())
        saved.deleted_at = None
        saved.save(update_fields=["deleted_at"])
    return saved


def _take_turns(user: User) -> None:
    """Let other requests of *user* that add a deck wait until this transaction ends."""
    User.objects.select_for_update().filter(pk=user.pk).first()


def _plain(draft: Draft) -> dict[str, list[str]]:
    """Return the deck as it is stored."""
    return {key: list(slugs) for key, slugs in draft.lists.items()}


def require_cards(context: DeckContext, draft: Draft) -> None:
    """Refuse a deck without cards. *Raises:* `BadDeck`."""
    if draft.is_empty:
        raise BadDeck(f"There is nothing in this {context.rules.noun} yet. Add a card first.")


def _require_room(context: DeckContext, kept: int) -> None:
    if kept >= MOST_DECKS:
        raise TooManyDecks(
            f"You have {kept} {context.rules.noun}s, the most you can save. Delete one to make room."
        )
