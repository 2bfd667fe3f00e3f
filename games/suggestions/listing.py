"""The searches about a draft in a line each, as its page lists them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.drafts.models import Draft
from games.engine.errors import GameError
from games.suggestions.asking import searches_of
from games.suggestions.models import SuggestionSearch
from games.suggestions.page import SearchPage, page_of

MOST_LINES = 5


@dataclass(frozen=True, slots=True)
class SearchLine:
    """*wish:* what is wanted, in words; empty if the rules no longer know it. *best:* what it has found."""

    search: SuggestionSearch
    wish: str
    best: str


def lines_of(user: Any, draft: Draft) -> list[SearchLine]:
    """Return the newest searches of *user* that began with *draft*."""
    return [_line(search) for search in searches_of(user, draft)[:MOST_LINES]]


def _line(search: SuggestionSearch) -> SearchLine:
    try:
        page = page_of(search)
    except GameError:  # what the draft was then can't be made any more
        return SearchLine(search, "", "")
    return SearchLine(search, " ".join(page.targets), _best(page) if search.made_at else "")


def _best(page: SearchPage) -> str:
    if page.stands:
        return f"The present figures {page.stands} such games."
    found = next((one for one in page.suggestions if one.place == 1), None)
    if found is None:
        return "Nothing better was found."
    values = (f"{name} {value}" for name, (value, _) in zip(page.figures, found.values, strict=True))
    said = (f"{finding.value}, {finding.verdict}" for finding in found.findings)
    return f"Best: {', '.join(values)}: {'; '.join(said)}."
