"""A paragraph with changed words says so wherever it is cited, until an editor or a program confirms it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import catalog
from games.templatetags.boards import rule_link
from rules.document.blocks import words_digest
from rules.reading.about import changed_about
from rules.wiki import program
from rules.wiki.actions.publishing import Origin, publish
from rules.wiki.citations import checked_words
from rules.wiki.models import AuditEntry, ProgramCheck, RevisionKind
from rules.wiki.stored_books import stored_book
from scrapsite.common.links import changed_rules
from tests.playing import match_of, play_on
from tests.rules.proposing import Drafting, makes_editor, said, submitted
from tests.rules.text import edition, head_of, reworded, text_of, with_law

pytestmark = pytest.mark.django_db

BOOK = "/rules/scrapbots/3.6/"
COVERAGE = "/rules/scrapbots/coverage/3.6/"
# The paragraph says that 10 points make a Wound; the program cites it when it deals one.
ANCHOR = "damage-5"
NEW = "A Lane without a Scrapbot is undefended: for every full 20 points its player takes a Wound."
CHANGED = "Enforced, changed since it was checked"
SOURCE_LEGEND = "… changed since it was checked"


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Nothing is kept of what another test published."""
    program.forget()
    yield
    program.forget()


@pytest.fixture
def editor(other_user: User, client_of: Any) -> Client:
    """A client signed in as an editor."""
    return client_of(makes_editor(other_user))


@pytest.fixture
def proposal(user_client: Client) -> Drafting:
    """A proposal that makes twenty of ten."""
    return submitted(user_client, ANCHOR, NEW)


def state(anchor: str = ANCHOR) -> program.Standing:
    program.forget()
    return program.standings(stored_book("scrapbots", "3.6"))[anchor]


def publish_words(anchor: str = ANCHOR, words: str = NEW) -> None:
    """Publish other words as nobody is asked about them, such as those of a merged shipment."""
    found = edition()
    to = reworded(text_of(found), anchor, words)
    publish(found, head_of(found), to, Origin(RevisionKind.SHIPPED, None, "Other words."))
    program.forget()


def confirm(client: Client, verdict: str = "holds", **more: object) -> Any:
    form = {"verdict": verdict, "seen": head_of(edition()).number, **more}
    answer = client.post(f"{COVERAGE}{ANCHOR}/checks/", form)
    program.forget()
    return answer


