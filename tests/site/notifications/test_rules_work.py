"""People of a rulebook hear of what waits for them, and authors of what becomes of their work."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from rules.talk.actions.comments import delete_comment
from rules.talk.actions.moderation import hide, report, settle
from rules.talk.actions.threads import reopen
from rules.wiki.actions.reverting import return_to
from rules.wiki.models import Revision
from scrapsite.notifications.kinds import EMAIL, FEED, SITE
from scrapsite.notifications.models import Notification, NotificationChoice
from scrapsite.notifications.news import news_of, unread_count
from tests.rules.proposing import Drafting, submitted
from tests.rules.talking import accept, begin, editor, moderator, opening_of, reword, say
from tests.site.notifications.people import confirm, post

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User], Client]
PAGE = "/me/news/"


@pytest.fixture
def anvil() -> User:
    return editor("anvil")


@pytest.fixture
def proposal(user_client: Client) -> Drafting:
    return submitted(user_client, "attack-1", "Ready ones attack.", "Shorter")


def told(user: User) -> list[str]:
    """Return what the page of news tells *user*, oldest first."""
    return [item.text for item, _ in reversed(news_of(user).items)]


class TestEditors:
    def test_hear_of_a_proposal_until_it_is_decided(
        self, anvil: User, proposal: Drafting, client_of: ClientOf
    ) -> None:
        assert told(anvil) == ["rivet proposes a change to Scrapbots 3.6."]
        proposal.review(client_of(anvil), "decline", "No.")
        assert told(anvil) == []
        assert unread_count(anvil) == 0, "the header counts what the page tells"

    def test_hear_nothing_of_a_proposal_that_was_withdrawn(self, anvil: User, proposal: Drafting) -> None:
        proposal.post("withdraw/")
        assert told(anvil) == []
        assert unread_count(anvil) == 0

    def test_hear_again_of_a_proposal_that_comes_again(
        self, anvil: User, proposal: Drafting, client_of: ClientOf
    ) -> None:
        proposal.review(client_of(anvil), "ask", "Say may.")
        assert unread_count(anvil) == 0
        proposal.reword("attack-1", "Ready ones may attack.")
        proposal.submit("Shorter")
        assert unread_count(anvil) == 1

    def test_hear_nothing_of_their_own_proposal(self, anvil: User, client_of: ClientOf) -> None:
        submitted(client_of(anvil), "attack-1", "Ready ones attack.")
        assert not Notification.objects.exists()

    def test_hear_nothing_once_they_are_no_editors_any_more(self, anvil: User, proposal: Drafting) -> None:
        anvil.groups.clear()
        assert told(anvil) == []

    def test_get_a_letter_that_asks_for_a_decision(self, anvil: User, user_client: Client) -> None:
        confirm(anvil)
        submitted(user_client, "attack-1", "Ready ones attack.", "Shorter")
        (letter,) = post()
        assert letter.subject == "Rules: Proposal to review: Shorter"
        assert "Waiting for you" in letter.body


class TestAuthors:
    @pytest.mark.parametrize(
        ("verdict", "words"),
        [
            ("comment", "anvil commented on the proposal “Shorter”. “Well said.”"),
            ("ask", "anvil asked for changes to the proposal “Shorter”. “Well said.”"),
            ("accept", "anvil accepted the proposal “Shorter”. “Well said.”"),
            ("decline", "anvil declined the proposal “Shorter”. “Well said.”"),
        ],
    )
    @pytest.mark.soak(seconds=0.4, one_in=2)
    def test_hear_of_every_review(
        self, user: User, anvil: User, proposal: Drafting, client_of: ClientOf, verdict: str, words: str
    ) -> None:
        proposal.review(client_of(anvil), verdict, "Well said.")
        assert told(user) == [words]

    def test_hear_when_an_accepted_change_is_taken_back(
        self, user: User, anvil: User, proposal: Drafting, client_of: ClientOf
    ) -> None:
        proposal.review(client_of(anvil), "accept")
        reword("aim-1", "Win.")
        return_to(
            anvil,
            Revision.objects.get(edition__slug="3.6", number=2, edition__rulebook__game="scrapbots"),
            3,
            "",
        )
        assert len(told(user)) == 1, "revision 2 holds the change, so it stays"
        return_to(
            anvil,
            Revision.objects.get(edition__slug="3.6", number=1, edition__rulebook__game="scrapbots"),
            4,
            "Too short.",
        )
        assert told(user)[1:] == [
            "anvil returned Scrapbots 3.6 to an older revision, without a change of yours. "
            "“Returns to revision 1: Too short.”"
        ]

    def test_hear_who_answered_their_question(self, user: User, other_user: User, anvil: User) -> None:
        accept(anvil, say(other_user, begin(user)))
        assert told(user)[1:] == ["anvil answered your question on rule 4.20, edition 3.6. “No, once.”"]

    def test_hear_nothing_of_an_answer_that_they_chose_themselves(self, user: User, other_user: User) -> None:
        accept(user, say(other_user, begin(user)))
        assert [text[:7] for text in told(user)] == ["Comment"]


def test_whoever_reviewed_a_proposal_hears_that_it_came_again_and_what_became_of_it(
    other_user: User, anvil: User, proposal: Drafting, client_of: ClientOf
) -> None:
    proposal.review(client_of(other_user), "comment", "Too short.")
    proposal.review(client_of(anvil), "ask", "Say may.")
    proposal.reword("attack-1", "Ready ones may attack.")
    proposal.submit("Shorter")
    proposal.review(client_of(anvil), "accept")
    assert told(other_user) == [
        "anvil asked for changes to the proposal “Shorter”. “Say may.”",
        "rivet changed a proposal that you reviewed.",
        "anvil accepted the proposal “Shorter”.",
    ]


class TestModerators:
    def test_hear_of_a_report_until_it_is_settled(self, user: User, other_user: User) -> None:
        damper = moderator()
        made = report(other_user, opening_of(begin(user, "Rude words!")), "It is rude.")
        assert told(damper) == ["gasket reported a comment on rule 4.20, edition 3.6."]
        settle(damper, made.pk)
        assert told(damper) == []
        assert unread_count(damper) == 0

    def test_are_the_only_ones_who_hear_of_it(self, user: User, other_user: User, anvil: User) -> None:
        moderator()
        report(other_user, opening_of(begin(user)), "It is rude.")
        assert set(Notification.objects.values_list("user__username", flat=True)) == {"damper"}

    def test_get_letters_without_the_words_that_were_reported(self, user: User, other_user: User) -> None:
        confirm(moderator())
        report(other_user, opening_of(begin(user, "Rude words!")), "It is rude.")
        (letter,) = post()
        assert "Rude words" not in letter.body
        assert "It is rude" not in letter.body


class TestThePageOfNews:
    def test_shows_what_is_new_and_the_header_counts_it(
        self, user: User, other_user: User, user_client: Client
    ) -> None:
        say(other_user, begin(user))
        page = user_client.get(PAGE).content.decode()
        assert "Comment on rule 4.20, edition 3.6" in page
        assert '1 <span class="visually-hidden">unread</span>' in page

    def test_marks_as_read_what_it_showed_and_nothing_later(
        self, user: User, other_user: User, user_client: Client
    ) -> None:
        thread = begin(user)
        say(other_user, thread, "First.")
        until = user_client.get(PAGE).context["until"]
        say(other_user, thread, "While you read.")
        assert user_client.post(f"{PAGE}read/", {"until": until}).status_code == 302
        assert [is_unread for _, is_unread in news_of(user).items] == [True, False]

    @pytest.mark.parametrize("until", ["", "soon", "2026-13-45T99:99", "2026-11-21T10:00:00"])
    def test_takes_no_other_time_for_one(
        self, user: User, other_user: User, user_client: Client, until: str
    ) -> None:
        say(other_user, begin(user))
        assert user_client.post(f"{PAGE}read/", {"until": until}).status_code == 302
        assert unread_count(user) == 1

    def test_counts_nothing_that_was_hidden_deleted_or_reopened_since(
        self, user: User, other_user: User, anvil: User
    ) -> None:
        thread = begin(user)
        hide(moderator(), say(other_user, thread, "Rude, @rivet!").pk)
        delete_comment(other_user, say(other_user, thread, "Wrong!").pk)
        say(other_user, thread, "Once.")
        accept(anvil, thread.comments.get(source="Once."))
        reopen(anvil, thread.pk)
        assert len(told(user)) == unread_count(user) == 1

    def test_is_read_where_the_page_of_what_one_follows_was(
        self, user: User, other_user: User, user_client: Client
    ) -> None:
        say(other_user, begin(user))
        until = user_client.get("/rules/following/").context["until"]
        user_client.post("/rules/following/read/", {"until": until})
        assert unread_count(user) == 0

    def test_stays_empty_for_whoever_switched_the_kind_off(self, user: User, other_user: User) -> None:
        NotificationChoice.objects.create(user=user, channel=SITE, kind="rules-news", wanted=False)
        say(other_user, begin(user))
        assert not Notification.objects.exists()

    def test_counts_for_nobody_else(self, user: User, other_user: User, client_of: ClientOf) -> None:
        say(other_user, begin(user))
        assert unread_count(other_user) == 0
        client_of(other_user).post(f"{PAGE}read/", {"until": "2999-01-01T00:00:00+00:00"})
        assert unread_count(user) == 1

    def test_is_not_in_the_header_of_guests_and_visitors(self, client: Client, guest_client: Client) -> None:
        for reader in (client, guest_client):
            assert PAGE not in reader.get("/rules/").content.decode()


def test_news_come_by_letter_and_feed_as_well(user: User, other_user: User) -> None:
    confirm(user)
    say(other_user, begin(user))
    assert set(Notification.objects.values_list("channel", flat=True)) == {SITE, EMAIL}
    assert FEED not in Notification.objects.values_list("channel", flat=True), "without an address of a feed"


def test_matches_are_not_listed_there(user_client: Client) -> None:
    page = user_client.get("/me/alerts/").content.decode()
    assert 'name="site:rules-own"' in page
    assert 'name="site:your-turn"' not in page
    answer = user_client.post(
        "/api/v1/me/alerts", {"kinds": {"your-turn": ["site"]}}, content_type="application/json"
    )
    assert answer.status_code == 422
