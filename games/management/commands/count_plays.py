"""Counts the cards of finished matches; the worker does so by itself, this is for catching up."""

from typing import Any

from django.core.management.base import BaseCommand

from games.statistics.plays import count_plays


class Command(BaseCommand):
    """Counts until every finished match has been counted, and says how many there were."""

    help = "Count how cards were used in the finished matches that haven't been counted yet."

    def handle(self, *args: Any, **options: Any) -> None:
        counted = 0
        while found := count_plays():
            counted += found
        self.stdout.write(f"{counted} matches counted.")
