"""Draft editions of Scrapyard: an edition as designers see it, and the edition that their changes make."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import msgspec

from games.engine.drafting import (
    CardChange,
    CardValues,
    Changes,
    EditionValues,
    NewCard,
    Problems,
    Value,
    Vocabulary,
    checked_changes,
)
from games.engine.drafting.source import EditionSource
from games.engine.protocol import EditionInfo
from games.titles.scrapyard.drafting.checks import check_edition
from games.titles.scrapyard.drafting.fields import (
    CARD_TYPES,
    ICONS,
    PARAMETERS,
    PART,
    PART_ICONS,
    parameters_of,
)
from games.titles.scrapyard.drafting.source import source_of
from games.titles.scrapyard.edition import Edition, Kind
from games.titles.scrapyard.game import ScrapyardGame


class ScrapyardDrafting:
    """See `games.engine.protocol.Drafting`. *make:* an edition as the site has it, with its base's slug.

    What a part does follows from its figures, so there is nothing to compose.
    """

    parameters = PARAMETERS
    card_types = CARD_TYPES
    vocabulary = Vocabulary()
    icons = ICONS

    def __init__(self, make: Callable[[Edition, str], EditionInfo]) -> None:
        self._make = make

    def values(self, edition: EditionInfo) -> EditionValues:
        rules = _rules(edition)
        return EditionValues({kind.slug: _card_values(kind) for kind in rules.box}, parameters_of(rules))

    def edition_from(self, base: EditionInfo, changes: Changes, slug: str) -> EditionInfo:
        changes = checked_changes(
            changes, self.values(base), self.card_types, self.parameters, self.vocabulary, self.icons
        )
        before, problems = _rules(base), Problems()
        figures: dict[str, Any] = dict(changes.parameters)
        edition = replace(
            before,
            slug=slug,
            date=None,
            summary=f"A draft that changes edition {base.slug}.",
            kinds=tuple(_kinds(before, changes)),
            figures=msgspec.structs.replace(before.figures, **figures),
        )
        check_edition(before, edition, changes, problems)
        problems.refuse()
        return self._make(edition, base.slug)

    def source(self, base: EditionInfo, edition: EditionInfo, slug: str) -> EditionSource:
        return source_of(_rules(edition), edition.by_slug, slug)


def _rules(edition: EditionInfo) -> Edition:
    if not isinstance(edition.game, ScrapyardGame):
        raise TypeError(f"{edition.slug} is no edition of Scrapyard.")
    return edition.game.rules


def _card_values(kind: Kind) -> CardValues:
    figures: dict[str, Value] = {"part": kind.part.lower(), "value": kind.value, "quantity": kind.quantity}
    return CardValues(kind.slug, kind.name, PART, kind.icon, figures, ())


def _kinds(before: Edition, changes: Changes) -> Iterator[Kind]:
    """Yield the parts of the draft: all of *before*, so that each keeps its number, and the new ones."""
    for kind in before.kinds:
        changed = _changed(kind, changes.cards.get(kind.slug, CardChange()))
        yield replace(changed, quantity=0) if kind.slug in changes.out else changed
    yield from map(_added, changes.new)


def _changed(kind: Kind, change: CardChange) -> Kind:
    """Return the part with other figures. One that is called by its type and value goes on so."""
    figures: dict[str, Any] = dict(change.figures)
    if "part" in figures:
        figures |= {"part": figures["part"].capitalize(), "icon": PART_ICONS[figures["part"]]}
    changed = replace(kind, printed="", **figures)
    is_plain = kind.name == f"{kind.part} {kind.value}"
    usual = f"{changed.part} {changed.value}" if is_plain else kind.name
    return replace(changed, name=change.name or usual)


def _added(card: NewCard) -> Kind:
    figures: dict[str, Any] = {field.key: field.default for field in CARD_TYPES[PART].figures}
    figures |= card.figures
    figures["part"] = figures["part"].capitalize()
    return Kind(slug=card.slug, name=card.name, icon=card.icon, **figures)
