"""What one follows, and what is news: what others did since one last looked, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from rules.document.errors import Refused
from rules.talk.actions.comments import delete_comment
from rules.talk.actions.follows import MOST_FOLLOWS, follow, mark_read, unfollow
from rules.talk.actions.moderation import hide
from rules.talk.models import Follow, Thread
from rules.talk.queries.follows import following
from rules.wiki.models import Rulebook
from scrapsite.common.players import new_guest
from tests.rules.talk.test_threads import text
from tests.rules.talking import (
    ATTACK,
    accept,
    begin,
    editor,
    moderator,
    opening_of,
    reword,
    ruled,
    say,
    take_out,
)

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User], Client]


@pytest.fixture
def rulebook() -> Rulebook:
    return Rulebook.objects.get(game="scrapbots")


def kinds(user: User) -> list[str]:
    """Return what kinds of news there are for *user*, oldest first."""
    return [news.kind for news in reversed(following(user).news)]


class TestARulebook:
    def test_brings_revisions_threads_comments_and_rulings(
        self, user: User, other_user: User, rulebook: Rulebook
    ) -> None:
        follow(user, rulebook)
        reword()
        thread = begin(other_user, slug="3.4", anchor="draw-1")
        comment = say(other_user, thread)
        accept(editor(), comment)
        ruled(User.objects.get(username="anvil"), "So be it.")
        assert kinds(user) == ["revision", "thread", "comment", "ruling", "ruling"]

    def test_is_quiet_about_what_one_did_oneself(self, user: User, rulebook: Rulebook) -> None:
        follow(user, rulebook)
        say(user, begin(user))
        assert kinds(user) == []

    def test_is_quiet_about_what_was_before(self, user: User, other_user: User, rulebook: Rulebook) -> None:
        begin(other_user)
        reword()
        follow(user, rulebook)
        assert kinds(user) == []


class TestAParagraph:
    def test_brings_its_talk_in_every_edition_and_nothing_else(
        self, user: User, other_user: User, rulebook: Rulebook
    ) -> None:
        follow(user, rulebook, "attack-1")
        begin(other_user, "Here?")
        begin(other_user, "There?", slug="3.4")
        begin(other_user, "Elsewhere?", anchor="attack-2")
        assert [news.excerpt for news in following(user).news] == ["There?", "Here?"]

    def test_brings_the_revisions_that_change_it_or_take_it_out(self, user: User, rulebook: Rulebook) -> None:
        follow(user, rulebook, "build-3")
        reword("aim-1", "Win.")
        assert kinds(user) == []
        reword("build-3", "Never move it.")
        assert kinds(user) == ["revision"]
        take_out("build-3")
        assert kinds(user) == ["revision", "revision"]


class TestAThread:
    def test_is_followed_by_whoever_takes_part(self, user: User, other_user: User) -> None:
        thread = begin(user)
        say(other_user, thread)
        assert kinds(user) == ["comment"]
        say(user, thread, "Thank you.")
        assert kinds(other_user) == ["comment"]

    def test_is_not_news_twice_when_its_paragraph_is_followed_too(
        self, user: User, other_user: User, rulebook: Rulebook
    ) -> None:
        thread = begin(user)
        follow(user, rulebook)
        follow(user, rulebook, "attack-1")
        say(other_user, thread)
        assert kinds(user) == ["comment"]

    def test_of_which_words_are_hidden_or_deleted_has_no_news_of_them(
        self, user: User, other_user: User
    ) -> None:
        thread = begin(user)
        hide(moderator(), say(other_user, thread, "Rude!").pk)
        delete_comment(other_user, say(other_user, thread, "Wrong!").pk)
        assert kinds(user) == []

    def test_of_which_all_is_hidden_is_not_listed(self, user: User) -> None:
        thread = begin(user)
        hide(moderator(), opening_of(thread).pk)
        assert following(user).followed == ()


class TestThePage:
    def test_shows_the_news_and_where_it_is(self, user: User, other_user: User, user_client: Client) -> None:
        comment = say(other_user, begin(user), "No, once.")
        page = user_client.get("/rules/following/")
        assert "Comment on rule 4.20, edition 3.6" in text(page)
        assert "No, once." in text(page)
        assert f"/rules/threads/{comment.thread_id}/#comment-{comment.pk}" in page.content.decode()

    def test_marks_as_read_what_it_showed_and_nothing_later(
        self, user: User, other_user: User, user_client: Client
    ) -> None:
        thread = begin(user)
        say(other_user, thread, "First.")
        shown = user_client.get("/rules/following/").content.decode()
        say(other_user, thread, "While you read.")
        until = re.search(r'name="until" value="([^"]+)"', shown)
        assert until
        user_client.post("/rules/following/read/", {"until": until[1]})
        assert [news.excerpt for news in following(user).news] == ["While you read."]

    @pytest.mark.parametrize("until", ["", "soon", "2026-13-45T99:99", "2026-11-21T10:00:00"])
    def test_takes_no_other_time_for_one(
        self, user: User, other_user: User, user_client: Client, until: str
    ) -> None:
        say(other_user, begin(user))
        assert user_client.post("/rules/following/read/", {"until": until}).status_code == 303
        assert kinds(user) == ["comment"]

    def test_nobody_reads_ahead(self, user: User, other_user: User) -> None:
        thread = begin(user)
        mark_read(user, timezone.now() + timezone.timedelta(days=9))
        say(other_user, thread)
        assert kinds(user) == ["comment"]

    @pytest.mark.soak(seconds=0.5)
    def test_asks_the_database_as_often_for_much_as_for_little(
        self, user: User, other_user: User, rulebook: Rulebook, user_client: Client
    ) -> None:
        def queries() -> int:
            user_client.get("/rules/following/")
            with CaptureQueriesContext(connection) as made:
                user_client.get("/rules/following/")
            return len(made)

        follow(user, rulebook, "attack-1")
        ask_and_rule = [say(other_user, begin(user))]
        reword()
        before = queries()
        for number in range(6):
            ask_and_rule.append(say(other_user, begin(user, f"And {number}?")))
            follow(user, rulebook, f"attack-{number % 3 + 1}")
        assert queries() == before

    def test_is_for_members(self, client: Client, client_of: ClientOf, rulebook: Rulebook) -> None:
        assert "login" in client.get("/rules/following/")["Location"]
        guest = new_guest()
        assert "convert" in client_of(guest).get("/rules/following/")["Location"]
        with pytest.raises(Refused):
            follow(guest, rulebook)


class TestTheForm:
    def test_follows_and_stops_and_leads_back(self, user: User, user_client: Client) -> None:
        wanted = {"game": "scrapbots", "anchor": "attack-1", "next": ATTACK}
        assert user_client.post("/rules/follow/", wanted | {"follow": "yes"})["Location"] == ATTACK
        assert "Stop following this paragraph" in text(user_client.get(ATTACK))
        user_client.post("/rules/follow/", wanted | {"follow": "yes"})
        assert Follow.objects.count() == 1
        user_client.post("/rules/follow/", wanted | {"follow": "no"})
        assert not Follow.objects.exists()

    def test_leads_to_no_other_site(self, user_client: Client) -> None:
        wanted = {"game": "scrapbots", "follow": "yes", "next": "https://example.org/"}
        assert user_client.post("/rules/follow/", wanted)["Location"] == "/rules/following/"

    def test_has_a_most(self, user: User, rulebook: Rulebook) -> None:
        Follow.objects.bulk_create(
            Follow(user=user, rulebook=rulebook, anchor=f"a-{number}") for number in range(MOST_FOLLOWS)
        )
        with pytest.raises(Refused, match="Stop following one"):
            follow(user, rulebook)
        assert begin(user)
        unfollow(user, rulebook, "a-1")
        follow(user, rulebook)

    def test_stops_a_thread_of_which_nothing_can_be_read(self, user: User, user_client: Client) -> None:
        thread = begin(user)
        hide(moderator(), opening_of(thread).pk)
        wanted = {"game": "scrapbots", "thread": str(thread.pk), "follow": "no"}
        assert user_client.post("/rules/follow/", wanted).status_code == 303
        assert not Follow.objects.filter(thread=Thread.objects.get()).exists()
