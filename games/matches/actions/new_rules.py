"""Matches whose rules the site no longer has: they stand still until their players decide.

No clock runs meanwhile, and nobody is to act. If all people agree, the match goes on by the newest rules. If
one of them would rather not, or nobody answers in time, it ends as a draw that isn't rated.
docs/decisions/0034-rules-last.md says why.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import catalog
from games.engine import codec
from games.engine.protocol import Result
from games.engine.system import NEW_RULES_RULE, RulesChange
from games.matches.actions.seats import call_off_open
from games.matches.changes import Change, announce_on_commit, hooks
from games.matches.errors import CannotGoOn
from games.matches.locked_match import LockedMatch, lock
from games.matches.models import Match, Notice, StandingOrder, Status, Step
from games.matches.notify import notify_stopped
from games.matches.steps import Answer, store

WAIT = timedelta(days=14)
Verdict = Literal["go-on", "draw"]
Then = Literal["stop", "go-on", "back", "draw", "late"]
_DRAW = "The site no longer has the rules of this match."


def unplayable() -> Iterator[str]:
    """Yield the ids of the running matches whose rules are gone and which haven't been stopped yet."""
    yield from _without_rules(Match.objects.filter(status=Status.RUNNING, stopped_at=None))


def waiting() -> Iterator[str]:
    """Yield the ids of the matches that wait for players and whose rules are gone."""
    yield from _without_rules(Match.objects.filter(status=Status.OPEN))


def stop_matches() -> int:
    """Stop matches whose rules are gone, let those go on whose rules are back; return how many changed."""
    stopped = Match.objects.filter(status=Status.RUNNING, stopped_at__isnull=False)
    back = [match.pk for match in stopped.only(*_PINS) if catalog.fits(*match.rules)]
    return sum(map(_settle, [*unplayable(), *back]))


def call_off_waiting() -> int:
    """Call off the matches that wait for players and whose rules are gone; return how many.

    They can't begin, and by other rules they would be other matches.
    """
    return sum(map(_call_off, list(waiting())))


def answer_new_rules(match_id: str, user: Any, verdict: Verdict) -> Match:
    """Let the seat of *user* agree to go on by the newest rules, or end the match as a draw; return it.

    The match goes on as soon as all people have agreed. *Raises:* `Http404`, `NotSeated`, `NotStarted`,
    `MatchOver`, and `CannotGoOn` if the match doesn't stand still, or can't go on by the newest rules.
    """
    with transaction.atomic(durable=True):
        locked = lock(match_id, user)
        seat = locked.taken_seat()
        locked.check_running()
        settle_stopped(locked)
        if not locked.is_stopped:
            raise CannotGoOn("This match goes on as it is; you don’t have to decide anything.")
        if verdict == "draw":
            end_as_draw(locked, seat)
        else:
            _agree(locked, seat)
    return Match.objects.get(pk=match_id)


def settle_stopped(locked: LockedMatch) -> bool:
    """Stop the locked match, let it go on or end it, as rules and time ask for; return whether it changed."""
    if locked.status != Status.RUNNING or locked.is_stopped == (not locked.fits):
        return False if locked.fits else _end_if_due(locked)
    if locked.fits:
        _go_on(locked, 0, "back")
    else:
        _stop(locked)
    return True


def end_as_draw(locked: LockedMatch, seat: int | None) -> Answer:
    """End the match as a draw that isn't rated, and return the answer.

    *seat:* who wants that, None if not all answered in time.
    """
    StandingOrder.objects.filter(match_id=locked.match_id).delete()
    Match.objects.filter(pk=locked.match_id).update(stopped_at=None, is_rated=False, deadline=None)
    locked.is_stopped = False
    draw = Result((), (), NEW_RULES_RULE, _DRAW)
    then: Then = "late" if seat is None else "draw"
    return store(locked, _change(locked, seat or 0, then, locked.state, (), draw))


def can_go_on(match: Match, state: bytes) -> bool:
    """Return whether the newest rules can read *state*, the match's newest one."""
    return _by_newest(match.title, match.edition, state) is not None


