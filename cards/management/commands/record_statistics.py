"""`manage.py record_statistics [--games 2000] [--seed 1] [--only junkyard/0.1] [--option box=1]`"""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from io import StringIO
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from cards.statistics.fared import PAIRINGS, file_of
from games import catalog
from games.engine.protocol import EditionInfo, Title


class Command(BaseCommand):
    """Lets bots play every edition, and keeps what the card pages show of that in `cards/statistics`.

    The same number of games, seed and card data always give the same files.
    """

    help = "Play many games between bots and record how each card did. Run it when cards or bots change."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=2000, help="of each pairing")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--only", default="", metavar="GAME/EDITION", help="play only these")
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=NUMBER", help="a match option, with --only"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["option"] and not options["only"]:
            raise CommandError("Options differ from game to game: name one with --only.")
        for title in catalog.titles():
            for edition in title.editions.values():
                if options["only"] in ("", f"{title.slug}/{edition.slug}"):
                    recorded = record(title, edition, options["games"], options["seed"], options["option"])
                    path = file_of(title.slug, edition.slug)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(json.dumps(recorded, indent=1, sort_keys=True) + "\n", "utf-8")
                    self.stdout.write(f"{title.name} {edition.slug}: {path.name}")


def record(
    title: Title, edition: EditionInfo, games: int, seed: int, chosen: Sequence[str] = ()
) -> dict[str, Any]:
    """Return what the file of *edition* holds: the versions that were played, and the counts of each pairing.

    *chosen:* match options, each as `box=1`.
    """
    return {
        "engine_version": title.engine_version,
        "cards_hash": edition.cards_hash,
        "runs": [_run(title.slug, edition.slug, bots, games, seed, chosen) for bots in PAIRINGS],
    }


def _run(
    game: str, edition: str, bots: tuple[str, ...], games: int, seed: int, chosen: Sequence[str]
) -> dict[str, Any]:
    said = StringIO()
    asked = {"edition": edition, "bots": ",".join(bots), "games": games, "seed": seed, "option": chosen}
    call_command("simulate", game, json=True, stdout=said, **asked)
    report = json.loads(said.getvalue())
    cards = {
        slug: {"plays": use["plays"], "seats": use["games"], "wins": use["wins"]}
        for slug, use in report["cards"].items()
    }
    options = {name: int(number) for name, number in (pair.split("=") for pair in chosen)}
    return {"bots": bots, "games": games, "seed": seed, "options": options, "cards": cards}
