"""A draft of Scrapbots that changes figures and a text, takes a card out and adds one with effects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User

from games.drafts.actions.changing import change_draft, save_revision
from games.drafts.actions.making import create_draft
from games.drafts.models import DraftRevision
from games.drafts.slugs import slug_of
from games.engine.drafting import read_changes

HEADS = {"do": "heads", "then": {"do": "damage", "amount": 10}}
CHANGES: Mapping[str, Any] = {
    "cards": {
        "drone": {"figures": {"scrap": 3, "quantity": 7}, "name": "Cheap Drone"},
        "scout": {"does": [{"values": {"energy": 2}, "effects": [{"do": "damage", "amount": 20}]}]},
    },
    "out": ["golem"],
    "new": [
        {
            "slug": "power-claw",
            "name": "Power Claw",
            "type": "Component",
            "icon": "gears",
            "figures": {"scrap": 9, "energy": 1, "quantity": 2, "starter": 0},
            "does": [{"effects": [{"do": "damage", "amount": 10}, HEADS]}],
        }
    ],
}


def draft_revision(
    owner: User, changes: Mapping[str, Any] = CHANGES, stage: str = DraftRevision.Stage.PLAYABLE
) -> DraftRevision:
    """Return the first revision of a new draft of Scrapbots 3.6, as its check would leave it."""
    draft = create_draft(owner, "scrapbots", "3.6", "Cheap drones")
    change_draft(owner, draft.pk, lambda _: read_changes(dict(changes)), "cards")
    return staged(save_revision(owner, draft.pk, "Drones for all"), stage)


def next_revision(revision: DraftRevision, changes: Mapping[str, Any]) -> DraftRevision:
    """Return another revision of its draft, which can be played."""
    draft = revision.draft
    change_draft(draft.owner, draft.pk, lambda _: read_changes(dict(changes)), "cards")
    return staged(save_revision(draft.owner, draft.pk, ""), DraftRevision.Stage.PLAYABLE)


def staged(revision: DraftRevision, stage: str) -> DraftRevision:
    """Return the revision after a check that ended so."""
    DraftRevision.objects.filter(pk=revision.pk).update(stage=stage, reason="Nobody can move.")
    return DraftRevision.objects.select_related("draft__owner").get(pk=revision.pk)


def edition_of(revision: DraftRevision) -> str:
    """Return the slug of the edition of the revision."""
    return slug_of(revision.draft_id, revision.number)
