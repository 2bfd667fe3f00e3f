"""Makes matches in which something falls due soon: `python -m tests.faults.jobs '{"bot": 100, …}'`.

*letter:* in so many matches a player with a confirmed address hears that time runs out. *bot*, *forfeit:* in
so many the time is up, and that is done. *from*, *to:* seconds from now between which it falls due.
Prints, as JSON, the ids of the matches by kind.
"""

import json
import os
import random
import sys
import time
from typing import Any

FAR = 86_400.0


def main() -> None:
    """Make what the first argument asks for."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.settings")
    import django

    django.setup()
    wanted = json.loads(sys.argv[1])
    made = {kind: [_make(kind) for _ in range(wanted[kind])] for kind in ("letter", "bot", "forfeit")}
    from scrapsite.notifications.models import Notification

    Notification.objects.all().delete()
    luck, now = random.Random(wanted["seed"]), time.time()
    for kind, ids in made.items():
        for match_id in ids:
            _schedule(match_id, kind, now + luck.uniform(wanted["from"], wanted["to"]))
    sys.stdout.write(json.dumps(made))


def _make(kind: str) -> str:
    """Return a match of two new guests."""
    from allauth.account.models import EmailAddress

    from games.clocks.rules import DAY, Clock
    from games.matches.actions.create import create_match
    from games.matches.actions.seats import join_match
    from scrapsite.common.players import new_guest

    people = [new_guest(), new_guest()]
    clock = Clock(seconds=DAY, timeout="bot" if kind == "bot" else "forfeit")
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = create_match(people[0], "scrapbots", "3.6", {}, seats, clock=clock)
    match = join_match(match.pk, people[1])
    if kind == "letter":
        late = people[match.to_act[0]]
        EmailAddress.objects.create(
            user=late, email=f"{late.username}@example.org", verified=True, primary=True
        )
    return match.pk


def _schedule(match_id: str, kind: str, due: float) -> None:
    """Let the match's warning, or the end of its time, fall due then."""
    from datetime import UTC, datetime

    from msgspec.structs import replace

    from games.clocks.rules import read_seat_clocks
    from games.engine import codec
    from games.matches.models import Match

    match = Match.objects.get(pk=match_id)
    moved: dict[str, Any] = {"warn": due, "due": due + FAR} if kind == "letter" else {"warn": 0, "due": due}
    seat_clocks = [
        replace(seat_clock, since=due - FAR, **moved) if seat_clock and seat_clock.runs else seat_clock
        for seat_clock in read_seat_clocks(match.clocks)
    ]
    stored = codec.from_json(list, codec.to_json(seat_clocks))
    Match.objects.filter(pk=match_id).update(clocks=stored, deadline=datetime.fromtimestamp(due, UTC))


if __name__ == "__main__":
    main()
