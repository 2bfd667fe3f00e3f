"""Talk about a paragraph: how threads begin, what is said in them, and what becomes of them later."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rules.document.errors import BadText, Outdated, Refused
from rules.talk.actions import comments
from rules.talk.actions.comments import delete_comment, edit_comment
from rules.talk.actions.moderation import hide
from rules.talk.models import Comment, Follow, Thread, ThreadKind
from rules.talk.queries import thread_pages
from rules.talk.queries.thread_pages import MOST_COMMENTS, version_of
from rules.talk.queries.threads import thread_counts, threads_at, threads_elsewhere
from rules.wiki.models import AuditEntry
from scrapsite.common.players import new_guest
from scrapsite.common.versions import data_version
from tests.rules.talking import ATTACK, begin, book, editor, moderator, opening_of, reword, say, take_out

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User], Client]
QUESTION = {"kind": "question", "text": "May it strike twice?", "revision": "1"}


def text(response: object) -> str:
    """Return a page's words without its marks, spaces evened out."""
    html = response.content.decode()  # type: ignore[attr-defined]
    return " ".join(re.sub(r"<[^>]+>", "", html).split())


class TestBeginning:
    def test_a_question_stands_at_its_paragraph_with_its_author(self, user: User, client: Client) -> None:
        begin(user)
        said = text(client.get(ATTACK))
        assert "May it strike twice?" in said
        assert "rivet" in said

    def test_by_the_plain_form_leads_to_the_thread(self, user_client: Client) -> None:
        response = user_client.post(f"{ATTACK}threads/", QUESTION | {"whole": "yes"})
        assert response.status_code == 303
        thread = Thread.objects.get()
        assert response["Location"] == f"/rules/threads/{thread.pk}/"
        assert thread.quote.startswith("Only a Ready Scrapbot can attack.")

    def test_by_a_form_that_is_sent_again_leads_to_the_same_thread(self, user_client: Client) -> None:
        assert 'name="request_id"' in user_client.get(f"{ATTACK}threads/").content.decode()
        form = QUESTION | {"request_id": "1"}
        first, again = (user_client.post(f"{ATTACK}threads/", form) for _ in range(2))
        assert again.status_code == 303
        assert again["Location"] == first["Location"]
        assert Thread.objects.count() == 1
        user_client.post(f"{ATTACK}threads/", form | {"request_id": "2"})
        assert Thread.objects.count() == 2

    def test_what_was_quoted_must_be_words_of_the_paragraph(self, user: User) -> None:
        assert begin(user, quote="Only a   Ready\nScrapbot").quote == "Only a Ready Scrapbot"
        with pytest.raises(BadText, match="aren't in the paragraph"):
            begin(user, quote="Only an Exhausted Scrapbot")

    def test_cards_are_quoted_by_the_names_that_readers_see(self, user: User) -> None:
        assert begin(user, anchor="setup-1", quote="four Spare Parts").quote == "four Spare Parts"

    def test_is_about_the_words_its_author_saw(self, user: User, user_client: Client) -> None:
        reword()
        old = QUESTION | {"quote": "Only a Ready Scrapbot can attack."}
        assert user_client.post(f"{ATTACK}threads/", old | {"revision": "2"}).status_code == 422
        assert user_client.post(f"{ATTACK}threads/", old).status_code == 303
        assert Thread.objects.get().revision.number == 1

    def test_a_mistake_is_shown_in_the_form_and_no_word_is_lost(self, user_client: Client) -> None:
        wrong = QUESTION | {"text": "Twice? <b>", "quote": "No such words", "kind": "proposal"}
        response = user_client.post(f"{ATTACK}threads/", wrong)
        html = response.content.decode()
        assert response.status_code == 422
        assert "Twice? &lt;b&gt;</textarea>" in html
        assert "No such words</textarea>" in html
        assert re.search(r'value="proposal"\s+checked', html)
        assert not Thread.objects.exists()

    @pytest.mark.parametrize("words", ["", "   \n", "x" * 10_001, "![](https://example.org/a.png)", "***"])
    def test_without_words_or_with_too_many_is_refused(self, user: User, words: str) -> None:
        with pytest.raises(BadText):
            begin(user, words)
        assert not Thread.objects.exists()

    def test_takes_ten_thousand_characters(self, user: User) -> None:
        assert begin(user, "so " * 3333)

    def test_visitors_and_guests_are_led_to_an_account(self, client: Client, client_of: ClientOf) -> None:
        assert "Sign in to comment" in text(client.get(ATTACK))
        assert client.get(f"{ATTACK}threads/")["Location"].startswith("/accounts/login/?next=%2Frules")
        guest = client_of(new_guest())
        assert "Create an account to comment" in text(guest.get(ATTACK))
        led = guest.post(f"{ATTACK}threads/", QUESTION)
        assert led.status_code == 403
        assert "Create an account in another tab" in text(led)
        assert QUESTION["text"] in text(led)
        with pytest.raises(Refused, match="account of your own"):
            begin(new_guest())

    def test_a_paragraph_that_is_not_there_has_no_talk(self, user_client: Client) -> None:
        for address in ("3.6/nothing-1", "9.9/attack-1"):
            assert user_client.get(f"/rules/scrapbots/{address}/threads/").status_code == 404
        assert user_client.get(f"{ATTACK}threads/?revision=7").status_code == 404

    def test_public_pages_are_made_anew(
        self, user: User, django_capture_on_commit_callbacks: Callable
    ) -> None:
        before = data_version()
        with django_capture_on_commit_callbacks(execute=True):
            begin(user)
        assert data_version() != before

    @pytest.mark.soak(seconds=2)
    def test_the_21st_in_a_minute_has_to_wait(self, user: User, user_client: Client) -> None:
        thread = begin(user)
        address = f"/rules/threads/{thread.pk}/comments/"
        codes = [user_client.post(address, {"text": f"No {n}."}).status_code for n in range(21)]
        assert codes == [303] * 20 + [429]

    def test_everything_is_in_the_audit_trail(self, user: User) -> None:
        comment = opening_of(begin(user))
        edit_comment(user, comment.pk, "Twice?", version_of(comment))
        delete_comment(user, comment.pk)
        noted = AuditEntry.objects.filter(actor=user).order_by("pk").values_list("what", flat=True)
        assert list(noted) == ["thread/opened", "comment/edited", "comment/deleted"]


