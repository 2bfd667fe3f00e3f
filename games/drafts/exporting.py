"""A revision as a change of the repository to review: the files that publish it as an edition."""

import csv
import io
from collections.abc import Iterator, Mapping

from games import catalog
from games.drafts import texts
from games.drafts.differences import NONE, Group, differences
from games.drafts.editions import changes_of, drafting_of, edition_of
from games.drafts.models import DraftRevision
from games.engine.drafting import rules_of
from games.engine.drafting.source import EditionSource, expression_of
from games.engine.protocol import Drafting, EditionInfo
from scrapsite.common.rulebook import connected

_SORTS = {"rule": "Rules", "changed": "Changed cards", "new": "New cards", "out": "Cards taken out"}
_SHARED = (
    "All editions share the table `{table}`. These cards do something else in published ones, so each "
    "of them needs an entry for this edition alone: {slugs}."
)


def export_files(revision: DraftRevision, slug: str) -> dict[str, str]:
    """Return the files that publish *revision* as the edition *slug*: text by name.

    *Raises:* `BadOptions` if the edition can't be made any more.
    """
    draft = revision.draft
    title, base = catalog.title(draft.title), catalog.published(draft.title, draft.base)
    edition, drafting = edition_of(revision), drafting_of(title)
    source = drafting.source(base, edition, slug)
    groups = differences(drafting, base, edition)
    files = {
        "cards.csv": _cards(source),
        "edition.py": _edition(source, slug, draft.summary or draft.name),
        "rules.txt": "".join(
            f"{title.slug}:{anchor}\n" for anchor in anchors(drafting, base, edition, groups)
        ),
    }
    if reworded := texts.written(draft, changes_of(revision.changes).texts):
        said = connected()
        files["rulebook.md"] = "\n\n".join(said.source(made) for made in reworded.values()) + "\n"
    if source.tables:
        files["effects.py"] = "\n".join(_tables(source.tables))
    files["README.md"] = "\n".join(_readme(revision, slug, source, groups, base, files))
    return files


def anchors(
    drafting: Drafting, base: EditionInfo, edition: EditionInfo, groups: tuple[Group, ...]
) -> tuple[str, ...]:
    """Return the anchors of the paragraphs that the differences concern, each once.

    These are those of the figures that differ, and those of the types of the cards that do. A new card, and
    one that was taken out, concerns what the rulebook says of figures that it has.
    """
    found: dict[str, None] = {}
    old, new = drafting.values(base).cards, drafting.values(edition).cards
    for group in groups:
        found |= dict.fromkeys(group.rules)
        card = edition.by_slug.get(group.card) or base.by_slug.get(group.card)
        if card is None:
            continue
        found[card.rule] = None
        changed = {line.what for line in group.lines}
        values = (new.get(group.card) or old[group.card]).figures
        for field in drafting.card_types[card.type].figures:
            if group.sort == "changed" and field.label in changed:
                found |= dict.fromkeys(rules_of(field))
            elif group.sort != "changed" and values.get(field.key):
                found |= dict.fromkeys(field.stated)
    return tuple(found)


def _cards(source: EditionSource) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, source.columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(source.rows)
    return text.getvalue()


def _edition(source: EditionSource, slug: str, summary: str) -> str:
    fields = {"slug": expression_of(slug), "summary": expression_of(summary), **source.fields}
    lines = (f"    {name}={value},\n" for name, value in fields.items())
    return f"Edition(\n{''.join(lines)})\n"


def _tables(tables: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    for name, table in tables.items():
        yield f"{name} |= {{"
        yield from (f"    {expression_of(slug)}: {value}," for slug, value in table.items())
        yield "}"
    yield ""


def _readme(
    revision: DraftRevision,
    slug: str,
    source: EditionSource,
    groups: tuple[Group, ...],
    base: EditionInfo,
    files: Mapping[str, str],
) -> Iterator[str]:
    draft = revision.draft
    folder = f"games/titles/{draft.title.replace('-', '_')}"
    yield f"# {catalog.title(draft.title).name} {slug}"
    yield ""
    yield f"Made of revision {revision.number} of the draft “{draft.name}” of edition {draft.base}."
    if revision.note:
        yield f"\n{revision.note}"
    yield "\n## What to do\n"
    yield f"- `cards.csv`: add the rows to `{folder}/cards.csv`."
    if source.tables:
        yield f"- `effects.py`: add the entries to the tables of the title’s cards module in `{folder}`."
    yield f"- `edition.py`: add the edition to `{folder}/title.py`."
    yield f"- `rules.txt`: look over these paragraphs of `rules/text/{draft.title}/{base.slug}.md`."
    if "rulebook.md" in files:
        yield (
            "- `rulebook.md`: these paragraphs have other words in the draft. Put each in the place of the "
            "one with its anchor, or its title."
        )
    yield from (f"- {note}" for note in source.notes)
    for table, entries in source.tables.items():
        if shared := [entry for entry in entries if entry in base.by_slug]:
            yield f"- {_SHARED.format(table=table, slugs=', '.join(shared))}"
    yield "\n## Differences\n"
    yield from _differences(groups)
    yield "\n## Paragraphs of the rulebook\n"
    yield from (f"- `{anchor}`" for anchor in files["rules.txt"].split())
    yield ""


def _differences(groups: tuple[Group, ...]) -> Iterator[str]:
    if not groups:
        yield "None."
        return
    yield "| what | | old | new |"
    yield "| --- | --- | --- | --- |"
    for group in groups:
        sort = _SORTS[group.sort]
        for line in group.lines:
            yield _line(group.name, line.what or sort, line.old, line.new)
        if not group.lines:
            yield _line(group.name, sort, "", "")


def _line(*cells: str) -> str:
    shown = ((cell or NONE).replace("|", "\\|").replace("\n", " ") for cell in cells)
    return f"| {' | '.join(shown)} |"
