"""The log: stored events in words, as far as a viewer may know them."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any, cast, get_args

from django.db import connection

from games import catalog
from games.engine import codec
from games.engine.events import CardPart, Event, Part, SeatPart
from games.engine.optional import Animated
from games.engine.protocol import Game
from games.engine.system import MoveTakenBack, SystemEvent
from games.engine.viewers import Viewer
from games.matches.models import Notice, Step
from games.matches.queries.board import LinePart, LogLine
from scrapsite.common.links import card_url, rule_url


@dataclass(frozen=True, slots=True)
class StepRow:
    """The columns of a stored step that a board needs; see `models.Step`. *events:* JSON text."""

    seq: int
    kind: str
    seat: int
    events: str
    undoes: int | None
    head: int
    undoable: bool
    notice: int
    client_move_id: str | None


@dataclass(frozen=True, slots=True)
class StoredStep:
    """A step with what only the newest steps are asked for. *state:* the game's after it. *link:* its own."""

    row: StepRow
    tick: int
    state: bytes
    link: str


FIELDS = (
    "seq", "kind", "seat", "events", "undoes", "head", "undoable", "notice", "client_move_id",
)  # fmt: skip


# The ORM would take longer to build this query than to answer it (decision 30).
_READ = f"""
    SELECT tick, state, link, {", ".join(FIELDS)} FROM games_step
    WHERE match_id = %s AND (notice > {Notice.OWN:d} OR seat = %s) AND seq <= %s AND tick > %s ORDER BY seq
"""  # noqa: S608 (made of constants)


def read_steps(match_id: str, seat: int, until: int, after: int) -> list[StoredStep]:
    """Return the steps that *seat* notices, oldest first. Pass -1 for the spectator.

    *until:* the newest one's seq at most. *after:* all have later ticks.
    """
    with connection.cursor() as cursor:
        cursor.execute(_READ, [match_id, seat, until, after])
        rows = cursor.fetchall()
    return [StoredStep(StepRow(*row), tick, bytes(state), link) for tick, state, link, *row in rows]


def press_begins(match_id: str, first: StepRow) -> int:
    """Return the tick before the first of the undos that one press made, of which *first* isn't the first.

    Return -2, which is before all steps, if nothing came before them.
    """
    earlier = Step.objects.filter(match_id=match_id, seq__lt=first.seq).order_by("-seq")
    others = earlier.exclude(kind=Step.Kind.UNDO, client_move_id=None)
    return next(iter(others.values_list("tick", flat=True)[:1]), -2)


def read_log(
    game: Game[Any], steps: Sequence[StepRow], viewer: Viewer, names: Sequence[str], newest: int
) -> tuple[LogLine, ...]:
    """Return the log lines of *steps*, all steps that *viewer* notices, in their order.

    *newest:* the number of the last of them as the viewer counts.
    """
    return tuple(line for _, _, line in told(game, steps, viewer, names, newest))


def told(
    game: Game[Any], steps: Sequence[StepRow], viewer: Viewer | None, names: Sequence[str], newest: int
) -> list[tuple[StepRow, Event, LogLine]]:
    """Return the lines of `read_log`, each with its step and event.

    Pass None as *viewer* to see everything, after the end.
    """
    undone, names, rules = _undone(steps), tuple(names), cast(Hashable, game)
    return [
        (step, event, _line(words, step, number, step.seq in undone))
        for number, step in enumerate(steps, newest + 1 - len(steps))
        for event, words in _known(rules, names, viewer, step.events, is_system=_is_system(step))
    ]


def since_last_turn(
    game: Game[Any], told_lines: Sequence[tuple[StepRow, Event, LogLine]], seat: int, seen: int
) -> tuple[LogLine, ...]:
    """Return what happened since the seat's last decision, of the lines that `told` returns, oldest first.

    It stays the same while the seat decides next. Of a title that animates its steps, what its own move set
    off is news as well, and so is everything after the step numbered *seen*, unless that is negative. Moves
    that were taken back aren't, nor is what the seat itself asked about an undo.
    """
    found: set[int] = set()
    for _, group in groupby(reversed(range(len(told_lines))), key=lambda at: told_lines[at][0].seq):
        places = list(group)
        step = told_lines[places[0]][0]
        if told_lines[places[0]][2].undone:
            continue
        if step.seat != seat or step.kind == Step.Kind.TIMEOUT:
            if step.seat >= 0 and step.kind != Step.Kind.ASK and step.undoes is None:
                found.update(places)
            continue
        if isinstance(game, Animated):
            found.update(places[:-1])  # all but the decision itself
        if found:
            break
    own_request = (Step.Kind.ASK, seat)
    return tuple(
        line
        for at, (step, _, line) in enumerate(told_lines)
        if at in found or (0 <= seen < line.seq and not line.undone and (step.kind, step.seat) != own_request)
    )


