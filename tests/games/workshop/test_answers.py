"""Players of a draft's match are asked after its end; their answers are the designer's alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import Http404
from django.test import Client

from games.drafts.actions.answering import answer_questions, set_questions
from games.drafts.actions.changing import change_draft, save_revision
from games.drafts.actions.sharing import leave_drafts, share_draft
from games.drafts.checking import check_revision
from games.drafts.editing import with_parameters
from games.drafts.errors import BadWords
from games.drafts.models import Draft, DraftRevision, PlaytestAnswer
from games.drafts.questions import averages, texts
from games.drafts.slugs import slug_of
from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.actions.seats import join_match
from games.matches.actions.terms import Terms
from games.matches.models import Match
from scrapsite.accounts.own_data.registry import parts
from tests.games.workshop.conftest import browser

pytestmark = pytest.mark.django_db

MAKE = [{"kind": "me"}, {"kind": "open"}]


@pytest.fixture
def revision(user: User, draft: Draft) -> DraftRevision:
    change_draft(user, draft.pk, lambda now: with_parameters(now, {"hand_size": 6}), "parameters")
    made = save_revision(user, draft.pk)
    check_revision.func(made.pk)
    return made


@pytest.fixture
def play(user: User, draft: Draft, revision: DraftRevision) -> Callable[..., Match]:
    """Returns a match between the designer and a tester, which the tester has given up."""

    def make(tester: User, *, over: bool = True) -> Match:
        match = create_match(user, "scrapbots", slug_of(draft.pk, revision.number), {}, MAKE)
        join_match(match.pk, tester)
        if over:
            resign(match.pk, tester)
        return Match.objects.get(pk=match.pk)

    return make


def send(client: Client, match: Match, status: int, **said: str) -> str:
    answer = client.post(f"/matches/{match.pk}/answer/", said)
    assert answer.status_code == status, answer.content.decode()[-2000:]
    return str(answer.content.decode())


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


class TestAsking:
    def test_player_is_asked_after_the_end_and_only_once(
        self, other_user: User, play: Callable[..., Match]
    ) -> None:
        match, client = play(other_user), browser(other_user)
        asked = " ".join(page(client, f"/matches/{match.pk}/").split())
        assert "Was it confusing?" in asked
        assert 'value="1"> 1<span class="visually-hidden">: far too short</span>' in asked
        assert 'value="5"> 5<span class="visually-hidden">: far too long</span>' in asked
        send(client, match, 303, fun="4", words="More drones!")
        assert "Was it confusing?" not in page(client, f"/matches/{match.pk}/")
        assert "answered already" in send(client, match, 422, fun="1")
        assert PlaytestAnswer.objects.get().fun == 4

    @pytest.mark.soak(seconds=1)
    def test_nobody_is_asked_before_the_end(self, other_user: User, play: Callable[..., Match]) -> None:
        match, client = play(other_user, over=False), browser(other_user)
        assert "Tell the designer" not in page(client, f"/matches/{match.pk}/")
        send(client, match, 422, fun="4")

    @pytest.mark.soak(seconds=1)
    def test_skipping_ends_the_question_and_counts_for_nothing(
        self, draft: Draft, other_user: User, play: Callable[..., Match]
    ) -> None:
        match, client = play(other_user), browser(other_user)
        send(client, match, 303, skip="yes", fun="5", words="Never mind")
        assert "Tell the designer" not in page(client, f"/matches/{match.pk}/")
        assert texts(draft) == []
        assert "Read the answers (0)" in page(browser(draft.owner), f"/workshop/{draft.pk}/")
        assert {average.count for average in averages(draft)} == {0}

    @pytest.mark.soak(seconds=1)
    def test_designer_and_spectators_are_not_asked(
        self, designer: Client, other_user: User, make_user: Any, play: Callable[..., Match]
    ) -> None:
        match = play(other_user)
        for client in (designer, browser(make_user("onlooker")), Client()):
            assert "Tell the designer" not in page(client, f"/matches/{match.pk}/")
            send(client, match, 422, fun="4")

    @pytest.mark.soak(seconds=1)
    def test_players_of_a_published_edition_are_not_asked(self, user: User, other_user: User) -> None:
        match = create_match(user, "scrapbots", "3.6", {}, MAKE)
        join_match(match.pk, other_user)
        resign(match.pk, other_user)
        with pytest.raises(BadWords):
            answer_questions(other_user, match.pk, {"fun": "3"})

    def test_a_line_break_is_one_character_of_an_answer_as_in_its_form(
        self, other_user: User, play: Callable[..., Match]
    ) -> None:
        """Browsers send two for each: an answer that the form took was refused, and lost."""
        match, lines = play(other_user), ["x" * 99] * 20
        send(browser(other_user), match, 303, words="\r\n".join(lines))
        assert PlaytestAnswer.objects.get().words == "\n".join(lines)

    def test_refused_answers_stay_in_the_form(
        self, other_user: User, play: Callable[..., Match], settings: Any
    ) -> None:
        match, client = play(other_user), browser(other_user)
        said = {"fun": "4", "words": "Long & dear. " + "x" * 2_000, "anonymous": "yes"}
        settings.RATE_LIMIT_FACTOR = 1.0
        for status in [422] * 20 + [429]:
            html = " ".join(send(client, match, status, **said).split())
        assert 'name="fun" value="4" checked>' in html
        assert ">Long &amp; dear. xxx" in html
        assert 'name="anonymous" value="yes" checked>' in html
        assert 'name="fun" value="5">' in html
        assert 'value="4" checked>' not in page(client, f"/matches/{match.pk}/")

    def test_designer_sets_the_questions(
        self, designer: Client, draft: Draft, other_user: User, play: Callable[..., Match]
    ) -> None:
        match, client = play(other_user), browser(other_user)
        assert "Was it fun?" in page(client, f"/matches/{match.pk}/")
        answer = designer.post(f"/workshop/{draft.pk}/questions/", {"question": ["length", "nonsense"]})
        assert answer.status_code == 303
        html = page(client, f"/matches/{match.pk}/")
        assert "How long was it?" in html
        assert "Was it fun?" not in html
        send(client, match, 422, fun="4")
        designer.post(f"/workshop/{draft.pk}/questions/", {})
        assert "Tell the designer" not in page(client, f"/matches/{match.pk}/")

    @pytest.mark.parametrize(
        "said",
        [{}, {"fun": "6"}, {"fun": "x"}, {"words": "x" * 2_001}, {"words": "a\0b"}, {"anonymous": "yes"}],
    )
    @pytest.mark.soak(seconds=1, one_in=6)
    def test_bad_answers_are_refused(
        self, other_user: User, play: Callable[..., Match], said: dict[str, str]
    ) -> None:
        with pytest.raises(BadWords):
            answer_questions(other_user, play(other_user).pk, said)
        assert not PlaytestAnswer.objects.exists()


class TestReading:
    @pytest.mark.soak(seconds=1)
    def test_averages_need_three_answers(
        self, draft: Draft, make_user: Any, play: Callable[..., Match]
    ) -> None:
        for name, mark, means in (("one", "2", None), ("two", "3", None), ("three", "4", 3.0)):
            tester = make_user(name)
            answer_questions(tester, play(tester).pk, {"fun": mark})
            assert averages(draft)[0].mean == means
        assert averages(draft)[1].mean is None

    def test_anonymous_player_has_no_name_anywhere(
        self, designer: Client, user: User, draft: Draft, other_user: User, play: Callable[..., Match]
    ) -> None:
        match = play(other_user)
        answer_questions(other_user, match.pk, {"words": "Too long", "anonymous": "yes"})
        html = page(designer, f"/workshop/{draft.pk}/answers/")
        assert "Too long" in html
        assert other_user.profile.display_name not in html
        assert match.pk not in html
        exported = repr([part.rows(user) for part in parts if part.model.startswith("games.")])
        assert "Too long" not in exported

    @pytest.mark.soak(seconds=1)
    def test_player_who_says_so_has_a_name(
        self, designer: Client, draft: Draft, other_user: User, play: Callable[..., Match]
    ) -> None:
        match = play(other_user)
        answer_questions(other_user, match.pk, {"words": "<b>Bold</b>"})
        html = page(designer, f"/workshop/{draft.pk}/answers/")
        assert other_user.profile.display_name in html
        assert match.pk in html
        assert "&lt;b&gt;Bold" in html

    def test_match_that_the_designer_may_not_look_at_is_no_link(
        self, designer: Client, draft: Draft, revision: DraftRevision, other_user: User
    ) -> None:
        """Practice is private: its link answered that there is no such match."""
        share_draft(draft.owner, draft.pk, "listed")
        slug, seats = slug_of(draft.pk, revision.number), [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        match = create_match(other_user, "scrapbots", slug, {}, seats, terms=Terms(is_private=True))
        resign(match.pk, other_user)
        answer_questions(other_user, match.pk, {"words": "Too long"})
        html = page(designer, f"/workshop/{draft.pk}/answers/")
        assert other_user.profile.display_name in html
        assert match.pk not in html
        assert "/matches//" not in html

    def test_only_the_designer_reads_them(self, draft: Draft, other_user: User) -> None:
        for client in (browser(other_user), Client()):
            assert client.get(f"/workshop/{draft.pk}/answers/").status_code == 404

    @pytest.mark.soak(seconds=1)
    def test_answers_are_in_the_players_own_export(
        self, other_user: User, play: Callable[..., Match]
    ) -> None:
        match = play(other_user)
        answer_questions(other_user, match.pk, {"fun": "5", "anonymous": "yes"})
        part = next(part for part in parts if part.name == "answers to designers")
        assert [(row["match_id"], row["fun"]) for row in part.rows(other_user)] == [(match.pk, 5)]

    @pytest.mark.soak(seconds=1)
    def test_answers_go_when_the_designer_leaves(
        self, user: User, other_user: User, draft: Draft, play: Callable[..., Match]
    ) -> None:
        answered, waiting = play(other_user), play(other_user)
        answer_questions(other_user, answered.pk, {"fun": "5"})
        leave_drafts(user)
        assert not PlaytestAnswer.objects.exists()
        with pytest.raises(BadWords):
            answer_questions(other_user, waiting.pk, {"fun": "5"})

    def test_questions_of_another_draft_stay(self, other_user: User, draft: Draft) -> None:
        with pytest.raises(Http404):
            set_questions(other_user, draft.pk, ["fun"])
