"""`manage.py simulate scrapbots --edition 3.6 --bots greedy,random --games 1000 --seed 1 [--json]`"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import catalog
from games.engine.codec import to_json
from games.engine.errors import BadOptions
from games.management.measuring import spread
from games.statistics.simulation import CardUse, Length, Report, simulate


class Command(BaseCommand):
    """Lets bots play many games and prints who wins, how long games are and which cards are played."""

    help = "Play many games between bots and count them."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("title", help="the game, such as scrapbots")
        parser.add_argument("--edition", default="", help="default: the newest")
        parser.add_argument(
            "--bots", default="greedy,random", help="names separated by commas, one for each seat"
        )
        parser.add_argument("--games", type=int, default=1000)
        parser.add_argument(
            "--seed", type=int, default=1, help="of the first game; the n-th plays by seed + n"
        )
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=NUMBER", help="a match option"
        )
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--json", action="store_true", help="print everything counted, as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            edition = options["edition"] or catalog.title(options["title"]).newest.slug
            with spread(options["processes"]) as run:
                report = simulate(
                    options["title"],
                    edition,
                    [name.strip() for name in options["bots"].split(",")],
                    options["games"],
                    options["seed"],
                    _numbers(options["option"]),
                    run,
                )
        except BadOptions as error:
            raise CommandError(error.reason) from error
        self.stdout.write(_as_json(report) if options["json"] else "\n".join(_lines(report)))
        if report.exceptions:
            raise CommandError(f"{report.exceptions} of {report.games} games failed.")


def _numbers(pairs: list[str]) -> dict[str, int]:
    numbers = {}
    for pair in pairs:
        name, _, number = pair.partition("=")
        if not number.lstrip("-").isdecimal():
            raise BadOptions(f"An option is a name and a whole number, such as turn_cap=50, not “{pair}”.")
        numbers[name] = int(number)
    return numbers


def _as_json(report: Report) -> str:
    return to_json(
        {
            **{name: getattr(report, name) for name in report.__struct_fields__},
            "turns": _length(report.turns),
            "moves": _length(report.moves),
            "moves_per_second": round(report.moves_per_second),
        }
    )


def _length(length: Length) -> dict[str, float]:
    return {"mean": round(length.mean, 2), "min": length.least, "max": length.most, "total": length.total}


def _lines(report: Report) -> list[str]:
    """Return the report as a table for people."""
    name = catalog.title(report.title).name
    has_decks = any(use.decks for use in report.cards.values())
    return [
        f"{name} {report.edition}: {report.games} games, {' against '.join(report.bots)}, seed {report.seed}",
        "",
        *(f"{bot:<14}{_share(wins, report.games)} won" for bot, wins in report.wins_by_bot.items()),
        *(f"seat {seat:<9}{_share(wins, report.games)} won" for seat, wins in enumerate(report.wins_by_seat)),
        f"{'drawn':<14}{_share(report.draws, report.games)}",
        "",
        *(
            f"{what:<14}mean {length.mean:.1f}, from {length.least} to {length.most}"
            for what, length in (("turns", report.turns), ("moves", report.moves))
        ),
        f"{'speed':<14}{report.moves_per_second:,.0f} moves a second",
        f"{'exceptions':<14}{report.exceptions}",
        *(f"  {line}" for line in report.broken),
        "",
        f"{'card':<22}{'plays':>9}{'seats':>8}{'won':>8}" + f"{'decks':>9}{'used':>8}" * has_decks,
        *(_card_line(slug, use) for slug, use in report.cards.items()),
        "",
        "plays: moves that name or use the card; seats: in how many games a seat did; won: of those.",
        *(["decks: how many seats had brought it; used: how many of those used it."] if has_decks else []),
    ]


def _card_line(slug: str, use: CardUse) -> str:
    won = 100 * use.wins / use.games if use.games else 0.0
    brought = f"{use.decks:>9}{100 * use.games / use.decks:>7.1f}%" if use.decks else ""
    return f"{slug:<22}{use.plays.total():>9}{use.games:>8}{won:>7.1f}%{brought}"


def _share(count: int, games: int) -> str:
    return f"{count:>7} {100 * count / games:>6.1f}%"
