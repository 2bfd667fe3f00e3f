"""New revisions: how they come about, what refuses them, and that nothing is left behind by one refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from rules.document.blocks import Block
from rules.document.errors import BadText, Outdated, Refused, RulesError
from rules.wiki.actions.publishing import Origin, publish
from rules.wiki.models import AuditEntry, Edition, Paragraph, Revision, RevisionKind
from rules.wiki.stored_books import blocks_from_json, book_of, stored_book
from scrapsite.common.versions import data_version
from tests.rules.at_once import all_at_once, at_once, database_of_threads
from tests.rules.text import (
    blocks,
    chapter,
    edition,
    head_of,
    law,
    reworded,
    sources,
    text_of,
    with_law,
    without,
)


def change(
    found: Edition, to: Sequence[Block], base: Revision | None = None, author: User | None = None, **more: Any
) -> Revision:
    """Publish *to* as an accepted proposal."""
    origin = Origin(RevisionKind.PROPOSAL, author, more.pop("summary", "Clearer words."), **more)
    return publish(found, base or head_of(found), to, origin)


def everything() -> tuple[Any, ...]:
    return (
        list(Edition.objects.order_by("pk").values()),
        list(Revision.objects.order_by("pk").values_list("pk", "number")),
        Paragraph.objects.count(),
        AuditEntry.objects.count(),
    )


@pytest.mark.django_db
class TestANewRevision:
    def test_counts_on_in_its_edition_only(self) -> None:
        old, other = edition("3.6"), head_of(edition("3.4"))
        first = change(old, reworded(text_of(old), "aim-1", "Win."))
        second = change(old, reworded(text_of(old), "aim-1", "Do win."))
        assert (first.number, second.number) == (2, 3)
        assert head_of(old) == second
        assert head_of(edition("3.4")) == other

    def test_is_what_the_list_of_books_shows_and_the_old_one_can_still_be_read(self) -> None:
        found = edition()
        before = stored_book("scrapbots", "3.6").by_anchor["aim-1"].text
        change(found, reworded(text_of(found), "aim-1", "Win, if you can."))
        book = stored_book("scrapbots", "3.6")
        assert (book.revision, book.is_head) == (2, True)
        assert book.by_anchor["aim-1"].text == "Win, if you can."
        old = stored_book("scrapbots", "3.6", 1)
        assert (old.is_head, old.by_anchor["aim-1"].text) == (False, before)

    def test_knows_who_made_it_and_why(self, user: User) -> None:
        found = edition()
        first = head_of(found)
        made = change(found, reworded(text_of(found), "aim-1", "Win."), author=user, summary="Shorter.")
        assert (made.author, made.summary, made.kind) == (user, "Shorter.", "proposal")
        back = publish(
            found, made, blocks_from_json(first.blocks), Origin(RevisionKind.REVERT, user, "Back.", first)
        )
        assert back.returns_to == first
        assert sources(text_of(found)) == sources(blocks_from_json(first.blocks))

    def test_stores_its_paragraphs_for_search_and_history(self) -> None:
        found = edition()
        made = change(found, with_law(text_of(found), "aim-1", "aim-2", "And have fun."))
        rows = list(made.paragraphs.values_list("anchor", flat=True))
        assert rows == [paragraph.anchor for paragraph in book_of(made).paragraphs]
        new = made.paragraphs.get(anchor="aim-2")
        assert (new.number, new.text, new.section) == (
            *(book_of(made).by_anchor["aim-2"].number, "And have fun."),
            book_of(made).by_anchor["aim-1"].section,
        )

    def test_is_told_in_the_audit_trail(self, user: User) -> None:
        found = edition()
        made = change(found, reworded(text_of(found), "aim-1", "Win."), author=user)
        entry = AuditEntry.objects.first()
        assert entry is not None
        assert (entry.actor, entry.what, entry.rulebook) == (user, "revision/published", found.rulebook)
        assert entry.about == f"{made}: Clearer words."

    def test_makes_public_pages_fresh(self, django_capture_on_commit_callbacks: Callable[..., Any]) -> None:
        found = edition()
        version = data_version()
        with django_capture_on_commit_callbacks(execute=True):
            change(found, reworded(text_of(found), "aim-1", "Win."))
        assert data_version() != version

    def test_never_changes(self) -> None:
        head = head_of(edition())
        head.summary = "Something else."
        with pytest.raises(ValueError, match="never changes"):
            head.save()

    def test_stays_when_its_author_leaves(self, user: User) -> None:
        found = edition()
        made = change(found, reworded(text_of(found), "aim-1", "Win."), author=user)
        user.delete()
        made.refresh_from_db()
        assert made.author is None

    def test_has_a_number_that_no_other_of_its_edition_has(self) -> None:
        head = head_of(edition())
        with pytest.raises(IntegrityError), transaction.atomic():
            Revision.objects.create(edition=head.edition, number=1, kind="shipped", summary="", blocks=[])


@pytest.mark.django_db
class TestRefused:
    @pytest.fixture(autouse=True)
    def _nothing_is_stored(self) -> Iterator[None]:
        before, version = everything(), data_version()
        yield
        assert everything() == before
        assert data_version() == version

    def refusal(self, found: Edition, to: Sequence[Block], **more: Any) -> RulesError:
        with pytest.raises(RulesError) as raised:
            change(found, to, **more)
        return raised.value

    def test_without_a_paragraph_that_the_game_cites(self) -> None:
        found = edition()
        error = self.refusal(found, without(text_of(found), "draw-1"))
        assert isinstance(error, BadText | Refused)
        error = self.refusal(found, without(text_of(found), "house-1"))
        assert (error.code, "house-1" in error.reason) == ("rules/cited", True)

    def test_with_a_link_that_leads_nowhere(self) -> None:
        found = edition()
        error = self.refusal(found, reworded(text_of(found), "aim-1", "See [[rule:gone-1]]."))
        assert isinstance(error, BadText)
        assert (error.code, "gone-1" in error.reason) == ("text/no-book", True)
        assert text_of(found)[error.block].anchor == "aim-1"

    def test_with_a_card_that_no_edition_has(self) -> None:
        found = edition()
        error = self.refusal(found, reworded(text_of(found), "aim-1", "Build a [[card:toaster]]."))
        assert (error.code, "toaster" in error.reason) == ("text/no-card", True)

    def test_with_an_anchor_twice(self) -> None:
        found = edition()
        error = self.refusal(found, with_law(text_of(found), "aim-1", "attack-1"))
        assert (error.code, error.reason) == ("text/no-book", "The anchor attack-1 is used twice.")

    def test_without_chapters(self) -> None:
        assert self.refusal(edition(), blocks("Only words.")).code == "text/no-book"

    def test_with_nothing_changed(self) -> None:
        found = edition()
        assert self.refusal(found, text_of(found)).code == "rules/no-change"

    @pytest.mark.soak(seconds=1)
    def test_with_too_many_blocks(self) -> None:
        found = edition()
        many = [*text_of(found), *blocks(*[f"!!! note\n    {number}" for number in range(600)])]
        assert self.refusal(found, many).code == "text/book-long"

    def test_with_too_many_characters(self) -> None:
        found = edition()
        many = [
            *text_of(found),
            *blocks(*[f"!!! note\n    {'word ' * 1900} {number}" for number in range(25)]),
        ]
        assert self.refusal(found, many).code == "text/book-long"

    def test_with_a_summary_that_is_too_long(self) -> None:
        found = edition()
        error = self.refusal(found, reworded(text_of(found), "aim-1", "Win."), summary="x" * 301)
        assert error.code == "text/summary-long"

    @pytest.mark.parametrize("base", ["older", "none"])
    def test_when_another_revision_is_in_force_by_now(self, base: str) -> None:
        found, other = edition("3.6"), edition("3.4")
        wrong = head_of(other) if base == "older" else None
        with pytest.raises(Outdated) as raised:
            publish(
                found,
                wrong,
                reworded(text_of(found), "aim-1", "Win."),
                Origin(RevisionKind.PROPOSAL, None, "Late."),
            )
        assert raised.value.code == "rules/moved"


@pytest.mark.django_db
class TestAnAnchor:
    """An anchor names one paragraph for ever."""

    def gone(self) -> Edition:
        """Return an edition of which the paragraph own-1 was taken out again."""
        found = edition()
        change(found, with_law(text_of(found), "aim-1", "own-1", "What was once law."))
        change(found, without(text_of(found), "own-1"))
        return found

    def test_of_a_paragraph_that_is_gone_is_not_used_for_another(self) -> None:
        found = self.gone()
        with pytest.raises(Refused, match="own-1 used to name another paragraph") as raised:
            change(found, with_law(text_of(found), "aim-1", "own-1", "Something else."))
        assert raised.value.code == "rules/anchor-reused"

    def test_comes_back_with_the_same_words(self) -> None:
        found = self.gone()
        made = change(found, with_law(text_of(found), "aim-1", "own-1", "What was once law."))
        assert book_of(made).by_anchor["own-1"].text == "What was once law."

    def test_may_be_used_in_an_edition_that_never_had_it(self) -> None:
        self.gone()
        other = edition("3.4")
        change(other, with_law(text_of(other), "aim-1", "own-1", "Something else."))

    def test_of_a_paragraph_stays_whatever_its_words(self) -> None:
        found = edition()
        change(found, reworded(text_of(found), "aim-1", "Win."))
        change(found, reworded(text_of(found), "aim-1", "Do not lose."))

    @pytest.mark.parametrize("word", ["proposals", "revisions", "history", "search"])
    def test_is_no_word_that_addresses_use(self, word: str) -> None:
        found = edition()
        with pytest.raises(BadText, match="addresses use the word"):
            change(found, with_law(text_of(found), "aim-1", word))

    def test_is_short_enough_for_every_database(self) -> None:
        found = edition()
        with pytest.raises(BadText, match="more than 80"):
            change(found, with_law(text_of(found), "aim-1", "a" * 81))
        with pytest.raises(BadText, match="longer than 200"):
            change(found, (*text_of(found), *blocks(chapter("T" * 201, "long"), law("long-1"))))

    @pytest.mark.parametrize("source", ["### Title {: #own-1 }", "Words.\n{: #own-1 }"])
    def test_stands_on_law_only(self, source: str) -> None:
        """A title inside a chapter, and the introduction, are none."""
        found = edition()
        text = text_of(found)
        place = 0 if source.startswith("Words") else len(text)
        with pytest.raises(BadText, match=r"isn.t a rule"):
            change(found, (*text[:place], *blocks(source), *text[place:]))


@at_once
def test_of_two_that_publish_at_the_same_instant_one_wins_and_one_is_told(tmp_path: Path) -> None:
    """In real threads, each with a connection of its own."""
    left = list[Any]()

    def look() -> None:
        left.append(list(edition().revisions.values_list("number", flat=True)))
        left.append(AuditEntry.objects.filter(about__contains="revision 2").count())

    found = edition()
    head, text = head_of(found), text_of(found)
    texts = [reworded(text, "aim-1", words) for words in ("Win.", "Do not lose.")]
    with database_of_threads(tmp_path):
        raised = all_at_once([partial(change, edition(), made, base=head) for made in texts])
        assert all_at_once([look]) == []
    assert [getattr(error, "code", error) for error in raised] == ["rules/moved"]
    assert left == [[2, 1], 1]
