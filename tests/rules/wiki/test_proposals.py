"""Proposals from the first click to the next revision: drafts, previews, submitting and reviews."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from rules.document.block_fields import fields_of
from rules.document.blocks import Block, keys
from rules.document.errors import Refused
from rules.wiki import drafts
from rules.wiki.actions.drafting import delete_drafts
from rules.wiki.actions.proposals import require_may_update, withdraw
from rules.wiki.models import (
    Appointment,
    AuditEntry,
    Proposal,
    ProposalStatus,
    Revision,
    RevisionKind,
    Rulebook,
)
from rules.wiki.permissions import EDITORS
from rules.wiki.queries.drafts import chapter_text
from rules.wiki.queries.proposals import open_proposals
from rules.wiki.stored_books import blocks_from_json
from scrapsite.common import limits
from scrapsite.common.versions import data_version
from tests.rules.proposing import BOOK, Drafting, in_force, makes_editor, said, submitted, version_in
from tests.rules.text import blocks, chapter, edition, text_of

ATTACK_MARKS = '{: #attack-1 .source from="Attack with a Scrapbot" }'

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User], Client]


@pytest.fixture
def editor(other_user: User) -> User:
    return makes_editor(other_user)


@pytest.fixture
def editor_client(editor: User, client_of: ClientOf) -> Client:
    return client_of(editor)


@pytest.fixture
def draft(user_client: Client) -> Drafting:
    return Drafting(user_client, "attack-1")


class TestBeginning:
    def test_from_a_paragraph_one_comes_to_its_words(self, draft: Drafting) -> None:
        assert draft.first_page == f"/rules/proposals/{draft.pk}/edit/attack-1/"
        page = said(draft.get("edit/attack-1/"))
        assert "Only a Ready Scrapbot can attack." in page
        assert "{: #" not in page

    def test_from_the_whole_book_one_comes_to_its_chapters(self, user_client: Client) -> None:
        assert Drafting(user_client).first_page.endswith("/edit/")

    def test_one_draft_of_an_edition_is_used_again(self, user_client: Client, draft: Drafting) -> None:
        assert Drafting(user_client, "draw-1").pk == draft.pk
        assert Proposal.objects.count() == 1

    @pytest.mark.soak(seconds=0.5)
    def test_a_draft_with_nothing_in_it_follows_the_text_in_force(
        self, draft: Drafting, editor_client: Client, user_client: Client
    ) -> None:
        submitted(editor_client, "draw-1", "Draw six.").review(editor_client, "accept")
        assert Drafting(user_client, "draw-1").pk == draft.pk
        assert draft.proposal.base.number == 2
        assert "Draw six." in draft.sources["draw-1"]

    def test_visitors_sign_in_and_guests_make_an_account(self, client: Client, guest_client: Client) -> None:
        ask = f"{BOOK}proposals/?anchor=attack-1"
        assert client.get(ask)["Location"].startswith("/accounts/login/?next=%2Frules%2Fscrapbots")
        assert guest_client.post(f"{BOOK}proposals/")["Location"].startswith("/accounts/convert/")
        assert not Proposal.objects.exists()

    def test_a_paragraph_of_the_book_leads_here(self, client: Client, user_client: Client) -> None:
        assert "/proposals/" in said(user_client.get(f"{BOOK}attack-1/"))
        assert "Propose a change" in said(client.get(f"{BOOK}attack-1/")).replace("propose a", "Propose a")


class TestChanging:
    def test_words_are_kept_and_the_anchor_stays(self, draft: Drafting) -> None:
        assert draft.reword("attack-1", "Ready ones attack.").status_code == 303
        assert draft.sources["attack-1"] == f"Ready ones attack.\n{ATTACK_MARKS}"
        assert in_force("attack-1") != draft.sources["attack-1"]

    def test_where_a_paragraph_comes_from_is_chosen_in_the_form_and_stays_until_then(
        self, draft: Drafting
    ) -> None:
        draft.reword("attack-1", "Ready ones attack.", provenance="ruling", where="")
        assert draft.sources["attack-1"].endswith("{: #attack-1 .ruling }")
        draft.reword("attack-1", "Ready ones may attack.")
        assert draft.sources["attack-1"].endswith("{: #attack-1 .ruling }")
        draft.reword("attack-1", "Ready ones attack.", provenance="source", where=" 4  Attacks ")
        assert draft.sources["attack-1"].endswith('{: #attack-1 .source from="4 Attacks" }')

    def test_a_new_paragraph_begins_as_a_ruling_of_this_site(self, draft: Drafting) -> None:
        draft.add("attack-3", "One a turn.", anchor="attack-99")
        assert draft.sources["attack-99"] == "One a turn.\n{: #attack-99 .ruling }"

    def test_a_new_paragraph_gets_an_anchor_that_was_never_used(self, draft: Drafting) -> None:
        draft.add("attack-3", "One a turn.")
        draft.add("attack-4", "Two a turn.")
        assert draft.sources["attack-4"] == "One a turn.\n{: #attack-4 .ruling }"
        assert draft.anchors[draft.anchors.index("attack-3") :][1:3] == ["attack-4", "attack-5"]

    def test_an_anchor_of_another_edition_or_an_old_revision_is_not_suggested(
        self, draft: Drafting, editor_client: Client
    ) -> None:
        """A number that is gone is never given out again."""
        other = Drafting(editor_client)
        other.add("aim-1", "You may also lose.")
        other.submit("More on losing")
        other.review(editor_client, "accept")
        gone = Drafting(editor_client)
        gone.step("out", "aim-2")
        gone.submit("Less on losing")
        gone.review(editor_client, "accept")
        assert "aim-2" not in [block.anchor for block in blocks_from_json(edition().head.blocks)]
        found = edition("3.4")
        assert drafts.next_anchor(found, blocks_from_json(found.head.blocks), "aim-1", "law") == "aim-3"

    @pytest.mark.parametrize(
        ("title", "anchor"),
        [("Search", "search-1"), ("Main", "main-1"), ("Word " * 20, "-".join(["word"] * 9))],
    )
    def test_no_anchor_is_suggested_that_would_be_refused(self, title: str, anchor: str) -> None:
        found = edition()
        text = text_of(found)
        assert drafts.next_anchor(found, text, "aim-1", "chapter", title) == anchor
        assert drafts.ANCHOR.match(anchor)

    def test_the_chapters_number_is_no_part_of_a_suggested_anchor(self) -> None:
        text = (*text_of(edition()), *blocks(chapter("Setup", "setup-8")))
        assert drafts.next_anchor(edition(), text, "setup-8", "law") == "setup-9"

    def test_terms_examples_and_titles_can_be_added(self, draft: Drafting) -> None:
        draft.add("term-wound", "A tool.", kind="term", title="wrench")
        draft.add("attack-1", "You have a Scout.", kind="example", title="Example: one Scout")
        draft.add("attack-1", "", kind="title", title="More on attacking")
        assert draft.sources["term-wrench"] == "wrench {: #term-wrench }\n:   A tool."
        texts = [block.source for block in blocks_from_json(draft.proposal.blocks)]
        assert '!!! example "Example: one Scout"\n    You have a Scout.' in texts
        assert "### More on attacking" in texts

    def test_a_paragraph_moves_up_and_down(self, draft: Drafting) -> None:
        draft.step("up", "attack-2")
        draft.step("down", "scrap-1")
        assert draft.anchors.index("attack-2") < draft.anchors.index("attack-1")
        assert draft.anchors.index("scrap-2") < draft.anchors.index("scrap-1")

    @pytest.mark.soak(seconds=0.5)
    def test_every_change_can_be_taken_back(self, draft: Drafting) -> None:
        before = draft.proposal.blocks
        draft.reword("attack-1", "Ready ones attack.")
        draft.add("attack-1", "One a turn.")
        draft.step("out", "aim-1")
        for key in ("attack-1", "attack-4", "aim-1"):
            assert draft.step("back", key).status_code == 303
        assert draft.proposal.blocks == before

    def test_what_others_link_to_is_not_taken_out(self, draft: Drafting) -> None:
        draft.add("attack-3", "One a turn.")
        draft.reword("attack-2", "See [[rule:attack-4]].")
        answer = draft.step("out", "attack-4")
        assert answer.status_code == 422
        assert "has a link to it" in said(answer)

    def test_a_chapter_is_edited_as_markdown(self, draft: Drafting) -> None:
        text = "## The aim {: #aim }\n\nDeal wounds.\n{: #aim-1 }\n\nDo not take any.\n{: #aim-2 }"
        assert draft.post("edit/aim/chapter/", text=text).status_code == 303
        assert draft.sources["aim"] == "## The aim {: #aim }"
        assert draft.sources["aim-2"] == "Do not take any.\n{: #aim-2 }"

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("Deal wounds.\n{: #aim-1 }", "begins with its title"),
            ("## Aim {: #aim }\n\nDeal wounds.\n{: #aim-1 }\n\nMore.", "{: #aim-2 }"),
            ("## Aim {: #aim }\n\nDeal.\n{: #aim-1 }\n\nMore.\n{: #aim-1 }", "used twice"),
        ],
    )
    def test_a_chapter_with_a_mistake_comes_back_with_what_to_do(
        self, draft: Drafting, text: str, words: str
    ) -> None:
        answer = draft.post("edit/aim/chapter/", text=text)
        assert answer.status_code == 422
        assert words in said(answer)
        assert "Deal" in said(answer)

    def test_only_what_changed_is_rendered(self, draft: Drafting, monkeypatch: pytest.MonkeyPatch) -> None:
        rendered: list[str] = []
        really = drafts.render_blocks

        def counting(sources: list[str]) -> tuple[Block, ...]:
            rendered.extend(sources)
            return really(sources)

        monkeypatch.setattr(drafts, "render_blocks", counting)
        text = drafts.join(block.source for block in blocks_from_json(draft.proposal.blocks)[2:5])
        draft.reword("attack-1", "Ready ones attack.")
        draft.post(
            "edit/aim/chapter/", text=f"## Aim {{: #aim }}\n\nDeal wounds.\n{{: #aim-1 }}\n\n{text[:0]}"
        )
        assert rendered == [f"Ready ones attack.\n{ATTACK_MARKS}", "Deal wounds.\n{: #aim-1 }"]


class TestMistakes:
    """They come back in the form, at once, with every word that was written."""

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("", "Enter some text"),
            ("x" * 10_001, "10,000 characters"),
            ("[" * 401, "brackets"),
            ("See [[card:toaster]].", "no card “toaster”"),
            ("See [[rule:toaster-1]].", "“toaster-1”, which doesn’t exist"),
            ("One.\n\nTwo.", "more than one paragraph"),
            ("Words.\n{: #mine-1 }", "adds anchors and marks automatically"),
        ],
    )
    @pytest.mark.soak(seconds=0.2, one_in=3)
    def test_in_the_words(self, draft: Drafting, text: str, words: str) -> None:
        began = time.monotonic()
        answer = draft.reword("attack-1", text)
        assert time.monotonic() - began < 1
        assert answer.status_code == 422
        assert words in said(answer)
        assert text.split("\n")[0] in answer.content.decode()
        assert draft.proposal.version == 0

    def test_in_the_anchor(self, draft: Drafting) -> None:
        for anchor, words in (
            ("attack-1", "already used"),
            ("Attack!", "small letters"),
            ("follow", "addresses"),
        ):
            answer = draft.add("attack-1", "One a turn.", anchor=anchor)
            assert answer.status_code == 422
            assert words in said(answer)

    def test_too_many_edits_are_told_to_wait_and_lose_no_words(
        self, draft: Drafting, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(limits.LIMITS, "edits", (0, 0))
        answer = draft.reword("attack-1", "Ready ones attack.")
        assert answer.status_code == 429
        assert "Retry-After" in answer
        assert "Ready ones attack." in said(answer)


def test_the_page_before_a_draft_names_the_paragraph_by_its_number(user_client: Client) -> None:
    page = user_client.get(f"{BOOK}proposals/", {"anchor": "attack-1"}).content.decode()
    assert "Change rule 4.20</button>" in page
    assert "Open my draft</button>" in user_client.get(f"{BOOK}proposals/?anchor=x").content.decode()


class TestPreview:
    def test_shows_how_it_reads_and_what_changes(self, draft: Drafting) -> None:
        text = "Only a Ready Scrapbot attacks, see [[rule:attack-2]] and [[card:scout]]."
        answer = draft.post("preview/", True, mode="block", key="attack-1", text=text)
        html = said(answer)
        assert "4.21</a>" in html
        assert ">Scout</a>" in html
        assert "<del>" in html
        assert "<html" not in html
        assert draft.proposal.version == 0

    def test_works_without_javascript_and_keeps_the_words(self, draft: Drafting) -> None:
        answer = draft.post("preview/", mode="added", key="attack-1", kind="law", text="One a turn.")
        assert "<html" in said(answer)
        assert ">One a turn.</textarea>" in answer.content.decode()

    def test_says_what_is_wrong(self, draft: Drafting) -> None:
        answer = draft.post("preview/", True, mode="block", key="attack-1", text="[[card:toaster]]")
        assert "no card “toaster”" in said(answer)

    def test_a_chapter_is_shown_block_by_block(self, draft: Drafting) -> None:
        text = "## Goal {: #aim }\n\nDeal *wounds*.\n{: #aim-1 }"
        html = said(draft.post("preview/", True, mode="chapter", key="aim", text=text))
        assert "1 Goal" in html
        assert "Deal <em>wounds</em>." in html

    @pytest.mark.parametrize("is_fragment", [True, False])
    def test_an_example_is_shown_with_its_drawing(self, draft: Drafting, is_fragment: bool) -> None:
        title, text = "Splash", "One step further."
        form = {"mode": "block", "key": key_of(draft, "splash"), "title": title, "text": text}
        html = said(draft.post("preview/", is_fragment, **form))
        assert "<svg" in html.split('id="preview"')[-1]
        assert "What happens" in html
        assert "The words have changed since this position was checked against them." in html
        # What is written would be lost by a press on it.
        assert "Try it" not in html

    def test_the_list_of_what_is_in_the_box_is_shown(self, draft: Drafting) -> None:
        form = {"mode": "block", "key": key_of(draft, "components"), "title": "The cards", "text": "All."}
        assert 'class="components"' in said(draft.post("preview/", True, **form))


def key_of(draft: Drafting, position: str) -> str:
    """Return the key of the draft's block that *position* belongs to."""
    blocks = blocks_from_json(draft.proposal.blocks)
    found = zip(keys(blocks), blocks, strict=True)
    return next(key for key, block in found if fields_of(block).position == position)


