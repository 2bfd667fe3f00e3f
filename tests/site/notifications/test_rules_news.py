"""Followers of rules are written to: what others say, rule and publish, and never what was hidden since."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from rules.talk.actions.comments import delete_comment
from rules.talk.actions.follows import follow
from rules.talk.actions.moderation import hide
from rules.talk.actions.threads import reopen
from rules.wiki.models import Rulebook
from scrapsite.notifications.kinds import EMAIL, SITE
from scrapsite.notifications.models import Notification
from tests.rules.talking import accept, begin, editor, moderator, reword, ruled, say, take_out
from tests.site.notifications.people import confirm, post

pytestmark = pytest.mark.django_db


@pytest.fixture
def rulebook() -> Rulebook:
    return Rulebook.objects.get(game="scrapbots")


@pytest.fixture
def follower(user: User, rulebook: Rulebook) -> User:
    """Somebody with an address who follows the whole rulebook."""
    confirm(user)
    follow(user, rulebook)
    return user


def test_who_follows_a_rulebook_hears_of_all_of_it_in_one_letter(follower: User, other_user: User) -> None:
    reword()
    thread = begin(other_user, slug="3.4", anchor="draw-1")
    accept(editor(), say(other_user, thread))
    ruled(User.objects.get(username="anvil"), "So be it.")
    (letter,) = post()
    assert letter.subject == "5 news items"
    assert "Question on rule" in letter.body
    assert "Comment on rule" in letter.body
    assert letter.body.count("Ruling on rule") == 2
    assert "http://127.0.0.1:8000/rules/threads/" in letter.body
    assert "/rules/scrapbots/3.6/revisions/2/" in letter.body


def test_nobody_hears_of_their_own_words(follower: User) -> None:
    say(follower, begin(follower))
    assert not Notification.objects.exists()


def test_who_takes_part_in_a_thread_hears_of_the_answer(user: User, other_user: User) -> None:
    confirm(user)
    say(other_user, begin(user))
    (letter,) = post()
    assert "“No, once.”" in letter.body


def test_who_follows_a_paragraph_hears_of_revisions_that_change_it(user: User, rulebook: Rulebook) -> None:
    confirm(user)
    follow(user, rulebook, "build-3")
    reword("aim-1", "Win.")
    assert post() == []
    reword("build-3", "Never move it.")
    assert len(post()) == 1
    take_out("build-3")
    assert len(post()) == 1


def test_what_is_hidden_deleted_or_withdrawn_before_the_letter_is_not_in_it(
    follower: User, other_user: User
) -> None:
    thread = begin(other_user)
    hide(moderator(), say(other_user, thread, "Rude!").pk)
    delete_comment(other_user, say(other_user, thread, "Wrong!").pk)
    anvil = editor()
    accept(anvil, say(other_user, thread, "Once."))
    reopen(anvil, thread.pk)
    (letter,) = post()
    assert "Rude" not in letter.body
    assert "Wrong" not in letter.body
    assert "Ruling" not in letter.body


def test_who_follows_twice_hears_once(follower: User, other_user: User, rulebook: Rulebook) -> None:
    follow(follower, rulebook, "attack-1")
    begin(other_user)
    assert Notification.objects.filter(channel=EMAIL).count() == 1
    assert Notification.objects.filter(channel=SITE).count() == 1
