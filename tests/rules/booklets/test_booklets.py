"""Booklets: every rulebook as a PDF with its drawings, made by the worker."""

from __future__ import annotations

import ctypes
import io

import pypdf
import pypdfium2
import pypdfium2.raw as raw
import pytest
from django.test import Client
from django_tasks_db.models import DBTaskResult

from rules.booklets import job, tasks
from rules.booklets.job import digest_of, job_of
from rules.booklets.length import about_sheets
from rules.booklets.runs import blocks_of
from rules.document.books import Book, Note, assemble
from rules.wiki import shipped
from rules.wiki.stored_books import stored_book
from scrapsite.common.limits import LIMITS
from scrapsite.common.typesetting import kept
from scrapsite.common.typesetting.running import typeset
from tests.rules.text import blocks, chapter, law

FILE, PAGE = "/rules/scrapyard/1.0/booklet.pdf", "/rules/scrapyard/1.0/booklet/"
BOOKS = [
    pytest.param(found.book, id=f"{game} {found.book.edition}")
    for game in shipped.games()
    for found in shipped.files(game)
]


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch, tmp_path):
    monkeypatch.setattr(kept, "folder", lambda: tmp_path)


def words_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages).split())


@pytest.mark.django_db
@pytest.mark.parametrize("book", BOOKS)
def test_the_booklet_of_a_book_has_all_its_paragraphs_and_drawings(book):
    told = job_of(book)
    parts = [part for chapter in told["chapters"] for part in chapter["parts"]]
    assert [part["number"] for part in parts if part["kind"] == "law"] == [
        paragraph.number for paragraph in book.paragraphs if not paragraph.term
    ]
    assert sum(part["kind"] == "term" for part in parts) == len(book.terms)
    notes = [part for section in book.sections for part in section.parts if isinstance(part, Note)]
    drawn = [part for part in parts if part.get("panels")]
    assert len(drawn) >= sum(note.kind == "example" for note in notes) + 1
    assert any(part.get("groups") for part in parts)
    assert "class=" not in drawn[0]["panels"][0]["svg"].split("viewBox")[1]


