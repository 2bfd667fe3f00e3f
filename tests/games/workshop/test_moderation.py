"""Drafts and comments are reported; moderators hide them with a reason, and matches that were played stay."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from games import catalog
from games.discussion.actions import add_comment, delete_comment, edit_comment
from games.discussion.models import DraftComment, DraftDecision, DraftReport
from games.discussion.moderation import decide, keep_comment, report, reported
from games.discussion.notifying import DRAFT_NEWS
from games.drafts.actions.sharing import share_draft
from games.drafts.errors import BadWords
from games.drafts.models import Draft
from games.drafts.slugs import slug_of
from games.engine.errors import BadOptions
from games.matches.actions.create import create_match
from games.talk.readers import MODERATORS
from scrapsite.common.players import display_name
from scrapsite.notifications.models import Notification
from scrapsite.notifications.registry import items_of
from tests.games.workshop.conftest import at, browser, page

pytestmark = pytest.mark.django_db

SEATS = [{"kind": "me"}, {"kind": "open"}]


class TestReporting:
    def test_listed_draft_is_reported_to_the_moderators(
        self, other_user: User, moderator: User, listed: Draft
    ) -> None:
        reader = browser(other_user)
        assert "Report this draft" in page(reader, at(listed))
        assert reader.post(at(listed, "report/"), {"reason": "Its name is rude."}).status_code == 303
        html = page(browser(moderator), "/workshop/reports/")
        assert "Its name is rude." in html
        assert "Cheap drones" in html

    def test_comment_is_reported_and_hidden(
        self, client: Client, user: User, other_user: User, moderator: User, listed: Draft
    ) -> None:
        comment = add_comment(other_user, listed, "", "Rude words.")
        address = at(listed, f"report/?comment={comment.pk}")
        assert "Rude words." in page(browser(user), address)
        assert browser(user).post(address, {"reason": "Rude."}).status_code == 303
        assert "Rude words." in page(browser(moderator), "/workshop/reports/")
        hide = at(listed, f"discussion/{comment.pk}/hide/")
        assert browser(moderator).post(hide).status_code == 303
        html = page(client, at(listed, "discussion/"))
        assert "Rude words." not in html
        assert "Hidden by a moderator." in html
        assert "Rude words." in page(browser(moderator), at(listed, "discussion/"))
        assert reported() == ()
        browser(moderator).post(hide, {"show": "yes"})
        assert "Rude words." in page(client, at(listed, "discussion/"))

    def test_reports_of_a_comment_are_settled_when_its_author_deletes_it(
        self, user: User, other_user: User, moderator: User, listed: Draft
    ) -> None:
        """They were listed for ever, as the comment that the buttons named was gone."""
        comment = add_comment(other_user, listed, "", "Rude words.")
        report(user, listed, comment, "Rude.")
        report(other_user, listed, None, "Its name.")
        delete_comment(other_user, comment)
        assert [one.comment for one in reported()] == [None]
        assert DraftReport.objects.get(comment=comment).settled_at
        DraftReport.objects.filter(comment=comment).update(settled_at=None)  # as it was left before
        assert [one.comment for one in reported()] == [None]

    def test_keep_on_an_old_page_leaves_hidden_what_another_moderator_has_hidden(
        self, client: Client, user: User, other_user: User, moderator: User, listed: Draft
    ) -> None:
        comment = add_comment(other_user, listed, "", "Rude words.")
        report(user, listed, comment, "Rude.")
        keeper, hide = browser(moderator), at(listed, f"discussion/{comment.pk}/hide/")
        assert "Keep<" in page(keeper, "/workshop/reports/")
        keeper.post(hide, {"from": "reports"})
        keeper.post(hide, {"from": "reports", "show": "yes"})
        assert "Rude words." not in page(client, at(listed, "discussion/"))
        DraftReport.objects.update(settled_at=None)  # somebody reported it at that moment
        html = page(keeper, "/workshop/reports/")
        assert "Show again<" in html
        assert 'name="was"' in html
        keeper.post(hide, {"from": "reports", "show": "yes", "was": "hidden"})
        assert "Rude words." in page(client, at(listed, "discussion/"))

    @pytest.mark.parametrize("reason", ["", " ", "x" * 501])
    def test_report_needs_a_reason(self, other_user: User, listed: Draft, reason: str) -> None:
        assert browser(other_user).post(at(listed, "report/"), {"reason": reason}).status_code == 422
        assert not DraftReport.objects.exists()

    def test_same_person_reports_it_once(self, other_user: User, listed: Draft) -> None:
        for status in (303, 422):
            sent = browser(other_user).post(at(listed, "report/"), {"reason": "Rude."})
            assert sent.status_code == status

    def test_comment_that_was_edited_since_its_report_was_settled_is_reported_again(
        self, user: User, other_user: User, moderator: User, listed: Draft
    ) -> None:
        comment = add_comment(other_user, listed, "", "Harmless words.")
        report(user, listed, comment, "Hm.")
        edit_comment(other_user, comment, "Words.")
        with pytest.raises(BadWords, match="already"):
            report(user, listed, comment, "It was open all the time.")
        keep_comment(moderator, comment)
        with pytest.raises(BadWords, match="already"):
            report(user, listed, comment, "It is as it was.")
        edit_comment(other_user, comment, "Rude words.")
        report(user, listed, comment, "Rude.")
        (waiting,) = reported()
        assert (waiting.comment, waiting.reasons) == (comment, ((display_name(user), "Rude."),))
        with pytest.raises(BadWords, match="already"):
            report(user, listed, comment, "Ruder.")

    def test_nobody_reports_their_own(self, user: User, designer: Client, listed: Draft) -> None:
        comment = add_comment(user, listed, "", "Hm.")
        for rest in ("report/", f"report/?comment={comment.pk}"):
            assert designer.post(at(listed, rest), {"reason": "Rude."}).status_code == 422

    def test_what_nobody_sees_cannot_be_reported(
        self, client: Client, other_user: User, draft: Draft, listed: Draft, user: User
    ) -> None:
        assert client.post(at(listed, "report/"), {"reason": "Rude."}).status_code == 403
        assert browser(other_user).get(at(listed, "report/?comment=99")).status_code == 404
        share_draft(user, draft.pk, "private")
        assert browser(other_user).post(at(draft, "report/"), {"reason": "Rude."}).status_code == 404

    def test_only_moderators_read_and_decide(
        self, client: Client, designer: Client, other_user: User, listed: Draft
    ) -> None:
        comment = add_comment(other_user, listed, "", "Hm.")
        for who in (client, designer, browser(other_user)):
            page(who, "/workshop/reports/", 404)
            assert who.post(at(listed, "moderate/"), {"what": "hide", "reason": "Rude."}).status_code == 404
            assert who.post(at(listed, f"discussion/{comment.pk}/hide/")).status_code == 404
        assert not DraftDecision.objects.exists()


class TestHiding:
    def test_hidden_draft_is_seen_by_owner_and_moderators_with_the_reason(
        self, client: Client, designer: Client, other_user: User, moderator: User, listed: Draft
    ) -> None:
        browser(other_user).post(at(listed, "report/"), {"reason": "Its name is rude."})
        sent = {"what": "hide", "reason": "Choose another name."}
        assert browser(moderator).post(at(listed, "moderate/"), sent).status_code == 303
        assert reported() == ()
        for rest in ("", "1/", "1/cards/", "discussion/"):
            page(client, at(listed, rest), 404)
            page(browser(other_user), at(listed, rest), 404)
            page(browser(moderator), at(listed, rest))
        assert "Cheap drones" not in page(client, "/workshop/")
        for who in (designer, browser(moderator)):
            assert "Choose another name." in page(who, at(listed))

    def test_owner_is_told(self, user: User, moderator: User, listed: Draft) -> None:
        decide(moderator, listed.pk, "hide", "Choose another name.")
        row = Notification.objects.get(user=user, kind=DRAFT_NEWS, channel="site")
        (item,) = items_of([row], user.pk, "UTC")
        assert item.text == "A moderator has hidden your draft “Cheap drones”. Choose another name."

    def test_hidden_draft_cannot_be_opened_by_link_or_played_by_others(
        self, client: Client, user: User, other_user: User, moderator: User, listed: Draft
    ) -> None:
        key = share_draft(user, listed.pk, "link").share_key
        decide(moderator, listed.pk, "hide", "Rude.")
        page(client, at(listed, f"?key={key}"), 404)
        with pytest.raises(BadOptions):
            create_match(other_user, "scrapbots", slug_of(listed.pk, 1), {}, SEATS)

    def test_its_matches_go_on_without_its_name(
        self, user: User, other_user: User, moderator: User, listed: Draft
    ) -> None:
        match = create_match(user, "scrapbots", slug_of(listed.pk, 1), {}, SEATS)
        decide(moderator, listed.pk, "hide", "Rude.")
        html = page(browser(other_user), f"/matches/{match.pk}/")
        assert "Cheap drones" not in html
        assert catalog.game_of(*match.rules) is not None

    def test_moderator_undoes_it(self, client: Client, moderator: User, listed: Draft) -> None:
        decide(moderator, listed.pk, "hide", "Rude.")
        decide(moderator, listed.pk, "show", "")
        assert "Cheap drones" in page(client, "/workshop/")
        assert [row.what for row in DraftDecision.objects.all()] == ["show", "hide"]

    def test_owner_needs_a_reason(self, moderator: User, listed: Draft) -> None:
        for reason in (" ", "x" * 501):
            with pytest.raises(BadWords):
                decide(moderator, listed.pk, "hide", reason)

    def test_nobody_moderates_their_own_draft(
        self, user: User, other_user: User, moderator: User, listed: Draft
    ) -> None:
        user.groups.add(Group.objects.get(name=MODERATORS))
        decide(moderator, listed.pk, "hide", "Rude.")
        report(other_user, listed, None, "Still rude.")
        own = browser(user)
        assert "another moderator decides" in page(own, "/workshop/reports/")
        for what in ("show", "keep"):
            answer = own.post(at(listed, "moderate/"), {"what": what})
            assert answer.status_code == 422
            assert "This is your own draft" in answer.content.decode()
        assert Draft.objects.get().moderation == "hidden"
        assert reported()

    def test_moderators_are_offered_only_what_they_may_do_with_it(
        self, other_user: User, moderator: User, listed: Draft
    ) -> None:
        ways = ("Play the casual bot", "Make a copy", "Report this draft", "Lab report")
        before = page(browser(moderator), at(listed))
        decide(moderator, listed.pk, "hide", "Rude.")
        html = page(browser(moderator), at(listed))
        for way in ways:
            assert way in before
            assert way not in html
        assert "<summary>Moderate</summary>" in html

    def test_no_page_calls_it_visible(self, designer: Client, moderator: User, listed: Draft) -> None:
        decide(moderator, listed.pk, "hide", "Rude.")
        mine = page(designer, "/workshop/")
        assert "hidden by a moderator" in mine
        assert "visible to" not in mine
        answer = designer.post(at(listed, "share/"), {"visibility": "link"}, follow=True)
        said = answer.content.decode()
        assert "so only you see it" in said
        assert "The draft is visible to" not in said


class TestUnlisting:
    def test_unlisted_draft_is_found_by_nobody_and_cannot_be_listed_again(
        self, client: Client, designer: Client, user: User, moderator: User, listed: Draft
    ) -> None:
        decide(moderator, listed.pk, "unlist", "An advertisement.")
        assert "Cheap drones" not in page(client, "/workshop/")
        page(client, at(listed), 404)
        assert "An advertisement." in page(designer, at(listed))
        assert "taken off the list by a moderator" in page(designer, "/workshop/")
        with pytest.raises(BadWords):
            share_draft(user, listed.pk, "listed")
        key = share_draft(user, listed.pk, "link").share_key
        page(client, at(listed, f"?key={key}"))

    def test_undo_puts_it_back(self, client: Client, moderator: User, listed: Draft) -> None:
        decide(moderator, listed.pk, "unlist", "An advertisement.")
        decide(moderator, listed.pk, "show", "")
        page(client, at(listed))

    def test_unreported_private_drafts_are_no_business_of_moderators(
        self, moderator: User, draft: Draft
    ) -> None:
        page(browser(moderator), at(draft), 404)


def test_admin_shows_drafts_and_comments(
    admin_client: Client, moderator: User, other_user: User, listed: Draft
) -> None:
    add_comment(other_user, listed, "", "Hm.")
    browser(other_user).post(at(listed, "report/"), {"reason": "Rude."})
    decide(moderator, listed.pk, "hide", "Rude.")
    for model in ("draft", "draftcomment", "draftreport", "draftdecision"):
        shown = admin_client.get(f"/admin/games/{model}/")
        assert shown.context["cl"].result_count == 1, model
    pk = DraftComment.objects.get().pk
    page(admin_client, f"/admin/games/draft/{listed.pk}/change/")
    page(admin_client, f"/admin/games/draftcomment/{pk}/change/")
    assert admin_client.post(f"/admin/games/draftcomment/{pk}/delete/", {"post": "yes"}).status_code == 403
