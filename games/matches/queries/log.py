"""The log: stored events in words, as far as a viewer may know them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from games import catalog
from games.engine import codec
from games.engine.events import CardPart, Event, Part, SeatPart
from games.engine.protocol import Game
from games.engine.system import SystemEvent
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
    undone = _undone(steps)
    narrator = _Narrator(game, names)
    first = newest + 1 - len(steps)
    return [
        (step, known, narrator.line(step, number, known, step.seq in undone))
        for number, (step, events) in enumerate(zip(steps, _events(game, steps), strict=True), first)
        for event in events
        if (known := event.seen_by(viewer) if viewer else event) is not None
    ]


def since_last_turn(steps: Sequence[StepRow], seat: int, newest: int) -> frozenset[int]:
    """Return the numbers of the steps others made since the seat's last turn. *newest:* as in `read_log`.

    They stay the same during its next turn. Moves that were taken back don't count.
    """
    undone = _undone(steps)
    found: list[int] = []
    for back, step in enumerate(reversed(steps)):
        if step.kind == Step.Kind.ASK:
            continue
        if step.seat == seat:
            if found:
                break
        elif step.seat >= 0 and step.undoes is None and step.seq not in undone:
            found.append(newest - back)
    return frozenset(found)


def _undone(steps: Sequence[StepRow]) -> set[int]:
    """Return the seqs of the moves that were taken back, each alone or with all moves after it."""
    undone: set[int] = set()
    for step in steps:
        if step.undoes is not None:
            undone.update(range(step.undoes, step.seq))
    return undone.intersection(step.seq for step in steps if step.kind == Step.Kind.MOVE)


def _events(game: Game[Any], steps: Sequence[StepRow]) -> list[list[Any]]:
    """Return the events of each step. All events of one type are decoded in one go."""
    texts: dict[bool, list[str]] = {True: [], False: []}
    for step in steps:
        texts[_is_system(step)].append(step.events)
    titles = iter(codec.from_json(list[list[game.event_type]], f"[{','.join(texts[False])}]"))  # type: ignore[name-defined]
    system = iter(codec.from_json(list[list[SystemEvent]], f"[{','.join(texts[True])}]"))
    return [next(system if _is_system(step) else titles) for step in steps]


def _is_system(step: StepRow) -> bool:
    return step.kind not in (Step.Kind.START, Step.Kind.MOVE)


class _Narrator:
    """Puts events of one match into words with names and links."""

    def __init__(self, game: Game[Any], names: Sequence[str]) -> None:
        self._title, self._edition = game.slug, game.edition
        self._names = names

    def line(self, step: StepRow, number: int, event: Event, undone: bool) -> LogLine:
        return LogLine(
            seq=number,
            seat=event.seat,
            mover=step.seat,
            rule=event.rule,
            rule_url=rule_url(self._title, self._edition, event.rule),
            parts=tuple(self._part(part) for part in event.line()),
            undone=undone,
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
        text = name if part.count == 1 else f"{part.count} × {name}"
        return LinePart("card", text, card_url(self._title, self._edition, part.slug), part.slug)
