"""Bolts as a game that can be drafted, and checks that are made at once."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User

from games import catalog
from games.drafts import checking, trying
from games.drafts.actions.changing import change_draft, save_revision
from games.drafts.actions.making import create_draft
from games.drafts.editing import with_parameters
from games.drafts.models import Draft, DraftRevision
from tests.toy import bolts, drafting


@pytest.fixture(autouse=True)
def draftable(toy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bolts can be drafted; as no other process knows it, revisions are tried out in this one."""
    monkeypatch.setitem(catalog._TITLES, bolts.SLUG, drafting.TITLE)
    monkeypatch.setattr(checking, "ask", _ask)


@pytest.fixture
def draft(user: User) -> Draft:
    """A draft of Bolts by rivet, without changes."""
    return create_draft(user, "bolts", "1", "Big hands")


@pytest.fixture
def revision(user: User, draft: Draft) -> DraftRevision:
    """Its first revision: five bolts in a hand, checked and playable."""
    change_draft(user, draft.pk, lambda changes: with_parameters(changes, {"hand": 5}), "parameters")
    return checked(save_revision(user, draft.pk, "More to choose from"))


def checked(revision: DraftRevision) -> DraftRevision:
    """Return the revision after its check, which the worker would make."""
    checking.check_revision.func(revision.pk)
    return DraftRevision.objects.select_related("draft").get(pk=revision.pk)


def _ask(revision: DraftRevision) -> Any:
    draft = revision.draft
    return trying.reason_against(draft.title, draft.base, json.loads(revision.changes), f"draft:{draft.pk}@1")