class TestTwoWindows:
    def test_a_stale_change_is_refused_and_both_texts_are_shown(self, draft: Drafting) -> None:
        draft.reword("attack-1", "Said in one window.", version=0)
        answer = draft.reword("attack-1", "Said in the other window.", version=0)
        assert answer.status_code == 409
        assert "Said in one window." in said(answer)
        assert "Said in the other window." in said(answer)
        assert "one window" in draft.sources["attack-1"]

    def test_with_both_texts_seen_it_can_be_saved(self, draft: Drafting) -> None:
        draft.reword("attack-1", "Said in one window.", version=0)
        refused = draft.reword("attack-1", "Said in the other window.", version=0)
        assert 'name="version" value="1"' in said(refused)
        assert draft.reword("attack-1", "Said in the other window.", version=1).status_code == 303

    def test_a_mistake_corrected_in_an_old_form_overwrites_nothing(self, draft: Drafting) -> None:
        """The form that came back with the mistake had taken the newest version."""
        draft.reword("attack-1", "Said in one window.", version=0)
        wrong = draft.reword("attack-1", "See [[card:toaster]].", version=0)
        assert wrong.status_code == 422
        answer = draft.reword("attack-1", "Said in the other window.", version=version_in(wrong))
        assert answer.status_code == 409
        assert "Said in one window." in said(answer)
        assert "one window" in draft.sources["attack-1"]

    def test_a_click_too_many_does_no_harm(self, draft: Drafting) -> None:
        for _ in range(2):
            assert draft.reword("attack-1", "Ready ones attack.", version=0).status_code == 303
        for _ in range(2):
            assert draft.add("attack-1", "One a turn.", version=1, anchor="attack-4").status_code == 303
        assert draft.proposal.version == 2

    def test_words_for_what_another_window_took_out_are_given_back(self, draft: Drafting) -> None:
        draft.add("attack-3", "One a turn.")
        draft.step("out", "attack-4")
        answer = draft.reword("attack-4", "Two a turn.")
        assert answer.status_code == 409
        assert "Two a turn." in said(answer)

    def test_a_move_made_from_an_old_page_is_refused(self, draft: Drafting) -> None:
        draft.step("up", "attack-2", version=0)
        assert draft.step("up", "attack-2", version=0).status_code == 409


