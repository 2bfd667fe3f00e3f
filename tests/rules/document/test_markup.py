"""Markdown to clean HTML: what is kept beside the text, and that nothing dangerous comes through."""

import re
from collections.abc import Callable

import pytest

from rules.document.marking import said
from rules.document.markup import UNSEEN, clean, convert_block, convert_blocks, convert_comment
from rules.wiki import shipped


def test_anchor_and_marks_are_kept_beside_the_html() -> None:
    (rendered,) = convert_blocks("A *law*.\n{: #law-1 .ruling }")
    assert (rendered.anchor, rendered.classes, rendered.html) == (
        "law-1",
        {"ruling"},
        "<p>A <em>law</em>.</p>",
    )
    assert rendered.text == "A law."


def test_the_section_of_the_source_is_kept_as_plain_words() -> None:
    (rendered,) = convert_blocks('A law.\n{: #law-1 .source from="3.5 <b>Moves</b>" onclick="x()" }')
    assert rendered.where == "3.5 <b>Moves</b>"
    assert rendered.html == "<p>A law.</p>"


def test_a_note_has_its_kind_and_title() -> None:
    (rendered,) = convert_blocks('!!! example "Example: two"\n    Say so.\n')
    assert (rendered.kind, rendered.classes, rendered.title) == ("note", {"example"}, "Example: two")
    assert rendered.html == "<p>Say so.</p>"


def test_terms_come_one_by_one() -> None:
    ready, spent = convert_blocks(
        "Ready {: #term-ready }\n:   Can act.\n\nSpent {: #term-spent }\n:   Can't.\n"
    )
    assert (ready.kind, ready.title, ready.anchor, ready.text) == ("term", "Ready", "term-ready", "Can act.")
    assert spent.anchor == "term-spent"


def test_wiki_links_carry_their_scheme() -> None:
    (rendered,) = convert_blocks("See [[rule:attack-1]] and [[card:sentry-gun]].")
    assert 'href="rule:attack-1"' in rendered.html
    assert 'href="card:sentry-gun"' in rendered.html


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
    html = "".join(rendered.html for rendered in convert_blocks(source))
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


class TestOnePiece:
    def test_a_law_has_its_lists_and_tables(self) -> None:
        made = convert_block("Law.\n{: #a-1 }\n\n- one\n- two\n\n|a|b|\n|-|-|\n|c|d|")
        assert (made.kind, made.anchor) == ("p", "a-1")
        assert [tag in made.html for tag in ("<p>Law.</p>", "<ul>", "<table>")] == [True] * 3
        assert made.text == "Law. one two a b c d"

    def test_a_list_that_is_a_law_has_its_table(self) -> None:
        made = convert_block("- one\n{: #a-1 }\n\n|a|b|\n|-|-|\n|c|d|")
        assert made.kind == "ul"
        assert "<table>" in made.html

    @pytest.mark.parametrize(
        "source",
        [
            "One.\n\nTwo.",
            "One.\n{: #a-1 }\n\nTwo.\n{: #a-2 }",
            "## Title {: #a }\n\nLaw.",
            "Law.\n\n!!! note\n    x",
            "!!! note\n    x\n\nLaw.",
            "One {: #term-a }\n:   x\n\nTwo {: #term-b }\n:   y",
        ],
    )
    def test_two_of_them_are_refused(self, source: str) -> None:
        with pytest.raises(ValueError, match="more than one paragraph"):
            convert_block(source)

    def test_a_term_may_be_explained_in_two_ways(self) -> None:
        made = convert_block("Ready {: #term-ready }\n:   Can act.\n:   Stands upright.")
        assert (made.title, made.text) == ("Ready", "Can act. Stands upright.")


class TestNumberedLists:
    @pytest.mark.parametrize("make", [convert_comment, lambda source: convert_block(source).html])
    def test_begin_with_the_number_that_was_written(self, make: Callable[[str], str]) -> None:
        assert make("3. Three\n4. Four").startswith('<ol start="3">\n<li>Three')
        assert make("1. One").startswith("<ol>")
        assert make("0. Nought").startswith('<ol start="0">')
        assert make("12345. Too far").startswith("<ol>")

    def test_are_numbered_so_where_their_words_are_said(self) -> None:
        assert said(convert_comment("Then:\n\n3. Three\n4. Four")) == "Then: 3. Three 4. Four"


