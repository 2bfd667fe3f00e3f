"""Things on a board and what the viewer can do with each: the offers, grouped by where they begin."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from games.matches.queries.board import Board, OfferForm

# Between what a label says is done and where.
_WHERE = re.compile(r": | in the ")
_ROOM = 2  # moves of one thing that have room on the place where they land


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that may be sent now. *move:* JSON text. *to:* the thing it lands on, or empty.

    *undoable*, *warning*, *about*, *is_rare:* as in the engine's `Offer`.
    """

    label: str
    move: str
    to: str
    undoable: bool = False
    warning: str = ""
    about: str = ""
    is_rare: bool = False

    @property
    def head(self) -> str:
        """What is done, without where: the label up to its colon, or `Build` of `Build in the left Lane`."""
        return _WHERE.split(self.label, maxsplit=1)[0]

    @property
    def lead(self) -> str:
        """The label without its tail."""
        return self.label.removesuffix(self.tail)

    @property
    def verb(self) -> str:
        """The label up to its price or its effect: what is done."""
        return self.label.partition(" for ")[0].partition(": ")[0]

    @property
    def tail(self) -> str:
        """The label after its head: where it is done, or empty."""
        return "".join(_WHERE.split(self.label, maxsplit=1)[1:])


@dataclass(frozen=True, slots=True)
class Group:
    """Choices that do the same to different things."""

    head: str
    choices: tuple[Choice, ...]

    @property
    def is_single(self) -> bool:
        return len(self.choices) == 1


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that can't be done now. *more:* how many others with the same reason are left out."""

    label: str
    reason: str
    rule: str
    rule_url: str
    more: int


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the board. *key:* where its offers begin (`hand:scout`).

    *slot:* a number from 1, by which style sheets connect a thing to the places its moves lead to.
    """

    key: str
    slot: int
    choices: tuple[Choice, ...]
    refusals: tuple[Refusal, ...]

    @property
    def id(self) -> str:
        """An identifier for the page."""
        return self.key.replace(":", "-")

    @property
    def name(self) -> str:
        """The key in words."""
        return self.key.replace(":", " ").replace("-", " ").capitalize()

    @property
    def can_act(self) -> bool:
        return bool(self.choices)

    @property
    def deed(self) -> Choice | None:
        """The only thing to do with it, which it then does at the first press; None if there are several."""
        return self.choices[0] if len(self.choices) == 1 else None

    @property
    def can_be_dragged(self) -> bool:
        """Whether a choice lands on another thing."""
        return any(choice.to for choice in self.choices)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The choices in order; those that differ only in where they land are one group.

        Rare ones are left out unless there are no others.
        """
        return _groups(choice for choice in self.choices if not choice.is_rare) or _groups(self.choices)

    @property
    def rare_groups(self) -> tuple[Group, ...]:
        """The choices that `groups` leaves out, in groups as well."""
        rare = [choice for choice in self.choices if choice.is_rare]
        return _groups(rare) if len(rare) < len(self.choices) else ()


@dataclass(frozen=True, slots=True)
class Drop:
    """A move shown at the thing it lands on, while the thing it begins at is picked up.

    *short:* the label without the target, or all of it if another move of the thing begins the same.
    """

    slot: int
    short: str
    label: str
    move: str


class Things:
    """The things of one board, numbered in the order in which `at` is first called for them.

    *last:* places; of the choices of a thing, those that lead there come last.
    """

    def __init__(self, board: Board, last: Collection[str] = ()) -> None:
        self._offers = board.offers_at
        self._last = last
        self._made: dict[str, Thing] = {}

    def at(self, place: str, key: str = "") -> Thing:
        """Return the thing at *place*. *key:* its own name if several things share the place."""
        key = key or place
        if key not in self._made:
            offers = self._offers.get(place, ())
            slot = len(self._made) + 1
            choices = sorted(_choices(offers), key=lambda choice: choice.to in self._last)
            self._made[key] = Thing(key, slot, tuple(choices), _refusals(offers))
        return self._made[key]

    def drops(self, place: str) -> tuple[Drop, ...]:
        """Return the moves that land on *place*, from the things that `at` has returned so far.

        A place has room for two of a thing; of a thing with more the tray alone has them.
        """
        landing = (
            (thing, [choice for choice in thing.choices if choice.to == place])
            for thing in self._made.values()
        )
        return tuple(
            Drop(thing.slot, _short(choice, choices), choice.label, choice.move)
            for thing, choices in landing
            if len(choices) <= _ROOM
            for choice in choices
        )

    def refusals(self) -> tuple[Refusal, ...]:
        """Return what can't be done now on the whole board, one for each reason."""
        return _refusals(offer for offers in self._offers.values() for offer in offers)


def _groups(choices: Iterable[Choice]) -> tuple[Group, ...]:
    made: dict[str, list[Choice]] = {}
    for choice in choices:
        made.setdefault(choice.head if choice.to else choice.label, []).append(choice)
    return tuple(Group(head, tuple(same)) for head, same in made.items())


def _short(choice: Choice, beside: Iterable[Choice]) -> str:
    """Return as much of the label as tells *choice* from those *beside* it."""
    heads = [other.head for other in beside]
    return choice.head if heads.count(choice.head) == 1 else choice.label


def _choices(offers: Iterable[OfferForm]) -> tuple[Choice, ...]:
    return tuple(
        Choice(offer.label, offer.move, offer.to, offer.undoable, offer.warning, offer.about, offer.is_rare)
        for offer in offers
        if offer.is_legal
    )


def _refusals(offers: Iterable[OfferForm]) -> tuple[Refusal, ...]:
    """Return the refusals, one for each reason."""
    reasons: dict[tuple[str, str], list[OfferForm]] = {}
    for offer in offers:
        if not offer.is_legal:
            reasons.setdefault((offer.rule, offer.reason), []).append(offer)
    return tuple(
        Refusal(same[0].label, reason, rule, same[0].rule_url, len(same) - 1)
        for (rule, reason), same in reasons.items()
    )
