"""Cards as plain data for the templates, and the only place that runs Typst."""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from cards.catalogue.faces import HEADS, kind_of, type_of
from cards.exports.look import TEMPLATES, enamel_of, font_folder, look
from games import catalog
from games.engine.cards import Card, TextLine

CARD_WIDTH, CARD_HEIGHT = 63, 88
MM_PER_INCH = 25.4
# A fixed moment, so that the same cards give the same bytes.
MOMENT = 1_577_836_800
TYPESETTER = Path(__file__).with_name("typesetter.py")
MOST_SECONDS = 45
_ENERGY = re.compile(r"(\d+) Energy")


class NotSet(Exception):
    """Typst failed, or took too long. The message is for the log."""


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
    return _set(template, job, "pdf")[0]


def compile_png(template: str, job: dict[str, Any], ppi: float) -> bytes:
    """Return the only page of *job* as a picture. *ppi:* pixels to an inch. *Raises:* `NotSet`."""
    return _set(template, job, "png", ppi)[0]


def compile_pngs(template: str, job: dict[str, Any], ppi: float) -> list[bytes]:
    """Return every page of *job* as a picture, in order. *Raises:* `NotSet`."""
    return _set(template, job, "png", ppi)


def ppi_for(pixels: int, millimetres: float) -> float:
    """Return how many pixels go to an inch when *millimetres* become *pixels*."""
    return pixels / millimetres * MM_PER_INCH


def _set(template: str, job: dict[str, Any], form: str, ppi: float | None = None) -> list[bytes]:
    """Run the typesetter. The job is data: no word of a card is read as markup or as a path."""
    order = {
        "template": str(TEMPLATES / template),
        "root": str(TEMPLATES),
        "fonts": str(font_folder()),
        "job": json.dumps(job, ensure_ascii=False),
        "format": form,
        "ppi": ppi,
        "timestamp": MOMENT,
    }
    with tempfile.TemporaryDirectory(prefix="scrapsite-") as folder:
        command = [sys.executable, "-I", str(TYPESETTER), folder]
        try:
            subprocess.run(  # noqa: S603
                command,
                input=json.dumps(order).encode(),
                capture_output=True,
                check=True,
                timeout=MOST_SECONDS,
            )
        except subprocess.TimeoutExpired as late:
            raise NotSet(f"Typst took more than {MOST_SECONDS} seconds over {template}.") from late
        except subprocess.CalledProcessError as failed:
            raise NotSet(failed.stderr.decode(errors="replace")[-2000:]) from failed
        return [path.read_bytes() for path in sorted(Path(folder).iterdir())]


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
