"""What the export page offers: the editions to choose from, and the downloads of the chosen cards."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlencode

from django.urls import reverse

from cards.exports import kinds, nandeck, pages
from cards.exports.lists import CardList
from games import catalog
from games.engine.errors import BadOptions
from games.engine.protocol import EditionInfo, Title

Url = Callable[..., str]


@dataclass(frozen=True)
class Box:
    """An edition to choose. *value:* its name in the address."""

    title: Title
    edition: EditionInfo
    is_chosen: bool

    @property
    def value(self) -> str:
        return f"{self.title.slug}/{self.edition.slug}"


@dataclass(frozen=True)
class Link:
    """A download. *is_drawn:* a POST to *url* has it drawn. *form:* what screen readers add."""

    label: str
    url: str
    is_drawn: bool = False
    form: str = ""


@dataclass(frozen=True)
class Section:
    """Downloads for one purpose. *slug:* selects the template's words about them."""

    slug: str
    title: str
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Offer:
    """All downloads of some cards. *question:* what found them, or empty. *refusal:* why there are none."""

    question: str
    cards: CardList | None
    sections: tuple[Section, ...]
    refusal: str = ""

    @property
    def is_edition(self) -> bool:
        """Whether these are all cards of an edition, with which one can play."""
        return bool(self.cards) and not self.question

    @property
    def sheets(self) -> int:
        """How many sheets of paper printing takes."""
        return pages.sheets_for(self.cards.copies, pages.A4) if self.cards else 0


def boxes(chosen: str, viewer: object = None) -> list[Box]:
    """Return every published edition of every game, and the chosen one if it is a draft.

    *chosen:* the `value` of the chosen one. *viewer:* who asks; None sees no drafts.
    """
    found = [
        Box(title, edition, f"{title.slug}/{edition.slug}" == chosen)
        for title in catalog.titles()
        for edition in title.editions.values()
    ]
    slug = chosen.partition("/")[2]
    if catalog.is_draft(slug):
        with suppress(BadOptions):
            found.append(Box(*catalog.draft_for(viewer, slug), is_chosen=True))
    return found


def first_box() -> str:
    """Return the value of the edition that the page shows by default."""
    title = catalog.titles()[0]
    return f"{title.slug}/{title.newest.slug}"


def box_offer(game: str, edition: str, cards: CardList) -> Offer:
    """Return the downloads of an edition."""

    def url(name: str, file: str, **query: str) -> str:
        return addressed(reverse(f"cards:{name}", args=(game, edition, file)), **query)

    whole = Link("Whole game", url("export_progress", kinds.SAVED_GAME.file), True, "JSON")
    return Offer("", cards, _sections(partial(url, "export_file"), partial(url, "export_progress"), (whole,)))


def found_offer(question: str, cards: CardList) -> Offer:
    """Return the downloads of what *question* finds."""
    if not cards.cards:
        return Offer(question, cards, (), "No cards found.")

    def url(name: str, file: str, **query: str) -> str:
        return addressed(reverse(f"cards:{name}", args=(file,)), q=question, **query)

    return Offer(
        question, cards, _sections(partial(url, "export_found_file"), partial(url, "export_found_progress"))
    )


def printings() -> list[tuple[str, str, dict[str, str]]]:
    """Return the ways to print some cards: label, file, and what its address asks for."""
    return [
        (label, f"print-{paper.slug}.pdf", query)
        for paper in pages.PAPERS.values()
        for label, query in (
            (f"{paper.name} with backs", {}),
            (f"{paper.name}, fronts only", {"backs": "0"}),
        )
    ]


def addressed(path: str, **query: str) -> str:
    """Return the address of *path* with *query*."""
    return f"{path}?{urlencode(query)}" if query else path


def _sections(file: Url, progress: Url, games: tuple[Link, ...] = ()) -> tuple[Section, ...]:
    """Return every download. *games:* for playing with a whole edition.

    *file* gives the address of one that is made at once, *progress* of the others.
    """
    return (
        Section(
            "print",
            "Print and play",
            tuple(Link(label, progress(name, **query), True, "PDF") for label, name, query in printings()),
        ),
        Section(
            "shop",
            "For print shops",
            (
                Link("One card per page", progress(kinds.SHOP), True, "PDF"),
                *(
                    Link(f"Pictures, {dpi} dpi", progress(kinds.face_file(dpi)), True, "ZIP of PNG")
                    for dpi in kinds.RESOLUTIONS
                ),
            ),
        ),
        Section(
            "tts",
            "Tabletop Simulator",
            (*games, Link("One deck", progress(kinds.SAVED_OBJECT.file), True, "JSON")),
        ),
        Section(
            "nandeck",
            "nanDECK",
            (
                Link("Everything (ZIP)", progress(kinds.BUNDLE), True),
                Link("Script", file(nandeck.SCRIPT)),
                Link("Data for the script (CSV)", file(nandeck.DATA)),
            ),
        ),
        Section("data", "Data", (Link("CSV", file("cards.csv")), Link("JSON", file("cards.json")))),
    )
