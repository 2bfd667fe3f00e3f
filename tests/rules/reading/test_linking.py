"""Links of the rulebook: rules by number, cards by name, and the words its glossary explains."""

from dataclasses import dataclass

import pytest

from games import catalog
from rules.answers.own_books import own_rule
from rules.document.books import BookError, Paragraph, assemble
from rules.document.markup import Rendered, plain
from rules.wiki import shipped
from rules.wiki.citations import enforced
from rules.wiki.linking import Linker, Where
from rules.wiki.stored_books import blocks_to_json
from scrapsite.common.rulebook import Written
from tests.rules.text import blocks, chapter, law

BOOK = shipped.book("scrapbots", "3.6")
CHAPTER = '<a href="rule:setup">chapter 2</a>'


@dataclass(frozen=True)
class DraftPages:
    """The pages of a draft's rulebook, which has the cards that were published."""

    def rule(self, anchor: str) -> str:
        """Return the page of a paragraph."""
        return f"/draft/{anchor}/"

    def card(self, slug: str) -> None:
        """Return no card of the draft's own."""


def test_a_card_link_names_the_card_in_this_edition() -> None:
    html = Linker(BOOK, "book").linked('<a href="card:sentry-gun">sentry-gun</a>')
    assert 'href="/cards/scrapbots/sentry-gun/?edition=3.6"' in html
    assert html.endswith(">Sentry Gun</a>")


def test_a_card_link_knows_where_the_face_of_this_edition_is() -> None:
    html = Linker(BOOK, "alone").linked('<a href="card:sentry-gun">sentry-gun</a>')
    assert 'data-face="/cards/scrapbots/sentry-gun/face/?edition=3.6"' in html


def test_a_card_that_left_is_shown_in_an_edition_that_has_it() -> None:
    html = Linker(BOOK, "book").linked('<a href="card:repair-kit">repair-kit</a>')
    assert "repair-kit/?edition=3.4" in html


def test_a_card_of_no_edition_is_an_error() -> None:
    with pytest.raises(BookError, match="toaster"):
        Linker(BOOK, "book").linked('<a href="card:toaster">toaster</a>')


def test_a_term_is_linked_once_with_its_explanation() -> None:
    html = Linker(BOOK, "book").linked("<p>A Lane. Two Lanes.</p>")
    assert html.count('href="#term-lane"') == 1
    assert 'aria-describedby="term-lane.says"' in html


@pytest.mark.parametrize("where", ["alone", "panel", "card"])
def test_away_from_its_book_a_term_brings_its_explanation_along(where: Where) -> None:
    assert 'data-tip="One of the three places' in Linker(BOOK, where).linked("<p>A Lane.</p>")


def test_terms_are_left_alone_in_links_in_other_words_and_in_their_own_paragraph() -> None:
    linker = Linker(BOOK, "book")
    assert linker.linked('<a href="https://example.org">Lane</a>').count("<a") == 1
    assert "term-scrap" not in linker.linked("<p>scrapheap and scrap</p>")
    assert linker.linked("<p>Lane</p>", own="term-lane") == "<p>Lane</p>"


def test_a_term_of_two_words_is_linked_over_a_lines_end() -> None:
    (term,) = blocks("spare wheel {: #term-spare-wheel }\n:   One more.")
    found = [one.rendered for one in (*blocks(chapter("Turns", "turns")), term)]
    html = Linker(assemble(BOOK.head, found), "book").linked("<p>A spare\nwheel.</p>")
    assert html.endswith(">spare\nwheel</a>.</p>")
    assert 'href="#term-spare-wheel"' in html


def test_a_term_is_not_found_inside_of_an_escaped_sign() -> None:
    (term,) = blocks("amp {: #term-amp }\n:   A box.")
    found = [one.rendered for one in (*blocks(chapter("Turns", "turns")), term)]
    linker = Linker(assemble(BOOK.head, found), "book")
    assert linker.linked("<p>Nuts &amp; bolts</p>") == "<p>Nuts &amp; bolts</p>"
    assert linker.linked("<p>&lt;an amp&gt;</p>").count('href="#term-amp"') == 1


def test_away_from_the_book_links_lead_to_single_paragraphs() -> None:
    html = Linker(BOOK, "alone").linked('<a href="rule:attack-1">rule 4.17</a>')
    assert html == '<a class="rule-ref" href="/rules/scrapbots/3.6/attack-1/">rule 4.17</a>'


def test_in_a_panel_rules_replace_the_panel_and_cards_leave_it_by_a_new_tab() -> None:
    linker = Linker(BOOK, "panel")
    address = "/rules/scrapbots/3.6/attack-1/"
    assert f'hx-get="{address}" hx-target="#panel-body"' in linker.linked('<a href="rule:attack-1">x</a>')
    assert 'target="_blank"' in linker.linked('<a href="card:scout">scout</a>')


