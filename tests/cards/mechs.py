"""Scrap Knights on the shelf, with its box and its decks; whether one can play it already is all the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import catalog
from games.engine.cards import Card, Figure
from games.engine.protocol import EditionInfo, Title
from games.titles.scrap_knights.box import PRINTS, Print, cards_hash
from games.titles.scrap_knights.builder import DECKS

SLUG, EDITION = "scrap-knights", "b.0.0"


def put_on_shelf(patch: pytest.MonkeyPatch) -> None:
    """Let the catalogue have the game, if it hasn't."""
    if SLUG not in catalog._TITLES:
        patch.setitem(catalog._TITLES, SLUG, _title())


def _title() -> Title:
    other = catalog.title("scrapbots")
    edition = EditionInfo(
        slug=EDITION,
        date=other.newest.date,
        summary="A box.",
        game=other.newest.game,
        cards=tuple(_card(found) for found in PRINTS.values()),
        cards_hash=cards_hash(),
        decks=DECKS,
    )
    return replace(
        other, slug=SLUG, name="Scrap Knights", tagline="Mechs duel.", seats=(2,), editions={EDITION: edition}
    )


def _card(found: Print) -> Card:
    figures = [("heat", "Heat", found.heat), ("range", "Range", found.range)]
    return Card(
        game=SLUG,
        edition=EDITION,
        slug=found.slug,
        name=found.name,
        type=found.type,
        figures=tuple(Figure(key, label, value) for key, label, value in figures if value is not None),
        lines=found.lines,
        printed=found.lines,
        facets=(),
        quantity=1,
        icon="battle-mech",
        rule=f"type-{found.kind}",
    )
