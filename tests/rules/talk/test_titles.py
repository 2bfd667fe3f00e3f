"""Threads have titles, and are found by the words in them; what is hidden is found by nobody."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from rules.document.errors import BadText
from rules.talk.actions.comments import delete_comment, edit_comment
from rules.talk.actions.moderation import hide, show
from rules.talk.models import Comment, Thread
from rules.talk.queries.thread_lists import Wanted, talk_of
from rules.talk.queries.thread_pages import version_of
from rules.talk.queries.threads import threads_at
from tests.rules.talk.test_threads import QUESTION, text
from tests.rules.talking import ATTACK, begin, book, moderator, opening_of, say

pytestmark = pytest.mark.django_db


def found(q: str) -> list[int]:
    """Return the keys of the threads that have the words *q*."""
    return [thread.pk for thread in talk_of("scrapbots", Wanted(q=q)).threads]


def title_of(thread: Thread) -> str:
    """Return what the list calls *thread*."""
    return next(view.title for view in threads_at(book(), "attack-1") if view.pk == thread.pk)


class TestATitle:
    def test_is_what_its_author_wrote(self, user_client: Client, client: Client) -> None:
        user_client.post(f"{ATTACK}threads/", QUESTION | {"title": "  Striking  twice "})
        thread = Thread.objects.get()
        assert thread.title == "Striking twice"
        for address in (ATTACK, f"/rules/threads/{thread.pk}/", "/rules/scrapbots/talk/"):
            assert "Striking twice" in text(client.get(address))

    def test_is_the_beginning_of_the_text_without_one(self, user: User) -> None:
        assert begin(user, "May it *strike* with [[card:scout]]?").title == "May it strike with Scout?"
        assert begin(user, "word " * 60).title == f"{('word ' * 16)[:79]}…"

    def test_that_is_too_long_is_refused_and_comes_back(self, user_client: Client) -> None:
        answer = user_client.post(f"{ATTACK}threads/", QUESTION | {"title": "x" * 101})
        assert answer.status_code == 422
        assert "at most 100 characters" in text(answer)
        assert "x" * 101 in answer.content.decode()
        assert not Thread.objects.exists()

    def test_is_no_markup(self, user: User, client: Client) -> None:
        begin(user, title="<b>Bold</b> & [[card:scout]]")
        page = client.get(ATTACK).content.decode()
        assert "&lt;b&gt;Bold&lt;/b&gt; &amp; [[card:scout]]" in page

    def test_is_hidden_with_the_comment_that_has_it(self, user: User) -> None:
        thread = begin(user, title="Rude words")
        say(user, thread, "More.")
        damper = moderator()
        hide(damper, opening_of(thread).pk)
        assert title_of(thread) == "Question on rule 4.20"
        show(damper, opening_of(thread).pk)
        assert title_of(thread) == "Rude words"

    def test_goes_with_the_comment_that_has_it(self, user: User) -> None:
        thread = begin(user, title="Wrong words")
        say(user, thread, "More.")
        delete_comment(user, opening_of(thread).pk)
        thread.refresh_from_db()
        assert thread.title == ""
        assert title_of(thread) == "Question on rule 4.20"

    def test_is_changed_with_the_comment_that_began_the_thread(self, user: User, user_client: Client) -> None:
        opening = opening_of(begin(user, title="Strikng"))
        address = f"/rules/comments/{opening.pk}/edit/"
        assert 'value="Strikng"' in user_client.get(address).content.decode()
        form = {"title": "Striking", "text": opening.source, "version": version_of(opening)}
        assert user_client.post(address, form).status_code == 303
        assert Thread.objects.get().title == "Striking"
        assert found("striking")

    def test_made_of_the_text_follows_the_text(self, user: User) -> None:
        opening = opening_of(begin(user, "Wrong words?"))
        edit_comment(user, opening.pk, "Right words?", version_of(opening), "Wrong words?")
        assert Thread.objects.get().title == "Right words?"

    def test_is_not_changed_with_any_other_comment(self, user: User, user_client: Client) -> None:
        comment = say(user, begin(user, title="Striking"))
        page = user_client.get(f"/rules/comments/{comment.pk}/edit/").content.decode()
        assert 'name="title"' not in page
        edit_comment(user, comment.pk, "No, once!", version_of(comment), "Mine")
        assert Thread.objects.get().title == "Striking"

    def test_that_is_bad_changes_nothing(self, user: User) -> None:
        opening = opening_of(begin(user, title="Striking"))
        with pytest.raises(BadText):
            edit_comment(user, opening.pk, "Other words.", version_of(opening), "x" * 101)
        opening.refresh_from_db()
        assert opening.source == "May it strike twice?"


class TestTheSearch:
    def test_finds_titles_comments_and_cards_by_name(self, user: User) -> None:
        first = begin(user, title="Striking")
        second = begin(user, "Does [[card:sentry-gun]] shoot?")
        say(user, first, "Only when it is Ready.")
        assert found("striking") == [first.pk]
        assert found("sentry gun") == [second.pk]
        assert found('"when it is ready"') == [first.pk]
        assert found("zebra") == []

    def test_wants_all_words_in_one_comment(self, user: User) -> None:
        thread = begin(user, "Anvil.")
        say(user, thread, "Damper.")
        assert found("anvil damper") == []

    def test_finds_no_hidden_deleted_or_replaced_words(self, user: User, other_user: User) -> None:
        thread = begin(user)
        hide(moderator(), say(other_user, thread, "Hidden anvil.").pk)
        delete_comment(other_user, say(other_user, thread, "Deleted anvil.").pk)
        edited = say(other_user, thread, "Edited anvil.")
        edit_comment(other_user, edited.pk, "Edited damper.", version_of(edited))
        assert found("anvil") == []
        assert found("damper") == [thread.pk]

    def test_forgives_typing_mistakes_and_says_so(self, user: User, client: Client) -> None:
        thread = begin(user, "Does the gizmo strike twice?")
        answer = client.get("/rules/scrapbots/talk/", {"q": "stirke gizmos"})
        assert "Showing strike gizmo for “stirke gizmos”, which isn’t in any thread: 1 thread" in text(answer)
        assert talk_of("scrapbots", Wanted(q="gizom")).shown_for == "gizmo"
        assert found("gizom") == [thread.pk]

    def test_corrects_nothing_that_fits_and_no_words_of_the_rulebook(self, user: User) -> None:
        begin(user, "Does it shot?")
        begin(user, "Does it shut?")
        assert talk_of("scrapbots", Wanted(q="shot")).shown_for == ""
        assert "discard" not in Comment.objects.get(pk=opening_of(begin(user, "Discart it?")).pk).words
        assert found("discard") == []

    def test_corrects_nothing_by_words_that_were_hidden_or_deleted(
        self, user: User, other_user: User
    ) -> None:
        thread = begin(user)
        hide(moderator(), say(other_user, thread, "Hidden gizmo.").pk)
        delete_comment(other_user, say(other_user, thread, "Deleted gadget.").pk)
        for q in ("gizom", "gadgte"):
            assert talk_of("scrapbots", Wanted(q=q)).shown_for == ""

    def test_names_the_paragraph_it_is_about_by_its_number(self, client: Client) -> None:
        shown = client.get("/rules/scrapbots/talk/", {"anchor": "attack-1"}).content.decode()
        assert 'Only about <a href="/rules/scrapbots/3.6-2020-07/attack-1/">rule 4.' in shown
        of_edition = client.get("/rules/scrapbots/talk/", {"anchor": "attack-1", "edition": "3.6"})
        assert f'<a href="{ATTACK}">rule 4.20</a>' in of_edition.content.decode()
        gone = text(client.get("/rules/scrapbots/talk/", {"anchor": "gone-1"}))
        assert "Only about the former “gone-1”." in gone

    def test_says_what_is_wrong_with_a_search(self, client: Client) -> None:
        for q, words in (("x" * 501, "at most 500 characters"), ("?!", "nothing to look for")):
            answer = client.get("/rules/scrapbots/talk/", {"q": q})
            assert answer.status_code == 200
            assert words in text(answer)

    def test_keeps_its_words_from_page_to_page(self) -> None:
        assert Wanted(kind="question", q="two words").query == "kind=question&q=two+words"
