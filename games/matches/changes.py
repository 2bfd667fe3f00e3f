"""A change of a match, and the hooks by which higher rooms take part in it.

Plain play imports none of those rooms. They register with `hooks` when the app is ready (`games.apps`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, Protocol

from django.db import transaction

from games.engine.protocol import Game, Result
from games.matches.locked_match import LockedMatch
from games.matches.models import Match, Notice, Seat


@dataclass(slots=True)
class Change:
    """A step about to be stored; its fields are those of `models.Step`.

    *state:* a state of the game, or the bytes that store it.
    *by_system:* the system made it, neither the seat's user nor its bot.
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


def end_seats(match_id: str, now: datetime) -> None:
    """Note at the seats that the match is over. Call it in the transaction that ends it."""
    Seat.objects.filter(match=match_id).update(ended_at=now)


class Timekeeper(Protocol):
    """What plain play needs from the clocks."""

    def pin(self, clock: Any, people: int, *, is_rated: bool) -> str:
        """Return the text that a new match stores for *clock*. *people:* how many seats aren't bots'."""

    def is_timed(self, clock: str) -> bool:
        """Return whether a match with the stored text *clock* has a time limit."""

    def open_until(self) -> datetime:
        """Return when a match made now expires if nobody takes its free seats."""

    def turn(self, locked: LockedMatch, change: Change, notice: Notice, now: datetime) -> list[Any]:
        """Return the columns `clocks` and `deadline` after *change*; an empty list if nothing changes."""


@dataclass(slots=True)
class Hooks:
    """The functions that higher rooms have registered. *timekeeper:* the clocks.

    *on_create:* called with whoever makes a match, None for a visitor, the game, the edition and whether it
    counts for the ratings, before anything is checked; raises a `GameError` if they may not make it.
    *on_repeat:* called with the edition of a match that is to be played again by whoever played it; raises a
    `GameError` if no new match of it may begin.
    *on_join:* called with an open match and a user, or a visitor, who wants a seat in it; raises `CannotJoin`
    if they may not have one.
    *on_step:* called in the transaction of a step, just after it is stored, with who notices it. The locked
    match still has its *to_act* from before the step.
    *on_commit:* called with a match's id after a change of it is committed. A call may be lost.
    *on_bot:* called with a match, its game, the state and the seat of a bot that has to decide; returns the
    move that it is to make, or None to leave that to the bot.
    """

    timekeeper: Timekeeper = field(init=False)
    on_create: list[Callable[[Any, object, object, bool], None]] = field(default_factory=list)
    on_repeat: list[Callable[[str], None]] = field(default_factory=list)
    on_join: list[Callable[[Match, Any], None]] = field(default_factory=list)
    on_step: list[Callable[[LockedMatch, Change, Notice], None]] = field(default_factory=list)
    on_commit: list[Callable[[str], None]] = field(default_factory=list)
    on_bot: list[Callable[[Match, Game[Any], Any, int], Any | None]] = field(default_factory=list)


hooks = Hooks()


def announce_on_commit(match_id: str) -> None:
    """Call `hooks.on_commit` for the match once the current transaction is committed.

    An error there is logged, since the change is stored by then.
    """
    transaction.on_commit(partial(_announce, match_id), robust=True)


def _announce(match_id: str) -> None:
    for hear in hooks.on_commit:
        hear(match_id)
