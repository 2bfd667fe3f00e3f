"""Who may see a draft, and taking it away."""

import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.drafts.access import own_draft, was_played
from games.drafts.errors import BadWords
from games.drafts.models import Draft, DraftRevision, PlaytestAnswer
from scrapsite.common.players import is_guest

KEY_BYTES = 12

_Visibility = Draft.Visibility


def share_draft(user: Any, draft_id: str, visibility: str, *, new_key: bool = False) -> Draft:
    """Set who may see the draft, and return it. *new_key:* make a new link; the old one opens nothing then.

    *Raises:* `Http404`, `BadWords` if it can't be listed.
    """
    draft = own_draft(user, draft_id)
    if visibility not in _Visibility.values:
        raise BadWords("Choose who may see the draft.")
    if visibility == _Visibility.LISTED:
        _check_may_list(user, draft)
    draft.visibility = visibility
    if visibility != _Visibility.LISTED:
        draft.candidate_at = None
    if visibility == _Visibility.LINK and (new_key or not draft.share_key):
        draft.share_key = secrets.token_urlsafe(KEY_BYTES)
    draft.save(update_fields=["visibility", "share_key", "candidate_at"])
    return draft


def remove_draft(user: Any, draft_id: str) -> None:
    """Delete the draft or, if anybody has played it, hide it and keep its revisions. *Raises:* `Http404`."""
    _remove(own_draft(user, draft_id))


def leave_drafts(user: Any) -> None:
    """Remove all drafts of somebody who leaves."""
    for draft in Draft.objects.filter(owner=user, hidden_at=None):
        _remove(draft)


def _remove(draft: Draft) -> None:
    with transaction.atomic():
        locked = Draft.objects.select_for_update().get(pk=draft.pk)
        if not was_played(locked):
            locked.delete()
            return
        locked.hidden_at, locked.visibility, locked.share_key = timezone.now(), _Visibility.PRIVATE, ""
        locked.before = "[]"
        PlaytestAnswer.objects.filter(revision__draft=locked).delete()  # only its designer could read them
        locked.save(update_fields=["hidden_at", "visibility", "share_key", "before"])


def mark_candidate(user: Any, draft_id: str, *, on: bool) -> Draft:
    """Say that the draft shall be published, or no more; only a listed one can be. Return it.

    *Raises:* `Http404`, `BadWords`.
    """
    draft = own_draft(user, draft_id)
    if on and (draft.visibility != _Visibility.LISTED or draft.moderation):
        raise BadWords("Only a draft that everybody sees can be a candidate. List it first.")
    draft.candidate_at = (draft.candidate_at or timezone.now()) if on else None
    draft.save(update_fields=["candidate_at"])
    return draft


def _check_may_list(user: Any, draft: Draft) -> None:
    if draft.moderation:
        raise BadWords("A moderator has taken this draft off the list.")
    if is_guest(user):
        raise BadWords("Create an account before you show a draft to everybody: they see who made it.")
    if not draft.revisions.filter(stage=DraftRevision.Stage.PLAYABLE).exists():
        raise BadWords("Save a revision that can be played before you show the draft to everybody.")
