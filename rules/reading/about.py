"""What a rulebook says about one card: rulings about it, and the glossary for the words of its text."""

import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.utils.html import escape
from django.utils.safestring import SafeString

from games import catalog
from games.engine.cards import Card, Figure
from rules.document.books import Book, Paragraph
from rules.reading import text as reading
from rules.wiki.linking import Linker, paragraph_address
from rules.wiki.program import Standing, changes
from rules.wiki.queries.revisions import worded_since
from rules.wiki.stored_books import stored_book

# Chapters about matches, where a card's keyword (“the game is a draw”) means something else.
_ABOUT_MATCHES = ("setup", "turn", "end", "house", "fair")


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling of this site that touches a card. *because:* what of the card it speaks of.

    *names_card:* it says the card's name. *revision*, *since:* the number and time of the revision since
    which it has its words.
    """

    book: Book
    paragraph: Paragraph
    html: SafeString
    url: str
    because: str
    names_card: bool
    revision: int
    since: datetime | None


@dataclass(frozen=True, slots=True)
class RulingGroup:
    """Rulings in the same section of the rulebook."""

    title: str
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, slots=True)
class CardRulings:
    """The rulings about a card. *named:* those that say its name. *others:* the rest, in the book's order."""

    named: tuple[Ruling, ...]
    others: tuple[RulingGroup, ...]

    @property
    def other_count(self) -> int:
        return sum(len(group.rulings) for group in self.others)


@dataclass(frozen=True, slots=True)
class Sign:
    """A figure as it stands on a card. *glyph:* its shape. *means:* its term's text, empty without one."""

    glyph: str
    label: str
    words: str
    means: str


@dataclass(frozen=True, slots=True)
class Explained:
    """A card's words with links to the glossary.

    *lines:* cost and text; *figures:* label and value; *terms:* those linked, in the order of reading.
    *signs:* the figures once more, as the picture shows them.
    """

    lines: tuple[tuple[SafeString, SafeString], ...]
    figures: tuple[tuple[SafeString, str], ...]
    terms: tuple[tuple[Paragraph, str], ...]
    signs: tuple[Sign, ...]


@dataclass(frozen=True, slots=True)
class ChangedRule:
    """A paragraph about a card whose words aren't those that the program was checked against.

    *because:* what of the card it speaks of.
    """

    book: Book
    paragraph: Paragraph
    url: str
    because: str
    standing: Standing


def changed_about(card: Card) -> tuple[ChangedRule, ...]:
    """Return the paragraphs that name *card*, or its type, or what it does, and have changed unchecked."""
    book = _book(card)
    found = changes(book) if book else {}
    return tuple(
        ChangedRule(book, paragraph, paragraph_address(book, anchor), because, standing)
        for anchor, standing in found.items()
        if book and (because := _why(card, paragraph := book.by_anchor[anchor]))
    )


def rulings_about(card: Card) -> tuple[Ruling, ...]:
    """Return the rulings that name *card*, then those about its type, then those about what it does."""
    book = _book(card)
    return _rulings(card, book) if book else ()


def rulings_by_rule(card: Card) -> CardRulings:
    """Return the rulings about *card*: those that name it, and the others by section of the rulebook."""
    found = rulings_about(card)
    named = tuple(ruling for ruling in found if ruling.names_card)
    sections: dict[str, list[Ruling]] = {}
    places = {anchor: place for place, anchor in enumerate(found[0].book.by_anchor)} if found else {}
    for ruling in sorted(found, key=lambda one: places[one.paragraph.anchor]):
        if not ruling.names_card:
            sections.setdefault(ruling.paragraph.section, []).append(ruling)
    return CardRulings(named, tuple(RulingGroup(title, tuple(rest)) for title, rest in sections.items()))


@lru_cache(maxsize=2048)
def _rulings(card: Card, book: Book) -> tuple[Ruling, ...]:
    found = [
        (rank, _ruling(book, paragraph, because, names_card=rank == 0))
        for paragraph in book.paragraphs
        if paragraph.is_ruling and not paragraph.term
        for rank, because in _reasons(card, paragraph)[:1]
    ]
    return tuple(ruling for _, ruling in sorted(found, key=lambda pair: pair[0]))


