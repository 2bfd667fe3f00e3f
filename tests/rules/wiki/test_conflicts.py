"""A base that moved on: what merges by itself, what people decide, and two editors at the same instant."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from rules.document.block_fields import BlockFields
from rules.document.blocks import Block
from rules.document.errors import RulesError
from rules.wiki import updating
from rules.wiki.actions import drafting
from rules.wiki.actions.drafting import change_block
from rules.wiki.actions.publishing import Origin, publish
from rules.wiki.actions.reviewing import review
from rules.wiki.models import CheckVerdict, Proposal, Revision, RevisionKind, Verdict
from rules.wiki.stored_books import blocks_from_json, blocks_to_json
from rules.wiki.views import updates
from scrapsite.common.errors import TooMany
from tests.rules.at_once import all_at_once, at_once, database_of_threads
from tests.rules.proposing import Drafting, in_force, makes_editor, said, submitted
from tests.rules.text import block, edition, example, head_of, reworded, text_of, with_law, without

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User], Client]


@pytest.fixture
def editor_client(other_user: User, client_of: ClientOf) -> Client:
    return client_of(makes_editor(other_user))


HOLDS = dict.fromkeys(("attack-1", "draw-1"), CheckVerdict.HOLDS)


def publishes(to: tuple[Block, ...]) -> Revision:
    """Make *to* the text in force, as another accepted proposal would."""
    found = edition()
    return publish(found, head_of(found), to, Origin(RevisionKind.PROPOSAL, None, "Meanwhile."))


def moved_to_end(text: tuple[Block, ...], anchor: str, below: str) -> tuple[Block, ...]:
    """Return the text with the paragraph *anchor* right below the one at *below*."""
    block = next(one for one in text if one.anchor == anchor)
    rest = [one for one in text if one is not block]
    place = [one.anchor for one in rest].index(below) + 1
    return (*rest[:place], block, *rest[place:])


def with_example(text: tuple[Block, ...], words: str) -> tuple[Block, ...]:
    """Return the text with an example right below the law `attack-1`."""
    place = [one.anchor for one in text].index("attack-1") + 1
    return (*text[:place], block(example(words)), *text[place:])


def decide(proposal: Drafting, key: str, choice: str, **more: Any) -> Any:
    """Send the page's form, as it is made for the revision in force unless told otherwise."""
    form = {"head": head_of(edition()).number, "key": key, f"choice:{key}": choice}
    return proposal.post("update/", **form | more)


class TestElsewhere:
    """The rulebook changed at other places than the proposal."""

    def test_accepting_merges_by_itself(self, user_client: Client, editor_client: Client) -> None:
        proposal = submitted(user_client, "attack-1", "Ready ones attack.")
        publishes(reworded(text_of(edition()), "draw-1", "Draw six cards."))
        assert proposal.review(editor_client, "accept").status_code == 303
        assert in_force("attack-1").startswith("Ready ones attack.")
        assert in_force("draw-1").startswith("Draw six cards.")

    def test_submitting_merges_by_itself(self, user_client: Client) -> None:
        draft = Drafting(user_client)
        draft.reword("attack-1", "Ready ones attack.")
        publishes(reworded(text_of(edition()), "draw-1", "Draw six cards."))
        assert draft.submit().status_code == 303
        assert draft.proposal.base.number == 2
        assert draft.sources["draw-1"].startswith("Draw six cards.")

    def test_a_draft_is_brought_up_to_date_with_one_press(self, user_client: Client) -> None:
        draft = Drafting(user_client)
        draft.reword("attack-1", "Ready ones attack.")
        publishes(reworded(text_of(edition()), "draw-1", "Draw six cards."))
        assert "is merged automatically" in said(draft.get("edit/"))
        assert draft.post("update/").status_code == 303
        assert draft.proposal.base.number == 2
        assert draft.sources["attack-1"].startswith("Ready ones attack.")

    @pytest.mark.soak(seconds=0.5)
    def test_two_new_paragraphs_that_got_the_same_anchor_both_stay(
        self, user_client: Client, editor_client: Client
    ) -> None:
        draft = Drafting(user_client)
        draft.add("attack-3", "Mine: one a turn.")
        draft.add("attack-4", "See [[rule:attack-4]].")
        draft.submit()
        publishes(with_law(text_of(edition()), "attack-3", "attack-4", "Theirs: two a turn."))
        assert draft.review(editor_client, "accept").status_code == 303
        assert in_force("attack-4") == "Theirs: two a turn.\n{: #attack-4 }"
        assert in_force("attack-6") == "Mine: one a turn.\n{: #attack-6 .ruling }"
        assert in_force("attack-5") == "See [[rule:attack-6]].\n{: #attack-5 .ruling }"

    def test_a_new_paragraph_gets_another_anchor_if_its_own_was_given_away_and_taken_back(
        self, user_client: Client, editor_client: Client
    ) -> None:
        """It could never be accepted: the anchor had named something else."""
        draft = Drafting(user_client)
        draft.add("attack-3", "Mine: one a turn.")
        draft.submit()
        publishes(with_law(text_of(edition()), "attack-3", "attack-4", "Theirs: two a turn."))
        publishes(without(text_of(edition()), "attack-4"))
        assert draft.review(editor_client, "accept").status_code == 303
        assert in_force("attack-5") == "Mine: one a turn.\n{: #attack-5 .ruling }"

    @pytest.mark.soak(seconds=0.5)
    def test_a_proposal_that_says_what_is_published_by_now_changes_nothing(
        self, user_client: Client, editor_client: Client
    ) -> None:
        proposal = submitted(user_client, "attack-1", "Ready ones attack.")
        publishes(reworded(text_of(edition()), "attack-1", "Ready ones attack."))
        answer = proposal.review(editor_client, "accept")
        assert answer.status_code == 422
        assert "Nothing would change" in said(answer)


