"""Whoever is named with an @ hears of it, once, unless they don't want to; nobody can call everybody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.matches.models import Mute
from rules.document.errors import BadText, Refused
from rules.talk.actions import taking_part
from rules.talk.actions.comments import edit_comment
from rules.talk.actions.follows import follow
from rules.talk.models import Comment, Mention
from rules.talk.queries.thread_pages import version_of
from rules.wiki.comment_text import MOST_IN_COMMENT, people_in
from scrapsite.common.players import new_guest, rename
from scrapsite.notifications.models import Notification, NotificationChoice
from scrapsite.notifications.news import news_of
from tests.rules.proposing import Drafting, makes_editor, submitted
from tests.rules.talk.test_threads import text
from tests.rules.talking import begin, say
from tests.site.notifications.people import confirm, post

pytestmark = pytest.mark.django_db


def told(user: User) -> list[str]:
    """Return what the page of news tells *user*, oldest first."""
    return [item.text for item, _ in reversed(news_of(user).items)]


def named(said: str, author: User) -> list[str]:
    """Return whom a comment names, in its order."""
    return [user.username for user in people_in(f"<p>{said}</p>", author)]


class TestAName:
    @pytest.mark.parametrize("said", ["@gasket", "Ask @gasket.", "(@Gasket, again)", "@GASKET: well?"])
    def test_is_found_in_any_case_and_before_any_mark(self, user: User, other_user: User, said: str) -> None:
        assert named(said, user) == ["gasket"]

    @pytest.mark.parametrize(
        "said",
        [
            "gasket",
            "me@gasket.example",
            "@gaskets",
            "@ gasket",
            "<code>@gasket</code>",
            "<blockquote><p>@gasket</p></blockquote>",
            "@nobody",
        ],
    )
    def test_is_not_found_where_nobody_is_meant(self, user: User, other_user: User, said: str) -> None:
        assert named(said, user) == []

    def test_may_have_spaces_and_the_longest_one_is_meant(
        self, user: User, make_user: Callable[[str], User]
    ) -> None:
        make_user("old")
        rename(make_user("spanner"), "Old Spanner 7")
        assert named("@Old Spanner 7 knows.", user) == ["spanner"]
        assert named("@Old Spanner knows.", user) == ["old"]

    def test_of_guests_oneself_and_those_who_left_counts_for_nothing(
        self, user: User, other_user: User
    ) -> None:
        guest = new_guest()
        User.objects.filter(pk=other_user.pk).update(is_active=False)
        assert named(f"@rivet @gasket @{guest.profile.display_name}", user) == []


class TestAMention:
    def test_is_told_without_the_words_around_it(self, user: User, other_user: User) -> None:
        confirm(other_user)
        say(user, begin(user), "What do you say, @gasket?")
        assert told(other_user) == ["rivet mentions you in a comment on rule 4.20, edition 3.6."]
        (letter,) = post()
        assert "What do you say" not in letter.body

    def test_in_what_begins_a_thread_is_told(self, user: User, other_user: User) -> None:
        begin(user, "What do you say, @gasket?")
        assert len(told(other_user)) == 1

    def test_is_told_once_to_whoever_follows_the_thread_as_well(self, user: User, other_user: User) -> None:
        thread = begin(user)
        say(other_user, thread)
        say(user, thread, "Are you sure, @gasket? @gasket!")
        assert len(told(other_user)) == 1

    def test_is_shown_with_the_comment(self, user: User, other_user: User, client: Client) -> None:
        comment = say(user, begin(user), "What do you say, @Gasket?")
        assert "Mentions gasket" in text(client.get(f"/rules/threads/{comment.thread_id}/"))

    def test_that_comes_by_an_edit_is_told_and_is_not_told_again(self, user: User, other_user: User) -> None:
        comment = say(user, begin(user), "Who knows?")
        for words in ("Who knows, @gasket?", "Who knows?", "Who knows, @gasket!"):
            comment.refresh_from_db()
            edit_comment(user, comment.pk, words, version_of(comment))
        assert len(told(other_user)) == 1

    def test_is_not_told_to_whoever_muted_its_author(self, user: User, other_user: User) -> None:
        Mute.objects.create(user=other_user, muted=user)
        begin(user, "What do you say, @gasket?")
        assert not Notification.objects.exists()

    def test_is_not_told_to_whoever_switched_mentions_off(self, user: User, other_user: User) -> None:
        NotificationChoice.objects.create(user=other_user, channel="site", kind="rules-mention", wanted=False)
        begin(user, "What do you say, @gasket?")
        assert not Notification.objects.exists()

    def test_still_tells_a_follower_of_other_comments(self, user: User, other_user: User) -> None:
        thread = begin(user)
        follow(other_user, thread.edition.rulebook)
        say(user, thread, "Anybody?")
        assert told(other_user) == ["Comment on rule 4.20, edition 3.6, by rivet. “Anybody?”"]


class TestAMentionInAReviewOfAProposal:
    @pytest.fixture
    def proposal(self, client_of: Callable[[User], Client], user: User) -> Drafting:
        return submitted(client_of(user), "attack-1", "Ready ones attack.")

    def test_is_told_without_the_words_around_it(
        self, proposal: Drafting, client_of: Callable[[User], Client], user: User, other_user: User
    ) -> None:
        confirm(other_user)
        proposal.review(client_of(user), "comment", "What do you say, @gasket?")
        assert told(other_user) == ["rivet mentions you in a review of a proposal."]
        (letter,) = post()
        assert "What do you say" not in letter.body
        assert f"/rules/proposals/{proposal.pk}/" in letter.body

    def test_is_all_that_the_proposals_author_hears_of_it(
        self, proposal: Drafting, client_of: Callable[[User], Client], user: User, other_user: User
    ) -> None:
        proposal.review(client_of(other_user), "comment", "Do you mean it, @rivet?")
        assert told(user) == ["gasket mentions you in a review of a proposal."]

    @pytest.mark.soak(seconds=0.4)
    def test_of_the_author_in_a_decision_tells_what_was_decided(
        self, proposal: Drafting, client_of: Callable[[User], Client], user: User, other_user: User
    ) -> None:
        proposal.review(client_of(makes_editor(other_user)), "decline", "No, @rivet.")
        assert told(user) == ["gasket declined the proposal “Say it better”. “No, @rivet.”"]

    @pytest.mark.soak(seconds=0.7)
    def test_is_shown_with_the_review_and_in_its_preview(
        self, proposal: Drafting, client_of: Callable[[User], Client], user: User, other_user: User
    ) -> None:
        client = client_of(user)
        preview = proposal.review(client, "comment", "What do you say, @Gasket?", preview="yes")
        assert "Mentions gasket" in text(preview)
        assert not Mention.objects.exists()
        proposal.review(client, "comment", "What do you say, @Gasket?")
        assert "Mentions gasket" in text(proposal.get())

    @pytest.mark.soak(seconds=0.4)
    def test_is_not_told_to_whoever_muted_its_author(
        self, proposal: Drafting, client_of: Callable[[User], Client], user: User, other_user: User
    ) -> None:
        Mute.objects.create(user=other_user, muted=user)
        proposal.review(client_of(user), "comment", "What do you say, @gasket?")
        assert told(other_user) == []

    def test_counts_with_those_in_comments_and_nothing_is_stored_when_they_are_too_many(
        self,
        proposal: Drafting,
        client_of: Callable[[User], Client],
        user: User,
        other_user: User,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(taking_part, "MOST_A_DAY", 2)
        begin(user, "@gasket?")
        proposal.review(client_of(user), "comment", "@gasket!")
        answer = proposal.review(client_of(user), "comment", "Well, @gasket?")
        assert "2 people a day" in text(answer)
        assert proposal.proposal.reviews.count() == 1


class TestTheLimits:
    def test_a_comment_mentions_ten_people_at_most(
        self, user: User, make_user: Callable[[str], User]
    ) -> None:
        names = [make_user(f"cog{number}").username for number in range(MOST_IN_COMMENT + 1)]
        with pytest.raises(BadText, match="can mention 10 people; this one names 11"):
            begin(user, " ".join(f"@{name}" for name in names))
        assert not Comment.objects.exists()
        begin(user, " ".join(f"@{name}" for name in names[1:]))
        assert Mention.objects.count() == MOST_IN_COMMENT

    def test_one_mentions_so_many_a_day_and_no_more(
        self, user: User, other_user: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(taking_part, "MOST_A_DAY", 2)
        thread = begin(user, "@gasket?")
        say(user, thread, "@gasket!")
        with pytest.raises(Refused, match="2 people a day"):
            say(user, thread, "@gasket!!")
        assert thread.comments.count() == 2

    def test_thousands_of_signs_are_refused_at_once(self, user: User) -> None:
        with pytest.raises(BadText, match="at most 100 names"):
            people_in("<p>" + "@a " * 3000 + "</p>", user)