def explained(card: Card) -> Explained:
    """Return the words of *card*; each term is linked where it comes first, the text before the figures.

    So are the terms in order: those of its text, then those of its figures.
    """
    return _explained(card, _book(card))


@lru_cache(maxsize=2048)
def _explained(card: Card, book: Book | None) -> Explained:
    seen: set[str] = set()
    linker = Linker(book, "card") if book else None

    def linked(words: str) -> SafeString:
        return SafeString(linker.linked(escape(words), seen=seen) if linker else escape(words))

    lines = tuple((linked(line.cost), linked(line.text)) for line in card.lines)
    in_text = set(seen)
    figures = tuple((linked(figure.label), figure.words) for figure in card.figures)
    found = [term for term in book.terms if term.anchor in seen] if book else []
    terms = sorted(found, key=lambda term: term.anchor not in in_text)
    linked_terms = tuple((term, linker.address(term.anchor)) for term in terms if linker)
    return Explained(lines, figures, linked_terms, tuple(_sign(figure, book) for figure in card.figures))


_GLYPHS = {"cost": "scrap"}  # of Scrapbots’ cards, which cost Scrap
_SEE = re.compile(r"\s*See [^.]*(?:\.\d+[^.]*)*\.$")


def _sign(figure: Figure, book: Book | None) -> Sign:
    terms = {term.term: _SEE.sub("", term.text) for term in book.terms} if book else {}
    means = terms.get(figure.label) or terms.get(figure.label.lower(), "")
    return Sign(_GLYPHS.get(figure.key, figure.key), figure.label, figure.words, means)


def _book(card: Card) -> Book | None:
    try:
        return stored_book(card.game, card.edition)
    except KeyError:
        return None


def _reasons(card: Card, paragraph: Paragraph) -> list[tuple[int, str]]:
    """Return why *paragraph* is about *card*, the best reason first, each with its rank."""
    if f'href="card:{card.slug}"' in paragraph.html:
        return [(0, f"Mentions {card.name}")]
    if paragraph.anchor.partition("-")[0] in _ABOUT_MATCHES:
        return []
    named_type = _named_type(card, paragraph)
    if named_type:
        return [(1, f"On all {card.type} cards")] if named_type == card.type else []
    named = [facet for facet in card.facets if _says(facet, paragraph.text)]
    return [(2, f"On the effect{'s' * (len(named) > 1)} {' and '.join(named)}")] if named else []


def _why(card: Card, paragraph: Paragraph) -> str:
    """Return what of *card* a paragraph of any kind is about; empty if it isn't about it."""
    if paragraph.anchor == card.rule:
        return f"On all {card.type} cards"
    return next((because for _, because in _reasons(card, paragraph)), "")


def _named_type(card: Card, paragraph: Paragraph) -> str:
    """Return the type of card that *paragraph* is about: its heading has it, or its first word is it."""
    types = dict.fromkeys(found.type for found in catalog.cards(card.game, card.edition))
    words = [*paragraph.heading.split(), *paragraph.text.split(None, 1)[:1]]
    return next((kind for kind in types if kind in words or f"{kind}s" in words), "")


def _says(facet: str, text: str) -> bool:
    """Return whether *text* has the word *facet*, with any ending."""
    return re.search(rf"\b{re.escape(facet)}", text, re.IGNORECASE) is not None


def _ruling(book: Book, paragraph: Paragraph, because: str, *, names_card: bool) -> Ruling:
    line = reading.line_alone(book, paragraph)
    revision, since = _since(book).get(paragraph.anchor, (0, None))
    return Ruling(book, paragraph, line.html, line.url, because, names_card, revision, since)


@lru_cache(maxsize=64)
def _since(book: Book) -> dict[str, tuple[int, datetime]]:
    """Return since which revision each ruling of *book* has its words."""
    anchors = [paragraph.anchor for paragraph in book.paragraphs if paragraph.is_ruling]
    return worded_since(book.game, book.edition, anchors)
