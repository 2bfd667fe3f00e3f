"""A match's table talk as one reader sees it, their note, and the reports that wait for moderators."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from games.matches.models import Match, Mute, Seat, Status
from games.matches.queries.people import people_of, seat_name
from games.talk.models import ChatMessage, ChatReport, MatchNote
from games.talk.readers import reads_talk, says_something
from scrapsite.common.players import display_name

NEWEST, MOST_LINES, MOST_REPORTED, AROUND = 50, 2000, 100, 3


@dataclass(frozen=True, slots=True)
class TalkLine:
    """A message. *text:* empty if a moderator hid it. *is_reported:* the reader has reported it."""

    pk: int
    seat: int
    name: str
    text: str
    at: datetime
    is_mine: bool
    is_hidden: bool
    is_reported: bool


@dataclass(frozen=True, slots=True)
class Listener:
    """Another player of the match, whom the reader can mute."""

    seat: int
    name: str
    is_muted: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """The table talk. *lines:* oldest first, without muted players'. *is_cut:* older ones are left out.

    *is_whole:* older ones were asked for. *is_muted:* there are none but muted players'.
    *title*, *edition:* what is played.
    """

    match: str
    title: str
    edition: str
    may_read: bool
    may_write: bool
    is_over: bool
    lines: tuple[TalkLine, ...] = ()
    others: tuple[Listener, ...] = ()
    is_cut: bool = False
    is_muted: bool = False
    is_whole: bool = False

    @property
    def query(self) -> str:
        """What an address ends with, so that its answer has all lines, too, if these were asked for."""
        return "?talk=all" if self.is_whole else ""

    @property
    def muted(self) -> tuple[str, ...]:
        """The names of the players whom the reader has muted."""
        return tuple(other.name for other in self.others if other.is_muted)


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside a board: the talk, and the reader's own note, which may be empty."""

    talk: Talk
    note: str


# Every page of a match runs this, so it is plain (decision 30).
_BESIDE = """
    SELECT EXISTS(SELECT 1 FROM games_chatmessage WHERE match_id = %s),
    EXISTS(SELECT 1 FROM games_mute WHERE user_id = %s),
    (SELECT text FROM games_matchnote WHERE match_id = %s AND user_id = %s)
"""


def beside(match: Match, user: Any, seats: Sequence[Seat], *, whole: bool = False) -> Beside:
    """Return talk and note of *match* as *user* reads them. The parameters are those of `talk`."""
    with connection.cursor() as cursor:
        cursor.execute(_BESIDE, [match.pk, user.pk, match.pk, user.pk])
        has_lines, has_mutes, text = cursor.fetchone()
    muted = _muted_by(user) if has_mutes else []
    return Beside(_talk(match, user, seats, muted, whole=whole, is_silent=not has_lines), text or "")


def talk(match: Match, user: Any, *, whole: bool = False, seats: Sequence[Seat] | None = None) -> Talk:
    """Return the talk of *match* as *user*, who may see the match, reads it.

    *whole:* not only the newest. *seats:* the match's seats with users and profiles, if they have been read.
    """
    return _talk(match, user, seats, _muted_by(user), whole=whole)


def _talk(
    match: Match,
    user: Any,
    seats: Sequence[Seat] | None,
    muted: Sequence[int],
    *,
    whole: bool,
    is_silent: bool = False,
) -> Talk:
    """Return the talk like `talk`. *muted:* whom the reader has muted. *is_silent:* nothing has been said."""
    is_over = match.status == Status.FINISHED
    if not reads_talk(user, match, seats):
        return Talk(match.pk, match.title, match.edition, False, False, is_over)
    if seats is None:
        seats = list(people_of(match))
    said = ChatMessage.objects.filter(match=match).exclude(user__in=muted)
    most = MOST_LINES if whole else NEWEST
    rows = [] if is_silent else list(said.select_related("user__profile").order_by("-pk")[: most + 1])
    return Talk(
        match.pk,
        match.title,
        match.edition,
        True,
        says_something(user, match, seats),
        is_over,
        _lines(rows[:most][::-1], user),
        _others(seats, user, muted),
        len(rows) > most,
        not (rows or is_silent) and bool(muted) and match.messages.exists(),
        whole,
    )


