"""`manage.py ladder scrapbots --bots greedy,casual --deals 100 [--processes 2] [--json] [--record]`"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import catalog
from games.engine.codec import to_json
from games.engine.errors import BadOptions
from games.statistics.ladder import Ladder, climb
from games.statistics.records import write_record
from games.statistics.spreading import spread


class Command(BaseCommand):
    """Lets bots play all against all on the same deals, and prints how strong each is."""

    help = "Rate bots: all against all, on the same deals, seats swapped."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("title", help="the game, such as scrapbots")
        parser.add_argument("--edition", default="", help="default: the newest")
        parser.add_argument("--bots", default="random,novice,greedy,casual,strong", help="two or more names")
        parser.add_argument("--deals", type=int, default=100, help="for each two; each is played twice")
        parser.add_argument("--seed", type=int, default=1, help="of the first deal; the n-th has seed + n")
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--json", action="store_true")
        parser.add_argument("--record", action="store_true", help="replace the record that the site shows")

    def handle(self, *args: Any, **options: Any) -> None:
        names = [name.strip() for name in options["bots"].split(",")]
        try:
            edition = options["edition"] or catalog.title(options["title"]).newest.slug
            with spread(options["processes"]) as run:
                ladder = climb(options["title"], edition, names, options["deals"], options["seed"], run=run)
        except BadOptions as error:
            raise CommandError(error.reason) from error
        if options["record"]:
            write_record(ladder)
        self.stdout.write(to_json(ladder) if options["json"] else "\n".join(_lines(ladder)))


def _lines(ladder: Ladder) -> list[str]:
    """Return the ladder as tables of Markdown."""
    return [
        f"{catalog.title(ladder.title).name} {ladder.edition}: {ladder.deals} deals for each two bots, "
        f"each played twice, seeds {ladder.seed} to {ladder.seed + ladder.deals - 1}",
        "",
        "| bot | rating | 95 % | seconds a decision |",
        "| --- | --- | --- | --- |",
        *(
            f"| {rank.bot} | {rank.rating:.0f} | {rank.low:.0f} to {rank.high:.0f} | {rank.seconds:.3f} |"
            for rank in ladder.ranks
        ),
        "",
        "| | against | games | points |",
        "| --- | --- | --- | --- |",
        *(
            f"| {pairing.first} | {pairing.second} | {pairing.games} | {pairing.score:.1%} |"
            for pairing in ladder.pairings
        ),
    ]