class TestLinks:
    @pytest.mark.parametrize("make", [convert_comment, lambda source: convert_block(source).html])
    def test_that_leave_say_that_we_do_not_vouch_for_them(self, make: Callable[[str], str]) -> None:
        html = make("[here](https://example.org/a?b=c)")
        assert html == ('<p><a href="https://example.org/a?b=c" rel="nofollow noopener ugc">here</a></p>')

    @pytest.mark.parametrize("address", ["/matches/", "/rules/scrapbots/3.6/#attack-1"])
    def test_that_stay_do_not(self, address: str) -> None:
        assert convert_comment(f"[here]({address})") == f'<p><a href="{address}">here</a></p>'

    @pytest.mark.parametrize(
        "address",
        [
            *(
                "http://example.org",
                "//example.org",
                "/\\\\example.org",
                "javascript:alert(1)",
                "data:x",
                "#x",
            ),
            *(
                "mailto:a@b.c",
                "rule:Attack",
                'rule:a"b',
                "card:a/b",
                "ftp://x",
                "x/y",
                "?x",
                "https:example.org",
            ),
        ],
    )
    def test_that_lead_elsewhere_are_words(self, address: str) -> None:
        assert convert_comment(f"[here]({address})") == "<p>here</p>"

    def test_hold_nothing_that_ends_their_address(self) -> None:
        """Whoever reads the HTML with a regular expression afterwards isn't led astray."""
        html = convert_comment('[x](https://example.org/?a>b"c`d)')
        assert 'href="https://example.org/?a%3Eb%22c%60d"' in html

    def test_of_our_own_hold_words_only(self) -> None:
        assert (
            convert_comment("[**the** rule](rule:attack-1)") == '<p><a href="rule:attack-1">the rule</a></p>'
        )

    def test_stand_for_pictures(self) -> None:
        assert convert_comment("![a robot](https://example.org/x.png) says") == (
            '<p><a href="https://example.org/x.png" rel="nofollow noopener ugc">a robot</a> says</p>'
        )
        assert convert_comment("![a robot](x.png)") == "<p>a robot</p>"


class TestComments:
    def test_may_quote_and_show_what_was_typed(self) -> None:
        html = convert_comment("> said\n\n    typed\n\n---\n\n`so`")
        for tag in ("<blockquote>", "<pre><code>", "<hr>", "<code>so</code>"):
            assert tag in html

    def test_know_nothing_of_anchors_examples_and_terms(self) -> None:
        assert convert_comment("One.\n{: #a-1 }") == "<p>One.\n{: #a-1 }</p>"
        assert convert_comment("!!! note") == "<p>!!! note</p>"

    def test_have_no_titles(self) -> None:
        assert convert_comment("# Loud") == "Loud"


def test_nothing_unseen_comes_in_by_number() -> None:
    assert convert_comment("a&#x202e;b&#8232;c&#x7f;d") == "<p>abcd</p>"
    assert not set(convert_comment("".join(f"&#{ord(char)};" for char in sorted(UNSEEN)) + "x")) & UNSEEN


def test_cleaning_twice_changes_nothing() -> None:
    for source in ("[x](https://a.b/<c>)", "a < b & c", "|a|\n|-|\n|b|", "[[rule:a-1]] ![x](y)"):
        assert clean(convert_comment(source).replace(' rel="nofollow noopener ugc"', "")) == convert_comment(
            source
        )


@pytest.mark.parametrize(
    "source, why",
    [
        ("", "no text"),
        ("![](x)", "no text"),
        ("Term\n: ", "no text"),
        ("---", "can’t have"),
        ("> quoted", "can’t have"),
        ("One.\n\nTwo.", "more than one paragraph"),
    ],
)
def test_what_makes_no_block_is_refused_with_the_reason(source: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        convert_block(source)
