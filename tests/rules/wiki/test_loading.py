"""Taking in the texts that come with the site, over and over, whatever people made of them meanwhile.

Files are written to a folder of the test's and read from there, as if a new version of the site brought them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from rules.document.blocks import Block
from rules.wiki import shipped
from rules.wiki.actions.loading import BROUGHT_IN, FIRST, KEPT_BACK, LEFT_OUT, load_rules
from rules.wiki.actions.publishing import Origin, publish
from rules.wiki.models import AuditEntry, Edition, Revision, RevisionKind, Rulebook
from rules.wiki.stored_books import blocks_from_json, editions_of, stored_book
from scrapsite.common.versions import data_version
from tests.rules.text import blocks, chapter, example, law, reworded, sources, with_law, without

pytestmark = pytest.mark.django_db

A, B, C = law("a-1"), law("a-2"), law("a-3")
TEXT = (chapter(), A, example("So it is."), B)


class BookGroup:
    """A folder of texts that come with the site, and what the site made of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def ship(
        self, *text: str, edition: str = "1", summary: str = "The first.", on: str = "2020-01-29"
    ) -> int:
        """Let the site come with this text, start it, and return how many revisions that made."""
        head = f"---\ntitle: Toy\nedition: {edition}\ndate: {on}\nsummary: {summary}\n"
        head += "source: A box.\ncredit: Somebody.\nlicence: None.\n---\n"
        (self.folder / "toy").mkdir(exist_ok=True)
        (self.folder / "toy" / f"{edition}.md").write_text(head + "\n\n".join(text) + "\n", encoding="utf-8")
        return self.start()

    def start(self) -> int:
        """Load the texts as a fresh process would."""
        for kept in (shipped.games, shipped.files, shipped.read_file):
            kept.cache_clear()
        return load_rules()

    def edition(self, slug: str = "1") -> Edition:
        return Edition.objects.get(rulebook__game="toy", slug=slug)

    def text(self) -> tuple[Block, ...]:
        head = self.edition().head
        assert head is not None
        return blocks_from_json(head.blocks)

    def sources(self) -> list[str]:
        return sources(self.text())

    def write(self, found: tuple[Block, ...], author: User | None = None) -> Revision:
        """Publish what people made of the text."""
        edition = self.edition()
        return publish(edition, edition.head, found, Origin(RevisionKind.PROPOSAL, author, "Better words."))

    def summaries(self) -> list[str]:
        """Return what the revisions say of themselves, oldest first."""
        found = self.edition().revisions.order_by("number")
        return list(found.values_list("summary", flat=True))


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BookGroup]:
    """An empty folder of texts."""
    monkeypatch.setattr(shipped, "TEXT", tmp_path)
    yield BookGroup(tmp_path)
    for kept in (shipped.games, shipped.files, shipped.read_file):
        kept.cache_clear()


class TestTheTextsThatAreThereFromTheBeginning:
    def test_three_editions_of_scrapbots_with_their_true_dates(self) -> None:
        found = Edition.objects.filter(rulebook__game="scrapbots").values_list("slug", "date")
        assert list(found) == [
            ("3.6-2020-07", date(2020, 7, 5)),
            ("3.6", date(2020, 3, 26)),
            ("3.4", date(2020, 1, 29)),
        ]

    @pytest.mark.parametrize("slug", ["3.4", "3.6", "3.6-2020-07"])
    def test_each_has_one_revision_with_the_words_of_its_file(self, slug: str) -> None:
        edition = Edition.objects.get(rulebook__game="scrapbots", slug=slug)
        (revision,) = edition.revisions.all()
        assert edition.head == revision
        assert (revision.number, revision.kind, revision.author, revision.summary) == (
            1,
            "shipped",
            None,
            FIRST,
        )
        file = next(file for file in shipped.files("scrapbots") if file.book.edition == slug)
        assert sources(blocks_from_json(revision.blocks)) == sources(file.blocks)

    @pytest.mark.parametrize("slug", ["3.4", "3.6", "3.6-2020-07"])
    def test_the_database_has_the_book_of_the_file(self, slug: str) -> None:
        loaded, file = stored_book("scrapbots", slug), shipped.book("scrapbots", slug)
        assert loaded.by_anchor == file.by_anchor
        assert loaded.sections == file.sections
        assert loaded.intro == file.intro
        assert loaded.head.date == file.head.date
        assert (loaded.revision, loaded.is_head) == (1, True)

    def test_loading_them_again_makes_nothing(self) -> None:
        before = list(Revision.objects.values_list("pk", flat=True)), AuditEntry.objects.count()
        assert load_rules() == 0
        assert (list(Revision.objects.values_list("pk", flat=True)), AuditEntry.objects.count()) == before