class TestSubmitting:
    def test_shows_it_to_everybody(self, draft: Drafting, client: Client) -> None:
        assert draft.get("").status_code == 200
        assert client.get(f"/rules/proposals/{draft.pk}/").status_code == 404
        draft.reword("attack-1", "Ready ones attack.")
        assert draft.submit("Shorter", "It is *long*, see [[rule:attack-2]].").status_code == 303
        page = said(client.get(f"/rules/proposals/{draft.pk}/"))
        assert "Shorter" in page
        assert "It is <em>long</em>" in page
        assert "Ready ones attack." in page.replace("</ins>", "").replace("<ins>", "") or "<ins>" in page
        assert "Shorter" in said(client.get("/rules/proposals/"))

    def test_is_told_of_at_the_paragraph_it_changes(self, draft: Drafting, client: Client) -> None:
        draft.reword("attack-1", "Ready ones attack.")
        draft.submit("Shorter")
        assert "Proposed by rivet: Shorter" in said(client.get(f"{BOOK}attack-1/"))
        assert "Proposed by" not in said(client.get(f"{BOOK}attack-2/"))

    @pytest.mark.parametrize(
        ("summary", "reason", "words"),
        [
            (" ", "Why not?", "in a few words"),
            ("Shorter", "x" * 10_001, "10,000"),
            ("y" * 301, "", "at most 300"),
        ],
    )
    def test_wants_a_summary_and_keeps_what_was_written(
        self, draft: Drafting, summary: str, reason: str, words: str
    ) -> None:
        draft.reword("attack-1", "Ready ones attack.")
        answer = draft.submit(summary, reason)
        assert answer.status_code == 422
        assert words in said(answer)
        assert reason in answer.content.decode()
        assert draft.proposal.status == "draft"

    def test_wants_a_change(self, draft: Drafting) -> None:
        answer = draft.submit()
        assert answer.status_code == 422
        assert "There are no changes to submit" in said(answer)

    def test_says_how_often_the_game_cites_it_and_shows_editors_where(
        self, draft: Drafting, editor_client: Client
    ) -> None:
        draft.reword("attack-1", "Ready ones attack.")
        draft.submit()
        page = said(draft.get(""))
        assert "Rules that reviewers must check" in page
        assert re.search(r"\d+ refusals?</span>", page)
        assert ".py" not in page
        page = said(editor_client.get(f"/rules/proposals/{draft.pk}/"))
        assert "games/titles/scrapbots/legality.py:" in page
        assert "tests/titles/scrapbots/test_attacks.py:" in page

    def test_shows_another_section_of_the_source(self, draft: Drafting) -> None:
        words = in_force("attack-1").partition("\n")[0]
        draft.reword("attack-1", words, provenance="source", where="4 Attacks")
        draft.submit("Another section")
        was = "From the original rules: Attack with a Scrapbot"
        assert f"Now marked “From the original rules: 4 Attacks”, before “{was}”" in said(draft.get())

    def test_shows_that_an_example_becomes_a_remark(self, draft: Drafting) -> None:
        key = key_of(draft, "splash")
        text = chapter_text(blocks_from_json(draft.proposal.blocks), key)
        draft.post(f"edit/{key}/chapter/", text=text.replace("!!! example splash", "!!! note splash"))
        draft.submit("A remark")
        shown = "Now a remark that shows “splash”, before an example that shows “splash”"
        assert shown in said(draft.get())

    def test_is_listed_for_the_pages_of_the_rulebook(self, draft: Drafting, user: User) -> None:
        before = data_version()
        draft.reword("attack-1", "Ready ones attack.")
        assert open_proposals(edition()) == ()
        draft.submit("Shorter")
        (found,) = open_proposals(edition())
        assert (found.summary, found.author, found.touched) == ("Shorter", "rivet", {"attack-1"})
        assert open_proposals(edition("3.4")) == ()
        assert before == data_version(), "inside a test nothing is committed"

    def test_a_withdrawn_one_can_be_changed_and_submitted_again(self, draft: Drafting) -> None:
        draft.reword("attack-1", "Ready ones attack.")
        draft.submit()
        assert draft.reword("attack-1", "Too late.").status_code == 422
        assert draft.post("withdraw/").status_code == 303
        assert draft.reword("attack-1", "Ready ones may attack.").status_code == 303
        assert draft.submit().status_code == 303
        assert draft.proposal.status == "open"

    def test_only_its_author_changes_or_withdraws_it(self, draft: Drafting, editor_client: Client) -> None:
        draft.reword("attack-1", "Ready ones attack.")
        draft.submit()
        assert editor_client.get(f"/rules/proposals/{draft.pk}/edit/").status_code == 404
        assert editor_client.post(f"/rules/proposals/{draft.pk}/withdraw/").status_code == 403

    def test_ones_own_are_listed_with_drafts(
        self, draft: Drafting, user_client: Client, client: Client
    ) -> None:
        assert "Draft without a summary" in said(user_client.get("/rules/proposals/?mine"))
        assert "Draft without a summary" not in said(client.get("/rules/proposals/?mine"))
        assert "Draft without a summary" not in said(user_client.get("/rules/proposals/"))


