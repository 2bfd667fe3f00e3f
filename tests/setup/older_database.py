"""Opens the database that SCRAPSITE_VAR holds, plays on in it, and prints what it saw as JSON.

``python -m tests.setup.older_database 2026-11-22T07:50`` does so at the time when it was made.

A process of its own: the site's settings are read once, and the test run has another database.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from datetime import UTC, datetime
from typing import Any

import django
import time_machine

MOVES = 12


def main() -> None:
    django.setup()
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    setup_test_environment()
    call_command("migrate", verbosity=0)
    with time_machine.travel(datetime.fromisoformat(sys.argv[1]).replace(tzinfo=UTC)):
        print(json.dumps(seen()))


def seen() -> dict[str, Any]:
    """Return counts of rows, what replaying says before and after, and what became of running matches."""
    from django.core.management import call_command
    from django_tasks_db.models import DBTaskResult

    from games.fairness.verify import replay_match
    from games.matches.models import Match, Status, Step

    found: dict[str, Any] = {"steps": Step.objects.count()}
    found["statuses"] = Counter(Match.objects.values_list("status", flat=True))
    matches = list(Match.objects.values_list("pk", flat=True))
    found["problems"] = [problem for match in matches for problem in replay_match(match).problems]
    found["waiting_tasks"] = DBTaskResult.objects.ready().count()
    # All queues: the rest of a bot's turn that takes longer than a second waits in that of the bots.
    call_command("db_worker", queue_name="*", batch=True, startup_delay=False, reload=False, verbosity=0)
    found["tasks"] = Counter(DBTaskResult.objects.values_list("status", flat=True))
    running = Match.objects.filter(status=Status.RUNNING)
    found["played"] = {f"{match.title} {match.edition} {match.pk}": play_on(match) for match in running}
    found["problems_after"] = [problem for match in matches for problem in replay_match(match).problems]
    found["steps_after"] = Step.objects.count()
    found["records"] = [checked(match) for match in Match.objects.filter(status=Status.FINISHED)]
    return found


def checked(match: Any) -> list[Any]:
    """Return how the record of a finished match fares with verify_match.py and with the replayer."""
    from games.fairness.record import record
    from games.replayer.__main__ import check
    from tests.games.replayer.test_replayer import as_module

    data = record(match).encode()
    script, (replayed, lines) = as_module().verdict(data, []), check(data, [])
    return [match.practice_seq is not None, script[0], replayed, lines[0]]


def play_on(match: Any) -> list[Any]:
    """Open the page for everybody and play random legal moves; return the status of each answer."""
    from django.test import Client

    from games.engine import codec
    from games.match_page.fold import board
    from games.matches.access import seat_of

    chance = random.Random(match.pk)
    clients: dict[int, Client] = {}
    users = {
        seat.number: seat.user for seat in match.seats.select_related("user") if seat.user and not seat.bot
    }
    for number, user in users.items():
        clients[number] = Client()
        clients[number].force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    page = f"/matches/{match.pk}/"
    answers = [client.get(page).status_code for client in clients.values()]
    for number in range(MOVES):
        match.refresh_from_db()
        seat = next((seat for seat in match.to_act if seat in clients), None)
        if match.status != "running" or seat is None:
            break
        shown = board(match, seat_of(users[seat], match))
        move = chance.choice([offer.move for offer in shown.legal])
        data = {"seen": shown.seq, "client_move_id": f"on-{number}", "move": move}
        answers.append(clients[seat].post(f"{page}moves/", data, headers={"HX-Request": "true"}).status_code)
        assert codec.from_json(dict, move)
    return answers


if __name__ == "__main__":
    main()
