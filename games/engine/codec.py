"""Values to bytes and back: the only module that knows the serialisation library.

What doesn't fit is told in our words: the library's say little to people.
"""

import hashlib
import threading
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, cast, get_args

import msgspec
from msgspec import inspect

from games.engine.errors import BadMove, BadOptions

T = TypeVar("T")

_MAX_DEPTH = 20
_known: set[Any] = set()
_learning = threading.Lock()
_MOST_SHOWN = 40  # letters of what was sent


def known(kind: Any) -> Any:
    """Return *kind* once the library knows its form; every reading of a type has to ask for it like this.

    It learns the form when a type is first read, and two threads that read it first at the same moment would
    bring the whole process down.
    """
    if kind not in _known:
        with _learning:
            msgspec.msgpack.Decoder(kind)
        _known.add(kind)
    return kind


def to_json(value: object) -> str:
    """Return *value* as compact JSON text."""
    return msgspec.json.encode(value).decode()


def to_plain(value: object) -> Any:
    """Return *value* as dicts, lists, strings and numbers."""
    return msgspec.to_builtins(value)


def from_json(kind: type[T], text: str | bytes) -> T:
    """Return the stored JSON *text* as a value of *kind*. For our own records only."""
    return cast(T, msgspec.json.decode(text, type=known(kind)))


def read_move(kind: Any, data: object) -> Any:
    """Return plain *data* as a move of *kind*, strictly: no unknown tags or coerced types.

    *Raises:* `BadMove` with the path of what is wrong.
    """
    return _read(kind, data, "A", "move")


def read_order(kind: Any, data: object) -> Any:
    """Return plain *data* as a standing order of *kind*, as strictly as `read_move`."""
    return _read(kind, data, "An", "order")


def read_options(kind: type[T], data: object) -> T:
    """Return plain *data* as match options of *kind*. *Raises:* `BadOptions` with the path."""
    if not isinstance(data, dict):
        raise BadOptions("Options must be an object of names and values.")
    wrong = _unreadable(data)
    if wrong:
        raise BadOptions(f"These options are not valid: {wrong}.")
    try:
        return cast(T, msgspec.convert(data, type=known(kind), strict=True))
    except msgspec.ValidationError as error:
        raise BadOptions(f"These options are not valid: {_misfit(kind, data, 'option')}.") from error


def pack(value: object) -> bytes:
    """Return *value* as compact bytes; equal values give equal bytes."""
    return msgspec.msgpack.encode(value)


def unpack(kind: type[T], data: bytes) -> T:
    """Return what `pack` made of a value of *kind*."""
    return cast(T, msgspec.msgpack.decode(data, type=known(kind)))


def digest(data: bytes) -> str:
    """Return the SHA-256 of *data* as 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def fingerprint(value: object) -> str:
    """Return the digest of plain values and structs, as 64 hexadecimal digits.

    It depends on the names of structs, and on those of their fields that differ from the default: a new field
    with a default changes no fingerprint.
    """
    return digest(_written(value).encode())


def _written(value: object) -> str:
    if isinstance(value, msgspec.Struct):
        fields = msgspec.structs.fields(value)
        told = [(field.name, getattr(value, field.name)) for field in fields if not _is_default(value, field)]
        return f"{type(value).__name__}({', '.join(f'{name}={_written(item)}' for name, item in told)})"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key!r}: {_written(item)}' for key, item in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_written, value))}]"
    if not isinstance(value, str | int | float | None):
        raise TypeError(f"No fingerprint can be taken of {type(value).__name__}.")
    return repr(value)


def _is_default(value: msgspec.Struct, field: msgspec.structs.FieldInfo) -> bool:
    return bool(field.default is not msgspec.NODEFAULT and getattr(value, field.name) == field.default)


def _read(kind: Any, data: object, article: str, name: str) -> Any:
    if not isinstance(data, dict):
        raise BadMove(f"{article} {name} must be an object with a “type”.")
    wrong = _unreadable(data)
    if wrong:
        raise BadMove(f"This {name} is not valid: {wrong}.")
    try:
        return msgspec.convert(data, type=known(kind), strict=True)
    except msgspec.ValidationError as error:
        raise BadMove(f"This {name} is not valid: {_misfit(kind, data, name)}.") from error


def _unreadable(data: object) -> str:
    """Return why plain *data* can't be read (nested too deeply, broken text), or an empty text."""
    stack = [(data, 1)]
    while stack:
        item, level = stack.pop()
        if level > _MAX_DEPTH:
            return "nested too deeply"
        if isinstance(item, dict):
            stack.extend((key, level) for key in item)
            stack.extend((value, level + 1) for value in item.values())
        elif isinstance(item, list):
            stack.extend((value, level + 1) for value in item)
        elif isinstance(item, str) and not _is_text(item):
            return "broken text"
    return ""


def _is_text(item: str) -> bool:
    """Return whether *item* can be written out; half of a surrogate pair can't."""
    try:
        item.encode()
    except UnicodeEncodeError:
        return False
    return True


# What is wrong with it


def _misfit(kind: Any, data: Mapping[Any, Any], name: str) -> str:
    """Return what is wrong with *data*, which isn't a *kind*: a struct, or a union of structs with tags.

    *name:* what such a value is called: `move`.
    """
    members = get_args(kind) or (kind,)
    fitting = next((member for member in members if _tag(member) in (None, _told_tag(member, data))), None)
    if fitting is None:
        return _wrong_tag(members, data, name)
    return next(_wrong_fields(fitting, data), f"its form is not that of this {name}")


def _tag(member: Any) -> Any:
    return member.__struct_config__.tag


def _told_tag(member: Any, data: Mapping[Any, Any]) -> Any:
    return data.get(member.__struct_config__.tag_field)


def _wrong_tag(members: tuple[Any, ...], data: Mapping[Any, Any], name: str) -> str:
    field = members[0].__struct_config__.tag_field
    known = ", ".join(_tag(member) for member in members)
    if field not in data:
        return f"“{field}” is missing; it must be one of {known}"
    return f"“{field}” is {_shown(data[field])}, but it must be one of {known}"


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
            msgspec.convert(data[key], type=known(field.type), strict=True)
        except msgspec.ValidationError:
            yield f"“{key}” must be {_words(inspect.type_info(field.type))}"


def _words(kind: Any) -> str:
    """Return what values of that type are."""
    match kind:
        case inspect.IntType():
            return f"a whole number{_bounds(kind.ge, kind.le)}"
        case inspect.StrType():
            return f"text of at most {kind.max_length} characters" if kind.max_length else "text"
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "null"
        case inspect.LiteralType():
            return " or ".join(map(_literal, kind.values))
        case inspect.UnionType():
            return " or ".join(_words(member) for member in kind.types)
        case inspect.ListType() | inspect.VarTupleType():
            return f"a list; each item must be {_words(kind.item_type)}"
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
