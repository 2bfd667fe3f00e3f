"""Reports on drafts: they outlive the draft, and drafts with the same rules share one."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import catalog
from games.drafts import editions
from games.drafts.actions.changing import change_draft, save_revision
from games.drafts.actions.making import create_draft
from games.drafts.actions.sharing import remove_draft
from games.drafts.editing import with_parameters
from games.drafts.models import DraftRevision
from games.drafts.slugs import read_slug, slug_of
from games.lab.asking import ask
from games.lab.measuring.setup import Setup
from tests.games.lab.conftest import finished, work
from tests.toy import bolts, drafting

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def draftable(toy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bolts can be drafted."""
    monkeypatch.setitem(catalog._TITLES, bolts.SLUG, drafting.TITLE)


def drafted(user: User, hand: int = 5) -> str:
    """Return the slug of the first revision of a new draft, with so many bolts in a hand."""
    draft = create_draft(user, "bolts", "1", "Big hands")
    change_draft(user, draft.pk, lambda changes: with_parameters(changes, {"hand": hand}), "parameters")
    save_revision(user, draft.pk)
    DraftRevision.objects.update(stage=DraftRevision.Stage.PLAYABLE)
    return slug_of(draft.pk, 1)


def renamed(user: User) -> str:
    """Return the slug of a revision of a new draft that plays by the published rules."""
    draft = create_draft(user, "bolts", "1", "Other names")
    DraftRevision.objects.create(
        draft=draft, number=1, changes="{}", cards_hash="", stage=DraftRevision.Stage.PLAYABLE
    )
    return slug_of(draft.pk, 1)


def removed(user: User, slug: str) -> None:
    """Delete the draft of that revision, which this process forgets as well."""
    draft, _ = read_slug(slug) or ("", 0)
    remove_draft(user, draft)
    editions._built.cache_clear()


def about(slug: str, against: str = "") -> Setup:
    return Setup("bolts", slug, against=against, level="random", games=20)


@pytest.mark.parametrize("against", ["", "1"])
def test_a_report_is_shown_after_its_draft_was_deleted(user, client_of, against):
    slug, client = drafted(user), client_of(user)
    report = finished(ask(user, about(slug, against)))
    removed(user, slug)
    assert client.get("/lab/").status_code == 200
    answer = client.get(f"/lab/{report.pk}/")
    assert answer.status_code == 200
    assert "The first player wins" in answer.text
    assert ("Bolts a draft edition" in answer.text, "Big hands" in answer.text) == (True, False)
    assert f"/workshop/{read_slug(slug)[0]}/" not in answer.text, "a rule of the draft has no page any more"
    assert client.get(f"/lab/{report.pk}/report.json").status_code == 200


def test_a_copy_is_measured_after_the_draft_that_was_asked_about_first_is_deleted(
    user, other_user, client_of
):
    first, copy = drafted(user), drafted(other_user)
    report = ask(user, about(first))
    assert ask(other_user, about(copy)) == report
    removed(user, first)
    work()
    report.refresh_from_db()
    assert (report.stage, report.why) == ("failed", "A draft with these rules was deleted. Ask again.")
    client = client_of(other_user)
    assert client.post(f"/lab/{report.pk}/resume/").status_code == 303
    finished(report)
    assert "The first player wins" in client.get(f"/lab/{report.pk}/").text


def test_everybody_reads_what_is_about_a_published_edition_though_a_draft_with_its_rules_came_first(
    user, other_user, client_of
):
    slug = renamed(user)
    report = ask(user, about(slug))
    address = f"/lab/{report.pk}/"
    assert Client().get(address).status_code == 404
    assert ask(other_user, about("1")) == report
    assert "Bolts 1" in Client().get(address).text
    finished(report)
    draft, _ = read_slug(slug) or ("", 0)
    mine = client_of(user)
    assert "Other names, revision 1" in mine.get(address).text
    assert f'href="{address}">20 games of revision 1' in mine.get(f"/workshop/{draft}/").text
