"""What changed between two books: every change is told, once, and by its right name."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.document.blocks import split
from rules.document.books import Book, Head, assemble
from rules.document.diffing import Change, Difference, compare, marked
from rules.document.markup import convert_block
from rules.document.provenance import Provenance
from rules.wiki import shipped
from scrapsite.common.worddiff import MOST_WORK, runs, work

HEAD = Head("scrapbots", "9.9", "Scrapbots", date(2020, 1, 1), "", "", "", "")
TEXT = """\
Words before all chapters.

## Aim {: #aim }

Win by all means.
{: #aim-1 }

## Turn {: #turn }

Play your cards.
{: #turn-1 }

!!! example "A turn"
    You play a card.

### Afterwards

Draw five cards.
{: #turn-2 }

Pass the turn.
{: #turn-3 .ruling }

## Words {: #words }

Lane {: #term-lane }
:   Where a Scrapbot stands.
"""


def book(text: str = TEXT, head: Head = HEAD, **options: int) -> Book:
    return assemble(head, [convert_block(source) for source in split(text)], **options)


def changed(old: str, new: str) -> Difference:
    return compare(book(old), book(new))


def kinds(difference: Difference) -> dict[str, set[str]]:
    """Return what happened, by key."""
    return {change.key: set(change.kinds) for change in difference.changes}


def read(html: str) -> str:
    """Return the words of a marked text as they are read out."""
    return re.sub(r"<[^>]+>", "", html.replace("<br>", " / "))


def only(difference: Difference) -> Change:
    (change,) = difference.changes
    return change


class TestBooks:
    def test_a_book_is_like_itself(self) -> None:
        difference = compare(book(), book())
        assert difference.changes == difference.substance == ()
        assert difference.counts == {}

    def test_a_reworded_paragraph_shows_which_words(self) -> None:
        change = only(changed(TEXT, TEXT.replace("five cards", "six cards")))
        assert (change.key, set(change.kinds)) == ("turn-2", {"reworded"})
        assert read(change.html) == "Draw [removed: five] [added: six] cards."

    def test_numbers_that_give_way_are_renumbered_and_nothing_is_moved(self) -> None:
        more = TEXT.replace("Play your cards.\n", "Say hello.\n{: #turn-4 }\n\nPlay your cards.\n")
        assert kinds(changed(TEXT, more)) == {
            "turn-4": {"added"},
            "turn-1": {"renumbered"},
            "turn-2": {"renumbered"},
            "turn-3": {"renumbered"},
        }

    def test_what_is_carried_elsewhere_is_moved_and_the_others_renumbered(self) -> None:
        aim, turn = "Win by all means.\n{: #aim-1 }\n\n", "Pass the turn.\n{: #turn-3 .ruling }\n\n"
        moved = TEXT.replace(turn, "").replace(aim, turn + aim)
        assert kinds(changed(TEXT, moved)) == {"turn-3": {"moved"}, "aim-1": {"renumbered"}}

    def test_a_paragraph_can_be_moved_and_reworded(self) -> None:
        aim, turn = "Win by all means.\n{: #aim-1 }\n\n", "Pass the turn.\n{: #turn-3 .ruling }\n\n"
        moved = TEXT.replace(turn, "").replace(aim, aim + turn.replace("Pass", "Hand over"))
        assert kinds(changed(TEXT, moved)) == {"turn-3": {"moved", "reworded"}}

    def test_a_removed_paragraph_is_told_where_it_was(self) -> None:
        difference = changed(TEXT, TEXT.replace("Play your cards.\n{: #turn-1 }\n\n", ""))
        keys = [entry.key for entry in difference.entries]
        assert keys.index("turn") + 1 == keys.index("turn-1")
        assert kinds(difference)["turn-1"] == {"removed"}

    def test_what_a_removed_chapter_held_stands_under_its_old_title(self) -> None:
        difference = changed(TEXT, TEXT.replace("## Words {: #words }", "## Terms {: #terms }"))
        assert [chapter.title for chapter in difference.chapters] == [
            "Introduction",
            "1 Aim",
            "2 Turn",
            "3 Words",
            "3 Terms",
        ]

    def test_an_example_before_another_leaves_the_other_alone(self) -> None:
        example = '!!! example "A turn"\n    You play a card.\n'
        more = TEXT.replace(example, '!!! example "No turn"\n    You pass.\n\n' + example)
        assert list(kinds(changed(TEXT, more)).values()) == [{"added"}]

    def test_an_example_with_other_words_is_reworded(self) -> None:
        change = only(changed(TEXT, TEXT.replace("You play a card.", "You play two cards.")))
        assert (change.part, set(change.kinds)) == ("note", {"reworded"})

    @pytest.mark.parametrize(
        "old, new, part",
        [
            ("### Afterwards", "### Thereafter", "heading"),
            ("## Aim", "## The aim", "chapter"),
            ("Lane {", "Alley {", "term"),
            ("A turn", "One turn", "note"),
            ("Words before", "Some words before", "intro"),
        ],
    )
    def test_titles_terms_and_the_introduction_can_change(self, old: str, new: str, part: str) -> None:
        change = only(changed(TEXT, TEXT.replace(old, new)))
        assert (change.part, set(change.kinds), change.is_substance) == (part, {"reworded"}, False)

    def test_where_a_paragraph_comes_from_counts(self) -> None:
        change = only(changed(TEXT, TEXT.replace(" .ruling", ' .source from="Setup"')))
        assert (set(change.kinds), change.is_substance) == ({"reworded"}, False)
        assert change.provenance == Provenance("source", "Setup")

    def test_the_same_words_from_another_section_are_no_change(self) -> None:
        # The sources of two editions have different sections throughout.
        one, other = (TEXT.replace(" .ruling", f' .source from="{name}"') for name in ("Setup", "Deal"))
        assert not compare(book(one, replace(HEAD, edition="9.8")), book(other)).changes

    def test_another_section_of_the_source_of_one_edition_is_told(self) -> None:
        one, other = (TEXT.replace(" .ruling", f' .source from="{name}"') for name in ("Setup", "Deal"))
        change = only(changed(one, other))
        assert (change.key, set(change.kinds), change.is_substance) == ("turn-3", {"reworded"}, False)
        assert change.provenance == Provenance("source", "Deal")

    @pytest.mark.parametrize(
        ("line", "shown"),
        [("!!! note", "a remark"), ("!!! example splash", "an example that shows “splash”")],
    )
    def test_another_kind_or_drawing_of_an_example_is_told(self, line: str, shown: str) -> None:
        change = only(changed(TEXT, TEXT.replace("!!! example", line)))
        assert (change.part, set(change.kinds), change.is_substance) == ("note", {"reworded"}, False)
        assert change.old
        assert change.new
        assert (change.old.shown, change.new.shown) == ("an example", shown)

    def test_a_link_to_a_rule_that_has_another_number_now_is_no_change_of_words(self) -> None:
        linking = TEXT.replace("Win by all means.", "Win; see [[rule:turn-3]].")
        difference = changed(linking, linking.replace("Draw five cards.\n{: #turn-2 }\n\n", ""))
        assert kinds(difference) == {"turn-2": {"removed"}, "turn-3": {"renumbered"}}

    def test_both_books_can_be_read_at_a_change_without_an_anchor(self) -> None:
        change = only(changed(TEXT, TEXT.replace("You play a card.", "You play two cards.")))
        assert change.new is not None
        assert (change.new.anchor, change.new.at) == ("", "turn-1")


class TestSubstance:
    @pytest.mark.parametrize(
        "old, new",
        [
            ("Draw five cards.", "Draw six cards."),
            ("Draw five cards.", "Draw five cards at once."),
            ("Draw five cards.", "Don’t draw cards."),
            ("Draw five cards.\n{: #turn-2 }\n\n", ""),
            ("Play your cards.", "Play your card."),
            ("Win by all means.", "Win by [[card:scout]]."),
        ],
    )
    def test_other_words_of_law_are_substance(self, old: str, new: str) -> None:
        assert changed(TEXT, TEXT.replace(old, new)).substance

    @pytest.mark.parametrize(
        "old, new",
        [
            ("Draw five cards.", "Draw **five** cards!"),
            ("Draw five cards.", "draw five cards"),
            ("Draw five cards.", "Draw fvie cards."),
            ("Where a Scrapbot stands.", "Where nobody stands."),
            ("You play a card.", "You play nothing."),
            ("### Afterwards", "### Before"),
        ],
    )
    def test_emphasis_slips_glossary_examples_and_titles_are_none(self, old: str, new: str) -> None:
        difference = changed(TEXT.replace(old, new), TEXT)
        assert difference.changes
        assert not difference.substance

    def test_the_editions_of_scrapbots(self) -> None:
        older, old, new = (shipped.book("scrapbots", slug) for slug in ("3.4", "3.6", "3.6-2020-07"))
        assert {"setup-1", "resource-1", "resource-2", "effect-repair"} <= {
            change.key for change in compare(older, old).substance
        }
        assert {change.key for change in compare(old, new).substance} == {"activate-3", "pay-1"}


class TestMarks:
    def test_words_are_marked_and_read_out(self) -> None:
        html = marked("<p>Draw 2.</p>", "<p>Draw 3 cards.</p>")
        assert html == (
            'Draw <del><span class="visually-hidden">[removed: </span>2.'
            '<span class="visually-hidden">]</span></del> '
            '<ins><span class="visually-hidden">[added: </span>3 cards.'
            '<span class="visually-hidden">]</span></ins>'
        )

    def test_emphasis_stays(self) -> None:
        assert marked("", "<p><strong>Move</strong>, then <em>stop</em>.</p>").endswith(
            '<strong>Move</strong>, then <em>stop</em>.<span class="visually-hidden">]</span></ins>'
        )

    def test_links_are_words_and_cards_have_their_names(self) -> None:
        html = '<p>Buy <a href="card:med-pack">med-pack</a>, <a href="rule:buy-1">rule 4.1</a>.</p>'
        assert marked(html, html) == marked(html, html, "scrapbots") == "Buy Med Pack, rule 4.1."

    def test_another_target_of_a_link_shows(self) -> None:
        old, new = (f'<p><a href="https://{name}.example/">here</a></p>' for name in ("good", "bad"))
        assert read(marked(old, new)) == (
            "here [removed: (https://good.example/)] [added: (https://bad.example/)]"
        )

    @pytest.mark.parametrize("address", ["/matches/", "HTTPS://other.example/"])
    def test_every_link_away_from_the_book_says_where_it_leads(self, address: str) -> None:
        html = f'<p>Look <a href="{address}">here</a>.</p>'
        assert read(marked(html, html)) == f"Look here ({address})."

    def test_lists_and_tables_are_lines(self) -> None:
        old = "<p>Two:</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>"
        assert read(marked(old, old.replace("two", "three"))) == (
            "Two: / • one / • [removed: two] [added: three]"
        )
        table = "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
        assert read(marked(table, table)) == "a | b / 1 | 2"

    def test_nothing_of_a_text_becomes_markup(self) -> None:
        html = marked("<p>&lt;script&gt;</p>", "<p>&lt;b&gt; &amp;amp;</p>")
        assert "<script" not in html
        assert "<b>" not in html
        assert "&lt;b&gt; &amp;amp;" in html


WORDS = st.lists(st.sampled_from(["a", "b", "the", "Lane", "&", "<"]), max_size=14)


@settings(deadline=None)
@given(WORDS, WORDS)
def test_either_text_can_be_read_from_the_marks(old: list[str], new: list[str]) -> None:
    found = runs(old, new)
    assert [word for run in found if run.kind != "new" for word in run.words] == old
    assert [word for run in found if run.kind != "gone" for word in run.words] == new


ANCHORS = [f"turn-{number}" for number in range(1, 9)]
LAWS = st.lists(
    st.tuples(st.sampled_from(ANCHORS), st.sampled_from(["Go.", "Stay.", "Stop here."])),
    unique_by=lambda law: law[0],
    max_size=8,
)


def made_of(laws: list[tuple[str, str]], cut: int) -> Book:
    """A book of these laws, the first *cut* of them in a chapter of their own."""
    blocks = [f"{words}\n{{: #{anchor} }}" for anchor, words in laws]
    return book("\n\n".join(["## One {: #one }", *blocks[:cut], "## Two {: #two }", *blocks[cut:]]))


@settings(deadline=None)
@given(LAWS, LAWS, st.integers(0, 8), st.integers(0, 8))
@pytest.mark.soak(seconds=1.5)
def test_every_change_is_told_exactly_once(
    before: list[tuple[str, str]], after: list[tuple[str, str]], cut: int, other_cut: int
) -> None:
    old, new = made_of(before, cut), made_of(after, other_cut)
    difference = compare(old, new)
    found = {entry.key: entry for entry in difference.entries}
    assert len(found) == len(difference.entries)
    assert set(found) == {"one", "two", *old.by_anchor, *new.by_anchor}
    assert [e.new.anchor for e in difference.entries if e.new and e.part == "law"] == list(new.by_anchor)
    for anchor, entry in ((anchor, found[anchor]) for anchor in {*old.by_anchor, *new.by_anchor}):
        was, now = old.by_anchor.get(anchor), new.by_anchor.get(anchor)
        assert ("added" in entry.kinds) == (was is None)
        assert ("removed" in entry.kinds) == (now is None)
        if was and now:
            assert ("reworded" in entry.kinds) == (was.text != now.text)
            assert not {"moved", "renumbered"} <= entry.kinds
            assert was.number == now.number or entry.kinds & {"moved", "renumbered"}
    stayed = [e.old.place for e in difference.entries if e.old and e.new and "moved" not in e.kinds]
    assert stayed == sorted(stayed)
    assert not compare(new, new).changes


HOSTILE = {
    "two words in other rhythms": (["a", "b"] * 1000, ["b", "b", "a"] * 700),
    "one word": (["a"] * 5000, ["a", "b"] * 2500),
    "a word between others": (
        [word for place in range(2000) for word in ("a", f"x{place}")],
        [word for place in range(2000) for word in ("a", f"y{place}")],
    ),
}


@pytest.mark.parametrize("old, new", HOSTILE.values(), ids=list(HOSTILE))
def test_hostile_texts_take_no_time(old: list[str], new: list[str]) -> None:
    started = time.process_time()
    found = runs(old, new)
    assert time.process_time() - started < 2
    assert {run.kind for run in found} >= {"gone", "new"}


def test_what_is_just_allowed_takes_no_time() -> None:
    old, new = ["a", "b"] * 185, ["b", "b", "a"] * 123
    assert MOST_WORK / 3 < work(old, new) < 3 * MOST_WORK
    started = time.process_time()
    runs(old, new)
    assert time.process_time() - started < 2


@pytest.mark.soak(seconds=1)
def test_a_book_full_of_hostile_paragraphs_takes_no_time() -> None:
    def full_of(words: str) -> Book:
        return book("## One {: #one }\n\n" + "\n\n".join(f"{words}\n{{: #a-{n} }}" for n in range(1, 101)))

    old, new = full_of("a b " * 250), full_of("b b a " * 160)
    started = time.process_time()
    difference = compare(old, new)
    assert time.process_time() - started < 5
    assert difference.counts == {"reworded": 100}


class TestBrief:
    def test_a_few_words_stand_around_what_changed(self) -> None:
        long = "Before anything else is done at all, every player draws five cards and then goes on as usual."
        text = TEXT.replace("Draw five cards.", long)
        change = only(changed(text, text.replace("five", "six")))
        assert read(change.brief) == (
            "… done at all, every player draws [removed: five] [added: six] cards and then goes on as usual."
        )

    def test_what_is_new_is_cut_short(self) -> None:
        change = only(changed(TEXT, TEXT.replace("Draw five cards.", "Draw five cards. " + "Sing. " * 30)))
        assert read(change.brief) == f"Draw five cards. [added: {'Sing. ' * 14}…]"
