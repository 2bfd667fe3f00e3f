"""`manage.py lab scrapbots 3.6 [--against 3.4] [--games 400] [--level greedy] [--rival casual] [--json]`"""

from collections.abc import Iterator
from multiprocessing import get_context
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import catalog
from games.engine.codec import to_json
from games.engine.errors import BadOptions
from games.lab.access import drafts_of
from games.lab.cluster import ClusterAway, cluster_at
from games.lab.measuring.cards import CardFigures
from games.lab.measuring.measures import BY_SLUG
from games.lab.measuring.packages import packaged
from games.lab.measuring.records import GameRecord
from games.lab.measuring.setup import Setup, checked
from games.lab.measuring.shards import merged, played
from games.lab.measuring.summary import Summary, summary_of
from games.lab.plain import cards_csv, measures_csv, plain_report
from games.lab.words import changes_line, headline, is_known, signed, with_interval


class Command(BaseCommand):
    """Lets bots play an edition, perhaps beside another one, and prints what can be measured."""

    help = "Measure an edition, or compare two on the same deals."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("title", help="the game, such as scrapbots")
        parser.add_argument("edition", help="the edition, or draft:<id>@<revision>")
        parser.add_argument("--against", default="", help="the edition to compare with")
        parser.add_argument("--games", type=int, default=400, help="for each edition; two on each deal")
        parser.add_argument("--level", default="greedy", help="the bot at every seat")
        parser.add_argument("--rival", default="", help="another bot for one seat, for the skill gradient")
        parser.add_argument("--seats", type=int, default=0, help="default: as few as the game allows")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--effort", type=int, default=100, help="percent of their thinking that bots which search do"
        )
        parser.add_argument("--processes", type=int, default=2)
        parser.add_argument("--cluster", default=settings.LAB_CLUSTER, help="a Dask scheduler: tcp://…")
        parser.add_argument("--json", action="store_true", help="print everything, as JSON")
        parser.add_argument("--csv", choices=("measures", "cards"), help="print one of the tables, as CSV")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            seats = options["seats"] or min(catalog.title(options["title"]).seats)
            names = ("title", "edition", "against", "games", "level", "rival", "seed", "effort")
            setup = checked(Setup(seats=seats, **{name: options[name] for name in names}))
        except BadOptions as error:
            raise CommandError(error.reason) from error
        summary = summary_of(setup, _games(setup, options["processes"], options["cluster"]))
        if options["json"]:
            self.stdout.write(to_json(plain_report(setup, summary)))
        elif options["csv"]:
            self.stdout.write({"measures": measures_csv, "cards": cards_csv}[options["csv"]](summary))
        else:
            self.stdout.write("\n".join(_lines(setup, summary)))


def _games(setup: Setup, processes: int, cluster: str) -> list[GameRecord]:
    if not cluster:
        with get_context("fork").Pool(processes) as pool:
            return played(setup, pool.imap_unordered)
    drafts = drafts_of(setup)
    packages = {number: packaged(setup, number, drafts) for number in range(setup.shards)}
    try:
        return merged(found[1] for found in cluster_at(cluster).play(packages) if found)
    except ClusterAway as error:
        raise CommandError(f"The cluster can’t be used: {error}") from error


def _lines(setup: Setup, summary: Summary) -> Iterator[str]:
    yield headline(setup, summary)
    if setup.against:
        yield changes_line(summary)
    broken = summary.side.broken + (summary.base.broken if summary.base else 0)
    if broken:
        yield f"{broken} games broke off: {'; '.join(summary.side.why)}"
    yield ""
    yield "| measure | value | base | difference |"
    yield "| --- | --- | --- | --- |"
    for one in filter(is_known, summary.figures):
        measure = BY_SLUG[one.slug]
        shown = (with_interval(found, measure.as_percent) if found else "" for found in (one.side, one.base))
        apart = signed(one.difference, measure.as_percent) if one.difference else ""
        yield f"| {measure.name} | {' | '.join(shown)} | {apart}{' *' * one.is_different} |"
    yield ""
    yield "| card | used by | gained by | played by | in no game | seats that used it win | effect |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    yield from map(_card, summary.cards)


def _card(card: CardFigures) -> str:
    side = card.side
    if side is None:
        return f"| {card.slug} | | | | | | |"
    shares = " | ".join(f"{share:.1%}" for share in (side.used, side.gained, side.played, side.unused))
    won = with_interval(side.won, True) if side.won else ""
    effect = signed(side.effect, True) if side.effect else ""
    return f"| {card.slug} | {shares} | {won} | {effect}{' *' * (side.rate <= 0.05)} |"
