"""Replays stored matches, to check them after a restored backup, a crash, or a change of the engine."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet

from games.fairness.verify import replay_match
from games.matches.models import Match


class Command(BaseCommand):
    """Prints every difference between replay and storage, and exits with status 1 if there is any."""

    help = "Replay matches from seed, nonces and moves, and compare every step with what is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", nargs="*", help="ids of matches; all of them when none is given")

    def handle(self, *args: Any, **options: Any) -> None:
        steps = matches = bad = 0
        for match_id in _wanted(options["match"]).values_list("pk", flat=True).iterator():
            verdict = replay_match(match_id)
            matches, steps = matches + 1, steps + verdict.steps
            bad += bool(verdict.problems)
            for problem in verdict.problems:
                self.stderr.write(f"{match_id}: {problem}")
        if bad:
            raise CommandError(f"{bad} of {matches} matches don't replay to what is stored.")
        self.stdout.write(f"{matches} matches with {steps} steps replay to exactly what is stored.")


def _wanted(ids: list[str]) -> QuerySet[Match]:
    if not ids:
        return Match.objects.order_by("created_at")
    found = Match.objects.filter(pk__in=ids)
    missing = sorted(set(ids) - set(found.values_list("pk", flat=True)))
    if missing:
        raise CommandError(f"There is no match {', '.join(missing)}.")
    return found
