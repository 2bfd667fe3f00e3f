"""Feeds, read as a feed reader does: well-formed Atom, lasting identifiers, and nothing that is hidden."""

from __future__ import annotations

from datetime import datetime
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.test import Client

from rules.talk.actions.comments import delete_comment, edit_comment
from rules.talk.actions.moderation import hide
from rules.talk.models import Comment
from rules.talk.queries.thread_pages import version_of
from tests.rules.talking import ATTACK, begin, editor, moderator, opening_of, reword, ruled, say

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"
REVISIONS = ("/rules/revisions.atom", "/rules/scrapbots/revisions.atom")
COMMENTS = ("/rules/scrapbots/comments.atom", f"{ATTACK}comments.atom")


def feed(client: Client, address: str) -> ElementTree.Element:
    """Return the feed at *address*, once it has all that Atom demands."""
    response = client.get(address)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    root = ElementTree.fromstring(response.content)
    assert root.tag == f"{ATOM}feed"
    for element in (root, *root.findall(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            (found,) = element.findall(f"{ATOM}{name}")
            assert found.text, name
        assert element.findtext(f"{ATOM}id", "").startswith("tag:testserver,2026:rules/")
        assert datetime.fromisoformat(element.findtext(f"{ATOM}updated", "")).tzinfo
    links = {link.get("rel"): link.get("href") for link in root.findall(f"{ATOM}link")}
    assert links["self"] == f"http://testserver{address}"
    for entry in root.findall(f"{ATOM}entry"):
        assert entry.findtext(f"{ATOM}author/{ATOM}name")
        (content,) = entry.findall(f"{ATOM}content")
        assert content.get("type") == "html"
        (link,) = entry.findall(f"{ATOM}link")
        assert link.get("href", "").startswith("http://testserver/rules/")
    return root


def entries(client: Client, address: str) -> list[ElementTree.Element]:
    return feed(client, address).findall(f"{ATOM}entry")


def contents(client: Client, address: str) -> list[str]:
    return [entry.findtext(f"{ATOM}content", "") for entry in entries(client, address)]


class TestRevisions:
    @pytest.mark.parametrize("address", REVISIONS)
    def test_come_newest_first_with_why_and_by_whom(self, client: Client, address: str) -> None:
        made = reword()
        first, *others = entries(client, address)
        assert first.findtext(f"{ATOM}title") == f"Scrapbots 3.6, revision {made.number}"
        assert first.findtext(f"{ATOM}content") == "<p>Clearer words.</p>"
        assert len(others) >= 3
        assert others[0].findtext(f"{ATOM}author/{ATOM}name") == "this site"
        in_order(client, address)

    def test_lead_to_the_revision(self, client: Client) -> None:
        reword()
        link = entries(client, REVISIONS[1])[0].find(f"{ATOM}link")
        assert link is not None
        assert link.get("href") == "http://testserver/rules/scrapbots/3.6/revisions/2/"
        assert client.get("/rules/scrapbots/3.6/revisions/2/").status_code == 200


class TestComments:
    @pytest.mark.parametrize("address", COMMENTS)
    def test_are_there_the_last_said_or_changed_first(self, user: User, client: Client, address: str) -> None:
        thread = begin(user, "First?")
        say(user, thread, "Second.")
        edit_comment(user, opening_of(thread).pk, "First, changed.", version_of(opening_of(thread)))
        assert contents(client, address) == ["<p>First, changed.</p>", "<p>Second.</p>"]
        in_order(client, address)

    def test_of_a_thread_and_of_a_paragraph_are_its_own(self, user: User, client: Client) -> None:
        thread = begin(user, "Here?")
        begin(user, "There?", slug="3.4")
        begin(user, "Below?", anchor="attack-2")
        assert contents(client, f"/rules/threads/{thread.pk}/comments.atom") == ["<p>Here?</p>"]
        assert contents(client, f"{ATTACK}comments.atom") == ["<p>Here?</p>"]
        assert len(contents(client, "/rules/scrapbots/comments.atom")) == 3

    def test_keep_their_identifiers_when_they_are_changed(self, user: User, client: Client) -> None:
        comment = opening_of(begin(user))
        before = [entry.findtext(f"{ATOM}id") for entry in entries(client, COMMENTS[0])]
        edit_comment(user, comment.pk, "Changed?", version_of(comment))
        assert [entry.findtext(f"{ATOM}id") for entry in entries(client, COMMENTS[0])] == before
        assert before == [f"tag:testserver,2026:rules/comments/{comment.pk}"]

    def test_have_identifiers_of_their_own(self, user: User, client: Client) -> None:
        thread = begin(user)
        for number in range(4):
            say(user, thread, f"Number {number}.")
        found = [feed(client, address) for address in (*COMMENTS, *REVISIONS)]
        assert len({root.findtext(f"{ATOM}id") for root in found}) == 4
        for root in found:
            keys = [entry.findtext(f"{ATOM}id") for entry in root.findall(f"{ATOM}entry")]
            assert len(keys) == len(set(keys))

    def test_are_clean_and_their_links_whole(self, user: User, client: Client) -> None:
        begin(
            user,
            "<script>x</script> [[card:scout]] [[rule:attack-2]] [o](//evil.example/)",
        )
        (html,) = contents(client, COMMENTS[0])
        assert "<script" not in html
        assert 'href="http://testserver/cards/scrapbots/scout/?edition=3.6"' in html
        assert 'href="http://testserver/rules/scrapbots/3.6/attack-2/"' in html
        assert "evil" not in html
        assert 'href="/' not in html

    def test_stored_with_a_character_that_no_feed_may_have_come_without_it(
        self, user: User, client: Client
    ) -> None:
        """One such comment made the whole feed unreadable."""
        begin(user)
        Comment.objects.update(html="<p>Once\uffff or\ufffe twice?</p>")
        assert contents(client, COMMENTS[0]) == ["<p>Once or twice?</p>"]

    def test_hidden_or_deleted_are_in_none(self, user: User, other_user: User, client: Client) -> None:
        thread = begin(user)
        delete_comment(other_user, say(other_user, thread, "Deleted.").pk)
        hide(moderator(), say(other_user, thread, "Hidden.").pk)
        for address in (*COMMENTS, f"/rules/threads/{thread.pk}/comments.atom"):
            assert contents(client, address) == ["<p>May it strike twice?</p>"]

    def test_a_ruling_comes_like_any_comment(self, client: Client) -> None:
        ruled(editor(), "It never does.")
        (entry,) = entries(client, COMMENTS[0])
        assert entry.findtext(f"{ATOM}title") == "Ruling on rule 4.20, Scrapbots 3.6"

    @pytest.mark.parametrize("address", COMMENTS)
    def test_without_any_there_is_a_feed_all_the_same(self, client: Client, address: str) -> None:
        assert entries(client, address) == []
        assert client.get(address).content == client.get(address).content


class TestServing:
    @pytest.mark.parametrize("address", [*REVISIONS, *COMMENTS])
    @pytest.mark.soak(seconds=0.3, one_in=4)
    def test_who_has_it_already_is_told_so(self, user: User, client: Client, address: str) -> None:
        thread = begin(user)
        first = client.get(address)
        assert "public" in first["Cache-Control"]
        assert not first.cookies
        for header in ({"If-None-Match": first["ETag"]}, {"If-Modified-Since": first["Last-Modified"]}):
            assert client.get(address, headers=header).status_code == 304
        say(user, thread)
        reword()
        assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200

    def test_pages_point_to_their_feeds(self, user: User, client: Client) -> None:
        thread = begin(user)
        pages = {
            "/rules/": "/rules/revisions.atom",
            "/rules/scrapbots/history/": "/rules/scrapbots/revisions.atom",
            "/rules/scrapbots/3.6/": "/rules/scrapbots/comments.atom",
            "/rules/scrapbots/talk/": "/rules/scrapbots/comments.atom",
            ATTACK: f"{ATTACK}comments.atom",
            f"/rules/threads/{thread.pk}/": f"/rules/threads/{thread.pk}/comments.atom",
        }
        for page, address in pages.items():
            html = " ".join(client.get(page).content.decode().split())
            assert 'rel="alternate" type="application/atom+xml"' in html, page
            assert f'href="{address}">' in html, page


def in_order(client: Client, address: str) -> None:
    moments = [entry.findtext(f"{ATOM}updated", "") for entry in entries(client, address)]
    assert moments == sorted(moments, reverse=True)
    assert feed(client, address).findtext(f"{ATOM}updated") == moments[0]
