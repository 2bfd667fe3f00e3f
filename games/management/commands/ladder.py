"""`manage.py ladder scrapbots --bots greedy,casual --deals 100 [--processes 2] [--keep FILE] [--record]`"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.management.base import CommandParser

from games import catalog
from games.engine.errors import BadOptions
from games.management.kept_games import KeepingCommand
from games.management.measuring import Run
from games.statistics.ladder import ANCHOR, Ladder, climb
from games.statistics.records import FOLDER


class Command(KeepingCommand):
    """Lets bots play all against all on the same deals, and prints how strong each is."""

    help = "Rate bots: all against all, on the same deals, seats swapped."
    folder = FOLDER
    recorded = "replace the record that the site shows"

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--bots",
            default="random,novice,greedy,casual,strong",
            help="two or more names, with commas between",
        )
        parser.add_argument("--deals", type=int, default=100, help="for each two; each is played twice")

    def measure(self, edition: str, options: Mapping[str, Any], run: Run) -> Ladder:
        names = [name.strip() for name in options["bots"].split(",")]
        if options["record"] and ANCHOR not in names:
            raise BadOptions(f"A record needs the {ANCHOR} bot: the others are rated against it.")
        run = self.kept(options, run)
        return climb(options["title"], edition, names, options["deals"], options["seed"], run=run)

    def lines(self, record: Ladder) -> Sequence[str]:
        return [
            f"{catalog.title(record.title).name} {record.edition}: {record.deals} deals for each two bots, "
            f"each played twice, seeds {record.seed} to {record.seed + record.deals - 1}",
            "",
            "| bot | rating | 95 % | seconds a decision |",
            "| --- | --- | --- | --- |",
            *(
                f"| {rank.bot} | {rank.rating:.0f} | {rank.low:.0f} to {rank.high:.0f} | {rank.seconds:.3f} |"
                for rank in record.ranks
            ),
            "",
            "| | against | games | points |",
            "| --- | --- | --- | --- |",
            *(
                f"| {pairing.first} | {pairing.second} | {pairing.games} | {pairing.score:.1%} |"
                for pairing in record.pairings
            ),
        ]
