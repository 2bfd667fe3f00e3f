"""Print and play: where each card lies on which page, and the PDF."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from cards.exports.drawing import CARD_HEIGHT, CARD_WIDTH, back_of, compile_pdf, drawn, look_of
from cards.exports.lists import CardList, spread

COLUMNS, ROWS = 3, 3
ON_A_PAGE = COLUMNS * ROWS
HINT = "Print at 100%; cards are 63 × 88 mm"
CREDIT_COLUMNS = 3


@dataclass(frozen=True)
class Paper:
    """A sheet of paper. Lengths in millimetres."""

    slug: str
    name: str
    width: float
    height: float

    @property
    def left(self) -> float:
        """The margin left of the cards; they are centred, so that backs meet fronts."""
        return (self.width - COLUMNS * CARD_WIDTH) / 2

    @property
    def top(self) -> float:
        """The margin above the cards."""
        return (self.height - ROWS * CARD_HEIGHT) / 2


A4 = Paper("a4", "A4", 210, 297)
LETTER = Paper("letter", "Letter", 215.9, 279.4)
PAPERS = {paper.slug: paper for paper in (A4, LETTER)}


@dataclass(frozen=True)
class Sheet:
    """One side of a sheet. *cards:* indexes into the list, at most nine, in the order of the front."""

    side: str
    label: str
    cards: tuple[int, ...]


def print_pdf(cards: CardList, paper: Paper, with_backs: bool) -> bytes:
    """Return the PDF: every copy of every card, nine to a page. *with_backs:* a page of backs after each."""
    return compile_pdf("print.typ", print_job(cards, paper, with_backs))


def print_job(cards: CardList, paper: Paper, with_backs: bool) -> dict[str, Any]:
    """Return what the template print.typ needs."""
    cards = spread(cards)
    games = cards.games
    backs = {card: games.index(found.game) for card, found in enumerate(cards.cards)}
    return {
        "title": cards.name,
        "author": "Scrapsite",
        "hint": HINT,
        "credits": credit_columns(cards.credits),
        "paper": {"width": paper.width, "height": paper.height, "left": paper.left, "top": paper.top},
        "columns": COLUMNS,
        "rows": ROWS,
        "look": look_of(cards.cards),
        "cards": drawn(cards.cards),
        "backs": [back_of(game) for game in games],
        "sheets": [_sheet(sheet, paper, backs) for sheet in sheets(cards, with_backs)],
    }


def sheets(cards: CardList, with_backs: bool) -> Iterator[Sheet]:
    """Return the sides to print, in order."""
    copies = (number for number, card in enumerate(cards.cards) for _ in range(card.quantity))
    of = -(-cards.copies // ON_A_PAGE)
    for number, page in enumerate(_pages(copies), start=1):
        yield Sheet("front", f"Front {number} of {of}", page)
        if with_backs:
            yield Sheet("back", f"Back {number} of {of}", page)


def credit_columns(credits: Sequence[str]) -> list[str]:
    """Return *credits* as at most three columns, which stand side by side below the cards."""
    columns: list[list[str]] = [[] for _ in range(CREDIT_COLUMNS)]
    for number, sentence in enumerate(credits):
        columns[min(number, CREDIT_COLUMNS - 1)].append(sentence)
    return [" ".join(column) for column in columns if column]


def _pages(copies: Iterator[int]) -> Iterator[tuple[int, ...]]:
    while page := tuple(islice(copies, ON_A_PAGE)):
        yield page


def _sheet(sheet: Sheet, paper: Paper, backs: dict[int, int]) -> dict[str, Any]:
    """Return the side as data. Backs are mirrored, because paper is turned over its long edge."""
    spots = []
    for place, card in enumerate(sheet.cards):
        row, column = divmod(place, COLUMNS)
        if sheet.side == "back":
            column = COLUMNS - 1 - column
        spots.append(
            {
                "x": paper.left + column * CARD_WIDTH,
                "y": paper.top + row * CARD_HEIGHT,
                "draw": card if sheet.side == "front" else backs[card],
            }
        )
    return {"side": sheet.side, "label": sheet.label, "spots": spots}
