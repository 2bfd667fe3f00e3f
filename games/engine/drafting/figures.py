"""The whole numbers in what a card does: each by its place, by a name that people understand, and changed.

A place is a path such as `0/values/energy` or `0/effects/1/then/amount`: the ability, and where in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

import msgspec
from msgspec import Struct

from games.engine.drafting.changes import Ability, CardType
from games.engine.drafting.fields import EffectField, Number, Value
from games.engine.drafting.vocabulary import TAG, Verb, Vocabulary

# Its place, name, when it happens, field and value.
_Found = tuple[str, str, str, Number, int]
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


class AbilityFigure(Struct, frozen=True):
    """A whole number in what a card does. *at:* its place. *name:* “damage of its first attack”.

    *now:* its value.
    """

    at: str
    name: str
    field: Number
    now: int


def figures_in(
    does: Sequence[Ability], card_type: CardType, vocabulary: Vocabulary
) -> tuple[AbilityFigure, ...]:
    """Return every whole number in what a card does, in the order of its text; no two have the same name."""
    found = [
        AbilityFigure(at, name + _whose(place, does, card_type) + when, field, now)
        for place, ability in enumerate(does)
        for at, name, when, field, now in _in_ability(str(place), ability, card_type, vocabulary)
    ]
    often, seen = Counter(figure.name for figure in found), Counter[str]()
    named = []
    for figure in found:
        seen[figure.name] += 1
        if often[figure.name] > 1:
            nth = f"{figure.name}, {_ordinal(seen[figure.name])} time"
            figure = msgspec.structs.replace(figure, name=nth)
        named.append(figure)
    return tuple(named)


def with_figures(does: Sequence[Ability], values: Mapping[str, Value]) -> tuple[Ability, ...]:
    """Return *does* with these values at their places. *Raises:* `LookupError` if a place isn't there."""
    plain: list[Any] = [
        {"values": dict(ability.values), "effects": deepcopy(list(ability.effects))} for ability in does
    ]
    for at, value in values.items():
        *path, key = at.split("/")
        holder: Any = plain
        for step in path:
            holder = holder[step if isinstance(holder, dict) else int(step)]
        holder[key] = value
    return tuple(Ability(values=each["values"], effects=tuple(each["effects"])) for each in plain)


def is_alike(
    one: Sequence[Ability], other: Sequence[Ability], card_type: CardType, vocabulary: Vocabulary
) -> bool:
    """Return whether both do the same but for their whole numbers."""
    first, second = (
        with_figures(does, {figure.at: 0 for figure in figures_in(does, card_type, vocabulary)})
        for does in (one, other)
    )
    return first == second


def _in_ability(at: str, ability: Ability, card_type: CardType, vocabulary: Vocabulary) -> Iterator[_Found]:
    for field in card_type.ability_fields:
        if isinstance(field, Number):
            now = ability.values.get(field.key, field.default)
            yield f"{at}/values/{field.key}", field.label, "", field, int(now)
    for number, effect in enumerate(ability.effects):
        yield from _in_effect(f"{at}/effects/{number}", effect, vocabulary, "")


def _in_effect(at: str, effect: Mapping[str, Any], vocabulary: Vocabulary, when: str) -> Iterator[_Found]:
    found = vocabulary[effect[TAG]]
    for field in found.fields:
        if isinstance(field, Number):
            now = effect.get(field.key, field.default)
            yield f"{at}/{field.key}", _called(found, field), when, field, now
        elif isinstance(field, EffectField) and (inner := effect.get(field.key)) is not None:
            then = f", {found.inside}" if found.inside and field.group == found.group else when
            for number, each in enumerate(inner if field.many else (inner,)):
                place = f"{at}/{field.key}/{number}" if field.many else f"{at}/{field.key}"
                yield from _in_effect(place, each, vocabulary, then)


def _called(found: Verb, field: Number) -> str:
    return found.figure or f"{_lowered(found.label)}: {_lowered(field.label)}"


def _whose(place: int, does: Sequence[Ability], card_type: CardType) -> str:
    """Return which attack, part or text it is of; nothing where a card has one that has no figures itself."""
    label = _lowered(card_type.ability_label)
    if len(does) > 1:
        return f" of its {_ordinal(place + 1)} {label}"
    return f" of its {label}" if any(isinstance(one, Number) for one in card_type.ability_fields) else ""


def _ordinal(number: int) -> str:
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"{number}th"


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]
