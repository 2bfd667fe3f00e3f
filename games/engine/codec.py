"""Values to bytes and back: with `misfits`, the only module that knows the serialisation library."""

import hashlib
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from games.engine.errors import BadMove, BadOptions
from games.engine.misfits import misfit

T = TypeVar("T")

_MAX_DEPTH = 20


def to_json(value: object) -> str:
    """Return *value* as compact JSON text."""
    return msgspec.json.encode(value).decode()


def to_plain(value: object) -> Any:
    """Return *value* as dicts, lists, strings and numbers."""
    return msgspec.to_builtins(value)


def from_json(kind: type[T], text: str | bytes) -> T:
    """Return the stored JSON *text* as a value of *kind*. For our own records only."""
    return msgspec.json.decode(text, type=kind)


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
        raise BadOptions("Options are an object of names and values.")
    wrong = _unreadable(data)
    if wrong:
        raise BadOptions(f"These options don’t fit: {wrong}.")
    try:
        return msgspec.convert(data, type=kind, strict=True)
    except msgspec.ValidationError as error:
        raise BadOptions(f"These options don’t fit: {misfit(kind, data, 'option')}.") from error


def pack(value: object) -> bytes:
    """Return *value* as compact bytes; equal values give equal bytes."""
    return msgspec.msgpack.encode(value)


def unpack(kind: type[T], data: bytes) -> T:
    """Return what `pack` made of a value of *kind*."""
    return msgspec.msgpack.decode(data, type=kind)


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
        raise BadMove(f"{article} {name} is an object with a “type”.")
    wrong = _unreadable(data)
    if wrong:
        raise BadMove(f"No such {name}: {wrong}.")
    try:
        return msgspec.convert(data, type=kind, strict=True)
    except msgspec.ValidationError as error:
        raise BadMove(f"No such {name}: {misfit(kind, data, name)}.") from error


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
