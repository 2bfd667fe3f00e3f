"""A match step by step: each moment as one seat knew it or, after the end, with everything hidden.

A moment is a step, numbered as that seat counts, or an event inside a step if the title can animate events.
It costs the same however long the match is: it reads a few steps around the moment, and two states.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404

from games import catalog
from games.engine.optional import Animated
from games.engine.viewers import SPECTATOR, Viewer, seat_viewer
from games.matches import access
from games.matches.errors import reading
from games.matches.models import Match, Status, Step
from games.matches.numbering import newest_number, noticed_by
from games.matches.queries.board import Board, LogLine
from games.matches.queries.fold import board
from games.matches.queries.log import FIELDS, StepRow, told
from games.matches.queries.people import people_of, seat_names
from games.replay.hidden import Hidden, hidden_things
from games.replay.same_moment import events_at, numbers_at, told_to
from games.replay.story import told_by

AROUND = 40
ALL, PUBLIC = "all", "public"
_UNREADABLE = "The site no longer has the rules of this match, so its steps can’t be shown."


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Whose knowledge is shown. *key:* for addresses: a seat’s number, `public` or `all`.

    *viewer:* None to see everything. *newest:* the number of the newest step it may see.
    """

    key: str
    label: str
    viewer: Viewer | None
    newest: int = -1

    @property
    def eyes(self) -> Viewer:
        """The viewer for whom the board is drawn."""
        return self.viewer or SPECTATOR


@dataclass(frozen=True, slots=True)
class Place:
    """A moment: a step's number, and how many of its events have happened; None for all of them."""

    step: int
    event: int | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """One moment of a match. *whose:* the knowledge shown, one of *choices*. *places:* this moment, or the
    nearest before it, as each of the choices counts. *events:* how many events of this step are told one by
    one. *lines:* what happened in the step up to this moment. *around:* lines of the steps before it.
    *before*, *after:* the next moments. *last_mark*, *next_mark:* the nearest beginnings of a turn or round,
    or None. *hidden:* what each seat hides, if everything is shown. *seq:* the step’s own number.
    *is_over:* the match has ended. *can_go_on:* somebody has to decide at this moment.
    """

    match: str
    whose: Knowledge
    choices: tuple[Knowledge, ...]
    places: tuple[Place, ...]
    place: Place
    events: int
    board: Board
    lines: tuple[LogLine, ...]
    around: tuple[LogLine, ...]
    before: Place | None
    after: Place | None
    last_mark: Place | None
    next_mark: Place | None
    hidden: tuple[Hidden, ...]
    seq: int
    is_over: bool
    can_go_on: bool


def knowledge_of(match: Match, own: Viewer, wanted: str) -> tuple[Knowledge, tuple[Knowledge, ...]]:
    """Return the knowledge with the key *wanted*, and all choices that the viewer *own* has.

    Pass an empty key for the viewer's own. While the match runs, the choices are the viewer's own and the
    public knowledge. *Raises:* `Http404` for anything else.
    """
    if match.seq < 0:
        raise Http404("Nothing has happened yet.")
    names = seat_names(people_of(match))
    choices = [Knowledge(PUBLIC, "What everybody knew", SPECTATOR)]
    seats = range(len(names)) if match.status == Status.FINISHED else [own.seat] if own.seat >= 0 else []
    for seat in seats:
        label = f"What {names[seat]} knew" if seat != own.seat else "What you knew"
        choices.append(Knowledge(str(seat), label, seat_viewer(seat)))
    if match.status == Status.FINISHED:
        choices.append(Knowledge(ALL, "Everything", None))
    key = wanted or (str(own.seat) if own.seat >= 0 else PUBLIC)
    found = next((choice for choice in choices if choice.key == key), None)
    if found is None:
        raise Http404("You can’t see that.")
    return replace(found, newest=_newest(match, found)), tuple(choices)


def replay(match: Match, own: Viewer, wanted: str, step: int | None, event: int | None) -> Replay:
    """Return the moment of *match* at *step*, or the newest for None, as the knowledge *wanted* shows it.

    *own:* from `access.seat_of`. *Raises:* `Http404` for what isn’t shown, `RulesChanged` for what can't be.
    """
    whose, choices = knowledge_of(match, own, wanted)
    if step is None or step > whose.newest:
        step, event = whose.newest, None
    with by_its_rules(match):
        return _Replaying(match, own, whose, choices).at(step, event)


