"""``python -m scrapsite.bench``: measure the engine and the server, side by side in one run."""

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterable
from typing import Any

from scrapsite.bench import report
from scrapsite.bench.boards import measure_boards
from scrapsite.bench.crowd import measure_crowd
from scrapsite.bench.felt import measure_felt
from scrapsite.bench.figures import Figures
from scrapsite.bench.moves import measure_moves
from scrapsite.bench.search import measure_search
from scrapsite.bench.servers import OURS, STOCK, Servers, running_servers
from scrapsite.bench.start import measure_start
from scrapsite.bench.visits import measure_visits

MOVE_ROUNDS = 2


def main() -> None:
    """Measure what was asked for and print it."""
    options = _parser().parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.bench.settings")
    results: dict[str, Any] = {"machine": _machine()}
    if options.part in ("all", "engine"):
        results["engine"] = _engine(options.seconds)
    if options.part in ("all", "web"):
        with running_servers() as servers:
            results["visits"] = measure_visits(servers)
            results["pages"] = _pages(servers, options.seconds)
            results["moves"] = _moves(servers, options.seconds)
            results["page moves"] = measure_moves(
                servers[OURS], 4 * options.seconds, pairs=servers.pairs
            ).as_dict()
    if options.part in ("all", "boards"):
        results["boards"] = measure_boards()
    if options.part in ("all", "felt"):
        results["felt"] = measure_felt(round(20 * options.seconds))
    if options.part in ("all", "crowd"):
        results["crowd"] = measure_crowd(3 * options.seconds)
    if options.part in ("all", "start"):
        results["start"] = measure_start()
    if options.part in ("all", "search"):
        results["search"] = measure_search()
    lines = [json.dumps(results, indent=2)] if options.json else report.lines(results)
    sys.stdout.write("\n".join(lines) + "\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scrapsite.bench", description="Measure the site.")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each single measurement takes")
    parser.add_argument(
        "--part",
        choices=("all", "engine", "web", "boards", "felt", "crowd", "start", "search"),
        default="all",
        help="what to measure",
    )
    parser.add_argument("--json", action="store_true", help="print plain figures instead of tables")
    return parser


def _machine() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
    }


def _engine(seconds: float) -> list[dict[str, Any]]:
    from games import catalog
    from scrapsite.bench.engine import measure_engine

    return [measure_engine(title.slug, seconds).as_dict() for title in catalog.titles()]


def _pages(servers: Servers, seconds: float) -> list[dict[str, Any]]:
    from scrapsite.bench.pages import measure_pages

    return [page.as_dict() for page in measure_pages(servers, seconds)]


def _moves(servers: Servers, seconds: float) -> dict[str, Any]:
    runs: dict[str, list[Figures]] = {OURS: [], STOCK: []}
    for _ in range(MOVE_ROUNDS):
        for name, taken in runs.items():
            taken.append(measure_moves(servers[name], 2 * seconds))
    return _compared({name: Figures.middle(taken) for name, taken in runs.items()}.items())


def _compared(figures: Iterable[tuple[str, Figures]]) -> dict[str, Any]:
    found = dict(figures)
    plain: dict[str, Any] = {name: each.as_dict() for name, each in found.items()}
    plain["times_stock"] = found[OURS].rate / found[STOCK].rate
    return plain


if __name__ == "__main__":
    main()