class TestAText:
    def test_is_there_once_loaded_with_what_its_file_says_of_it(self, toys: BookGroup) -> None:
        assert toys.ship(*TEXT) == 1
        edition = toys.edition()
        assert toys.sources() == list(TEXT)
        assert (edition.date, edition.summary) == (date(2020, 1, 29), "The first.")
        assert (edition.source, edition.credit, edition.licence) == ("A box.", "Somebody.", "None.")
        assert Rulebook.objects.get(game="toy").title == "Toy"

    def test_is_taken_in_once(self, toys: BookGroup) -> None:
        toys.ship(*TEXT)
        assert [toys.start(), toys.start()] == [0, 0]
        assert toys.summaries() == [FIRST]

    def test_is_told_in_the_audit_trail(self, toys: BookGroup) -> None:
        toys.ship(*TEXT)
        entry = AuditEntry.objects.filter(rulebook__game="toy").get()
        assert (entry.actor, entry.what, entry.about) == (
            *(None, "revision/published"),
            f"Toy 1, revision 1: {FIRST}",
        )

    def test_editions_are_loaded_oldest_first(self, toys: BookGroup) -> None:
        toys.ship(*TEXT, edition="2", on="2021-01-01")
        toys.ship(*TEXT, edition="1")
        assert Edition.objects.filter(rulebook__game="toy").count() == 2
        assert [book.edition for book in editions_of("toy")] == ["2", "1"]


class TestAChangedFile:
    def test_is_taken_in_as_a_new_revision(self, toys: BookGroup) -> None:
        toys.ship(*TEXT)
        assert toys.ship(*TEXT, C) == 1
        assert toys.sources() == [*TEXT, C]
        assert toys.summaries() == [FIRST, BROUGHT_IN]
        assert toys.edition().head.kind == RevisionKind.SHIPPED

    def test_that_says_the_same_words_makes_no_revision(self, toys: BookGroup) -> None:
        toys.ship(*TEXT)
        assert toys.ship(*TEXT, summary="The very first.") == 0
        assert toys.summaries() == [FIRST]

    def test_changes_what_the_edition_says_of_itself(
        self, toys: BookGroup, django_capture_on_commit_callbacks: Callable[..., object]
    ) -> None:
        toys.ship(*TEXT)
        assert stored_book("toy", "1").head.summary == "The first."
        version = data_version()
        with django_capture_on_commit_callbacks(execute=True):
            toys.ship(*TEXT, summary="The very first.", on="2020-02-01")
        assert (toys.edition().summary, toys.edition().date) == ("The very first.", date(2020, 2, 1))
        assert stored_book("toy", "1").head.summary == "The very first."
        assert data_version() != version

    def test_that_goes_back_to_older_words_goes_back(self, toys: BookGroup) -> None:
        toys.ship(*TEXT)
        toys.ship(*TEXT, C)
        assert toys.ship(*TEXT) == 1
        assert toys.sources() == list(TEXT)
        assert toys.ship(*TEXT, C) == 1
        assert toys.sources() == [*TEXT, C]

    def test_brings_a_new_edition(self, toys: BookGroup) -> None:
        toys.ship(*TEXT)
        assert toys.ship(*TEXT, edition="2", on="2021-01-01") == 1
        assert toys.edition("2").head.number == 1


