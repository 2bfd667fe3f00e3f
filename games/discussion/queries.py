"""The discussion of a draft as one reader sees it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Min, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils.safestring import SafeString

from games.discussion.models import DraftComment
from games.drafts.models import Draft
from games.matches.models import Mute
from games.talk.readers import may_moderate
from scrapsite.common.players import author_name
from scrapsite.common.rulebook import connected

NEWEST = 20  # of each thread, where all of them are shown
MOST_SHOWN = 300  # on one page


@dataclass(frozen=True, slots=True)
class Said:
    """A comment. *state:* shown, deleted or hidden; then *html* is empty, but for moderators.

    *revision:* the newest one when it was written, 0 for none.
    """

    pk: int
    author: str
    html: SafeString
    at: datetime
    edited_at: datetime | None
    revision: int
    state: str
    may_change: bool
    may_report: bool
    may_mute: bool
    may_hide: bool


@dataclass(frozen=True, slots=True)
class Thread:
    """What was said about one place, oldest first. *older:* how many are left out before them."""

    about: str
    comments: tuple[Said, ...]
    older: int


@dataclass(frozen=True, slots=True)
class Discussion:
    """*muted:* how many comments are left out because the reader muted who wrote them."""

    threads: tuple[Thread, ...]
    muted: int


def discussion(draft: Draft, user: Any, about: str | None = None) -> Discussion:
    """Return the discussion as *user*, who may see the draft, reads it; that of the whole draft first.

    These are the newest `MOST_SHOWN` comments. *about:* one place alone, with all that was said there.
    """
    rows = DraftComment.objects.filter(draft=draft).select_related("author__profile")
    if about is not None:
        rows = rows.filter(about=about)
    muted = rows.filter(author__in=_muted_by(user)) if user.is_authenticated else rows.none()
    said = rows.exclude(pk__in=muted.values("pk"))
    per_place = said.order_by().values("about").annotate(first=Min("pk"), comments=Count("pk"))
    in_all = {"": 0} | dict(per_place.order_by("first").values_list("about", "comments"))
    by_place: dict[str, list[DraftComment]] = {place: [] for place in in_all}
    for row in reversed(said.order_by("-pk")[:MOST_SHOWN]):
        by_place.setdefault(row.about, []).append(row)
    most, moderates = NEWEST if about is None else MOST_SHOWN, may_moderate(user)
    threads = tuple(
        Thread(
            place,
            tuple(_said(row, draft, user, moderates) for row in found[-most:]),
            max(0, in_all.get(place, 0) - len(found[-most:])),
        )
        for place, found in by_place.items()
        if found or in_all.get(place)
    )
    return Discussion(threads, muted.count())


def counts(draft: Draft) -> Mapping[str, int]:
    """Return how many comments can be read about each place of the draft."""
    shown = DraftComment.objects.filter(draft=draft, deleted_at=None, hidden_at=None)
    found = shown.order_by().values_list("about").annotate(Count("pk"))
    return {str(about): int(count) for about, count in found}


def comment_of(draft: Draft, pk: int, user: Any) -> DraftComment:
    """Return a comment on the draft that *user* may read. *Raises:* `Http404`."""
    found = DraftComment.objects.filter(draft=draft, pk=pk, deleted_at=None).select_related("author__profile")
    if not may_moderate(user):
        found = found.filter(hidden_at=None)
    comment = found.first()
    if comment is None:
        raise Http404("No such comment.")
    comment.draft = draft
    return comment


def address_of(comment: DraftComment) -> str:
    """Return the path at which *comment* is read, however many came after it."""
    about = urlencode({"about": comment.about})
    return f"{reverse('games:discussion', args=[comment.draft_id])}?{about}#comment-{comment.pk}"


def html_of(draft: Draft, html: str) -> SafeString:
    """Return the stored HTML of a comment for a page."""
    return connected().comment_html(draft.title, draft.base, html)


def _said(row: DraftComment, draft: Draft, user: Any, moderates: bool) -> Said:
    state = "deleted" if row.deleted_at else "hidden" if row.hidden_at else "shown"
    is_mine = bool(user.is_authenticated) and row.author_id == user.pk
    may_report = bool(user.is_authenticated) and not is_mine and state == "shown"
    is_read = state == "shown" or (state == "hidden" and moderates)
    return Said(
        pk=row.pk,
        author=author_name(row.author),
        html=html_of(draft, row.html) if is_read else SafeString(""),
        at=row.created_at,
        edited_at=row.edited_at,
        revision=row.revision,
        state=state,
        may_change=is_mine and state == "shown",
        may_report=may_report,
        may_mute=may_report and row.author_id is not None,
        may_hide=moderates and state != "deleted",
    )


def _muted_by(user: Any) -> QuerySet[Mute, int]:
    return Mute.objects.filter(user=user).values_list("muted", flat=True)
