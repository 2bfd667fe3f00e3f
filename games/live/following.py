"""A user's matches as a stream of plain lines: first how each stands, then what is new in it.

After a reconnection a line may come twice, but none is lost: see docs/decisions/0017-the-stream.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import F, Q
from django.utils import timezone

from games import catalog
from games.clocks.rules import read_seat_clocks
from games.engine import codec
from games.engine.viewers import seat_viewer
from games.matches.models import Invitation, Match, Mute, Seat, Status, Step
from games.matches.numbering import newest_number, noticed_by
from games.matches.queries.log import FIELDS, StepRow, read_log
from games.matches.queries.people import people_of, seat_names
from games.talk.models import ChatMessage, TalkMark
from scrapsite.common.players import display_name

# A row may become visible a little later than its timestamp, so each query looks back this far.
OVERLAP = timedelta(seconds=15)
LONGEST_AGO = timedelta(days=30)
MOST_MATCHES, MOST_STEPS, MOST_MESSAGES = 500, 400, 200
_ROW = ("user", "match", "bot", "match__seq", "match__status", "match__updated_at", "match__talk_mark__at")

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a match had come when a reader last heard of it. *seq:* its newest step then.

    *seq* isn't compared: a secret step raises only *seq*, and mustn't make two marks differ.
    """

    seq: int = field(compare=False)
    status: str
    at: datetime
    talk: datetime | None


@dataclass(slots=True)
class Known:
    """What one reader of a stream has been sent. *marks:* by match id. *messages:* their keys.

    *invitations:* their keys, each with its time.
    """

    user: Any
    marks: dict[str, Mark] = field(default_factory=dict)
    messages: set[int] = field(default_factory=set)
    invitations: set[tuple[int, datetime]] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Change:
    """A match of *user* that is new or has changed. *is_left:* a bot has taken the seat."""

    user: int
    match: str
    is_left: bool
    mark: Mark


def beginning(user: Any, since: datetime | None = None) -> tuple[Known, list[Line]]:
    """Return what the reader knows now, and the first lines: matches of *user*, open invitations, `ready`.

    *since:* the `at` of an earlier line, to add what has happened since then.
    """
    now = timezone.now()
    start = None if since is None else min(max(since, now - LONGEST_AGO), now + LONGEST_AGO) - OVERLAP
    known = Known(user)
    lines = [_match_line(match, seat, start) for match, seat in _own(known, start)]
    said = _messages(known, start or timezone.now() - OVERLAP)
    if start is not None:
        lines += [_talk_line(message) for message in said]
    lines += _invitation_lines(known)
    return known, [*lines, {"type": "ready", "at": _now()}]


def alive() -> Line:
    """Return the line that says that nothing has been missed until now."""
    return {"type": "alive", "at": _now()}


def changes(users: Iterable[int]) -> list[Change]:
    """Return the matches of *users* (ids) that have changed in the last seconds.

    The work grows with their matches that go on, not with those long over.
    """
    ago, wanted = timezone.now() - OVERLAP, list(users)
    recent = Q(match__updated_at__gte=ago) | Q(match__talk_mark__at__gte=ago)
    going = Seat.objects.filter(recent, user__in=wanted, ended_at=None)
    over = Seat.objects.filter(user__in=wanted, ended_at__isnull=False, match__in=_stirred_since(ago))
    return [
        Change(user, match, bool(bot), Mark(seq, status, at, talk))
        for seats in (going, over)
        for user, match, bot, seq, status, at, talk in seats.order_by().values_list(*_ROW)
    ]


# Matches that ended, or in which something was said, since a moment. As values of the statement, the statuses
# would keep SQLite from the index `match_over`.
_STIRRED = f"""
    SELECT id FROM {Match._meta.db_table}
    WHERE updated_at >= %s AND status IN ('{Status.FINISHED}', '{Status.CANCELLED}')
    UNION SELECT match_id FROM {TalkMark._meta.db_table} WHERE at >= %s
"""  # noqa: S608 (made of constants)


def _stirred_since(ago: datetime) -> list[str]:
    """Return the ids of matches that ended, or in which something was said, since *ago*."""
    since = connection.ops.adapt_datetimefield_value(ago)
    with connection.cursor() as cursor:
        cursor.execute(_STIRRED, [since, since])
        return [match for (match,) in cursor.fetchall()]


def invited(users: Iterable[int]) -> set[int]:
    """Return those of *users* (user ids) who were invited in the last seconds."""
    ago = timezone.now() - OVERLAP
    found = Invitation.objects.filter(user__in=list(users), created_at__gte=ago, answer="")
    return set(found.values_list("user", flat=True))


def news(known: Known, found: Sequence[Change], is_invited: bool) -> list[Line]:
    """Return the lines that are new to the reader, and add them to *known*."""
    lines: list[Line] = []
    fresh = [change for change in found if known.marks.get(change.match) != change.mark]
    for change in fresh:
        before = known.marks.get(change.match)
        if change.is_left:
            if before is not None:
                del known.marks[change.match]
                lines.append({"type": "left", "at": _now(), "match": change.match})
        else:
            lines += _news_of(known, change, before)
    if any(change.mark.talk for change in fresh):
        lines += [_talk_line(message) for message in _messages(known, timezone.now() - OVERLAP)]
    return lines + (_invitation_lines(known) if is_invited else [])


