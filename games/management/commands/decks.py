"""`manage.py decks scrap-knights --bot casual --deals 18 [--processes 2] [--keep FILE] [--record]`"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.management.base import CommandParser

from games import catalog
from games.management.kept_games import KeepingCommand
from games.management.measuring import Run
from games.statistics.decks import RoundRobin, round_robin
from games.statistics.records import ROUND_ROBINS


class Command(KeepingCommand):
    """Lets the ready-made decks of a game play all against all, and prints how each of them did."""

    help = "Measure ready-made decks: all against all, on the same deals, seats swapped."
    folder = ROUND_ROBINS
    recorded = "keep the result with the site's other measurements"

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--bot", default="casual", help="who plays them")
        parser.add_argument("--deals", type=int, default=18, help="for each two; each is played twice")

    def measure(self, edition: str, options: Mapping[str, Any], run: Run) -> RoundRobin:
        run = self.kept(options, run)
        return round_robin(
            options["title"], edition, options["bot"], options["deals"], options["seed"], run=run
        )

    def lines(self, record: RoundRobin) -> Sequence[str]:
        return [
            f"{catalog.title(record.title).name} {record.edition}: decks in the hands of {record.bot}, "
            f"{record.deals} deals for each two, each played twice, "
            f"seeds {record.seed} to {record.seed + record.deals - 1}",
            "",
            "| deck | games | points | 95 % |",
            "| --- | --- | --- | --- |",
            *(
                f"| {one.deck} | {one.games} | {one.share:.1%} | {one.low:.1%} to {one.high:.1%} |"
                for one in record.standings
            ),
            "",
            "| | against | games | points |",
            "| --- | --- | --- | --- |",
            *(
                f"| {pairing.first} | {pairing.second} | {pairing.games} | {pairing.score:.1%} |"
                for pairing in record.pairings
            ),
        ]