@pytest.mark.django_db
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.soak(seconds=0.4, one_in=3)
def test_a_booklet_takes_as_many_sheets_as_its_page_says_before(book):
    pdf = typeset(job.TEMPLATE, job_of(book), "pdf")[0]
    assert about_sheets(book) == -(-len(pypdf.PdfReader(io.BytesIO(pdf)).pages) // 4)


@pytest.mark.django_db
@pytest.mark.soak(seconds=1)
def test_the_letters_of_drawings_have_6_points_as_all_others():
    """Scrap Knights has the widest drawings, and so the smallest letters."""
    pdf = typeset(job.TEMPLATE, job_of(shipped.book("scrap-knights", "b.0.0")), "pdf")[0]
    counted = 0
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            for words in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
                counted += 1
                size, matrix = ctypes.c_float(), words.get_matrix()
                raw.FPDFTextObj_GetFontSize(words.raw, size)
                assert size.value * (matrix.a**2 + matrix.b**2) ** 0.5 >= 5.99
    assert counted > 500


@pytest.mark.soak(seconds=1)
@pytest.mark.django_db
def test_a_booklet_is_set_by_the_worker_and_then_given_away(client):
    first = client.get(FILE)
    assert (first.status_code, first["Location"]) == (302, PAGE)
    shown = client.get(PAGE).content.decode()
    assert "Make the file" in shown
    assert "About 3 sheets of A4 or Letter, with two pages on each side." in shown
    assert DBTaskResult.objects.count() == 0, "a GET starts nothing"
    assert client.post(PAGE)["Location"] == PAGE
    assert "Waiting to start" in client.get(PAGE).content.decode()
    assert DBTaskResult.objects.count() == 1
    book = stored_book("scrapyard", "1.0")
    tasks.set_booklet.func(digest_of(book), "scrapyard", "1.0")
    page = client.get(PAGE, headers={"HX-Request": "true"}).content.decode()
    assert "Download scrapyard-1-0-rules.pdf" in page
    assert "<html" not in page
    assert client.post(PAGE)["Location"] == FILE
    answer = client.get(FILE)
    assert answer["Content-Type"] == "application/pdf"
    assert 'filename="scrapyard-1-0-rules.pdf"' in answer["Content-Disposition"]
    words = words_of(answer.content)
    assert "Example: counting" in words
    assert "20 + 6 − 3 = 23" in words
    assert client.get(FILE, headers={"If-None-Match": answer["ETag"]}).status_code == 304


def introduced() -> Book:
    """Return a book whose introduction has a remark and a title."""
    text = (
        "Welcome.",
        '!!! note "A word before"\n    Read this.',
        "### More",
        "So.",
        chapter(),
        law("turns-1"),
    )
    return assemble(shipped.book("scrapbots", "3.6").head, [one.rendered for one in blocks(*text)])


@pytest.mark.django_db
def test_a_remark_and_a_title_in_the_introduction_are_such_in_the_booklet():
    """They lost their titles."""
    welcome, remark, title, more = job_of(introduced())["intro"]
    assert (remark["kind"], remark["title"]) == ("note", "A word before")
    assert remark["blocks"] == [{"kind": "p", "runs": [("Read this.", "")]}]
    assert title == {"kind": "heading", "title": "More"}
    assert [block["kind"] for block in (welcome, more)] == ["p", "p"]


@pytest.mark.django_db
@pytest.mark.soak(seconds=1)
def test_they_are_set():
    words = words_of(typeset(job.TEMPLATE, job_of(introduced()), "pdf")[0])
    assert "Welcome. A word before Read this. More So." in words


@pytest.mark.django_db
def test_a_booklet_that_fails_says_so_and_is_asked_for_again(client, monkeypatch):
    def fails(*args):
        raise RuntimeError("no")

    book = stored_book("scrapyard", "1.0")
    monkeypatch.setattr(tasks, "typeset", fails)
    with pytest.raises(RuntimeError):
        tasks.set_booklet.func(digest_of(book), "scrapyard", "1.0")
    assert "The file could not be made" in client.get(PAGE).content.decode()
    monkeypatch.setitem(kept.PATIENCE, "failed", 0)
    client.post(PAGE)
    assert DBTaskResult.objects.count() == 1


@pytest.mark.django_db
def test_too_many_booklets_are_refused(client, monkeypatch):
    monkeypatch.setitem(LIMITS, "exports", (1, 1))
    answers = [client.post(f"/rules/scrapbots/{edition}/booklet/").status_code for edition in ("3.4", "3.6")]
    assert answers == [303, 429]


@pytest.mark.django_db
def test_a_text_that_changed_meanwhile_is_not_kept_under_the_old_name():
    tasks.set_booklet.func("0" * 24, "scrapyard", "1.0")
    assert not kept.is_done("0" * 24)


@pytest.mark.django_db
def test_there_is_no_booklet_without_a_rulebook():
    for address in ("/rules/scrapyard/9/booklet.pdf", "/rules/nothing/1.0/booklet/"):
        assert Client().get(address).status_code == 404


def test_clean_html_becomes_paragraphs_lists_and_tables():
    html = (
        "<p>A <strong>bold</strong> <a href='/x/'>link</a>, so.</p>\n"
        "<ul>\n<li>one</li>\n<li>two <em>2</em></li></ul>"
        "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>"
    )
    paragraph, items, table = blocks_of(html)
    assert "".join(words for words, _ in paragraph["runs"]) == "A bold link, so."
    assert ("bold", "strong") in paragraph["runs"]
    assert [len(item) for item in items["items"]] == [1, 2]
    assert table["rows"] == [[[("a", "")], [("b", "")]], [[("1", "")], [("2", "")]]]


def test_a_table_in_an_item_divides_the_list_which_is_numbered_on():
    """It was an error, and the whole booklet with it; then the list began anew at 1."""
    table = "<table><tbody><tr><td>a</td></tr></tbody></table>"
    html = f"<ol>\n<li>\n<p>One</p>\n{table}\n<p>More.</p>\n</li>\n<li>\n<p>Two</p>\n</li>\n</ol>"
    above, between, more, below = blocks_of(html)
    assert above == {"kind": "ol", "items": [[("One", "")]], "start": 1}
    assert between["rows"] == [[[("a", "")]]]
    assert more == {"kind": "p", "runs": [("More.", "")]}
    assert below == {"kind": "ol", "items": [[("Two", "")]], "start": 2}


def test_no_word_of_a_rulebook_is_read_as_markup():
    """The template gets strings; brackets and hashes in them stay what they are."""
    (block,) = blocks_of("<p>#panic() *x* $y$ @z &lt;l&gt;</p>")
    assert block["runs"] == [("#panic() *x* $y$ @z <l>", "")]
    assert job.TEMPLATE.is_file()