def by_its_rules(match: Match) -> AbstractContextManager[None]:
    """Read what is stored of *match*. *Raises:* `RulesChanged` if only rules that are gone could read it."""
    return reading(lambda: catalog.fits(*match.rules), _UNREADABLE)


def step_of(match: Match, whose: Knowledge, number: int) -> int:
    """Return the seq of the step that *whose* counts as *number*. *Raises:* `Http404`."""
    if whose.viewer is None or match.seq == match.tick:
        return number
    noticed = Step.objects.filter(noticed_by(whose.viewer.seat), match=match).order_by("seq")
    found = noticed.values_list("seq", flat=True)[number : number + 1]
    if not found:
        raise Http404("No such step.")
    return int(found[0])


def log_of(match: Match, whose: Knowledge) -> tuple[LogLine, ...]:
    """Return every log line that *whose* may read, oldest first."""
    game = catalog.game_of(*match.rules)
    names = seat_names(people_of(match))
    steps = [StepRow(*row) for row in _noticed(match, whose).order_by("seq").values_list(*FIELDS)]
    with by_its_rules(match):
        return tuple(line for _, _, line in told(game, steps, whose.viewer, names, whose.newest))


def _newest(match: Match, whose: Knowledge) -> int:
    if whose.viewer is None:
        return match.seq
    if whose.viewer.is_spectator:
        return access.visible_until(SPECTATOR, match).tick
    return newest_number(match, whose.viewer.seat)


def _noticed(match: Match, whose: Knowledge) -> Any:
    if whose.viewer is None:
        return Step.objects.filter(match=match)
    shown = access.visible_until(whose.viewer, match)
    return Step.objects.filter(noticed_by(whose.viewer.seat), match=match, seq__lte=shown.seq)


