"""The parts: figures, icon and printed text from cards.csv, and the text made from the figures."""

import csv
from functools import cache
from importlib import resources

from games.engine.cards import Card, Figure, TextLine
from games.engine.codec import fingerprint
from games.titles.scrapyard.edition import RULEBOOK, Edition, Kind


def read_kinds() -> tuple[Kind, ...]:
    """Return the parts of the published edition, in the order of cards.csv."""
    return tuple(_kind(row) for row in _rows())


def cards_hash(edition: Edition) -> str:
    """Return the digest of what the rules use of the edition; every match pins it."""
    rows = [[kind.slug, kind.part, str(kind.value), str(kind.quantity)] for kind in edition.box]
    if edition.figures == RULEBOOK:  # matches have pinned the digest of the parts alone
        return fingerprint(rows)
    return fingerprint((rows, edition.figures))


def catalogue_cards(edition: Edition) -> tuple[Card, ...]:
    """Return the parts as the catalogue shows them, in the order of the box."""
    return tuple(_card(edition, kind) for kind in edition.box)


@cache
def _rows() -> list[dict[str, str]]:
    source = resources.files("games.titles.scrapyard").joinpath("cards.csv")
    with source.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def _kind(row: dict[str, str]) -> Kind:
    return Kind(
        slug=row["slug"],
        name=row["name"],
        part=row["part"],
        value=int(row["value"]),
        quantity=int(row["quantity"]),
        icon=row["icon"],
        printed=row["text"],
    )


def _card(edition: Edition, kind: Kind) -> Card:
    number = edition.numbers[kind.slug]
    loss = f"−{edition.losses[number]}" if edition.losses[number] else "0"
    text = f"+{edition.gains[number]} with a {kind.part} tile, {loss} without."
    return Card(
        game="scrapyard",
        edition=edition.slug,
        slug=kind.slug,
        name=kind.name,
        type="Part",
        figures=(Figure("value", "Value", kind.value),),
        lines=(TextLine("", text),),
        printed=(TextLine("", kind.printed or text),),
        facets=(),
        quantity=kind.quantity,
        icon=kind.icon,
        rule="setup-2",
        sub=kind.part,
    )
