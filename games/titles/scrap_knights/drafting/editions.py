"""Draft editions: what may be changed in an edition, and the edition that differs from it by changes."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from games.engine.drafting import (
    Ability,
    CardType,
    CardValues,
    Changes,
    EditionValues,
    Problems,
    RuleParameter,
    Value,
    Vocabulary,
    checked_changes,
)
from games.engine.drafting.source import EditionSource
from games.engine.protocol import Drafting, EditionInfo
from games.titles.scrap_knights.box import BOT, PRINTS, TYPES, ULT
from games.titles.scrap_knights.cards.effects import Steps
from games.titles.scrap_knights.cards.kind import Kind
from games.titles.scrap_knights.cards.parts import Part
from games.titles.scrap_knights.drafting.checks import Drafted, check_card, check_rules, check_together
from games.titles.scrap_knights.drafting.links import link_of, link_value, trigger_of, trigger_value
from games.titles.scrap_knights.drafting.source import source_of
from games.titles.scrap_knights.drafting.types import ANY, CARD_TYPES, PARAMETERS
from games.titles.scrap_knights.drafting.vocabulary import VOCABULARY
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.game import ScrapKnightsGame
from games.titles.scrap_knights.info import info_of

_FIXED = "What {name} does is done by no other card. Its figures can change; what it does can’t."
_KINDS = {name: kind for kind, name in TYPES.items()}


class KnightsDrafting(Drafting):
    """See `games.engine.protocol.Drafting`."""

    parameters: tuple[RuleParameter, ...] = PARAMETERS
    card_types: Mapping[str, CardType] = CARD_TYPES
    vocabulary: Vocabulary = VOCABULARY
    icons: tuple[str, ...] = tuple(sorted({card.icon for card in PRINTS.values()}))

    def values(self, edition: EditionInfo) -> EditionValues:
        rules = _rules_of(edition)
        return EditionValues(
            cards={kind.slug: _values(kind) for kind in rules.kinds},
            parameters={each.key: getattr(rules, each.key) for each in PARAMETERS},
        )

    def edition_from(self, base: EditionInfo, changes: Changes, slug: str) -> EditionInfo:
        changes = checked_changes(changes, self.values(base), CARD_TYPES, PARAMETERS, VOCABULARY, self.icons)
        before, problems = _rules_of(base), Problems()
        cards = _drafted(before, changes)
        for card in cards.values():
            if card.at:
                check_card(card, problems)
        check_together(cards, changes, before, problems)
        problems.refuse()
        parameters = cast(Mapping[str, Any], changes.parameters)
        summary = f"A draft: {base.slug} with {_counted(changes.count())}."
        kinds = tuple(card.kind for card in cards.values())
        edition = replace(before, slug=slug, summary=summary, kinds=kinds, is_draft=True, **parameters)
        check_rules(edition, cards, problems)
        problems.refuse()
        return info_of(edition, base=base.slug)

    def source(self, base: EditionInfo, edition: EditionInfo, slug: str) -> EditionSource:
        return source_of(_rules_of(base), _rules_of(edition), edition.by_slug, slug)


DRAFTING = KnightsDrafting()


def _rules_of(edition: EditionInfo) -> Edition:
    return cast(ScrapKnightsGame, edition.game).rules


def _counted(count: int) -> str:
    return "one change" if count == 1 else f"{count or 'no'} changes"


# Cards as values


def _values(kind: Kind) -> CardValues:
    is_fixed = not all(VOCABULARY.can_write(effect) for part in kind.parts for effect in _effects(part))
    return CardValues(
        slug=kind.slug,
        name=kind.name,
        type=kind.type_name,
        icon=kind.icon,
        figures=_figures(kind),
        does=tuple(_ability(part, kind) for part in kind.parts),
        fixed=_FIXED.format(name=kind.name) if is_fixed else "",
    )


def _figures(kind: Kind) -> dict[str, Value]:
    most = ANY if kind.range is None else str(kind.range)
    if kind.kind == BOT:
        return {"range": most, "trigger": trigger_value(kind.trigger)} if kind.trigger else {"range": most}
    if kind.kind == ULT and kind.link:
        link = kind.link
        return {
            "range": most,
            "overcharge": kind.overcharge,
            "link": link_value(link),
            "link_resets": link.resets_on_act,
            "link_safe": link.is_safe,
        }
    return {"heat": kind.heat, "range": most, "overcharge": kind.overcharge}


def _ability(part: Part, kind: Kind) -> Ability:
    values: dict[str, Value] = {"priority": str(part.priority)}
    if kind.kind != BOT:
        values["overcharged"] = part.overcharged
    effects = [VOCABULARY.write(effect) for effect in _effects(part) if VOCABULARY.can_write(effect)]
    return Ability(values, tuple(effects))


def _effects(part: Part) -> tuple[Any, ...]:
    return part.effect.steps if isinstance(part.effect, Steps) else (part.effect,)


# Values as cards


def _drafted(before: Edition, changes: Changes) -> dict[str, Drafted]:
    """Return all cards of the draft: those of *before* in their order, then the new ones."""
    names = {kind.slug: kind.name for kind in before.kinds} | {card.slug: card.name for card in changes.new}
    names |= {slug: change.name for slug, change in changes.cards.items() if change.name is not None}
    cards: dict[str, Drafted] = {}
    for kind in before.kinds:
        if kind.slug in changes.out:
            continue
        change = changes.cards.get(kind.slug)
        made = replace(kind, name=names[kind.slug])
        if change is not None and change.does is not None:
            made = replace(made, parts=_parts(change.does, kind.type_name))
        made = _with_figures(made, {**_figures(kind), **(change.figures if change else {})}, names)
        does = change is not None and change.does is not None
        cards[kind.slug] = Drafted(made, f"cards/{kind.slug}" if change else "", does)
    for place, card in enumerate(changes.new):
        figures = {field.key: field.default for field in CARD_TYPES[card.type].figures} | card.figures
        parts = _parts(card.does, card.type)
        made = Kind(card.slug, card.name, _KINDS[card.type], parts=parts, icon=card.icon)
        cards[card.slug] = Drafted(_with_figures(made, figures, names), f"new/{place}", True)
    return cards


def _with_figures(kind: Kind, figures: Mapping[str, Any], names: Mapping[str, str]) -> Kind:
    most = None if figures["range"] == ANY else int(figures["range"])
    heat, overcharge = figures.get("heat", 0), figures.get("overcharge", 0)
    link = trigger = None
    if kind.kind == ULT:
        asked = figures["link"], figures["link_resets"], figures["link_safe"]
        link = link_of(*asked, lambda card: names.get(card, ""))
    elif kind.kind == BOT:
        trigger = trigger_of(figures["trigger"])
    return replace(kind, heat=heat, range=most, overcharge=overcharge, link=link, trigger=trigger)


def _parts(does: tuple[Ability, ...], card_type: str) -> tuple[Part, ...]:
    return tuple(_part(ability, card_type) for ability in does)


def _part(ability: Ability, card_type: str) -> Part:
    fields = {field.key: field.default for field in CARD_TYPES[card_type].ability_fields}
    values: dict[str, Any] = {**fields, **ability.values}
    told = values["priority"]
    priority = int(told) if told.lstrip("-").isdigit() else told
    effects = tuple(
        VOCABULARY.read(effect, "", Problems(), card_type=card_type) for effect in ability.effects
    )
    return Part(
        priority, effects[0] if len(effects) == 1 else Steps(effects), values.get("overcharged", False)
    )
