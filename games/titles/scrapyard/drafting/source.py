"""An edition of Scrapyard as the source that publishes it."""

from collections.abc import Mapping

from games.engine.cards import Card
from games.engine.drafting.source import EditionSource, expression_of
from games.titles.scrapyard.edition import RULEBOOK, Edition, Kind

_COLUMNS = ("slug", "name", "part", "value", "quantity", "icon", "text")
_NO_EDITION = "`cards.csv` has no column for the edition yet: add one, and have `read_kinds` ask for it."


def source_of(edition: Edition, cards: Mapping[str, Card], slug: str) -> EditionSource:
    """Return *edition* as the published edition *slug*. *cards:* as the catalogue shows them, by slug."""
    fields = {"kinds": f"read_kinds({expression_of(slug)})"}
    if edition.figures != RULEBOOK:
        fields["figures"] = expression_of(edition.figures)
    rows = tuple(_row(kind, cards[kind.slug]) for kind in edition.box)
    return EditionSource(columns=_COLUMNS, rows=rows, tables={}, fields=fields, notes=(_NO_EDITION,))


def _row(kind: Kind, card: Card) -> dict[str, str]:
    plain = {column: str(getattr(kind, column)) for column in _COLUMNS[:-1]}
    return {**plain, "text": card.printed[0].text}
