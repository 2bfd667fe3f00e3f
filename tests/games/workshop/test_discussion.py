"""People talk about a draft: who may read and write, who is told, and what its owner can do about it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.discussion import actions, queries
from games.discussion.actions import add_comment, edit_comment
from games.discussion.models import DraftComment
from games.discussion.moderation import decide
from games.discussion.notifying import DRAFT_NEWS, describe
from games.drafts.actions.changing import change_draft, save_revision
from games.drafts.actions.sharing import remove_draft, share_draft
from games.drafts.editing import with_new, with_out, with_parameters
from games.drafts.models import Draft
from games.drafts.slugs import slug_of
from games.engine.drafting import NewCard
from games.lab.models import LabReport
from games.matches.actions.create import create_match
from games.matches.actions.terms import Terms
from games.matches.models import Mute
from scrapsite.accounts.own_data.registry import parts
from scrapsite.common.errors import Full
from scrapsite.common.players import new_guest
from scrapsite.notifications.models import Notification
from scrapsite.notifications.news import unread_count
from scrapsite.notifications.preferences.choosing import store_choices
from tests.games.workshop.conftest import at, browser, page

pytestmark = pytest.mark.django_db


def write(client: Client, draft: Draft, text: str, status: int = 303, **more: str) -> str:
    answer = client.post(at(draft, "discussion/add/"), {"text": text, **more})
    assert answer.status_code == status, answer.content.decode()[-2000:]
    return str(answer.content.decode())


def told(user: User) -> list[tuple[str, str]]:
    rows = list(Notification.objects.filter(user=user, kind=DRAFT_NEWS, channel="site"))
    return [(row.detail, item.text) for row in rows for item in describe([row], user.pk, "UTC")]


class TestWriting:
    def test_comment_is_read_by_everybody_who_sees_the_draft(
        self, client: Client, other_user: User, listed: Draft
    ) -> None:
        write(browser(other_user), listed, "Too **many** cards.")
        html = page(client, at(listed, "discussion/"))
        assert "Too <strong>many</strong> cards." in html
        assert other_user.profile.display_name in html
        assert "revision 1" in html
        assert "1 comment" in page(client, at(listed))

    @pytest.mark.parametrize(
        ("about", "name"),
        [
            ("", "The draft as a whole"),
            ("cards/drone", "Drone"),
            ("parameters/hand_size", "Cards in a new hand"),
            ("texts/draw-1", "Rule "),
        ],
    )
    @pytest.mark.soak(seconds=0.2, one_in=4)
    def test_threads_are_about_cards_figures_and_paragraphs(
        self, client: Client, other_user: User, listed: Draft, about: str, name: str
    ) -> None:
        write(browser(other_user), listed, "Hm.", about=about)
        html = page(client, at(listed, f"discussion/?about={about}"))
        assert re.search(rf'<h2 id="thread-1">{name}', html)
        assert DraftComment.objects.get().about == about

    @pytest.mark.parametrize("about", ["cards/toaster", "texts/nowhere-9", "nonsense", "x" * 500])
    def test_there_is_no_thread_about_nothing(self, other_user: User, listed: Draft, about: str) -> None:
        write(browser(other_user), listed, "Hm.", 422, about=about)
        page(browser(other_user), at(listed, f"discussion/?about={about}"))
        assert not DraftComment.objects.exists()

    def test_comment_on_a_card_that_was_removed_meanwhile_is_kept_in_the_form(
        self, user: User, other_user: User, listed: Draft
    ) -> None:
        card = NewCard("scout-2", "Scout", "Component", "gears")
        change_draft(user, listed.pk, lambda now: with_new(now, card), "cards/none")
        assert "Scout" in page(browser(user), at(listed, "discussion/?about=cards/scout-2"))
        change_draft(user, listed.pk, lambda now: with_out(now, "scout-2"), "cards/none")
        for press in ({}, {"preview": "yes"}):
            said = write(browser(user), listed, "It was good.", 422, about="cards/scout-2", **press)
            assert "Choose again what your comment is about." in said
            assert ">It was good.</textarea>" in said
            assert "cards/scout-2" not in said

    def test_visitors_and_guests_sign_in_first(self, client: Client, listed: Draft) -> None:
        for who in (client, browser(new_guest())):
            answer = who.post(at(listed, "discussion/add/"), {"text": "Hm."})
            assert answer.status_code == 403
            assert ">Hm.</textarea>" in (shown := answer.content.decode())
            assert "/accounts/" in shown
            assert "with an account" in page(client, at(listed, "discussion/"))
        assert not DraftComment.objects.exists()

    def test_stranger_reads_and_writes_nothing_at_a_private_draft(
        self, client: Client, other_user: User, draft: Draft
    ) -> None:
        for who in (client, browser(other_user)):
            page(who, at(draft, "discussion/"), 404)
        write(browser(other_user), draft, "Hm.", 404)
        assert not DraftComment.objects.exists()

    def test_link_lets_people_read_and_write(
        self, client: Client, user: User, other_user: User, listed: Draft
    ) -> None:
        key = share_draft(user, listed.pk, "link").share_key
        page(client, at(listed, "discussion/"), 404)
        assert "Discussion" in page(client, at(listed, f"discussion/?key={key}"))
        write(browser(other_user), listed, "Hm.", 404)
        write(browser(other_user), listed, "Hm.", key=key)
        assert "Hm." in page(browser(other_user), at(listed, "discussion/"))

    @pytest.mark.parametrize(
        "text", [" ", "x" * 10_001, "(" * 30 + ")" * 30, "See [[rule:nowhere-9]].", "a\u202eb"]
    )
    @pytest.mark.soak(seconds=0.2, one_in=4)
    def test_limits_are_those_of_the_wiki(self, other_user: User, listed: Draft, text: str) -> None:
        said = write(browser(other_user), listed, text, 422)
        assert 'role="alert"' in said
        assert not DraftComment.objects.exists()

    @pytest.mark.parametrize(
        "text",
        [
            "<script>alert(1)</script> Hm.",
            'Hm. <img src=x onerror="alert(1)">',
            "[Hm](javascript:alert(1))",
            '<a hx-get="/x" id="y">Hm</a>',
            "![Hm](https://example.org/x.png)",
        ],
    )
    @pytest.mark.soak(seconds=0.3, one_in=5)
    def test_hostile_markup_never_comes_out(self, other_user: User, listed: Draft, text: str) -> None:
        browser(other_user).post(at(listed, "discussion/add/"), {"text": text})
        said = "".join(DraftComment.objects.values_list("html", flat=True))
        assert not re.search(r"<(script|img)|javascript:|<[^>]* (?:on\w+|hx-get|id)=", said)
        page(browser(other_user), at(listed, "discussion/"))

    def test_too_many_comments_are_refused(self, other_user: User, listed: Draft, settings: Any) -> None:
        settings.RATE_LIMIT_FACTOR = 1.0
        client = browser(other_user)
        for number in range(20):
            write(client, listed, f"Number {number}.")
        answer = client.post(at(listed, "discussion/add/"), {"text": "One more."})
        assert answer.status_code == 429
        assert answer["Retry-After"]
        assert "One more." in answer.content.decode()

    def test_preview_stores_nothing(self, other_user: User, listed: Draft) -> None:
        said = write(browser(other_user), listed, "Too **many**.", 200, preview="yes")
        assert "Preview: not sent yet" in said
        assert "<strong>many</strong>" in said
        assert not DraftComment.objects.exists()

    def test_same_form_sent_twice_makes_one_comment(self, other_user: User, listed: Draft) -> None:
        for _ in range(2):
            write(browser(other_user), listed, "Hm.", request_id="abc")
        assert DraftComment.objects.count() == 1

    def test_revision_is_that_at_which_it_was_written(
        self, user: User, other_user: User, listed: Draft
    ) -> None:
        add_comment(other_user, listed, "", "First.")
        change_draft(user, listed.pk, lambda now: with_parameters(now, {"hand_size": 7}), "parameters")
        save_revision(user, listed.pk)
        add_comment(other_user, listed, "", "Second.")
        assert list(DraftComment.objects.values_list("revision", flat=True)) == [1, 2]

    def test_page_never_holds_more_than_so_many_comments(
        self, client: Client, other_user: User, listed: Draft, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(queries, "MOST_SHOWN", 5)
        DraftComment.objects.bulk_create(
            DraftComment(draft=listed, about=about, author=other_user, source="Hm.", html="<p>Hm.</p>")
            for about in ("cards/drone", "", "cards/golem", "parameters/hand_size")
            for _ in range(3)
        )
        html = page(client, at(listed, "discussion/"))
        assert html.count("<p>Hm.</p>") == 5
        threads = re.findall(r'<h2 id="thread-\d">([^<]+)</h2>(?:\s*<p>\s*<a[^>]*>(\d) older)?', html)
        assert threads == [
            ("The draft as a whole", "3"),
            ("Drone", "3"),
            ("Golem", "1"),
            ("Cards in a new hand", ""),
        ]
        assert page(client, at(listed, "discussion/?about=cards/drone")).count("<p>Hm.</p>") == 3

    def test_older_comments_on_the_whole_draft_are_read_by_the_link_to_them(
        self, client: Client, other_user: User, listed: Draft
    ) -> None:
        """“5 older comments” led to the same page."""
        DraftComment.objects.bulk_create(
            DraftComment(draft=listed, author=other_user, source="Hm.", html="<p>Hm.</p>") for _ in range(25)
        )
        html = page(client, at(listed, "discussion/"))
        assert html.count("<p>Hm.</p>") == 20
        link = re.search(r'href="([^"]*)">5 older comments', html)
        assert link
        html = page(client, link[1])
        assert html.count("<p>Hm.</p>") == 25
        assert "All of the discussion" in html


class TestChanging:
    def test_author_edits_and_deletes_it(self, client: Client, other_user: User, listed: Draft) -> None:
        comment = add_comment(other_user, listed, "", "Too many.")
        address, author = at(listed, f"discussion/{comment.pk}/edit/"), browser(other_user)
        assert "Too many." in page(author, address)
        assert author.post(address, {"text": " "}).status_code == 422
        assert author.post(address, {"text": "Too few."}).status_code == 303
        html = page(client, at(listed, "discussion/"))
        assert "Too few." in html
        assert "edited" in html
        assert author.post(address, {"delete": "yes"}).status_code == 303
        html = page(client, at(listed, "discussion/"))
        assert "Too few." not in html
        assert "Deleted by its author." in html
        comment.refresh_from_db()
        assert (comment.source, comment.html) == ("", "")
        page(author, address, 404)

    def test_edited_and_told_comment_is_on_the_page_however_many_came_after_it(
        self, user: User, other_user: User, listed: Draft
    ) -> None:
        comment = add_comment(other_user, listed, "cards/drone", "The first.")
        DraftComment.objects.bulk_create(
            DraftComment(draft=listed, about="cards/drone", author=other_user, html="<p>Hm.</p>")
            for _ in range(25)
        )
        author = browser(other_user)
        answer = author.post(at(listed, f"discussion/{comment.pk}/edit/"), {"text": "Still the first."})
        news = Notification.objects.get(user=user, kind=DRAFT_NEWS, channel="site")
        for address in (answer["Location"], describe([news], user.pk, "UTC")[0].path):
            assert f'id="comment-{comment.pk}"' in page(author, address)

    def test_nobody_else_does(
        self, client: Client, designer: Client, other_user: User, listed: Draft
    ) -> None:
        comment = add_comment(other_user, listed, "", "Too many.")
        address = at(listed, f"discussion/{comment.pk}/edit/")
        page(designer, address, 404)
        assert designer.post(address, {"delete": "yes"}).status_code == 404
        assert client.post(address, {"delete": "yes"}).status_code == 302
        assert DraftComment.objects.get().source == "Too many."

    def test_owner_closes_the_discussion_and_opens_it_again(
        self, designer: Client, other_user: User, listed: Draft
    ) -> None:
        assert browser(other_user).post(at(listed, "discussion/close/")).status_code == 404
        designer.post(at(listed, "discussion/close/"))
        said = write(browser(other_user), listed, "Long and dear words.", 422)
        assert "has closed this discussion" in said
        assert " readonly>Long and dear words.</textarea>" in said
        designer.post(at(listed, "discussion/close/"), {"open": "yes"})
        write(browser(other_user), listed, "Hm.")

    def test_comments_of_muted_people_are_left_out(
        self, user: User, designer: Client, other_user: User, listed: Draft
    ) -> None:
        add_comment(other_user, listed, "", "Too many.")
        Mute.objects.create(user=user, muted=other_user)
        html = page(designer, at(listed, "discussion/"))
        assert "Too many." not in html
        assert "1 comment by people" in html

    def test_removed_draft_takes_its_comments_out_of_sight(
        self, client: Client, user: User, other_user: User, listed: Draft
    ) -> None:
        add_comment(other_user, listed, "", "Too many.")
        seats = [{"kind": "me"}, {"kind": "open"}]
        create_match(user, "scrapbots", slug_of(listed.pk, 1), {}, seats)
        remove_draft(user, listed.pk)
        for who in (client, browser(user), browser(other_user)):
            page(who, at(listed, "discussion/"), 404)
        assert told(user) == []

    def test_comment_stays_when_its_author_leaves_and_is_in_their_export(
        self, client: Client, other_user: User, listed: Draft
    ) -> None:
        add_comment(other_user, listed, "", "Too many.")
        part = next(part for part in parts if part.name == "comments on drafts")
        assert [row["source"] for row in part.rows(other_user)] == ["Too many."]
        other_user.delete()
        html = page(client, at(listed, "discussion/"))
        assert "Too many." in html
        assert "a former member" in html

    def test_only_who_is_still_there_can_be_muted(self, user: User, other_user: User, listed: Draft) -> None:
        """“Mute a former member” led to a form that refused that name."""
        add_comment(other_user, listed, "", "Too many.")
        mute, discussion = reverse("games:muted_list"), at(listed, "discussion/")
        assert f'"{mute}?name={other_user.username}"' in page(browser(user), discussion)
        other_user.delete()
        html = page(browser(user), discussion)
        assert "Report<" in html
        assert f'"{mute}?name=' not in html

    def test_author_deletes_it_when_they_cannot_see_the_draft_any_more(
        self, user: User, designer: Client, other_user: User, make_user: Callable[..., User], listed: Draft
    ) -> None:
        comment = add_comment(other_user, listed, "", "I regret this.")
        address = at(listed, f"discussion/{comment.pk}/edit/")
        share_draft(user, listed.pk, "private")
        author, third = browser(other_user), browser(make_user("third"))
        assert third.post(address, {"delete": "yes"}).status_code == 404
        html = page(author, address)
        assert "I regret this." in html
        assert "Cheap drones" not in html
        author.post(address, {"text": "Other words."})
        assert DraftComment.objects.get().source == "I regret this."
        assert author.post(address, {"delete": "yes"}).status_code == 303
        assert "I regret this." not in page(designer, at(listed, "discussion/"))
        page(author, address, 404)


class TestTelling:
    def test_owner_and_those_in_the_thread_are_told(
        self, user: User, other_user: User, make_user: Callable[..., User], listed: Draft
    ) -> None:
        third, elsewhere = make_user("third"), make_user("elsewhere")
        add_comment(elsewhere, listed, "cards/drone", "Hm.")
        add_comment(other_user, listed, "", "Too many.")
        add_comment(third, listed, "", "Too few.")
        assert [detail for detail, _ in told(user)] == ["comment"] * 3
        assert [text for _, text in told(other_user)] == ["third commented on “Cheap drones”."]
        assert told(third) == told(elsewhere) == []

    def test_who_is_named_is_told_of_that_alone(self, user: User, other_user: User, listed: Draft) -> None:
        add_comment(user, listed, "", f"What do you think, @{other_user.profile.display_name}?")
        assert [detail for detail, _ in told(other_user)] == ["mention"]
        assert told(user) == []

    def test_who_is_named_by_an_edit_is_told_once(
        self, user: User, other_user: User, make_user: Callable[..., User], listed: Draft
    ) -> None:
        """The preview said “Mentions gasket”, and gasket heard nothing."""
        third = make_user("third")
        comment = add_comment(user, listed, "", "Hm.")
        for text in (f"Hm, @{other_user}?", f"Hm, @{other_user} and @third?"):
            edit_comment(user, comment, text)
        assert [detail for detail, _ in told(other_user)] == ["mention"]
        assert [detail for detail, _ in told(third)] == ["mention"]

    def test_edits_count_for_how_many_people_are_named_a_day(
        self, user: User, other_user: User, make_user: Callable[..., User], listed: Draft, monkeypatch: Any
    ) -> None:
        make_user("third")
        monkeypatch.setattr(actions, "MOST_NAMED_A_DAY", 1)
        comment = add_comment(user, listed, "", "Hm.")
        DraftComment.objects.update(created_at=comment.created_at - timedelta(days=9))
        edit_comment(user, comment, f"Hm, @{other_user}?")
        edit_comment(user, comment, f"Still, @{other_user}?")
        with pytest.raises(Full):
            edit_comment(user, comment, f"Hm, @{other_user} and @third?")

    def test_nobody_names_more_than_so_many_people_a_day(
        self, user: User, other_user: User, listed: Draft, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(actions, "MOST_NAMED_A_DAY", 2)
        for _ in range(2):
            add_comment(user, listed, "", f"Look, @{other_user.profile.display_name}!")
        with pytest.raises(Full):
            add_comment(user, listed, "", f"Look again, @{other_user.profile.display_name}!")
        add_comment(user, listed, "", "Look at nobody.")

    def test_who_may_not_see_the_draft_hears_nothing(
        self, user: User, other_user: User, listed: Draft
    ) -> None:
        add_comment(other_user, listed, "", "Too many.")
        share_draft(user, listed.pk, "private")
        draft = Draft.objects.get()
        add_comment(user, draft, "", f"Never mind @{other_user.profile.display_name}.")
        assert told(other_user) == []

    def test_muted_author_reaches_nobody_who_muted_them(
        self, user: User, other_user: User, listed: Draft
    ) -> None:
        Mute.objects.create(user=user, muted=other_user)
        add_comment(other_user, listed, "", f"Look, @{user.profile.display_name}!")
        assert not Notification.objects.filter(user=user).exists()

    def test_who_took_part_and_may_no_longer_see_the_draft_hears_nothing_more(
        self, user: User, other_user: User, listed: Draft
    ) -> None:
        """The header counted news that the page didn't have, one more with each comment."""
        add_comment(other_user, listed, "", "Too many.")
        share_draft(user, listed.pk, "private")
        add_comment(user, Draft.objects.get(), "", "A note for myself.")
        assert not Notification.objects.filter(user=other_user, kind=DRAFT_NEWS).exists()

    @pytest.mark.parametrize("how", ["private", "hidden", "deleted"])
    def test_news_about_a_draft_that_one_no_longer_sees_is_not_counted(
        self, user: User, other_user: User, moderator: User, listed: Draft, how: str
    ) -> None:
        add_comment(other_user, listed, "", "Too many.")
        add_comment(user, listed, "", "Really?")
        assert unread_count(other_user) == unread_count(user) == 1
        if how == "private":
            share_draft(user, listed.pk, "private")
        elif how == "hidden":
            decide(moderator, listed.pk, "hide", "No good.")
        else:
            remove_draft(user, listed.pk)
        assert unread_count(other_user) == 0
        # The owner still sees a hidden draft, and reads why it was hidden.
        assert unread_count(user) == {"private": 1, "hidden": 2, "deleted": 0}[how]

    def test_news_about_comments_of_people_muted_since_is_not_counted(
        self, user: User, other_user: User, listed: Draft
    ) -> None:
        add_comment(other_user, listed, "", "Too many.")
        Mute.objects.create(user=user, muted=other_user)
        assert unread_count(user) == 0

    def test_news_switched_off_since_is_not_counted(
        self, user: User, other_user: User, listed: Draft
    ) -> None:
        add_comment(other_user, listed, "", "Too many.")
        store_choices(user.pk, {("site", DRAFT_NEWS, ""): False})
        assert unread_count(user) == 0

    def test_deleted_comment_is_no_news(self, user: User, other_user: User, listed: Draft) -> None:
        comment = add_comment(other_user, listed, "", "Too many.")
        browser(other_user).post(at(listed, f"discussion/{comment.pk}/edit/"), {"delete": "yes"})
        assert told(user) == []


