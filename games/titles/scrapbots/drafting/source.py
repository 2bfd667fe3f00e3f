"""An edition of Scrapbots as the source that publishes it."""

from games.engine.drafting.source import EditionSource, expression_of, fields_of
from games.engine.effects import Effect, Steps
from games.titles.scrapbots.edition import SCRAPBOT, Edition, Kind
from games.titles.scrapbots.state import KIND

_COLUMNS = (
    *("edition", "slug", "name", "type", "scrap", "energy", "health", "quantity", "starter", "icon"),
    *("first_cost", "first_text", "second_cost", "second_text"),
)
_PLAIN = _COLUMNS[1:10]
_PRICE = " Energy"


def source_of(before: Edition, edition: Edition, slug: str) -> EditionSource:
    """Return *edition*, which was made of *before*, as the published edition *slug*."""
    changed = {
        row.slug: _abilities(row)
        for row in edition.rows.values()
        if row.slug not in before.rows or row.abilities != before.rows[row.slug].abilities
    }
    fields = fields_of(edition, ("slug", "date", "summary", "rows", "own"))
    new = [row.slug for row in edition.rows.values() if row.slug not in KIND]
    notes = f"Add to the end of `KINDS` in `state.py`, which stored matches count on: {', '.join(new)}."
    return EditionSource(
        columns=_COLUMNS,
        rows=tuple(_row(row, slug) for row in edition.rows.values()),
        tables={"ABILITIES": changed} if changed else {},
        fields={**fields, "rows": f"read_kinds({expression_of(slug)})"},
        notes=(notes,) if new else (),
    )


def _row(row: Kind, slug: str) -> dict[str, str]:
    cells = {"edition": slug, **{column: str(getattr(row, column)) for column in _PLAIN}}
    for place, line in zip(("first", "second"), row.printed, strict=False):
        cells |= {f"{place}_cost": line.cost.removesuffix(_PRICE), f"{place}_text": line.text}
    return cells


def _abilities(row: Kind) -> str:
    if not row.abilities:
        return "()"
    if row.type == SCRAPBOT:
        attacks = ", ".join(
            f"attack({ability.energy}, {_in_order(ability.does)})" for ability in row.abilities
        )
        return f"({attacks}{',' if len(row.abilities) == 1 else ''})"
    return f"text({_in_order(row.abilities[0].does)})"


def _in_order(does: Effect) -> str:
    effects = does.steps if isinstance(does, Steps) else (does,)
    return ", ".join(map(expression_of, effects))
