"""`manage.py record_statistics [--bots strong,strong] [--games 2000] [--seed 1] [--only junkyard/0.1]`"""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from cards.statistics.fared import PAIRINGS, file_of
from games import catalog
from games.engine.protocol import EditionInfo, Title


class Command(BaseCommand):
    """Lets bots play every edition, and keeps what the card pages show of that in `cards/statistics`.

    The same number of games, seed and card data always give the same files. With `--bots` only the games of
    these are played anew; what others have played by the same rules and cards stays.
    """

    help = "Play many games between bots and record how each card did. Run it when cards or bots change."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        pairings = " or ".join(map(",".join, PAIRINGS))
        parser.add_argument("--bots", default="", help=f"{pairings}; by default each of them")
        parser.add_argument("--games", type=int, default=2000, help="of each pairing")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--only", default="", metavar="GAME/EDITION", help="play only these")
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=NUMBER", help="a match option, with --only"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["option"] and not options["only"]:
            raise CommandError("Options differ from game to game: name one with --only.")
        asked = [bots for bots in PAIRINGS if options["bots"] in ("", ",".join(bots))]
        if not asked:
            raise CommandError(f"No card page shows games of {options['bots']}.")
        for title in catalog.titles():
            for edition in title.editions.values():
                if options["only"] in ("", f"{title.slug}/{edition.slug}"):
                    path = file_of(title.slug, edition.slug)
                    recorded = _kept(title, edition, path) or _fresh(title, edition)
                    runs = {
                        tuple(run["bots"]): run for run in recorded["runs"] if tuple(run["bots"]) not in asked
                    }
                    recorded = recorded if runs else _fresh(title, edition)
                    runs |= {bots: _run(title.slug, edition.slug, bots, options) for bots in asked}
                    recorded["runs"] = [runs[bots] for bots in PAIRINGS if bots in runs]
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(json.dumps(recorded, indent=1, sort_keys=True) + "\n", "utf-8")
                    self.stdout.write(f"{title.name} {edition.slug}: {path.name}")


def _fresh(title: Title, edition: EditionInfo) -> dict[str, Any]:
    """Return what the file of *edition* holds before any game."""
    return {"engine_version": title.engine_version, "cards_hash": edition.cards_hash, "runs": []}


def _kept(title: Title, edition: EditionInfo, path: Path) -> dict[str, Any] | None:
    """Return what the file holds if it is of rules that are still played, as the present ones are."""
    kept: dict[str, Any] = json.loads(path.read_bytes()) if path.exists() else {}
    pins = kept.get("engine_version", ""), kept.get("cards_hash", "")
    return kept if catalog.fits(title.slug, edition.slug, *pins) else None


def _run(game: str, edition: str, bots: tuple[str, ...], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the counts of the games of *bots*. *options:* those of the command."""
    said = StringIO()
    asked = {name: options[name] for name in ("games", "seed", "processes", "option")}
    call_command("simulate", game, json=True, stdout=said, edition=edition, bots=",".join(bots), **asked)
    report = json.loads(said.getvalue())
    cards = {
        slug: {"plays": use["plays"], "seats": use["games"], "wins": use["wins"]}
        for slug, use in report["cards"].items()
    }
    chosen = {name: int(number) for name, number in (pair.split("=") for pair in options["option"])}
    return {
        "bots": bots,
        "games": options["games"],
        "seed": options["seed"],
        "options": chosen,
        "cards": cards,
    }
