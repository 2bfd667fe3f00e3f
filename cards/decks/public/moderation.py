"""Moderation: reporting, hiding and showing public decks."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone

from cards.decks.errors import CannotPublish
from cards.decks.public.models import DeckReport, PublicDeck
from scrapsite.accounts.second_factor.powers import may_use
from scrapsite.common.players import display_name
from scrapsite.common.requests import tidy_words

MODERATE, MODERATORS = "cards.moderate_decks", "Deck moderators"
LONGEST_REASON = 500
MOST_REPORTED = 100


@dataclass(frozen=True, slots=True)
class Reason:
    """An open report. *mark:* what a form sends to settle it; somebody's next report has another."""

    reporter: str
    words: str
    mark: str


@dataclass(frozen=True, slots=True)
class Reported:
    """A public deck with open reports, oldest first."""

    deck: PublicDeck
    owner: str
    reasons: tuple[Reason, ...]


def may_moderate(user: Any) -> bool:
    """Return whether *user* may read reports of public decks and hide decks."""
    return may_use(user, MODERATE)


def require_moderator(user: Any) -> None:
    """*Raises:* `Http404` unless *user* may moderate."""
    if not may_moderate(user):
        raise Http404("No such page.")


def report(user: User, deck: PublicDeck, reason: str) -> None:
    """Report *deck* to the moderators. *Raises:* `CannotPublish`, also if *user* has already reported it."""
    words = " ".join(tidy_words(reason).split())
    if not words:
        raise CannotPublish("Say what is wrong with it.")
    if len(words) > LONGEST_REASON:
        raise CannotPublish(f"A reason has at most {LONGEST_REASON} characters.")
    if deck.owner_id == user.pk:
        raise CannotPublish("This is your own. You can change what it says, or unpublish it.")
    try:
        with transaction.atomic():
            DeckReport.objects.create(deck=deck, user=user, reason=words)
    except IntegrityError:
        # A moderator has settled that report, and what it says may have changed since.
        again = DeckReport.objects.filter(deck=deck, user=user).exclude(settled_at=None)
        if not again.update(reason=words, settled_at=None, created_at=timezone.now()):
            raise CannotPublish("You have reported this already.") from None


@transaction.atomic
def hide(moderator: User, deck: PublicDeck, seen: Collection[str] | None = None) -> None:
    """Hide *deck* from everybody but its owner and moderators, and settle the reports of it.

    *seen:* the marks of the reports that the moderator has read, if not all.
    """
    found = PublicDeck.objects.filter(pk=deck.pk, hidden_at=None)
    found.update(hidden_at=timezone.now(), hidden_by=moderator)
    _settle(deck, seen)


@transaction.atomic
def keep(deck: PublicDeck, seen: Collection[str] | None = None, *, show: bool = False) -> None:
    """Leave *deck* as it is, or *show* it again, and settle the reports of it. *seen:* as in `hide`."""
    if show:
        PublicDeck.objects.filter(pk=deck.pk).update(hidden_at=None, hidden_by=None)
    _settle(deck, seen)


def reported() -> tuple[Reported, ...]:
    """Return the decks whose reports wait for a moderator, oldest report first."""
    waiting = DeckReport.objects.filter(settled_at=None)
    rows = waiting.select_related("user__profile", "deck__owner__profile")[: MOST_REPORTED * 5]
    by_deck: dict[int, list[DeckReport]] = {}
    for row in rows:
        by_deck.setdefault(row.deck_id, []).append(row)
    return tuple(
        Reported(
            found[0].deck,
            display_name(found[0].deck.owner),
            tuple(Reason(display_name(row.user), row.reason, _mark_of(row)) for row in found),
        )
        for found in list(by_deck.values())[:MOST_REPORTED]
    )


def _settle(deck: PublicDeck, seen: Collection[str] | None) -> None:
    waiting = DeckReport.objects.select_for_update().filter(deck=deck, settled_at=None)
    read = [row.pk for row in waiting if seen is None or _mark_of(row) in seen]
    DeckReport.objects.filter(pk__in=read).update(settled_at=timezone.now())


def _mark_of(report: DeckReport) -> str:
    """Return a text that is another one when the same person reports the deck for another reason."""
    return f"{report.pk}-{hashlib.blake2b(report.reason.encode(), digest_size=6).hexdigest()}"
