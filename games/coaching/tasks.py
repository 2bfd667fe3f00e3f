"""The task that finds a hint. It shares a queue with the bots, whose turns go first."""

from django_tasks import task

from games import catalog
from games.coaching.advice import advise
from games.coaching.models import Hint
from games.engine import codec
from games.engine.viewers import seat_viewer
from games.matches.models import Match, Status
from games.matches.numbering import has_changed, newest_number
from games.matches.steps import moment
from scrapsite.server.work.queues import BOTS

AFTER_BOTS = -1


@task(queue_name=BOTS, priority=AFTER_BOTS)
def find_hint(match_id: str, seat: int, number: int) -> bool:
    """Find the hint that *seat* asked for, and return whether it was still wanted.

    *number:* of the newest step that the seat noticed when it asked.
    """
    asked = Hint.objects.filter(match_id=match_id, seat=seat, number=number, found="")
    match = Match.objects.filter(pk=match_id, status=Status.RUNNING).first()
    if match is None or seat not in match.to_act:
        return False
    if has_changed(match.pk, seat, newest_number(match, seat) - number):
        return False
    if not catalog.fits(*match.rules) or not asked.exists():
        return False
    game = catalog.game_of(*match.rules)
    view = game.view(moment(game, match.pk, match.seq).state, seat_viewer(seat))
    advice = advise(game, view, seat, seed_of(match_id, number))
    return bool(asked.update(found=codec.to_json(advice)))


def seed_of(match_id: str, number: int) -> int:
    """Return the seed of a search; it depends on nothing that the seat can't know."""
    return int(codec.digest(f"{match_id} {number}".encode())[:8], 16)
