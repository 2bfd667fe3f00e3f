"""Cards as plain data for the templates, and the one place that runs Typst."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

import typst

from cards.exports.look import TEMPLATES, fonts, look
from cards.faces import HEADS, kind_of
from games import catalog
from games.engine.cards import Card, TextLine

CARD_WIDTH, CARD_HEIGHT = 63, 88
MM_PER_INCH = 25.4
# A moment of our own, so that the same cards give the same bytes.
MOMENT = 1_577_836_800
_ENERGY = re.compile(r"(\d+) Energy")


def drawn(cards: Iterable[Card]) -> list[dict[str, Any]]:
    """Return *cards* as the template draws them."""
    return [_drawn(card) for card in cards]


def back_of(game: str) -> dict[str, str]:
    """Return the back of the cards of *game*."""
    title = catalog.title(game)
    return {"name": title.name, "icon": title.icon}


def look_of(cards: Sequence[Card]) -> dict[str, Any]:
    """Return all that drawing *cards* and their backs needs."""
    icons = [card.icon for card in cards]
    return look([*icons, *(catalog.title(game).icon for game in {card.game for card in cards})])


def compile_pdf(template: str, job: dict[str, Any]) -> bytes:
    """Return *job* set by *template* as a PDF with its fonts inside."""
    return _one(_compile(template, job, "pdf"))


def compile_png(template: str, job: dict[str, Any], ppi: float) -> bytes:
    """Return the only page of *job* set by *template* as a picture. *ppi:* pixels to an inch."""
    return _one(_compile(template, job, "png", ppi=ppi))


def ppi_for(pixels: int, millimetres: float) -> float:
    """Return how many pixels go to an inch when *millimetres* become *pixels*."""
    return pixels / millimetres * MM_PER_INCH


def _compile(template: str, job: dict[str, Any], form: Any, ppi: float | None = None) -> Any:
    """Run Typst. The job goes in as data, so no word of a card is ever read as markup or as a path."""
    return typst.compile(
        str(TEMPLATES / template),
        root=str(TEMPLATES),
        font_paths=fonts(),
        ignore_system_fonts=True,
        sys_inputs={"job": json.dumps(job, ensure_ascii=False)},
        format=form,
        ppi=ppi,
        timestamp=MOMENT,
    )


def _one(made: Any) -> bytes:
    return bytes(made[0] if isinstance(made, list) else made)


def _drawn(card: Card) -> dict[str, Any]:
    return {
        "name": card.name,
        "type": card.type,
        "kind": kind_of(card),
        "icon": card.icon,
        "figures": [
            {"key": figure.key, "label": figure.label, "value": figure.value} for figure in card.figures
        ],
        "lines": [_line(line) for line in card.lines],
        "foot": f"{catalog.title(card.game).name} {card.edition}",
        "quantity": card.quantity,
    }


def _line(line: TextLine) -> dict[str, str]:
    always, _, heads = line.text.partition(HEADS)
    energy = _ENERGY.fullmatch(line.cost)
    return {
        "energy": energy[1] if energy else "",
        "cost": "" if energy else line.cost,
        "always": always.strip(),
        "heads": heads,
    }
