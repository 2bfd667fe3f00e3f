"""Answers and rulings: who may accept what, where a ruling is read, and how it is withdrawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import time_machine
from django.contrib.auth.models import Group, User
from django.test import Client

from rules.document.errors import Outdated, Refused
from rules.talk.actions.comments import delete_comment, edit_comment
from rules.talk.actions.moderation import hide, show
from rules.talk.actions.threads import reopen, resolve
from rules.talk.models import Comment, Thread, ThreadKind
from rules.talk.queries.rulings import MOST_IN_SIGHT, rulings_for_card
from rules.talk.queries.thread_pages import version_of
from rules.talk.queries.threads import rulings_in, rulings_naming, threads_at
from rules.wiki.models import Appointment, AuditEntry, Rulebook
from rules.wiki.permissions import EDITORS
from tests.rules.at_once import all_at_once, at_once, database_of_threads
from tests.rules.talk.test_threads import text
from tests.rules.talking import (
    ATTACK,
    accept,
    account,
    begin,
    book,
    editor,
    moderator,
    opening_of,
    reword,
    ruled,
    say,
    take_out,
)

ClientOf = Callable[[User], Client]


@pytest.mark.django_db
class TestAnAnswer:
    def test_accepted_by_an_editor_is_a_ruling_of_that_day(self, user: User, client: Client) -> None:
        comment = say(editor(), begin(user), "No, **once**.")
        with time_machine.travel("2026-11-24 12:00Z"):
            thread = accept(User.objects.get(username="anvil"), comment)
        assert thread.ruled_at == thread.resolved_at
        for page in (ATTACK, "/rules/scrapbots/3.6/", f"/rules/threads/{thread.pk}/"):
            said = text(client.get(page))
            assert "Ruling of 24 November 2026" in said, page
            assert "No, once." in said, page

    def test_accepted_by_who_asked_settles_the_thread_without_a_ruling(
        self, user: User, other_user: User, client: Client
    ) -> None:
        thread = accept(user, say(other_user, begin(user)))
        assert thread.resolved_at
        assert thread.ruled_at is None
        assert rulings_in(book()) == {}
        assert "The answer" in text(client.get(f"/rules/threads/{thread.pk}/"))
        assert "Resolved" in text(client.get(ATTACK))

    def test_can_be_made_a_ruling_later(self, user: User, other_user: User) -> None:
        comment = say(other_user, begin(user))
        accept(user, comment)
        assert accept(editor(), comment).ruled_at

    def test_is_chosen_by_nobody_else(self, user: User, other_user: User, client_of: ClientOf) -> None:
        comment = say(other_user, begin(user))
        with pytest.raises(Refused):
            accept(other_user, comment)
        with pytest.raises(Refused):
            accept(moderator(), comment)
        stranger = editor_of_another_game()
        with pytest.raises(Refused):
            accept(stranger, comment)
        address = f"/rules/threads/{comment.thread_id}/resolve/"
        wanted = {"comment": str(comment.pk), "version": version_of(comment)}
        assert client_of(other_user).post(address, wanted).status_code == 403
        assert client_of(user).post(address, wanted).status_code == 303

    def test_by_an_editor_of_this_rulebook_only_counts_too(self, user: User) -> None:
        appointed = account("rasp")
        Appointment.objects.create(
            rulebook=Rulebook.objects.get(game="scrapbots"),
            user=appointed,
            group=Group.objects.get(name=EDITORS),
        )
        assert accept(appointed, say(user, begin(user))).ruled_at

    def test_is_not_the_question_itself(self, user: User) -> None:
        thread = begin(user)
        with pytest.raises(Refused, match="Add a comment first"):
            accept(editor(), opening_of(thread))

    def test_must_be_there_to_be_read_and_in_this_thread(self, user: User, other_user: User) -> None:
        thread, other = begin(user), begin(user, "And this?")
        deleted, hidden, elsewhere = say(user, thread), say(other_user, thread), say(user, other)
        delete_comment(user, deleted.pk)
        hide(moderator(), hidden.pk)
        for comment in (deleted, hidden, elsewhere):
            with pytest.raises(Refused, match="can't be read"):
                resolve(user, thread.pk, comment.pk, version_of(Comment.objects.get(pk=comment.pk)))

    def test_on_a_proposal_is_no_ruling(self, user: User) -> None:
        thread = begin(user, "Say it shorter.", kind=ThreadKind.PROPOSAL)
        settled = accept(editor(), say(user, thread, "Done."))
        assert settled.resolved_at
        assert settled.ruled_at is None

    def test_that_is_deleted_settles_nothing_any_more(self, user: User, other_user: User) -> None:
        comment = say(other_user, begin(user))
        accept(user, comment)
        delete_comment(other_user, comment.pk)
        assert Thread.objects.get().resolved_at is None

    def test_edited_since_it_was_read_has_to_be_read_again(self, user: User, other_user: User) -> None:
        comment = say(other_user, begin(user), "No, once.")
        read = version_of(comment)
        edit_comment(other_user, comment.pk, "Yes, twice!", read)
        with pytest.raises(Outdated, match="Read it again"):
            resolve(editor(), comment.thread_id, comment.pk, read)
        assert rulings_in(book()) == {}

    def test_chosen_by_another_meanwhile_stays(self, user: User, other_user: User) -> None:
        thread = begin(user)
        first, second = say(other_user, thread, "No."), say(other_user, thread, "Yes.")
        accept(user, first)
        with pytest.raises(Outdated, match="already an answer"):
            accept(editor(), second)


@pytest.mark.django_db
class TestARuling:
    def test_may_be_given_unasked_by_editors_only(self, user: User) -> None:
        assert ruled(editor(), "It never does.").ruled_at
        for stranger in (user, moderator(), editor_of_another_game()):
            with pytest.raises(Refused, match="Only editors"):
                ruled(stranger, "It always does.")
        assert Thread.objects.count() == 1

    def test_is_offered_to_editors_only(self, user: User, client_of: ClientOf) -> None:
        form = f"{ATTACK}threads/"
        assert 'value="ruling"' in client_of(editor()).get(form).content.decode()
        assert 'value="ruling"' not in client_of(user).get(form).content.decode()

    def test_stands_on_the_pages_of_the_cards_it_names(self, client: Client) -> None:
        ruled(editor(), "Not so a [[card:scout]].")
        (ruling,) = rulings_naming("scrapbots", "scout")
        assert (ruling.edition, ruling.anchor) == ("3.6", "attack-1")
        said = text(client.get("/cards/scrapbots/scout/"))
        assert "Not so a Scout." in said
        assert "on rule 4.20, edition 3.6" in said
        assert "Not so a Scout." not in text(client.get("/cards/scrapbots/sentry-gun/"))

    def test_stands_on_the_pages_of_cards_that_its_paragraph_names(self, client: Client) -> None:
        ruled(editor(), "Count them first.", anchor="setup-1")
        assert "Count them first." in text(client.get("/cards/scrapbots/circuitry/"))

    def test_on_a_card_is_in_sight_if_it_names_the_card_and_folded_by_rule_otherwise(
        self, client: Client
    ) -> None:
        by = editor()
        for number in range(MOST_IN_SIGHT + 2):
            ruled(by, f"Not so a [[card:circuitry]], {number}.")
        ruled(by, "Count them first.", anchor="setup-1")
        found = rulings_for_card("scrapbots", "circuitry")
        assert (len(found.named), len(found.older)) == (MOST_IN_SIGHT, 2)
        assert [(one.edition, len(one.rulings)) for one in found.others] == [("3.6", 1)]
        assert {ruling.revision for ruling in found.named} == {book().revision}
        said = client.get("/cards/scrapbots/circuitry/").content.decode()
        before, _, folded = said.partition('class="rulings-fold"')
        assert "Revision 1 was in force." in before
        assert "Count them first." not in before
        assert "Older rulings that mention this card" in folded
        assert "Count them first." in folded

    def test_that_is_no_ruling_yet_is_on_no_card(self, user: User) -> None:
        say(user, begin(user, "What of [[card:scout]]?"), "A [[card:scout]] may.")
        assert rulings_naming("scrapbots", "scout") == ()

    def test_cannot_be_changed_behind_the_back_of_the_editor(self, user: User, user_client: Client) -> None:
        comment = say(user, begin(user))
        accept(editor(), comment)
        with pytest.raises(Refused, match="is a ruling"):
            edit_comment(user, comment.pk, "Or so.", version_of(comment))
        with pytest.raises(Refused, match="is a ruling"):
            delete_comment(user, comment.pk)
        page = user_client.get(f"/rules/threads/{comment.thread_id}/").content.decode()
        assert f"/rules/comments/{comment.pk}/edit/" not in page

    def test_is_withdrawn_by_reopening_and_by_editors_only(self, user: User, client: Client) -> None:
        by = editor()
        thread = accept(by, say(user, begin(user)))
        with pytest.raises(Refused, match="Only editors"):
            reopen(user, thread.pk)
        reopen(by, thread.pk)
        assert rulings_in(book()) == {}
        assert "Ruling of" not in text(client.get(ATTACK))
        assert "ruling/withdrawn" in AuditEntry.objects.values_list("what", flat=True)

    def test_once_withdrawn_says_so_and_can_be_given_again(self, client: Client) -> None:
        by = editor()
        thread = ruled(by, "It never does.")
        reopen(by, thread.pk)
        assert "Withdrawn" in text(client.get(f"/rules/threads/{thread.pk}/"))
        edit_comment(by, opening_of(thread).pk, "It never did.", version_of(opening_of(thread)))
        assert accept(by, opening_of(thread)).ruled_at
        assert "It never did." in text(client.get(ATTACK))

    @pytest.mark.soak(seconds=0.4)
    def test_on_other_words_says_so(self, client: Client) -> None:
        ruled(editor(), "It never does.")
        assert not rulings_in(book())["attack-1"][0].is_outdated
        reword()
        assert rulings_in(book())["attack-1"][0].is_outdated
        assert "had different words at the time" in text(client.get(ATTACK))

    def test_is_about_the_words_of_its_day_not_of_the_question(self, user: User) -> None:
        comment = say(user, begin(user))
        reword()
        accept(editor(), comment)
        assert not rulings_in(book())["attack-1"][0].is_outdated
        assert threads_at(book(), "attack-1")[0].standing == "changed"

    def test_on_a_paragraph_that_is_gone_stays_with_the_old_book(self, client: Client) -> None:
        ruled(editor(), "It never does.", anchor="build-3")
        take_out("build-3")
        assert rulings_in(book()) == {}
        old = text(client.get("/rules/scrapbots/3.6/revisions/1/build-3/"))
        assert "It never does." in old

    def test_is_not_offered_on_words_that_are_not_in_force(self, client_of: ClientOf) -> None:
        client, offered = client_of(editor()), 'value="ruling"'
        old = f"{ATTACK}threads/?revision=1"
        assert offered in client.get(ATTACK).content.decode()
        reword("draw-1", "Draw six cards.")
        assert offered in client.get(old).content.decode(), "this paragraph is as it was"
        reword()
        assert offered not in client.get(old).content.decode()
        page = client.get("/rules/scrapbots/3.6/revisions/1/attack-1/").content.decode()
        assert "A question" in page
        assert offered not in page

    def test_on_words_that_changed_while_it_was_written_shows_the_new_ones(self, client_of: ClientOf) -> None:
        client = client_of(editor())
        form = {"kind": "ruling", "text": "It never does.", "revision": "1"}
        reword(words="Only one that is Ready attacks.")
        answer = client.post(f"{ATTACK}threads/", form)
        assert answer.status_code == 409
        said = text(answer)
        assert "other words by now" in said
        assert "Only one that is Ready attacks." in said
        assert "It never does." in said
        assert 'name="revision" value="2"' in answer.content.decode()
        assert not Thread.objects.exists()
        preview = client.post(f"{ATTACK}threads/", form | {"preview": "yes"})
        assert preview.status_code == 409
        assert "other words by now" in text(preview)
        assert client.post(f"{ATTACK}threads/", form | {"revision": "2"}).status_code == 303
        reword("draw-1", "Draw six cards.")
        assert client.post(f"{ATTACK}threads/", form | {"revision": "2"}).status_code == 303

    def test_on_a_paragraph_that_went_while_it_was_written_is_refused(self, client_of: ClientOf) -> None:
        take_out("build-3")
        form = {"kind": "ruling", "text": "It never does.", "revision": "1"}
        answer = client_of(editor()).post("/rules/scrapbots/3.6/build-3/threads/", form)
        assert answer.status_code == 409
        assert "was removed from the rules" in text(answer)
        assert "It never does." in text(answer)

    def test_accepted_on_a_page_with_other_words_has_to_be_accepted_again(
        self, user: User, client_of: ClientOf
    ) -> None:
        comment, client = say(user, begin(user)), client_of(editor())
        address = f"/rules/threads/{comment.thread_id}/"
        form = {"comment": comment.pk, "version": version_of(comment), "as": "ruling", "seen": "1"}
        assert 'name="seen" value="1"' in client.get(address).content.decode()
        reword()
        preview = client.post(
            f"{address}comments/", {"text": "So.", "preview": "yes"}, headers={"HX-Request": "true"}
        )
        assert 'name="seen" value="2"' in preview.text
        assert "The words of the paragraph have changed" in preview.text, "who is to rule reads them"
        answer = client.post(f"{address}resolve/", form)
        assert answer.status_code == 409
        assert "other words by now" in text(answer)
        assert rulings_in(book()) == {}
        assert client.post(f"{address}resolve/", form | {"seen": "2"}).status_code == 303
        assert not rulings_in(book())["attack-1"][0].is_outdated

    def test_belongs_to_its_edition(self) -> None:
        ruled(editor(), "It never does.", slug="3.4")
        assert rulings_in(book("3.6")) == {}
        assert set(rulings_in(book("3.4"))) == {"attack-1"}

    def test_that_a_moderator_hides_is_nowhere_until_it_is_shown_again(self, client: Client) -> None:
        thread = ruled(editor(), "Not so a [[card:scout]].")
        pages = (ATTACK, "/rules/scrapbots/3.6/", "/cards/scrapbots/scout/", "/rules/scrapbots/talk/")
        by = moderator()
        hide(by, opening_of(thread).pk)
        assert rulings_in(book()) == {}
        assert rulings_naming("scrapbots", "scout") == ()
        for page in pages:
            assert "Not so a" not in text(client.get(page)), page
        assert client.get(f"/rules/threads/{thread.pk}/").status_code == 404
        show(by, opening_of(thread).pk)
        for page in pages:
            assert "Not so a" in text(client.get(page)), page


@at_once
def test_of_two_answers_chosen_at_once_one_stays(tmp_path: Path) -> None:
    """In real threads, each with a connection of its own."""
    author, other = account("tinker"), editor()
    thread = begin(author)
    first, second = say(other, thread, "No."), say(other, thread, "Yes.")
    left: list[bool] = []

    def look() -> None:
        left.append(Thread.objects.get().answer_id in (first.pk, second.pk))
        left.append(AuditEntry.objects.filter(what__in=("ruling/given", "thread/resolved")).count() == 1)

    with database_of_threads(tmp_path):
        (told,) = all_at_once([partial(accept, author, first), partial(accept, other, second)])
        assert all_at_once([look]) == []
    assert isinstance(told, Outdated)
    assert left == [True, True]


def editor_of_another_game() -> User:
    """Return somebody who edits another rulebook, and only reads this one."""
    other, _ = Rulebook.objects.get_or_create(game="other", defaults={"title": "Other"})
    stray = account(f"stray-{User.objects.count()}")
    Appointment.objects.create(rulebook=other, user=stray, group=Group.objects.get(name=EDITORS))
    return stray
