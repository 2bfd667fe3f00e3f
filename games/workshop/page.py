"""What the page of a draft shows, and the lists of drafts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Q, QuerySet
from django.urls import reverse
from django.utils.http import urlencode

from games import catalog
from games.drafts import questions, texts
from games.drafts.access import drafts_for, is_owner
from games.drafts.actions.changing import is_saved
from games.drafts.actions.making import names_mark
from games.drafts.differences import Group, differences
from games.drafts.editing import mark_of
from games.drafts.editions import changes_of, drafting_of, edition_of, working_edition
from games.drafts.models import Draft, DraftReader, DraftRevision
from games.drafts.slugs import slug_of
from games.engine.drafting import Changes, DraftRefused, Problem
from games.engine.errors import BadOptions
from games.engine.protocol import EditionInfo, Title
from scrapsite.common.requests import tidy_words
from scrapsite.common.rulebook import Reworded

MOST_LISTED = 50
LONGEST_QUESTION = 60


@dataclass(frozen=True)
class Shown:
    """A state of a draft as it is shown. *edition:* None if the changes make none; *problems* say why.

    *groups:* what differs from the base. *texts:* paragraphs of the rulebook with other words.
    """

    title: Title
    base: EditionInfo
    changes: Changes
    edition: EditionInfo | None
    groups: tuple[Group, ...]
    problems: tuple[Problem, ...] = ()
    texts: tuple[Reworded, ...] = ()


@dataclass(frozen=True)
class Source:
    """What a draft was copied from: revision *number* of *draft*. *is_seen:* the visitor may see it."""

    draft: Draft
    number: int
    is_seen: bool


def working(draft: Draft) -> Shown:
    """Return the draft as its owner sees it."""
    title, base = catalog.title(draft.title), catalog.published(draft.title, draft.base)
    changes, drafting = changes_of(draft.working), drafting_of(title)
    said = texts.reworded(draft, changes)
    try:
        edition = working_edition(draft, changes)
    except DraftRefused as refused:
        return Shown(title, base, changes, None, tuple(_named(base, changes)), refused.problems, said)
    return Shown(title, base, changes, edition, differences(drafting, base, edition), texts=said)


def saved(revision: DraftRevision, against: EditionInfo | None = None) -> Shown:
    """Return a revision, compared with its base or with the edition *against*."""
    draft = revision.draft
    title, base = catalog.title(draft.title), catalog.published(draft.title, draft.base)
    changes = changes_of(revision.changes)
    said = texts.reworded(draft, changes)
    try:
        edition = edition_of(revision)
    except BadOptions as error:
        return Shown(title, base, changes, None, (), (Problem("changes", error.reason),), said)
    groups = differences(drafting_of(title), against or base, edition)
    return Shown(title, base, changes, edition, groups, texts=said)


def page_of(draft: Draft, user: Any, key: str = "") -> dict[str, Any]:
    """Return what the page of the draft needs."""
    revisions = list(draft.revisions.order_by("-number"))
    for revision in revisions:
        revision.draft = draft
    is_mine, is_by_key = is_owner(user, draft), needs_key(user, draft, key)
    newest = revisions[0] if revisions else None
    stage = DraftRevision.Stage.PLAYABLE
    playable = next((one for one in revisions if one.stage == stage and not lost_reason(one)), None)
    seen = working(draft) if is_mine else saved(newest) if newest else working(draft)
    return {
        "draft": draft,
        "shown": seen,
        "title": seen.title,
        "is_mine": is_mine,
        "revisions": revisions,
        "newest": newest,
        "readers_revision": None if is_mine else newest,
        "source": _source_of(draft, user),
        "playable": playable,
        "newest_lost": lost_reason(newest) if newest else "",
        "playable_slug": slug_of(draft.pk, playable.number) if playable else "",
        "is_saved": is_saved(draft),
        "can_undo": draft.before != "[]",
        "share_path": share_path(draft),
        "questions": questions.ALL,
        "asked": draft.questions.split(),
        "questions_mark": mark_of(draft.questions),
        "names_mark": names_mark(draft),
        "working_mark": mark_of(draft.working),
        "visibilities": Draft.Visibility.choices,
        "key": key if is_by_key else "",
        "query": query_of(key) if is_by_key else "",
    }


def _source_of(draft: Draft, user: Any) -> Source | None:
    """Return what the draft is a copy of; None if of nothing, or of what is gone."""
    found = draft.copied_from
    if found is None or found.draft.hidden_at is not None:
        return None
    is_seen = drafts_for(user).filter(pk=found.draft_id).exists()
    return Source(found.draft, found.number, is_seen)


def lost_reason(revision: DraftRevision) -> str:
    """Return why the site can't make the edition of a revision any more, or an empty text."""
    try:
        edition_of(revision)
    except BadOptions as error:
        return error.reason
    return ""


def needs_key(user: Any, draft: Draft, key: str) -> bool:
    """Return whether *user* sees the draft by nothing but the *key* of its link."""
    return bool(key) and not drafts_for(user).filter(pk=draft.pk).exists()


def query_of(key: str) -> str:
    """Return what addresses of the draft end with for those who have but its key."""
    return f"?{urlencode({'key': key})}"


def share_path(draft: Draft) -> str:
    """Return the address that the owner hands on, or an empty text."""
    if draft.moderation == Draft.Moderation.HIDDEN:
        return ""
    path = reverse("games:draft_detail", args=[draft.pk])
    if draft.visibility == Draft.Visibility.LINK:
        return f"{path}{query_of(draft.share_key)}"
    return path if draft.visibility == Draft.Visibility.LISTED and not draft.moderation else ""


def lists(user: Any, question: str) -> dict[str, Any]:
    """Return the drafts that *user* may find, those with *question* in their name or summary."""
    words = tidy_words(question)[:LONGEST_QUESTION]
    found = drafts_for(user).select_related("owner__profile").annotate(number=Max("revisions__number"))
    if words:
        found = found.filter(Q(name__icontains=words) | Q(summary__icontains=words))
    mine = found.filter(owner=user) if user.is_authenticated else found.none()
    listed = found.filter(visibility=Draft.Visibility.LISTED)
    if user.is_authenticated:
        listed = listed.exclude(owner=user)
    return {
        "question": words,
        "mine": _lines(mine),
        "opened": _lines(_opened(found, user)),
        "listed": _lines(listed),
        "titles": [title for title in catalog.titles() if title.drafting],
    }


def _opened(found: QuerySet[Draft], user: Any) -> QuerySet[Draft]:
    if not user.is_authenticated:
        return found.none()
    opened = DraftReader.objects.filter(user=user).values("draft")
    return found.filter(visibility=Draft.Visibility.LINK, pk__in=opened)


def _lines(drafts: QuerySet[Draft]) -> list[dict[str, Any]]:
    found: Sequence[Draft] = list(drafts[:MOST_LISTED])
    return [{"draft": draft, "title": catalog.title(draft.title)} for draft in found]


def _named(base: EditionInfo, changes: Changes) -> list[Group]:
    """Return the changes by name alone, where they make no edition to compare with."""
    names = {card.slug: card.name for card in base.cards}
    return [
        *(Group(f"parameters/{key}", key.replace("_", " "), "rule") for key in changes.parameters),
        *(Group(f"cards/{slug}", names.get(slug, slug), "changed", (), slug) for slug in changes.cards),
        *(Group(f"new/{card.slug}", card.name, "new", (), card.slug) for card in changes.new),
        *(Group(f"out/{slug}", names.get(slug, slug), "out", (), slug) for slug in changes.out),
    ]
