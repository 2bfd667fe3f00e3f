"""Table talk: sending messages, muting players, and reporting and hiding messages."""

from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone

from games.matches import access
from games.matches.changes import announce_on_commit
from games.matches.errors import CannotTalk, NotSeated
from games.matches.models import Match, Mute, Seat
from games.matches.notifications import CHAT, notify
from games.talk.models import ChatMessage, ChatReport, TalkMark
from games.talk.readers import (
    LONGEST_MESSAGE,
    LONGEST_REASON,
    may_moderate,
    reads_talk,
    says_something,
)
from scrapsite.common.errors import NeedsPlayer
from scrapsite.common.players import player_named
from scrapsite.common.requests import tidy_words
from scrapsite.server.work.once import Note, forget

MOST_MESSAGES = 2000
MOST_MUTED = 500
MOST_NAMED = 100


def say(match_id: str, user: Any, text: str, note: Note = forget) -> ChatMessage:
    """Store and return a message of *user*, and notify the other players who haven't muted them.

    *note:* see `once`. *Raises:* `Http404`, `NeedsPlayer`, `NotSeated`, `CannotTalk`.
    """
    match = access.match_for(user, match_id)
    _check_player(user)
    if not says_something(user, match):
        raise NotSeated("Only the players of this match can write here.")
    words = tidy_words(text)
    if not words:
        raise CannotTalk("The message is empty.")
    if len(words) > LONGEST_MESSAGE:
        raise CannotTalk(f"A message has at most {LONGEST_MESSAGE} characters; this one has {len(words)}.")
    if match.messages.count() >= MOST_MESSAGES:
        raise CannotTalk("This chat is full.")
    with transaction.atomic(durable=True):
        seat = match.seats.get(user=user).number
        message = ChatMessage.objects.create(match=match, user=user, seat=seat, text=words)
        notify(_listeners(match, user), CHAT, match, about=message.pk)
        _note_change(match.pk)
        note(message.pk)
    return message


def mute(match_id: str, user: Any, seat: int, *, on: bool) -> None:
    """Mute the player at *seat* for *user* in all matches, or unmute them if *on* is False.

    *Raises:* `Http404`, `NeedsPlayer`, `CannotTalk`.
    """
    match = access.match_for(user, match_id)
    _check_player(user)
    if not reads_talk(user, match):
        raise NotSeated("Only players can read this chat.")
    other = Seat.objects.filter(match=match, number=seat).values_list("user", flat=True).first()
    if other is None or other == user.pk:
        raise CannotTalk("There is nobody at that seat to mute.")
    if not on:
        Mute.objects.filter(user=user, muted=other).delete()
    else:
        _mute(user, other)


def mute_named(user: Any, name: str) -> User:
    """Mute the player called *name* for *user* in all matches; return them.

    *Raises:* `NeedsPlayer`, `CannotTalk`.
    """
    _check_player(user)
    other = player_named(name[:MOST_NAMED])
    if other is None or other == user:
        raise CannotTalk("There is no player with that name.")
    _mute(user, other.pk)
    return other


def _mute(user: Any, other: int) -> None:
    if user.mutes.count() >= MOST_MUTED:
        raise CannotTalk(f"You can mute at most {MOST_MUTED} people.")
    Mute.objects.get_or_create(user=user, muted_id=other)


def unmute(user: Any, pk: int) -> None:
    """Delete the user's mute with the key *pk*. *Raises:* `Http404` if they have no such mute."""
    if not Mute.objects.filter(user=user.pk, pk=pk).delete()[0]:
        raise Http404("No such mute.")


def report(match_id: str, user: Any, pk: int, reason: str) -> None:
    """Report a message to the moderators. Reporting it again changes nothing.

    *Raises:* `NeedsPlayer`, `CannotTalk`, and `Http404`, also for a message that *user* can't read.
    """
    match = access.match_for(user, match_id)
    _check_player(user)
    found = ChatMessage.objects.filter(match=match, pk=pk, hidden_at=None).exclude(user=user).first()
    if found is None or not reads_talk(user, match):
        raise Http404("No such message.")
    words = tidy_words(reason)
    if len(words) > LONGEST_REASON:
        raise CannotTalk(f"A reason has at most {LONGEST_REASON} characters.")
    try:
        with transaction.atomic():
            ChatReport.objects.create(message=found, user=user, reason=words)
    except IntegrityError:
        return


def hide(user: Any, pk: int) -> None:
    """Hide a reported message and settle its reports. *Raises:* `Http404`, also if *user* is no moderator."""
    message = _reported(user, pk)
    with transaction.atomic(durable=True):
        ChatMessage.objects.filter(pk=pk, hidden_at=None).update(hidden_at=timezone.now(), hidden_by=user)
        _settle(message)
        _note_change(message.match_id)


def leave(user: Any, pk: int, *, was_hidden: bool = False) -> None:
    """Leave a reported message as it is, and settle its reports. *Raises:* `Http404` like `hide`.

    *was_hidden:* *user* saw that it is hidden; then it is shown again. What another moderator has hidden
    meanwhile stays hidden.
    """
    message = _reported(user, pk)
    with transaction.atomic(durable=True):
        if was_hidden:
            ChatMessage.objects.filter(pk=pk).update(hidden_at=None, hidden_by=None)
        _settle(message)
        _note_change(message.match_id)


def _reported(user: Any, pk: int) -> ChatMessage:
    """Return the reported message. *Raises:* `Http404`, also if *user* is no moderator."""
    found = ChatMessage.objects.filter(pk=pk, reports__isnull=False).first() if may_moderate(user) else None
    if found is None:
        raise Http404("No such message.")
    return found


def _settle(message: ChatMessage) -> None:
    ChatReport.objects.filter(message=message, settled_at=None).update(settled_at=timezone.now())


def _listeners(match: Match, speaker: Any) -> list[int]:
    """Return the keys of the other players who haven't muted *speaker*."""
    deaf = Mute.objects.filter(muted=speaker).values("user")
    seated = match.seats.filter(bot="", user__isnull=False).exclude(user=speaker).exclude(user__in=deaf)
    return list(seated.values_list("user", flat=True))


def _note_change(match_id: str) -> None:
    """Mark the talk as changed, so that open pages fetch it. Call it in the transaction of the change."""
    TalkMark.objects.update_or_create(match_id=match_id, defaults={"at": timezone.now()})
    announce_on_commit(match_id)


def _check_player(user: Any) -> None:
    if user is None or not user.is_authenticated:
        raise NeedsPlayer
