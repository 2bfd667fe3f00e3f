"""The search over the rulebooks: known answers, which both databases have to give."""

from __future__ import annotations

import re
import time
from datetime import date

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.document.blocks import Block
from rules.document.markup import convert_block
from rules.reading.search import Found, Hit, search
from rules.talk.models import Comment, Thread, ThreadKind
from rules.wiki import shipped
from rules.wiki.actions.publishing import Origin, publish
from rules.wiki.models import Edition, RevisionKind, Rulebook
from rules.wiki.stored_books import editions_of, stored_book
from scrapsite.common.fulltext.finding import highlighted, runs, says, spots
from tests.rules.text import blocks, chapter, edition, law, text_of, with_law

pytestmark = pytest.mark.django_db


def anchors(q: str, game: str = "scrapbots", edition: str = "3.6") -> list[str]:
    """Return what *q* finds, in its order."""
    return [hit.paragraph.anchor for hit in search(q, game, edition).hits]


def same_words(hit: Hit) -> dict[str, bool]:
    """Return the other editions of a hit, and whether they say the same."""
    return {other.edition: other.has_same_words for other in hit.others}


class TestWords:
    def test_all_words_have_to_be_there(self) -> None:
        assert "setup-2" in anchors("twenty wounds")
        assert anchors("twenty wounds zebra") == []

    def test_words_are_found_without_case_and_accents_count(self) -> None:
        assert anchors("TWENTY WoUnDs") == anchors("twenty wounds")
        assert search("twénty", "scrapbots").shown_for == "twenty", "it isn’t said so anywhere"

    def test_a_run_in_quotes_has_to_stand_so(self) -> None:
        assert anchors('"stays on a Scrapbot"') == ["damage-6"]
        assert anchors("“stays on a Scrapbot”") == ["damage-6"]
        assert anchors('"on stays a Scrapbot"') == []
        assert "damage-6" in anchors("on stays a Scrapbot")

    def test_the_last_word_may_go_on_but_not_in_quotes(self) -> None:
        assert "damage-6" in anchors("damage stay")
        assert "damage-6" in anchors("damage stays")
        assert "damage-6" not in anchors('damage "stay"')
        assert "damage-6" not in anchors("stay damage")

    def test_a_number_an_anchor_and_a_term_come_first(self) -> None:
        assert anchors("4.1")[0] == "scrap-1"
        assert anchors("4.11")[0] == "activate-3"
        assert anchors("attack-1")[0] == "attack-1"
        assert anchors("lane")[0] == "term-lane"

    @pytest.mark.parametrize("q", ["rule 4.2", " Rule  4.2 "])
    def test_a_rule_is_found_by_what_citations_call_it(self, q: str) -> None:
        assert anchors(q) == anchors("4.2")
        assert anchors(q)[0] == "scrap-2"
        assert search(q).q == q

    def test_titles_count_after_the_words_themselves(self) -> None:
        found = anchors("setup")
        assert set(found) >= {f"setup-{number}" for number in range(1, 7)}
        assert "setup-4" in anchors("setup lanes")

    def test_cards_are_found_by_their_names(self) -> None:
        assert anchors('"spare parts"', edition="3.4") == ["setup-1"]

    @pytest.mark.parametrize("quote", ['"', "“", "„", "«"])
    def test_an_open_quote_reaches_to_the_end(self, quote: str) -> None:
        assert anchors(f"{quote}stays on a Scrapbot") == ["damage-6"]


