"""Private notes about a match."""

import hashlib
from typing import Any

from django.db import transaction

from games.matches import access
from games.matches.errors import CannotTalk, NoteOvertaken
from games.matches.models import Match
from games.talk.models import MatchNote
from games.talk.readers import LONGEST_NOTE
from scrapsite.common import limits
from scrapsite.common.errors import NeedsPlayer
from scrapsite.common.requests import tidy_words


def mark_of(text: str) -> str:
    """Return a mark of a note, by which a form knows which words it was shown with."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def keep_note(match_id: str, user: Any, text: str, seen: str = "") -> None:
    """Store *text* as the note of *user* about the match; empty text deletes the note.

    *seen:* the mark of the note when the form was shown; empty to write over whatever is there.
    *Raises:* `Http404`, `NeedsPlayer`, `CannotTalk`, `NoteOvertaken`, `Full` for one note too many.
    """
    match = _match_of(match_id, user)
    words = tidy_words(text)
    if len(words) > LONGEST_NOTE:
        raise CannotTalk(f"A note has at most {LONGEST_NOTE} characters; this one has {len(words)}.")
    with transaction.atomic():
        stored = _stored(match, user)
        if seen and stored != words and mark_of(stored) != seen:
            raise NoteOvertaken
        if not words:
            MatchNote.objects.filter(match=match, user=user).delete()
            return
        if not stored:
            limits.require_quota("notes", user)
        MatchNote.objects.update_or_create(match=match, user=user, defaults={"text": words})


def _stored(match: Match, user: Any) -> str:
    """Return the locked note, or an empty text."""
    found = MatchNote.objects.select_for_update().filter(match=match, user=user)
    return found.values_list("text", flat=True).first() or ""


def _match_of(match_id: str, user: Any) -> Match:
    match = access.match_for(user, match_id)
    if user is None or not user.is_authenticated:
        raise NeedsPlayer
    return match


def count_notes(user: Any) -> int:
    """Return how many notes *user* keeps."""
    return MatchNote.objects.filter(user=user).exclude(text="").count()
