"""The errors of matches, in addition to the engine's own (games/engine/errors.py).

GameError
├── NotSeated     match/not-seated     the user has no seat here              403
├── RulesChanged  match/rules-changed  the site no longer has the match's rules 422
├── NotStarted    match/not-started    seats are still open                   422
├── CannotJoin    match/cannot-join    no seat free, or already seated        422
├── CannotCancel  match/cannot-cancel  not the maker, or it has begun         422
├── CannotInvite  match/cannot-invite  nobody of that name, or no seat      422
├── CannotLoosen  match/cannot-loosen  others sat down under these terms     422
├── CannotRepeat  match/cannot-repeat  it isn’t over, or nobody is left       422
├── CannotPractise match/cannot-practise nobody decides there, or no such step 422
├── CannotUndo    move/cannot-undo     nothing to take back, or too late      422
├── TurnTooLong   move/turn-too-long   the turn has had too many moves        422
├── CannotGoOn    match/cannot-go-on  it doesn’t stand still, or can’t be read 422
├── NoRecord      match/no-record      it isn’t over, or none was kept        404
├── CannotTalk    talk/refused         nothing said, too much, or too late   422
├── NoteOvertaken talk/overtaken       the note was changed elsewhere         409
├── CannotRest    time-off/refused     too much of it, or at no such time     422
└── IdReused      move/id-reused       the client move id stands for another  422
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.http import Http404

from games.engine.errors import BadOptions, GameError, StaleMatch
from scrapsite.common.errors import set_status


class NotSeated(GameError):
    """The user has no seat in this match."""

    code = "match/not-seated"

    def __init__(self, reason: str = "You have no seat in this match.") -> None:
        super().__init__(reason)


class NotStarted(GameError):
    """Seats are still open, so nothing has been dealt."""

    code = "match/not-started"

    def __init__(self, reason: str = "This match hasn’t begun: a seat is still free.") -> None:
        super().__init__(reason)


# Of a request that is repeated after its match has ended.
ANSWER_LOST = (
    "This was done, but the site no longer has the rules of this match, so its answer can’t be given again."
)
STANDS_STILL = (
    "This match is on hold because the site no longer has its rules. "
    "The players decide how the match continues."
)


class RulesChanged(GameError):
    """The match needs an engine version or card data that this site no longer has."""

    code = "match/rules-changed"

    def __init__(self, reason: str = STANDS_STILL) -> None:
        super().__init__(reason)


@contextmanager
def reading(fits: Callable[[], bool], reason: str = STANDS_STILL) -> Iterator[None]:
    """Read what is stored of a match. *Raises:* `RulesChanged` if only rules that are gone could read it.

    *fits:* says whether the site still has them; it is asked only if something fails.
    """
    try:
        yield
    except Exception as error:  # other rules may fail in any way, or there may be none of the edition
        is_refusal = isinstance(error, (Http404, GameError)) and not isinstance(error, BadOptions)
        if is_refusal or fits():
            raise
        raise RulesChanged(reason) from error


class CannotJoin(GameError):
    """The user can't take a seat in this match."""

    code = "match/cannot-join"


class CannotCancel(GameError):
    """This user can't call off the match, or it has begun."""

    code = "match/cannot-cancel"


class CannotInvite(GameError):
    """This player can’t be invited, or the invitation can’t be answered."""

    code = "match/cannot-invite"


class CannotLoosen(GameError):
    """The terms for watchers can only be made stricter."""

    code = "match/cannot-loosen"


class CannotRepeat(GameError):
    """There is no rematch: the match isn’t over, was practice, or nobody is left to play it with."""

    code = "match/cannot-repeat"


class CannotPractise(GameError):
    """No practice match can begin at this step."""

    code = "match/cannot-practise"


class CannotUndo(GameError):
    """The move can't be taken back."""

    code = "move/cannot-undo"


class TurnTooLong(GameError):
    """The seat has made so many moves in a row that only those that end its turn are left."""

    code = "move/turn-too-long"


class CannotGoOn(GameError):
    """The match doesn't stand still, or the newest rules can't read it."""

    code = "match/cannot-go-on"


class NoRecord(GameError):
    """The match has no record to check: it isn’t over, or began before records were kept."""

    code = "match/no-record"


class CannotTalk(GameError):
    """These words can't be said, noted or sent."""

    code = "talk/refused"


class NoteOvertaken(GameError):
    """The note isn't the one that the form was shown with. Nothing was stored."""

    code = "talk/overtaken"

    def __init__(self) -> None:
        super().__init__(
            "This note has been saved since this page was opened. "
            "Add what you want of it to your words below, and save again."
        )


class CannotRest(GameError):
    """This time off can't be taken."""

    code = "time-off/refused"


class IdReused(GameError):
    """The client move id already stands for another move of this seat."""

    code = "move/id-reused"

    def __init__(self, reason: str = "This client move id was used for another move.") -> None:
        super().__init__(reason)


set_status(403, NotSeated)
set_status(404, NoRecord)
set_status(409, StaleMatch, NoteOvertaken)
