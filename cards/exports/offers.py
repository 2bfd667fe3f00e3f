"""What the export page offers: the editions to choose from, and the downloads of the chosen cards."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from cards.exports import kinds, nandeck, pages
from cards.exports.lists import CardList
from games import catalog
from games.engine.protocol import EditionInfo, Title


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
    """A download. *form:* what screen readers read out after the label."""

    label: str
    url: str
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
    def sheets(self) -> int:
        """How many sheets of paper printing takes."""
        return -(-self.cards.copies // pages.ON_A_PAGE) if self.cards else 0


def boxes(chosen: str) -> list[Box]:
    """Return every edition of every game; *chosen* is the `value` of the chosen one."""
    return [
        Box(title, edition, f"{title.slug}/{edition.slug}" == chosen)
        for title in catalog.titles()
        for edition in title.editions.values()
    ]


def first_box() -> str:
    """Return the value of the edition that the page shows by default."""
    title = catalog.titles()[0]
    return f"{title.slug}/{title.newest.slug}"


def box_offer(game: str, edition: str, cards: CardList) -> Offer:
    """Return the downloads of an edition."""

    def url(file: str, **query: str) -> str:
        address = reverse("cards:export_file", args=(game, edition, file))
        return f"{address}?{urlencode(query)}" if query else address

    return Offer("", cards, _sections(url))


def found_offer(question: str, cards: CardList) -> Offer:
    """Return the downloads of what *question* finds."""
    if not cards.cards:
        return Offer(question, cards, (), "No cards found.")

    def url(file: str, **query: str) -> str:
        address = reverse("cards:export_found_file", args=(file,))
        return f"{address}?{urlencode({'q': question, **query})}"

    return Offer(question, cards, _sections(url))


def _sections(url: Callable[..., str]) -> tuple[Section, ...]:
    return (
        Section("print", "Print and play", tuple(_print_links(url))),
        Section("tts", "Tabletop Simulator", (Link("Saved object (JSON)", url(kinds.SAVED_OBJECT.file)),)),
        Section(
            "nandeck",
            "nanDECK",
            (
                Link("All in one (ZIP)", url(kinds.BUNDLE)),
                Link("Script", url(nandeck.SCRIPT)),
                Link("Data for the script (CSV)", url(nandeck.DATA)),
            ),
        ),
        Section("data", "Data", (Link("CSV", url("cards.csv")), Link("JSON", url("cards.json")))),
    )


def _print_links(url: Callable[..., str]) -> list[Link]:
    links = []
    for paper in pages.PAPERS.values():
        file = f"print-{paper.slug}.pdf"
        links.append(Link(f"{paper.name} with backs", url(file), "PDF"))
        links.append(Link(f"{paper.name}, fronts only", url(file, backs="0"), "PDF"))
    return links
