"""Print and play: where each card lies on which page, and the PDF."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any

from cards.exports.drawing import CARD_HEIGHT, CARD_WIDTH, back_of, compile_pdf, drawn, look_of
from cards.exports.lists import CardList, spread
from games.engine.cards import Card

# Home printers leave that much of each edge blank, in millimetres.
MARGIN = 8.0
BLEED = 3.0
HINT = "print at 100%: cards are 63 × 88 mm"
# Two lines of small words and the crop marks are above the cards.
_ABOVE = 6.5
_LINE = 2.5
# Letters reach a little out of their line, and lines are a little broader than what they surround.
INSIDE = 0.4


@dataclass(frozen=True)
class Paper:
    """A sheet of paper. Lengths in millimetres."""

    slug: str
    name: str
    width: float
    height: float


@dataclass(frozen=True)
class Area:
    """A rectangle for small words. *turn:* 90 when they run upwards; *width* is along the words."""

    x: float
    y: float
    width: float
    height: float
    turn: int = 0


@dataclass(frozen=True)
class Layout:
    """How cards lie on a page: in the middle from left to right, so that backs meet fronts.

    *is_turned:* they lie sideways. *bleed:* how far their ground goes on around each. *top:* above the first
    row, without bleed.
    """

    paper: Paper
    columns: int
    rows: int
    top: float
    is_turned: bool = False
    bleed: float = 0.0

    @property
    def on_a_page(self) -> int:
        return self.columns * self.rows

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of a card as it lies."""
        return (CARD_HEIGHT, CARD_WIDTH) if self.is_turned else (CARD_WIDTH, CARD_HEIGHT)

    @property
    def pitch(self) -> tuple[float, float]:
        """The way from a card to the next one, to the right and down."""
        return self.size[0] + 2 * self.bleed, self.size[1] + 2 * self.bleed

    @property
    def left(self) -> float:
        """The margin left of the first card, without its bleed."""
        return (self.paper.width - self.columns * self.pitch[0]) / 2 + self.bleed

    @property
    def xs(self) -> list[float]:
        """The left edges of the columns."""
        return [self.left + column * self.pitch[0] for column in range(self.columns)]

    @property
    def ys(self) -> list[float]:
        """The upper edges of the rows."""
        return [self.top + row * self.pitch[1] for row in range(self.rows)]

    @property
    def trim(self) -> tuple[float, float, float, float]:
        """The left, upper, right and lower edge of all cards together."""
        return self.left, self.top, self.xs[-1] + self.size[0], self.ys[-1] + self.size[1]

    @property
    def header(self) -> Area:
        return Area(self.trim[0], MARGIN + INSIDE, self.trim[2] - self.trim[0], 2 * _LINE)

    @property
    def credits(self) -> Area:
        """Below the cards, or where there is more room left of them."""
        left, _, right, bottom = self.trim
        below = self.paper.height - MARGIN - bottom - self.bleed - 3
        if below >= 3 * 2.4:
            return Area(left, bottom + self.bleed + 3, right - left, below)
        return Area(MARGIN + INSIDE, self.top, bottom - self.top, left - MARGIN - 3, turn=90)


A4 = Paper("a4", "A4", 210, 297)
LETTER = Paper("letter", "Letter", 215.9, 279.4)
PAPERS = {paper.slug: paper for paper in (A4, LETTER)}
_TOP = MARGIN + _ABOVE
# Nine upright cards would reach into the margins of Letter.
LAYOUTS = {
    "a4": Layout(A4, 3, 3, _TOP),
    "letter": Layout(LETTER, 2, 4, _TOP, is_turned=True),
}
BLEEDING = {
    slug: Layout(paper, 2, 3, _TOP + BLEED, is_turned=True, bleed=BLEED) for slug, paper in PAPERS.items()
}
# What print shops ask for: a card to a page, with crop marks around it.
_AROUND = 10.0
PRESS = Layout(
    Paper("press", "One card per page", CARD_WIDTH + 2 * _AROUND, CARD_HEIGHT + 2 * _AROUND),
    1,
    1,
    _AROUND,
    bleed=BLEED,
)


@dataclass(frozen=True)
class Sheet:
    """One side of a sheet. *cards:* indexes into the faces, in the order of the front. *decks:* as words."""

    side: str
    label: str
    cards: tuple[int, ...]
    decks: str = ""


@dataclass(frozen=True)
class Faces:
    """Cards to print. *order:* the index of each copy's face. *decks:* of each copy, or nothing."""

    faces: tuple[Card, ...]
    order: tuple[int, ...]
    decks: tuple[str, ...] = ()


def faces_of(cards: CardList) -> Faces:
    """Return every copy of *cards*, in their order."""
    found = spread(cards).cards
    return Faces(found, tuple(number for number, card in enumerate(found) for _ in range(card.quantity)))


