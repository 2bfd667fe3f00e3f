"""Rates finished matches. The worker does this by itself; the command catches up."""

from typing import Any

from django.core.management.base import BaseCommand

from games.ratings.counting import count_ratings


class Command(BaseCommand):
    """Rates until every finished match is rated, and prints how many it has rated."""

    help = "Rate the finished matches that haven't been rated yet, in the order in which they ended."

    def handle(self, *args: Any, **options: Any) -> None:
        counted = 0
        while found := count_ratings():
            counted += found
        self.stdout.write(f"{counted} matches rated.")