class TestWhatPeopleWrote:
    @pytest.fixture
    def edited(self, toys: BookGroup) -> BookGroup:
        """A text of which people changed the words of a-2."""
        toys.ship(*TEXT)
        toys.write(reworded(toys.text(), "a-2", "What people say."))
        return toys

    def test_stays_when_nothing_is_shipped(self, edited: BookGroup) -> None:
        assert [edited.start(), edited.start()] == [0, 0]
        assert edited.sources()[-1] == law("a-2", "What people say.")

    def test_stays_beside_what_the_file_changed(self, edited: BookGroup) -> None:
        assert edited.ship(chapter(), law("a-1", "A new file."), example("So it is."), B) == 1
        words = [law("a-1", "A new file."), example("So it is."), law("a-2", "What people say.")]
        assert edited.sources() == [chapter(), *words]
        assert edited.summaries()[-1] == BROUGHT_IN

    def test_stays_where_the_file_changed_the_same(self, edited: BookGroup) -> None:
        assert edited.ship(chapter(), A, example("So it is."), law("a-2", "A new file."), C) == 1
        assert edited.sources() == [*TEXT[:-1], law("a-2", "What people say."), C]
        assert edited.summaries()[-1] == KEPT_BACK

    def test_stays_without_a_revision_where_the_file_changed_nothing_else(self, edited: BookGroup) -> None:
        assert edited.ship(chapter(), A, example("So it is."), law("a-2", "A new file.")) == 0

    def test_stays_twice_in_a_row(self, edited: BookGroup) -> None:
        for words in ("First file.", "Second file."):
            edited.ship(chapter(), law("a-1", words), example("So it is."), law("a-2", words))
            assert edited.sources()[1] == law("a-1", words)
            assert edited.sources()[-1] == law("a-2", "What people say.")

    def test_gets_a_new_anchor_where_the_file_has_it(self, edited: BookGroup) -> None:
        edited.ship(chapter(), A, C, example("So it is."), B)
        assert [block.anchor for block in edited.text()] == ["turns", "a-1", "a-3", "", "a-2"]

    def test_that_was_taken_out_stays_out(self, toys: BookGroup) -> None:
        toys.ship(*TEXT)
        toys.write(without(toys.text(), "a-2"))
        toys.ship(*TEXT, C)
        assert [block.anchor for block in toys.text()] == ["turns", "a-1", "", "a-3"]

    def test_is_left_alone_by_a_file_that_says_it_too(self, edited: BookGroup) -> None:
        assert edited.ship(*TEXT[:-1], law("a-2", "What people say.")) == 0

    def test_of_their_own_stays_where_they_put_it(self, toys: BookGroup) -> None:
        toys.ship(*TEXT)
        toys.write(with_law(toys.text(), "a-1", "own-1"))
        toys.ship(chapter(), law("a-1", "A new file."), example("So it is."), B)
        assert [block.anchor for block in toys.text()] == ["turns", "a-1", "own-1", "", "a-2"]


class TestATextThatDoesNotFitWhatPeopleWrote:
    """The file leads to a paragraph that people took out."""

    LINKING = (chapter(), law("a-1", "See [[rule:a-2]]."), example("So it is."), B)

    @pytest.fixture
    def stuck(self, toys: BookGroup) -> BookGroup:
        toys.ship(*TEXT)
        toys.write(without(toys.text(), "a-2"))
        assert toys.ship(*self.LINKING) == 0
        return toys

    def test_is_left_out_and_the_site_starts(self, stuck: BookGroup) -> None:
        assert stuck.sources() == list(TEXT[:-1])
        assert len(stuck.summaries()) == 2

    def test_is_told_once(self, stuck: BookGroup) -> None:
        stuck.start()
        told = AuditEntry.objects.filter(what=LEFT_OUT).values_list("about", flat=True)
        assert list(told) == [
            "Toy 1: A link points to the anchor “a-2”, which doesn’t exist in this edition."
        ]

    def test_is_taken_in_once_it_fits(self, stuck: BookGroup) -> None:
        stuck.write((*stuck.text(), *blocks(law("a-2"))))
        assert stuck.start() == 1
        assert stuck.sources() == list(self.LINKING)


class TestANewParagraphWhoseAnchorPeopleGaveAway:
    SHIPPED = (*TEXT, C, law("a-4", "See [[rule:a-3]]."))

    @pytest.fixture
    def taken(self, toys: BookGroup) -> BookGroup:
        toys.ship(*TEXT)
        toys.write((*toys.text(), *blocks(law("a-3", "What people say."))))
        assert toys.ship(*self.SHIPPED) == 0
        return toys

    def test_is_left_out_with_its_text_and_told(self, taken: BookGroup) -> None:
        assert taken.sources() == [*TEXT, law("a-3", "What people say.")]
        (told,) = AuditEntry.objects.filter(what=LEFT_OUT).values_list("about", flat=True)
        assert told == ("Toy 1: People have given a-3 to other paragraphs: the new ones need other anchors.")

    def test_is_taken_in_once_the_file_has_another_anchor(self, taken: BookGroup) -> None:
        other = (*TEXT, law("a-5"), law("a-4", "See [[rule:a-5]]."))
        assert taken.ship(*other) == 1
        assert set(taken.sources()) == {*other, law("a-3", "What people say.")}

    def test_keeps_their_words_where_the_file_had_it_before(self, toys: BookGroup) -> None:
        toys.ship(*TEXT, C)
        toys.write(reworded(toys.text(), "a-3", "What people say."))
        toys.ship(*TEXT)
        assert toys.ship(*TEXT, C, law("a-4")) == 1
        assert toys.sources() == [*TEXT, law("a-3", "What people say."), law("a-4")]


def test_nothing_is_rendered_anew_only_because_markdown_is_set_differently_now(toys: BookGroup) -> None:
    toys.ship(*TEXT)
    head = toys.edition().head
    changed = [
        [source, kind, html.replace("<p>", "<p >"), *rest] for source, kind, html, *rest in head.blocks
    ]
    Revision.objects.filter(pk=head.pk).update(blocks=changed)
    assert toys.ship(*TEXT, summary="Said otherwise.") == 0
