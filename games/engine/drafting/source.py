"""An edition as the source of its title: rows of cards.csv, and expressions for what isn't in there."""

import dataclasses
import inspect
import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
from msgspec import Struct

Spell = Callable[[Any], str]


class EditionSource(Struct, frozen=True):
    """What the data files of a title need for an edition.

    *columns*, *rows:* of cards.csv, in the order of the box. *tables:* by the name of a table in the title's
    cards module, expressions by slug for what is new or changed. *fields:* expressions by field of the
    title's `Edition`, without slug, date, summary and those that have their defaults. *notes:* what has to be
    done by hand, in sentences.
    """

    columns: tuple[str, ...]
    rows: tuple[Mapping[str, str], ...]
    tables: Mapping[str, Mapping[str, str]]
    fields: Mapping[str, str]
    notes: tuple[str, ...] = ()


def expression_of(value: Any, spelled: Mapping[type, Spell] | None = None) -> str:
    """Return the Python expression that makes *value*: a struct, a tuple or a plain value.

    *spelled:* types that are written in a way of their own.
    """
    special = spelled or {}
    if type(value) in special:
        return special[type(value)](value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, tuple):
        inner = [expression_of(each, special) for each in value]
        return f"({', '.join(inner)}{',' if len(inner) == 1 else ''})"
    if isinstance(value, Struct):
        return f"{type(value).__name__}({', '.join(_arguments(value, special))})"
    return repr(value)


def fields_of(edition: Any, without: Collection[str]) -> dict[str, str]:
    """Return the fields of a dataclass as expressions, but those *without* and those with their defaults."""
    found = {}
    for field in dataclasses.fields(edition):
        value = getattr(edition, field.name)
        if field.init and field.name not in without and value != field.default:
            found[field.name] = expression_of(value)
    return found


def _arguments(value: Struct, special: Mapping[type, Spell]) -> list[str]:
    """Return the arguments: those without a default by their place, the others by name if they differ."""
    kinds = inspect.signature(type(value)).parameters
    placed, named = [], []
    for field in msgspec.structs.fields(value):
        inner = getattr(value, field.name)
        if field.required and kinds[field.name].kind is not inspect.Parameter.KEYWORD_ONLY:
            placed.append(expression_of(inner, special))
        elif field.required or inner != field.default:
            named.append(f"{field.name}={expression_of(inner, special)}")
    return [*placed, *named]
