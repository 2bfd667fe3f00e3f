"""The effects of a title by name: designers compose them, and nothing else can be said."""

import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from games.engine.drafting.fields import Choice, EffectField, Field, Flag, Number, Problems

TAG = "do"
MOST_NODES = 12
MOST_DEPTH = 6


class Bounds(Struct, frozen=True):
    """The bounds of a number in an effect, both included."""

    low: int
    high: int
    step: int = 1


@dataclass(frozen=True)
class Verb:
    """An effect or a condition that designers may use.

    *tag:* its name in data. *label:* its name on the page. *make:* its type. *group:* where it fits, such as
    `effect`. *types:* types of cards that may have it, all if empty. *lists:* fields that hold several values
    of a type; in data, these are one text with blanks between them. *rule:* anchor of the rule that tells
    what it does. *figure:* what its number is, in the middle of a sentence (“card draw”). *inside:* when what
    it holds happens (“on heads”).
    """

    tag: str
    label: str
    make: type[Struct]
    fields: tuple[Field, ...]
    group: str = "effect"
    types: tuple[str, ...] = ()
    lists: Mapping[str, type] = dataclass_field(default_factory=dict)
    rule: str = ""
    figure: str = ""
    inside: str = ""

    def told(self, key: str, value: Any) -> Any:
        """Return the value of a field as data has it."""
        return " ".join(map(str, value)) if key in self.lists else value

    def meant(self, key: str, value: Any) -> Any:
        """Return what `told` made of a value of a field."""
        return tuple(map(self.lists[key], value.split())) if key in self.lists else value


def verb(
    tag: str,
    label: str,
    make: type[Struct],
    rule: str = "",
    *,
    group: str = "effect",
    types: tuple[str, ...] = (),
    groups: Mapping[str, str] | None = None,
    labels: Mapping[str, str] | None = None,
    choices: Mapping[str, tuple[tuple[str, str], ...]] | None = None,
    figure: str = "",
    inside: str = "",
    **bounds: Bounds,
) -> Verb:
    """Return the verb for the effect type *make*; its form is made from the types of its fields.

    What holds other effects comes last.

    *rule:* anchor of the rule that tells what it does. *groups:* for a field that holds another effect or
    condition, which group fits (`effect` if not named).
    *choices:* for a text field, its values; for a field that holds several, values such as `blitz armored`
    or `1 2 3`. *bounds:* for each field that is a number.
    *Raises:* `TypeError` for a field whose form can't be told; titles are wrong then, not designers.
    """
    hints = get_type_hints(make)
    named = dict(labels or {})
    fields = []
    for field in msgspec.structs.fields(make):
        label_of = named.get(field.name, field.name.replace("_", " ").capitalize())
        fields.append(
            _field(field, hints[field.name], label_of, bounds, dict(choices or {}), dict(groups or {}))
        )
    fields.sort(key=lambda made: isinstance(made, EffectField))
    lists = {
        name: int if get_args(hints[name])[0] is int else str
        for name in choices or {}
        if get_origin(hints[name]) is tuple
    }
    return Verb(tag, label, make, tuple(fields), group, types, lists, rule, figure, inside)


def _field(
    field: Any,
    kind: Any,
    label: str,
    bounds: Mapping[str, Bounds],
    choices: Mapping[str, tuple[tuple[str, str], ...]],
    groups: Mapping[str, str],
) -> Field:
    default = None if field.required else field.default
    if field.name in choices:
        first = choices[field.name][0][0] if default is None else str(default)
        return Choice(field.name, label, choices[field.name], first)
    if kind is bool:
        return Flag(field.name, label, bool(default))
    if kind is int and field.name in bounds:
        bound = bounds[field.name]
        return Number(
            field.name, label, bound.low, bound.high, bound.low if default is None else default, bound.step
        )
    if get_origin(kind) is Literal:
        values = tuple((str(value), str(value).replace("-", " ").capitalize()) for value in get_args(kind))
        return Choice(field.name, label, values, values[0][0] if default is None else str(default))
    many = get_origin(kind) is tuple
    inner = get_args(kind)[0] if many else kind
    optional = get_origin(inner) in (Union, types.UnionType) and type(None) in get_args(inner)
    if optional:
        inner = next(member for member in get_args(inner) if member is not type(None))
    if isinstance(inner, type) and issubclass(inner, Struct):
        return EffectField(field.name, label, groups.get(field.name, "effect"), many, optional)
    raise TypeError(f"{field.name} of type {kind} needs bounds or choices.")


