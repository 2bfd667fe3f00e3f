"""Other words for paragraphs of the rulebook: written, and proposed to the wiki.

The rulebook's writer may take a moment, so it is asked before the database is locked.
"""

from typing import Any

from games.drafts import texts
from games.drafts.access import own_draft
from games.drafts.actions.changing import LONGEST_WORKING, TOO_LONG, change_draft
from games.drafts.editing import with_text
from games.drafts.editions import changes_of
from games.drafts.errors import BadWords
from games.drafts.models import Draft, DraftProposal
from games.drafts.texts import digest_of
from games.engine.drafting import Changes, DraftRefused, Problem
from scrapsite.common.rulebook import BadText, Written, connected
from scrapsite.server.work.once import Note, forget


def write_text(user: Any, draft_id: str, anchor: str, text: str, seen: str = "") -> Draft:
    """Give a paragraph other words in the working copy; return the draft. Words as in the base are no change.

    *seen:* see `change_draft`. *Raises:* `Http404`, `BadText`, `Overtaken`, `DraftRefused` for one change too
    many.
    """
    draft = own_draft(user, draft_id)
    made = texts.write(draft, anchor, text)
    words = made.text if made.is_new else ""
    if words:
        texts.store(draft, {digest_of(anchor, words): made})
    at = f"texts/{anchor}"
    return change_draft(user, draft_id, lambda changes: with_text(changes, anchor, words), at, (at, seen))


def write_texts(draft: Draft, changes: Changes) -> dict[str, str]:
    """Have the rulebook make all texts of *changes*, and return them as they are to be kept, by anchor.

    *Raises:* `DraftRefused`, at the first text that the rulebook refuses.
    """
    wanted, cards = changes.texts, texts.new_cards(changes)
    if sum(map(len, wanted.values())) > LONGEST_WORKING:
        raise DraftRefused((Problem("texts", TOO_LONG),))
    known = changes_of(draft.working).texts
    found: dict[str, str] = {}
    made: dict[str, Written] = {}
    for anchor, text in sorted(wanted.items()):
        if known.get(anchor) == text:
            found[anchor] = text
            continue
        try:
            new = texts.write(draft, anchor, text, cards)
        except BadText as error:
            raise DraftRefused((Problem(f"texts/{anchor}", error.reason),)) from error
        if new.is_new:
            found[anchor], made[digest_of(anchor, new.text)] = new.text, new
    texts.store(draft, made)
    return found


def propose_texts(
    user: Any, draft_id: str, summary: str, reason: str, note_done: Note = forget
) -> DraftProposal:
    """Submit the texts of the working copy as a proposal to the rulebook, and return where it is.

    *note_done:* see `once`. *Raises:* `Http404`, `BadWords`, `BadText`.
    """
    draft = own_draft(user, draft_id)
    wanted = changes_of(draft.working).texts
    found = texts.written(draft, wanted)
    if not wanted:
        raise BadWords("This draft has no reworded paragraphs. Reword one first.")
    if lost := [anchor for anchor in wanted if anchor not in found]:
        raise BadWords(f"The rulebook can’t take these paragraphs any more: {', '.join(lost)}.")
    made = DraftProposal(draft=draft)

    def done(address: str) -> None:
        made.address = address
        made.save()
        note_done(made.pk)

    connected().propose(user, draft.title, draft.base, found, summary, reason, done)
    return made
