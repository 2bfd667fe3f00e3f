"""Work for the worker process. Every task may run twice or be lost: rows say what is due, not tasks."""

from django_tasks import task

from games.matches.actions.bots import play_for_bot

MOST_MOVES = 2000


@task()
def play_bot_turn(match_id: str) -> int:
    """Play for the match's bots until a person must decide; return how many moves were tried."""
    for played in range(MOST_MOVES):
        if not play_for_bot(match_id):
            return played
    return MOST_MOVES