class TestReviews:
    @pytest.fixture
    def proposal(self, draft: Drafting) -> Drafting:
        draft.reword("attack-1", "Ready ones attack.")
        draft.submit("Shorter")
        return draft

    def test_anybody_with_an_account_may_say_something(
        self, proposal: Drafting, make_user: Callable[[str], User], client_of: ClientOf, client: Client
    ) -> None:
        assert proposal.review(client_of(make_user("sprocket")), "comment", "*Fine*.").status_code == 303
        page = said(client.get(f"/rules/proposals/{proposal.pk}/"))
        assert "<em>Fine</em>" in page
        assert "sprocket" in page

    @pytest.mark.parametrize("verdict", ["accept", "ask", "decline"])
    def test_only_editors_decide(self, proposal: Drafting, user_client: Client, verdict: str) -> None:
        answer = proposal.review(user_client, verdict, "Mine is good.")
        assert answer.status_code == 403
        assert "Mine is good." in said(answer)
        assert proposal.proposal.status == "open"

    def test_accepting_makes_the_next_revision_under_its_authors_name(
        self, proposal: Drafting, editor_client: Client, editor: User, user: User
    ) -> None:
        assert proposal.review(editor_client, "accept").status_code == 303
        made = Revision.objects.get(edition=edition(), number=2)
        assert (made.author, made.kind, made.summary) == (user, RevisionKind.PROPOSAL, "Shorter")
        assert proposal.proposal.revision == made
        assert in_force("attack-1").startswith("Ready ones attack.")
        entry = AuditEntry.objects.get(what="proposal/accepted")
        assert entry.actor == editor
        assert "revision 2" in entry.about

    def test_an_editor_cannot_accept_their_own_while_there_is_another(
        self, editor_client: Client, make_user: Callable[[str], User]
    ) -> None:
        makes_editor(make_user("anvil"))
        own = submitted(editor_client, "attack-1", "Ready ones attack.")
        assert "another editor has to accept it" in said(own.get())
        assert 'value="accept"' not in said(own.get())
        answer = own.review(editor_client, "accept")
        assert answer.status_code == 422
        assert "another editor has to accept it" in said(answer)
        assert own.proposal.status == "open"
        assert not in_force("attack-1").startswith("Ready ones attack.")

    def test_an_editor_who_cannot_sign_in_any_more_is_nobody_to_wait_for(
        self, editor_client: Client, make_user: Callable[[str], User]
    ) -> None:
        makes_editor(make_user("anvil"))
        User.objects.filter(username="anvil").update(is_active=False)
        own = submitted(editor_client, "attack-1", "Ready ones attack.")
        assert own.review(editor_client, "accept").status_code == 303

    def test_an_editor_of_another_rulebook_is_nobody_to_wait_for(
        self, editor_client: Client, make_user: Callable[[str], User]
    ) -> None:
        Appointment.objects.create(
            rulebook=Rulebook.objects.get(game="junkyard"),
            user=make_user("anvil"),
            group=Group.objects.get(name=EDITORS),
        )
        own = submitted(editor_client, "attack-1", "Ready ones attack.")
        assert own.review(editor_client, "accept").status_code == 303

    def test_the_only_editor_may_accept_their_own_and_the_trail_says_so(self, editor_client: Client) -> None:
        own = submitted(editor_client, "attack-1", "Ready ones attack.")
        assert own.review(editor_client, "accept").status_code == 303
        assert "their own" in AuditEntry.objects.get(what="proposal/accepted").about

    @pytest.mark.soak(seconds=1)
    def test_asking_for_changes_lets_the_author_go_on(
        self, proposal: Drafting, editor_client: Client
    ) -> None:
        assert proposal.review(editor_client, "ask", "Say may.").status_code == 303
        assert proposal.reword("attack-1", "Ready ones may attack.").status_code == 303
        assert proposal.submit("Shorter").status_code == 303
        assert proposal.review(editor_client, "accept").status_code == 303
        assert in_force("attack-1").startswith("Ready ones may attack.")

    def test_declining_wants_words_and_closes_it(self, proposal: Drafting, editor_client: Client) -> None:
        assert proposal.review(editor_client, "decline").status_code == 422
        assert proposal.review(editor_client, "decline", "It says less.").status_code == 303
        assert proposal.proposal.status == "declined"
        assert proposal.review(editor_client, "accept").status_code == 422

    def test_nobody_accepts_what_they_have_not_read(self, proposal: Drafting, editor_client: Client) -> None:
        version = proposal.proposal.version
        proposal.post("withdraw/")
        proposal.reword("attack-1", "Anybody attacks.")
        proposal.submit("Shorter")
        answer = proposal.review(editor_client, "accept", "Good.", version=version)
        assert answer.status_code == 409
        assert "Good." in said(answer)
        assert not Revision.objects.filter(number=2).exists()

    @pytest.mark.parametrize(
        ("words", "more"), [("See [[card:toaster]].", {}), ("Good.", {"preview": "yes"})]
    )
    def test_a_form_that_comes_back_is_still_about_the_text_that_was_read(
        self, proposal: Drafting, editor_client: Client, words: str, more: dict[str, str]
    ) -> None:
        version = proposal.proposal.version
        proposal.post("withdraw/")
        proposal.reword("attack-1", "Anybody attacks.")
        proposal.submit("Shorter")
        back = proposal.review(editor_client, "accept", words, version=version, **more)
        assert version_in(back) == str(version)
        answer = proposal.review(editor_client, "accept", "Good.", version=version_in(back))
        assert answer.status_code == 409
        assert version_in(answer) == str(proposal.proposal.version)
        assert not Revision.objects.filter(number=2).exists()

    @pytest.mark.parametrize("verdict", ["comment", "accept"])
    def test_a_form_that_is_sent_again_does_nothing_more(
        self, proposal: Drafting, editor_client: Client, verdict: str
    ) -> None:
        assert 'name="request_id"' in said(editor_client.get(f"/rules/proposals/{proposal.pk}/"))
        form = {"version": proposal.proposal.version, "request_id": "1"}
        for _ in range(2):
            assert proposal.review(editor_client, verdict, "Good.", **form).status_code == 303
        assert proposal.proposal.reviews.count() == 1

    def test_what_the_game_cites_cannot_go_and_the_draft_says_so_before(
        self, draft: Drafting, editor_client: Client
    ) -> None:
        text = "## Damage {: #damage }\n\nAll is new.\n{: #damage-99 }"
        chapter = draft.post("edit/damage/chapter/", text=text)
        assert chapter.status_code == 422, "others link to it"
        own = Drafting(editor_client)
        own.post("edit/house/chapter/", text="## House options {: #house }\n\nNone.\n{: #house-2 }")
        assert "The game cites house-1" in said(own.get("edit/"))
        own.submit("No options")
        answer = own.review(editor_client, "accept")
        assert answer.status_code == 422
        assert "The game cites house-1" in said(answer)

    def test_everything_is_in_the_audit_trail(self, proposal: Drafting, editor_client: Client) -> None:
        proposal.post("withdraw/")
        proposal.submit("Shorter")
        proposal.review(editor_client, "comment", "Hm.")
        proposal.review(editor_client, "ask", "Say may.")
        proposal.submit("Shorter still")
        proposal.review(editor_client, "decline", "No.")
        trail = AuditEntry.objects.filter(what__startswith="proposal/").order_by("pk")
        assert list(trail.values_list("what", flat=True)) == [
            "proposal/submitted",
            "proposal/withdrawn",
            "proposal/submitted",
            "proposal/reviewed",
            "proposal/changes-asked",
            "proposal/submitted",
            "proposal/declined",
        ]
        assert set(trail.values_list("address", flat=True)) == {f"/rules/proposals/{proposal.pk}/"}

    @pytest.mark.soak(seconds=0.5)
    def test_a_deleted_account_leaves_its_proposals(
        self, proposal: Drafting, editor_client: Client, user: User
    ) -> None:
        user.delete()
        assert "a former member" in said(editor_client.get(f"/rules/proposals/{proposal.pk}/"))
        assert proposal.review(editor_client, "accept").status_code == 303
        assert Revision.objects.get(number=2).author is None