@dataclass
class _Replaying:
    """Builds one `Replay`."""

    match: Match
    own: Viewer
    whose: Knowledge
    choices: tuple[Knowledge, ...]

    def __post_init__(self) -> None:
        self.game = catalog.game_of(*self.match.rules)

    def at(self, number: int, event: int | None) -> Replay:
        seq = step_of(self.match, self.whose, number)
        rows = self._rows(seq)
        place = next(at for at, row in enumerate(rows) if row.seq == seq)
        first = number - place
        plain = board(self.match, self.whose.eyes)
        names = [seat.name for seat in plain.seats]
        pairs = told(self.game, rows, self.whose.viewer, names, first + len(rows) - 1)
        here = [pair for pair in pairs if pair[0].seq == seq]
        counts = {at: self._parts(pairs, row) for at, row in enumerate(rows, first)}
        if event is not None and not 0 < event < counts[number]:
            event = None
        now = Place(number, event)
        marks = [line.seq for _, known, line in pairs if _is_mark(known, line)]
        state = self._state(seq)
        return Replay(
            match=self.match.pk,
            whose=self.whose,
            choices=self.choices,
            places=self._places(now, rows[place], names),
            place=now,
            events=counts[number],
            board=self._board(plain, seq, state, here, event),
            lines=tuple(line for _, _, line in here[:event]),
            around=tuple(line for _, _, line in pairs if number - 12 <= line.seq < number),
            before=self._before(now, counts),
            after=self._after(now, counts),
            last_mark=next((Place(at) for at in reversed(marks) if at < number), None),
            next_mark=next((Place(at) for at in marks if at > number), None),
            hidden=self._hidden(state) if self.whose.viewer is None else (),
            seq=seq,
            is_over=self.match.status == Status.FINISHED,
            can_go_on=bool(self.game.to_act(state)),
        )

    def _rows(self, seq: int) -> list[StepRow]:
        """Return the steps around the one at *seq*."""
        noticed = _noticed(self.match, self.whose)
        before = noticed.filter(seq__lte=seq).order_by("-seq").values_list(*FIELDS)[:AROUND]
        after = noticed.filter(seq__gt=seq).order_by("seq").values_list(*FIELDS)[:AROUND]
        return [StepRow(*row) for row in (*reversed(before), *after)]

    def _parts(self, pairs: Sequence[Any], row: StepRow) -> int:
        """Return how many events of a step are told one by one, 0 if the step is told as a whole."""
        events = sum(step.seq == row.seq for step, _, _ in pairs)
        return events if events > 1 and row.seq > 0 and isinstance(self.game, Animated) else 0

    def _places(self, now: Place, row: StepRow, names: Sequence[str]) -> tuple[Place, ...]:
        """Return the moment as each of the choices counts: the newest that it notices, at or before it."""
        viewers = [choice.viewer for choice in self.choices]
        places = [Place(number) for number in numbers_at(self.match, row.seq, viewers)]
        if now.event is not None:
            events = [event for _, event, _ in told(self.game, [row], None, names, now.step)]
            mine = told_to(events, self.whose.viewer)
            for at, viewer in enumerate(viewers):
                theirs = told_to(events, viewer)
                places[at] = _inside(places[at], events_at(mine, now.event, theirs), sum(theirs))
        return tuple(places)

    def _before(self, now: Place, counts: dict[int, int]) -> Place | None:
        parts = counts[now.step]
        event = parts if now.event is None else now.event
        if event > 1:
            return Place(now.step, event - 1)
        return Place(now.step - 1) if now.step > 0 else None

    def _after(self, now: Place, counts: dict[int, int]) -> Place | None:
        if now.event is not None:
            return Place(now.step, now.event + 1 if now.event + 1 < counts[now.step] else None)
        if now.step >= self.whose.newest:
            return None
        return Place(now.step + 1, 1 if counts.get(now.step + 1, 0) else None)

    def _state(self, seq: int) -> Any:
        data = Step.objects.filter(match=self.match, seq=seq).values_list("state", flat=True)[0]
        return self.game.decode(bytes(data))

    def _board(self, plain: Board, seq: int, state: Any, here: Sequence[Any], event: int | None) -> Board:
        """Return *plain* as it was then, without offers and without anything that happened later."""
        eyes = self.whose.eyes
        before = self.game.view(self._state(seq - 1), eyes) if seq else None
        story = None
        if event is not None:
            story = told_by(self.game, before, [(known, line) for _, known, line in here])
        mine = self.own.seat
        still = at_rest(plain)
        return replace(
            still,
            seats=tuple(replace(seat, is_me=seat.number == mine == eyes.seat) for seat in still.seats),
            view=self.game.view(state, eyes),
            log=tuple(line for _, _, line in here[:event]),
            own_views=self._own_views(state),
            before=before if story is None else None,
            story=story,
            narrated=event or 0,
            result=plain.result if seq == self.match.seq and event is None else None,
        )

    def _own_views(self, state: Any) -> dict[int, Any]:
        """Return the views of the seats whose secrets are shown, by seat."""
        everybody = range(len(self.match.bots)) if self.whose.viewer is None else ()
        seats = everybody if self.whose.eyes.is_spectator else (self.whose.eyes.seat,)
        return {seat: self.game.view(state, seat_viewer(seat)) for seat in seats}

    def _hidden(self, state: Any) -> tuple[Hidden, ...]:
        public, own_views = self.game.view(state, SPECTATOR), self._own_views(state)
        cards = {card.slug: card.name for card in catalog.cards_of(*self.match.rules)}
        return tuple(hidden_things(seat, own, public, cards) for seat, own in own_views.items())


def at_rest(plain: Board) -> Board:
    """Return *plain* as the board of an earlier moment: it offers nothing and tells nothing newer."""
    return replace(
        plain,
        status="finished",
        seats=tuple(replace(seat, is_winner=False, is_active=False) for seat in plain.seats),
        before=None, is_replay=True, result=None,
        offers=(), batches=(), orders=(), log=(), since_last=(), recalled=(), waiting_for=(),
        my_turn=False, can_undo=False, can_resign=False, undo=None, stopped=None,
    )  # fmt: skip


def _inside(step: Place, event: int, events: int) -> Place:
    """Return the moment when *event* of the *events* of *step* have happened: before, inside or after it."""
    if event == 0 < events:
        return Place(step.step - 1)
    return replace(step, event=event) if 0 < event < events else step


def _is_mark(event: Any, line: LogLine) -> bool:
    """Return whether *event* is a mark: it begins a turn or a round, or says so itself."""
    return bool(event.opens or event.marks or line.event.get("turn") or line.event.get("round"))


def marks_of(match: Match, whose: Knowledge) -> Iterator[tuple[int, bool, LogLine]]:
    """Yield the log lines that are marks, each with its step’s seq and whether it is a turning point."""
    game = catalog.game_of(*match.rules)
    names = seat_names(people_of(match))
    steps = [StepRow(*row) for row in _noticed(match, whose).order_by("seq").values_list(*FIELDS)]
    for step, event, line in told(game, steps, whose.viewer, names, whose.newest):
        if _is_mark(event, line):
            yield step.seq, event.marks, line