class TestWhatIsSaid:
    def test_links_lead_to_the_book_and_to_cards(self, user: User, client: Client) -> None:
        thread = begin(user, "See [[rule:attack-2]], [this](rule:term-lane) and [[card:scout]].")
        html = client.get(f"/rules/threads/{thread.pk}/").content.decode()
        assert f'href="{ATTACK.replace("-1", "-2")}">rule 4.21</a>' in html
        assert 'href="/rules/scrapbots/3.6/term-lane/">this</a>' in html
        assert re.search(r'href="/cards/scrapbots/scout/\?edition=3.6"[^>]*>Scout</a>', html)

    def test_old_links_that_lead_nowhere_are_plain_words(self, user: User, client: Client) -> None:
        thread = begin(user)
        links = [("rule:nothing-1", "nothing-1"), ("rule:gone-1", "this"), ("card:toaster", "toaster")]
        nothing, gone, toaster = (f'<a href="{address}">{words}</a>' for address, words in links)
        Comment.objects.update(html=f"<p>See {nothing}, {gone} and {toaster}.</p>")
        response = client.get(f"/rules/threads/{thread.pk}/")
        assert "See nothing-1, this and toaster." in text(response)
        assert 'href="rule:' not in response.content.decode()

    def test_a_paragraph_that_goes_takes_its_links_along(self, user: User, client: Client) -> None:
        thread = begin(user, "See [[rule:build-3]].")
        take_out("build-3")
        assert "See build-3." in text(client.get(f"/rules/threads/{thread.pk}/"))

    def test_nothing_but_words_comes_through(self, user: User, client: Client) -> None:
        thread = begin(
            user, "# Loud\n\n<script>alert(1)</script> <img src=x onerror=y>\n\n> quoted\n\n[x](javascript:y)"
        )
        html = client.get(f"/rules/threads/{thread.pk}/").content.decode()
        said = html[html.index('<div class="said">') : html.index("comment__ways")]
        assert "<blockquote>" in said
        for bad in ("<script>alert", "<img", "<h1", "javascript:"):
            assert bad not in said

    def test_one_changes_ones_own_words_and_it_says_so(self, user: User, user_client: Client) -> None:
        comment = opening_of(begin(user))
        form = user_client.get(f"/rules/comments/{comment.pk}/edit/").content.decode()
        version = re.search(r'name="version" value="([^"]+)"', form)
        assert version
        response = user_client.post(
            f"/rules/comments/{comment.pk}/edit/", {"text": "Thrice?", "version": version[1]}
        )
        assert response.status_code == 303
        said = text(user_client.get(response["Location"]))
        assert "Thrice?" in said
        assert "edited" in said
        assert "May it strike twice?" not in said

    def test_others_words_can_be_neither_changed_nor_deleted(
        self, user: User, other_user: User, client_of: ClientOf
    ) -> None:
        comment = opening_of(begin(user))
        for stranger in (other_user, editor(), moderator()):
            client = client_of(stranger)
            assert client.get(f"/rules/comments/{comment.pk}/edit/").status_code == 404
            changed = {"text": "Never mind.", "version": version_of(comment)}
            assert client.post(f"/rules/comments/{comment.pk}/edit/", changed).status_code == 404
            assert client.post(f"/rules/comments/{comment.pk}/delete/").status_code == 404
            with pytest.raises(Comment.DoesNotExist):
                edit_comment(stranger, comment.pk, "Never mind.", version_of(comment))
        comment.refresh_from_db()
        assert comment.source == "May it strike twice?"

    def test_two_windows_do_not_overwrite_each_other(self, user: User, user_client: Client) -> None:
        comment = opening_of(begin(user))
        version = version_of(comment)
        edit_comment(user, comment.pk, "From the first window.", version)
        with pytest.raises(Outdated):
            edit_comment(user, comment.pk, "From the second.", version)
        late = {"text": "From the second.", "version": version}
        response = user_client.post(f"/rules/comments/{comment.pk}/edit/", late)
        assert response.status_code == 409
        html = response.content.decode()
        assert "From the second.</textarea>" in html
        assert "From the first window.</textarea>" in html

    def test_a_mistake_corrected_in_an_old_window_overwrites_nothing(
        self, user: User, user_client: Client
    ) -> None:
        comment = opening_of(begin(user))
        version, address = version_of(comment), f"/rules/comments/{comment.pk}/edit/"
        edit_comment(user, comment.pk, "From the first window.", version)
        wrong = user_client.post(address, {"text": "See [[card:toaster]].", "version": version})
        assert wrong.status_code == 422
        seen = re.search(r'name="version" value="([^"]+)"', wrong.content.decode())
        assert seen
        late = user_client.post(address, {"text": "From the second.", "version": seen[1]})
        assert late.status_code == 409
        assert "From the first window.</textarea>" in late.content.decode()

    def test_what_was_written_comes_back_where_the_comment_was_hidden_meanwhile(
        self, user: User, user_client: Client
    ) -> None:
        thread = begin(user)
        gone = say(user, thread), say(user, thread, "Or twice.")
        hide(moderator(), gone[0].pk)
        delete_comment(user, gone[1].pk)
        for comment in gone:
            address = f"/rules/comments/{comment.pk}/edit/"
            form = {"text": "Long considered words.", "version": version_of(comment)}
            answer = user_client.post(address, form)
            assert answer.status_code == 422
            assert "hidden or deleted in the meantime" in text(answer)
            assert "Long considered words." in text(answer)
            assert user_client.get(address).status_code == 404

    @pytest.mark.parametrize("what", ["edit", "delete"])
    def test_a_comment_that_is_hidden_in_the_same_instant_is_no_error_of_the_site(
        self, user: User, user_client: Client, monkeypatch: pytest.MonkeyPatch, what: str
    ) -> None:
        comment, by = say(user, begin(user)), moderator()
        locked = comments._locked

        def hidden_first(author: User, pk: int) -> Comment:
            hide(by, pk)
            return locked(author, pk)

        monkeypatch.setattr(comments, "_locked", hidden_first)
        form = {"text": "Once.", "version": version_of(comment)}
        answer = user_client.post(f"/rules/comments/{comment.pk}/{what}/", form)
        assert answer.status_code == (422 if what == "edit" else 404)

    def test_deleted_words_are_gone_and_their_place_stays(
        self, user: User, other_user: User, client: Client
    ) -> None:
        thread = begin(user)
        say(other_user, thread)
        delete_comment(user, opening_of(thread).pk)
        said = text(client.get(f"/rules/threads/{thread.pk}/"))
        assert "Deleted by its author." in said
        assert "No, once." in said
        gone = opening_of(thread)
        assert (gone.source, gone.html) == ("", "")

    def test_a_thread_of_which_nothing_is_left_is_not_there(self, user: User, user_client: Client) -> None:
        thread = begin(user)
        gone = user_client.post(f"/rules/comments/{opening_of(thread).pk}/delete/")
        assert gone["Location"] == "/rules/scrapbots/talk/"
        assert user_client.get(f"/rules/threads/{thread.pk}/").status_code == 404
        assert thread_counts(book()) == {}

    def test_who_left_is_called_so(self, user: User, other_user: User, client: Client) -> None:
        thread = begin(user)
        say(other_user, thread)
        user.delete()
        assert "a former member" in text(client.get(f"/rules/threads/{thread.pk}/"))

    def test_the_same_words_sent_twice_are_said_once(self, user: User) -> None:
        thread = begin(user)
        assert say(user, thread, "And?") == say(user, thread, "And?")
        assert thread.comments.count() == 2

    def test_a_full_thread_takes_no_more(self, user: User) -> None:
        thread = begin(user)
        more = [Comment(thread=thread, source="x", html="<p>x</p>") for _ in range(MOST_COMMENTS - 1)]
        Comment.objects.bulk_create(more)
        with pytest.raises(Refused, match="Start another"):
            say(user, thread)

    @pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
    def test_words_for_a_thread_that_has_become_full_come_back(
        self,
        user: User,
        other_user: User,
        user_client: Client,
        monkeypatch: pytest.MonkeyPatch,
        headers: dict[str, str],
    ) -> None:
        thread = begin(user)
        say(other_user, thread)
        for module in (comments, thread_pages):
            monkeypatch.setattr(module, "MOST_COMMENTS", 2)
        said = {"text": "Long and dear words."}
        response = user_client.post(f"/rules/threads/{thread.pk}/comments/", said, headers=headers)
        html = response.content.decode()
        assert response.status_code == 422
        assert "at most 2" in html
        assert " readonly>Long and dear words.</textarea>" in html


