"""The script of a saved game, and its data as that language says them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

# What data are made of: text, numbers, claims, and lists and records of them.
Data = str | float | bool | Sequence["Data"] | Mapping[str, "Data"]

_SCRIPT = Path(__file__).with_name("setup.lua")
_MARK = "--DATA--"
_ESCAPED = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})


def script_of(**data: Data) -> str:
    """Return the script with *data* in its tables, by their names."""
    lines = [f"{name} = {as_lua(value)}" for name, value in data.items()]
    return _SCRIPT.read_text(encoding="utf-8").replace(_MARK, "\n".join(lines))


def as_lua(value: Data) -> str:
    """Return *value* as the script's language writes it."""
    if isinstance(value, str):
        return f'"{value.translate(_ESCAPED)}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"{value:g}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {as_lua(part)}" for key, part in value.items()) + "}"
    return "{" + ", ".join(as_lua(part) for part in value) + "}"
