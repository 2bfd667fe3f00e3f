"""Full-text search over the rulebooks in force with their glossaries, examples, cards and dated rulings."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from math import ceil

from django.db.models import QuerySet
from django.utils.safestring import SafeString

from rules.document.blocks import words_digest
from rules.document.books import Book
from rules.document.books import Paragraph as Law
from rules.document.marking import said
from rules.reading import text as reading
from rules.reading.examples import CardHit, ExampleHit, cards_called, examples_saying
from rules.talk.queries.rulings import ruled
from rules.talk.words import address_of
from rules.wiki.linking import name_at, paragraph_address
from rules.wiki.models import Edition, Paragraph
from rules.wiki.queries.claims import Claim, Said, unchecked
from rules.wiki.queries.vocabulary import words_in
from scrapsite.common.fulltext.finding import highlighted, read_query, runs, says, spots
from scrapsite.common.fulltext.index import Run, TextIndex
from scrapsite.common.fulltext.spelling import respelled

MOST_ROWS = 2_000
MOST_TRIED = 10
MOST_TRIED_RULINGS, MOST_RULINGS = 1_000, 10
A_PAGE = 30

# What citations call a rule, when it is all that is asked for.
_CALLED = re.compile(r"\s*rule\s+(?=\d+\.\d+\s*\Z)", re.IGNORECASE)
_INDEX = TextIndex("rules", "rules_paragraph")
_COLUMNS = ("words", "title_words")

# All rulebooks by game.
Library = tuple[reading.BookGroup, ...]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The same paragraph in another edition, which fits too. *has_same_words:* it says the same."""

    edition: str
    url: str
    has_same_words: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """A paragraph that fits, in the newest edition where it does.

    *html:* its words, those asked for in `mark`. *said:* where it comes from.
    """

    book: Book
    paragraph: Law
    html: SafeString
    url: str
    others: tuple[Elsewhere, ...]
    said: Said


