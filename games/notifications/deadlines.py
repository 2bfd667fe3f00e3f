"""The deadlines of a user's decisions in all their matches, for their calendar."""

from games.clocks.rules import clock_of
from games.matches.models import Match, Status
from games.notifications.facts import Facts
from games.notifications.words import letter_path, match_name
from scrapsite.notifications.models import Notification
from scrapsite.notifications.registry import Deadline


def deadlines(user_id: int, most: int) -> list[Deadline]:
    """Return the deadlines of a user's decisions, nearest first, for at most *most* matches."""
    running = Match.objects.filter(
        status=Status.RUNNING, seats__user=user_id, seats__ended_at=None, deadline__isnull=False
    )
    keys = list(running.order_by("deadline").values_list("pk", flat=True)[:most])
    facts = Facts([Notification(match_id=key, kind="") for key in keys], user_id)
    found = []
    for key in keys:
        match = facts.matches[key]
        due = facts.time_left(match)
        if due is not None:
            found.append(
                Deadline(
                    key=f"decide-{key}-{user_id}",
                    due=due,
                    changed_at=match.updated_at,
                    name=match_name(match, user_id),
                    path=letter_path(key),
                    seconds=clock_of(match.clock).seconds,
                )
            )
    return found
