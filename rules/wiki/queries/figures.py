"""What the site draws at a note of a rulebook: a position, or what is in the box."""

from dataclasses import dataclass
from itertools import groupby

from django.utils.safestring import SafeString

from games.engine.cards import Card
from games.pictures.figures import Figure, Told, figure
from games.pictures.shapes import as_svg
from games.positions.data import Position
from rules.document.books import Book, Note
from rules.document.cards import cards_in
from rules.document.markup import plain
from rules.wiki.linking import Linker, book_address, card_link
from rules.wiki.stored_books import stored_book
from scrapsite.common.links import ExampleLink

# The note of this name lists the cards of the edition.
COMPONENTS = "components"


@dataclass(frozen=True, slots=True)
class DrawnPanel:
    """A picture as SVG. *told:* what happened since the one before it.

    Each comes with the number of the rule that it follows, and that rule's page.
    """

    svg: SafeString
    told: tuple[tuple[Told, str, str], ...]


@dataclass(frozen=True, slots=True)
class DrawnFigure:
    """A position, drawn for a page. *title:* of its note. *can_be_tried:* somebody can practise it.

    *has_other_words:* the text doesn't say any more what was checked by playing.
    """

    game: str
    edition: str
    name: str
    title: str
    panels: tuple[DrawnPanel, ...]
    can_be_tried: bool
    has_other_words: bool


@dataclass(frozen=True, slots=True)
class Group:
    """Cards of one type. *cards:* a link to each kind, with the number of its copies.

    *is_numbered:* they are called by the type and a number from 1 on, one of each.
    """

    name: str
    count: int
    cards: tuple[tuple[SafeString, int], ...]
    is_numbered: bool


def drawn(linker: Linker, note: Note) -> DrawnFigure | None:
    """Return what is drawn at *note* of the linker’s book, or None."""
    book = linker.book
    found = figure(book.game, book.edition, note.position)
    if found is None:
        return None
    return DrawnFigure(
        game=book.game,
        edition=book.edition,
        name=note.position,
        title=note.title,
        panels=tuple(_panels(linker, found)),
        can_be_tried=found.can_be_tried,
        has_other_words=bool(unsaid(book, note, found.position)),
    )


def examples_of(game: str, edition: str) -> dict[str, ExampleLink]:
    """Return the examples of the book in force by their positions; empty if there is no such book."""
    try:
        book = stored_book(game, edition)
    except KeyError:
        return {}
    notes = (part for section in book.sections for part in section.parts if isinstance(part, Note))
    return {
        note.position: ExampleLink(note.title, book_address(book, f"position.{note.position}"))
        for note in notes
        if note.position
    }


def unsaid(book: Book, note: Note, position: Position) -> list[str]:
    """Return what *position* claims of the words of *note* and what isn't in them."""
    words = words_of(book, note)
    return [claim.says for line in position.lines for claim in line.claims if claim.says not in words]


def words_of(book: Book, note: Note) -> str:
    """Return the words of *note* as readers see them, with the names of cards."""
    return plain(Linker(book, "alone").linked(note.html))


def components(book: Book, note: Note) -> tuple[Group, ...]:
    """Return the cards of the edition by type, if *note* is the one that lists them."""
    if note.position != COMPONENTS:
        return ()
    groups = groupby(sorted(cards_in(book.game, book.edition), key=_kind), key=_kind)
    return tuple(_group(name, list(found)) for name, found in groups)


def _kind(card: Card) -> str:
    """Return the name of the group that *card* is listed in."""
    return card.sub or card.type


def _group(name: str, cards: list[Card]) -> Group:
    kinds = tuple((SafeString(card_link(card)), card.quantity) for card in cards)
    numbered = [(f"{name} {number}", 1) for number in range(1, len(cards) + 1)]
    is_numbered = len(cards) > 2 and [(card.name, card.quantity) for card in cards] == numbered
    return Group(name, sum(card.quantity for card in cards), kinds, is_numbered)


def _panels(linker: Linker, found: Figure) -> list[DrawnPanel]:
    return [
        DrawnPanel(
            # Its texts are escaped by as_svg.
            SafeString(as_svg(panel.drawing, "drawing")),
            tuple((told, _number(linker.book, told.rule), linker.page(told.rule)) for told in panel.told),
        )
        for panel in found.panels
    ]


def _number(book: Book, anchor: str) -> str:
    paragraph = book.by_anchor.get(anchor)
    return paragraph.number if paragraph else ""
