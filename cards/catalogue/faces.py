"""Card faces as finished HTML: rendered once, then cached."""

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
    """A line of text as the face shows it.

    *energy:* the number in the pip, or empty. *label:* the cost in words, where it isn't Energy.
    *always:* what happens in any case. *heads:* what happens in addition if the coin shows heads.
    """

    energy: str
    label: str
    always: str
    heads: str


@lru_cache(maxsize=4096)
def face_html(card: Card, size: str = "", href: str = "", count: int = 0) -> SafeString:
    """Return the face of *card* as HTML.

    *size:* empty for the whole card, `small` for a hand or market. *href:* turns the face into a link.
    *count:* a badge (`×3`), unless it is 0. *Raises:* `ValueError` for another size.
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
    """Return type and subtype of *card* as a CSS name: `part-gear`; empty without a subtype."""
    return f"{kind_of(card)}-{card.sub.lower().replace(' ', '-')}" if card.sub else ""


def type_of(card: Card) -> str:
    """Return the type of *card* as people say it, the subtype first: `Gear part`."""
    return f"{card.sub} {card.type.lower()}" if card.sub else card.type


def _face_line(line: TextLine) -> FaceLine:
    always, _, heads = line.text.partition(HEADS)
    energy = line.cost.removesuffix(ENERGY) if line.cost.endswith(ENERGY) else ""
    label = "" if energy else line.cost
    return FaceLine(energy=energy, label=label, always=always.strip(), heads=heads)


def _squeezed(html: str) -> str:
    """Return *html* without its indentation, which would count on a page with sixty faces."""
    return " ".join(html.split()).replace("> <", "><")
