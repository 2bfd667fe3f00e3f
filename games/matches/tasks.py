"""Tasks for the worker process. A task may run twice or be lost: the database rows say what is due."""

import time

from django_tasks import task

from games.matches.actions.bots import Minds, play_for_bot
from games.matches.changes import Change
from games.matches.locked_match import LockedMatch
from games.matches.models import Notice
from scrapsite.server.work.queues import BOTS

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
            play_bot_turn.enqueue(match_id)
            break
    return played


def enqueue_bots(locked: LockedMatch, change: Change, notice: Notice) -> None:
    """Enqueue the bots' turn if a bot must decide. If a bot made the step, its task goes on by itself."""
    is_by_bot = not change.by_system and change.seat >= 0 and locked.bots[change.seat]
    if not is_by_bot and any(locked.bots[seat] for seat in change.to_act):
        play_bot_turn.enqueue(locked.match_id)