def _news_of(known: Known, change: Change, before: Mark | None) -> list[Line]:
    seats = Seat.objects.filter(user=known.user, match=change.match, bot="").select_related("match")
    seat = seats.annotate(talked=F("match__talk_mark__at")).first()
    if seat is None:
        return []
    match, mark = seat.match, _mark(seat.match, seat.talked)
    if before is not None and (before.status, before.at) == (mark.status, mark.at):
        # There is only talk. What the reader has done in secret since is told with the next step.
        known.marks[match.pk] = replace(mark, seq=before.seq)
        return []
    known.marks[match.pk] = mark
    return [_match_line(match, seat, None, after=-1 if before is None else before.seq)]


def _own(known: Known, start: datetime | None) -> list[tuple[Match, Seat]]:
    """Return open and running matches, and those changed since *start*, with seats; add them to *known*."""
    seats = Seat.objects.filter(user=known.user, bot="").select_related("match")
    newest = seats.annotate(talked=F("match__talk_mark__at")).order_by("-match__updated_at")
    found = list(newest.filter(ended_at=None)[:MOST_MATCHES])
    if start is not None:
        found += newest.filter(ended_at__gte=start)[: MOST_MATCHES - len(found)]
    for seat in found:
        known.marks[seat.match_id] = _mark(seat.match, seat.talked)
    return [(seat.match, seat) for seat in found]


def _mark(match: Match, talked: datetime | None) -> Mark:
    return Mark(match.seq, match.status, match.updated_at, talked)


def _match_line(match: Match, seat: Seat, start: datetime | None, after: int | None = None) -> Line:
    """Return the line for *match* as *seat* sees it.

    Its log holds the steps since *start*, or those numbered above *after*; without either it is empty.
    """
    is_running = match.status == Status.RUNNING
    return {
        "type": "match",
        "at": _now(),
        "match": match.pk,
        "game": match.title,
        "edition": match.edition,
        "status": match.status,
        "seq": newest_number(match, seat.number),
        "seat": seat.number,
        "to_act": match.to_act if is_running else [],
        "your_turn": is_running and seat.number in match.to_act,
        "due": _due(match, seat.number),
        "log": _log(match, seat.number, start, after),
        "result": codec.from_json(dict, match.result) if match.result else None,
    }


def _due(match: Match, seat: int) -> str | None:
    seat_clocks = read_seat_clocks(match.clocks)
    seat_clock = seat_clocks[seat] if seat < len(seat_clocks) else None
    return datetime.fromtimestamp(seat_clock.due, UTC).isoformat() if seat_clock and seat_clock.runs else None


def _log(match: Match, seat: int, start: datetime | None, after: int | None) -> list[Line]:
    wanted = Q(seq__gt=after) if after is not None else Q(created_at__gte=start) if start else None
    if wanted is None or match.seq < 0:
        return []
    noticed = Step.objects.filter(noticed_by(seat), wanted, match=match, seq__lte=match.seq)
    rows = noticed.order_by("-seq").values_list(*FIELDS)[:MOST_STEPS]
    steps = [StepRow(*row) for row in reversed(rows)]
    if not steps:
        return []
    names = seat_names(people_of(match))
    try:
        game = catalog.game_of(*match.rules)
        lines = read_log(game, steps, seat_viewer(seat), names, newest_number(match, seat))
    except Exception:  # by rules that the site no longer has, what happened may not be readable at all
        if catalog.fits(*match.rules):
            raise
        return []
    return [line.as_plain() for line in lines]


def _messages(known: Known, start: datetime) -> list[ChatMessage]:
    """Return the messages of known matches since *start* that weren't sent yet, and add them to *known*."""
    said = ChatMessage.objects.filter(hidden_at=None, match__in=list(known.marks), created_at__gte=start)
    muted = Mute.objects.filter(user=known.user).values("muted")
    rows = said.exclude(user__in=muted).select_related("user__profile").order_by("-pk")[:MOST_MESSAGES]
    found = [message for message in reversed(rows) if message.pk not in known.messages]
    known.messages.update(message.pk for message in found)
    return found


def _talk_line(message: ChatMessage) -> Line:
    return {
        "type": "talk",
        "at": _now(),
        "match": message.match_id,
        "key": message.pk,
        "seat": message.seat,
        "name": display_name(message.user),
        "text": message.text,
    }


def _invitation_lines(known: Known) -> list[Line]:
    """Return lines for open invitations that weren't sent yet, and add them to *known*."""
    muted = Mute.objects.filter(user=known.user).values("muted")
    found = Invitation.objects.filter(user=known.user, answer="", match__status=Status.OPEN)
    asked = found.exclude(by__in=muted).select_related("match", "by__profile").order_by("-pk")[:MOST_MATCHES]
    rows = [row for row in reversed(asked) if (row.pk, row.created_at) not in known.invitations]
    known.invitations.update((row.pk, row.created_at) for row in rows)
    return [
        {
            "type": "invitation",
            "at": _now(),
            "match": row.match_id,
            "game": row.match.title,
            "edition": row.match.edition,
            "by": display_name(row.by),
        }
        for row in rows
    ]


def _now() -> str:
    return timezone.now().isoformat()