class TestWithHtmx:
    def test_the_thread_comes_back_with_the_comment(self, user: User, user_client: Client) -> None:
        thread = begin(user)
        response = user_client.post(
            f"/rules/threads/{thread.pk}/comments/", {"text": "Anybody?"}, headers={"HX-Request": "true"}
        )
        html = response.content.decode()
        assert response.status_code == 200
        assert "<html" not in html
        assert "<p>Anybody?</p>" in html
        assert 'role="status"' in html

    def test_a_mistake_comes_back_with_ones_words(self, user: User, user_client: Client) -> None:
        thread = begin(user)
        words = {"text": "(" * 30}
        address = f"/rules/threads/{thread.pk}/comments/"
        part = user_client.post(address, words, headers={"HX-Request": "true"})
        page = user_client.post(address, words)
        for response in (part, page):
            assert response.status_code == 422
            assert f"{'(' * 30}</textarea>" in response.content.decode()
            assert 'role="alert"' in response.content.decode()
        assert "<html" not in part.content.decode()
        assert "<html" in page.content.decode()


class TestLaterRevisions:
    def test_a_thread_stays_with_its_paragraph(self, user: User) -> None:
        begin(user)
        reword("aim-1", "Win.")
        (found,) = threads_at(book(), "attack-1")
        assert found.standing == "current"

    def test_a_new_number_is_no_change(self, user: User) -> None:
        begin(user, anchor="build-3")
        begin(user, anchor="attack-1")
        take_out("draw-5")
        assert threads_at(book(), "attack-1")[0].standing == "current"

    def test_a_reworded_paragraph_marks_its_threads_as_changed(self, user: User, client: Client) -> None:
        thread = begin(user)
        reword()
        (found,) = threads_at(book(), "attack-1")
        assert found.standing == "changed"
        assert "Words changed since" in text(client.get(ATTACK))
        html = client.get(f"/rules/threads/{thread.pk}/").content.decode()
        assert "<del>" in html
        assert "<ins>" in html
        assert 'href="/rules/scrapbots/3.6/revisions/1/attack-1/"' in html

    def test_a_paragraph_that_is_gone_keeps_its_talk_where_it_was(self, user: User, client: Client) -> None:
        thread = begin(user, anchor="build-3")
        take_out("build-3")
        assert thread_counts(book()) == {}
        old = "/rules/scrapbots/3.6/revisions/1/build-3/"
        assert "May it strike twice?" in text(client.get(old))
        listed = client.get("/rules/scrapbots/talk/")
        assert "Paragraph removed" in text(listed)
        page = client.get(f"/rules/threads/{thread.pk}/")
        assert "This paragraph has been removed." in text(page)
        assert old in page.content.decode()

    def test_other_editions_are_counted_and_linked(self, user: User, client: Client) -> None:
        begin(user, slug="3.4")
        begin(user, "And here?", slug="3.4")
        (there,) = threads_elsewhere(book(), "attack-1")
        assert (there.edition, there.count) == ("3.4", 2)
        assert "2 threads in 3.4" in text(client.get(ATTACK))
        assert "And here?" in text(client.get(there.url))
        assert threads_at(book(), "attack-1") == ()


