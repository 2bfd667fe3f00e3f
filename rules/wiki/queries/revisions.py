"""The revisions of a rulebook: who made them, when, why, and which are in force."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import Max

from rules.wiki.models import Paragraph, Proposal, Revision, RevisionKind
from scrapsite.common.players import FORMER_MEMBER, display_name

LEFT = FORMER_MEMBER
THE_SITE = "this site"


@dataclass(frozen=True, slots=True)
class RevisionLine:
    """One revision. *came_as:* where it came from, in words. *until:* when the next one took its place.

    *before:* the number of the one it follows, 0 for the first. *returns_to:* a number, 0 for none.
    *proposal:* the key of the proposal it was, 0 for none. *is_shipped:* whether the site brought the text.
    """

    game: str
    edition: str
    number: int
    created_at: datetime
    until: datetime | None
    author: str
    came_as: str
    summary: str
    is_head: bool
    before: int
    returns_to: int
    proposal: int
    is_shipped: bool


def revisions(game: str, edition: str = "") -> tuple[RevisionLine, ...]:
    """Return the revisions of a game's rulebook, or of one of its editions; the newest first."""
    found = Revision.objects.filter(edition__rulebook__game=game)
    if edition:
        found = found.filter(edition__slug=edition)
    rows = found.select_related("edition", "author__profile", "returns_to").defer(
        "blocks", "returns_to__blocks"
    )
    ordered = list(rows.order_by("edition", "-number"))
    proposed = [row.pk for row in ordered if row.kind == RevisionKind.PROPOSAL]
    proposals = dict(Proposal.objects.filter(revision__in=proposed).values_list("revision", "pk"))
    lines = (
        line
        for _, of_edition in groupby(ordered, key=lambda row: row.edition_id)
        for line in _lines(game, tuple(of_edition), proposals)
    )
    return tuple(sorted(lines, key=lambda line: line.created_at, reverse=True))


def revision_line(lines: Iterable[RevisionLine], number: int) -> RevisionLine | None:
    """Return the line of that number among those of one edition."""
    return next((line for line in lines if line.number == number), None)


def rewordings(lines: Sequence[RevisionLine], anchor: str) -> tuple[RevisionLine, ...]:
    """Return those of one edition's revisions that made or changed the paragraph *anchor*.

    *lines:* of that edition, the newest first.
    """
    if not lines:
        return ()
    words = dict(
        Paragraph.objects.filter(
            revision__edition__rulebook__game=lines[0].game,
            revision__edition__slug=lines[0].edition,
            anchor=anchor,
        )
        .order_by()
        .values_list("revision__number", "digest")
    )
    changed = (
        line for line in lines if line.number in words and words[line.number] != words.get(line.before)
    )
    return tuple(changed)


def worded_since(game: str, edition: str, anchors: Iterable[str]) -> dict[str, tuple[int, datetime]]:
    """Return the number and time of the revision since which each paragraph has its present words."""
    rows = Paragraph.objects.filter(
        revision__edition__rulebook__game=game, revision__edition__slug=edition, anchor__in=list(anchors)
    ).order_by("revision__number")
    found: dict[str, tuple[int, datetime]] = {}
    words: dict[str, str] = {}
    for anchor, digest, number, at in rows.values_list(
        "anchor", "digest", "revision__number", "revision__created_at"
    ):
        if words.get(anchor) != digest:
            words[anchor], found[anchor] = digest, (number, at)
    return found


def last_with(game: str, edition: str, anchor: str) -> int:
    """Return the number of the newest revision of an edition that has the paragraph *anchor*, 0 for none."""
    found = Paragraph.objects.filter(
        revision__edition__rulebook__game=game, revision__edition__slug=edition, anchor=anchor
    )
    return found.aggregate(last=Max("revision__number"))["last"] or 0


def authors_taken_back(made: Revision) -> set[int]:
    """Return the authors whose accepted proposals were in force before *made* and aren't with it."""
    rows = Revision.objects.filter(edition=made.edition_id, number__lte=made.number).order_by("number")
    in_force: dict[int, frozenset[int]] = {0: frozenset()}
    authors: dict[int, int | None] = {}
    for number, kind, author, back_to in rows.values_list("number", "kind", "author", "returns_to__number"):
        authors[number] = author if kind == RevisionKind.PROPOSAL else None
        is_return = kind == RevisionKind.REVERT
        in_force[number] = in_force[back_to or 0] if is_return else in_force[number - 1] | {number}
    undone = in_force[made.number - 1] - in_force[made.number]
    found = (authors[number] for number in undone)
    return {writer for writer in found if writer is not None}


def _lines(game: str, rows: Sequence[Revision], proposals: dict[int, int]) -> Iterable[RevisionLine]:
    """Yield the lines of one edition. *rows:* the newest first."""
    until: datetime | None = None
    for place, row in enumerate(rows):
        before = rows[place + 1].number if place + 1 < len(rows) else 0
        yield RevisionLine(
            game=game,
            edition=row.edition.slug,
            number=row.number,
            created_at=row.created_at,
            until=until,
            author=_author(row),
            came_as=RevisionKind(row.kind).label,
            summary=row.summary,
            is_head=row.pk == row.edition.head_id,
            before=before,
            returns_to=row.returns_to.number if row.returns_to else 0,
            proposal=proposals.get(row.pk, 0),
            is_shipped=row.author is None and row.kind == RevisionKind.SHIPPED,
        )
        until = row.created_at


def _author(row: Revision) -> str:
    if row.author is not None:
        return display_name(row.author)
    return THE_SITE if row.kind == RevisionKind.SHIPPED else LEFT
