"""Reads the form of a card: figures, name, and effects in effects.

The fields' names are the places that problems name, such as `does/0/effects/1/amount`. What was put in is
kept as it is where it fits no field, so that the page shows it again with what is wrong.
"""

from collections.abc import Mapping
from typing import Any

from games.engine.drafting import (
    Ability,
    CardType,
    Choice,
    EffectField,
    Field,
    Flag,
    Value,
    Vocabulary,
)
from games.engine.drafting.changes import MOST_ABILITIES
from games.engine.drafting.fields import PlainField
from games.engine.drafting.vocabulary import MOST_DEPTH, MOST_NODES, TAG
from scrapsite.common.requests import tidy_words

Sent = Mapping[str, str]

_LONGEST = 60
_MOST_DIGITS = 7


def read_values(sent: Sent, at: str, fields: tuple[PlainField, ...]) -> dict[str, Value]:
    """Return what was put into *fields*; missing ones are left out, except boxes that aren't ticked."""
    found = {}
    for field in fields:
        name = f"{at}/{field.key}"
        if name in sent or isinstance(field, Flag):
            found[field.key] = _value(field, sent.get(name, ""))
    return found


def read_does(sent: Sent, card_type: CardType, vocabulary: Vocabulary) -> tuple[Ability, ...]:
    """Return the abilities of a card as they were sent."""
    return tuple(
        Ability(
            values=read_values(sent, f"does/{place}/values", card_type.ability_fields),
            effects=tuple(_effects(sent, f"does/{place}/effects", vocabulary, 1)),
        )
        for place in range(MOST_ABILITIES)
        if any(name.startswith(f"does/{place}/") or name == f"does/{place}" for name in sent)
    )


def read_name(sent: Sent) -> str:
    """Return the name of a card as it was sent, on one line and not too long to be kept."""
    return " ".join(tidy_words(sent.get("name", "")).split())


def canonical(does: tuple[Ability, ...], vocabulary: Vocabulary, card_type: CardType) -> tuple[Ability, ...]:
    """Return *does* with all defaults written out, so that equal abilities are equal data."""
    return tuple(
        Ability(
            values={
                field.key: ability.values.get(field.key, field.default) for field in card_type.ability_fields
            },
            effects=tuple(_filled(effect, vocabulary) for effect in ability.effects),
        )
        for ability in does
    )


def _filled(effect: Any, vocabulary: Vocabulary) -> Any:
    tags = {verb.tag for verb in vocabulary.verbs}
    if not isinstance(effect, dict) or effect.get(TAG) not in tags:
        return effect
    found: dict[str, Any] = {TAG: effect[TAG]}
    for field in vocabulary[effect[TAG]].fields:
        value = effect.get(field.key)
        if not isinstance(field, EffectField):
            found[field.key] = field.default if value is None else value
        elif field.many:
            found[field.key] = [_filled(each, vocabulary) for each in value or []]
        elif value is not None:
            found[field.key] = _filled(value, vocabulary)
    return found


def _effects(sent: Sent, at: str, vocabulary: Vocabulary, depth: int) -> list[dict[str, Any]]:
    """Return the effects that were sent one after the other at *at*."""
    found = []
    for place in range(MOST_NODES + 1):
        effect = _effect(sent, f"{at}/{place}", vocabulary, depth)
        if effect is None:
            break
        found.append(effect)
    return found


def _effect(sent: Sent, at: str, vocabulary: Vocabulary, depth: int) -> dict[str, Any] | None:
    tag = sent.get(f"{at}/{TAG}")
    if tag is None or depth > MOST_DEPTH + 1:
        return None
    effect: dict[str, Any] = {TAG: tag[:_LONGEST]}
    fields: tuple[Field, ...] = next((verb.fields for verb in vocabulary.verbs if verb.tag == tag), ())
    for field in fields:
        name = f"{at}/{field.key}"
        if not isinstance(field, EffectField):
            # A box that isn't ticked isn't sent; whether the verb was shown already, its mark says.
            is_shown = name in sent or (isinstance(field, Flag) and sent.get(f"{at}/was") == tag)
            effect[field.key] = _value(field, sent.get(name, "")) if is_shown else field.default
        elif field.many:
            effect[field.key] = _effects(sent, name, vocabulary, depth + 1)
        elif (inner := _effect(sent, name, vocabulary, depth + 1)) is not None:
            effect[field.key] = inner
    return effect


def _value(field: PlainField, text: str) -> Value:
    if isinstance(field, Flag):
        return text == "on"
    if isinstance(field, Choice):
        return text[:_LONGEST]
    return _number(text.strip())


def _number(text: str) -> Value:
    """Return the whole number in *text*, or the text if it is none: the field's check says so then."""
    digits = text.removeprefix("-").removeprefix("−")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS):
        return text[:_LONGEST]
    return int(digits) * (1 if digits == text else -1)
