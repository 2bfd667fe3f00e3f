"""How much paper a booklet takes, for pages that say so before it is set."""

from rules.document.books import Book

# What a page of A5 holds with its headings and drawings: between 850 and 1,000 letters of the shipped books.
_LETTERS = 900
_ON_A_SHEET = 4


def about_sheets(book: Book) -> int:
    """Return about how many sheets of A4 or Letter the booklet of *book* takes, four pages to a sheet."""
    letters = sum(len(paragraph.text) for paragraph in book.paragraphs)
    return max(1, -(-letters // (_LETTERS * _ON_A_SHEET)))
