"""Card faces as finished HTML: rendered once, then cached."""

from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.catalog import is_draft
from games.engine.cards import Card, Reminder, TextLine
from scrapsite.common.links import rule_name, rule_url

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


@dataclass(frozen=True, slots=True)
class FaceReminder:
    """A reminder as the face shows it. *rule:* what people call the rule. *url:* of its paragraph."""

    text: str
    rule: str
    url: str


def face_html(card: Card, size: str = "", href: str = "", count: int = 0) -> SafeString:
    """Return the face of *card* as HTML.

    *size:* empty for the whole card, `small` for a hand or market. *href:* turns the face into a link.
    *count:* a badge (`×3`), unless it is 0. *Raises:* `ValueError` for another size.
    """
    if size not in SIZES:
        raise ValueError(f"A card face is one of {SIZES}, not {size!r}.")
    return _drawn(card, size, href, count, tuple(_reminder(card, one) for one in card.reminders))


def _reminder(card: Card, reminder: Reminder) -> FaceReminder:
    url = rule_url(card.game, card.edition, reminder.rule)
    return FaceReminder(reminder.text, rule_name(reminder.rule, url), url)


# The rulebook's numbers change when people edit it, so they are part of what a face is kept by.
@lru_cache(maxsize=4096)
def _drawn(card: Card, size: str, href: str, count: int, reminders: tuple[FaceReminder, ...]) -> SafeString:
    context = {
        "card": card,
        "reminders": reminders,
        "kind": kind_of(card),
        "finer": finer_kind_of(card),
        "said_type": type_of(card),
        "edition": "draft" if is_draft(card.edition) else card.edition,
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
