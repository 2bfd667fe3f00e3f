"""What the rulebook still says of figures that a draft changes: paragraphs that have the published words."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.drafts import texts
from games.drafts.differences import shown as shown_as
from games.drafts.editing import mark_at
from games.drafts.models import Draft
from games.engine.drafting import Value
from games.engine.drafting.fields import PlainField
from games.engine.protocol import Drafting
from games.workshop.figures import figures_in, with_figure
from games.workshop.page import Shown
from scrapsite.common.rulebook import Paragraph


@dataclass(frozen=True)
class Change:
    """A figure that the draft changes. *name:* as designers read it; *old*, *new:* in words.

    *numbers:* both as numbers if words may follow them, else None.
    """

    field: PlainField
    name: str
    old: str
    new: str
    numbers: tuple[int, int] | None = None


@dataclass(frozen=True)
class StillSaid:
    """A paragraph whose words hold for the published figures alone. *changes:* of those figures.

    *suggestion:* its Markdown with the new figures, empty if they can’t be put in by themselves. *others:*
    it has more figures, which may have to follow. *mark:* of words of the draft's own, which it has none of.
    """

    line: Paragraph
    changes: tuple[Change, ...]
    suggestion: str
    others: bool
    mark: str


def still_said(shown: Shown, draft: Draft) -> tuple[StillSaid, ...]:
    """Return the paragraphs with published words that the draft makes wrong, in the order of the book."""
    found: dict[str, list[Change]] = {}
    for change in _changes(shown):
        for anchor in change.field.stated:
            if anchor not in shown.changes.texts:
                found.setdefault(anchor, []).append(change)
    if not found:
        return ()
    lines = (line for line in texts.paragraphs(draft) if line.anchor in found)
    return tuple(_said(shown, line, tuple(found[line.anchor])) for line in lines)


def suggested(shown: Shown, draft: Draft, anchor: str) -> str:
    """Return the suggestion for the paragraph at *anchor*, or an empty text."""
    return next((each.suggestion for each in still_said(shown, draft) if each.line.anchor == anchor), "")


def _said(shown: Shown, line: Paragraph, changes: tuple[Change, ...]) -> StillSaid:
    text = line.text
    for change in changes:
        text = with_figure(text, *change.numbers) if text and change.numbers else ""
    mark = mark_at(shown.changes, f"texts/{line.anchor}")
    return StillSaid(line, changes, text, len(figures_in(line.text)) > len(changes), mark)


def _changes(shown: Shown) -> Iterator[Change]:
    drafting = shown.title.drafting
    if drafting is None:
        return
    base = drafting.values(shown.base)
    for parameter in drafting.parameters:
        field, key = parameter.field, parameter.key
        new = shown.changes.parameters.get(key)
        if new is not None and new != base.parameters.get(key):
            yield _change(field, field.label, base.parameters.get(key), new, may_follow=True)
    yield from _of_cards(shown, drafting)


def _of_cards(shown: Shown, drafting: Drafting) -> Iterator[Change]:
    """Yield the changed figures of cards; words follow one only if a single card has the figure."""
    base = drafting.values(shown.base).cards
    for slug, change in shown.changes.cards.items():
        card = base.get(slug)
        kind = drafting.card_types[card.type] if card else None
        if card is None or kind is None:
            continue
        is_alone = sum(other.type == card.type for other in base.values()) == 1
        for field in kind.figures:
            old, new = card.figures.get(field.key), change.figures.get(field.key)
            if field.stated and new is not None and new != old:
                yield _change(field, f"{field.label}, {card.name}", old, new, may_follow=is_alone)
    for new_card in shown.changes.new:
        for field in drafting.card_types[new_card.type].figures:
            new = new_card.figures.get(field.key, field.default)
            if field.stated and new:
                yield _change(field, f"{field.label}, {new_card.name}", None, new, may_follow=False)
    for slug in shown.changes.out:
        for field in drafting.card_types[base[slug].type].figures if slug in base else ():
            old = base[slug].figures.get(field.key)
            if field.stated and old:
                yield _change(field, f"{field.label}, {base[slug].name}", old, None, may_follow=False)


def _change(
    field: PlainField, name: str, old: Value | None, new: Value | None, *, may_follow: bool
) -> Change:
    is_numbers = type(old) is int and type(new) is int
    numbers = (int(old), int(new)) if may_follow and is_numbers else None  # type: ignore[arg-type]
    return Change(field, name, shown_as(field, old), shown_as(field, new), numbers)
