"""Drafts: made, changed, saved, shared, played and removed."""

from __future__ import annotations

import signal
import subprocess
from dataclasses import astuple, replace
from datetime import UTC, datetime
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games import catalog
from games.drafts import access, checking, editions
from games.drafts.actions.changing import (
    change_draft,
    discard_changes,
    is_saved,
    save_revision,
    undo_change,
)
from games.drafts.actions.making import copy_draft, create_draft, rename_draft
from games.drafts.actions.sharing import remove_draft, share_draft
from games.drafts.checking import check_revision
from games.drafts.editing import with_out, with_parameters
from games.drafts.errors import BadWords, CannotDraft, NotPlayable, Unchanged
from games.drafts.models import Draft, DraftRevision
from games.drafts.slugs import slug_of
from games.engine.codec import pack
from games.engine.drafting import Changes, DraftRefused
from games.engine.errors import BadOptions
from games.engine.viewers import SPECTATOR
from games.matches.actions.create import create_match
from games.matches.actions.rematch import rematch
from games.matches.actions.seats import join_match
from games.matches.actions.terms import Terms
from games.matches.models import Match
from games.matches.queries.board import Board
from games.replay import moments as moments_of
from scrapsite.accounts.own_data.deletion import erase
from scrapsite.common.errors import Full
from tests.games.drafts.conftest import checked
from tests.games.duel import PASS, Duel
from tests.playing import ME, OPEN
from tests.toy import bolts

pytestmark = pytest.mark.django_db

NOBODY = AnonymousUser()


def hand(size: int) -> Any:
    return lambda changes: with_parameters(changes, {"hand": size})


def slug(revision: DraftRevision) -> str:
    return slug_of(revision.draft_id, revision.number)


class TestWorkingCopy:
    def test_change_is_kept_and_can_be_undone(self, user: User, draft: Draft) -> None:
        change_draft(user, draft.pk, hand(5), "parameters")
        changed = change_draft(user, draft.pk, hand(6), "parameters")
        assert editions.changes_of(changed.working).parameters == {"hand": 6}
        assert editions.changes_of(undo_change(user, draft.pk).working).parameters == {"hand": 5}
        assert editions.changes_of(undo_change(user, draft.pk).working) == Changes()
        assert editions.changes_of(undo_change(user, draft.pk).working) == Changes()

    def test_wrong_change_is_refused_at_its_field(self, user: User, draft: Draft) -> None:
        with pytest.raises(DraftRefused) as refused:
            change_draft(user, draft.pk, hand(99), "parameters")
        assert [problem.at for problem in refused.value.problems] == ["parameters/hand"]
        assert is_saved(Draft.objects.get(pk=draft.pk))

    def test_problem_elsewhere_waits_until_saving(self, user: User, draft: Draft) -> None:
        change_draft(user, draft.pk, lambda changes: with_out(changes, "bolt"), "out/bolt")
        with pytest.raises(DraftRefused, match="At least one card"):
            save_revision(user, draft.pk)

    def test_discarding_goes_back_to_the_newest_revision(
        self, user: User, draft: Draft, revision: DraftRevision
    ) -> None:
        change_draft(user, draft.pk, hand(2), "parameters")
        assert discard_changes(user, draft.pk).working == revision.changes
        assert editions.changes_of(undo_change(user, draft.pk).working).parameters == {"hand": 2}

    def test_earlier_copies_are_bounded(self, user: User, draft: Draft) -> None:
        for size in [1, 2] * 30:
            change_draft(user, draft.pk, hand(size), "parameters")
        assert len(Draft.objects.get(pk=draft.pk).before) < 2_000


