"""A match under lock: the few plain statements that every change of a running match is made of."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection
from django.http import Http404
from django.utils import timezone

from games import catalog
from games.clocks import rules as clocks
from games.clocks.turning import clock_columns, turn_clocks
from games.engine import codec
from games.engine.chain import next_link
from games.engine.chance import MatchChance
from games.engine.errors import MatchOver, StaleMatch
from games.engine.protocol import Game, Result
from games.engine.viewers import SPECTATOR, seat_viewer
from games.live import update_hub as doorbell
from games.matches.access import check_visible, is_match_id
from games.matches.answers import Answer, make_answer, stored_answer
from games.matches.errors import NotSeated, NotStarted, RulesChanged
from games.matches.models import Notice, Status, Step, UndoRequest
from games.matches.notify import tell_of_step
from games.matches.numbering import noticed_by, secret_steps

# A page that is further behind than this is old, whatever happened meanwhile.
MOST_IN_PASSING = 50

# Building these queries anew for every move would cost more than all the rest of it.
_LOCK = """
    SELECT m.title, m.edition, m.engine_version, m.cards_hash, m.status, m.seq, m.tick, m.bots, s.number,
        m.chain, x.salt, m.clock, m.clocks, m.to_act,
        EXISTS(SELECT 1 FROM games_undorequest u WHERE u.match_id = m.id AND u.state = 'asked')
    FROM games_match m LEFT JOIN games_seat s ON s.match_id = m.id AND s.user_id = %s AND s.bot = ''
    LEFT JOIN games_matchsecret x ON x.match_id = m.id
    WHERE m.id = %s
"""
# Where rows are locked, this waits, and the next statement sees what others have committed meanwhile; one
# that did both would see the match anew, but its seats and requests as they were before the wait.
_ROW_LOCK = "SELECT 1 FROM games_match WHERE id = %s FOR UPDATE"
_MOMENT = """
    SELECT s.state, s.draws, s.head, x.played
    FROM games_step s JOIN games_matchsecret x ON x.match_id = s.match_id
    WHERE s.match_id = %s AND s.seq = %s