class TestLeaving:
    def test_a_discarded_draft_goes_like_any_other(self, draft: Drafting, user: User) -> None:
        draft.post("withdraw/")
        assert draft.proposal.status == "withdrawn"
        delete_drafts(user)
        assert not Proposal.objects.exists()

    def test_a_proposal_that_was_withdrawn_stays(self, draft: Drafting, user: User) -> None:
        draft.reword("attack-1", "Ready ones attack.")
        draft.submit("Shorter")
        draft.post("withdraw/")
        delete_drafts(user)
        assert Proposal.objects.get().summary == "Shorter"


class TestWhatWasDecided:
    @pytest.mark.soak(seconds=0.5)
    def test_is_neither_withdrawn_nor_brought_up_to_date(
        self, user: User, user_client: Client, editor_client: Client
    ) -> None:
        done = submitted(user_client, "draw-1", "Draw six.")
        done.review(editor_client, "accept")
        with pytest.raises(Refused, match="open any more"):
            withdraw(user, done.proposal)
        with pytest.raises(Refused, match="already been decided on"):
            require_may_update(user, done.proposal)
        assert done.proposal.status == ProposalStatus.ACCEPTED


def test_draft_that_was_never_submitted_is_called_discarded_in_the_list_as_on_its_page(
    user_client: Client,
) -> None:
    draft = Drafting(user_client, "attack-1")
    draft.reword("attack-1", "Only a Ready Scrapbot attacks.")
    draft.post("withdraw/")
    for page in (draft.get(), user_client.get("/rules/proposals/?mine")):
        assert "Discarded" in said(page)
        assert "Withdrawn" not in re.sub(r"<option.*?</option>", "", page.content.decode(), flags=re.DOTALL)


