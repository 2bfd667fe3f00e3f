"""What pages of a rulebook show of proposals."""

from collections.abc import Mapping

from django import template

from rules.document.books import Book
from rules.wiki.queries.proposals import OpenProposal, open_proposals_at

register = template.Library()


@register.simple_tag
def said_of(checks: Mapping[str, str] | None, anchor: str) -> str:
    """Return what was chosen for the paragraph *anchor*; empty if nothing was."""
    return checks.get(anchor, "") if checks else ""


@register.simple_tag
def proposals_at(book: Book, anchor: str) -> tuple[OpenProposal, ...]:
    """Return the proposals that would change the paragraph at *anchor* and wait to be decided."""
    return open_proposals_at(book, anchor)
