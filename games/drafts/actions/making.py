"""Making drafts, copying them, and what they are called."""

from typing import Any

from django.db import transaction

from games import catalog
from games.drafts.access import own_draft
from games.drafts.actions.changing import OVERTAKEN
from games.drafts.editing import mark_of
from games.drafts.editions import changes_of, drafting_of
from games.drafts.errors import BadWords, Overtaken
from games.drafts.models import Draft, DraftRevision
from games.drafts.texts import copy_texts
from games.matches.actions.terms import tidy_name
from scrapsite.common import limits
from scrapsite.common.requests import tidy_words
from scrapsite.server.work.once import Note, forget

LONGEST_NAME, LONGEST_SUMMARY = 60, 300


def create_draft(
    user: Any, title: str, base: str, name: str, note: Note = forget, working: str = "{}"
) -> Draft:
    """Make a draft of the published edition *base*. *note:* see `once`. *working:* its changes, as JSON text.

    *Raises:* `BadOptions`, `CannotDraft`, `BadWords`, `Full`.
    """
    found = catalog.title(title)
    drafting_of(found)
    info, called = catalog.published(title, base), checked_name(name)
    return _made(user, {"title": found.slug, "base": info.slug, "name": called, "working": working}, note)


def copy_draft(
    user: Any, draft: Draft, revision: DraftRevision | None, name: str, note: Note = forget
) -> Draft:
    """Make a draft of *user* that begins as *revision*, or as the working copy of their own *draft*.

    *Raises:* `BadWords`, `Full`.
    """
    fields = {
        "title": draft.title,
        "base": draft.base,
        "name": checked_name(name),
        "summary": draft.summary,
        "working": revision.changes if revision else draft.working,
        "copied_from": revision or draft.revisions.order_by("-number").first(),
    }
    copy = _made(user, fields, note)
    copy_texts(draft, copy, changes_of(copy.working).texts)
    return copy


def rename_draft(user: Any, draft_id: str, name: str, summary: str, seen: str = "") -> Draft:
    """Give the draft another name and summary; return it.

    *seen:* `names_mark` when the form was shown. *Raises:* `Http404`, `BadWords`, `Overtaken`.
    """
    draft = own_draft(user, draft_id)
    before = names_mark(draft)
    draft.name, draft.summary = checked_name(name), tidy_words(summary)
    if len(draft.summary) > LONGEST_SUMMARY:
        raise BadWords(f"The summary has at most {LONGEST_SUMMARY} characters.")
    if seen and before not in (seen, names_mark(draft)):
        raise Overtaken(OVERTAKEN)
    draft.save(update_fields=["name", "summary", "changed_at"])
    return draft


def names_mark(draft: Draft) -> str:
    """Return a mark of the draft's name and summary."""
    return mark_of(f"{draft.name}\n{draft.summary}")


def count_drafts(user: Any) -> int:
    """Return how many drafts *user* has."""
    return Draft.objects.filter(owner=user, hidden_at=None).count()


def checked_name(text: str) -> str:
    """Return *text* as a name is stored. *Raises:* `BadWords`."""
    name = tidy_name(text)
    if not name:
        raise BadWords("Give the draft a name.")
    if len(name) > LONGEST_NAME:
        raise BadWords(f"The name of a draft has at most {LONGEST_NAME} characters.")
    return name


def _made(user: Any, fields: dict[str, Any], note: Note) -> Draft:
    limits.require_quota("drafts", user)
    with transaction.atomic():
        draft = Draft.objects.create(owner=user, **fields)
        note(draft.pk)
    return draft