class TestEditions:
    def test_a_paragraph_is_told_once_in_its_newest_edition(self) -> None:
        (hit,) = search('"stays on a Scrapbot"', "scrapbots").hits
        assert hit.book.edition == "3.6-2020-07"
        assert hit.url == "/rules/scrapbots/3.6-2020-07/damage-6/"
        assert [(other.edition, other.has_same_words) for other in hit.others] == [
            ("3.6", True),
            ("3.4", True),
        ]
        assert hit.others[1].url == "/rules/scrapbots/3.4/damage-6/"

    def test_other_words_in_another_edition_are_said_to_be_so(self) -> None:
        hit = next(
            h for h in search("repair takes", "scrapbots").hits if h.paragraph.anchor == "effect-repair"
        )
        assert [(other.edition, other.has_same_words) for other in hit.others] == [
            ("3.6", True),
            ("3.4", False),
        ]

    def test_words_with_other_numbers_of_rules_are_the_same_words(self) -> None:
        found = edition("3.6")
        made = with_law(text_of(found), "resource-1", "resource-99")
        publish(found, found.head, made, Origin(RevisionKind.PROPOSAL, None, "One more."))
        hit = next(hit for hit in search("scrap-1", "scrapbots").hits if hit.paragraph.anchor == "scrap-1")
        old, new = (stored_book("scrapbots", slug).by_anchor["scrap-1"] for slug in ("3.6-2020-07", "3.6"))
        assert old.text != new.text
        assert same_words(hit)["3.6"]

    def test_what_only_an_old_edition_says_is_found_there(self) -> None:
        (hit,) = search('"all of them Spare Parts"', "scrapbots").hits
        assert (hit.book.edition, hit.others) == ("3.4", ())

    def test_newer_editions_come_first(self) -> None:
        order = [book.edition for book in editions_of("scrapbots")]
        places = [order.index(hit.book.edition) for hit in search("published", "scrapbots").hits]
        assert places == sorted(places)
        assert set(places) == {0, 1, 2}

    def test_one_that_left_the_catalogue_is_searched_without_cards(self, client: Client) -> None:
        rulebook = Rulebook.objects.get(game="scrapbots")
        gone = Edition.objects.create(rulebook=rulebook, slug="1.0", date=date(2019, 1, 1))
        words = blocks(chapter(), law("turns-1", "The zebra takes its turn."))
        publish(gone, None, words, Origin(RevisionKind.SHIPPED, None, "Zebras."))
        assert anchors("zebra", "scrapbots", "1.0") == ["turns-1"]
        assert anchors("zebrra", "scrapbots", "1.0") == ["turns-1"], "a misspelled word is known"
        assert client.get("/rules/search/?q=sentry+gun").status_code == 200
        (card,) = search("sentry gun").cards
        assert card.where == "Scrapbots 3.6-2020-07"

    def test_only_the_revision_in_force_is_searched(self) -> None:
        edition = Edition.objects.get(rulebook__game="scrapbots", slug="3.6")
        assert edition.head is not None
        reworded = [
            block if block.anchor != "aim-1" else Block(source, convert_block(source))
            for block in shipped.files("scrapbots")[1].blocks
            for source in ["You are a zebra.\n{: #aim-1 }"]
        ]
        before = anchors('"pile up scrap"')
        publish(edition, edition.head, reworded, Origin(RevisionKind.PROPOSAL, None, "Zebras."))
        assert (before, anchors('"pile up scrap"'), anchors("zebra")) == (["aim-1"], [], ["aim-1"])