class TestCandidate:
    def test_listed_draft_becomes_a_candidate_that_everybody_sees(
        self, client: Client, designer: Client, listed: Draft
    ) -> None:
        assert designer.post(at(listed, "candidate/")).status_code == 303
        assert "Candidate for publication" in page(client, at(listed))
        designer.post(at(listed, "candidate/"), {"end": "yes"})
        assert "Candidate for publication" not in page(client, at(listed))

    def test_private_draft_is_none(self, designer: Client, draft: Draft) -> None:
        assert designer.post(at(draft, "candidate/")).status_code == 422

    def test_draft_that_is_listed_no_more_is_none(self, designer: Client, user: User, listed: Draft) -> None:
        designer.post(at(listed, "candidate/"))
        share_draft(user, listed.pk, "private")
        share_draft(user, listed.pk, "listed")
        assert Draft.objects.get().candidate_at is None

    def test_nobody_else_makes_it_one(self, other_user: User, listed: Draft) -> None:
        assert browser(other_user).post(at(listed, "candidate/")).status_code == 404

    def test_page_gathers_matches_and_reports_that_the_reader_may_see(
        self, client: Client, designer: Client, user: User, listed: Draft
    ) -> None:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        slug = slug_of(listed.pk, 1)
        open_match = create_match(user, "scrapbots", slug, {}, seats)
        hidden = create_match(user, "scrapbots", slug, {}, seats, terms=Terms(is_private=True))
        report = LabReport.objects.create(
            id="ab", title="scrapbots", edition=slug, against="3.6", level="greedy", games=40, seed=1,
            seats=2, whole=1, stage=LabReport.Stage.DONE,
        )  # fmt: skip
        html = page(client, at(listed))
        assert open_match.pk in html
        assert hidden.pk not in html
        assert f"/lab/{report.pk}/" in html
        assert hidden.pk in page(designer, at(listed))