class TestRevisions:
    def test_revision_is_an_edition_of_the_catalogue(self, revision: DraftRevision) -> None:
        found = catalog.edition("bolts", slug(revision))
        assert (found.slug, found.base, found.book) == (slug(revision), "1", "1")
        assert found.cards_hash == revision.cards_hash
        assert found is catalog.edition("bolts", slug(revision))
        assert catalog.edition_name(slug(revision)) == "Big hands, revision 1"
        assert slug(revision) not in catalog.title("bolts").editions
        assert list(catalog.versions("bolts", "bolt")) == ["1"]

    def test_names_of_many_editions_are_one_query(
        self, user: User, revision: DraftRevision, django_assert_num_queries: Any
    ) -> None:
        other = slug_of(create_draft(user, "bolts", "1", "Small hands").pk, 3)
        names = {
            "1": "1",
            slug(revision): "Big hands, revision 1",
            other: "Small hands, revision 3",
            "draft:aaaaaaaaaa@1": "a draft edition",
            "draft:none": "a draft edition",
        }
        with django_assert_num_queries(1):
            assert catalog.edition_names(names) == names
        with django_assert_num_queries(0):
            assert catalog.edition_names(["1", "2"]) == {"1": "1", "2": "2"}

    @pytest.mark.parametrize(
        "unknown",
        ["draft:aaaaaaaaaa@1", "draft:{id}@2", "draft:{id}@0", "draft:{id}@01", "draft:{id}", "draft:"],
    )
    def test_unknown_draft_is_an_unknown_edition(self, revision: DraftRevision, unknown: str) -> None:
        with pytest.raises(BadOptions, match="Bolts has no edition"):
            catalog.edition("bolts", unknown.format(id=revision.draft_id))

    def test_draft_is_no_edition_of_another_game(self, revision: DraftRevision) -> None:
        with pytest.raises(BadOptions, match="Junkyard has no edition"):
            catalog.edition("junkyard", slug(revision))

    def test_designers_take_turns_at_having_revisions_checked(self, user: User, other_user: User) -> None:
        mine, theirs = create_draft(user, "bolts", "1", "Mine"), create_draft(other_user, "bolts", "1", "T")
        asked: list[DraftRevision] = []
        for who, draft, size in ((user, mine, 5), (user, mine, 6), (user, mine, 3), (other_user, theirs, 5)):
            change_draft(who, draft.pk, hand(size), "parameters")
            asked.append(save_revision(who, draft.pk))
        waiting = DBTaskResult.objects.ready().filter(task_path=check_revision.module_path)
        first, second, third, other = (revision.pk for revision in asked)
        assert [task.args_kwargs["args"] for task in waiting] == [[first], [other], [second], [third]]

    def test_draft_without_any_change_makes_no_revision(self, user: User, draft: Draft) -> None:
        with pytest.raises(Unchanged, match="Nothing has changed"):
            save_revision(user, draft.pk)
        assert not draft.revisions.exists()

    def test_saving_twice_makes_one_revision(self, user: User, draft: Draft, revision: DraftRevision) -> None:
        assert save_revision(user, draft.pk).pk == revision.pk

    def test_number_is_given_once(self, revision: DraftRevision) -> None:
        with pytest.raises(IntegrityError), transaction.atomic():
            DraftRevision.objects.create(draft=revision.draft, number=1, changes="{}", cards_hash="x")

    def test_revision_in_which_nobody_can_move_is_refused_with_a_reason(
        self, user: User, draft: Draft, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(type(catalog.game("bolts", "1")), "legal", lambda *_: [])
        change_draft(user, draft.pk, hand(4), "parameters")
        revision = checked(save_revision(user, draft.pk))
        assert (revision.stage, revision.reason) == (
            "refused",
            "In random game 1, nobody can move after 0 moves.",
        )
        with pytest.raises(NotPlayable, match="nobody can move"):
            create_match(user, "bolts", slug(revision), {}, [ME, OPEN])

    def test_game_without_an_end_is_refused(
        self, user: User, draft: Draft, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("games.drafts.trying.MOST_MOVES", 3)
        change_draft(user, draft.pk, hand(4), "parameters")
        assert "nobody has won after 3 moves" in checked(save_revision(user, draft.pk)).reason

    def test_check_that_was_stopped_with_the_worker_is_made_again(
        self, user: User, draft: Draft, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A good revision was refused for good: random games of it were said to take too long."""
        change_draft(user, draft.pk, hand(4), "parameters")
        with monkeypatch.context() as patch:
            patch.setattr(checking, "ask", lambda revision: ended_by(signal.SIGTERM))
            revision = checked(save_revision(user, draft.pk))
        assert revision.stage == "checking"
        DBTaskResult.objects.all().delete()
        DraftRevision.objects.update(made_at=timezone.now() - 2 * checking.QUIET)
        assert checking.revive_checks() == 1
        assert checked(revision).stage == "playable"

    def test_process_that_used_up_its_time_is_a_refusal(self) -> None:
        """That is how its limit of the processor's time ends one."""
        assert ended_by(signal.SIGKILL) == checking.TOO_LONG

    def test_game_that_cannot_be_drafted_says_so(self, user: User, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(catalog._TITLES, bolts.SLUG, bolts.TITLE)
        assert catalog.title("bolts").drafting is None
        with pytest.raises(CannotDraft):
            create_draft(user, "bolts", "1", "No")


def ended_by(sign: signal.Signals) -> str:
    """Return the verdict on a draft whose process was ended by a signal."""
    done = subprocess.CompletedProcess((), -sign, b"", b"")
    with mock.patch.object(subprocess, "run", return_value=done):
        return checking.reason_against("bolts", "1", "{}", "draft:aaaaaaaaaa@1")


def replayed(duel: Duel) -> list[Board]:
    """Return the board at each step of the replay, with everything shown."""
    moments = [moments_of.replay(duel.match, SPECTATOR, "all", 0, None)]
    while moments[-1].after is not None:
        moments.append(moments_of.replay(duel.match, SPECTATOR, "all", *astuple(moments[-1].after)))
    return [replace(moment.board, client_move_id="") for moment in moments]


class TestPlaying:
    def test_match_plays_the_draft(self, user: User, other_user: User, revision: DraftRevision) -> None:
        duel = Duel.begin(user, other_user, edition=slug(revision))
        assert len(duel.hand()) == 5
        assert duel.match.cards_hash == revision.cards_hash

    def test_match_survives_change_removal_and_the_end_of_the_owner(
        self, user: User, other_user: User, draft: Draft, revision: DraftRevision, make_user: Any
    ) -> None:
        third = make_user("third")
        share_draft(user, draft.pk, "listed")
        duel = Duel.begin(other_user, third, edition=slug(revision))
        duel.play(PASS)
        change_draft(user, draft.pk, hand(1), "parameters")
        save_revision(user, draft.pk)
        remove_draft(user, draft.pk)
        erase(user)
        editions._built.cache_clear()
        duel.finish()
        board = duel.board(other_user)
        assert board.status == "finished"
        assert board.edition == slug(revision)
        kept = Draft.objects.get(pk=draft.pk)
        assert (kept.owner, kept.visibility, kept.hidden_at is not None) == (None, "private", True)

    def test_finished_match_replays_alike_after_change_removal_and_the_end_of_the_owner(
        self, user: User, other_user: User, draft: Draft, revision: DraftRevision, make_user: Any
    ) -> None:
        share_draft(user, draft.pk, "listed")
        duel = Duel.begin(other_user, make_user("third"), edition=slug(revision))
        duel.finish()
        before = replayed(duel)
        assert len({pack(moment.view) for moment in before}) > 3
        change_draft(user, draft.pk, hand(1), "parameters")
        save_revision(user, draft.pk)
        remove_draft(user, draft.pk)
        erase(user)
        editions._built.cache_clear()
        assert replayed(duel) == before

    def test_draft_that_nobody_played_is_deleted(
        self, user: User, draft: Draft, revision: DraftRevision
    ) -> None:
        remove_draft(user, draft.pk)
        assert not Draft.objects.exists()
        editions._built.cache_clear()
        with pytest.raises(BadOptions):
            catalog.edition("bolts", slug(revision))

    def test_match_of_a_draft_is_never_rated(self, user: User, revision: DraftRevision) -> None:
        with pytest.raises(BadOptions, match="ratings"):
            create_match(user, "bolts", slug(revision), {}, [ME, OPEN], terms=Terms(is_rated=True))

    def test_revision_cannot_be_played_before_its_check(self, user: User, draft: Draft) -> None:
        change_draft(user, draft.pk, hand(4), "parameters")
        revision = save_revision(user, draft.pk)
        with pytest.raises(NotPlayable, match="still being checked"):
            create_match(user, "bolts", slug(revision), {}, [ME, OPEN])

    def test_others_join_by_the_link_of_the_match_and_may_play_again(
        self, user: User, other_user: User, revision: DraftRevision
    ) -> None:
        duel = Duel.begin(user, other_user, edition=slug(revision))
        duel.finish()
        again = rematch(duel.id, other_user)
        assert again.edition == slug(revision)
        join_match(again.pk, user)

    @pytest.mark.parametrize(
        "taken", [{"moderation": "hidden"}, {"hidden_at": datetime(2026, 1, 1, tzinfo=UTC)}]
    )
    def test_no_rematch_of_one_that_was_taken_away(
        self, user: User, other_user: User, revision: DraftRevision, taken: dict[str, Any], client_of: Any
    ) -> None:
        """Whoever had played a hidden draft handed its cards on, match by match."""
        duel = Duel.begin(user, other_user, edition=slug(revision))
        duel.finish()
        Draft.objects.filter(pk=revision.draft_id).update(**taken)
        with pytest.raises(NotPlayable, match="removed by its owner or hidden"):
            rematch(duel.id, other_user)
        answer = client_of(other_user).post(f"/matches/{duel.id}/again/")
        assert "This draft was removed by its owner" in answer.content.decode()
        assert Match.objects.count() == 1

    def test_rules_of_its_matches_are_those_of_the_base(
        self, user: User, other_user: User, revision: DraftRevision
    ) -> None:
        duel = Duel.begin(user, other_user, edition=slug(revision))
        duel.play({"type": "lay", "bolt": duel.hand()[0]})
        lines = duel.board(user).log
        assert all("draft" not in line.rule_url for line in lines)
        cards = [part.url for line in lines for part in line.parts if getattr(part, "kind", "") == "card"]
        assert cards == [f"/workshop/{revision.draft_id}/1/cards/bolt/"]


class TestAccess:
    def test_private_draft_is_its_owners_alone(
        self, user: User, other_user: User, draft: Draft, revision: DraftRevision
    ) -> None:
        assert access.draft_for(user, draft.pk) == draft
        for somebody in (other_user, NOBODY):
            with pytest.raises(Http404):
                access.draft_for(somebody, draft.pk)
        with pytest.raises(BadOptions, match="has no edition"):
            create_match(other_user, "bolts", slug(revision), {}, [ME, OPEN])

    def test_refusal_of_a_hidden_draft_is_that_of_an_absent_one(
        self, other_user: User, revision: DraftRevision
    ) -> None:
        said = []
        for edition in (slug(revision), "draft:aaaaaaaaaa@1"):
            with pytest.raises(BadOptions) as refused:
                create_match(other_user, "bolts", edition, {"nonsense": 1}, "nonsense")
            said.append(refused.value.reason.replace(edition, ""))
        assert said[0] == said[1]

    def test_link_lets_in_until_it_is_renewed(
        self, user: User, other_user: User, draft: Draft, revision: DraftRevision
    ) -> None:
        key = share_draft(user, draft.pk, "link").share_key
        with pytest.raises(Http404):
            access.draft_for(other_user, draft.pk)
        with pytest.raises(Http404):
            access.draft_for(other_user, draft.pk, "wrong")
        access.open_by_link(other_user, access.draft_for(other_user, draft.pk, key), key)
        create_match(other_user, "bolts", slug(revision), {}, [ME, OPEN])
        share_draft(user, draft.pk, "link", new_key=True)
        with pytest.raises(Http404):
            access.draft_for(other_user, draft.pk, key)
        with pytest.raises(BadOptions):
            create_match(other_user, "bolts", slug(revision), {}, [ME, OPEN])

    def test_nobody_but_the_owner_changes_a_listed_draft(
        self, user: User, other_user: User, draft: Draft, revision: DraftRevision
    ) -> None:
        share_draft(user, draft.pk, "listed")
        for act in (
            lambda: change_draft(other_user, draft.pk, hand(2), "parameters"),
            lambda: undo_change(other_user, draft.pk),
            lambda: discard_changes(other_user, draft.pk),
            lambda: save_revision(other_user, draft.pk),
            lambda: rename_draft(other_user, draft.pk, "Mine", ""),
            lambda: share_draft(other_user, draft.pk, "private"),
            lambda: remove_draft(other_user, draft.pk),
        ):
            with pytest.raises(Http404):
                act()

    def test_players_of_a_match_see_its_cards_though_the_draft_is_private(
        self, user: User, other_user: User, revision: DraftRevision, stranger: User
    ) -> None:
        with pytest.raises(Http404):
            access.revision_for(other_user, revision.draft_id, 1)
        create = create_match(
            user, "bolts", slug(revision), {}, [ME, OPEN], terms=Terms(is_private=True, watch="nobody")
        )
        join = Duel(create.pk, (user, other_user))
        join_match(create.pk, other_user, key=join.match.invite_key)
        assert access.revision_for(other_user, revision.draft_id, 1) == revision
        for somebody in (stranger, NOBODY):
            with pytest.raises(Http404):
                access.revision_for(somebody, revision.draft_id, 1)

    def test_draft_without_a_playable_revision_is_not_listed(self, user: User, draft: Draft) -> None:
        with pytest.raises(BadWords, match="can be played"):
            share_draft(user, draft.pk, "listed")


class TestMaking:
    def test_copy_begins_as_the_revision(
        self, user: User, other_user: User, draft: Draft, revision: DraftRevision
    ) -> None:
        copy = copy_draft(other_user, draft, revision, "Bigger hands")
        assert (copy.owner, copy.working, copy.copied_from) == (other_user, revision.changes, revision)
        assert copy.visibility == "private"

    def test_copy_may_be_saved_without_a_change(
        self, user: User, other_user: User, draft: Draft, revision: DraftRevision
    ) -> None:
        copy = copy_draft(other_user, draft, revision, "Bigger hands")
        assert save_revision(other_user, copy.pk).cards_hash == revision.cards_hash

    @pytest.mark.parametrize("name", ["", "  ", "x" * 61])
    def test_name_is_needed_and_short(self, user: User, draft: Draft, name: str) -> None:
        with pytest.raises(BadWords):
            create_draft(user, "bolts", "1", name)
        with pytest.raises(BadWords):
            rename_draft(user, draft.pk, name, "")

    def test_number_of_drafts_is_bounded(self, user: User, draft: Draft, settings: Any) -> None:
        settings.MOST_DRAFTS = 1
        with pytest.raises(Full, match="1 drafts"):
            create_draft(user, "bolts", "1", "Another")

    def test_draft_of_a_draft_is_refused(self, user: User, revision: DraftRevision) -> None:
        with pytest.raises(BadOptions):
            create_draft(user, "bolts", slug(revision), "Again")
