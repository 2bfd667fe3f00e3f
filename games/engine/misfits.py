"""Why plain data isn't a value of some type, in words for people instead of the serialisation library's."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import msgspec
from msgspec import inspect

_MOST_SHOWN = 40


def misfit(kind: Any, data: Mapping[Any, Any], name: str) -> str:
    """Return what is wrong with *data*, which isn't a *kind*: a struct, or a union of structs with tags.

    *name:* what such a value is called: `move`.
    """
    members = get_args(kind) or (kind,)
    fitting = next((member for member in members if _tag(member) in (None, _told_tag(member, data))), None)
    if fitting is None:
        return _wrong_tag(members, data, name)
    return next(_wrong_fields(fitting, data), f"it has another form than this {name}")


def _tag(member: Any) -> Any:
    return member.__struct_config__.tag


def _told_tag(member: Any, data: Mapping[Any, Any]) -> Any:
    return data.get(member.__struct_config__.tag_field)


def _wrong_tag(members: tuple[Any, ...], data: Mapping[Any, Any], name: str) -> str:
    field = members[0].__struct_config__.tag_field
    known = ", ".join(_tag(member) for member in members)
    if field not in data:
        return f"“{field}” is missing; it is one of {known}"
    return f"“{field}” is {_shown(data[field])}, but a {name} is one of {known}"


def _wrong_fields(member: Any, data: Mapping[Any, Any]) -> Iterator[str]:
    """Yield what is wrong with each of the fields."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(member)}
    for key in data:
        if key not in fields and key != member.__struct_config__.tag_field:
            yield f"there is no “{_shown(key)}” in it"
    for key, field in fields.items():
        if key not in data:
            if field.required:
                yield f"“{key}” is missing"
            continue
        try:
            msgspec.convert(data[key], type=field.type, strict=True)
        except msgspec.ValidationError:
            yield f"“{key}” has to be {_words(inspect.type_info(field.type))}"


def _words(kind: Any) -> str:
    """Return what values of that type are."""
    match kind:
        case inspect.IntType():
            return f"a whole number{_bounds(kind.ge, kind.le)}"
        case inspect.StrType():
            return f"a text of at most {kind.max_length} letters" if kind.max_length else "a text"
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "null"
        case inspect.LiteralType():
            return " or ".join(map(_literal, kind.values))
        case inspect.UnionType():
            return " or ".join(_words(member) for member in kind.types)
        case inspect.ListType() | inspect.VarTupleType():
            return f"a list; in it, each is {_words(kind.item_type)}"
    return "an object"


def _literal(value: str | int | None) -> str:
    return value if isinstance(value, str) else str(value).replace("-", "−")


def _bounds(low: int | None, high: int | None) -> str:
    low_words, high_words = (str(bound).replace("-", "−") for bound in (low, high))
    if low is None:
        return "" if high is None else f" of at most {high_words}"
    return f" of at least {low_words}" if high is None else f" from {low_words} to {high_words}"


def _shown(value: object) -> str:
    """Return the beginning of *value*, which may be huge."""
    text = value if isinstance(value, str) else type(value).__name__
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
