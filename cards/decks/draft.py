"""A deck as an address or a form has it: read, changed by a press, written again."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.http import QueryDict

from cards.decks.context import Bench
from cards.decks.errors import BadDeck
from games.engine.decks import Lists, Slot

MOST_CARDS = 60
LONGEST_NAME = 60
_MOST_NAMED = 3
_LONGEST_SHOWN = 40


@dataclass(frozen=True)
class Sketch:
    """A deck that somebody is at. *lists:* cards of the edition only, in the order of the box.

    *remarks:* what of the address couldn't be used, in sentences.
    """

    lists: Lists
    name: str = ""
    remarks: tuple[str, ...] = field(default=())

    @property
    def is_empty(self) -> bool:
        return not any(self.lists.values())


def read_sketch(bench: Bench, data: QueryDict) -> Sketch:
    """Return the deck in an address or a form. *Raises:* `BadDeck` for more cards than any deck has."""
    given = {slot.key: [slug for slug in data.getlist(slot.short) if slug] for slot in bench.empty_slots}
    if sum(map(len, given.values())) > MOST_CARDS:
        raise BadDeck(f"That is too much for a deck: at most {MOST_CARDS} cards can be read.")
    unknown = [slug for slugs in given.values() for slug in slugs if slug not in bench.cards]
    return Sketch(bench.tidy(given), clean_name(data.get("name", "")), tuple(_remarks(bench, unknown)))


def clean_name(text: str) -> str:
    """Return *text* as the name of a deck: on one line, what can't be seen left out, cut when too long."""
    seen = "".join(char for char in text if char.isprintable() or char.isspace())
    return " ".join(seen.split())[:LONGEST_NAME].rstrip()


def pressed(bench: Bench, sketch: Sketch, data: Mapping[str, str]) -> Sketch:
    """Return the deck after a press: `add=acts:slash` or `drop=acts:slash`; `drop=acts:` empties a slot."""
    for press, change in (("add", _added), ("drop", _dropped)):
        key, _, slug = data.get(press, "").partition(":")
        slot = next((slot for slot in bench.rules.slots(sketch.lists) if slot.key == key), None)
        if slot is not None and (not slug or slug in bench.cards):
            lists = {**sketch.lists, key: change(slot, sketch.lists.get(key, ()), slug)}
            sketch = replace(sketch, lists=bench.tidy(lists))
    return sketch


def _added(slot: Slot, slugs: tuple[str, ...], slug: str) -> tuple[str, ...]:
    """Return the slot with *slug* in it; where one card fills it, that card makes way."""
    if not slug or slug in slugs or len(slugs) >= MOST_CARDS:
        return slugs
    return (slug,) if slot.size == 1 else (*slugs, slug)


def _dropped(slot: Slot, slugs: tuple[str, ...], slug: str) -> tuple[str, ...]:
    """Return the slot without one *slug*, or without any card."""
    if not slug:
        return ()
    place = slugs.index(slug) if slug in slugs else len(slugs)
    return slugs[:place] + slugs[place + 1 :]


def _remarks(bench: Bench, unknown: list[str]) -> list[str]:
    named = [f"“{slug[:_LONGEST_SHOWN]}”" for slug in dict.fromkeys(unknown)]
    said = [f"{bench.title.name} has no card {name}; it was left out." for name in named[:_MOST_NAMED]]
    if len(named) > _MOST_NAMED:
        said.append(f"So were {len(named) - _MOST_NAMED} more.")
    return said