class Vocabulary:
    """All verbs of a title, in the order of the page."""

    def __init__(self, *verbs: Verb) -> None:
        self.verbs = verbs
        self._by_tag = {each.tag: each for each in verbs}
        self._by_type = {each.make: each for each in verbs}
        if len(self._by_tag) != len(verbs) or len(self._by_type) != len(verbs):
            raise ValueError("Each verb needs a tag and a type of its own.")

    def __getitem__(self, tag: str) -> Verb:
        return self._by_tag[tag]

    def can_write(self, effect: Struct) -> bool:
        """Return whether *effect* consists of verbs only; others are printed, but can't be edited."""
        return type(effect) in self._by_type and all(
            self.can_write(inner) for inner in _inner(effect, self._by_type[type(effect)])
        )

    def write(self, effect: Struct) -> dict[str, Any]:
        """Return *effect* as plain data, the reverse of `read`. *Raises:* `KeyError` if it has no verb."""
        found = self._by_type[type(effect)]
        data: dict[str, Any] = {TAG: found.tag}
        for field in found.fields:
            value = found.told(field.key, getattr(effect, field.key))
            if isinstance(field, EffectField):
                if value is None:
                    continue
                data[field.key] = [self.write(each) for each in value] if field.many else self.write(value)
            elif value != field.default or isinstance(field, Number):
                data[field.key] = value
        return data

    def read(
        self, data: object, at: str, problems: Problems, *, card_type: str = "", group: str = "effect"
    ) -> Any:
        """Return plain *data* as an effect of *group* on a card of *card_type*.

        What is wrong is added to *problems* under *at*; None is returned then.
        """
        before = _Count()
        return self._read(data, at, problems, card_type, group, 1, before)

    def _read(
        self,
        data: object,
        at: str,
        problems: Problems,
        card_type: str,
        group: str,
        depth: int,
        count: "_Count",
    ) -> Any:
        count.nodes += 1
        if count.nodes > MOST_NODES or depth > MOST_DEPTH:
            if not count.told:
                count.told = True
                problems.add(
                    at, f"One text holds at most {MOST_NODES} effects, nested at most {MOST_DEPTH} deep."
                )
            return None
        tag = data.get(TAG) if isinstance(data, dict) else None
        found = self._by_tag.get(tag) if isinstance(tag, str) else None
        if not isinstance(data, dict) or found is None or found.group != group:
            problems.add(at, f"Choose what happens here{_known(self.verbs, group, card_type)}.")
            return None
        if found.types and card_type and card_type not in found.types:
            problems.add(at, f"“{found.label}” is only for {' and '.join(found.types)} cards.")
            return None
        return self._made(found, data, at, problems, card_type, depth, count)

    def _made(
        self,
        found: Verb,
        data: Mapping[Any, Any],
        at: str,
        problems: Problems,
        card_type: str,
        depth: int,
        count: "_Count",
    ) -> Any:
        known = {field.key for field in found.fields} | {TAG}
        bad = [key for key in data if key not in known]
        for key in bad[:3]:
            problems.add(at, f"“{found.label}” has nothing called “{str(key)[:40]}”.")
        values: dict[str, Any] = {}
        is_whole = not bad
        for field in found.fields:
            place = f"{at}/{field.key}"
            if isinstance(field, EffectField):
                value = self._inner(field, data.get(field.key), place, problems, card_type, depth, count)
                is_whole = is_whole and (value is not None or (field.optional and field.key not in data))
            else:
                value = data.get(field.key, field.default)
                if reason := field.wrong(value):
                    problems.add(place, reason)
                    is_whole = False
                    continue
                value = found.meant(field.key, value)
            values[field.key] = value
        return found.make(**values) if is_whole else None

    def _inner(
        self,
        field: EffectField,
        data: object,
        at: str,
        problems: Problems,
        card_type: str,
        depth: int,
        count: "_Count",
    ) -> Any:
        if data is None and field.optional:
            return None
        if not field.many:
            return self._read(data, at, problems, card_type, field.group, depth + 1, count)
        if not isinstance(data, list) or not data:
            problems.add(at, f"{field.label}: add at least one.")
            return None
        read = [
            self._read(each, f"{at}/{place}", problems, card_type, field.group, depth + 1, count)
            for place, each in enumerate(data[: MOST_NODES + 1])
        ]
        return None if None in read else tuple(read)


@dataclass
class _Count:
    nodes: int = 0
    told: bool = False


def _inner(effect: Struct, found: Verb) -> Iterable[Struct]:
    for field in found.fields:
        value = getattr(effect, field.key)
        if isinstance(field, EffectField) and value is not None:
            yield from value if field.many else (value,)


def _known(verbs: Iterable[Verb], group: str, card_type: str) -> str:
    fitting = [
        each.tag
        for each in verbs
        if each.group == group and (not card_type or card_type in (each.types or (card_type,)))
    ]
    return f": {', '.join(fitting)}" if fitting else ""
