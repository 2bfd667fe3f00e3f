"""Draft editions of Scrapbots: an edition as designers see it, and the edition that their changes make."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from games.engine.drafting import Ability as Composed
from games.engine.drafting import (
    CardChange,
    CardValues,
    Changes,
    EditionValues,
    NewCard,
    Problems,
    checked_changes,
)
from games.engine.drafting.source import EditionSource
from games.engine.effects import Effect, Steps, parts, steps
from games.engine.protocol import EditionInfo
from games.titles.scrapbots.cards import written
from games.titles.scrapbots.drafting.checks import check_edition
from games.titles.scrapbots.drafting.fields import CARD_TYPES, GAINS, ICONS, PARAMETERS, parameters_of
from games.titles.scrapbots.drafting.source import source_of
from games.titles.scrapbots.drafting.vocabulary import VOCABULARY
from games.titles.scrapbots.edition import SCRAPBOT, WOUND_TYPE, Ability, Edition, Kind
from games.titles.scrapbots.game import ScrapbotsGame


class ScrapbotsDrafting:
    """See `games.engine.protocol.Drafting`. *make:* an edition as the site has it, with its base's slug."""

    parameters = PARAMETERS
    card_types = CARD_TYPES
    vocabulary = VOCABULARY
    icons = ICONS

    def __init__(self, make: Callable[[Edition, str], EditionInfo]) -> None:
        self._make = make

    def values(self, edition: EditionInfo) -> EditionValues:
        rules = _rules(edition)
        return EditionValues(
            {slug: _card_values(row) for slug, row in rules.rows.items()}, parameters_of(rules)
        )

    def edition_from(self, base: EditionInfo, changes: Changes, slug: str) -> EditionInfo:
        changes = checked_changes(changes, self.values(base), CARD_TYPES, PARAMETERS, VOCABULARY, ICONS)
        before, problems = _rules(base), Problems()
        figures: dict[str, Any] = dict(changes.parameters)
        if "resource_gains" in figures:
            figures["resource_gains"] = GAINS[figures["resource_gains"]]
        edition = replace(
            before,
            slug=slug,
            date=None,
            summary=f"A draft that changes edition {base.slug}.",
            rows={row.slug: row for row in _rows(before, changes, problems)},
            own=tuple(card.slug for card in changes.new),
            **figures,
        )
        check_edition(before, edition, changes, problems)
        problems.refuse()
        return self._make(edition, base.slug)

    def source(self, base: EditionInfo, edition: EditionInfo, slug: str) -> EditionSource:
        return source_of(_rules(base), _rules(edition), slug)


def _rules(edition: EditionInfo) -> Edition:
    if not isinstance(edition.game, ScrapbotsGame):
        raise TypeError(f"{edition.slug} is no edition of Scrapbots.")
    return edition.game.rules


def _card_values(row: Kind) -> CardValues:
    kind = CARD_TYPES[row.type]
    return CardValues(
        slug=row.slug,
        name=row.name,
        type=row.type,
        icon=row.icon,
        figures={field.key: getattr(row, field.key) for field in kind.figures},
        does=tuple(
            Composed(
                {field.key: getattr(ability, field.key) for field in kind.ability_fields},
                tuple(VOCABULARY.write(effect) for effect in _in_order(ability.does)),
            )
            for ability in row.abilities
        ),
    )


def _in_order(does: Effect) -> tuple[Effect, ...]:
    return does.steps if isinstance(does, Steps) else (does,)


def _rows(before: Edition, changes: Changes, problems: Problems) -> Iterator[Kind]:
    """Yield the cards of the draft: those of *before* that are left, in their order, and the new ones."""
    for slug, row in before.rows.items():
        if slug not in changes.out:
            yield _changed(row, changes.cards.get(slug, CardChange()), f"cards/{slug}", problems)
    for place, card in enumerate(changes.new):
        yield _added(card, f"new/{place}", problems)


def _changed(row: Kind, change: CardChange, at: str, problems: Problems) -> Kind:
    figures: dict[str, Any] = dict(change.figures)
    row = replace(row, name=change.name or row.name, **figures)
    return row if change.does is None else _doing(row, change.does, f"{at}/does", problems)


def _added(card: NewCard, at: str, problems: Problems) -> Kind:
    defaults = {field.key: field.default for field in CARD_TYPES[card.type].figures}
    figures: dict[str, Any] = {"scrap": 0, "energy": 0, "health": 0, **defaults, **card.figures}
    row = Kind(
        slug=card.slug, name=card.name, type=card.type, icon=card.icon, abilities=(), printed=(), **figures
    )
    return _doing(row, card.does, f"{at}/does", problems)


def _doing(row: Kind, does: tuple[Composed, ...], at: str, problems: Problems) -> Kind:
    """Return the card with other attacks, or another text, and with all of it printed."""
    defaults = {field.key: field.default for field in CARD_TYPES[row.type].ability_fields}
    abilities = tuple(
        Ability(
            energy=int({"energy": 0, **defaults, **ability.values}["energy"]),
            does=steps(*_effects(row, ability, f"{at}/{place}/effects", problems)),
        )
        for place, ability in enumerate(does)
    )
    return replace(row, abilities=abilities, printed=written(abilities, row.type == SCRAPBOT))


def _effects(row: Kind, ability: Composed, at: str, problems: Problems) -> list[Effect]:
    """Return the effects in their order. At most one of them is aimed: a move names one Lane, or one pile."""
    effects: list[Effect] = []
    is_aimed = False
    for number, data in enumerate(ability.effects):
        effect = VOCABULARY.read(data, f"{at}/{number}", problems, card_type=row.type)
        for part in parts(effect):
            if part.aim and is_aimed:
                problems.add(f"{at}/{number}", "Only one effect of a text can be aimed at something.")
            is_aimed = is_aimed or bool(part.aim)
        effects.append(effect)
    if row.type == WOUND_TYPE and len(effects) > 1:
        problems.add(f"{at}/1", f"{row.name} has one effect, for all Wounds in the hand.")
    return effects
