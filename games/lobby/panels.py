"""What the lobby adds to the page of a match: its invitations and its rematch."""

from typing import Any

from django.db.models import QuerySet

from games.matches.actions.rematch import going_for
from games.matches.models import Invitation


def invited_to(match_id: str) -> QuerySet[Invitation]:
    """Return the invitations to the match that are unanswered or declined, for its players to read."""
    found = Invitation.objects.filter(match=match_id).exclude(answer=Invitation.Answer.ACCEPTED)
    shown = found.exclude(answer=Invitation.Answer.WITHDRAWN)
    return shown.select_related("user__profile", "by__profile").order_by("pk")


def invitation_of(match_id: str, user: Any) -> Invitation | None:
    """Return the unanswered invitation of *user* to the match, or None."""
    if not user.is_authenticated:
        return None
    found = Invitation.objects.filter(match=match_id, user=user, answer=Invitation.Answer.NONE)
    return found.select_related("by__profile").first()


def rematch_of(match_id: str, user: Any) -> str:
    """Return the id of the rematch that *user* can join or plays in, or an empty text."""
    return going_for(user, match_id).values_list("pk", flat=True).first() or ""