def recalled(
    game: Game[Any],
    match_id: str,
    viewer: Viewer,
    names: Sequence[str],
    newest: Sequence[tuple[StepRow, Event, LogLine]],
) -> tuple[Mapping[str, Any], ...]:
    """Return the events of moves taken back that a board still shows, as plain data, oldest first.

    *newest:* the last of the lines that `told` returns. Only if there are older ones that were taken back,
    those are read as well.
    """
    if not newest or not _has_lasting_events(game.event_type):
        return ()
    first, last = newest[0][0].seq, newest[-1][0].seq
    if first > 0 and Step.objects.filter(match_id=match_id, undoes__lt=first).exists():
        rows = [step.row for step in read_steps(match_id, viewer.seat, last, -2)]
        newest = told(game, rows, viewer, names, 0)
    return tuple(line.event for _, event, line in newest if line.undone and event.stays_known)


@lru_cache(maxsize=64)
def _has_lasting_events(events: Any) -> bool:
    """Return whether a board goes on showing what some of the *events* of a title have shown."""
    return any(event.stays_known for event in get_args(events))


def newest_scene(game: Game[Any], told_lines: Sequence[tuple[StepRow, Event, LogLine]], seat: int) -> int:
    """Return the number of the newest step that is worth a film, -1 if none is.

    Of a title that animates its steps, those of the newest chapter are. Of others, a film tells
    several moves: the last but one of other players counts, since a page that has missed only the last one
    sees it glide.
    """
    if not isinstance(game, Animated):
        moves = [
            lines[0]
            for _, group in groupby(told_lines, key=lambda entry: entry[0].seq)
            if (lines := list(group))[0][0].seat not in (seat, -1)
        ]
        return moves[-2][2].seq if len(moves) > 1 else -1
    opened = next((at for at in reversed(range(len(told_lines))) if told_lines[at][1].opens), None)
    chapter = told_lines[opened:] if opened is not None else ()
    seen = (line.seq for step, event, line in chapter if step.notice > Notice.OWN and not event.quiet)
    return max(seen, default=-1)


def _undone(steps: Sequence[StepRow]) -> set[int]:
    """Return the seqs of the moves that were taken back, each alone or with all moves after it."""
    undone: set[int] = set()
    for step in steps:
        if step.undoes is not None:
            undone.update(range(step.undoes, step.seq))
    return undone.intersection(step.seq for step in steps if step.kind == Step.Kind.MOVE)


def _is_system(step: StepRow) -> bool:
    return step.kind not in (Step.Kind.START, Step.Kind.MOVE)


@dataclass(frozen=True, slots=True)
class _Words:
    """What a log line says of an event, whichever step it belongs to; see `LogLine`."""

    seat: int
    rule: str
    rule_url: str
    parts: tuple[LinePart, ...]
    event: Mapping[str, Any]


# A board shows the same dozens of steps again after each move.
@lru_cache(maxsize=4096)
def _known(
    game: Any, names: tuple[str, ...], viewer: Viewer | None, events: str, *, is_system: bool
) -> tuple[tuple[Event, _Words], ...]:
    """Return those *events*, JSON text, that *viewer* may know, or all for None, each with its words."""
    kind: Any = SystemEvent if is_system else game.event_type
    found = [event.seen_by(viewer) if viewer else event for event in codec.from_json(list[kind], events)]
    narrator = _Narrator(game, names)
    return tuple((event, narrator.words(event)) for event in found if event is not None)


def _line(words: _Words, step: StepRow, number: int, undone: bool) -> LogLine:
    return LogLine(
        seq=number,
        seat=words.seat,
        mover=step.seat,
        rule=words.rule,
        rule_url=words.rule_url,
        parts=words.parts,
        undone=undone,
        event=words.event,
        # Of the undos of one press, the last one has the id of the request. What others allow has none.
        goes_on=words.event["type"] == _TAKEN_BACK and step.client_move_id is None,
    )


_TAKEN_BACK = MoveTakenBack.__struct_config__.tag


class _Narrator:
    """Puts events of one match into words with names and links."""

    def __init__(self, game: Game[Any], names: Sequence[str]) -> None:
        self._title, self._edition = game.slug, game.edition
        self._names = names

    def words(self, event: Event) -> _Words:
        return _Words(
            seat=event.seat,
            rule=event.rule,
            rule_url=rule_url(self._title, self._edition, event.rule),
            parts=tuple(self._part(part) for part in event.line()),
            event=codec.to_plain(event),
        )

    def _part(self, part: Part) -> LinePart:
        if isinstance(part, str):
            return LinePart("text", part)
        if isinstance(part, SeatPart):
            return LinePart("seat", self._names[part.seat], seat=part.seat)
        return self._card(part)

    def _card(self, part: CardPart) -> LinePart:
        name = catalog.card(self._title, self._edition, part.slug).name
        text = name if part.count == 1 else f"{name} ×{part.count}"
        return LinePart("card", text, card_url(self._title, self._edition, part.slug), part.slug)
