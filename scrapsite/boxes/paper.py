"""How much paper a box takes, for whoever is about to have it made."""

from django.utils.text import get_text_list

from cards.exports.kits.box import sheets_of
from rules.booklets.length import about_sheets
from scrapsite.boxes.making import Box


def paper_words(box: Box) -> str:
    """Return how many sheets the box takes and what for. Those of the rulebook are only about right."""
    sheets = sheets_of(box.kit, box.finish)
    counts = {
        "cards (printed on both sides)": sheets.cards,
        "mats": sheets.mats,
        "markers": sheets.markers,
        "player aids": sheets.aids,
    }
    parts = get_text_list([f"{count} for {what}" for what, count in counts.items() if count], "and")
    rulebook = about_sheets(box.book)
    return (
        f"{sum(counts.values())} sheets of {box.finish.paper.name}: {parts}. "
        f"The rulebook takes about {rulebook} more as a booklet."
    )
