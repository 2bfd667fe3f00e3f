"""Changing a draft: its working copy, one change at a time, and the revisions that are saved of it."""

from collections.abc import Callable
from typing import Any

from django.db import transaction

from games.drafts.access import own_draft
from games.drafts.checking import check_revision, may_be_tried_again
from games.drafts.editing import mark_at, mark_of
from games.drafts.editions import changes_of, working_edition
from games.drafts.errors import BadWords, Overtaken, Unchanged
from games.drafts.models import Draft, DraftRevision
from games.drafts.texts import keep_texts
from games.engine import codec
from games.engine.drafting import Changes, DraftRefused, Problem
from scrapsite.common.errors import Full
from scrapsite.common.requests import tidy_words
from scrapsite.server.work.once import Note, forget

LONGEST_NOTE = 200
MOST_REVISIONS = 300
LONGEST_WORKING = 100_000
# So many changes can be undone, while they take no more than so many characters.
MOST_BEFORE, LONGEST_BEFORE = 40, 400_000
MOST_LATER = 90  # steps of priority

TOO_LONG = "These are too many changes for one draft. Take some of them back first."
OVERTAKEN = "This has changed in another window since you opened it. Nothing is stored yet."
CHANGED_SINCE = "The draft has changed since this page was shown. Look at it again before you undo anything."

Edit = Callable[[Changes], Changes]


def change_draft(
    user: Any,
    draft_id: str,
    edit: Edit,
    at: str,
    seen: tuple[str, str] | None = None,
    note: Note = forget,
) -> Draft:
    """Change the working copy by *edit*, unless that is wrong at the place *at*; return the draft.

    Problems elsewhere, such as too few cards, are no reason: they may be on the way to something good. If
    *at* is empty, every problem is. *seen:* a place, and its mark (`mark_at`) when the form was shown; an
    empty mark is any. *note:* see `once`.
    *Raises:* `Http404`, `DraftRefused`, `Overtaken` if the place has changed since, and not to the same.
    """
    with transaction.atomic():
        draft = _locked(user, draft_id)
        before = changes_of(draft.working)
        changes = edit(before)
        if seen is not None:
            _check_seen(before, changes, *seen)
        refused = [problem for problem in problems_of(draft, changes) if is_at(problem, at)]
        if refused:
            raise DraftRefused(tuple(refused))
        text = codec.to_json(changes)
        if len(text) > LONGEST_WORKING:
            raise DraftRefused((Problem("changes", TOO_LONG),))
        if text != draft.working:
            draft.before = codec.to_json(_before(draft))
            draft.working = text
            draft.save(update_fields=["working", "before", "changed_at"])
        note(draft.pk)
    return draft


def undo_change(user: Any, draft_id: str, seen: str = "") -> Draft:
    """Take back the last change of the working copy, if there is one.

    *seen:* `mark_of` the working copy when the page was shown. *Raises:* `Http404`, `Overtaken`.
    """
    with transaction.atomic():
        draft = _locked(user, draft_id)
        _check_working(draft, seen)
        before = codec.from_json(list[str], draft.before)
        if before:
            draft.working = before.pop()
            draft.before = codec.to_json(before)
            draft.save(update_fields=["working", "before", "changed_at"])
    return draft


def discard_changes(user: Any, draft_id: str, seen: str = "") -> Draft:
    """Go back to the newest revision, or to the base; it can be undone.

    *seen:* as of `undo_change`. *Raises:* `Http404`, `Overtaken`.
    """
    with transaction.atomic():
        draft = _locked(user, draft_id)
        _check_working(draft, seen)
        newest = draft.revisions.order_by("-number").first()
        text = newest.changes if newest else codec.to_json(Changes())
        if text != draft.working:
            draft.before, draft.working = codec.to_json(_before(draft)), text
            draft.save(update_fields=["working", "before", "changed_at"])
    return draft


def save_revision(user: Any, draft_id: str, note: str = "") -> DraftRevision:
    """Store the working copy as a new revision, have it checked, and return it.

    If it is as the newest revision, that is returned, and tried again if it `may_be_tried_again`. Designers
    take turns: the more revisions of theirs wait to be checked, the later it is this one's turn.
    *Raises:* `Http404`, `DraftRefused`, `BadWords`, `Full`, `Unchanged` if it is as the base.
    """
    words = tidy_words(note)
    if len(words) > LONGEST_NOTE:
        raise BadWords(f"A note has at most {LONGEST_NOTE} characters.")
    with transaction.atomic():
        draft = _locked(user, draft_id)
        newest = draft.revisions.order_by("-number").first()
        if newest is not None and newest.changes == draft.working:
            if may_be_tried_again(newest):
                newest.stage, newest.reason = DraftRevision.Stage.CHECKING, ""
                newest.save(update_fields=["stage", "reason"])
                check_revision.enqueue(newest.pk)
            return newest
        if newest is None and changes_of(draft.working) == Changes():
            raise Unchanged("Nothing has changed. Change something first.")
        number = newest.number + 1 if newest else 1
        if number > MOST_REVISIONS:
            raise Full(
                f"This draft has {MOST_REVISIONS} revisions, which is the most. Go on with a copy of it."
            )
        changes = changes_of(draft.working)
        edition = working_edition(draft, changes)
        waiting = DraftRevision.objects.filter(draft__owner=user, stage=DraftRevision.Stage.CHECKING).count()
        revision = DraftRevision.objects.create(
            draft=draft, number=number, changes=draft.working, cards_hash=edition.cards_hash, note=words
        )
        keep_texts(draft, changes.texts)
        draft.save(update_fields=["changed_at"])
        check_revision.using(priority=-min(waiting, MOST_LATER)).enqueue(revision.pk)
    return revision


def problems_of(draft: Draft, changes: Changes) -> tuple[Problem, ...]:
    """Return everything that is wrong with *changes* of the draft's base."""
    try:
        working_edition(draft, changes)
    except DraftRefused as refused:
        return refused.problems
    return ()


def is_saved(draft: Draft) -> bool:
    """Return whether the working copy is as the newest revision or, without any, has no changes."""
    newest = draft.revisions.order_by("-number").values_list("changes", flat=True).first()
    return draft.working == (codec.to_json(Changes()) if newest is None else newest)


def _check_working(draft: Draft, seen: str) -> None:
    if seen and mark_of(draft.working) != seen:
        raise Overtaken(CHANGED_SINCE)


def _check_seen(before: Changes, after: Changes, at: str, mark: str) -> None:
    now = mark_at(before, at)
    if mark and now not in (mark, mark_at(after, at)):
        raise Overtaken(OVERTAKEN)


def _locked(user: Any, draft_id: str) -> Draft:
    """Return the draft of *user*, locked until the transaction ends. *Raises:* `Http404`."""
    return Draft.objects.select_for_update().get(pk=own_draft(user, draft_id).pk)


def _before(draft: Draft) -> list[str]:
    before = [*codec.from_json(list[str], draft.before), draft.working][-MOST_BEFORE:]
    while len(before) > 1 and sum(map(len, before)) > LONGEST_BEFORE:
        before.pop(0)
    return before


def is_at(problem: Problem, at: str) -> bool:
    """Return whether *problem* keeps a change at the place *at* from being stored."""
    return not at or problem.at == at or problem.at.startswith(f"{at}/") or problem.at == "changes"
