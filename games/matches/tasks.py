"""Tasks for the worker process. A task may run twice or be lost: the database rows say what is due."""

import time
from collections.abc import Iterable

from django_tasks import task

from games import bots
from games.matches.actions.bots import Minds, play_for_bot
from games.matches.changes import Change
from games.matches.locked_match import LockedMatch
from games.matches.models import Match, Notice
from scrapsite.server.work.queues import BOTS, EXPERTS

SLICE_SECONDS = 1.0

_minds: Minds = {}


@task(queue_name=BOTS)
def play_bot_turn(match_id: str) -> int:
    """Play for the match's bots until a person must decide; return how many moves were played.

    After a second the rest waits in the queue behind the bots of other matches.
    """
    until, played = time.monotonic() + SLICE_SECONDS, 0
    while play_for_bot(match_id, _minds):
        played += 1
        if time.monotonic() >= until:
            enqueue_turn(match_id, Match.objects.values_list("bots", flat=True).get(pk=match_id))
            break
    return played


def enqueue_turn(match_id: str, seats: Iterable[str]) -> None:
    """Enqueue the turn of the match's bots. Where one thinks long, no bot of another match waits for it.

    *seats:* the name of the bot in each seat, empty for people.
    """
    queue = EXPERTS if any(bots.takes_long(name) for name in seats) else BOTS
    play_bot_turn.using(queue_name=queue).enqueue(match_id)


def enqueue_bots(locked: LockedMatch, change: Change, notice: Notice) -> None:
    """Enqueue the bots' turn if a bot must decide. If a bot made the step, its task goes on by itself."""
    is_by_bot = not change.by_system and change.seat >= 0 and locked.bots[change.seat]
    if not is_by_bot and any(locked.bots[seat] for seat in change.to_act):
        enqueue_turn(locked.match_id, locked.bots)
