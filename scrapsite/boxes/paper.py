"""How much paper a box takes, for whoever is about to have it made."""

from cards.exports.kits.box import sheets_of
from rules.booklets.length import about_sheets
from scrapsite.boxes.making import Box


def paper_words(box: Box) -> str:
    """Return how many sheets the box takes and what for. Those of the rulebook are only about right."""
    sheets = sheets_of(box.kit, box.finish)
    parts = (
        f"{sheets.cards} for cards (printed on both sides)",
        f"{sheets.mats} for mats",
        f"{sheets.markers} for markers",
        f"{sheets.aids} for player aids",
    )
    count = sheets.cards + sheets.mats + sheets.markers + sheets.aids
    rulebook = about_sheets(box.book)
    return (
        f"{count} sheets of {box.finish.paper.name}: {', '.join(parts[:-1])} and {parts[-1]}. "
        f"The rulebook takes about {rulebook} more as a booklet."
    )
