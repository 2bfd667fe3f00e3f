"""Returning to an older revision: a new one with the old words, refused where games rely on the new ones."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from rules.wiki import citations
from rules.wiki.actions.publishing import Origin, publish
from rules.wiki.models import AuditEntry, Revision, RevisionKind
from tests.rules.proposing import in_force, makes_editor
from tests.rules.text import edition, head_of, reworded, text_of, with_law

pytestmark = pytest.mark.django_db

REVERT = "/rules/scrapbots/3.6/revisions/1/revert/"


@pytest.fixture
def editor_client(user: User, user_client: Client) -> Client:
    makes_editor(user)
    return user_client


@pytest.fixture(autouse=True)
def second_revision(db: None) -> Revision:
    found = edition()
    to = with_law(reworded(text_of(found), "draw-1", "Draw six cards."), "aim-1", "aim-2", "You may lose.")
    return publish(found, head_of(found), to, Origin(RevisionKind.PROPOSAL, None, "Six cards."))


def said(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_it_is_asked_first_with_what_it_changes(editor_client: Client) -> None:
    page = said(editor_client.get(REVERT))
    assert "Return to revision 1?" in page
    assert "<ins>" in page
    assert Revision.objects.filter(edition=edition()).count() == 2


def test_it_makes_a_new_revision_with_the_old_words(editor_client: Client, user: User) -> None:
    assert editor_client.post(REVERT, {"seen": 2, "reason": "Five was right"}).status_code == 303
    made = head_of(edition())
    assert (made.number, made.kind, made.author) == (3, RevisionKind.REVERT, user)
    assert made.returns_to == Revision.objects.get(edition=edition(), number=1)
    assert made.summary == "Returns to revision 1: Five was right"
    assert in_force("draw-1").startswith("Draw five")
    assert made.blocks == made.returns_to.blocks


def test_the_history_and_the_audit_trail_show_it(editor_client: Client, user: User) -> None:
    editor_client.post(REVERT, {"seen": 2})
    assert "Returns to revision 1." in said(editor_client.get("/rules/scrapbots/history/"))
    entry = AuditEntry.objects.get(what="revision/reverted")
    assert (entry.actor, entry.address) == (user, "/rules/scrapbots/3.6/revisions/3/")


def test_one_can_return_from_a_return_with_anchors_that_were_gone(editor_client: Client) -> None:
    editor_client.post(REVERT, {"seen": 2})
    again = REVERT.replace("/1/", "/2/")
    assert editor_client.post(again, {"seen": 3, "check:draw-1": "holds"}).status_code == 303
    assert in_force("aim-2").startswith("You may lose.")


def test_only_editors_may(client: Client, client_of: Any, other_user: User) -> None:
    assert client.get(REVERT).status_code == 302
    member = client_of(other_user)
    assert member.get(REVERT).status_code == 403
    assert member.post(REVERT, {"seen": 2}).status_code == 403
    assert head_of(edition()).number == 2


def test_what_somebody_published_meanwhile_is_seen_first(editor_client: Client) -> None:
    found = edition()
    change = reworded(text_of(found), "draw-1", "Draw seven cards.")
    publish(found, head_of(found), change, Origin(RevisionKind.PROPOSAL, None, "Seven."))
    answer = editor_client.post(REVERT, {"seen": 2, "reason": "Five was right"})
    assert answer.status_code == 409
    assert "Five was right" in said(answer)
    assert head_of(edition()).number == 3


def test_a_form_that_comes_back_is_still_about_the_text_that_was_seen(editor_client: Client) -> None:
    found = edition()
    change = reworded(text_of(found), "draw-1", "Draw seven cards.")
    publish(found, head_of(found), change, Origin(RevisionKind.PROPOSAL, None, "Seven."))
    answer = editor_client.post(REVERT, {"seen": 2, "reason": "x" * 201})
    assert 'name="seen" value="2"' in said(answer)
    answer = editor_client.post(REVERT, {"seen": 2})
    assert answer.status_code == 409
    assert 'name="seen" value="3"' in said(answer)


def test_the_one_in_force_is_no_place_to_return_to(editor_client: Client) -> None:
    assert editor_client.post(REVERT.replace("/1/", "/2/"), {"seen": 2}).status_code == 422


def test_it_is_refused_when_games_would_lose_a_paragraph_they_cite(
    editor_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = citations.enforced

    def with_new_rule(book: Any) -> frozenset[str]:
        return really(book) | ({"aim-2"} & book.by_anchor.keys())

    monkeypatch.setattr("rules.wiki.checks.enforced", with_new_rule)
    answer = editor_client.post(REVERT, {"seen": 2})
    assert answer.status_code == 422
    assert "The game cites aim-2" in said(answer)
    assert head_of(edition()).number == 2


def test_a_reason_that_is_too_long_comes_back(editor_client: Client) -> None:
    answer = editor_client.post(REVERT, {"seen": 2, "reason": "x" * 201})
    assert answer.status_code == 422
    assert "at most 200" in said(answer)
