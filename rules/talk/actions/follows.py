"""Following a rulebook, a paragraph or a thread, and marking its news as read."""

from datetime import datetime

from django.contrib.auth.models import User
from django.utils import timezone

from rules.document.errors import Refused
from rules.talk.models import Follow, Thread
from rules.wiki.models import Rulebook
from rules.wiki.permissions import require

MOST_FOLLOWS = 500


def follow(user: User, rulebook: Rulebook, anchor: str = "", thread: Thread | None = None) -> None:
    """Let *user* follow the thread, or else the paragraph in all editions, or the whole rulebook.

    Following twice changes nothing. *Raises:* Refused.
    """
    require(user, "discuss", rulebook)
    if _follows(user, rulebook, anchor, thread).exists():
        return
    if Follow.objects.filter(user=user).count() >= MOST_FOLLOWS:
        raise Refused(f"You follow {MOST_FOLLOWS} things. Stop following one first.", "rules/many-follows")
    Follow.objects.get_or_create(user=user, rulebook=rulebook, anchor="" if thread else anchor, thread=thread)


def unfollow(user: User, rulebook: Rulebook, anchor: str = "", thread: Thread | None = None) -> None:
    """Stop *user* from following it."""
    _follows(user, rulebook, anchor, thread).delete()


def mark_read(user: User, until: datetime) -> None:
    """Mark what happened up to *until* as read. The page with the news was shown at that time."""
    moment = min(until, timezone.now())
    Follow.objects.filter(user=user, seen_at__lt=moment).update(seen_at=moment)


def _follows(user: User, rulebook: Rulebook, anchor: str, thread: Thread | None):  # type: ignore[no-untyped-def]
    found = Follow.objects.filter(user=user, rulebook=rulebook)
    return found.filter(thread=thread) if thread else found.filter(thread=None, anchor=anchor)
