"""Decks that players make before a match, as the deck builder sees them; what a title says about its own.

An edition to which players bring decks has a `DeckRules`. Inside the title a deck may be any struct it likes;
here it is `Lists`: the slugs of its cards by the key of the slot that they are in.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from msgspec import Struct

from games.engine.chance import Chance

Lists = Mapping[str, tuple[str, ...]]


class Fault(Struct, frozen=True):
    """Why a deck can't be brought. *rule:* the anchor that says so. *reason:* a sentence for people."""

    rule: str
    reason: str


class Slot(Struct, frozen=True):
    """A part of a deck, as it stands for one deck.

    *key:* its name in `Lists` (`acts`). *short:* its name in an address (`act`). *name:* the heading.
    *size:* how many cards this deck wants there, 0 for none. *fits:* the cards that may be there, in the
    order of the box. *rule:* the anchor about it.
    """

    key: str
    short: str
    name: str
    size: int
    fits: tuple[str, ...]
    rule: str


class Chart(Struct, frozen=True):
    """A count of cards. *bars:* label and count, in order. *summary:* what it comes to: `1.5 on average`."""

    label: str
    bars: tuple[tuple[str, int], ...]
    summary: str = ""


class ReadyMade(Struct, frozen=True):
    """A deck that comes with the game. *line:* how to play it, in a sentence."""

    slug: str
    name: str
    line: str
    lists: Lists


@dataclass(frozen=True)
class DeckRules:
    """What a title says about decks. All of it is pure, and takes any deck: unfinished ones, unknown cards.

    *noun:* the game's word for a deck (`mech`). *slots:* the parts of a given deck, always the same keys.
    *faults:* all that is wrong with it, empty when it can be brought. *charts:* its figures.
    *sort:* the same deck in the order of the box. *random:* a deck without faults.
    """

    noun: str
    slots: Callable[[Lists], tuple[Slot, ...]]
    faults: Callable[[Lists], tuple[Fault, ...]]
    charts: Callable[[Lists], tuple[Chart, ...]]
    sort: Callable[[Lists], Lists]
    random: Callable[[Chance], Lists]
    ready_made: tuple[ReadyMade, ...]
