"""Draft editions whose cards somebody may see, and their pages, for those who know them by their slugs."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.db.models import Max, Q
from django.http import Http404
from django.urls import reverse

from games import catalog
from games.catalog import DRAFT
from games.drafts.access import draft_for, drafts_for, revision_for
from games.drafts.models import Draft, DraftRevision
from games.drafts.slugs import is_draft_id, read_slug, slug_of
from games.engine.errors import BadOptions
from games.engine.protocol import EditionInfo, Title

MOST_OFFERED = 8

_Stage = DraftRevision.Stage


class DraftPages:
    """What `scrapsite.common.links.connect_editions` takes."""

    def book(self, title: str, edition: str) -> str:
        return catalog.book(title, edition)

    def card_page(self, title: str, edition: str, slug: str) -> str:
        asked = _asked(edition)
        return reverse("games:draft_card", args=(*asked, slug)) if asked else ""

    def rule_page(self, title: str, edition: str, anchor: str) -> str:
        asked = _asked(edition)
        if not asked:
            return ""
        if not anchor:
            return reverse("games:revision_rulebook", args=asked)
        return reverse("games:revision_rule", args=(*asked, anchor))

    def rule_place(self, url_kwargs: Mapping[str, Any]) -> tuple[str, str] | None:
        if not {"draft_id", "number", "anchor"} <= url_kwargs.keys():
            return None
        return _base_of(url_kwargs["draft_id"])


class ShownDrafts:
    """What `games.catalog.connect_draft_readers` takes."""

    def shown(self, user: object, said: str) -> tuple[Title, EditionInfo]:
        return edition_shown(user, said)

    def offered(self, user: object) -> Mapping[str, str]:
        return editions_offered(user)


def edition_shown(user: Any, said: str) -> tuple[Title, EditionInfo]:
    """Return the draft edition that *said* means, with its game; see `games.catalog.draft_for`.

    *Raises:* `BadOptions`, the same for a draft that is absent and for one that *user* may not see.
    """
    revision = _revision(user, said)
    if revision.stage == _Stage.CHECKING:
        raise BadOptions(f"Revision {revision.number} is still being checked. Try again in a few seconds.")
    if revision.stage == _Stage.REFUSED:
        raise BadOptions(f"Revision {revision.number} can’t be played: {revision.reason}")
    title = revision.draft.title
    return catalog.title(title), catalog.edition(title, slug_of(revision.draft_id, revision.number))


def editions_offered(user: Any) -> dict[str, str]:
    """Return the names of the newest revisions that can be played, by slug: *user*'s own drafts first."""
    playable = Max("revisions__number", filter=Q(revisions__stage=_Stage.PLAYABLE))
    found = drafts_for(user).annotate(number=playable).exclude(number=None)
    drafts = list(found.order_by("-changed_at")[:MOST_OFFERED])
    if user is not None and user.is_authenticated:
        own = list(found.filter(owner=user).order_by("-changed_at")[:MOST_OFFERED])
        drafts = [*own, *(draft for draft in drafts if draft not in own)][:MOST_OFFERED]
    return {slug_of(draft.pk, draft.number): f"{draft.name}, revision {draft.number}" for draft in drafts}


def _asked(edition: str) -> tuple[str, int] | None:
    return read_slug(edition) if catalog.is_draft(edition) else None


@lru_cache(maxsize=1024)
def _base_of(draft_id: str) -> tuple[str, str] | None:
    """Return the title and the base of a draft, which never change; None if there is no such draft."""
    return Draft.objects.filter(pk=draft_id).values_list("title", "base").first()


def _revision(user: Any, said: str) -> DraftRevision:
    asked = read_slug(said)
    if not asked and not is_draft_id(said.removeprefix(DRAFT)):
        raise BadOptions("A draft edition is written draft:<id>@<revision>, as its page says.")
    try:
        if asked:
            return revision_for(user, *asked)
        draft = draft_for(user, said.removeprefix(DRAFT))
    except Http404:
        raise BadOptions(f"There is no draft edition “{said}”, or you aren’t allowed to see it.") from None
    found = draft.revisions.filter(stage=_Stage.PLAYABLE).order_by("-number").first()
    if found is None:
        raise BadOptions(f"“{draft.name}” has no revision that can be played yet.")
    found.draft = draft
    return found