class TestTheList:
    def test_is_filtered_by_kind_state_and_edition(self, user: User, client: Client) -> None:
        begin(user, "First?")
        begin(user, "Second!", kind=ThreadKind.PROPOSAL)
        begin(user, "Third?", slug="3.4")
        begin(editor(), "So it is.", kind=ThreadKind.RULING)

        def listed(query: str) -> set[str]:
            said = text(client.get(f"/rules/scrapbots/talk/?{query}"))
            return {word for word in ("First?", "Second!", "Third?", "So it is.") if word in said}

        assert listed("") == {"First?", "Second!", "Third?", "So it is."}
        assert listed("kind=proposal") == {"Second!"}
        assert listed("state=resolved") == {"So it is."}
        assert listed("state=open&edition=3.4") == {"Third?"}
        assert listed("kind=proposal&state=resolved") == set()

    @pytest.mark.soak(seconds=1)
    def test_has_pages_the_latest_first(self, user: User, client: Client) -> None:
        for number in range(27):
            begin(user, f"Question number {number:02}?")
        first = text(client.get("/rules/scrapbots/talk/"))
        assert first.index("number 26") < first.index("number 25")
        assert "Page 1 of 2" in first
        assert "number 01" not in first
        assert "number 01" in text(client.get("/rules/scrapbots/talk/?page=2"))
        assert "number 01" in text(client.get("/rules/scrapbots/talk/?page=99"))

    def test_says_so_when_there_is_nothing(self, client: Client) -> None:
        assert "No threads found." in text(client.get("/rules/scrapbots/talk/"))
        assert client.get("/rules/chess/talk/").status_code == 404


