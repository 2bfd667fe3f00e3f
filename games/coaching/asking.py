"""Asking for a hint, and what the page shows of it. There are hints only where all others are bots.

Tutorials and puzzles have none: the one says what to do, the other asks just that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import catalog
from games.coaching.advice import Advice
from games.coaching.errors import NoHint
from games.coaching.models import Hint
from games.coaching.tasks import find_hint
from games.engine import codec
from games.engine.errors import GameError, MatchOver, NotYourTurn
from games.engine.optional import Weighs
from games.engine.viewers import Viewer
from games.lessons.marks import goes_on
from games.matches.errors import NotSeated, NotStarted, RulesChanged
from games.matches.models import Match, Seat, Status
from games.matches.numbering import has_changed, newest_number
from games.matches.queries.fold import shown_number
from games.puzzles.attempts import puzzle_at
from scrapsite.common.links import rule_url

# A search takes a second. If there is no answer after so long, one may ask again.
PATIENCE = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class ShownHint:
    """What a page shows to somebody who may ask for a hint: nothing yet, that it is looked for, or the hint.

    *number:* of the step that it is about, as the seat counts. *rule_url:* page of the rule of its move.
    """

    number: int
    is_waiting: bool = False
    advice: Advice | None = None
    rule_url: str = ""

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is a good move, in sentences."""
        return () if self.advice is None else tuple(_reasons(self.advice))


def refusal(match: Match, viewer: Viewer) -> GameError | None:
    """Return why *viewer* can't have a hint in *match* now, or None if they can."""
    if viewer.is_spectator:
        return NotSeated()
    if match.status == Status.OPEN:
        return NotStarted()
    if match.status != Status.RUNNING:
        return MatchOver()
    if match.is_rated:
        return NoHint("There are no hints in rated matches.")
    if match.is_from_rated:
        return NoHint("This is practice from a rated match. You can have hints here when that match is over.")
    if puzzle_at(match.position) is not None:
        return NoHint("There are no hints in puzzles. When your turn is over you can read the solution.")
    if goes_on(match):
        return NoHint("There are no hints while the tutorial goes on: it says what to do.")
    if any(not bot for seat, bot in enumerate(match.bots) if seat != viewer.seat):
        return NoHint("There are hints only in matches in which all other players are bots.")
    if match.stopped_at is not None or not catalog.fits(*match.rules):
        return RulesChanged()
    if not isinstance(catalog.game_of(*match.rules), Weighs):
        return NoHint("The bots here can’t search this game, so there are no hints.")
    if viewer.seat not in match.to_act:
        return NotYourTurn("Hints are about your own decisions. It is not your turn.")
    return None


def ask(match: Match, viewer: Viewer) -> None:
    """Have a hint found for *viewer*, unless there is one or it is looked for already.

    *Raises:* as `refusal` returns.
    """
    refused = refusal(match, viewer)
    if refused is not None:
        raise refused
    number = newest_number(match, viewer.seat)
    with transaction.atomic():
        hint, is_new = Hint.objects.select_for_update().get_or_create(
            match=match, seat=viewer.seat, defaults={"number": number, "asked_at": timezone.now()}
        )
        if not is_new:
            if _is_wanted(hint, number):
                return
            hint.number, hint.found, hint.asked_at = number, "", timezone.now()
            hint.save()
        find_hint.enqueue(match.pk, viewer.seat, number)


def shown_hint(match: Match, viewer: Viewer, people: Sequence[Seat]) -> ShownHint | None:
    """Return what the page shows of a hint, or None if *viewer* can't have one now.

    *people:* the match's seats, as `reading.read_match` returns them.
    """
    return None if refusal(match, viewer) else _found(match, viewer.seat, shown_number(match, viewer, people))


def hint_for(match: Match, viewer: Viewer) -> ShownHint:
    """Return the same for the API. *Raises:* as `refusal` returns."""
    refused = refusal(match, viewer)
    if refused is not None:
        raise refused
    return _found(match, viewer.seat, newest_number(match, viewer.seat))


def _found(match: Match, seat: int, number: int) -> ShownHint:
    hint = Hint.objects.filter(match=match, seat=seat).first()
    if hint is None or not _is_wanted(hint, number):
        return ShownHint(number)
    if not hint.found:
        return ShownHint(hint.number, is_waiting=True)
    advice = codec.from_json(Advice, hint.found)
    return ShownHint(hint.number, advice=advice, rule_url=rule_url(match.title, match.edition, advice.rule))


def _is_wanted(hint: Hint, number: int) -> bool:
    """Return whether *hint*, found or looked for, is about what its seat has to decide at step *number*.

    What others choose in secret meanwhile changes nothing of it.
    """
    is_alive = hint.found or abs(timezone.now() - hint.asked_at) < PATIENCE
    return bool(is_alive) and not has_changed(hint.match_id, hint.seat, number - hint.number)


def _reasons(advice: Advice) -> Any:
    """Yield what the search has found of the move and of the next best one."""
    if advice.choices == 1:
        yield "You have no other move."
        return
    if not advice.rounds:
        yield "By the bots’ rules of thumb, no other move is better here."
        return
    yield (
        f"A strong bot played on from here {advice.rounds:,} times. It rates your position {advice.rating} "
        "of 100 after this move; 0 is lost, 50 is even, 100 is won."
    )
    if advice.has_rival and advice.is_clear:
        yield (
            f"That is {advice.gain} more than after the next best move it found, "
            f"“{advice.other}”: {advice.other_rating}."
        )
    elif advice.has_rival:
        yield f"The next best move it found, “{advice.other}”, is about as good: {advice.other_rating}."
