"""The slugs of draft editions: `draft:abcdefghij@3` is revision 3 of a draft."""

import re

from games.catalog import DRAFT
from games.matches.access import is_match_id

_SLUG = re.compile(rf"{DRAFT}([a-z2-9]{{10}})@([1-9][0-9]{{0,5}})\Z")
WORKING = 0  # no revision: the changes as their owner sees them


def slug_of(draft_id: str, number: int) -> str:
    """Return the slug of the edition of a revision."""
    return f"{DRAFT}{draft_id}@{number}"


def read_slug(slug: str) -> tuple[str, int] | None:
    """Return the draft's id and the revision's number that *slug* names, or None if it is none of a draft."""
    found = _SLUG.match(slug)
    return (found[1], int(found[2])) if found else None


def is_draft_id(text: str) -> bool:
    """Return whether *text* has the form of a draft's id."""
    return is_match_id(text)