class TestTheSamePlace:
    """Both changed one paragraph."""

    @pytest.fixture
    def proposal(self, user_client: Client) -> Drafting:
        proposal = submitted(user_client, "attack-1", "Proposed words.")
        publishes(reworded(text_of(edition()), "attack-1", "Published words."))
        return proposal

    def test_is_not_accepted_and_the_page_says_where(self, proposal: Drafting, editor_client: Client) -> None:
        answer = proposal.review(editor_client, "accept", "Good.")
        assert answer.status_code == 422
        assert "changed in the meantime at attack-1" in said(answer)
        assert "Bring it up to date" in said(proposal.get(""))
        assert in_force("attack-1").startswith("Published words.")

    def test_is_not_submitted_either(self, proposal: Drafting) -> None:
        proposal.post("withdraw/")
        answer = proposal.submit()
        assert answer.status_code == 422
        assert "in the same places" in said(answer)

    def test_all_three_texts_are_shown(self, proposal: Drafting) -> None:
        page = said(proposal.get("update/"))
        for words in ("Before", "Published now", "Proposed", "Only a Ready Scrapbot can attack."):
            assert words in page
        for word in ("Published", "Proposed"):
            assert word in page

    def test_something_has_to_be_chosen(self, proposal: Drafting) -> None:
        answer = decide(proposal, "attack-1", "")
        assert answer.status_code == 422
        assert "Choose one of them" in said(answer)
        assert proposal.proposal.base.number == 1

    @pytest.mark.parametrize(
        ("choice", "words"), [("published", "Published"), ("proposed", "Proposed"), ("hand", "Both")]
    )
    @pytest.mark.soak(seconds=0.7, one_in=3)
    def test_what_is_chosen_holds(
        self, proposal: Drafting, editor_client: Client, choice: str, words: str
    ) -> None:
        draft = proposal.proposal
        blocks = reworded(blocks_from_json(draft.blocks), "draw-1", "Draw seven.")
        Proposal.objects.filter(pk=draft.pk).update(blocks=blocks_to_json(blocks))
        answer = decide(proposal, "attack-1", choice, **{"text:attack-1": "Both words."})
        assert answer.status_code == 303
        assert proposal.proposal.base.number == 2
        assert proposal.sources["attack-1"].startswith(f"{words} words.\n{{: #attack-1 .source ")
        assert proposal.review(editor_client, "accept").status_code == 303
        assert in_force("attack-1").startswith(words)
        assert in_force("draw-1").startswith("Draw seven.")

    def test_words_by_hand_with_a_mistake_come_back(self, proposal: Drafting) -> None:
        answer = decide(proposal, "attack-1", "hand", **{"text:attack-1": "See [[card:toaster]]."})
        assert answer.status_code == 422
        assert "toaster" in said(answer)
        assert "See [[card:toaster]]." in said(answer)

    def test_a_decision_from_an_old_page_is_refused(self, proposal: Drafting) -> None:
        answer = decide(proposal, "attack-1", "proposed", version="0")
        assert answer.status_code == 409
        assert proposal.proposal.base.number == 1

    def test_many_decisions_take_no_longer_to_read_than_one(
        self, proposal: Drafting, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Each used to read the three texts by itself, invented ones too."""
        keys = [f"invented-{number}" for number in range(30)]
        read = Mock(wraps=updating.blocks_from_json)
        monkeypatch.setattr(updating, "blocks_from_json", read)
        form = {"head": 2, "key": [*keys, "attack-1"]} | {f"choice:{key}": "published" for key in keys}
        answer = proposal.post("update/", **form)
        assert answer.status_code == 422
        assert read.call_count < 20

    def test_whoever_decides_too_often_is_told_before_the_texts_are_read(
        self, proposal: Drafting, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        read = Mock(side_effect=AssertionError)
        monkeypatch.setattr(updating, "blocks_from_json", read)
        monkeypatch.setattr(updates.limits, "check", Mock(side_effect=TooMany(9)))
        answer = decide(proposal, "attack-1", "hand", **{"text:attack-1": "Both words."})
        assert answer.status_code == 429
        assert "Both words." in said(answer)

    @pytest.mark.soak(seconds=0.5)
    def test_a_decision_on_a_proposal_that_was_changed_meanwhile_is_refused(self, proposal: Drafting) -> None:
        answer = decide(proposal, "attack-1", "proposed", version=proposal.proposal.version + 1)
        assert answer.status_code == 409
        assert "The proposal was changed in the meantime." in said(answer)
        assert proposal.proposal.base.number == 1

    @pytest.mark.soak(seconds=0.5)
    def test_a_decision_on_texts_that_were_published_anew_meanwhile_is_refused(
        self, proposal: Drafting
    ) -> None:
        assert 'name="head" value="2"' in said(proposal.get("update/"))
        publishes(reworded(text_of(edition()), "attack-1", "Published again."))
        answer = decide(proposal, "attack-1", "hand", head=2, **{"text:attack-1": "Both words."})
        assert answer.status_code == 409
        page = said(answer)
        assert "Somebody has published another revision" in page
        assert "Published again." in page
        assert "Both words." in page
        assert 'name="head" value="3"' in page
        assert proposal.proposal.base.number == 1

    def test_editors_may_decide_others_may_not(
        self, proposal: Drafting, editor_client: Client, make_user: Callable[[str], User], client_of: ClientOf
    ) -> None:
        address = f"/rules/proposals/{proposal.pk}/update/"
        form = {"version": proposal.proposal.version, "head": 2}
        form |= {"key": "attack-1", "choice:attack-1": "proposed"}
        assert client_of(make_user("sprocket")).post(address, form).status_code == 403
        assert editor_client.post(address, form).status_code == 303


class TestOtherConflicts:
    @pytest.mark.soak(seconds=0.5)
    def test_one_took_out_what_the_other_reworded(self, user_client: Client, editor_client: Client) -> None:
        draft = Drafting(user_client)
        draft.step("out", "fair-2")
        draft.submit()
        publishes(reworded(text_of(edition()), "fair-2", "Published words."))
        assert "remove it" in said(draft.get("update/"))
        assert decide(draft, "fair-2", "proposed").status_code == 303
        assert "fair-2" not in draft.anchors

    @pytest.mark.soak(seconds=0.5)
    def test_both_moved_a_paragraph(self, user_client: Client) -> None:
        draft = Drafting(user_client)
        draft.step("up", "scrap-2")
        draft.submit()
        publishes(moved_to_end(text_of(edition()), "scrap-2", "energy-2"))
        assert "order of paragraphs" in said(draft.get(""))
        assert draft.post("update/").status_code == 422
        assert draft.post("update/", order="proposed", head=2).status_code == 303
        assert draft.anchors.index("scrap-2") < draft.anchors.index("scrap-1")

    @pytest.mark.soak(seconds=1)
    def test_a_link_to_what_was_taken_out_meanwhile(self, user_client: Client, editor_client: Client) -> None:
        """Nothing was changed twice, and yet it doesn't go together."""
        publishes(with_law(text_of(edition()), "aim-1", "aim-2", "You may lose as well."))
        proposal = submitted(user_client, "attack-1", "Ready ones attack, see [[rule:aim-2]].")
        publishes(tuple(block for block in text_of(edition()) if block.anchor != "aim-2"))
        assert proposal.review(editor_client, "accept").status_code == 422
        assert "“aim-2”, which doesn’t exist" in said(proposal.get("update/"))
        answer = decide(proposal, "attack-1", "proposed")
        assert answer.status_code == 422
        answer = decide(proposal, "attack-1", "hand", **{"text:attack-1": "Ready ones attack."})
        assert answer.status_code == 303
        assert proposal.review(editor_client, "accept").status_code == 303

    @pytest.mark.soak(seconds=1)
    def test_a_link_to_what_was_taken_out_in_an_example_that_another_was_put_above(
        self, user_client: Client
    ) -> None:
        """An example has no anchor. Its key stays the same whatever was decided."""
        start = with_law(text_of(edition()), "aim-1", "aim-2", "You may lose as well.")
        publishes(with_example(start, "Mine."))
        draft = submitted(user_client, "draw-1", "Draw six cards.")
        linked = [
            block(example("Mine, see [[rule:aim-2]].")) if one.source == example("Mine.") else one
            for one in blocks_from_json(draft.proposal.blocks)
        ]
        Proposal.objects.filter(pk=draft.pk).update(blocks=blocks_to_json(linked))
        publishes(with_example(without(text_of(edition()), "aim-2"), "Theirs."))
        page = said(draft.get("update/"))
        assert "“aim-2”, which doesn’t exist" in page
        key = page.split('name="key" value="')[1].split('"')[0]
        answer = decide(draft, key, "proposed")
        assert answer.status_code == 422
        assert "“aim-2”, which doesn’t exist" in said(answer)
        assert said(answer).count('name="key"') == 1
        assert decide(draft, key, "hand", **{f"text:{key}": "Mine alone."}).status_code == 303


@at_once
def test_two_editors_who_accept_at_the_same_instant_lose_nothing(
    user_client: Client,
    other_user: User,
    client_of: ClientOf,
    make_user: Callable[[str], User],
    tmp_path: Path,
) -> None:
    """Different paragraphs: both are in force afterwards, one upon the other."""
    editors = [makes_editor(other_user), makes_editor(make_user("bellows"))]
    proposals = [
        submitted(user_client, "attack-1", "Ready ones attack."),
        submitted(client_of(make_user("cog")), "draw-1", "Draw six cards."),
    ]
    seen: list[Any] = []

    def accept(number: int) -> None:
        found = Proposal.objects.get(pk=proposals[number].pk)
        review(editors[number], found, found.version, Verdict.ACCEPT, "", HOLDS)

    def look() -> None:
        seen.append(in_force("attack-1"))
        seen.append(in_force("draw-1"))
        seen.append(list(edition().revisions.values_list("number", flat=True)))
        seen.append(set(Proposal.objects.values_list("status", flat=True)))

    with database_of_threads(tmp_path):
        assert all_at_once([partial(accept, 0), partial(accept, 1)]) == []
        assert all_at_once([look]) == []
    assert seen[0].startswith("Ready ones attack.")
    assert seen[1].startswith("Draw six cards.")
    assert seen[2:] == [[3, 2, 1], {"accepted"}]


@at_once
def test_of_two_who_accept_changes_of_one_paragraph_at_the_same_instant_one_is_told(
    user_client: Client, other_user: User, client_of: ClientOf, tmp_path: Path
) -> None:
    editor = makes_editor(other_user)
    proposals = [
        submitted(user_client, "attack-1", "Ready ones attack."),
        submitted(client_of(editor), "attack-1", "Anybody attacks."),
    ]
    seen: list[Any] = []

    def accept(number: int) -> None:
        found = Proposal.objects.get(pk=proposals[number].pk)
        review(editor, found, found.version, Verdict.ACCEPT, "", HOLDS)

    def look() -> None:
        seen.append(list(edition().revisions.values_list("number", flat=True)))
        seen.append(sorted(Proposal.objects.values_list("status", flat=True)))

    with database_of_threads(tmp_path):
        (told,) = all_at_once([partial(accept, 0), partial(accept, 1)])
        all_at_once([look])
    assert isinstance(told, RulesError)
    assert told.code == "rules/conflicts"
    assert seen == [[2, 1], ["accepted", "open"]]


@at_once
def test_one_user_in_two_windows_saves_at_the_same_instant_and_one_is_told(
    user_client: Client, user: User, tmp_path: Path
) -> None:
    draft = Drafting(user_client)
    seen: list[Any] = []

    def save(words: str) -> None:
        found = Proposal.objects.select_related("edition__rulebook").get(pk=draft.pk)
        change_block(user, found, 0, "attack-1", BlockFields("law", words, "", "attack-1"))

    with database_of_threads(tmp_path):
        (told,) = all_at_once([partial(save, "One window."), partial(save, "Other window.")])
        all_at_once([lambda: seen.append(draft.proposal.version)])
    assert told.code == "rules/moved"
    assert seen == [1]


def test_a_first_edit_in_the_instant_in_which_the_draft_is_opened_again_is_kept(
    user: User, user_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a database server it can come after the draft was read and found to have no changes."""
    draft = Drafting(user_client)
    publishes(reworded(text_of(edition()), "draw-1", "Draw six cards."))
    edited = reworded(blocks_from_json(draft.proposal.blocks), "attack-1", "Ready ones attack.")

    def edited_meanwhile() -> datetime:
        Proposal.objects.filter(pk=draft.pk).update(blocks=blocks_to_json(edited), version=1)
        return timezone.now()

    monkeypatch.setattr(drafting, "timezone", SimpleNamespace(now=edited_meanwhile))
    found = drafting.begin_draft(user, edition())
    assert (found.version, found.base.number) == (1, 1)
    assert draft.sources["attack-1"].startswith("Ready ones attack.")
