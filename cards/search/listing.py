"""The card list: what a question finds, page by page, and the presses that narrow it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.db.models import Count, Min, Sum
from django.utils.formats import date_format
from django.utils.safestring import SafeString

from cards.catalogue.faces import face_html
from cards.catalogue.links import card_url, found_url, list_url
from cards.search import Question, SearchError, read
from cards.search.editing import chosen, narrowed, without
from cards.search.operators import NEWEST, ORDERS
from cards.search.vocabulary import fitting, vocabulary
from games import catalog
from games.engine.cards import Card
from games.engine.protocol import EditionInfo, Title

A_PAGE = 60
MOST_PAGES = 10_000
WAYS = {"faces": "Faces", "checklist": "Checklist", "text": "Text"}
SHORTCUTS = ("game", "edition", "type")
ANY = "any"
EVERY = {"sub": "subtype"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks. *way:* in which the cards are shown. *page:* from 1."""

    text: str
    way: str = "faces"
    page: int = 1

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "Asked":
        """Return what `?q=&as=&page=` asks; `?game=`, `?edition=`, `?type=` are worked into the question."""
        text = " ".join(query.get("q", "").split())
        for key in SHORTCUTS:
            if key in query:
                text = narrowed(text, key, query[key]) if query[key].strip() else without(text, key)
        if "game" in query:
            text = _of_game(text)
        page = query.get("page", "")
        number = int(page) if page.isascii() and page.isdigit() and len(page) <= len(str(MOST_PAGES)) else 1
        return cls(text, query["as"] if query.get("as") in WAYS else "faces", max(1, number))

    def url(self, text: str | None = None, way: str | None = None, page: int = 1) -> str:
        """Return the address of this list, or of one with another question, way or page."""
        shown = way or self.way
        return list_url(
            q=self.text if text is None else text,
            **{"as": "" if shown == "faces" else shown},
            page=str(page) if page > 1 else "",
        )


def _of_game(text: str) -> str:
    """Return the question *text* without an edition that the game it asks for hasn't got."""
    game, edition = chosen(text, "game"), chosen(text, "edition")
    titles = fitting(vocabulary().game, game.value) if game else []
    if not titles or edition is None:
        return text
    named = fitting(vocabulary().edition, edition.value)
    known = {slug for title in titles for slug in catalog.title(title).editions}
    return without(text, "edition") if named and known.isdisjoint(named) else text


@dataclass(frozen=True, slots=True)
class Option:
    """An entry of a select."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Press:
    """A link that changes the list. *count:* what it would show, None where nobody counts."""

    id: str
    label: str
    url: str
    is_chosen: bool
    count: int | None = None
    copies: int | None = None

    @property
    def found_url(self) -> str:
        return found_url(self.url)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A question that can't be answered. *before*, *wrong*, *after:* the question, cut at the mistake."""

    message: str
    before: str
    wrong: str
    after: str
    mended: str
    mended_url: str

    @property
    def mended_found_url(self) -> str:
        return found_url(self.mended_url)


@dataclass(frozen=True, slots=True)
class Entry:
    """A card in the list. *face:* finished HTML, only where faces are shown.

    *numbers:* its figures as its shelf has them, empty where it lacks one.
    """

    card: Card
    url: str
    face: SafeString
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shelf:
    """Cards that stand together: those of one edition, or all of them in an order of their own.

    *order:* in words, where it isn't the box's. *figures:* keys and labels of those they have, for a table.
    """

    title: Title | None
    edition: EditionInfo | None
    entries: tuple[Entry, ...]
    figures: tuple[tuple[str, str], ...]
    order: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """All that the list page shows. Where there is a *mistake* there are no cards and nothing to press."""

    asked: Asked
    english: str
    mistake: Mistake | None
    games: tuple[Option, ...]
    editions: tuple[Option, ...]
    game_presses: tuple[Press, ...] = ()
    type_presses: tuple[Press, ...] = ()
    sub_presses: tuple[Press, ...] = ()
    ways: tuple[Press, ...] = ()
    shelves: tuple[Shelf, ...] = ()
    count: int = 0
    copies: int = 0
    page: int = 1
    pages: int = 1
    before_url: str = ""
    after_url: str = ""
    elsewhere: Press | None = None

    @property
    def before_found_url(self) -> str:
        return found_url(self.before_url)

    @property
    def after_found_url(self) -> str:
        return found_url(self.after_url)


