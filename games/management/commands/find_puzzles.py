"""`manage.py find_puzzles scrapbots --games 20 --seed 1 [--minutes 10]`"""

import time
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from msgspec import json
from msgspec.structs import replace

from games import catalog
from games.engine.errors import BadOptions
from games.puzzles.data import Puzzle, file_of, puzzles
from games.puzzles.finding import find_puzzles, graded

MOST_ALIKE = 2  # puzzles with the same goal and the same solution


def _kind(puzzle: Puzzle) -> str:
    return f"{puzzle.goal} {puzzle.moves}"


class Command(BaseCommand):
    """Lets bots play, and adds the puzzles that it finds to those of the game."""

    help = "Find puzzles in games between bots and add them to the game’s file."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("title", help="the game, such as scrapbots")
        parser.add_argument("--edition", default="", help="default: the newest")
        parser.add_argument("--games", type=int, default=20)
        parser.add_argument("--seed", type=int, default=1, help="of the first game; the n-th has seed + n")
        parser.add_argument("--minutes", type=float, default=10, help="stop after so long")

    def handle(self, *args: Any, **options: Any) -> None:
        title, until = options["title"], time.monotonic() + options["minutes"] * 60
        try:
            edition = options["edition"] or catalog.title(title).newest.slug
            kept = list(puzzles(title))
            known, alike = {puzzle.state for puzzle in kept}, Counter(_kind(puzzle) for puzzle in kept)
            for puzzle in find_puzzles(title, edition, options["games"], options["seed"]):
                if puzzle.state not in known and alike[_kind(puzzle)] < MOST_ALIKE:
                    alike[_kind(puzzle)] += 1
                    kept.append(replace(puzzle, number=len(kept) + 1))
                    self.stdout.write(f"{kept[-1].slug}: {puzzle.words} {puzzle.lucky:.1%} of random lines")
                    stored = [replace(one, title="") for one in graded(kept)]
                    file_of(title).write_bytes(json.format(json.encode(stored), indent=1) + b"\n")
                if time.monotonic() > until:
                    break
        except (BadOptions, TypeError) as error:
            raise CommandError(str(error)) from error
