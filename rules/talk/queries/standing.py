"""Whether a paragraph still says what it said in an older revision."""

from collections.abc import Iterable
from typing import Literal

from rules.wiki.models import Edition, Paragraph

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

    def has(self, revision: int, anchor: str) -> bool:
        """Return whether the revision has such a paragraph."""
        return (revision, anchor) in self._found


def standing_since(edition: Edition, anchor: str, number: int) -> Standing:
    """Return how a paragraph of *edition* has changed since its revision *number*.

    One that was gone even then is current: nobody was shown other words of it.
    """
    then = edition.revisions.filter(number=number).values_list("pk", flat=True).first() or 0
    now = edition.head_id or 0
    texts = ParagraphTexts((then, now), (anchor,))
    if then and not texts.has(then, anchor) and not texts.has(now, anchor):
        return "current"
    return texts.standing(anchor, then, now)
