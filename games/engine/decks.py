"""Decks that players build before a match: what a title says about them, and what the deck builder shows.

An edition to which players bring decks has a `DeckRules`. Inside the title a deck may be any struct;
here it is `Lists`: the slugs of its cards, by the key of their slot.
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
    """A slot of one particular deck: what it is called, how many cards it takes, and which.

    *key:* its name in `Lists` (`acts`). *short:* its name in an address (`act`). *name:* the heading.
    *size:* how many cards this deck needs there, 0 for none. *fits:* the cards that may be there, in the
    order of the box. *rule:* the anchor about it.
    """

    key: str
    short: str
    name: str
    size: int
    fits: tuple[str, ...]
    rule: str


class Chart(Struct, frozen=True):
    """A count of cards. *bars:* label and count, in order. *summary:* such as `1.5 on average`."""

    label: str
    bars: tuple[tuple[str, int], ...]
    summary: str = ""


LEVELS = ("easy", "medium", "hard")


class ReadyMade(Struct, frozen=True):
    """A deck that comes with the game. *line:* how to play it, in a sentence.

    *level:* one of `LEVELS`, how hard it is to play. *why:* what makes it so, in a sentence.
    """

    slug: str
    name: str
    line: str
    lists: Lists
    level: str
    why: str


@dataclass(frozen=True)
class DeckRules:
    """What a title says about decks. All of it is pure and takes any deck, finished or not.

    *noun:* the game's word for a deck (`mech`). *slots:* the slots of a given deck; their keys never change.
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

    @property
    def easiest(self) -> ReadyMade | None:
        """The ready-made deck for a first match, the first of those that are easiest; None without any."""
        return min(self.ready_made, key=lambda made: LEVELS.index(made.level), default=None)