def test_words_of_a_block_that_another_window_has_removed_come_back_from_the_preview(
    user_client: Client,
) -> None:
    draft = Drafting(user_client, "attack-1")
    draft.add("attack-1", "A new rule.", anchor="attack-99", provenance="ruling")
    before = draft.proposal.version
    draft.step("out", "attack-99")
    sent = {"mode": "block", "key": "attack-99", "kind": "law", "text": "Dear words."}
    answer = draft.post("preview/", version=before, **sent)
    assert answer.status_code == 409
    assert "Dear words." in answer.content.decode()


def test_page_for_signing_in_is_not_put_into_the_preview(user_client: Client) -> None:
    """It was, for somebody who had signed out in another tab."""
    draft = Drafting(user_client, "attack-1")
    version = draft.proposal.version
    user_client.logout()
    sent = {"mode": "block", "key": "attack-1", "kind": "law", "text": "Dear words."}
    fragment = draft.post("preview/", fragment=True, version=version, **sent)
    assert fragment.status_code == 403, "htmx shows no errors"
    whole = draft.post("preview/", version=version, **sent)
    assert whole.status_code == 403
    assert "/accounts/login/?next=" in said(whole)


def test_save_after_signing_out_gives_the_words_back(user_client: Client) -> None:
    """They were lost in the redirect to the page for signing in."""
    draft = Drafting(user_client, "attack-1")
    version = draft.proposal.version
    user_client.logout()
    shown = said(draft.post("edit/attack-1/", version=version, kind="law", text="Dear words."))
    assert ">Dear words.</textarea>" in shown
    assert "nothing was sent" in shown
    assert draft.post("edit/attack-1/", version=version, kind="law", text="").status_code == 302