def test_a_link_to_a_chapter_calls_it_a_chapter() -> None:
    found = blocks(chapter("Turns", "turns"), law("turns-1", "See [[rule:turns]]."))
    book = assemble(BOOK.head, [one.rendered for one in found])
    assert '<a href="rule:turns">chapter 1</a>' in book.by_anchor["turns-1"].html


def test_a_chapter_is_read_in_the_page_of_its_book() -> None:
    """It has no page of its own, and links away from the book led to a page that isn't there."""
    assert Linker(BOOK, "book").linked(CHAPTER) == '<a class="rule-ref" href="#setup">chapter 2</a>'
    assert 'href="/rules/scrapbots/3.6/#setup">' in Linker(BOOK, "alone").linked(CHAPTER)
    in_panel = Linker(BOOK, "panel").linked(CHAPTER)
    assert 'href="/rules/scrapbots/3.6/#setup" target="_blank"' in in_panel
    assert "hx-get" not in in_panel


@pytest.mark.django_db
@pytest.mark.parametrize("in_panel", [False, True])
def test_a_chapter_of_a_drafts_rulebook_is_read_in_the_published_one(in_panel: bool) -> None:
    (words,) = blocks_to_json(blocks(law("attack-1", "See [[rule:setup]] and [[rule:draw-1]].")))
    texts = {"attack-1": Written(words, "")}
    found = own_rule("scrapbots", "3.6", texts, DraftPages(), "attack-1", in_panel)
    assert found
    assert 'href="/rules/scrapbots/3.6/#setup"' in found.line.html
    assert 'href="/draft/draw-1/"' in found.line.html


@pytest.mark.parametrize("edition", ["3.4", "3.6", "3.6-2020-07"])
def test_what_the_game_cites_is_found(edition: str) -> None:
    book = shipped.book("scrapbots", edition)
    found = enforced(book)
    assert {"attack-1", "damage-5", "house-1", "type-wound"} <= found
    assert "aim-1" not in found
    assert {card.rule for card in catalog.cards("scrapbots", edition)} <= found


@pytest.mark.parametrize(
    ("game", "edition", "words"),
    [
        ("junkyard", "0.1", "A program runs the game here."),
        ("junkyard", "0.1", "Shuffle your discard pile; its top card is turned up."),
        ("junkyard", "0.1", "They come in turn."),
        ("scrap-knights", "b.0.0", "The cards go back to your hand."),
        ("scrap-knights", "b.0.0", "You can’t take back a choice, or your last move."),
        ("scrap-knights", "b.0.0", "A mech’s signature move."),
        ("scrap-knights", "b.0.0", "Taking a move back doesn’t make you forget what it showed you."),
        ("junkyard", "0.1", "Taking a move back doesn’t make you forget what it showed you."),
        pytest.param("junkyard", "0.1", "All turn\nup their cards.", id="over a line’s end"),
        ("scrapbots", "3.6", "The game is a draw."),
    ],
)
def test_a_word_with_another_sense_is_no_term(game: str, edition: str, words: str) -> None:
    assert Linker(shipped.book(game, edition), "book").linked(words) == words


@pytest.mark.parametrize(
    ("game", "edition", "words", "anchor"),
    [
        ("junkyard", "0.1", "Everybody programs at once.", "term-program"),
        ("junkyard", "0.1", "Choose an adjacent pile.", "term-pile"),
        ("junkyard", "0.1", "It turns right.", "term-turn"),
        ("scrap-knights", "b.0.0", "You move 1 back.", "term-back"),
        ("scrapbots", "3.6", "You may draw two cards.", "term-draw"),
    ],
)
def test_a_word_in_the_games_own_sense_is_a_term(game: str, edition: str, words: str, anchor: str) -> None:
    assert f'href="#{anchor}"' in Linker(shipped.book(game, edition), "book").linked(words)


@pytest.mark.parametrize("game", shipped.games())
def test_every_phrase_with_another_sense_stands_in_a_rulebook(game: str) -> None:
    """A phrase that no book says any more would only hide words from readers."""
    editions = catalog.title(game).editions
    said = " ".join(
        part.text if isinstance(part, Rendered | Paragraph) else plain(getattr(part, "html", ""))
        for book in (shipped.book(game, edition) for edition in editions)
        for part in (*book.intro, *(part for section in book.sections for part in section.parts))
    ).casefold()
    assert [phrase for phrase in shipped.other_senses(game) if phrase not in said] == []
