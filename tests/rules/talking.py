"""A short vocabulary for talk about rules: who asks, who says what, and what an editor makes of it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group, User

from rules.document.books import Book
from rules.talk.actions.comments import add_comment
from rules.talk.actions.threads import Opening, open_thread, resolve
from rules.talk.models import Comment, Thread, ThreadKind
from rules.talk.queries.thread_pages import version_of
from rules.wiki.actions.publishing import Origin, publish
from rules.wiki.models import Revision
from rules.wiki.permissions import EDITORS, MODERATORS
from rules.wiki.stored_books import stored_book
from scrapsite.common.players import give_profile
from tests.rules.text import ORIGIN_KIND, edition, head_of, reworded, text_of, without

ATTACK = "/rules/scrapbots/3.6/attack-1/"


def account(name: str, group: str = "") -> User:
    """Return an account, in a group of the rulebooks' people if one is named."""
    user = User.objects.create_user(name)
    give_profile(user)
    if group:
        user.groups.add(Group.objects.get(name=group))
    return user


def editor(name: str = "anvil") -> User:
    """Return an editor of all rulebooks."""
    return account(name, EDITORS)


def moderator(name: str = "damper") -> User:
    """Return a moderator of all rulebooks."""
    return account(name, MODERATORS)


def book(slug: str = "3.6") -> Book:
    """Return a Scrapbots book in force."""
    return stored_book("scrapbots", slug)


def begin(
    author: User, text: str = "May it strike twice?", anchor: str = "attack-1", slug: str = "3.6", **more: Any
) -> Thread:
    """Return a new thread of *author*: a question unless told otherwise."""
    opening = Opening(more.pop("kind", ThreadKind.QUESTION), text, **more)
    return open_thread(author, edition(slug), book(slug), anchor, opening)


def say(author: User, thread: Thread, text: str = "No, once.") -> Comment:
    """Return what *author* says in *thread*."""
    found = Thread.objects.select_related("edition__rulebook").get(pk=thread.pk)
    return add_comment(author, found, text)


def opening_of(thread: Thread) -> Comment:
    """Return what the thread began with."""
    return thread.comments.order_by("pk")[0]


def accept(user: User, comment: Comment) -> Thread:
    """Make *comment* the answer of its thread."""
    return resolve(user, comment.thread_id, comment.pk, version_of(Comment.objects.get(pk=comment.pk)))


def ruled(by: User, text: str, anchor: str = "attack-1", slug: str = "3.6") -> Thread:
    """Return a ruling that an editor gives unasked."""
    return begin(by, text, anchor, slug, kind=ThreadKind.RULING)


def reword(anchor: str = "attack-1", words: str = "Only a Ready Scrapbot attacks.") -> Revision:
    """Publish a revision of 3.6 in which a paragraph has other words."""
    found = edition()
    return publish(found, head_of(found), reworded(text_of(found), anchor, words), _origin())


def take_out(anchor: str) -> Revision:
    """Publish a revision of 3.6 without a paragraph."""
    found = edition()
    return publish(found, head_of(found), without(text_of(found), anchor), _origin())


def _origin() -> Origin:
    return Origin(ORIGIN_KIND, None, "Clearer words.")
