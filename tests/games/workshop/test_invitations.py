"""Who is invited to a match of a draft learns what is different before they join."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.drafts.models import Draft, DraftRevision
from games.drafts.slugs import slug_of
from games.matches.actions.create import create_match

pytestmark = pytest.mark.django_db


def test_the_invitation_leads_to_what_differs(user: User, other_user: User, draft: Draft) -> None:
    changes = '{"parameters": {"hand_size": 6}}'
    DraftRevision.objects.create(draft=draft, number=1, changes=changes, cards_hash="x", stage="playable")
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = create_match(user, "scrapbots", slug_of(draft.pk, 1), {}, seats)
    invited = Client()
    invited.force_login(other_user)
    page = invited.get(f"/matches/{match.pk}/join/").content.decode()
    found = re.search(r'href="(/workshop/[^"]+)">see what differs', page)
    assert found, page
    answer = invited.get(found[1])
    assert answer.status_code == 200
    assert "Cards in a new hand" in answer.content.decode()
