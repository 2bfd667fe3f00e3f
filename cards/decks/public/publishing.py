"""Publishing decks, changing what is said of them, withdrawing them, and liking those of others."""

from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from cards.decks.context import DeckContext
from cards.decks.draft import Draft
from cards.decks.errors import CannotPublish, TooManyDecks
from cards.decks.public.figures import fingerprint
from cards.decks.public.models import DeckLike, PublicDeck
from scrapsite.common.requests import tidy_words

MOST_PUBLIC = 50
LONGEST_DESCRIPTION = 2000


def publish(user: User, context: DeckContext, draft: Draft, description: str, seen: str = "") -> PublicDeck:
    """Show the deck to everybody, under the name of *user*; return it.

    *seen:* the fingerprint of the cards that the form showed; empty for any.
    *Raises:* `CannotPublish` for a deck that breaks a rule, has no name, is public already or has other cards
    than *seen*, or a description that is too long; `TooManyDecks`.
    """
    mark = fingerprint(context.title.slug, context.edition.slug, draft.lists)
    if seen and seen != mark:
        raise CannotPublish(
            f"You have changed this {context.rules.noun} since you opened this page. "
            "Look at its cards, then publish."
        )
    faults = context.rules.faults(draft.lists)
    if faults:
        raise CannotPublish(f"This {context.rules.noun} isn’t ready yet. {faults[0].reason}", faults[0].rule)
    words = _checked(draft.name, description)
    own = PublicDeck.objects.filter(owner=user, game=context.title.slug)
    if own.count() >= MOST_PUBLIC:
        raise TooManyDecks(
            f"You have published {MOST_PUBLIC} {context.rules.noun}s, which is the most. Unpublish one first."
        )
    try:
        with transaction.atomic():
            return PublicDeck.objects.create(
                owner=user,
                game=context.title.slug,
                edition=context.edition.slug,
                name=draft.name,
                lists={key: list(slugs) for key, slugs in draft.lists.items()},
                fingerprint=mark,
                description=words,
            )
    except IntegrityError:
        raise CannotPublish(
            f"You have published a {context.rules.noun} with exactly these cards already."
        ) from None


def describe(deck: PublicDeck, name: str, description: str) -> None:
    """Change the name and the description of *deck*. *Raises:* `CannotPublish`."""
    deck.description = _checked(name, description)
    deck.name = name
    deck.save(update_fields=["name", "description"])


def unpublish(deck: PublicDeck) -> None:
    """Withdraw *deck* with its likes and the reports of it. The saved deck stays.

    *Raises:* `CannotPublish` while a moderator hides it: published anew it would be seen again.
    """
    if deck.hidden_at:
        raise CannotPublish("A moderator has hidden this, so nobody else sees it. It can’t be unpublished.")
    deck.delete()


def like(user: Any, deck: PublicDeck, *, on: bool) -> None:
    """Let *user* like *deck*, or like it no longer. *Raises:* `CannotPublish` if it is their own."""
    if deck.owner_id == user.pk:
        raise CannotPublish("This is your own. Others can like it.")
    if on:
        DeckLike.objects.get_or_create(deck=deck, user=user)
    else:
        DeckLike.objects.filter(deck=deck, user=user).delete()


def _checked(name: str, description: str) -> str:
    """Return *description* as it is stored. *Raises:* `CannotPublish`."""
    if not name:
        raise CannotPublish("Enter a name.")
    words = tidy_words(description)
    if len(words) > LONGEST_DESCRIPTION:
        raise CannotPublish(
            f"A description has at most {LONGEST_DESCRIPTION} characters; this one has {len(words)}."
        )
    return words
