"""What differs in a draft from the edition whose rulebook is in its box, in words for the table."""

from games import catalog
from games.drafts.differences import Difference, Group, differences
from games.engine.errors import BadOptions

_SORTS = {"new": "a new card", "out": "is taken out"}


def changes_of(game: str, edition: str) -> list[str]:
    """Return a line for each rule and card that differs; none for a published edition."""
    title = catalog.title(game)
    if not catalog.is_draft(edition) or title.drafting is None:
        return []
    try:
        info = catalog.edition(game, edition)
    except BadOptions:
        return []
    return [_line(group) for group in differences(title.drafting, title.editions[info.base], info)]


def _line(group: Group) -> str:
    said = "; ".join(_said(line) for line in group.lines)
    sort = _SORTS.get(group.sort, "")
    if not said:
        return f"{group.name} {sort}."
    return f"{group.name}{f', {sort}' if sort else ''}: {said}"


def _said(line: Difference) -> str:
    change = f"{line.old} → {line.new}" if line.old else line.new
    return f"{line.what} {change}" if line.what else change
