"""The PDFs of a whole game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import slugify

from cards.exports.drawing import compile_pdf
from cards.exports.kits.aids import aid_items
from cards.exports.kits.markers import marker_items
from cards.exports.kits.mats import mat_items
from cards.exports.kits.placing import Item, credits_of, header_of, pack, room_of
from cards.exports.lists import CardList, spread
from cards.exports.look import look
from cards.exports.pages import BLEEDING, HINT, LAYOUTS, Faces, Layout, Paper, area_data, job_of, with_boxes
from games import catalog
from games.engine.kit import Kit
from scrapsite.common.typesetting.kept import Tell

# So many PDFs a game has, if there is something to print in each.
MOST_FILES = 4


@dataclass(frozen=True)
class Finish:
    """How a game is printed. *has_bleed:* cards have space between them, over which their ground goes on.

    *is_light:* with little ink.
    """

    paper: Paper
    has_bleed: bool = False
    is_light: bool = False

    @property
    def layout(self) -> Layout:
        """How the cards lie on a page."""
        return (BLEEDING if self.has_bleed else LAYOUTS)[self.paper.slug]


@dataclass(frozen=True)
class Sheets:
    """How many sheets of paper the PDFs of a game take. Those with cards are printed on both sides."""

    cards: int
    mats: int
    markers: int
    aids: int


def printed(
    kit: Kit, cards: CardList, finish: Finish, numbers: Mapping[str, str], tell: Tell
) -> dict[str, bytes]:
    """Return the PDFs of a game by file name, those for which it has things. *cards:* its edition.

    *numbers:* of the rules, by anchor. *tell:* counts the PDFs.
    """
    paper, title = finish.paper, catalog.title(cards.cards[0].game).name
    made: dict[str, bytes] = {}
    tell("Setting the cards", 0, MOST_FILES)
    made["cards.pdf"] = deck_pdf(kit, cards, finish)
    tell("Setting the mats", 1, MOST_FILES)
    mats, mat_parts = mat_items(kit, paper)
    made |= _file(cards, finish, "Mats", mat_parts, mats)
    tell("Setting the markers", 2, MOST_FILES)
    made |= _file(cards, finish, "Markers", marker_items(kit, room_of(paper).width))
    tell("Setting the player aids", 3, MOST_FILES)
    return made | _file(cards, finish, "Player aids", aid_items(kit, title, numbers))


def sheets_of(kit: Kit, finish: Finish) -> Sheets:
    """Return how many sheets `printed` fills. Nothing is drawn for it."""
    paper = finish.paper
    return Sheets(
        cards=-(-sum(deck.copies for deck in kit.decks) // finish.layout.on_a_page),
        mats=len(pack(mat_items(kit, paper)[1], paper)),
        markers=len(pack(marker_items(kit, room_of(paper).width), paper)),
        aids=len(pack(aid_items(kit, "", {}), paper)),
    )


def deck_pdf(kit: Kit, cards: CardList, finish: Finish) -> bytes:
    """Return all cards of the game with their backs, deck after deck."""
    layout = finish.layout
    job = job_of(cards, dealt(kit, cards), layout, with_backs=True, is_light=finish.is_light)
    pdf = compile_pdf("print.typ", job)
    return with_boxes(pdf, layout) if finish.has_bleed else pdf


def dealt(kit: Kit, cards: CardList) -> Faces:
    """Return the cards of every deck, in order, each copy with its own number where it has one."""
    faces = spread(cards).cards
    place = {card.slug: number for number, card in enumerate(faces)}
    order: list[int] = []
    decks: list[str] = []
    for deck in kit.decks:
        for share in deck.shares:
            slugs = [f"{share.card}-{number}" for number in share.numbers] or [share.card] * share.copies
            order += [place[slug] for slug in slugs]
            decks += [deck.name] * len(slugs)
    return Faces(faces, tuple(order), tuple(decks))


def _file(
    cards: CardList, finish: Finish, name: str, items: Sequence[Item], mats: Sequence[dict[str, Any]] = ()
) -> dict[str, bytes]:
    """Return the PDF of *items* by its file name; nothing if there are none."""
    return {f"{slugify(name)}.pdf": _pages(cards, finish, name, items, mats)} if items else {}


def _pages(
    cards: CardList, finish: Finish, name: str, items: Sequence[Item], mats: Sequence[dict[str, Any]] = ()
) -> bytes:
    return compile_pdf("kit-pages.typ", pages_job(cards, finish, name, items, mats))


def pages_job(
    cards: CardList, finish: Finish, name: str, items: Sequence[Item], mats: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    """Return what the template kit-pages.typ needs."""
    paper = finish.paper
    packed = pack(items, paper)
    icons = {item.data["icon"] for item in items if item.data.get("icon")}
    return {
        "title": f"{cards.name}: {name.lower()}",
        "author": "Scrapsite",
        "credits": " ".join(cards.credits),
        "light": finish.is_light,
        "paper": {"width": paper.width, "height": paper.height},
        "header": area_data(header_of(paper)),
        "footer": area_data(credits_of(paper)),
        "art": look(icons)["art"],
        "mats": list(mats),
        "sheets": [
            {
                "label": f"{name} {number} of {len(packed)}, {HINT.partition(':')[0]}",
                "things": [{"x": placed.x, "y": placed.y, **placed.item.data} for placed in sheet],
            }
            for number, sheet in enumerate(packed, start=1)
        ],
    }
