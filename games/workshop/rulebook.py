"""What the page of a draft's rulebook shows: reworded paragraphs, those concerned, and all others."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from games.drafts.exporting import anchors
from games.drafts.models import Draft
from games.drafts.texts import paragraphs
from games.engine.drafting import rules_of
from games.engine.protocol import Drafting
from games.workshop.page import Shown, working
from games.workshop.still_said import still_said
from scrapsite.common.rulebook import Paragraph, connected


@dataclass(frozen=True)
class Chapter:
    """*lines:* its paragraphs without other words."""

    title: str
    lines: tuple[Paragraph, ...]


def rulebook_of(draft: Draft, user: Any) -> dict[str, Any]:
    """Return what the page of the draft's rulebook needs."""
    shown = working(draft)
    lines = [line for line in paragraphs(draft) if line.anchor not in shown.changes.texts]
    still = still_said(shown, draft)
    concerned = _concerned(shown) - {each.line.anchor for each in still}
    return {
        "draft": draft,
        "shown": shown,
        "concerned": [line for line in lines if line.anchor in concerned],
        "still": still,
        "chapters": _chapters(lines),
        "proposals": list(draft.proposals.all()),
        "may_propose": connected().may_discuss(user, draft.title),
        "summary": f"As in the draft {draft.name}" if _is_listed(draft) else "",
        "reason": _reason(draft),
    }


def _concerned(shown: Shown) -> frozenset[str]:
    """Return the anchors of the paragraphs that the changes of cards and figures concern."""
    drafting = shown.title.drafting
    if drafting is None or shown.edition is None:
        return _of_figures(shown, drafting)
    return frozenset(anchors(drafting, shown.base, shown.edition, shown.groups))


def _of_figures(shown: Shown, drafting: Drafting | None) -> frozenset[str]:
    fields = [parameter.field for parameter in drafting.parameters] if drafting else []
    changed = (field for field in fields if field.key in shown.changes.parameters)
    return frozenset(anchor for field in changed for anchor in rules_of(field))


def _chapters(lines: Sequence[Paragraph]) -> tuple[Chapter, ...]:
    found: dict[str, list[Paragraph]] = {}
    for line in lines:
        found.setdefault(line.chapter, []).append(line)
    return tuple(Chapter(title, tuple(inside)) for title, inside in found.items())


def _is_listed(draft: Draft) -> bool:
    return draft.visibility == Draft.Visibility.LISTED and not draft.moderation


def _reason(draft: Draft) -> str:
    """Return the reason that the form of a proposal begins with. Only a listed draft is named in it."""
    if not _is_listed(draft):
        return ""
    return f"It belongs to [a draft]({reverse('games:draft_detail', args=[draft.pk])}) of the workshop."
