"""Reports and hidden comments: who may do it, who still sees the words, and that nobody else does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from rules.document.errors import BadText, Refused
from rules.talk.actions.comments import edit_comment
from rules.talk.actions.moderation import hide, report, settle, show
from rules.talk.models import Comment, Report, Thread
from rules.talk.queries.thread_pages import version_of
from rules.talk.queries.threads import thread_counts
from rules.wiki.models import Appointment, AuditEntry, Rulebook
from rules.wiki.permissions import MODERATORS
from scrapsite.common.players import new_guest
from scrapsite.notifications.models import Notification
from scrapsite.notifications.news import news_of, unread_count
from tests.rules.talk.test_threads import text
from tests.rules.talking import ATTACK, accept, account, begin, book, editor, moderator, opening_of, say

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User], Client]
RUDE = "Xyzzy, you rustbucket"


@pytest.fixture
def thread(user: User, other_user: User) -> Thread:
    """A question with a rude reply by gasket."""
    begun = begin(user)
    say(other_user, begun, RUDE)
    return begun


@pytest.fixture
def rude(thread: Thread) -> Comment:
    return Comment.objects.select_related("thread__edition__rulebook").get(source=RUDE)


class TestReports:
    def test_are_made_with_a_reason_and_once(self, user: User, user_client: Client, rude: Comment) -> None:
        address = f"/rules/comments/{rude.pk}/report/"
        assert RUDE in text(user_client.get(address))
        assert user_client.post(address, {"reason": " "}).status_code == 422
        assert user_client.post(address, {"reason": "Rude."}).status_code == 303
        again = user_client.post(address, {"reason": "Still rude."})
        assert again.status_code == 422
        assert "reported this comment already" in text(again)
        assert "Still rude.</textarea>" in again.content.decode()
        assert Report.objects.get().reason == "Rude."

    def test_are_not_for_guests_nor_for_ones_own_words(self, other_user: User, rude: Comment) -> None:
        with pytest.raises(Refused, match="your own comment"):
            report(other_user, rude, "Rude.")
        with pytest.raises(Refused, match="account of your own"):
            report(new_guest(), rude, "Rude.")
        with pytest.raises(BadText, match="500"):
            report(account("bolt"), rude, "x" * 501)

    def test_have_no_character_that_a_database_server_refuses(
        self, user: User, user_client: Client, rude: Comment
    ) -> None:
        answer = user_client.post(f"/rules/comments/{rude.pk}/report/", {"reason": "Ru\0de."})
        assert answer.status_code == 422
        assert "can’t be seen (U+0000)" in text(answer)
        assert not Report.objects.exists()

    def test_are_seen_by_moderators_of_the_rulebook_only(
        self, user: User, rude: Comment, client: Client, client_of: ClientOf
    ) -> None:
        report(user, rude, "Unkind.")
        said = text(client_of(moderator()).get("/rules/reports/"))
        assert "Unkind." in said
        assert RUDE in said
        for stranger in (user, editor(), moderator_of_another_game()):
            page = client_of(stranger).get("/rules/reports/")
            assert "Unkind." not in text(page)
        assert client_of(user).get("/rules/reports/").status_code == 403
        assert client.get("/rules/reports/").status_code == 302

    def test_of_one_rulebook_are_seen_by_who_is_appointed_there(
        self, user: User, rude: Comment, client_of: ClientOf
    ) -> None:
        report(user, rude, "Unkind.")
        appointed = moderator_of_another_game("scrapbots")
        assert "Unkind." in text(client_of(appointed).get("/rules/reports/"))

    def test_are_settled_with_who_and_when(self, user: User, rude: Comment, client_of: ClientOf) -> None:
        made = report(user, rude, "Unkind.")
        for stranger in (user, editor(), moderator_of_another_game()):
            assert client_of(stranger).post(f"/rules/reports/{made.pk}/settle/").status_code == 404
            with pytest.raises(Refused):
                settle(stranger, made.pk)
        client = client_of(moderator())
        assert client.post(f"/rules/reports/{made.pk}/settle/").status_code == 303
        made.refresh_from_db()
        assert made.settled_by == User.objects.get(username="damper")
        assert "Closed by damper" in text(client.get("/rules/reports/"))
        assert RUDE in text(client.get(f"/rules/threads/{rude.thread_id}/"))

    def test_are_settled_by_hiding(self, user: User, rude: Comment) -> None:
        made = report(user, rude, "Unkind.")
        hide(moderator(), rude.pk)
        made.refresh_from_db()
        assert made.settled_at

    def test_can_be_made_again_of_a_comment_that_was_edited_since_the_last_was_closed(
        self, user: User, other_user: User, rude: Comment
    ) -> None:
        by = moderator()
        made = report(user, rude, "Unkind.")
        with pytest.raises(Refused, match="already"):
            report(user, rude, "Very unkind.")
        settle(by, made.pk)
        with pytest.raises(Refused, match="already"):
            report(user, rude, "Very unkind.")
        edit_comment(other_user, rude.pk, "Worse, you rustbucket", version_of(rude))
        again = report(user, rude, "Unkinder.")
        assert Report.objects.get() == again == made
        assert (again.reason, again.settled_at, again.settled_by) == ("Unkinder.", None, None)
        told = Notification.objects.filter(user=by, detail="report").order_by("pk")
        assert [one.about for one in told] == [made.pk] * 2
        with pytest.raises(Refused, match="already"):
            report(user, rude, "Unkindest.")

    def test_leave_no_words_in_the_audit_trail(self, user: User, rude: Comment) -> None:
        report(user, rude, "Unkind.")
        by = moderator()
        hide(by, rude.pk)
        show(by, rude.pk)
        noted = AuditEntry.objects.order_by("pk").filter(about__contains=f"Comment {rude.pk}")
        assert list(noted.values_list("what", "actor__username")) == [
            ("comment/added", "gasket"),
            ("comment/reported", "rivet"),
            ("comment/hidden", "damper"),
            ("report/settled", "damper"),
            ("comment/shown", "damper"),
        ]
        for entry in AuditEntry.objects.all():
            assert "Xyzzy" not in entry.about
            assert "Unkind" not in entry.about


class TestHiding:
    @pytest.fixture
    def hidden(self, rude: Comment) -> Comment:
        return hide(moderator(), rude.pk)

    def test_keeps_the_words_from_everybody_but_moderators(
        self, user: User, other_user: User, hidden: Comment, client: Client, client_of: ClientOf
    ) -> None:
        address = f"/rules/threads/{hidden.thread_id}/"
        for stranger in (client, *map(client_of, (user, other_user, editor(), moderator_of_another_game()))):
            said = text(stranger.get(address))
            assert "Hidden by a moderator." in said
            assert "Xyzzy" not in said
            assert "damper" not in said
        seen = text(client_of(User.objects.get(username="damper")).get(address))
        assert RUDE in seen
        assert "Hidden by damper" in seen

    def test_keeps_them_out_of_everything_public(self, user: User, hidden: Comment, client: Client) -> None:
        pages = [
            ATTACK,
            "/rules/scrapbots/3.6/",
            "/rules/scrapbots/talk/",
            f"/rules/threads/{hidden.thread_id}/",
            f"/rules/threads/{hidden.thread_id}/comments.atom",
            f"{ATTACK}comments.atom",
            "/rules/scrapbots/comments.atom",
        ]
        for page in pages:
            response = client.get(page)
            assert response.status_code == 200
            assert b"Xyzzy" not in response.content, page

    def test_is_no_way_for_its_author_to_read_or_change_it(
        self, other_user: User, hidden: Comment, client_of: ClientOf
    ) -> None:
        client = client_of(other_user)
        assert client.get(f"/rules/comments/{hidden.pk}/edit/").status_code == 404
        assert client.post(f"/rules/comments/{hidden.pk}/delete/").status_code == 404

    def test_cannot_be_reported_or_fished_for(self, user: User, hidden: Comment, client_of: ClientOf) -> None:
        assert client_of(user).get(f"/rules/comments/{hidden.pk}/report/").status_code == 404

    def test_is_for_moderators_only(self, user: User, rude: Comment, client_of: ClientOf) -> None:
        for stranger in (user, editor(), moderator_of_another_game()):
            for act in (hide, show):
                with pytest.raises(Refused, match="Only moderators"):
                    act(stranger, rude.pk)
            client = client_of(stranger)
            assert client.post(f"/rules/comments/{rude.pk}/hide/").status_code == 403
            assert (
                f"/rules/comments/{rude.pk}/hide/"
                not in client.get(f"/rules/threads/{rude.thread_id}/").content.decode()
            )

    def test_is_taken_back(self, hidden: Comment, client: Client, client_of: ClientOf) -> None:
        by = client_of(User.objects.get(username="damper"))
        assert by.post(f"/rules/comments/{hidden.pk}/show/").status_code == 303
        assert RUDE in text(client.get(f"/rules/threads/{hidden.thread_id}/"))

    def test_of_the_answer_leaves_no_news_of_it(self, user: User, other_user: User, rude: Comment) -> None:
        """The header counted the answer and the ruling, which the page of news told no more."""
        accept(editor(), rude)
        assert (unread_count(user), unread_count(other_user)) == (2, 1)
        hide(moderator(), rude.pk)
        for one in (user, other_user):
            assert unread_count(one) == len(news_of(one).items) == 0

    def test_all_of_a_thread_hides_the_thread(
        self, thread: Thread, client: Client, client_of: ClientOf
    ) -> None:
        by = moderator()
        for comment in thread.comments.all():
            hide(by, comment.pk)
        assert thread_counts(book()) == {}
        assert client.get(f"/rules/threads/{thread.pk}/").status_code == 404
        assert client.get(f"/rules/threads/{thread.pk}/comments.atom").status_code == 404
        assert client_of(by).get(f"/rules/threads/{thread.pk}/").status_code == 200
        stranger = client_of(account("bolt"))
        assert stranger.post(f"/rules/threads/{thread.pk}/comments/", {"text": "Hm."}).status_code == 404
        follow = {"game": "scrapbots", "thread": str(thread.pk)}
        assert stranger.post("/rules/follow/", follow).status_code == 404

    def test_what_its_author_deleted_is_refused(
        self, thread: Thread, user: User, user_client: Client
    ) -> None:
        opening = opening_of(thread)
        user_client.post(f"/rules/comments/{opening.pk}/delete/")
        with pytest.raises(Refused, match="nothing to hide"):
            hide(moderator(), opening.pk)


def moderator_of_another_game(game: str = "other") -> User:
    """Return somebody who moderates one rulebook: another than this, unless it is named."""
    rulebook, _ = Rulebook.objects.get_or_create(game=game, defaults={"title": "Other"})
    stray = account(f"stray-{User.objects.count()}")
    Appointment.objects.create(rulebook=rulebook, user=stray, group=Group.objects.get(name=MODERATORS))
    return stray
