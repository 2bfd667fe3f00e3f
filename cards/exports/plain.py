"""Card lists as CSV and JSON: one shape, described in docs/decisions/0008-card-exports.md."""

import codecs
import csv
import io
import json
from typing import Any

from cards.exports.lists import CardList
from games.engine.cards import Card

FORMAT = "scrapsite-cards/1"
# What spreadsheets take for the beginning of a formula.
_FORMULA = ("=", "+", "-", "@")
FIRST_COLUMNS = ("game", "edition", "slug", "name", "type", "sub", "quantity")


def json_bytes(cards: CardList) -> bytes:
    """Return *cards* as indented JSON."""
    whole = {
        "format": FORMAT,
        "name": cards.name,
        "copies": cards.copies,
        "credits": list(cards.credits),
        "cards": [card_record(card) for card in cards.cards],
    }
    return (json.dumps(whole, ensure_ascii=False, indent=2) + "\n").encode()


def card_record(card: Card) -> dict[str, Any]:
    """Return *card* as plain values; `figures` by search name, `lines` as the card has them."""
    return {
        **_first(card),
        "figures": card.numbers,
        "lines": [{"cost": line.cost, "text": line.text} for line in card.lines],
        "facets": list(card.facets),
        "icon": card.icon,
    }


def _first(card: Card) -> dict[str, str | int]:
    return {name: getattr(card, name) for name in FIRST_COLUMNS}


def csv_bytes(cards: CardList) -> bytes:
    """Return *cards* as CSV in UTF-8: a row a card, a column a figure, two columns a line of text.

    A card without a figure has an empty cell in its column; zero is written as 0. The byte order mark at the
    beginning tells spreadsheets that it is UTF-8; without one they make a mess of “−” and “’”.
    """
    return codecs.BOM_UTF8 + rows_as_csv([flat_record(card) for card in cards.cards], columns(cards))


def columns(cards: CardList) -> list[str]:
    """Return the columns that *cards* need, in order."""
    figures = dict.fromkeys(key for card in cards.cards for key in card.numbers)
    lines = max((len(card.lines) for card in cards.cards), default=0)
    texts = [f"line_{number}_{part}" for number in range(1, lines + 1) for part in ("cost", "text")]
    return [*FIRST_COLUMNS, *figures, *texts, "facets", "icon"]


def flat_record(card: Card) -> dict[str, str | int]:
    """Return *card* as one row: the values of `card_record` without anything nested.

    A name or a text that begins like a formula has an apostrophe before it.
    """
    row: dict[str, str | int] = {
        **_first(card),
        "name": as_words(card.name),
        "facets": " ".join(card.facets),
        "icon": card.icon,
        **card.numbers,
    }
    for number, line in enumerate(card.lines, start=1):
        row |= {f"line_{number}_cost": as_words(line.cost), f"line_{number}_text": as_words(line.text)}
    return row


def as_words(words: str) -> str:
    """Return *words*, which may be those of somebody's draft, so that no spreadsheet carries them out."""
    return f"'{words}" if words.startswith(_FORMULA) else words


def rows_as_csv(rows: list[dict[str, str | int]], names: list[str]) -> bytes:
    """Return *rows* under the header *names*, with the line ends of RFC 4180."""
    out = io.StringIO()
    writer = csv.DictWriter(out, names, restval="", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()
