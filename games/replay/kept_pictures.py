"""Pictures of moments, kept for shared links. Fetching a page or a picture never has one drawn.

The worker draws the end of every match; any other moment is drawn when somebody asks by a POST.
"""

import hashlib
import json
from contextlib import suppress
from typing import Any

from django_tasks import task

from games.engine.errors import BadOptions
from games.engine.viewers import SPECTATOR
from games.matches import access
from games.matches.changes import Change
from games.matches.errors import RulesChanged
from games.matches.locked_match import LockedMatch
from games.matches.models import Match, Notice, Status
from games.matches.queries.people import people_of, seat_names
from games.replay.models import MatchPicture
from games.replay.moments import PUBLIC, replay
from games.replay.picture import drawn
from scrapsite.server.work.queues import LONG

# A picture takes about 12 kB. Those drawn longest ago go first, and can be drawn again.
MOST_KEPT = 5000


def picture_of(match: Match, step: int | None) -> bytes | None:
    """Return the kept picture of *match* at *step*, as the public counts, as a PNG.

    If there is none, it is the newest before it. For None, and for a step that the public may not see yet, it
    is the newest picture that it may see. None if there is no such picture.
    """
    newest = access.visible_until(SPECTATOR, match).tick
    until = newest if step is None else min(step, newest)
    found = MatchPicture.objects.filter(match=match, step__lte=until, names=_digest(_names(match)))
    png = found.order_by("-step").values_list("png", flat=True).first()
    return None if png is None else bytes(png)


def is_drawn(match: Match, step: int) -> bool:
    """Return whether there is a picture of just this *step*, as the public counts."""
    return MatchPicture.objects.filter(match=match, step=step, names=_digest(_names(match))).exists()


def draw_picture(match: Match, step: int | None) -> None:
    """Draw *match* at *step*, as the public counts, or at the newest that it may see, and keep the picture.

    *Raises:* `Http404`, `RulesChanged`, as `moments.replay` does.
    """
    shown = replay(match, SPECTATOR, PUBLIC, step, None)
    if is_drawn(match, shown.place.step):
        return
    names = _names(match)
    made = {"names": _digest(names), "png": drawn(match, shown, names)}
    MatchPicture.objects.update_or_create(match=match, step=shown.place.step, defaults=made)
    _make_room()


def forget_pictures(user: Any) -> None:
    """Delete the pictures of all matches in which *user* has a seat: their name stands on them."""
    MatchPicture.objects.filter(match__seats__user=user).delete()


@task(queue_name=LONG)
def draw_end(match_id: str) -> None:
    """Draw the last moment of a match; nothing if it is gone, or if the site no longer has its rules."""
    match = Match.objects.filter(pk=match_id, status=Status.FINISHED).first()
    if match is not None:
        with suppress(RulesChanged, BadOptions):
            draw_picture(match, None)


def enqueue_end(locked: LockedMatch, change: Change, notice: Notice) -> None:
    """Have the worker draw the match if *change* ends it."""
    if change.result:
        draw_end.enqueue(locked.match_id)


def _names(match: Match) -> tuple[str, ...]:
    return seat_names(people_of(match))


def _digest(names: tuple[str, ...]) -> str:
    return hashlib.blake2b(json.dumps(names).encode(), digest_size=12).hexdigest()


def _make_room() -> None:
    surplus = MatchPicture.objects.order_by("-drawn_at").values_list("pk", flat=True)[MOST_KEPT:]
    MatchPicture.objects.filter(pk__in=list(surplus)).delete()
