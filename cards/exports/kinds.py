"""The files that a card list can be exported as, one row each."""

from collections.abc import Callable
from dataclasses import dataclass

from cards.exports import nandeck, pages, plain
from cards.exports.kits.faces import RESOLUTIONS, face_archive
from cards.exports.lists import CardList, kit_of
from cards.exports.tabletop import game_pictures, sheets
from scrapsite.common.typesetting.kept import Tell


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

    *slug:* its name in tasks and digests. *make:* returns the bodies by file name. *needs:* returns what is
    drawn besides the cards; None if it can't be drawn of these.
    """

    slug: str
    make: Callable[[CardList, Tell], dict[str, bytes]]
    needs: Callable[[CardList], object] = bool


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
SHOP = "print-shop.pdf"


def _printing(paper: pages.Paper, with_backs: bool) -> Drawing:
    def make(cards: CardList, tell: Tell) -> dict[str, bytes]:
        tell("Setting the cards", 0, 1)
        return {PRINTED: pages.print_pdf(cards, paper, with_backs)}

    return Drawing(f"print-{paper.slug}-{'backs' if with_backs else 'fronts'}", make)


def _bundle(cards: CardList, tell: Tell) -> dict[str, bytes]:
    tell("Drawing the pictures", 0, 1)
    return {BUNDLE: nandeck.bundle(cards)}


def _shop(cards: CardList, tell: Tell) -> dict[str, bytes]:
    tell("Setting the cards", 0, 1)
    return {SHOP: pages.shop_pdf(cards)}


def _faces(dpi: int) -> Drawing:
    def make(cards: CardList, tell: Tell) -> dict[str, bytes]:
        return {face_file(dpi): face_archive(cards, dpi, tell)}

    return Drawing(f"faces-{dpi}", make)


def face_file(dpi: int) -> str:
    """Return the name of the archive of single faces."""
    return f"faces-{dpi}.zip"


def _game(cards: CardList, tell: Tell) -> dict[str, bytes]:
    kit = kit_of(cards)
    if kit is None:
        raise ValueError(f"{cards.name} is no whole edition.")
    return game_pictures.pictures(kit, cards, tell)


PRINTINGS = {
    (paper, with_backs): _printing(paper, with_backs)
    for paper in pages.PAPERS.values()
    for with_backs in (True, False)
}
SHOP_PAGES = Drawing("print-shop", _shop)
TABLETOP = Drawing("tabletop", sheets.pictures)
TABLETOP_GAME = Drawing("tabletop-game", _game, kit_of)
NANDECK = Drawing("nandeck", _bundle)
FACES = {face_file(dpi): _faces(dpi) for dpi in RESOLUTIONS}
DRAWINGS = {
    drawing.slug: drawing
    for drawing in (*PRINTINGS.values(), *FACES.values(), SHOP_PAGES, TABLETOP, TABLETOP_GAME, NANDECK)
}

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
SAVED_GAME = DrawnKind("tabletop-simulator-game.json", "Saved game", JSON, TABLETOP_GAME, "")


def drawn_kind(file: str, with_backs: bool) -> DrawnKind | None:
    """Return the drawn kind that *file* names, or None. *with_backs:* matters only for printed pages."""
    if file in (SAVED_OBJECT.file, SAVED_GAME.file):
        return SAVED_OBJECT if file == SAVED_OBJECT.file else SAVED_GAME
    if file == BUNDLE:
        return DrawnKind(BUNDLE, "Script, data and pictures", ZIP, NANDECK, BUNDLE)
    if file == SHOP:
        return DrawnKind(SHOP, "One card per page", PDF, SHOP_PAGES, SHOP)
    if file in FACES:
        return DrawnKind(file, "Single faces", ZIP, FACES[file], file)
    for (paper, backs), drawing in PRINTINGS.items():
        if file == f"print-{paper.slug}.pdf" and backs == with_backs:
            return DrawnKind(file, paper.name, PDF, drawing, PRINTED)
    return None


def paper_words(cards: CardList, drawing: Drawing) -> str:
    """Return how much paper *drawing* of *cards* takes; empty if it isn't for paper."""
    for (paper, with_backs), printing in PRINTINGS.items():
        if drawing is printing:
            sheets = pages.sheets_for(cards.copies, paper)
            sides = "printed on both sides" if with_backs else "printed on one side"
            return f"{sheets} sheet{'s' if sheets > 1 else ''} of {paper.name}, {sides}."
    if drawing is SHOP_PAGES:
        return f"{2 * cards.copies} pages: a front and a back for each card."
    return ""