def sheets_for(copies: int, paper: Paper) -> int:
    """Return how many sheets of *paper* that many cards fill, with their backs on the other side or not."""
    return -(-copies // LAYOUTS[paper.slug].on_a_page)


def print_pdf(cards: CardList, paper: Paper, with_backs: bool) -> bytes:
    """Return the PDF: every copy of every card. *with_backs:* a page of backs after each."""
    return compile_pdf("print.typ", print_job(cards, paper, with_backs))


def shop_pdf(cards: CardList) -> bytes:
    """Return the PDF for print shops: each copy on its own page with 3 mm of bleed, then its back."""
    job = job_of(cards, faces_of(cards), PRESS, with_backs=True)
    return with_boxes(compile_pdf("print.typ", job), PRESS)


def print_job(cards: CardList, paper: Paper, with_backs: bool) -> dict[str, Any]:
    """Return what the template print.typ needs."""
    return job_of(cards, faces_of(cards), LAYOUTS[paper.slug], with_backs)


def job_of(
    cards: CardList, printed: Faces, layout: Layout, with_backs: bool, *, is_light: bool = False
) -> dict[str, Any]:
    """Return what the template print.typ needs. *is_light:* with little ink."""
    games = cards.games
    backs = [games.index(face.game) for face in printed.faces]
    width, height = layout.size
    return {
        "title": cards.name,
        "author": "Scrapsite",
        "credits": " ".join(cards.credits),
        "paper": {"width": layout.paper.width, "height": layout.paper.height},
        "card": {"width": width, "height": height, "bleed": layout.bleed},
        "xs": layout.xs,
        "ys": layout.ys,
        "header": area_data(layout.header) if layout is not PRESS else None,
        "footer": area_data(layout.credits) if layout is not PRESS else None,
        "look": look_of(printed.faces) | {"light": is_light},
        "cards": drawn(printed.faces),
        "backs": [back_of(game) for game in games],
        "sheets": [_sheet(sheet, layout, backs) for sheet in sheets(printed, layout.on_a_page, with_backs)],
    }


def sheets(printed: Faces, on_a_page: int, with_backs: bool) -> Iterator[Sheet]:
    """Return the sides to print, in order."""
    of = -(-len(printed.order) // on_a_page)
    named = iter(printed.decks)
    for number, page in enumerate(_pages(iter(printed.order), on_a_page), start=1):
        decks = _deck_words(list(islice(named, len(page))))
        yield Sheet("front", f"Front {number} of {of}", page, decks)
        if with_backs:
            yield Sheet("back", f"Back {number} of {of}", page, decks)


def with_boxes(pdf: bytes, layout: Layout) -> bytes:
    """Return *pdf* with the boxes that print shops look for: where to trim, and where the ground ends."""
    # The library takes long to import, and only pages with bleed need it.
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import RectangleObject

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf)))
    left, top, right, bottom = layout.trim
    high, bleed = layout.paper.height, layout.bleed
    trim = (left, high - bottom, right, high - top)
    ground = (trim[0] - bleed, trim[1] - bleed, trim[2] + bleed, trim[3] + bleed)
    for page in writer.pages:
        page.trimbox = RectangleObject([edge * 72 / 25.4 for edge in trim])
        page.bleedbox = RectangleObject([edge * 72 / 25.4 for edge in ground])
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


def _deck_words(decks: Sequence[str]) -> str:
    """Return which decks the cards of a page belong to, and how many of each."""
    return ", ".join(f"{deck} ({len(list(cards))})" for deck, cards in groupby(decks))


def _pages(copies: Iterator[int], on_a_page: int) -> Iterator[tuple[int, ...]]:
    while page := tuple(islice(copies, on_a_page)):
        yield page


def area_data(area: Area) -> dict[str, float]:
    """Return *area* as the templates read it."""
    return {"x": area.x, "y": area.y, "width": area.width, "height": area.height, "turn": area.turn}


def _sheet(sheet: Sheet, layout: Layout, backs: Sequence[int]) -> dict[str, Any]:
    """Return the side as data. Backs are mirrored, because paper is turned over its long edge.

    Of a card that lies sideways, the back points the other way, so that both have the same upper end.
    """
    is_front = sheet.side == "front"
    spots = []
    for place, card in enumerate(sheet.cards):
        row, column = divmod(place, layout.columns)
        spots.append(
            {
                "x": layout.xs[column if is_front else layout.columns - 1 - column],
                "y": layout.ys[row],
                "draw": card if is_front else backs[card],
                "turn": 0 if not layout.is_turned else 90 if is_front else -90,
            }
        )
    return {"side": sheet.side, "label": f"{sheet.label}, {HINT}", "decks": sheet.decks, "spots": spots}
