"""A deck as an address or a form holds it: reading it, and changing it by one card."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from django.http import QueryDict
from django.utils.text import slugify

from cards.decks.context import DeckContext
from cards.decks.errors import BadDeck
from games.engine.decks import Lists, Slot
from scrapsite.common.requests import JOINERS, UNSEEN, shows_something

MOST_CARDS = 60
LONGEST_NAME = 60
_MOST_NAMED = 3
_LONGEST_SHOWN = 40


class KeptDeck(Protocol):
    """What a saved, a public and a ready-made deck have."""

    @property
    def name(self) -> str: ...
    @property
    def lists(self) -> Mapping[str, Iterable[str]]: ...


@dataclass(frozen=True)
class Draft:
    """A deck that somebody is building. *lists:* only cards of the edition, in the order of the box.

    *remarks:* sentences about the parts of the address that couldn't be used.
    """

    lists: Lists
    name: str = ""
    remarks: tuple[str, ...] = field(default=())

    @property
    def is_empty(self) -> bool:
        return not any(self.lists.values())


def draft_of(context: DeckContext, deck: KeptDeck) -> Draft:
    """Return *deck* as a draft; cards that the edition lacks are left out."""
    return Draft(context.tidy(deck.lists), deck.name)


def file_name(context: DeckContext, name: str) -> str:
    """Return the name of a file, without its ending, that holds the deck *name*."""
    return slugify(name) or f"{context.title.slug}-{context.rules.noun}"


def read_draft(context: DeckContext, data: QueryDict) -> Draft:
    """Return the deck in an address or a form. *Raises:* `BadDeck` if it has more cards than any deck."""
    given = {slot.key: [slug for slug in data.getlist(slot.short) if slug] for slot in context.empty_slots}
    if sum(map(len, given.values())) > MOST_CARDS:
        raise BadDeck(f"That is too much: a deck can have at most {MOST_CARDS} cards.")
    unknown = [slug for slugs in given.values() for slug in slugs if slug not in context.cards]
    return Draft(context.tidy(given), clean_name(data.get("name", "")), tuple(_remarks(context, unknown)))


def clean_name(text: str) -> str:
    """Return *text* as the name of a deck: on one line, without invisible characters, not too long."""
    shown = "".join(char for char in text if _is_shown(char))
    name = " ".join(shown.split())[:LONGEST_NAME].rstrip()
    return name if shows_something(name) else ""


def changed(context: DeckContext, draft: Draft, data: Mapping[str, str]) -> Draft:
    """Return the deck after a change: `add=acts:slash` or `drop=acts:slash`; `drop=acts:` empties a slot."""
    for name, change in (("add", _added), ("drop", _dropped)):
        key, _, slug = data.get(name, "").partition(":")
        slot = next((slot for slot in context.rules.slots(draft.lists) if slot.key == key), None)
        if slot is not None and (not slug or slug in context.cards):
            lists = {**draft.lists, key: change(slot, draft.lists.get(key, ()), slug)}
            draft = replace(draft, lists=context.tidy(lists))
    return draft


def _is_shown(char: str) -> bool:
    return (char.isprintable() and char not in UNSEEN) or char.isspace() or char in JOINERS


def _added(slot: Slot, slugs: tuple[str, ...], slug: str) -> tuple[str, ...]:
    """Return the slot with *slug* in it; in a slot for one card, it replaces that card."""
    if not slug or slug in slugs or len(slugs) >= MOST_CARDS:
        return slugs
    return (slug,) if slot.size == 1 else (*slugs, slug)


def _dropped(slot: Slot, slugs: tuple[str, ...], slug: str) -> tuple[str, ...]:
    """Return the slot without one copy of *slug*; an empty *slug* empties the slot."""
    if not slug:
        return ()
    place = slugs.index(slug) if slug in slugs else len(slugs)
    return slugs[:place] + slugs[place + 1 :]


def _remarks(context: DeckContext, unknown: list[str]) -> list[str]:
    named = [f"“{slug[:_LONGEST_SHOWN]}”" for slug in dict.fromkeys(unknown)]
    said = [f"{context.title.name} has no card {name}; it was left out." for name in named[:_MOST_NAMED]]
    if len(named) > _MOST_NAMED:
        said.append(f"So were {len(named) - _MOST_NAMED} more.")
    return said