@dataclass(frozen=True, slots=True)
class RulingHit:
    """A dated ruling that says everything asked for. *name:* of its paragraph. *url:* the thread."""

    book: Book
    name: str
    html: SafeString
    ruled_at: datetime
    url: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found. *hits:* of one page; *count:* of all pages. *rulings:* the newest first.

    *library:* all rulebooks, empty if the query was refused before. *mistake:* why it can't be asked, empty
    if it can. *missing:* words that no paragraph has. *count_everywhere:* how many fit in all games and
    editions, where none was found in those chosen. *examples*, *cards:* as many as a page shows.
    *shown_for:* what was searched for instead, because nothing fits what was asked; empty for nothing else.
    """

    q: str
    game: str
    edition: str
    library: Library = ()
    mistake: str = ""
    hits: tuple[Hit, ...] = ()
    rulings: tuple[RulingHit, ...] = ()
    examples: tuple[ExampleHit, ...] = ()
    cards: tuple[CardHit, ...] = ()
    shown_for: str = ""
    count: int = 0
    page: int = 1
    pages: int = 1
    missing: tuple[str, ...] = ()
    count_everywhere: int = 0

    @property
    def has_any(self) -> bool:
        """Whether anything was found."""
        return bool(self.hits or self.rulings or self.examples or self.cards)


def search(q: str, game: str = "", edition: str = "", page: int = 1) -> Found:
    """Return the paragraphs that say everything asked for, in all games and editions unless told otherwise.

    A paragraph is told once, in its newest edition; where it fits in others, those are named beside it.
    Where nothing fits, words that are nearly spelled so are looked for instead.
    """
    asked, mistake = read_query(_CALLED.sub("", q))
    library = () if mistake else reading.book_groups()
    mistake = mistake or _no_book(library, game, edition)
    if mistake or not asked:
        return Found(q, game, edition, library, mistake)
    found = _search(q, asked, library, game, edition, page)
    if found.has_any:
        return found
    meant = respelled(q, words_in(_chosen(library, game, edition)))
    if meant:
        other = _search(q, runs(meant), library, game, edition, page)
        if other.has_any:
            return replace(other, shown_for=meant)
    everywhere = len(_groups(library, asked, "", "")) if game or edition else 0
    return replace(found, missing=_missing(asked), count_everywhere=everywhere)


def _search(q: str, asked: Sequence[Run], library: Library, game: str, edition: str, page: int) -> Found:
    """Return what fits *asked*, the parsed query."""
    groups = _groups(library, asked, game, edition)
    pages = max(1, ceil(len(groups) / A_PAGE))
    page = min(max(page, 1), pages)
    shown = groups[(page - 1) * A_PAGE : page * A_PAGE]
    claims = {book: unchecked(book) for book in {group[0][0] for group in shown}}
    hits = tuple(_hit(group, asked, claims[group[0][0]]) for group in shown)
    found = Found(q, game, edition, library, hits=hits, count=len(groups), page=page, pages=pages)
    if page > 1:
        return found
    books = _chosen(library, game, edition)
    return replace(
        found,
        rulings=tuple(islice(_rulings(books, asked), MOST_RULINGS)),
        examples=examples_saying(books, asked),
        cards=cards_called(books, asked),
    )


def _chosen(library: Library, game: str, edition: str) -> list[Book]:
    """Return the books of the game and edition asked for; empty means all."""
    books = (book for group in library for book in group.books if game in ("", book.game))
    return [book for book in books if edition in ("", book.edition)]


def _no_book(library: Library, game: str, edition: str) -> str:
    """Return a message if there is no such rulebook, or an empty text."""
    books = [book for found in library for book in found.books if game in ("", book.game)]
    if not books:
        return f"There is no rulebook for “{game[:40]}”." if game else ""
    if edition and edition not in {book.edition for book in books}:
        return f"There is no edition “{edition[:40]}” here."
    return ""


def _groups(library: Library, asked: Sequence[Run], game: str, edition: str) -> list[list[tuple[Book, Law]]]:
    """Return the paragraphs that fit, the best first; all editions of one together, the newest first."""
    books = [book for found in library for book in found.books if game in ("", book.game)]
    places = {(book.game, book.edition): place for place, book in enumerate(books)}
    grouped: dict[tuple[str, str], list[tuple[int, Law]]] = {}
    for of_game, of_edition, anchor in _rows(asked, game, edition):
        place = places.get((of_game, of_edition))
        law = books[place].by_anchor.get(anchor) if place is not None else None
        if place is not None and law is not None:
            grouped.setdefault((of_game, anchor), []).append((place, law))
    ranked = [sorted(group, key=lambda pair: pair[0]) for group in grouped.values()]
    ranked.sort(key=lambda group: _rank(books[group[0][0]], group[0][0], group[0][1], asked))
    return [[(books[place], law) for place, law in group] for group in ranked]


def _rows(asked: Sequence[Run], game: str, edition: str) -> "QuerySet[Paragraph, tuple[str, str, str]]":
    """Return game, edition and anchor of each paragraph in force that fits."""
    heads = Edition.objects.filter(head__isnull=False)
    if game:
        heads = heads.filter(rulebook__game=game)
    if edition:
        heads = heads.filter(slug=edition)
    found = Paragraph.objects.filter(pk__in=_INDEX.keys(_COLUMNS, asked), revision__in=heads.values("head"))
    keys = found.values_list("revision__edition__rulebook__game", "revision__edition__slug", "anchor")
    return keys.order_by("-revision__edition__date", "place")[:MOST_ROWS]


def _rank(book: Book, place: int, law: Law, asked: Sequence[Run]) -> tuple[int, int, int, int]:
    """Return the sort key of a hit: matches in its name first, then in its words, then in the title above.

    Games come in the order of the lobby, editions from the newest on.
    """
    wanted = [word for run in asked for word in run.words]
    if any(wanted == name for name in _names(law)):
        fit = 0
    else:
        fit = 1 if all(says(f"{law.term} {law.text}", run) for run in asked) else 2
    return (0 if fit == 0 else 1, place, fit, list(book.by_anchor).index(law.anchor))


def _names(law: Law) -> Iterator[list[str]]:
    for name in (law.number, law.anchor, law.term):
        yield [word for run in runs(f'"{name}"') for word in run.words]


def _hit(group: Sequence[tuple[Book, Law]], asked: Sequence[Run], claims: Mapping[str, Claim]) -> Hit:
    (book, law), *others = group
    text = said(law.html, book.game)
    found = [spot for run in asked for spot in spots(text, run)]
    words = words_digest(law.html)
    elsewhere = (
        Elsewhere(other.edition, paragraph_address(other, same.anchor), words_digest(same.html) == words)
        for other, same in others
    )
    html, url = highlighted(text, found), paragraph_address(book, law.anchor)
    return Hit(book, law, html, url, tuple(elsewhere), claims.get(law.anchor, law.provenance))


def _rulings(wanted: Sequence[Book], asked: Sequence[Run]) -> Iterator[RulingHit]:
    """Yield the rulings on *wanted* that fit. There are few, so each is looked at."""
    books = {(book.game, book.edition): book for book in wanted}
    for thread in ruled({book.game for book in wanted})[:MOST_TRIED_RULINGS]:
        book = books.get((thread.edition.rulebook.game, thread.edition.slug))
        if book is None or thread.answer is None or thread.ruled_at is None:
            continue
        text = said(thread.answer.html, book.game)
        places = [spots(text, run) for run in asked]
        if all(places):
            html = highlighted(text, [spot for places_of_run in places for spot in places_of_run])
            yield RulingHit(book, name_at(book, thread.anchor), html, thread.ruled_at, address_of(thread))


def _missing(asked: Sequence[Run]) -> tuple[str, ...]:
    """Return those of the first words asked for that no paragraph has."""
    return tuple(" ".join(run.words) for run in asked[:MOST_TRIED] if not _rows([run], "", "").exists())