_PINS = ("title", "edition", "engine_version", "cards_hash", "later_version", "later_hash")


def _has(title: str, edition: str, version: str, digest: str, later_version: str, later_hash: str) -> bool:
    return catalog.fits(title, edition, later_version or version, later_hash or digest)


def _without_rules(matches: QuerySet[Match]) -> Iterator[str]:
    for pins in matches.order_by().values_list(*_PINS).distinct():
        if not _has(*pins):
            yield from matches.filter(**dict(zip(_PINS, pins, strict=True))).values_list("pk", flat=True)


def _call_off(match_id: str) -> bool:
    with transaction.atomic(durable=True):
        return call_off_open(match_id)


def _settle(match_id: str) -> bool:
    with transaction.atomic(durable=True):
        return settle_stopped(lock(match_id, None))


def _end_if_due(locked: LockedMatch) -> bool:
    if not Match.objects.filter(pk=locked.match_id, stopped_at__lte=timezone.now() - WAIT).exists():
        return False
    end_as_draw(locked, None)
    return True


def _stop(locked: LockedMatch) -> None:
    now = timezone.now()
    change = _change(locked, 0, "stop", locked.state, ())
    columns = _clocks(locked, change, now) | {"to_act": [], "bot_to_act": False, "deadline": now + WAIT}
    Match.objects.filter(pk=locked.match_id).update(stopped_at=now, agreed=[], updated_at=now, **columns)
    locked.is_stopped, locked.to_act = True, ()
    notify_stopped(locked)
    announce_on_commit(locked.match_id)


def _clocks(locked: LockedMatch, change: Change, now: datetime) -> dict[str, Any]:
    """Return the stopped clocks as a column, or nothing in a match without a clock."""
    timed = hooks.timekeeper.turn(locked, change, Notice.ALL, now)
    return {"clocks": codec.from_json(list, timed[0])} if timed else {}


def _agree(locked: LockedMatch, seat: int) -> None:
    match = Match.objects.get(pk=locked.match_id)
    if not can_go_on(match, locked.state):
        raise CannotGoOn("The newest rules can’t read this match, so it can only end as a draw.")
    match.agreed = sorted({*match.agreed, seat})
    match.save(update_fields=["agreed", "updated_at"])
    if all(bot or number in match.agreed for number, bot in enumerate(locked.bots)):
        title, edition = catalog.title(match.title), catalog.edition(match.title, match.edition)
        match.later_version, match.later_hash = title.engine_version, edition.cards_hash
        match.later_since = locked.seq + 1
        match.save(update_fields=["later_version", "later_hash", "later_since"])
        locked.game, locked.fits = edition.game, True
        _go_on(locked, seat, "go-on")
    announce_on_commit(locked.match_id)


def _go_on(locked: LockedMatch, seat: int, then: Then) -> None:
    """Let the match go on by `locked.game`, with a step from which the clocks run again."""
    Match.objects.filter(pk=locked.match_id).update(stopped_at=None, agreed=[], deadline=None)
    locked.is_stopped = False
    state = locked.game.decode(locked.state)
    store(
        locked,
        _change(locked, seat, then, state, tuple(locked.game.to_act(state)), locked.game.result(state)),
    )


def _by_newest(title: str, edition: str, state: bytes) -> Any:
    """Return *state* as the newest rules read it, or None if they can't."""
    try:
        game = catalog.game(title, edition)
        read = game.decode(state)
        for seat in game.to_act(read):
            game.legal(read, seat)
    except Exception:  # an old state may fail in any way, and so may a draft edition
        return None
    return read


def _change(
    locked: LockedMatch,
    seat: int,
    then: Then,
    state: Any,
    to_act: tuple[int, ...],
    result: Result | None = None,
) -> Change:
    return Change(
        kind=Step.Kind.RULES,
        seat=seat,
        events=[] if then == "stop" else [RulesChange(NEW_RULES_RULE, seat, then)],
        state=state,
        draws=locked.draws,
        to_act=to_act,
        result=result,
        head=-1,
        by_system=True,
    )
