"""Card faces as finished HTML: drawn once by the template, then kept."""

from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.engine.cards import Card, TextLine

HEADS = "Heads: "
ENERGY = " Energy"
SIZES = ("", "small")


@dataclass(frozen=True)
class FaceLine:
    """A text line as the face lays it out.

    *energy:* the number in the pip, or empty. *label:* words before it, where it costs no Energy.
    *always:* what happens anyway. *heads:* what a coin adds.
    """

    energy: str
    label: str
    always: str
    heads: str


@lru_cache(maxsize=4096)
def face_html(card: Card, size: str = "", href: str = "", count: int = 0) -> SafeString:
    """Return the face of *card* as HTML.

    *size:* empty for the whole card, `small` for a hand or market. *href:* makes the face one link.
    *count:* shown as a badge (`×3`) when it isn't 0. *Raises:* `ValueError` for another size.
    """
    if size not in SIZES:
        raise ValueError(f"A card face is one of {SIZES}, not {size!r}.")
    context = {
        "card": card,
        "kind": kind_of(card),
        "finer": finer_kind_of(card),
        "said_type": type_of(card),
        "lines": [_face_line(line) for line in card.lines],
        "size": size,
        "href": href,
        "count": count,
    }
    return SafeString(_squeezed(render_to_string("cards/catalogue/_face.html", context)))


def kind_of(card: Card) -> str:
    """Return the type of *card* as a CSS name: `scrapbot`."""
    return card.type.lower().replace(" ", "-")


def finer_kind_of(card: Card) -> str:
    """Return type and finer type of *card* as a CSS name: `part-gear`; empty without a finer type."""
    return f"{kind_of(card)}-{card.sub.lower().replace(' ', '-')}" if card.sub else ""


def type_of(card: Card) -> str:
    """Return the type of *card* as people say it, the finer type first: `Gear part`."""
    return f"{card.sub} {card.type.lower()}" if card.sub else card.type


def _face_line(line: TextLine) -> FaceLine:
    always, _, heads = line.text.partition(HEADS)
    energy = line.cost.removesuffix(ENERGY) if line.cost.endswith(ENERGY) else ""
    label = "" if energy else line.cost
    return FaceLine(energy=energy, label=label, always=always.strip(), heads=heads)


def _squeezed(html: str) -> str:
    """Return *html* without its indentation; sixty faces a page make that worth it."""
    return " ".join(html.split()).replace("> <", "><")