def listing(asked: Asked) -> Listing:
    """Return what *asked* finds, or what is wrong with it."""
    try:
        question = read(asked.text)
    except SearchError as error:
        return Listing(
            asked, "", _mistake(asked, error), _game_options(asked.text), _edition_options(asked.text)
        )
    counts = question.rows().aggregate(kinds=Count("pk"), copies=Sum("qty"))
    pages = max(1, -(-counts["kinds"] // A_PAGE))
    page = min(asked.page, pages)
    return Listing(
        asked=asked,
        english=question.english,
        mistake=None,
        games=_game_options(asked.text),
        editions=_edition_options(asked.text),
        game_presses=_presses(asked, "game", {title.slug: title.name for title in catalog.titles()}),
        type_presses=_presses(asked, "type", vocabulary().type),
        sub_presses=_sub_presses(asked),
        ways=tuple(
            Press(f"as-{way}", label, asked.url(way=way), way == asked.way) for way, label in WAYS.items()
        ),
        shelves=_shelves(question, page, asked.way),
        count=counts["kinds"],
        copies=counts["copies"] or 0,
        page=page,
        pages=pages,
        before_url=asked.url(page=page - 1) if page > 1 else "",
        after_url=asked.url(page=page + 1) if page < pages else "",
        elsewhere=None if counts["kinds"] else _elsewhere(asked),
    )


def _mistake(asked: Asked, error: SearchError) -> Mistake:
    end = error.position + error.length
    mended = error.mended(asked.text)
    return Mistake(
        message=error.message,
        before=asked.text[: error.position],
        wrong=asked.text[error.position : end],
        after=asked.text[end:],
        mended=mended,
        mended_url=asked.url(mended) if mended else "",
    )


# --- What can be pressed ---------------------------------------------------------------------------


def _presses(asked: Asked, key: str, labels: Mapping[str, str]) -> tuple[Press, ...]:
    """Count what the question would find for each choice of *key*, in the order of lobby and box."""
    open_text = without(asked.text, key)
    question = _readable(open_text)
    if question is None:
        return ()
    rows = question.rows().order_by().values(key)
    counted = rows.annotate(
        kinds=Count("pk"), copies=Sum("qty"), title=Min("game_rank"), first=Min("place")
    ).order_by("title", "first", key)
    term = chosen(asked.text, key)
    now = fitting(labels, term.value) if term else []
    found = tuple(
        Press(
            f"{key}-{number}",
            labels.get(row[key], row[key]),
            asked.url(narrowed(asked.text, key, row[key])),
            row[key] in now,
            row["kinds"],
            row["copies"],
        )
        for number, row in enumerate(counted)
    )
    return (Press(f"{key}-any", f"Every {EVERY.get(key, key)}", asked.url(open_text), not now), *found)


def _sub_presses(asked: Asked) -> tuple[Press, ...]:
    """Return the presses for finer types, where every card that is found has one."""
    question = _readable(without(asked.text, "sub"))
    if question is None or question.rows().filter(sub="").exists():
        return ()
    return _presses(asked, "sub", vocabulary().sub)


def _readable(text: str) -> Question | None:
    """Return the question *text*, or None where a press has made it longer than a question may be."""
    try:
        return read(text)
    except SearchError:
        return None


def _elsewhere(asked: Asked) -> Press | None:
    """Return the way to the cards of other editions that fit, when there are some."""
    text = narrowed(asked.text, "edition", ANY)
    question = _readable(text)
    count = question.rows().count() if question else 0
    return Press("elsewhere", "all editions", asked.url(text), False, count) if count else None


def _game_options(text: str) -> tuple[Option, ...]:
    term = chosen(text, "game")
    now = fitting(vocabulary().game, term.value) if term else []
    found = (Option(title.slug, title.name, title.slug in now) for title in catalog.titles())
    return (Option("", "Every game", not now), *found)


def _edition_options(text: str) -> tuple[Option, ...]:
    term = chosen(text, "edition")
    said = term.value.lower() if term else ""
    now = fitting(vocabulary().edition, said) if said else []
    game = chosen(text, "game")
    games = fitting(vocabulary().game, game.value) if game else []
    found = (
        Option(edition.slug, _edition_label(title, edition), edition.slug in now)
        for title in catalog.titles()
        for edition in title.editions.values()
        if not games or title.slug in games or edition.slug in now
    )
    newest = Option("", "The newest", said in ("", NEWEST))
    return (newest, *found, Option(ANY, "All editions", said in (ANY, "all")))


def _edition_label(title: Title, edition: EditionInfo) -> str:
    return f"{title.name} {edition.slug} ({date_format(edition.date, 'j M Y')})"


# --- The cards -------------------------------------------------------------------------------------


def _shelves(question: Question, page: int, way: str) -> tuple[Shelf, ...]:
    cards = question.cards((page - 1) * A_PAGE, page * A_PAGE)
    if question.order != "box":
        shelf = _shelf(None, None, cards, way)
        return (replace(shelf, order=ORDERS[question.order].label),) if cards else ()
    groups = groupby(cards, key=lambda card: (card.game, card.edition))
    return tuple(
        _shelf(catalog.title(game), catalog.edition(game, edition), list(found), way)
        for (game, edition), found in groups
    )


def _shelf(title: Title | None, edition: EditionInfo | None, cards: Sequence[Card], way: str) -> Shelf:
    figures = {figure.key: figure.label for card in cards for figure in card.figures}
    entries = tuple(_entry(card, way, figures) for card in cards)
    return Shelf(title, edition, entries, tuple(figures.items()))


def _entry(card: Card, way: str, figures: Iterable[str]) -> Entry:
    url = card_url(card)
    said = {figure.key: figure.words for figure in card.figures}
    numbers = tuple(said.get(key, "") for key in figures)
    return Entry(card, url, face_html(card, href=url) if way == "faces" else SafeString(""), numbers)
