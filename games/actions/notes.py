"""Notes to oneself about a match, and reports of bugs from it."""

from typing import Any

from games import access
from games.engine import codec
from games.errors import CannotTalk, NeedsPlayer
from games.models import BugReport, Match, MatchNote
from games.queries.fold import board as board_of
from games.queries.plain import plain_board
from games.talking import LONGEST_NOTE, LONGEST_REPORT, tidy_words


def keep_note(match_id: str, user: Any, text: str) -> None:
    """Keep *text* as what *user* has noted down about the match; empty text throws the note away.

    *Raises:* `Http404`, `NeedsPlayer`, `CannotTalk`.
    """
    match = _match_of(match_id, user)
    words = tidy_words(text)
    if len(words) > LONGEST_NOTE:
        raise CannotTalk(f"A note has at most {LONGEST_NOTE} characters; this one has {len(words)}.")
    if words:
        MatchNote.objects.update_or_create(match=match, user=user, defaults={"text": words})
    else:
        MatchNote.objects.filter(match=match, user=user).delete()


def report_bug(match_id: str, user: Any, words: str) -> BugReport:
    """Send the staff *words* along with what *user* sees of the match just now, and nothing else of it.

    *Raises:* `Http404`, `NeedsPlayer`, `CannotTalk`.
    """
    match = _match_of(match_id, user)
    text = tidy_words(words)
    if not text:
        raise CannotTalk("Say in a few words what looks wrong.")
    if len(text) > LONGEST_REPORT:
        raise CannotTalk(f"At most {LONGEST_REPORT} characters, please; these are {len(text)}.")
    viewer = access.seat_of(user, match)
    shown = board_of(match, viewer)
    return BugReport.objects.create(
        match=match,
        user=user,
        seat=-1 if viewer.is_spectator else viewer.seat,
        seq=access.horizon(viewer, match).seq,
        edition=match.edition,
        words=text,
        shown=codec.to_json(plain_board(shown)),
    )


def _match_of(match_id: str, user: Any) -> Match:
    match = access.match_for(user, match_id)
    if user is None or not user.is_authenticated:
        raise NeedsPlayer
    return match
