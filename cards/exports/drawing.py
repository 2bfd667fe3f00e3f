"""Cards as plain data for the templates, and the pages that are set of them."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from cards.catalogue.faces import HEADS, kind_of, type_of
from cards.exports.look import TEMPLATES, enamel_of, look
from games import catalog
from games.engine.cards import Card, TextLine
from scrapsite.common.typesetting.running import typeset

CARD_WIDTH, CARD_HEIGHT = 63, 88
MM_PER_INCH = 25.4
_ENERGY = re.compile(r"(\d+) Energy")


def drawn(cards: Iterable[Card]) -> list[dict[str, Any]]:
    """Return *cards* as the template draws them."""
    return [_drawn(card) for card in cards]


def back_of(game: str) -> dict[str, str]:
    """Return the back of the cards of *game*."""
    title = catalog.title(game)
    return {"name": title.name, "icon": title.icon}


def look_of(cards: Sequence[Card]) -> dict[str, Any]:
    """Return colours, shapes and icons for drawing *cards* and their backs."""
    icons = [card.icon for card in cards]
    return look([*icons, *(catalog.title(game).icon for game in {card.game for card in cards})])


def compile_pdf(template: str, job: dict[str, Any]) -> bytes:
    """Return *job* set by *template* as a PDF with its fonts inside. *Raises:* `NotSet`."""
    return typeset(TEMPLATES / template, job, "pdf")[0]


def compile_png(template: str, job: dict[str, Any], ppi: float) -> bytes:
    """Return the only page of *job* as a picture. *ppi:* pixels to an inch. *Raises:* `NotSet`."""
    return typeset(TEMPLATES / template, job, "png", ppi)[0]


def compile_pngs(template: str, job: dict[str, Any], ppi: float) -> list[bytes]:
    """Return every page of *job* as a picture, in order. *Raises:* `NotSet`."""
    return typeset(TEMPLATES / template, job, "png", ppi)


def ppi_for(pixels: int, millimetres: float) -> float:
    """Return how many pixels go to an inch when *millimetres* become *pixels*."""
    return pixels / millimetres * MM_PER_INCH


def _drawn(card: Card) -> dict[str, Any]:
    return {
        "name": card.name,
        "type": type_of(card),
        "kind": kind_of(card),
        "enamel": enamel_of(card),
        "icon": card.icon,
        "figures": [
            {"key": figure.key, "label": figure.label, "value": figure.words} for figure in card.figures
        ],
        "lines": [_line(line) for line in card.lines],
        "foot": f"{catalog.title(card.game).name} {_edition(card)}",
        "quantity": _quantity(card),
    }


def _edition(card: Card) -> str:
    """Return the edition of *card* as its foot has room for it."""
    if catalog.is_draft(card.edition):
        return f"draft, revision {catalog.revision_number(card.edition)}"
    return card.edition


def _quantity(card: Card) -> int:
    """Return how many copies the box has; a copy with a number of its own is one of several."""
    kinds = {kind.slug: kind for kind in catalog.cards(card.game, card.edition)}
    kind = kinds.get(card.slug.rpartition("-")[0])
    return kind.quantity if kind and card.slug not in kinds else card.quantity


def _line(line: TextLine) -> dict[str, str]:
    always, _, heads = line.text.partition(HEADS)
    energy = _ENERGY.fullmatch(line.cost)
    return {
        "energy": energy[1] if energy else "",
        "cost": "" if energy else line.cost,
        "always": always.strip(),
        "heads": heads,
    }
