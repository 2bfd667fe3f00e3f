"""The words of rules that a draft changes, and what the rulebook of its base makes of them."""

import hashlib
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils.html import escape
from django.utils.safestring import SafeString

from games.drafts.editions import changes_of
from games.drafts.models import Draft, DraftText
from games.engine import codec
from games.engine.drafting import Changes
from scrapsite.common.rulebook import BadText, Names, Paragraph, Reworded, Written, connected

MOST_SPARE = 300  # texts of no revision


def paragraphs(draft: Draft) -> Sequence[Paragraph]:
    """Return the paragraphs of the base's rulebook that can be reworded; none without a rulebook."""
    return connected().paragraphs(draft.title, draft.base)


def write(draft: Draft, anchor: str, text: str, cards: Names | None = None) -> Written:
    """Return what *text* makes of a paragraph. It may take a moment. *Raises:* `BadText`.

    *cards:* names by slug of the new cards that it may link to, by default those of the working copy.
    """
    known = new_cards(changes_of(draft.working)) if cards is None else cards
    return connected().write(draft.title, draft.base, anchor, text, known)


def new_cards(changes: Changes) -> Names:
    """Return the names of the new cards by slug."""
    return {card.slug: card.name for card in changes.new}


def preview(draft: Draft, anchor: str, text: str) -> Reworded:
    """Return how *text* would read. *Raises:* `BadText`."""
    made = {anchor: write(draft, anchor, text)}
    return connected().reworded(draft.title, draft.base, made, new_cards(changes_of(draft.working)))[0]


def reworded(draft: Draft, changes: Changes) -> tuple[Reworded, ...]:
    """Return the texts of *changes* as pages show them, in the order of the book."""
    texts = changes.texts
    found = written(draft, texts)
    shown = connected().reworded(draft.title, draft.base, found, new_cards(changes))
    return (*shown, *(_plain(anchor, text) for anchor, text in texts.items() if anchor not in found))


def written(draft: Draft, texts: Mapping[str, str]) -> dict[str, Written]:
    """Return what the rulebook has made of *texts*, by anchor.

    What isn't stored any more is made anew, and left out if the rulebook refuses it by now.
    """
    if not texts:
        return {}
    digests = {anchor: digest_of(anchor, text) for anchor, text in texts.items()}
    stored = DraftText.objects.filter(draft=draft, digest__in=digests.values())
    by_digest = {row.digest: Written(row.block, row.was) for row in stored}
    found: dict[str, Written] = {}
    for anchor, digest in digests.items():
        try:
            found[anchor] = by_digest.get(digest) or write(draft, anchor, texts[anchor])
        except BadText:
            continue
    return found


def store(draft: Draft, made: Mapping[str, Written]) -> None:
    """Store what the rulebook has made, by digest, and forget the oldest that nobody can come back to.

    What the draft's page shows has to be stored: it would be made anew each time somebody looks.
    """
    if not made:
        return
    with transaction.atomic():
        for digest, new in made.items():
            values = {"block": new.block, "was": new.was}
            DraftText.objects.update_or_create(draft=draft, digest=digest, defaults=values)
        spare = DraftText.objects.filter(draft=draft, is_kept=False).order_by("-pk")
        old = list(spare.values_list("pk", "digest")[MOST_SPARE:])
        in_reach = _in_reach(draft) if old else frozenset()
        DraftText.objects.filter(pk__in=[pk for pk, digest in old if digest not in in_reach]).delete()


def copy_texts(source: Draft, copy: Draft, texts: Mapping[str, str]) -> None:
    """Give *copy* what the rulebook has made of *texts* in *source*."""
    rows = _rows(source, texts)
    store(copy, {row.digest: Written(row.block, row.was) for row in rows})


def keep_texts(draft: Draft, texts: Mapping[str, str]) -> None:
    """Keep *texts* for good, as a revision has them now."""
    if texts:
        _rows(draft, texts).update(is_kept=True)


def keep_written(draft: Draft, texts: Mapping[str, str]) -> None:
    """Keep *texts* for good, and have the rulebook make those that aren't stored. It may take a moment."""
    made = written(draft, texts)
    store(draft, {digest_of(anchor, texts[anchor]): new for anchor, new in made.items()})
    keep_texts(draft, texts)


def digest_of(anchor: str, text: str) -> str:
    """Return what a stored text is found by."""
    return hashlib.sha256(f"{anchor}\n{text}".encode()).hexdigest()


def _in_reach(draft: Draft) -> frozenset[str]:
    """Return the digests of the texts of the working copy, and of those that undoing brings back."""
    states = (draft.working, *codec.from_json(list[str], draft.before))
    return frozenset(digest_of(*text) for state in states for text in changes_of(state).texts.items())


def _rows(draft: Draft, texts: Mapping[str, str]) -> QuerySet[DraftText]:
    digests = [digest_of(anchor, text) for anchor, text in texts.items()]
    return DraftText.objects.filter(draft=draft, digest__in=digests)


def _plain(anchor: str, text: str) -> Reworded:
    words = SafeString(f"<p>{escape(text)}</p>")
    return Reworded(anchor, anchor, words, SafeString(""), "", is_moved=True)
