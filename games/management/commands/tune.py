"""`manage.py tune scrapbots [--trials 40] [--deals 50] [--rounds 60] [--processes 2] [--record]`"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import catalog
from games.engine.codec import to_json
from games.engine.errors import BadOptions
from games.engine.optional import SearchSettings
from games.statistics.records import TUNINGS, write_record
from games.statistics.spreading import spread
from games.statistics.tuning import Tuning, tune


class Command(BaseCommand):
    """Lets searches with other settings play against the one in use, and prints how the best did."""

    help = (
        "Look for settings with which a game's search plays better. People decide whether to take them over."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("title", help="the game, such as scrapbots")
        parser.add_argument("--edition", default="", help="default: the newest")
        parser.add_argument("--trials", type=int, default=40, help="how many candidates are tried")
        parser.add_argument("--deals", type=int, default=50, help="for a candidate; each is played twice")
        parser.add_argument("--rounds", type=int, default=60, help="positions that a decision is weighed by")
        parser.add_argument("--seed", type=int, default=1, help="of the first deal and of the candidates")
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--json", action="store_true")
        parser.add_argument("--record", action="store_true", help="keep the result beside the ladders")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            edition = options["edition"] or catalog.title(options["title"]).newest.slug
            trials, deals, rounds, seed = (options[name] for name in ("trials", "deals", "rounds", "seed"))
            with spread(options["processes"]) as run:
                tuning = tune(options["title"], edition, trials, deals, rounds, seed, run)
        except BadOptions as error:
            raise CommandError(error.reason) from error
        if options["record"]:
            write_record(tuning, TUNINGS)
        self.stdout.write(to_json(tuning) if options["json"] else "\n".join(_lines(tuning)))


def _lines(tuning: Tuning) -> list[str]:
    """Return the tuning as a table of Markdown, the candidates in the order in which they were tried."""
    return [
        f"{catalog.title(tuning.title).name} {tuning.edition}: {len(tuning.candidates)} candidates, "
        f"{tuning.deals} deals each, {tuning.rounds} positions a decision, seed {tuning.seed}",
        "",
        "| depth | scale | prior | untried | deals | score |",
        "| --- | --- | --- | --- | --- | --- |",
        *(f"| {_row(one.settings)} | {one.deals} | {100 * one.score:.1f} % |" for one in tuning.candidates),
        "",
        f"In use: {_row(tuning.current)}",
        f"Best: {_row(tuning.checked.settings)}",
        f"The best on {tuning.checked.deals} other deals: {100 * tuning.checked.score:.1f} % "
        f"({100 * tuning.low:.1f} to {100 * tuning.high:.1f} %): "
        + ("stronger." if tuning.is_better else "not surely stronger; keep the settings in use."),
    ]


def _row(settings: SearchSettings) -> str:
    return f"{settings.depth} | {settings.scale:.1f} | {settings.prior:.2f} | {settings.untried:.2f}"
