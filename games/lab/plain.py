"""A report as plain data to take along: JSON with everything, CSV with its tables. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

from games.engine import codec
from games.lab.measuring.cards import CardSide
from games.lab.measuring.intervals import Interval
from games.lab.measuring.measures import BY_SLUG
from games.lab.measuring.setup import Setup
from games.lab.measuring.summary import Summary
from games.lab.reading.sentences import sentences
from games.lab.words import headline

FORMAT = "scrapsite-lab-report-1"

_BOUNDS = ("", " low", " high")
_SIDE = ("seats", "used", "gained", "played", "unused")


def plain_report(setup: Setup, summary: Summary) -> dict[str, Any]:
    """Return the whole report as dicts, lists, strings and numbers."""
    return {
        "format": FORMAT,
        "says": headline(setup, summary),
        "setup": codec.to_plain(setup),
        "sentences": sentences(setup, summary, setup.against, "{} bot".format),
        "meanings": {slug: measure.meaning for slug, measure in BY_SLUG.items()},
        **codec.to_plain(summary),
    }


def measures_csv(summary: Summary) -> str:
    """Return the measures, one a line."""
    head = [
        "measure",
        "name",
        *(f"{what}{bound}" for what in ("value", "base", "difference") for bound in _BOUNDS),
        "false discovery rate",
    ]
    return _csv(
        head,
        (
            [
                one.slug,
                BY_SLUG[one.slug].name,
                *_bounds(one.side),
                *_bounds(one.base),
                *_bounds(one.difference),
                one.rate,
            ]
            for one in summary.figures
        ),
    )


def cards_csv(summary: Summary) -> str:
    """Return the cards, one a line, in the order of the page."""
    head = ["card"]
    for prefix in ("", "base "):
        head += [f"{prefix}{name}" for name in _SIDE]
        head += [f"{prefix}{what}{bound}" for what in ("won", "effect") for bound in _BOUNDS]
        head.append(f"{prefix}false discovery rate")
        head += [f"{prefix}{what}{bound}" for what in ("never played", "same deal") for bound in _BOUNDS]
        head.append(f"{prefix}false discovery rate same deal")
    head += [f"{what} difference{bound}" for what in ("used", "won") for bound in _BOUNDS]
    head.append("false discovery rate of differences")
    return _csv(
        head,
        (
            [one.slug, *_side(one.side), *_side(one.base), *_bounds(one.used), *_bounds(one.won), one.rate]
            for one in summary.cards
        ),
    )


def _side(side: CardSide | None) -> list[object]:
    if side is None:
        return [""] * (len(_SIDE) + 4 * len(_BOUNDS) + 2)
    shares = (getattr(side, name) for name in _SIDE)
    used = [*_bounds(side.won), *_bounds(side.effect), side.rate]
    return [*shares, *used, *_bounds(side.dead), *_bounds(side.paired), side.paired_rate]


def _bounds(found: Interval | None) -> list[object]:
    return ["", "", ""] if found is None else [found.value, found.low, found.high]


def _csv(head: list[str], rows: Iterable[list[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([f"{one:.6g}" if isinstance(one, float) else one for one in row] for row in rows)
    return text.getvalue()
