"""`manage.py tune scrapbots [--trials 40] [--deals 50] [--rounds 60] [--processes 2] [--record]`"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.management.base import CommandParser

from games import catalog
from games.engine.optional import SearchSettings
from games.management.measuring import MeasuringCommand, Run
from games.statistics.records import TUNINGS
from games.statistics.tuning import Tuning, tune


class Command(MeasuringCommand):
    """Lets searches with other settings play against the one in use, and prints how the best did."""

    help = (
        "Look for settings with which a game's search plays better. People decide whether to take them over."
    )
    folder = TUNINGS
    recorded = "keep the result beside the ladders"

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--trials", type=int, default=40, help="how many candidates are tried")
        parser.add_argument("--deals", type=int, default=50, help="for a candidate; each is played twice")
        parser.add_argument("--rounds", type=int, default=60, help="positions that a decision is weighed by")
        parser.add_argument("--seed", type=int, default=1, help="of the first deal and of the candidates")

    def measure(self, edition: str, options: Mapping[str, Any], run: Run) -> Tuning:
        trials, deals, rounds, seed = (options[name] for name in ("trials", "deals", "rounds", "seed"))
        return tune(options["title"], edition, trials, deals, rounds, seed, run)

    def lines(self, record: Tuning) -> Sequence[str]:
        """Return the tuning as a table of Markdown, the candidates in the order in which they were tried."""
        return [
            f"{catalog.title(record.title).name} {record.edition}: {len(record.candidates)} candidates, "
            f"{record.deals} deals each, {record.rounds} positions a decision, seed {record.seed}",
            "",
            "| depth | scale | prior | untried | deals | score |",
            "| --- | --- | --- | --- | --- | --- |",
            *(
                f"| {_row(one.settings)} | {one.deals} | {100 * one.score:.1f} % |"
                for one in record.candidates
            ),
            "",
            f"In use: {_row(record.current)}",
            f"Best: {_row(record.checked.settings)}",
            f"The best on {record.checked.deals} other deals: {100 * record.checked.score:.1f} % "
            f"({100 * record.low:.1f} to {100 * record.high:.1f} %): "
            + ("stronger." if record.is_better else "not surely stronger; keep the settings in use."),
        ]


def _row(settings: SearchSettings) -> str:
    return f"{settings.depth} | {settings.scale:.1f} | {settings.prior:.2f} | {settings.untried:.2f}"
