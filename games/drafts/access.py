"""Access to drafts: who may see one, and who may play it. Hidden and absent are the same 404.

| the draft is | its owner | with its link | everybody else |
| ------------ | --------- | ------------- | -------------- |
| private      | yes       | no            | no             |
| link         | yes       | yes           | no             |
| listed       | yes       | yes           | yes            |
| hidden       | no        | no            | no             |

A moderator may take a draft off the list: it counts as private then, unless its owner hands on a link. One
that a moderator has hidden is its owner's alone.

Whoever may see a match that is played by a revision may also see the cards of that revision.
"""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils.crypto import constant_time_compare

from games import catalog
from games.drafts.errors import NotPlayable
from games.drafts.models import Draft, DraftReader, DraftRevision
from games.drafts.slugs import is_draft_id, read_slug, slug_of
from games.engine.errors import BadOptions
from games.engine.protocol import EditionInfo
from games.matches.access import visible_to
from games.matches.models import Match

_Visibility, _Moderation = Draft.Visibility, Draft.Moderation
_STILL_CHECKED = "This revision is still being checked. It can be played in a few seconds."


def drafts_for(user: Any) -> QuerySet[Draft]:
    """Return the drafts that *user*, or an anonymous visitor, may see without the key of a link."""
    shown = Draft.objects.filter(hidden_at=None)
    listed = Q(visibility=_Visibility.LISTED, moderation=_Moderation.NONE)
    if user is None or not user.is_authenticated:
        return shown.filter(listed)
    opened = DraftReader.objects.filter(draft=OuterRef("pk"), user=user, key=OuterRef("share_key"))
    by_link = Q(visibility=_Visibility.LINK) & ~Q(moderation=_Moderation.HIDDEN) & Exists(opened)
    return shown.filter(listed | Q(owner=user) | by_link)


def draft_for(user: Any, draft_id: str, key: str = "") -> Draft:
    """Return the draft. *key:* of its link. *Raises:* `Http404` if it is absent or hidden from *user*."""
    if not is_draft_id(draft_id):
        raise Http404("No such draft.")
    found = drafts_for(user).filter(pk=draft_id).select_related("owner__profile").first()
    if found is None and key:
        found = _by_key(draft_id, key)
    if found is None:
        raise Http404("No such draft.")
    return found


def own_draft(user: Any, draft_id: str) -> Draft:
    """Return the draft of *user*. *Raises:* `Http404` if it is absent or somebody else's."""
    found = draft_for(user, draft_id)
    if not is_owner(user, found):
        raise Http404("No such draft.")
    return found


def is_owner(user: Any, draft: Draft) -> bool:
    """Return whether the draft is that of *user*."""
    return bool(user.is_authenticated) and draft.owner_id == user.pk


def revision_of(draft: Draft, number: int) -> DraftRevision:
    """Return a revision of the draft, which may be seen. *Raises:* `Http404`."""
    found = DraftRevision.objects.filter(draft=draft, number=number).first()
    if found is None:
        raise Http404("No such revision.")
    found.draft = draft
    return found


def revision_for(user: Any, draft_id: str, number: int, key: str = "") -> DraftRevision:
    """Return a revision whose cards *user* may see: those of its draft, or of a match played by it.

    *Raises:* `Http404`.
    """
    try:
        return revision_of(draft_for(user, draft_id, key), number)
    except Http404:
        slug = slug_of(draft_id, number)
        if not read_slug(slug) or not visible_to(user).filter(edition=slug).exists():
            raise
    return DraftRevision.objects.select_related("draft__owner__profile").get(draft=draft_id, number=number)


def open_by_link(user: Any, draft: Draft, key: str) -> None:
    """Let *user* see the draft from now on, as they have the key of its link; other keys do nothing."""
    if user.is_authenticated and not is_owner(user, draft) and is_opened_by(draft, key):
        DraftReader.objects.update_or_create(draft=draft, user=user, defaults={"key": key})


def check_may_play(user: Any, title: object, edition: object, is_rated: bool) -> None:
    """Check that *user* may make a match of *edition*, if that is a draft.

    *user:* None for a visitor who becomes a guest. *Raises:* `BadOptions` as for an unknown edition,
    `NotPlayable`.
    """
    if not isinstance(title, str) or not isinstance(edition, str) or not catalog.is_draft(edition):
        return
    draft_id, number = read_slug(edition) or ("", 0)
    draft = drafts_for(user).filter(pk=draft_id, title=title).first()
    revision = DraftRevision.objects.filter(draft=draft, number=number).first() if draft else None
    if revision is None:
        raise catalog.unknown_edition(catalog.title(title), edition)
    if revision.stage == DraftRevision.Stage.CHECKING:
        raise NotPlayable(_STILL_CHECKED)
    if revision.stage == DraftRevision.Stage.REFUSED:
        raise NotPlayable(f"This revision can’t be played: {revision.reason}")
    if is_rated:
        raise BadOptions("A match of a draft edition doesn’t count for the ratings.")


def check_may_repeat(edition: str) -> None:
    """Check that whoever played a match of *edition* may play it again, if that is a draft.

    They needn't see the draft itself. *Raises:* `NotPlayable` if it was deleted or a moderator has hidden it.
    """
    if not catalog.is_draft(edition):
        return
    draft_id, _ = read_slug(edition) or ("", 0)
    shown = Draft.objects.filter(pk=draft_id, hidden_at=None).exclude(moderation=_Moderation.HIDDEN)
    if not shown.exists():
        raise NotPlayable(
            "This draft was removed by its owner or hidden by a moderator. Its matches can’t be played again."
        )


def edition_for(user: Any, title: str, edition: str) -> EditionInfo:
    """Return an edition that *user* may know of: a published one, or a draft that may be seen and played.

    *Raises:* `BadOptions` as for an unknown edition, or if the draft can't be played.
    """
    try:
        check_may_play(user, title, edition, is_rated=False)
    except NotPlayable as error:
        raise BadOptions(error.reason) from error
    return catalog.edition(title, edition)


def was_played(draft: Draft) -> bool:
    """Return whether any match has been made of the draft."""
    slugs = [slug_of(draft.pk, number) for number in draft.revisions.values_list("number", flat=True)]
    return Match.objects.filter(edition__in=slugs).exists()


def _by_key(draft_id: str, key: str) -> Draft | None:
    shared = Draft.objects.filter(pk=draft_id, hidden_at=None, visibility=_Visibility.LINK)
    found = shared.select_related("owner__profile").first()
    return found if found is not None and is_opened_by(found, key) else None


def is_opened_by(draft: Draft, key: str) -> bool:
    """Return whether *key* opens the draft."""
    return (
        draft.visibility == _Visibility.LINK
        and draft.moderation != _Moderation.HIDDEN
        and bool(draft.share_key)
        and constant_time_compare(draft.share_key, key)
    )
