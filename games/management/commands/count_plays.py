"""Counts the cards of finished matches. The worker does this by itself; the command catches up."""

from typing import Any

from django.core.management.base import BaseCommand

from games.statistics.plays import count_plays


class Command(BaseCommand):
    """Counts until every finished match is counted, and prints how many it has counted."""

    help = "Count how cards were used in the finished matches that haven't been counted yet."

    def handle(self, *args: Any, **options: Any) -> None:
        counted = 0
        while found := count_plays():
            counted += found
        self.stdout.write(f"{counted} matches counted.")
