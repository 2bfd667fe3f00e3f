"""The files that a card list can be exported as, one row each."""

from collections.abc import Callable
from dataclasses import dataclass

from cards.exports import nandeck, pages, plain, tabletop
from cards.exports.lists import CardList

# Called with the number of steps that are done, and of all steps.
Tell = Callable[[int, int], None]


@dataclass(frozen=True)
class Kind:
    """A file to download at once. *file:* the end of its address and name. *make:* returns its body."""

    file: str
    label: str
    content_type: str
    make: Callable[[CardList], bytes]


@dataclass(frozen=True)
class Drawing:
    """Files that the worker draws because they take long, kept together under one digest.

    *slug:* its name in tasks and digests. *make:* returns the bodies by file name.
    """

    slug: str
    make: Callable[[CardList, Tell], dict[str, bytes]]


@dataclass(frozen=True)
class DrawnKind:
    """A file to download once *drawing* is done.

    *kept:* its name among the drawn files; empty if it is made for each request.
    """

    file: str
    label: str
    content_type: str
    drawing: Drawing
    kept: str


PRINTED = "cards.pdf"
BUNDLE = "nandeck.zip"


def _printing(paper: pages.Paper, with_backs: bool) -> Drawing:
    def make(cards: CardList, tell: Tell) -> dict[str, bytes]:
        tell(0, 1)
        return {PRINTED: pages.print_pdf(cards, paper, with_backs)}

    return Drawing(f"print-{paper.slug}-{'backs' if with_backs else 'fronts'}", make)


def _bundle(cards: CardList, tell: Tell) -> dict[str, bytes]:
    tell(0, 1)
    return {BUNDLE: nandeck.bundle(cards)}


PRINTINGS = {
    (paper, with_backs): _printing(paper, with_backs)
    for paper in pages.PAPERS.values()
    for with_backs in (True, False)
}
TABLETOP = Drawing("tabletop", tabletop.pictures)
NANDECK = Drawing("nandeck", _bundle)
DRAWINGS = {drawing.slug: drawing for drawing in (*PRINTINGS.values(), TABLETOP, NANDECK)}

CSV, JSON, PDF = "text/csv; charset=utf-8", "application/json", "application/pdf"
TEXT, ZIP = "text/plain; charset=utf-8", "application/zip"

AT_ONCE = {
    kind.file: kind
    for kind in (
        Kind("cards.csv", "CSV", CSV, plain.csv_bytes),
        Kind("cards.json", "JSON", JSON, plain.json_bytes),
        Kind(nandeck.SCRIPT, "Script", TEXT, nandeck.script),
        Kind(nandeck.DATA, "Data", CSV, nandeck.data),
    )
}
SAVED_OBJECT = DrawnKind("tabletop-simulator.json", "Saved object", JSON, TABLETOP, "")


def drawn_kind(file: str, with_backs: bool) -> DrawnKind | None:
    """Return the drawn kind that *file* names, or None. *with_backs:* matters only for printed pages."""
    if file == SAVED_OBJECT.file:
        return SAVED_OBJECT
    if file == BUNDLE:
        return DrawnKind(BUNDLE, "Script, data and pictures", ZIP, NANDECK, BUNDLE)
    for (paper, backs), drawing in PRINTINGS.items():
        if file == f"print-{paper.slug}.pdf" and backs == with_backs:
            return DrawnKind(file, paper.name, PDF, drawing, PRINTED)
    return None