def note(match: Match, user: Any) -> str:
    """Return the note of *user* about *match*, or an empty text."""
    if not user.is_authenticated:
        return ""
    found = MatchNote.objects.filter(match=match, user=user).values_list("text", flat=True)
    return found.first() or ""


@dataclass(frozen=True, slots=True)
class Muted:
    """A player whom the reader has muted. *pk:* the mute's key."""

    pk: int
    name: str


def muted(user: Any) -> tuple[Muted, ...]:
    """Return the players whom *user* has muted, newest first."""
    rows = Mute.objects.filter(user=user.pk).select_related("muted__profile").order_by("-pk")
    return tuple(Muted(row.pk, display_name(row.muted)) for row in rows)


@dataclass(frozen=True, slots=True)
class Reported:
    """A reported message and the messages around it. *reasons:* reporter and reason of each open report.

    *is_hidden:* a moderator has hidden it.
    """

    pk: int
    match: str
    text: str
    name: str
    at: datetime
    is_hidden: bool
    reasons: tuple[tuple[str, str], ...]
    around: tuple[TalkLine, ...]


def reported() -> tuple[Reported, ...]:
    """Return the reported messages that wait for a moderator, oldest first. Show them to moderators only."""
    reports = ChatReport.objects.filter(settled_at=None).select_related("user__profile").order_by("pk")
    by_message: dict[int, list[ChatReport]] = {}
    for row in reports[: MOST_REPORTED * 5]:
        by_message.setdefault(row.message_id, []).append(row)
    found = ChatMessage.objects.select_related("user__profile").in_bulk(list(by_message)[:MOST_REPORTED])
    return tuple(_reported(found[key], rows) for key, rows in by_message.items() if key in found)


def _reported(message: ChatMessage, reports: Sequence[ChatReport]) -> Reported:
    near = ChatMessage.objects.filter(match=message.match_id).select_related("user__profile")
    before = list(near.filter(pk__lt=message.pk).order_by("-pk")[:AROUND])[::-1]
    after = list(near.filter(pk__gt=message.pk).order_by("pk")[:AROUND])
    return Reported(
        pk=message.pk,
        match=message.match_id,
        text=message.text,
        name=display_name(message.user),
        at=message.created_at,
        is_hidden=message.hidden_at is not None,
        reasons=tuple((display_name(row.user), row.reason) for row in reports),
        around=tuple(_line(row, None, frozenset()) for row in (*before, message, *after)),
    )


def muting(user_id: int) -> list[int]:
    """Return the keys of those who muted a player."""
    return list(Mute.objects.filter(muted=user_id).values_list("user", flat=True))


def _muted_by(user: Any) -> list[int]:
    if user is None or not user.is_authenticated:
        return []
    return list(Mute.objects.filter(user=user).values_list("muted", flat=True))


def _lines(rows: Sequence[ChatMessage], user: Any) -> tuple[TalkLine, ...]:
    mine: frozenset[int] = frozenset()
    if rows and user.is_authenticated:
        own = ChatReport.objects.filter(user=user, message__in=[row.pk for row in rows])
        mine = frozenset(own.values_list("message", flat=True))
    return tuple(_line(row, user, mine) for row in rows)


def _line(row: ChatMessage, user: Any, reported_by_me: frozenset[int]) -> TalkLine:
    return TalkLine(
        pk=row.pk,
        seat=row.seat,
        name=display_name(row.user),
        text="" if row.hidden_at else row.text,
        at=row.created_at,
        is_mine=user is not None and row.user_id == user.pk,
        is_hidden=row.hidden_at is not None,
        is_reported=row.pk in reported_by_me,
    )


def _others(seats: Sequence[Seat], user: Any, muted: Sequence[int]) -> tuple[Listener, ...]:
    if not user.is_authenticated:
        return ()
    people = (seat for seat in seats if seat.user_id is not None and seat.user_id != user.pk)
    return tuple(Listener(seat.number, seat_name(seat), seat.user_id in muted) for seat in people)
