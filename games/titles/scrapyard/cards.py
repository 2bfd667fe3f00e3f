"""The 54 parts: figures, icon and printed text from cards.csv, and the text made from the figures."""

import csv
from functools import cache
from importlib import resources

from games.engine.cards import Card, Figure, TextLine
from games.engine.codec import fingerprint

EDITION = "1.0"


@cache
def catalogue_cards() -> tuple[Card, ...]:
    """Return the parts as the catalogue shows them, in the order of cards.csv."""
    return tuple(_card(row) for row in _rows())


def cards_hash() -> str:
    """Return the digest of what the rules use of the parts; every match pins it."""
    return fingerprint([[row[name] for name in ("slug", "part", "value", "quantity")] for row in _rows()])


@cache
def _rows() -> list[dict[str, str]]:
    source = resources.files("games.titles.scrapyard").joinpath("cards.csv")
    with source.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def _card(row: dict[str, str]) -> Card:
    part, value = row["part"], int(row["value"])
    return Card(
        game="scrapyard",
        edition=EDITION,
        slug=row["slug"],
        name=row["name"],
        type="Part",
        figures=(Figure("value", "Value", value),),
        lines=(TextLine("", f"+{value} with a {part} tile, −{value} without."),),
        printed=(TextLine("", row["text"]),),
        facets=(),
        quantity=int(row["quantity"]),
        icon=row["icon"],
        rule="setup-2",
        sub=part,
    )
