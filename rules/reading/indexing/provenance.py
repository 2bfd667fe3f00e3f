"""Makes the tables of `docs/provenance`: where each paragraph of the shipped rulebooks comes from.

A paragraph of law says so itself; `rules.document.provenance` has the kinds. Introductions, remarks, examples
and terms explain the law and decide nothing.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rules.document.books import Book, Paragraph
from rules.document.provenance import MEANINGS, NAMES
from rules.reading.indexing.flow import ROOT
from rules.reading.indexing.index import settling_tests
from rules.wiki import shipped
from rules.wiki.citations import Site

FOLDER = ROOT / "docs" / "provenance"

_SENTENCE = re.compile(r"[.!?:]”?\)?(?=\s|$)")
_UNSAID = "nobody has said"


def tables() -> dict[Path, str]:
    """Return what the files of all games should say."""
    return {FOLDER / f"{game}.md": _table(game) for game in shipped.games()}


def unsaid(book: Book) -> list[str]:
    """Return the anchors of the paragraphs of *book* that don't say where they come from.

    A paragraph that isn't a ruling has to name the section of the source, too.
    """
    return [one.anchor for one in _law(book) if not one.is_ruling and not one.provenance.where]


def unsettled(book: Book) -> list[str]:
    """Return the anchors of the rulings of *book* that no test names."""
    tests = settling_tests(book.game)
    return [one.anchor for one in _law(book) if one.is_ruling and not tests.get(one.anchor)]


def _table(game: str) -> str:
    tests = settling_tests(game)
    editions = [line for file in shipped.files(game) for line in _edition(file.book, tests)]
    title = shipped.files(game)[0].book.title
    return "\n".join([f"# Where the rules of {title} come from", "", *_preface(), *editions]) + "\n"


def _preface() -> Iterator[str]:
    yield "`manage.py list_provenance` makes this list from the texts in `rules/text` and the tests: edit"
    yield "those. [Decision 38](../decisions/0038-provenance.md) says how it works. Each paragraph is one of:"
    yield ""
    for kind, name in NAMES.items():
        yield f"- **{name}.** {MEANINGS[kind]}"
    yield ""
    yield "The introduction, remarks, examples and the glossary explain these paragraphs and decide nothing."
    yield ""


def _edition(book: Book, tests: dict[str, tuple[Site, ...]]) -> Iterator[str]:
    came_out = f"of {book.date.day} {book.date:%B %Y}" if book.date else "undated"
    yield f"## Edition {book.edition}, {came_out}"
    yield ""
    yield f"The source: {book.head.source}."
    yield ""
    paragraphs, sentences = Counter[str](), Counter[str]()
    for one in _law(book):
        name = one.provenance.name or _UNSAID
        paragraphs[name] += 1
        sentences[name] += max(1, len(_SENTENCE.findall(one.text)))
    yield "| | paragraphs | sentences |"
    yield "| --- | ---: | ---: |"
    for name in (*NAMES.values(), _UNSAID):
        yield f"| {name} | {paragraphs[name]} | {sentences[name]} |"
    yield ""
    yield "| rule | anchor | where it comes from | what it says | tests that settle it |"
    yield "| --- | --- | --- | --- | --- |"
    for one in _law(book):
        yield _row(one, tests.get(one.anchor, ()))
    yield ""


def _row(one: Paragraph, tests: tuple[Site, ...]) -> str:
    said = one.provenance
    origin = f"{said.name}: {said.where}" if said.where else said.name or _UNSAID
    named = ", ".join(f"`{name}`" for name in sorted({site.name for site in tests})) if one.is_ruling else ""
    return f"| {one.number} | `{one.anchor}` | {_cell(origin)} | {_cell(one.text)} | {named} |"


def _cell(words: str) -> str:
    return words.replace("|", "\\|")


def _law(book: Book) -> list[Paragraph]:
    return [one for one in book.paragraphs if not one.term]