class TestLimits:
    def test_a_search_has_at_most_500_characters(self) -> None:
        assert not search("a" * 500).mistake
        assert "500 characters" in search("a" * 501).mistake

    def test_a_search_has_at_most_50_words(self) -> None:
        words = [f"w{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(51)]
        assert not search(" ".join(words[:50])).mistake
        assert "50 words" in search(" ".join(words)).mistake
        assert not search("same " * 90).mistake

    def test_limits_are_checked_before_anything_is_looked_up(self, django_assert_num_queries) -> None:
        with django_assert_num_queries(0):
            search("a" * 501)
            search("a b " * 1000)

    @pytest.mark.parametrize("q", ["!!!", "🤖", "\0", '""', "- -"])
    def test_signs_alone_can_not_be_looked_for(self, q: str) -> None:
        assert "letters or digits" in search(q).mistake

    @pytest.mark.parametrize("game, edition", [("\0", ""), ("scrapbots", "\0"), ("nothing", ""), ("", "9.9")])
    def test_games_and_editions_that_are_not_there_are_named(self, game: str, edition: str) -> None:
        assert search("lane", game, edition).mistake.startswith("There is no")

    def test_signs_of_the_databases_mean_nothing(self) -> None:
        expected = set(anchors("twenty wounds"))
        for q in (
            "twenty & wounds",
            "twenty' wounds",
            "words:twenty* -wounds",
            "(twenty) OR: wounds;",
            "twenty\0wounds",
        ):
            assert set(anchors(q)) <= expected, q
        assert set(anchors("twenty & wounds")) == expected
        assert expected

    @settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
    @given(st.text(max_size=60))
    @pytest.mark.soak(seconds=1)
    def test_any_text_gets_an_answer(self, q: str) -> None:
        assert isinstance(search(q, "scrapbots"), Found)

    def test_the_most_that_can_be_asked_takes_no_time(self) -> None:
        q = " ".join(f"{chr(97 + n % 26)}{'bcd'[n // 26]}" for n in range(49)) + " a"
        started = time.process_time()
        search(q)
        search("a")
        assert time.process_time() - started < 3


class TestNothingFound:
    def test_words_that_are_nowhere_are_named(self) -> None:
        found = search("zebra lane yacht", "scrapbots")
        assert (found.hits, found.missing) == ((), ("zebra", "yacht"))

    def test_what_fits_elsewhere_is_counted(self) -> None:
        assert search('"all of them Spare Parts"', "scrapbots", "3.6").count_everywhere == 1


class TestRulings:
    def test_a_dated_ruling_is_found_until_it_is_hidden(self, client: Client) -> None:
        edition = Edition.objects.select_related("head").get(rulebook__game="scrapbots", slug="3.6")
        assert edition.head is not None
        thread = Thread.objects.create(
            edition=edition, anchor="attack-1", revision=edition.head, kind=ThreadKind.QUESTION
        )
        html = '<p>A zebra never attacks <a href="card:sentry-gun">sentry-gun</a>.</p>'
        thread.answer = Comment.objects.create(thread=thread, source="", html=html)
        thread.save()
        assert search("zebra", "scrapbots").rulings == ()
        thread.ruled_at = timezone.now()
        thread.save()
        (ruling,) = search("zebra sentry", "scrapbots").rulings
        assert ruling.html == "A <mark>zebra</mark> never attacks <mark>Sentry</mark> Gun."
        assert ruling.url in client.get("/rules/search/?q=zebra").content.decode()
        assert search("zebra", "scrapbots", "3.4").rulings == ()
        thread.answer.hidden_at = timezone.now()
        thread.answer.save()
        assert search("zebra", "scrapbots").rulings == ()


class TestMarks:
    @pytest.mark.parametrize(
        "q, text, shown",
        [
            ("lane", "Every Lane, all Lanes", "Every <mark>Lane</mark>, all <mark>Lanes</mark>"),
            ('"lane"', "Every Lane, all Lanes", "Every <mark>Lane</mark>, all Lanes"),
            ('"a lane"', "In a Lane", "In <mark>a Lane</mark>"),
            ("a lane", "In a Lane", "In <mark>a</mark> <mark>Lane</mark>"),
            ('"in a" "a lane"', "In a Lane", "<mark>In a Lane</mark>"),
            ("b", "<b>b</b> & c", "&lt;<mark>b</mark>&gt;<mark>b</mark>&lt;/<mark>b</mark>&gt; &amp; c"),
            ("20 damage", "20damage", "<mark>20</mark><mark>damage</mark>"),
        ],
    )
    def test_what_was_asked_for_is_marked(self, q: str, text: str, shown: str) -> None:
        found = [spot for run in runs(q) for spot in spots(text, run)]
        assert highlighted(text, found) == shown

    def test_of_a_long_text_the_part_around_the_first_spot_is_shown(self) -> None:
        text = "before " * 200 + "needle " + "after " * 200
        (run,) = runs("needle")
        shown = highlighted(text, spots(text, run))
        assert "<mark>needle</mark>" in shown
        assert shown.startswith("… before")
        assert shown.endswith("after …")
        assert len(shown) < 800

    @settings(deadline=None)
    @given(st.text(max_size=80), st.text(alphabet='aAbé1 "', max_size=12))
    def test_marks_never_change_the_words(self, text: str, q: str) -> None:
        found = [spot for run in runs(q) for spot in spots(text, run)]
        assert re.sub("</?mark>", "", highlighted(text, found)) == highlighted(text, [])

    @given(st.text(alphabet='aAbBéß1٣ -."', max_size=30), st.text(alphabet='aAbBéß1٣ "', max_size=12))
    def test_a_text_says_what_has_a_place_in_it(self, text: str, q: str) -> None:
        for run in runs(q):
            assert says(text, run) == bool(spots(text, run))


class TestPages:
    def test_without_a_question_there_is_help_whose_examples_find_something(self, client: Client) -> None:
        html = client.get("/rules/search/").content.decode()
        examples = re.findall(r'href="(\?q=[^"]+)"', html)
        assert len(examples) >= 4
        for example in examples:
            assert 'class="hit"' in client.get(f"/rules/search/{example}").content.decode(), example
        assert "/rules/scrapbots/3.6/" in html

    def test_a_hit_shows_number_chapter_edition_and_marks(self, client: Client) -> None:
        html = client.get("/rules/search/?q=%22stays+on+a+Scrapbot%22").content.decode()
        assert "<mark>stays on a Scrapbot</mark>" in html
        assert 'href="/rules/scrapbots/3.6-2020-07/damage-6/"' in html
        assert "Scrapbots 3.6-2020-07 · Damage" in html

    def test_pages_hold_all_hits_once(self, client: Client) -> None:
        found = search("a", "scrapbots")
        assert found.pages > 1
        every = [
            (hit.book.edition, hit.paragraph.anchor)
            for page in range(1, found.pages + 1)
            for hit in search("a", "scrapbots", page=page).hits
        ]
        assert len(every) == len(set(every)) == found.count
        html = client.get("/rules/search/?q=a&game=scrapbots&page=2").content.decode()
        assert f"Page 2 of {found.pages}" in html
        assert 'href="/rules/search/?q=a&amp;game=scrapbots&amp;page=1"' in html

    def test_a_question_is_shown_as_it_was_typed_and_nothing_more(self, client: Client) -> None:
        html = client.get("/rules/search/", {"q": '"><script>alert(1)</script>'}).content.decode()
        assert "<script>alert" not in html

    @pytest.mark.parametrize("path", ["/rules/search/?q=lane", "/rules/search/?q=zebra", "/rules/search/"])
    def test_pages_are_public(self, client: Client, path: str) -> None:
        response = client.get(path)
        assert response.status_code == 200
        assert "public" in response["Cache-Control"]

    def test_a_mistake_is_said_and_the_question_kept(self, client: Client) -> None:
        response = client.get("/rules/search/", {"q": "lane", "edition": "9.9"})
        assert response.status_code == 400
        assert "There is no edition “9.9” here." in response.content.decode()
        assert 'value="lane"' in response.content.decode()

    def test_the_list_of_rulebooks_has_a_search_box(self, client: Client) -> None:
        html = client.get("/rules/").content.decode()
        assert 'action="/rules/search/"' in html
        assert "aria-invalid" not in html


class TestExamplesAndCards:
    def test_an_example_is_found_by_its_words_and_leads_to_the_rule_above_it(self, client: Client) -> None:
        (example,) = search("two turns to the right", "junkyard").examples
        assert (example.title, example.url) == (
            "Example: two turns to the right",
            "/rules/junkyard/0.1/corner-3/",
        )
        page = client.get("/rules/search/?q=two+turns+to+the+right&game=junkyard").content.decode()
        assert "/rules/junkyard/0.1/corner-3/" in page
        assert "No paragraphs found" not in page

    def test_an_example_that_editions_share_is_shown_once(self) -> None:
        titles = [example.title for example in search("splash", "scrapbots").examples]
        assert len(titles) == len(set(titles))

    def test_a_card_is_found_by_its_name(self, client: Client) -> None:
        (card,) = search("sentry gun").cards
        assert (card.name, card.where) == ("Sentry Gun", "Scrapbots 3.6-2020-07")
        assert "/cards/scrapbots/sentry-gun/" in client.get("/rules/search/?q=sentry+gun").content.decode()

    def test_a_card_is_found_in_the_edition_asked_for(self) -> None:
        assert search("sentry gun", "junkyard").cards == ()
        assert search("sentry gun", "scrapbots", "3.6").cards[0].where == "Scrapbots 3.6"


class TestTypos:
    @pytest.mark.parametrize(
        ("q", "meant"),
        [
            ("splahs damage", "splash damage"),
            ("exhasted", "exhausted"),
            ("undefendet lane", "undefended lane"),
            ("sentri gun", "sentry gun"),
            ("Exhasted attack 4", "exhausted attack 4"),
        ],
    )
    def test_the_nearest_words_are_looked_for_and_the_page_says_so(
        self, client: Client, q: str, meant: str
    ) -> None:
        found = search(q, "scrapbots")
        assert found.shown_for == meant
        assert found.has_any
        page = " ".join(client.get("/rules/search/", {"q": q, "game": "scrapbots"}).content.decode().split())
        assert f"Showing <strong>{meant}</strong> for “{q}”, which isn’t in any rulebook." in page

    def test_nothing_is_corrected_where_something_fits(self) -> None:
        assert search("splash").shown_for == ""
        assert search("compon", "scrapbots").shown_for == "", "the beginning of a word"

    @pytest.mark.parametrize("q", ["zebra", "xqzwv", '"splahs"', "lne", "99.99", "x" * 400])
    def test_nothing_is_guessed_where_nothing_is_near_or_it_is_quoted(self, q: str) -> None:
        found = search(q, "scrapbots")
        assert (found.shown_for, found.has_any) == ("", False)

    def test_a_word_of_another_game_is_no_correction(self) -> None:
        assert search("scrapheep", "junkyard").shown_for == "scrapheap"
        assert search("scrapheep", "scrapyard").shown_for != "scrapheap"

    def test_many_wrong_words_take_no_time(self) -> None:
        began = time.process_time()
        search(" ".join(f"splahs{'abcdefgh'[number % 8]}{'x' * (number % 5)}" for number in range(50)))
        assert time.process_time() - began < 1.5
