"""Whether a paragraph still says what it said in an older revision."""

from collections.abc import Iterable
from typing import Literal

from rules.wiki.models import Paragraph

Standing = Literal["current", "changed", "gone"]


class ParagraphTexts:
    """The paragraphs with these anchors in these revisions (by key), loaded with one query."""

    def __init__(self, revisions: Iterable[int], anchors: Iterable[str]) -> None:
        rows = Paragraph.objects.filter(revision__in=set(revisions), anchor__in=set(anchors)).order_by()
        self._found = {
            (revision, anchor): (digest, text)
            for revision, anchor, digest, text in rows.values_list("revision_id", "anchor", "digest", "text")
        }

    def standing(self, anchor: str, then: int, now: int) -> Standing:
        """Return how a paragraph changed between two revisions. A new number alone doesn't count."""
        old, new = self._found.get((then, anchor)), self._found.get((now, anchor))
        if new is None:
            return "gone"
        return "changed" if old is None or (old[0] != new[0] and old[1] != new[1]) else "current"
