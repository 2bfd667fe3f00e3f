"""Markdown to clean HTML: what is kept beside the text, and that nothing dangerous comes through."""

import re

import pytest

from rules import shipped
from rules.markup import blocks


def test_anchor_and_marks_are_kept_beside_the_html() -> None:
    (block,) = blocks("A *law*.\n{: #law-1 .ruling }")
    assert (block.anchor, block.classes, block.html) == ("law-1", {"ruling"}, "<p>A <em>law</em>.</p>")
    assert block.text == "A law."


def test_a_note_has_its_kind_and_title() -> None:
    (block,) = blocks('!!! example "Example: two"\n    Say so.\n')
    assert (block.kind, block.classes, block.title) == ("note", {"example"}, "Example: two")
    assert block.html == "<p>Say so.</p>"


def test_terms_come_one_by_one() -> None:
    ready, spent = blocks("Ready {: #term-ready }\n:   Can act.\n\nSpent {: #term-spent }\n:   Can't.\n")
    assert (ready.kind, ready.title, ready.anchor, ready.text) == ("term", "Ready", "term-ready", "Can act.")
    assert spent.anchor == "term-spent"


def test_wiki_links_carry_their_scheme() -> None:
    (block,) = blocks("See [[rule:attack-1]] and [[card:sentry-gun]].")
    assert 'href="rule:attack-1"' in block.html
    assert 'href="card:sentry-gun"' in block.html


@pytest.mark.parametrize(
    "source",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[here](javascript:alert(1))",
        "[here](JaVaScRiPt:alert(1))",
        "[here](data:text/html;base64,PHNjcmlwdD4=)",
        "![picture](https://example.org/x.png)",
        "<a href='#' hx-get='/x' onclick='x()'>here</a>",
        "Text\n{: onclick=alert(1) style=color:red hx-get=/x }",
        '[here](https://example.org "title"){: target=_blank .x #y }',
        "<svg><script>alert(1)</script></svg>",
    ],
)
def test_nothing_dangerous_comes_through(source: str) -> None:
    html = "".join(block.html for block in blocks(source))
    tags = re.findall(r"<[^>]+>", html)
    assert not [
        tag for tag in tags if re.search(r"<(script|img|svg|style)|[ \"'](on\w+|style|class|id|hx-)", tag)
    ]
    assert not [tag for tag in tags if re.search(r"(javascript|data):", tag, re.IGNORECASE)]


@pytest.mark.parametrize("edition", ["3.4", "3.6", "3.6-2020-07"])
def test_the_shipped_books_hold_plain_tags_only(edition: str) -> None:
    book = shipped.book("scrapbots", edition)
    html = "".join(paragraph.html for paragraph in book.paragraphs) + "".join(b.html for b in book.intro)
    tags = set(re.findall(r"<[^>]+>", html))
    assert not [tag for tag in tags if not re.fullmatch(r'</?[a-z]+>|<a href="(rule|card):[a-z0-9-]+">', tag)]
