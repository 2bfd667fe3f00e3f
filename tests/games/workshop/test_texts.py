"""A draft has words of rules of its own: written as in the wiki, seen by readers, and proposed on demand."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from games import catalog
from games.drafts import texts as draft_texts
from games.drafts.actions import changing
from games.drafts.actions.changing import change_draft, discard_changes, save_revision, undo_change
from games.drafts.actions.making import copy_draft
from games.drafts.actions.rewording import propose_texts, write_text
from games.drafts.actions.sharing import remove_draft, share_draft
from games.drafts.editing import with_parameters
from games.drafts.editions import changes_of
from games.drafts.errors import BadWords
from games.drafts.models import Draft, DraftRevision, DraftText
from games.drafts.slugs import slug_of
from games.engine import codec
from games.engine.drafting import reading
from games.matches.actions.create import create_match
from games.suggestions.making import make_draft
from games.suggestions.models import SuggestionSearch
from games.suggestions.searching.question import Figure, Question, Target
from games.suggestions.searching.trying import Tried
from rules.document.block_fields import fields_of
from rules.wiki.models import Edition, Proposal, Revision
from rules.wiki.stored_books import stored_book
from scrapsite.common.players import new_guest
from scrapsite.common.rulebook import BadText, connected
from scrapsite.server.work.kinds import Kind, kind_of
from tests.games.workshop.conftest import at, browser, page
from tests.rules.wiki.test_block_fields import THEIRS, block
from tests.rules.wiki.test_conflicts import edition, publishes, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def anchor() -> str:
    """The anchor of the rule about the size of a hand."""
    drafting = catalog.title("scrapbots").drafting
    assert drafting is not None
    return next(each.field.rule for each in drafting.parameters if each.key == "hand_size")


class TestTooManyChanges:
    """A draft as large as drafts may be has its next change refused with the reason."""

    @pytest.fixture
    def full(self, draft: Draft, monkeypatch: pytest.MonkeyPatch) -> Draft:
        monkeypatch.setattr(reading, "MOST_CHANGES", 0)
        return draft

    def test_figures_are_refused_with_a_reason(self, designer: Client, full: Draft) -> None:
        answer = designer.post(at(full, "rules/"), {"parameters/hand_size": "6"})
        assert answer.status_code == 422
        assert "<li>A draft holds at most 0 changes; these are" in answer.content.decode()

    def test_words_are_refused_with_a_reason_that_names_no_inner_place(
        self, designer: Client, full: Draft, anchor: str
    ) -> None:
        answer = designer.post(at(full, f"rulebook/{anchor}/"), {"text": "Draw six."})
        assert answer.status_code == 422
        assert "<p>A draft holds at most 0 changes; these are 1.</p>" in answer.content.decode()


@pytest.fixture
def other_anchor(anchor: str) -> str:
    """Another rule of the same rulebook."""
    return next(each for each in stored_book("scrapbots", "3.6").by_anchor if each != anchor)


def post(client: Client, address: str, status: int, **data: str) -> Any:
    answer = client.post(address, data)
    assert answer.status_code == status, answer.content.decode()[-3000:]
    return answer


def texts(draft: Draft) -> dict[str, str]:
    return changes_of(Draft.objects.get(pk=draft.pk).working).texts


def saved(user: User, draft: Draft) -> DraftRevision:
    """Return a revision as it is once its check has found it playable."""
    made = save_revision(user, draft.pk)
    DraftRevision.objects.filter(pk=made.pk).update(stage=DraftRevision.Stage.PLAYABLE)
    return DraftRevision.objects.get(pk=made.pk)


class TestWriting:
    def test_paragraph_of_a_changed_figure_is_offered_first(
        self, designer: Client, user: User, draft: Draft, anchor: str
    ) -> None:
        assert "Your draft changes no cards and no figures." in page(designer, at(draft, "rulebook/"))
        change_draft(user, draft.pk, lambda now: with_parameters(now, {"hand_size": 6}), "parameters")
        html = page(designer, at(draft, "rulebook/"))
        concerned = html[html.index("concerned-title") : html.index("others-title")]
        assert f"/rulebook/{anchor}/" in concerned

    def test_words_are_stored_with_their_difference(
        self, designer: Client, draft: Draft, anchor: str, other_anchor: str
    ) -> None:
        words = f"Draw **six** cards, as in [[rule:{other_anchor}]]."
        answer = post(designer, at(draft, f"rulebook/{anchor}/"), 303, text=words)
        assert answer["Location"] == at(draft, f"rulebook/#{anchor}")
        assert texts(draft) == {anchor: words}
        html = page(designer, at(draft))
        assert re.search(r"<ins>.*six", html)
        assert "<del>" in html

    def test_preview_stores_nothing(self, designer: Client, draft: Draft, anchor: str) -> None:
        address = at(draft, f"rulebook/{anchor}/")
        said = post(designer, address, 200, text="Draw **six** cards.", press="preview").content.decode()
        assert "<strong>six</strong>" in said
        look = designer.post(
            address, {"text": "Draw *six*.", "press": "look"}, headers={"HX-Request": "true"}
        )
        assert "<em>six</em>" in look.content.decode()
        assert "<html" not in look.content.decode()
        assert texts(draft) == {}
        assert not DraftText.objects.exists()

    def test_words_of_the_base_are_no_change(self, user: User, draft: Draft, anchor: str) -> None:
        write_text(user, draft.pk, anchor, "Draw six cards.")
        own = next(each for each in connected().paragraphs("scrapbots", "3.6") if each.anchor == anchor)
        write_text(user, draft.pk, anchor, own.text + "\n")
        assert texts(draft) == {}

    def test_words_are_undone_discarded_and_taken_back_like_any_change(
        self, designer: Client, user: User, draft: Draft, anchor: str
    ) -> None:
        write_text(user, draft.pk, anchor, "Draw six cards.")
        write_text(user, draft.pk, anchor, "Draw seven cards.")
        undo_change(user, draft.pk)
        assert texts(draft) == {anchor: "Draw six cards."}
        post(designer, at(draft, f"rulebook/{anchor}/"), 303, press="reset")
        assert texts(draft) == {}
        undo_change(user, draft.pk)
        discard_changes(user, draft.pk)
        assert texts(draft) == {}

    def test_whatever_the_page_may_show_stays_stored(
        self, user: User, draft: Draft, anchor: str, other_anchor: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(draft_texts, "MOST_SPARE", 1)
        write_text(user, draft.pk, anchor, "Draw six cards.")
        for word in ("one", "two", "three", "four"):
            write_text(user, draft.pk, other_anchor, f"It is {word}.")
        monkeypatch.setattr(draft_texts, "write", lambda *rest: pytest.fail("It is rendered anew."))
        for _ in range(4):
            now = Draft.objects.get(pk=draft.pk)
            assert draft_texts.reworded(now, changes_of(now.working))
            undo_change(user, draft.pk)
        assert texts(draft) == {anchor: "Draw six cards."}

    def test_what_nobody_can_come_back_to_is_forgotten(
        self, user: User, draft: Draft, anchor: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(draft_texts, "MOST_SPARE", 1)
        monkeypatch.setattr(changing, "MOST_BEFORE", 2)
        for word in ("one", "two", "three", "four", "five", "six"):
            write_text(user, draft.pk, anchor, f"It is {word}.")
        assert DraftText.objects.count() <= 5

    def test_many_texts_at_once_keep_nobody_else_waiting(self, draft: Draft) -> None:
        assert kind_of("PUT", f"/api/v1/drafts/{draft.pk}/changes") == Kind.SLOW

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("x" * 10_001, "at most 10,000 characters"),
            ("  ", "Enter some text"),
            ("One.\n\nTwo.", "more than one paragraph"),
            ("Draw six.\n{: #goal-9 }", "line in braces"),
            ("See [[rule:nowhere-9]].", "nowhere-9"),
            ("Draw [[card:no-such-card]].", "no card"),
            ("(" * 30 + "a" + ")" * 30, "nested"),
            ("Draw\u202e six.", "can(’|')t be seen"),
        ],
    )
    @pytest.mark.soak(seconds=0.2, one_in=4)
    def test_limits_are_those_of_the_wiki(
        self, designer: Client, draft: Draft, anchor: str, text: str, reason: str
    ) -> None:
        said = post(designer, at(draft, f"rulebook/{anchor}/"), 422, text=text).content.decode()
        assert re.search(reason, said)
        assert texts(draft) == {}

    @pytest.mark.parametrize(
        "text",
        [
            "Draw <script>alert(1)</script> six.",
            'Draw <img src=x onerror="alert(1)"> six.',
            "Draw [six](javascript:alert(1)).",
            'Draw <a hx-get="/x" class="y" id="z">six</a>.',
            "Draw ![six](https://example.org/x.png).",
        ],
    )
    @pytest.mark.soak(seconds=0.3, one_in=5)
    def test_hostile_markup_never_comes_out(
        self, designer: Client, draft: Draft, anchor: str, text: str
    ) -> None:
        answer = designer.post(at(draft, f"rulebook/{anchor}/"), {"text": text})
        assert answer.status_code in (303, 422)
        for address in (at(draft), at(draft, "rulebook/")):
            html = page(designer, address)
            inside = "".join(re.findall(r'class="text-diff">(.*?)</(?:p|div)>', html, re.DOTALL))
            assert not re.search(r"<(script|img)|javascript:|<[^>]* (?:on\w+|hx-get|id)=", inside)

    def test_chapters_and_unknown_paragraphs_have_no_form(self, designer: Client, draft: Draft) -> None:
        chapter = stored_book("scrapbots", "3.6").sections[0].anchor
        for wanted in (chapter, "nowhere-9"):
            page(designer, at(draft, f"rulebook/{wanted}/"), 404)
            assert designer.post(at(draft, f"rulebook/{wanted}/"), {"text": "A."}).status_code == 404


class TestReading:
    def test_revision_pins_its_words(self, designer: Client, user: User, draft: Draft, anchor: str) -> None:
        write_text(user, draft.pk, anchor, "Draw six cards.")
        saved(user, draft)
        write_text(user, draft.pk, anchor, "Draw seven cards.")
        saved(user, draft)
        first, second = (page(designer, at(draft, f"{number}/")) for number in (1, 2))
        assert "six" in first
        assert "seven" not in first
        assert "seven" in second

    def test_words_change_no_rule(self, user: User, draft: Draft, anchor: str) -> None:
        write_text(user, draft.pk, anchor, "Draw six cards.")
        assert saved(user, draft).cards_hash == catalog.published("scrapbots", "3.6").cards_hash

    def test_readers_see_the_newest_revision_and_strangers_nothing(
        self, client: Client, user: User, other_user: User, draft: Draft, anchor: str
    ) -> None:
        write_text(user, draft.pk, anchor, "Draw six cards.")
        saved(user, draft)
        write_text(user, draft.pk, anchor, "Draw seven cards.")
        for address in ("", "1/", "rulebook/", f"rulebook/{anchor}/"):
            page(client, at(draft, address), 404)
        share_draft(user, draft.pk, "link")
        key = Draft.objects.get().share_key
        for address in ("", "1/"):
            page(client, at(draft, address), 404)
            html = page(client, at(draft, f"{address}?key={key}"))
            assert "six" in html
            assert "seven" not in html
        share_draft(user, draft.pk, "listed")
        assert "six" in page(client, at(draft))
        for reader in (client, browser(other_user)):
            page(reader, at(draft, "rulebook/"), 404)
            page(reader, at(draft, f"rulebook/{anchor}/"), 404)
            assert reader.post(at(draft, f"rulebook/{anchor}/"), {"text": "A."}).status_code == 404
            assert reader.post(at(draft, "propose/"), {"summary": "A."}).status_code == 404

    def test_players_of_a_private_draft_read_the_words_they_play_by(
        self, user: User, other_user: User, draft: Draft, anchor: str
    ) -> None:
        write_text(user, draft.pk, anchor, "Draw six cards.")
        revision = saved(user, draft)
        seats = [{"kind": "me"}, {"kind": "open"}]
        create_match(user, "scrapbots", slug_of(draft.pk, revision.number), {}, seats)
        assert "six" in page(browser(other_user), at(draft, "1/"))

    def test_copy_takes_the_words_along(
        self, user: User, other_user: User, draft: Draft, anchor: str
    ) -> None:
        write_text(user, draft.pk, anchor, "Draw six cards.")
        copy = copy_draft(other_user, draft, saved(user, draft), "Mine")
        assert texts(copy) == texts(draft)
        draft.revisions.all().delete()
        draft.delete()
        assert "six" in page(browser(other_user), at(copy))

    def test_paragraph_that_was_changed_meanwhile_is_told(
        self, designer: Client, user: User, draft: Draft, anchor: str
    ) -> None:
        write_text(user, draft.pk, anchor, "Draw six cards.")
        assert "own words here have changed" not in page(designer, at(draft))
        DraftText.objects.update(was="something else")
        assert "own words here have changed" in page(designer, at(draft))

    def test_words_that_are_not_stored_any_more_are_made_anew(
        self, designer: Client, user: User, draft: Draft, anchor: str
    ) -> None:
        write_text(user, draft.pk, anchor, "Draw **six** cards.")
        DraftText.objects.all().delete()
        assert "six" in page(designer, at(draft))


class TestProposing:
    def test_nothing_enters_the_wiki_before_it_is_proposed(
        self, designer: Client, user: User, draft: Draft, anchor: str
    ) -> None:
        write_text(user, draft.pk, anchor, "Draw six cards.")
        saved(user, draft)
        assert not Proposal.objects.exists()
        assert Revision.objects.filter(edition__slug="3.6", edition__rulebook__game="scrapbots").count() == 1

    @pytest.mark.soak(seconds=1)
    def test_proposal_is_an_ordinary_one_that_names_a_listed_draft(
        self, client: Client, designer: Client, user: User, draft: Draft, anchor: str
    ) -> None:
        write_text(user, draft.pk, anchor, "Draw six cards.")
        saved(user, draft)
        share_draft(user, draft.pk, "listed")
        form = page(designer, at(draft, "rulebook/"))
        assert f"]({at(draft)})" in form
        reason = f"It belongs to [a draft]({at(draft)}) of the workshop."
        post(designer, at(draft, "propose/"), 303, summary="Bigger hands", reason=reason)
        made = Proposal.objects.get()
        assert (made.status, made.author, made.summary) == ("open", user, "Bigger hands")
        html = page(client, f"/rules/proposals/{made.pk}/")
        assert "six" in html
        assert f'href="{at(draft)}"' in html
        assert f"/rules/proposals/{made.pk}/" in page(designer, at(draft, "rulebook/"))
        changed = [
            block for block in made.blocks if block not in Edition.objects.get(pk=made.edition_id).head.blocks
        ]
        assert len(changed) == 1

    def test_draft_that_a_moderator_has_hidden_is_not_named(
        self, designer: Client, user: User, listed: Draft, anchor: str
    ) -> None:
        write_text(user, listed.pk, anchor, "Draw six cards.")
        Draft.objects.update(moderation=Draft.Moderation.HIDDEN)
        form = page(designer, at(listed, "rulebook/"))
        assert "It belongs to" not in form
        assert 'value="As in the draft' not in form

    def test_private_draft_is_not_named(
        self, designer: Client, user: User, draft: Draft, anchor: str
    ) -> None:
        write_text(user, draft.pk, anchor, "Draw six cards.")
        form = page(designer, at(draft, "rulebook/"))
        assert "It belongs to" not in form
        assert 'value="As in the draft' not in form

    def test_proposal_without_a_summary_leaves_nothing_behind(
        self, designer: Client, user: User, draft: Draft, anchor: str
    ) -> None:
        write_text(user, draft.pk, anchor, "Draw six cards.")
        said = post(designer, at(draft, "propose/"), 422, summary=" ", reason="Why not").content.decode()
        assert 'role="alert"' in said
        assert "Why not" in said
        assert not Proposal.objects.exists()

    def test_words_that_editors_have_published_meanwhile_are_not_taken_back(
        self, designer: Client, user: User, draft: Draft, anchor: str
    ) -> None:
        """The proposal had the draft's words instead, as if nobody had written anything else."""
        write_text(user, draft.pk, anchor, "Draw six cards.")
        DraftText.objects.update(was="something else")
        asked = {"summary": "Bigger hands", "reason": ""}
        said = post(designer, at(draft, "propose/"), 422, **asked).content.decode()
        assert "own words have changed since you wrote yours: rule " in said
        assert not Proposal.objects.exists()
        post(designer, at(draft, f"rulebook/{anchor}/"), 303, text="Draw six cards.")
        post(designer, at(draft, "propose/"), 303, **asked)

    def test_a_source_that_editors_have_named_meanwhile_is_kept(
        self, designer: Client, user: User, draft: Draft, anchor: str
    ) -> None:
        """Its line below the words counted as other words."""
        write_text(user, draft.pk, anchor, "Draw six cards.")
        text = text_of(edition())
        old = next(one for one in text if one.anchor == anchor)
        named = block(replace(fields_of(old), provenance=THEIRS).source)
        assert named.source != old.source
        publishes(tuple(named if one is old else one for one in text))
        post(designer, at(draft, "propose/"), 303, summary="Bigger hands", reason="")
        assert 'from="3.5 Moves"' in str(Proposal.objects.get().blocks)

    def test_form_that_is_sent_again_proposes_the_words_once(
        self, designer: Client, user: User, draft: Draft, anchor: str
    ) -> None:
        write_text(user, draft.pk, anchor, "Draw six cards.")
        assert 'name="request_id"' in page(designer, at(draft, "rulebook/")).partition("/propose/")[2]
        for _ in range(2):
            post(designer, at(draft, "propose/"), 303, summary="Bigger hands", request_id="1")
        assert Proposal.objects.count() == 1
        assert draft.proposals.count() == 1

    def test_proposal_that_fails_on_its_way_leaves_no_draft_in_the_wiki(
        self, user: User, draft: Draft, anchor: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write_text(user, draft.pk, anchor, "Draw six cards.")
        monkeypatch.setattr("rules.wiki.actions.proposals.record", Mock(side_effect=RuntimeError))
        with pytest.raises(RuntimeError):
            propose_texts(user, draft.pk, "Bigger hands", "")
        assert not Proposal.objects.exists()
        assert not draft.proposals.exists()

    def test_guest_can_write_words_but_not_propose_them(self, anchor: str) -> None:
        from games.drafts.actions.making import create_draft

        guest = new_guest()
        draft = create_draft(guest, "scrapbots", "3.6", "Big hands")
        write_text(guest, draft.pk, anchor, "Draw six cards.")
        with pytest.raises(BadText):
            propose_texts(guest, draft.pk, "Bigger hands", "")
        assert "Sign in with an account" in page(browser(guest), at(draft, "rulebook/"))
        assert not Proposal.objects.exists()

    def test_draft_without_words_proposes_nothing(self, user: User, draft: Draft) -> None:
        with pytest.raises(BadWords):
            propose_texts(user, draft.pk, "Bigger hands", "")


class TestExporting:
    def test_words_are_written_as_the_rulebook_has_them(
        self, user: User, draft: Draft, anchor: str, tmp_path: Path
    ) -> None:
        write_text(user, draft.pk, anchor, "Draw six cards.")
        saved(user, draft)
        call_command("export_draft", draft.pk, edition="3.7", output=tmp_path / "new")
        text = (tmp_path / "new" / "rulebook.md").read_text("utf-8")
        assert re.match(rf"Draw six cards\.\n\{{: #{anchor} .*\}}\n", text)
        assert "rulebook.md" in (tmp_path / "new" / "README.md").read_text("utf-8")


def test_api_takes_and_shows_the_words(user: User, draft: Draft, anchor: str) -> None:
    from scrapsite.accounts.tokens import issue_token

    client = Client(headers={"Authorization": f"Bearer {issue_token(user)}"})
    address = f"/api/v1/drafts/{draft.pk}/changes"
    kind = "application/json"
    answer = client.put(address, {"texts": {anchor: "Draw six cards."}}, content_type=kind)
    assert answer.status_code == 200, answer.content
    assert answer.json()["changes"]["texts"] == {anchor: "Draw six cards."}
    bad = client.put(address, {"texts": {anchor: "See [[rule:nowhere-9]]."}}, content_type=kind)
    assert bad.status_code == 422
    assert bad.json()["problems"][0]["at"] == f"texts/{anchor}"
    assert texts(draft) == {anchor: "Draw six cards."}


class TestSuggested:
    """A draft that is made of a suggestion has the words of the one with which the search began."""

    @pytest.fixture
    def search(self, user: User, draft: Draft, anchor: str) -> SuggestionSearch:
        """A search that began with words of the draft's own, and that has tried one other size of a hand."""
        write_text(user, draft.pk, anchor, "Draw six cards.")
        hand = Figure("parameters/hand_size", 5, 6, 1, now=5)
        question = Question(
            title="scrapbots",
            base="3.6",
            changes=Draft.objects.get(pk=draft.pk).working,
            figures=(hand,),
            targets=(Target("turns", 9, 11),),
            candidates=12,
            games=40,
            level="random",
        )
        search = SuggestionSearch.objects.create(
            user=user,
            draft=draft,
            title="scrapbots",
            base="3.6",
            question=codec.to_json(question),
            rules="x",
            engine_version="1",
            stage=SuggestionSearch.Stage.DONE,
        )
        tried = Tried(1, {hand.at: 6}, losses=(1.0, 1.0, 1.0))
        search.candidates.create(number=1, tried=codec.to_json(tried), fresh="[]")
        return search

    @pytest.mark.parametrize("is_there", [True, False])
    def test_words_come_along_rendered(
        self,
        user: User,
        draft: Draft,
        anchor: str,
        search: SuggestionSearch,
        is_there: bool,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """Whoever looked at the page had them rendered anew, each time."""
        if not is_there:
            remove_draft(user, draft.pk)
            search.refresh_from_db()
        made, _ = make_draft(user, search, 1)
        assert texts(made) == {anchor: "Draw six cards."}
        monkeypatch.setattr(draft_texts, "write", lambda *rest: pytest.fail("It is rendered anew."))
        assert not draft_texts.reworded(made, changes_of(made.working))[0].is_moved
        assert list(DraftText.objects.filter(draft=made).values_list("is_kept", flat=True)) == [True]
