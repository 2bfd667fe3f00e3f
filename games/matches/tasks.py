"""Tasks for the worker process. A task may run twice or be lost: the database rows say what is due."""

from django_tasks import task

from games.matches.actions.bots import play_for_bot
from games.matches.changes import Change
from games.matches.locked_match import LockedMatch
from games.matches.models import Notice

MOST_MOVES = 2000


@task()
def play_bot_turn(match_id: str) -> int:
    """Play for the match's bots until a person must decide; return how many moves were played."""
    for played in range(MOST_MOVES):
        if not play_for_bot(match_id):
            return played
    return MOST_MOVES


def enqueue_bots(locked: LockedMatch, change: Change, notice: Notice) -> None:
    """Enqueue the bots' turn if a bot must decide. If a bot made the step, its task goes on by itself."""
    is_by_bot = not change.by_system and change.seat >= 0 and locked.bots[change.seat]
    if not is_by_bot and any(locked.bots[seat] for seat in change.to_act):
        play_bot_turn.enqueue(locked.match_id)