class TestTheCostOfPages:
    @pytest.mark.parametrize("address", [ATTACK, "/rules/scrapbots/3.6/", "/rules/scrapbots/talk/"])
    @pytest.mark.soak(seconds=1, one_in=3)
    def test_does_not_grow_with_the_talk(self, user: User, client: Client, address: str) -> None:
        def queries() -> int:
            client.get(address)
            with CaptureQueriesContext(
                connection,
            ) as made:
                client.get(address)
            return len(made)

        ask_and_rule(user, editor("anvil"))
        before = queries()
        for number in range(5):
            ask_and_rule(user, editor(f"anvil-{number}"))
        assert queries() == before


class TestParts:
    def test_take_who_takes_part_along(self, user: User, other_user: User) -> None:
        thread = begin(user)
        say(other_user, thread)
        assert {follow.user for follow in Follow.objects.filter(thread=thread)} == {user, other_user}

    def test_hidden_talk_is_counted_by_nobody(self, user: User) -> None:
        thread = begin(user)
        begin(user, "Really?")
        assert thread_counts(book()) == {"attack-1": 2}
        hide(moderator(), opening_of(thread).pk)
        assert thread_counts(book()) == {"attack-1": 1}


def ask_and_rule(user: User, by: User) -> None:
    """Let a question be asked, and an editor rule."""
    begin(user, f"What of {by}?")
    begin(by, f"It is as {by} says.", kind=ThreadKind.RULING)
