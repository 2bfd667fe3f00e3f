"""Examples are positions: each of every rulebook can be played, and what it says comes of it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client

from games.positions.data import find, positions
from rules.document.books import Book, Note
from rules.wiki import shipped
from rules.wiki.linking import Linker
from rules.wiki.queries.figures import COMPONENTS, components, drawn, unsaid, words_of

_COUNTED = "two three four five six seven eight nine ten eleven twelve twenty".split()
NUMBERS = re.compile(rf"\d+|\b(?:{'|'.join(_COUNTED)})\b", re.IGNORECASE)
BOOKS = [
    pytest.param(found.book, id=f"{game} {found.book.edition}")
    for game in shipped.games()
    for found in shipped.files(game)
]


def notes_of(book: Book) -> list[Note]:
    return [part for section in book.sections for part in section.parts if isinstance(part, Note)]


@pytest.mark.parametrize("book", BOOKS)
def test_every_example_of_a_rulebook_is_a_position_that_is_played(book: Book):
    """That its claims come true, tests/games/positions shows."""
    examples = [note for note in notes_of(book) if note.kind == "example"]
    assert examples
    for note in examples:
        position = find(book.game, book.edition, note.position)
        assert position, f"“{note.title}” has no position"
        assert position.lines, f"“{note.title}” isn’t played"
        assert all(line.claims for line in position.lines), f"“{note.title}” claims nothing"
        figure = drawn(Linker(book, "book"), note)
        assert figure, f"“{note.title}” isn’t drawn"
        assert figure.can_be_tried


@pytest.mark.parametrize("book", BOOKS)
def test_a_position_claims_what_its_text_says(book: Book):
    """Word for word; and every number of the text is in something that is claimed."""
    for note in notes_of(book):
        position = find(book.game, book.edition, note.position)
        if position is None:
            assert note.position in ("", COMPONENTS)
            continue
        assert unsaid(book, note, position) == []
        left = words_without_claims(words_of(book, note), position)
        assert not NUMBERS.findall(left), f"{note.title}: nothing claims the numbers in “{left}”"


def words_without_claims(words: str, position) -> str:
    """Return what is left of *words* without what *position* claims, which may overlap."""
    covered = [False] * len(words)
    for line in position.lines:
        for claim in line.claims:
            for found in re.finditer(re.escape(claim.says), words):
                covered[found.start() : found.end()] = [True] * len(claim.says)
    return "".join(" " if hidden else letter for letter, hidden in zip(words, covered, strict=True))


def test_a_drawing_says_when_the_words_at_it_were_changed():
    """Somebody publishes 30 damage where 20 was checked by playing."""
    book = shipped.book("scrapbots", "3.6")
    note = next(note for note in notes_of(book) if note.position == "splash")
    changed = replace(note, html=note.html.replace("20 damage", "30 damage"))
    was, now = drawn(Linker(book, "book"), note), drawn(Linker(book, "book"), changed)
    assert was
    assert now
    assert (was.has_other_words, now.has_other_words) == (False, True)


def test_every_position_is_shown_in_each_of_its_editions():
    shown = {
        (found.book.game, found.book.edition, note.position)
        for game in shipped.games()
        for found in shipped.files(game)
        for note in notes_of(found.book)
    }
    assert len(shown) > 20
    for game in shipped.games():
        assert positions(game), game
        for position in positions(game):
            for edition in position.editions:
                assert (game, edition, position.name) in shown


@pytest.mark.parametrize("book", BOOKS)
def test_a_rulebook_has_a_drawn_setup_and_lists_its_cards(book: Book):
    notes = {note.position: note for note in notes_of(book)}
    assert drawn(Linker(book, "book"), notes["setup"])
    groups = components(book, notes[COMPONENTS])
    assert sum(group.count for group in groups) > 50
    assert all(count for group in groups for _, count in group.cards)
    assert all(group.is_numbered == (book.game == "scrapyard") for group in groups)


@pytest.mark.django_db
@pytest.mark.parametrize("book", BOOKS)
def test_the_page_of_a_book_draws_its_examples_and_has_a_form_to_try_each(book: Book):
    page = Client().get(f"/rules/{book.game}/{book.edition}/").content.decode()
    for note in notes_of(book):
        if find(book.game, book.edition, note.position):
            assert f'action="/games/{book.game}/positions/{book.edition}/{note.position}/practise/"' in page
    assert "csrfmiddlewaretoken" not in page
    assert "The words have changed" not in page