class TestStates:
    def test_a_shipped_paragraph_that_the_program_cites_is_confirmed(self) -> None:
        assert state().name == "Enforced and confirmed"

    def test_one_that_only_tests_name_is_tested(self) -> None:
        assert state("build-3").name == "Tested"

    def test_one_that_people_added_is_for_people(self) -> None:
        found = edition()
        to = with_law(text_of(found), "aim-1", "aim-9", "Be kind.")
        publish(found, head_of(found), to, Origin(RevisionKind.PROPOSAL, None, "Kindness."))
        assert state("aim-9").name == "Left to the players"

    def test_other_words_are_changed_since_they_were_checked(self) -> None:
        publish_words()
        assert state().name == CHANGED

    def test_tested_words_count_too(self) -> None:
        publish_words("build-3", "A Scrapbot comes with all it needs.")
        assert state("build-3").name == "Tested, changed since it was checked"

    def test_emphasis_and_marks_are_no_change(self) -> None:
        found = edition()
        old = next(block for block in text_of(found) if block.anchor == ANCHOR)
        words = old.unmarked.strip().replace("Wound", "**Wound**")
        publish(
            found,
            head_of(found),
            reworded(text_of(found), ANCHOR, words),
            Origin(RevisionKind.SHIPPED, None, "!"),
        )
        assert not state().is_changed

    def test_a_number_that_changes_in_a_link_is_no_change(self) -> None:
        assert words_digest('<a href="rule:a-1">rule 4.2</a>') == words_digest(
            '<a href="rule:a-1">rule 5.1</a>'
        )
        assert words_digest('<a href="rule:a-1">rule 4.2</a>') != words_digest(
            '<a href="rule:a-2">rule 4.2</a>'
        )

    def test_the_old_words_again_are_confirmed(self) -> None:
        old = next(block for block in text_of(edition()) if block.anchor == ANCHOR).unmarked.strip()
        publish_words()
        publish_words(words=old)
        assert state().name == "Enforced and confirmed"

    def test_an_older_revision_never_waits_for_a_check(self) -> None:
        publish_words()
        publish_words(words="Something else.")
        older = program.standings(stored_book("scrapbots", "3.6", 2))[ANCHOR]
        assert older.name == "Enforced, worded differently now"

    def test_a_program_that_follows_confirms_it(
        self, editor: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        publish_words()
        confirm(editor, "follow")
        assert state().is_task
        digest = words_digest(stored_book("scrapbots", "3.6").by_anchor[ANCHOR].html)
        follows = checked_words("scrapbots") | {"3.6": checked_words("scrapbots")["3.6"] | {ANCHOR: digest}}
        monkeypatch.setattr(program, "checked_words", lambda game: follows)
        assert state().name == "Enforced and confirmed"

    def test_another_program_needs_another_check(
        self, editor: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What was the same as "10" to an editor may differ from what the program does now."""
        publish_words()
        confirm(editor)
        assert not state().is_changed
        other = {"3.6": checked_words("scrapbots")["3.6"] | {ANCHOR: "0" * 16}}
        monkeypatch.setattr(program, "checked_words", lambda game: other)
        assert state().is_changed


class TestWhereItShows:
    @pytest.fixture(autouse=True)
    def changed(self, db: None) -> None:
        publish_words()

    @pytest.mark.parametrize("path", [BOOK, f"{BOOK}{ANCHOR}/", "/cards/scrapbots/med-pack/?edition=3.6"])
    def test_the_paragraph_and_the_cards_it_is_about_say_so(self, client: Client, path: str) -> None:
        assert CHANGED in said(client.get(path))

    def test_coverage_lists_it_first(self, client: Client) -> None:
        page = said(client.get(COVERAGE))
        part = page[page.index('id="changed"') : page.index('id="untested"')]
        assert f"{BOOK}{ANCHOR}/" in part

    def test_the_list_of_editions_and_the_head_of_the_book_count_it(self, client: Client) -> None:
        listed = said(client.get("/rules/"))
        assert listed.count("1 changed since it was checked") == 1
        assert "Checked against the game" in listed
        assert "1 paragraph changed since it was checked against the game" in said(client.get(BOOK))

    def test_links_of_boards_are_told(self) -> None:
        assert changed_rules() == {f"{BOOK}{ANCHOR}/"}

    def test_a_link_of_a_log_or_a_refusal_says_so(self) -> None:
        assert "changed since it was checked" in rule_link(ANCHOR, f"{BOOK}{ANCHOR}/")
        assert "changed" not in rule_link(ANCHOR, f"/rules/scrapbots/3.4/{ANCHOR}/")

    def test_a_board_that_was_kept_says_so_too(self, user: User, other_user: User, client: Client) -> None:
        board = f"/matches/{play_on(match_of(user, other_user), [user, other_user], 4).pk}/"
        assert "changed since it was checked" not in said(client.get(board))
        publish_words("turn-1", "The players take turns.")
        assert "changed since it was checked" in said(client.get(board))

    def test_a_card_it_says_nothing_about_does_not_mention_it(self) -> None:
        cards = {card.slug: card for card in catalog.cards("scrapbots", "3.6")}
        assert [one.paragraph.anchor for one in changed_about(cards["med-pack"])] == [ANCHOR]
        assert changed_about(cards["circuitry"]) == ()

    def test_its_checks_show_what_has_changed(self, client: Client) -> None:
        page = said(client.get(f"{COVERAGE}{ANCHOR}/"))
        assert "revision 1</a>, the last one that was checked" in page
        assert "<ins>" in page
        assert "Save check" not in page


class TestConfirming:
    @pytest.fixture(autouse=True)
    def changed(self, db: None) -> None:
        publish_words()

    @pytest.mark.soak(seconds=0.5)
    def test_clears_it_everywhere(self, editor: Client, client: Client) -> None:
        assert confirm(editor, note="As it always was").status_code == 303
        assert confirm(editor, "source").status_code == 303
        for path in (BOOK, f"{BOOK}{ANCHOR}/", COVERAGE, "/rules/", "/cards/scrapbots/med-pack/?edition=3.6"):
            page = said(client.get(path))
            assert "changed since it was" not in page.replace(legend(), "").replace(SOURCE_LEGEND, "")
        assert changed_rules() == frozenset()

    def test_is_kept_with_who_and_when_and_why(
        self, editor: Client, other_user: User, client: Client
    ) -> None:
        confirm(editor, "follow", note="Twenty is right")
        confirm(editor, note="The program does")
        made = ProgramCheck.objects.values_list("verdict", "author", "note")
        assert list(made) == [
            ("holds", other_user.pk, "The program does"),
            ("follow", other_user.pk, "Twenty is right"),
        ]
        page = said(client.get(f"{COVERAGE}{ANCHOR}/"))
        assert page.index("The program does") < page.index("Twenty is right")
        trail = AuditEntry.objects.filter(what__startswith="paragraph/").values_list("what", "actor")
        assert list(trail) == [
            ("paragraph/confirmed", other_user.pk),
            ("paragraph/must-follow", other_user.pk),
        ]

    @pytest.mark.soak(seconds=1)
    def test_a_task_is_named_until_it_is_done(self, editor: Client, client: Client) -> None:
        confirm(editor, "follow")
        assert "The program must follow" in said(client.get(f"{BOOK}{ANCHOR}/"))
        assert "the program must still be changed to follow 1 of them" in said(client.get(BOOK))
        confirm(editor)
        assert "The program must follow" not in said(client.get(f"{BOOK}{ANCHOR}/"))

    def test_only_editors_may(self, user_client: Client, client: Client) -> None:
        assert confirm(user_client).status_code == 403
        assert confirm(client).status_code == 302
        assert state().is_changed

    def test_the_words_that_were_read_count(self, editor: Client) -> None:
        assert confirm(editor, seen=1).status_code == 409
        assert state().is_changed

    def test_a_note_on_words_that_were_read_too_long_ago_comes_back(self, editor: Client) -> None:
        answer = confirm(editor, seen=1, note="Tried it with ten Scouts.")
        assert answer.status_code == 409
        assert "Tried it with ten Scouts." in said(answer)

    @pytest.mark.parametrize("wrong", [{"verdict": "odd"}, {"note": "x" * 301}, {"verdict": ""}])
    def test_what_cannot_be_is_refused(self, editor: Client, wrong: dict[str, str]) -> None:
        assert confirm(editor, **wrong).status_code == 422
        assert not ProgramCheck.objects.exists()

    def test_what_is_confirmed_needs_no_check(self, editor: Client) -> None:
        confirm(editor)
        assert confirm(editor).status_code == 422
        assert ProgramCheck.objects.count() == 1


class TestPublishing:
    def test_accepting_asks_what_it_means_for_the_game(self, proposal: Drafting, editor: Client) -> None:
        page = said(editor.get(f"/rules/proposals/{proposal.pk}/"))
        assert f'name="check:{ANCHOR}"' in page
        assert f'name="check:{ANCHOR}"' not in said(proposal.get())

    def test_it_is_refused_without_an_answer(self, proposal: Drafting, editor: Client) -> None:
        answer = proposal.review_only(editor, "accept")
        assert answer.status_code == 422
        assert "Say whether it does what the new words say" in said(answer)
        assert head_of(edition()).number == 1

    @pytest.mark.soak(seconds=0.5)
    def test_only_the_words_confirms_it(self, proposal: Drafting, editor: Client) -> None:
        assert proposal.review_only(editor, "accept", **{f"check:{ANCHOR}": "holds"}).status_code == 303
        assert not state().is_changed
        assert ProgramCheck.objects.get().revision == head_of(edition())

    def test_the_program_must_follow_opens_a_task(self, proposal: Drafting, editor: Client) -> None:
        proposal.review_only(editor, "accept", **{f"check:{ANCHOR}": "follow"})
        assert state().is_task

    def test_an_answer_to_nothing_that_was_asked_is_ignored(self, proposal: Drafting, editor: Client) -> None:
        proposal.review_only(
            editor, "accept", **{f"check:{ANCHOR}": "follow", "check:aim-1": "holds", "check:x": "y"}
        )
        assert list(ProgramCheck.objects.values_list("anchor", flat=True)) == [ANCHOR]

    def test_a_comment_or_a_refusal_needs_none(self, proposal: Drafting, editor: Client) -> None:
        assert proposal.review(editor, "decline", "No.").status_code == 303

    @pytest.mark.soak(seconds=0.5)
    def test_a_paragraph_for_people_is_not_asked_about(self, user_client: Client, editor: Client) -> None:
        found = edition()
        to = with_law(text_of(found), "aim-1", "aim-9", "Be kind.")
        publish(found, head_of(found), to, Origin(RevisionKind.PROPOSAL, None, "Kindness."))
        draft = submitted(user_client, "aim-9", "Be very kind.")
        assert draft.review_only(editor, "accept").status_code == 303

    def test_returning_to_words_that_were_checked_asks_nothing(self, editor: Client) -> None:
        publish_words()
        assert editor.post(f"{BOOK}revisions/1/revert/", {"seen": 2}).status_code == 303
        assert not state().is_changed

    def test_returning_to_others_asks(self, editor: Client) -> None:
        publish_words()
        publish_words(words="A Wound for 30 points.")
        revert = f"{BOOK}revisions/2/revert/"
        assert f'name="check:{ANCHOR}"' in said(editor.get(revert))
        assert editor.post(revert, {"seen": 3}).status_code == 422
        assert editor.post(revert, {"seen": 3, f"check:{ANCHOR}": "follow"}).status_code == 303
        assert state().is_task


def legend() -> str:
    """Return what the legend of a book says of such paragraphs."""
    return f'<span class="mark mark--changed">{CHANGED}</span>'


def test_every_cited_paragraph_that_comes_with_the_site_is_confirmed() -> None:
    for game in {title.slug for title in catalog.titles()}:
        for slug in catalog.title(game).editions:
            assert program.changes(stored_book(game, slug)) == {}, (game, slug)
