"""An edition of Junkyard as the source that publishes it."""

from games.engine.drafting.source import EditionSource, expression_of, fields_of
from games.titles.junkyard.edition import JUNK, Edition, Kind

_COLUMNS = (
    *("edition", "slug", "name", "type", "charge", "value", "quantity", "starter", "recommended", "icon"),
    "text",
)
_RENUMBERED = (
    "Kinds of junk are numbered in the order of the rows, so those after one that was taken out get other "
    "initiatives than in the draft."
)


def source_of(before: Edition, edition: Edition, slug: str) -> EditionSource:
    """Return *edition*, which was made of *before*, as the published edition *slug*."""
    old = {kind.slug: kind.effects for kind in before.kinds}
    changed = {
        kind.slug: expression_of(kind.effects) for kind in edition.kinds if old.get(kind.slug) != kind.effects
    }
    is_shorter = any(kind.slug not in edition.by_slug for kind in before.box)
    fields = fields_of(edition, ("slug", "summary", "kinds"))
    return EditionSource(
        columns=_COLUMNS,
        rows=tuple(_row(kind, slug) for kind in edition.kinds),
        tables={"EFFECTS": changed} if changed else {},
        fields={"kinds": f"read_kinds({expression_of(slug)})", **fields},
        notes=(_RENUMBERED,) if is_shorter else (),
    )


def _row(kind: Kind, slug: str) -> dict[str, str]:
    plain = ("slug", "name", "type", "charge", "value", "quantity", "icon")
    is_junk = kind.type == JUNK
    return {
        "edition": slug,
        **{column: str(getattr(kind, column)) for column in plain},
        "starter": "" if is_junk else str(kind.starter),
        "recommended": "yes" if is_junk and kind.recommended else "",
        "text": kind.printed,
    }