"""
_APPEND = """
    INSERT INTO games_step (match_id, seq, tick, notice, kind, seat, client_move_id, move, events, state,
        draws, head, undoable, undoes, drawn, link, created_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
_GO_ON = """
    UPDATE games_match SET seq = %s, tick = %s, status = %s, to_act = %s, bot_to_act = %s, result = %s,
        updated_at = %s, chain = %s{}
    WHERE id = %s
"""
_GO_ON_PLAIN, _GO_ON_TIMED = _GO_ON.format(""), _GO_ON.format(", clocks = %s, deadline = %s")
# Nothing that others could look at tells that a seat decided in secret.
_GO_ON_UNNOTICED = "UPDATE games_match SET seq = %s, chain = %s WHERE id = %s"


@dataclass(slots=True)
class Table:
    """The locked row of a match.

    *fits:* the site still has the rules it began with. *seat:* where the user sits, None for others.
    *clock:* as the match pins it. *dials:* by seat; empty before the deal and where there is no clock.
    *chain:* the link that the next step's hangs on, empty in matches without a chain.
    *to_act:* seats that must decide. *is_undo_asked:* a request to take a move back waits for an answer.
    """

    match_id: str
    title: str
    edition: str
    fits: bool
    status: str
    seq: int
    tick: int
    bots: list[str]
    seat: int | None
    chain: str = ""
    salt: bytes = b""
    clock: str = ""
    dials: clocks.Dials = field(default_factory=list)
    to_act: Sequence[int] = ()
    is_undo_asked: bool = False

    @property
    def game(self) -> Game[Any]:
        """The playable game of the match's edition."""
        return catalog.game(self.title, self.edition)

    def taken_seat(self) -> int:
        """Return the user's seat. *Raises:* `NotSeated`."""
        if self.seat is None:
            raise NotSeated
        return self.seat

    def check_running(self) -> None:
        """*Raises:* `NotStarted`, `MatchOver` unless the match is running."""
        if self.status == Status.OPEN:
            raise NotStarted
        if self.status == Status.CANCELLED:
            raise MatchOver("This match was called off.")
        if self.status != Status.RUNNING:
            raise MatchOver

    def check_playable(self) -> None:
        """*Raises:* as `check_running`, and `RulesChanged` unless the site still has the match's rules."""
        self.check_running()
        if not self.fits:
            raise RulesChanged

    def number(self) -> int:
        """Return the number of the newest step as the user's seat counts."""
        return self.tick + secret_steps(self.match_id, self.seat, self.seq - self.tick)

    def check_seen(self, seen: int) -> None:
        """*Raises:* `StaleMatch` when what the seat would see has changed since *seen*.

        What others did in passing (they are done, while the seat still decides) doesn't count.
        """
        behind = self.number() - seen
        if behind and (behind < 0 or self._has_changed(behind)):
            raise StaleMatch

    def _has_changed(self, behind: int) -> bool:
        """Say whether the last *behind* steps that the seat notices are more than done in passing."""
        if behind > MOST_IN_PASSING:
            return True
        noticed = Step.objects.filter(noticed_by(self.seat), match_id=self.match_id)
        last = noticed.order_by("-seq").values_list("seat", "notice")[:behind]
        return any(seat == self.seat or notice != Notice.QUIET for seat, notice in last)

    def earlier_answer(self, client_move_id: str, kind: str, move: str) -> Answer | None:
        """Return the stored answer when this very request was carried out before, else None."""
        step = Step.objects.filter(
            match_id=self.match_id, seat=self.taken_seat(), client_move_id=client_move_id
        ).first()
        if step is None or (step.kind, step.move) != (kind, move):
            return None
        return stored_answer(self.game, step)


@dataclass(slots=True)
class Moment:
    """A stored step, ready to go on from."""

    state: Any
    draws: int
    head: int
    played: bytes

    def chance(self) -> MatchChance:
        """Return the match's chance, at this moment."""
        return MatchChance(self.played, self.draws)


def lock(match_id: str, user: Any) -> Table:
    """Return the match, locked until the transaction ends, with the seat of *user*.

    *user:* anonymous visitors and None, for the system, have no seat.
    *Raises:* `Http404` when it is absent or hidden.
    """
    if not is_match_id(match_id):
        raise Http404("No such match.")
    user_id = user.pk if user is not None and user.is_authenticated else None
    with connection.cursor() as cursor:
        if connection.features.has_select_for_update:
            cursor.execute(_ROW_LOCK, [match_id])
        cursor.execute(_LOCK, [user_id, match_id])
        row = cursor.fetchone()
    if row is None:
        raise Http404("No such match.")
    *pins, status, seq, tick, bots, seat, chain, salt, clock, dials, to_act, is_undo_asked = row
    fits, at_table = catalog.fits(*pins), json.loads(bots)
    table = Table(
        match_id, pins[0], pins[1], fits, status, seq, tick, at_table, seat, chain, bytes(salt or b"")
    )
    table.clock, table.dials = clock, clocks.read_dials(dials)
    table.to_act, table.is_undo_asked = json.loads(to_act), bool(is_undo_asked)
    if table.seat is None and user is not None:
        check_visible(user, match_id)
    elif table.seat is None and table.status == Status.CANCELLED:
        raise Http404("No such match.")
    return table


def moment(game: Game[Any], match_id: str, seq: int) -> Moment:
    """Return step *seq* of the match."""
    with connection.cursor() as cursor:
        cursor.execute(_MOMENT, [match_id, seq])
        row = cursor.fetchone()
    return Moment(game.decode(bytes(row[0])), row[1], row[2], bytes(row[3]))


@dataclass(slots=True)
class Change:
    """A step about to be stored; fields as in `models.Step`.

    *by_system:* neither the seat's user nor its bot made it.
    """

    kind: str
    seat: int
    events: Sequence[Any]
    state: Any
    draws: int
    to_act: tuple[int, ...]
    result: Result | None
    head: int
    client_move_id: str | None = None
    move: str = ""
    undoable: bool = False
    undoes: int | None = None
    drawn: Sequence[Any] = ()
    by_system: bool = False


def store(table: Table, change: Change) -> Answer:
    """Append the step, bring the match's row and its clocks up to date, and ring when it is committed.

    Enqueues the bots' turn within the same transaction, unless a bot made the step: it goes on by itself.
    """
    seq = table.seq + 1
    notice = _notice(change, len(table.bots))
    tick = table.tick + (notice != Notice.OWN)
    # That a move was taken back is told to all, so it would tell of one they didn't notice.
    change.undoable = change.undoable and notice != Notice.OWN
    bot_to_act = any(table.bots[seat] for seat in change.to_act)
    moment_now = timezone.now()
    with connection.cursor() as cursor:
        now = connection.ops.adapt_datetimefield_value(moment_now)
        columns = _columns(table.game, change, seq)
        table.chain = _link(table, seq, columns)
        cursor.execute(_APPEND, [table.match_id, seq, tick, notice.value, *columns, table.chain, now])
        table.seq, table.tick = seq, tick
        if notice == Notice.OWN:
            cursor.execute(_GO_ON_UNNOTICED, [seq, table.chain, table.match_id])
        else:
            timed = clock_columns(table) if turn_clocks(table, change, notice, moment_now) else []
            _go_on(cursor, table, change, bot_to_act, now, timed)
            _overtake_request(table, change, moment_now)
            tell_of_step(table, change)
            table.to_act = change.to_act
    if bot_to_act and (change.by_system or change.seat < 0 or not table.bots[change.seat]):
        _enqueue_bots(table.match_id)
    if notice != Notice.OWN:
        doorbell.ring_on_commit(table.match_id)
    seat = max(change.seat, 0)
    number = tick + secret_steps(table.match_id, seat, seq - tick)
    return make_answer(table.match_id, number, seat, list(change.events), change.to_act, change.result)


def _notice(change: Change, seats: int) -> Notice:
    """Return who notices what happened, from the events as the others may know them."""
    if change.kind == Step.Kind.START:
        return Notice.ALL
    others = [viewer for viewer in (SPECTATOR, *map(seat_viewer, range(seats))) if viewer.seat != change.seat]
    noticed = [event for event in change.events if any(event.seen_by(other) is not None for other in others)]
    if not noticed:
        return Notice.OWN
    return Notice.QUIET if all(event.quiet for event in noticed) else Notice.ALL


def _go_on(cursor: Any, table: Table, change: Change, bot_to_act: bool, now: Any, timed: list[Any]) -> None:
    """Bring the match's row up to date with *table*, whose status follows from the change.

    *timed:* the columns of its clocks if they have changed.
    """
    table.status = Status.FINISHED.value if change.result else Status.RUNNING.value
    cursor.execute(
        _GO_ON_TIMED if timed else _GO_ON_PLAIN,
        [
            table.seq,
            table.tick,
            table.status,
            json.dumps(change.to_act),
            bot_to_act,
            codec.to_json(change.result) if change.result else "",
            now,
            table.chain,
            *timed,
            table.match_id,
        ],
    )


def _overtake_request(table: Table, change: Change, now: datetime) -> None:
    """Let a request to take a move back lapse when the match goes on."""
    if table.is_undo_asked and change.kind != Step.Kind.ASK:
        asked = UndoRequest.objects.filter(match_id=table.match_id, state=UndoRequest.State.ASKED)
        asked.update(state=UndoRequest.State.OVERTAKEN, settled_at=now)
        table.is_undo_asked = False


def _columns(game: Game[Any], change: Change, seq: int) -> list[Any]:
    """Return what is stored of *change*, in the order of `_APPEND`, from *kind* to *drawn*."""
    return [
        str(change.kind),
        change.seat,
        change.client_move_id,
        change.move,
        codec.to_json(change.events),
        game.encode(change.state),
        change.draws,
        seq if change.head < 0 else change.head,
        change.undoable,
        change.undoes,
        codec.to_json(change.drawn),
    ]


def _link(table: Table, seq: int, columns: list[Any]) -> str:
    """Return the step's link of the match's chain; a match that began without one gets none."""
    if not table.chain:
        return ""
    kind, seat, _, move, events, _, draws, head, _, undoes, drawn = columns
    undone = "" if undoes is None else undoes
    return next_link(table.salt, table.chain, (seq, kind, seat, move, events, drawn, draws, head, undone))


def _enqueue_bots(match_id: str) -> None:
    from games.matches.tasks import play_bot_turn

    play_bot_turn.enqueue(match_id)
