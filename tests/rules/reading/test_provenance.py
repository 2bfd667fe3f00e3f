"""Every paragraph of every shipped rulebook says where it comes from, and a test settles each ruling."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rules.document.blocks import Block
from rules.document.books import assemble
from rules.document.markup import convert_block
from rules.reading.indexing import provenance
from rules.reading.indexing.provenance import tables, unsaid, unsettled
from rules.wiki import shipped
from rules.wiki.stored_books import blocks_from_json, blocks_to_json

# The games whose books have been read against their sources, sentence by sentence.
READ = ("scrapyard", "junkyard", "scrap-knights", "scrapbots")

BOOKS = [file.book for game in READ for file in shipped.files(game)]
every_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: f"{book.game}-{book.edition}")


@every_book
def test_every_paragraph_names_its_section_of_the_source_or_is_a_ruling(book):
    assert unsaid(book) == []


@every_book
@pytest.mark.soak(seconds=0.3, one_in=3)
def test_every_ruling_is_settled_by_a_named_test(book):
    assert unsettled(book) == []


def test_a_paragraph_without_provenance_and_a_ruling_without_a_test_are_found():
    sources = ("## A {: #a }", "One.\n{: #a-1 }", "Two.\n{: #a-2 .source }", "Three.\n{: #a-3 .ruling }")
    book = assemble(BOOKS[0].head, [convert_block(source) for source in sources])
    assert unsaid(book) == ["a-1", "a-2"]
    assert unsettled(book) == ["a-3"]


@pytest.mark.soak(seconds=0.7)
def test_the_published_lists_are_those_of_the_texts():
    for path, text in tables().items():
        assert path.read_text("utf-8") == text, f"{path.name} is stale: run make citations"


def test_a_stale_list_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(provenance, "FOLDER", tmp_path)
    monkeypatch.setattr(provenance, "_table", lambda game: f"The list of {game}.\n")
    call_command("list_provenance", verbosity=0)
    call_command("list_provenance", check=True, verbosity=0)
    (tmp_path / "scrapyard.md").write_text("Another list.\n")
    with pytest.raises(CommandError, match=r"scrapyard\.md"):
        call_command("list_provenance", check=True)


def test_a_revision_from_before_sections_were_kept_is_read_as_it_was():
    made = convert_block("Words.\n{: #a-1 .ruling }")
    (stored,) = blocks_to_json([Block("Words.\n{: #a-1 .ruling }", made)])
    (read,) = blocks_from_json([stored[:6]])
    assert (read.rendered, read.rendered.where) == (made, "")
