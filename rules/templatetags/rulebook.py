"""Tags for pages of other apps that show parts of a rulebook. Those apps need not import this one."""

from dataclasses import dataclass

from django import template

from games.engine.cards import Card
from rules.document.books import Book, Heading, Note, Paragraph, Section
from rules.reading import about
from rules.wiki.linking import book_address, paragraph_address
from rules.wiki.program import changes
from rules.wiki.stored_books import stored_book

register = template.Library()


@dataclass(frozen=True, slots=True)
class Mention:
    """A place of a rulebook that names a card. *label:* its number, or the title of the example."""

    label: str
    heading: str
    url: str
    is_ruling: bool


@dataclass(frozen=True, slots=True)
class BookStanding:
    """How many paragraphs have changed since they were checked. *tasks:* how many the program must follow."""

    changed: int
    tasks: int


@register.simple_tag
def mentions(game: str, edition: str, slug: str) -> tuple[Mention, ...]:
    """Return where the edition's rulebook names the card *slug*."""
    book = _book(game, edition)
    return _mentions(book, f'href="card:{slug}"') if book else ()


@register.simple_tag
def rule_words(game: str, edition: str, anchor: str) -> str:
    """Return the words of a paragraph of the edition's rulebook in force; empty if it has none there."""
    book = _book(game, edition)
    found = (part.text for part in book.paragraphs if part.anchor == anchor) if book else iter(())
    return next(found, "")


@register.simple_tag
def book_standing(book: Book) -> BookStanding:
    """Return whether the program is known to do what *book* says."""
    found = changes(book).values()
    return BookStanding(len(found), sum(standing.is_task for standing in found))


@register.simple_tag
def changed_about(card: Card) -> tuple[about.ChangedRule, ...]:
    """Return the paragraphs about *card* whose words nobody has checked since they changed."""
    return about.changed_about(card)


@register.simple_tag
def explained(card: Card) -> about.Explained:
    """Return the words of *card*, with links to the glossary where it explains them."""
    return about.explained(card)


@register.simple_tag
def rulings(card: Card) -> about.CardRulings:
    """Return this site's rulings that touch *card*, those that name it apart from the others."""
    return about.rulings_by_rule(card)


def _book(game: str, edition: str) -> Book | None:
    try:
        return stored_book(game, edition)
    except KeyError:
        return None


def _mentions(book: Book, link: str) -> tuple[Mention, ...]:
    """Return the paragraphs and examples that hold *link*; an example is read at the law above it.

    One above the first law of its chapter is read at that law, or in its chapter if that has none.
    """
    found: list[Mention] = []
    for section in book.sections:
        law = next((paragraph.anchor for paragraph in section.paragraphs), "")
        for part in section.parts:
            if isinstance(part, Paragraph):
                law = part.anchor
            if not isinstance(part, Heading) and link in part.html:
                url = paragraph_address(book, law) if law else book_address(book, section.anchor)
                found.append(_mention(part, section, url))
    return tuple(found)


def _mention(part: Paragraph | Note, section: Section, url: str) -> Mention:
    if isinstance(part, Note):
        return Mention(part.title, section.title, url, False)
    return Mention(f"Rule {part.label}", part.heading, url, part.is_ruling)
