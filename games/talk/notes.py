"""Private notes about a match."""

from typing import Any

from games.matches import access
from games.matches.errors import CannotTalk
from games.matches.models import Match
from games.talk.models import MatchNote
from games.talk.readers import LONGEST_NOTE
from scrapsite.common import limits
from scrapsite.common.errors import NeedsPlayer
from scrapsite.common.requests import tidy_words


def keep_note(match_id: str, user: Any, text: str) -> None:
    """Store *text* as the note of *user* about the match; empty text deletes the note.

    *Raises:* `Http404`, `NeedsPlayer`, `CannotTalk`, `Full` for one note too many.
    """
    match = _match_of(match_id, user)
    words = tidy_words(text)
    if len(words) > LONGEST_NOTE:
        raise CannotTalk(f"A note has at most {LONGEST_NOTE} characters; this one has {len(words)}.")
    if words:
        if not MatchNote.objects.filter(match=match, user=user).exclude(text="").exists():
            limits.require_quota("notes", user)
        MatchNote.objects.update_or_create(match=match, user=user, defaults={"text": words})
    else:
        MatchNote.objects.filter(match=match, user=user).delete()


def _match_of(match_id: str, user: Any) -> Match:
    match = access.match_for(user, match_id)
    if user is None or not user.is_authenticated:
        raise NeedsPlayer
    return match


def count_notes(user: Any) -> int:
    """Return how many notes *user* keeps."""
    return MatchNote.objects.filter(user=user).exclude(text="").count()
