"""A rulebook as plain words, for programs that show no more."""

from rules.document.books import Book, Heading, Note, Paragraph
from rules.wiki.stored_books import stored_book

# A chapter: its title and its words.
Chapter = tuple[str, str]


def chapters_of(game: str, edition: str) -> tuple[Chapter, ...]:
    """Return the chapters of the book in force, and last where it comes from; none if there is no book."""
    try:
        book = stored_book(game, edition)
    except KeyError:
        return ()
    chapters = (
        (f"{section.number}. {section.title}", "\n\n".join(_words(part) for part in section.parts))
        for section in book.sections
    )
    return (*chapters, ("About these rules", _origin(book)))


def _words(part: Paragraph | Note | Heading) -> str:
    if isinstance(part, Heading):
        return part.title.upper()
    if isinstance(part, Note):
        return f"{part.title}: {part.text}"
    return f"{part.label}  {part.text}"


def _origin(book: Book) -> str:
    head = book.head
    said = (f"{head.title} {head.edition}", head.source, head.credit, f"Licence: {head.licence}")
    return "\n\n".join(words for words in said if words)
