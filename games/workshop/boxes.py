"""What the template of a card's form draws: boxes to fill in, and effects with their slots for others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.drafting import (
    Ability,
    CardType,
    Choice,
    EffectField,
    Number,
    Problem,
    Value,
    Verb,
    Vocabulary,
)
from games.engine.drafting.fields import PlainField
from games.engine.drafting.vocabulary import TAG
from games.workshop.composing import fitting


@dataclass(frozen=True)
class Box:
    """A field to fill in. *name:* of the input. *kind:* `number`, `choice` or `flag`.

    *base:* what the base has, where that is something else. *rule:* anchor of the rule about it.
    *problem:* what is wrong with what was put in.
    """

    name: str
    kind: str
    label: str
    value: Value | None
    help: str = ""
    rule: str = ""
    low: int = 0
    high: int = 0
    step: int = 1
    choices: tuple[tuple[str, str], ...] = ()
    base: str = ""
    problem: str = ""

    @property
    def id(self) -> str:
        return id_of(self.name)


@dataclass(frozen=True)
class Slot:
    """A place for effects. *verbs:* that may be added. *has_room:* one more may be."""

    at: str
    label: str
    nodes: "tuple[Node, ...]"
    verbs: tuple[Verb, ...]
    has_room: bool
    problem: str = ""

    @property
    def id(self) -> str:
        return id_of(self.at)


@dataclass(frozen=True)
class Node:
    """An effect. *verbs:* what it may become. *can_remove*, *can_rise*, *can_sink:* which buttons it has.

    *rule:* anchor of the rule that tells what it does.
    """

    at: str
    tag: str
    label: str
    verbs: tuple[Verb, ...]
    boxes: tuple[Box, ...]
    slots: tuple[Slot, ...]
    can_remove: bool
    can_rise: bool
    can_sink: bool
    rule: str
    problem: str = ""

    @property
    def id(self) -> str:
        return id_of(self.at)


@dataclass(frozen=True)
class AbilityBox:
    """An attack, a part or a text. *boxes:* its own fields."""

    at: str
    label: str
    boxes: tuple[Box, ...]
    slot: Slot
    can_remove: bool
    problem: str = ""


def id_of(name: str) -> str:
    """Return the HTML id for the place *name*."""
    return f"at-{name.replace('/', '-')}"


def boxes(
    fields: Sequence[PlainField],
    values: Mapping[str, Any],
    at: str,
    problems: Mapping[str, str],
    bases: Mapping[str, str] | None = None,
) -> tuple[Box, ...]:
    """Return the boxes of *fields* as *values* fill them. *bases:* what the base has, where it differs."""
    return tuple(
        Box(
            name=(name := f"{at}/{field.key}"),
            kind="number" if isinstance(field, Number) else "choice" if isinstance(field, Choice) else "flag",
            label=field.label,
            value=values.get(field.key, field.default),
            help=field.help,
            rule=field.rule,
            low=field.low if isinstance(field, Number) else 0,
            high=field.high if isinstance(field, Number) else 0,
            step=field.step if isinstance(field, Number) else 1,
            choices=field.choices if isinstance(field, Choice) else (),
            base=(bases or {}).get(field.key, ""),
            problem=problems.get(name, ""),
        )
        for field in fields
    )


class Composer:
    """Makes the boxes of what a card does. *problems:* by place."""

    def __init__(self, card_type: CardType, vocabulary: Vocabulary, problems: Mapping[str, str]) -> None:
        self._type, self._vocabulary, self._problems = card_type, vocabulary, problems

    def abilities(self, does: Sequence[Ability]) -> tuple[AbilityBox, ...]:
        """Return the boxes of *does*."""
        least, _ = self._type.abilities
        return tuple(
            AbilityBox(
                at=(at := f"does/{place}"),
                label=f"{self._type.ability_label} {place + 1}"
                if len(does) > 1
                else self._type.ability_label,
                boxes=boxes(self._type.ability_fields, ability.values, f"{at}/values", self._problems),
                slot=self._slot(f"{at}/effects", "What it does", "effect", True, ability.effects),
                can_remove=len(does) > least,
                problem=self._problems.get(at, ""),
            )
            for place, ability in enumerate(does)
        )

    def _slot(self, at: str, label: str, group: str, many: bool, effects: Sequence[Any]) -> Slot:
        nodes = tuple(
            self._node(f"{at}/{place}" if many else at, group, effect, place, len(effects), many)
            for place, effect in enumerate(effects)
        )
        verbs = tuple(fitting(self._vocabulary, group, self._type.name))
        return Slot(
            at, label, nodes, verbs, many or not nodes, self._problem(at) if many or not nodes else ""
        )

    def _node(self, at: str, group: str, effect: Any, place: int, count: int, many: bool) -> Node:
        tag = effect.get(TAG, "") if isinstance(effect, dict) else ""
        verb = next((each for each in self._vocabulary.verbs if each.tag == tag), None)
        plain = tuple(field for field in verb.fields if not isinstance(field, EffectField)) if verb else ()
        inner = tuple(field for field in verb.fields if isinstance(field, EffectField)) if verb else ()
        return Node(
            at=at,
            tag=tag,
            label=verb.label if verb else "Choose",
            verbs=tuple(fitting(self._vocabulary, group, self._type.name)),
            boxes=boxes(plain, effect, at, self._problems),
            slots=tuple(self._inner(f"{at}/{field.key}", field, effect.get(field.key)) for field in inner),
            can_remove=True,
            can_rise=many and place > 0,
            can_sink=many and place + 1 < count,
            rule=verb.rule if verb else "",
            problem=self._problem(at),
        )

    def _inner(self, at: str, field: EffectField, value: Any) -> Slot:
        effects = value if isinstance(value, list) else [] if value is None else [value]
        return self._slot(at, field.label, field.group, field.many, effects)

    def _problem(self, at: str) -> str:
        return self._problems.get(at, "")


def by_place(problems: Sequence[Problem], before: str) -> dict[str, str]:
    """Return the reasons of *problems* by place, without *before* and the slash after it."""
    cut = f"{before}/"
    return {problem.at.removeprefix(cut): problem.reason for problem in problems}
