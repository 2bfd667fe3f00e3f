"""What only one seat can see, in words, found by comparing its view with the public one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import Struct


@dataclass(frozen=True, slots=True)
class Hidden:
    """What only *seat* can see. *things:* the name of each field (`hand`) and its content, in words."""

    seat: int
    things: tuple[tuple[str, str], ...]


def hidden_things(seat: int, own: Any, public: Any, cards: Mapping[str, str]) -> Hidden:
    """Return what the view *own* of *seat* shows beyond *public*. *cards:* names by slug."""
    found: dict[str, str] = {}
    for name, value in _differences("", own, public):
        words = ", ".join(_words(value, cards))
        if words:
            found[name] = f"{found[name]}; {words}" if name in found else words
    return Hidden(seat, tuple(found.items()))


def _differences(name: str, own: Any, public: Any) -> Iterator[tuple[str, Any]]:
    """Yield the field name and the own value of everything that differs."""
    if own == public or isinstance(own, Mapping):
        return
    if isinstance(own, Struct) and type(own) is type(public):
        for field in own.__struct_fields__:
            if field not in ("viewer", "unseen"):
                # A place of several is called by what they are: the cards in `registers`.
                called = name if name and field == "card" else field
                yield from _differences(called, getattr(own, field), getattr(public, field))
    elif isinstance(own, tuple) and isinstance(public, tuple) and len(own) == len(public):
        for mine, theirs in zip(own, public, strict=True):
            yield from _differences(name, mine, theirs)
    else:
        yield name.replace("_", " "), own


def _words(value: Any, cards: Mapping[str, str]) -> Iterator[str]:
    """Yield the cards' names and other texts in *value*."""
    if isinstance(value, str):
        if value:
            yield cards.get(value, value.replace("-", " "))
    elif isinstance(value, tuple):
        for item in value:
            yield from _words(item, cards)
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            item = getattr(value, field)
            if field in ("card", "slug", "act") or isinstance(item, tuple):
                yield from _words(item, cards)
