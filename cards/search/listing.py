"""The card list: what a question finds, page by page, in groups."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.db.models import Count, Sum
from django.utils.safestring import SafeString

from cards.catalogue.faces import face_html
from cards.catalogue.history import Turnover, between
from cards.catalogue.links import card_url, found_url
from cards.search import facets, sorting
from cards.search.address import Asked
from cards.search.facets import FacetLink, Option
from cards.search.language.errors import Mistake, SearchError
from cards.search.language.operators import NUMBERS, ORDERS
from cards.search.language.question import Question, mended, read
from cards.search.sorting import Column
from games import catalog
from games.engine.cards import Card
from games.engine.protocol import EditionInfo, Title

A_PAGE = 60


@dataclass(frozen=True, slots=True)
class Entry:
    """A card in the list. *face:* finished HTML, only where faces are shown.

    *numbers:* its figures in the order of its group's, empty where it lacks one. *edition:* what people call
    its edition. *turnover:* what became of it, where the question compares editions.
    """

    card: Card
    url: str
    face: SafeString
    numbers: tuple[str, ...]
    edition: str = ""
    turnover: Turnover | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Cards under one heading: those of one edition, or all of them when they are sorted in another way.

    *order:* how they are sorted, in words, unless as in the box. *figures:* keys and labels of the figures
    that they have. *columns:* of a table of them. *is_compared:* whether entries have a turnover.
    """

    title: Title | None
    edition: EditionInfo | None
    entries: tuple[Entry, ...]
    figures: tuple[tuple[str, str], ...]
    columns: tuple[Column, ...]
    order: str = ""
    is_compared: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """All that the page of the list shows. With a *mistake* there are no cards and no links.

    *kinds:* a sentence with the types of the game, if it has none of those asked for.
    """

    asked: Asked
    english: str
    mistake: Mistake | None
    games: tuple[Option, ...]
    editions: tuple[Option, ...]
    game_links: tuple[FacetLink, ...] = ()
    type_links: tuple[FacetLink, ...] = ()
    sub_links: tuple[FacetLink, ...] = ()
    ways: tuple[FacetLink, ...] = ()
    orders: tuple[Option, ...] = ()
    reverse: FacetLink | None = None
    groups: tuple[Group, ...] = ()
    count: int = 0
    copies: int = 0
    page: int = 1
    pages: int = 1
    before_url: str = ""
    after_url: str = ""
    elsewhere: FacetLink | None = None
    better: FacetLink | None = None
    kinds: str = ""
    meant: FacetLink | None = None

    @property
    def mended_url(self) -> str:
        """The list that answers the mended question; empty if there is none."""
        return self.asked.url(self.mistake.mended) if self.mistake and self.mistake.mended else ""

    @property
    def mended_found_url(self) -> str:
        return found_url(self.mended_url)

    @property
    def before_found_url(self) -> str:
        return found_url(self.before_url)

    @property
    def after_found_url(self) -> str:
        return found_url(self.after_url)


def list_cards(asked: Asked) -> Listing:
    """Return the list that *asked* finds, or what is wrong with the question."""
    try:
        question = read(asked.text, asked.viewer)
    except SearchError as error:
        return Listing(
            asked,
            "",
            error.mistake_in(asked.text, mended(asked.text, error, asked.viewer)),
            facets.game_options(asked.text),
            facets.edition_options(asked),
        )
    counts = question.rows().aggregate(
        kinds=Count("pk"), copies=Sum("qty"), **{f"{row.key}_cards": Count(row.key) for row in NUMBERS}
    )
    figures = [row.key for row in NUMBERS if counts[f"{row.key}_cards"]]
    pages = max(1, -(-counts["kinds"] // A_PAGE))
    page = min(asked.page, pages)
    return Listing(
        asked=asked,
        english=question.english,
        mistake=None,
        games=facets.game_options(asked.text),
        editions=facets.edition_options(asked),
        game_links=facets.game_links(asked),
        type_links=facets.type_links(asked),
        sub_links=facets.sub_links(asked),
        ways=facets.way_links(asked),
        orders=sorting.order_options(question, figures),
        reverse=sorting.reverse_link(asked, question),
        groups=_groups(question, page, asked),
        count=counts["kinds"],
        copies=counts["copies"] or 0,
        page=page,
        pages=pages,
        before_url=asked.url(page=page - 1) if page > 1 else "",
        after_url=asked.url(page=page + 1) if page < pages else "",
        elsewhere=None if counts["kinds"] else facets.elsewhere_link(asked),
        kinds="" if counts["kinds"] else facets.kinds_known(asked.text),
        better=None if counts["kinds"] else facets.better_link(asked),
        meant=facets.meant_link(asked),
    )


def _groups(question: Question, page: int, asked: Asked) -> tuple[Group, ...]:
    cards = question.cards((page - 1) * A_PAGE, page * A_PAGE)
    if question.order != "box":
        group = _group(None, None, cards, question, asked)
        return (replace(group, order=ORDERS[question.order].label),) if cards else ()
    runs = groupby(cards, key=lambda card: (card.game, card.edition))
    return tuple(
        _group(catalog.title(game), catalog.edition(game, edition), list(found), question, asked)
        for (game, edition), found in runs
    )


def _group(
    title: Title | None, edition: EditionInfo | None, cards: Sequence[Card], question: Question, asked: Asked
) -> Group:
    figures = {figure.key: figure.label for card in cards for figure in card.figures}
    names = {slug: catalog.edition_name(slug) for slug in {card.edition for card in cards}}
    became = _became(question, {(card.game, card.edition) for card in cards})
    entries = tuple(
        replace(
            _entry(card, asked.way, figures, names[card.edition]),
            turnover=became.get((card.game, card.edition, card.slug)),
        )
        for card in cards
    )
    columns = sorting.columns(asked, question, figures.items(), has_editions=title is None)
    return Group(
        title, edition, entries, tuple(figures.items()), columns, is_compared=bool(question.compared)
    )


def _became(question: Question, editions: set[tuple[str, str]]) -> dict[tuple[str, str, str], Turnover]:
    """Return what became of the cards of *editions* between those that *question* compares."""
    return {
        (one.card.game, one.card.edition, one.card.slug): one
        for old, new in reversed(question.compared)
        for one in between(old, new)
        if (one.card.game, one.card.edition) in editions
    }


def _entry(card: Card, way: str, figures: Iterable[str], edition: str) -> Entry:
    url = card_url(card)
    said = {figure.key: figure.words for figure in card.figures}
    numbers = tuple(said.get(key, "") for key in figures)
    face = face_html(card, href=url) if way == "faces" else SafeString("")
    return Entry(card, url, face, numbers, edition)
