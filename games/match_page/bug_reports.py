"""Bug reports: what a player says looks wrong, with what the page shows that player."""

from typing import Any

from games.engine import codec
from games.match_page.fold import board
from games.match_page.models import BugReport
from games.match_page.plain import plain_board
from games.matches import access
from games.matches.errors import CannotTalk
from games.replay.moments import replay
from games.replay.plain import plain_moment
from games.talk.readers import LONGEST_REPORT
from scrapsite.common import limits
from scrapsite.common.errors import NeedsPlayer
from scrapsite.common.requests import tidy_words


def report_bug(
    match_id: str, user: Any, words: str, step: int | None = None, knowledge: str = ""
) -> BugReport:
    """Store and return a bug report for the staff: *words*, and only what *user* sees of the match.

    *step*, *knowledge:* the moment of the replay it is about, as for `replay`; without a step it is about the
    match as it is now. *Raises:* `Http404`, `NeedsPlayer`, `CannotTalk`, `Full`.
    """
    match = access.match_for(user, match_id)
    if user is None or not user.is_authenticated:
        raise NeedsPlayer
    text = tidy_words(words)
    if not text:
        raise CannotTalk("Say in a few words what looks wrong.")
    if len(text) > LONGEST_REPORT:
        raise CannotTalk(f"A report has at most {LONGEST_REPORT} characters; this one has {len(text)}.")
    limits.require_quota("bug-reports", user)
    viewer = access.seat_of(user, match)
    if step is None:
        seq, shown = access.visible_until(viewer, match).seq, plain_board(board(match, viewer))
    else:
        moment = replay(match, viewer, knowledge, step, None)
        seq, shown = moment.seq, plain_moment(moment)
    return BugReport.objects.create(
        match=match,
        user=user,
        seat=-1 if viewer.is_spectator else viewer.seat,
        seq=seq,
        edition=match.edition,
        words=text,
        shown=codec.to_json(shown),
    )


def count_waiting(user: Any) -> int:
    """Return how many reports of *user* the staff haven't dealt with."""
    return BugReport.objects.filter(user=user, settled_at=None).count()
