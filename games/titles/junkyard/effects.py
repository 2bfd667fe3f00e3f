"""The keywords of the cards. Each is one value with three readings: text, search, and resolving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from games.engine.effects import Effect
from games.titles.junkyard.moves import (
    AnyMove,
    ChargeWith,
    SalvageFrom,
    ScrapCard,
    ShufflePile,
    TrashCard,
    TurnTo,
)
from games.titles.junkyard.state import REGISTERS, State, hand_places
from games.titles.junkyard.yard import ADJACENT, LEFT, RIGHT, SIDES, drive, round_corner

if TYPE_CHECKING:
    from games.titles.junkyard.context import Scene

# What a keyword without a choice offers when it can be resolved.
_GO: tuple[None, ...] = (None,)

TURNS = tuple(TurnTo(side) for side in SIDES)  # type: ignore[arg-type]
SALVAGES = tuple(SalvageFrom(pile) for pile in range(9))
SHUFFLES = tuple(ShufflePile(pile) for pile in range(9))
SCRAPS = tuple(ScrapCard(place) for place in range(6))
TRASHES = tuple(TrashCard(place) for place in range(6))
CHARGES = tuple(ChargeWith(place) for place in range(6))


class Keyword(Effect, frozen=True):
    """A step of a card. *name:* what a view calls it. *rule:* what the event cites when it is skipped."""

    name: ClassVar[str] = ""
    rule: ClassVar[str] = ""

    def choices(self, state: State, seat: int) -> Sequence[AnyMove | None]:
        """Return the moves its player may choose from; empty when it can't be resolved."""
        raise NotImplementedError

    def hindrance(self, state: State, seat: int) -> str:
        """Return why it can't be resolved, as a sentence without its full stop."""
        raise NotImplementedError

    def carry_out(self, scene: Scene, choice: Any) -> None:
        """Do it, as chosen."""
        raise NotImplementedError

    def can_change(self, scene: Scene) -> bool:
        return bool(self.choices(scene.state, scene.seat))

    def resolve(self, scene: Scene) -> None:
        """Do it, skip it or ask: one legal choice is taken without asking.

        *Source:* `junkyard:resolve-4`, `junkyard:resolve-5`.
        """
        choices = self.choices(scene.state, scene.seat)
        if not choices:
            scene.skip(self)
        elif len(choices) == 1:
            self.carry_out(scene, choices[0])
        else:
            scene.is_waiting = True

    def answer(self, scene: Scene, choice: AnyMove) -> None:
        """Go on with what its player chose."""
        self.carry_out(scene, choice)


class Move(Keyword, frozen=True):
    """Go exactly so many spaces ahead. *Source:* `junkyard:move-1`."""

    count: int

    facet: ClassVar[str] = "move"
    name: ClassVar[str] = "move"
    rule: ClassVar[str] = "move-2"

    def text(self) -> str:
        return f"move {self.count}"

    def choices(self, state: State, seat: int) -> Sequence[AnyMove | None]:
        return () if drive(state.at, seat, state.headings[seat], self.count) is None else _GO

    def hindrance(self, state: State, seat: int) -> str:
        return "a Scrapbot would leave the yard"

    def carry_out(self, scene: Scene, choice: Any) -> None:
        scene.move(self.count)


class Turn(Keyword, frozen=True):
    """Round the corner to the left or to the right. *Source:* `junkyard:corner-1`."""

    facet: ClassVar[str] = "turn"
    name: ClassVar[str] = "turn"
    rule: ClassVar[str] = "corner-3"

    def text(self) -> str:
        return "turn"

    def choices(self, state: State, seat: int) -> Sequence[AnyMove | None]:
        at, heading = state.at, state.headings[seat]
        return [TURNS[side] for side in (LEFT, RIGHT) if round_corner(at, seat, heading, side) is not None]

    def hindrance(self, state: State, seat: int) -> str:
        return "a Scrapbot would be pushed out of the yard"

    def carry_out(self, scene: Scene, choice: Any) -> None:
        scene.turn(SIDES.index(choice.side))


class Salvage(Keyword, frozen=True):
    """Take cards off an adjacent pile. *Source:* `junkyard:salvage-1`."""

    count: int

    facet: ClassVar[str] = "salvage"
    name: ClassVar[str] = "salvage"
    rule: ClassVar[str] = "salvage-3"

    def text(self) -> str:
        return f"salvage {self.count}"

    def choices(self, state: State, seat: int) -> Sequence[AnyMove | None]:
        return [SALVAGES[pile] for pile in ADJACENT[state.at[seat]] if state.piles[pile]]

    def hindrance(self, state: State, seat: int) -> str:
        return "the piles beside it are empty"

    def carry_out(self, scene: Scene, choice: Any) -> None:
        scene.salvage(choice.pile, self.count)


class Scrap(Keyword, frozen=True):
    """Put cards of the hand onto the Scrapheap, chosen one after another. *Source:* `junkyard:scrap-1`."""

    count: int

    facet: ClassVar[str] = "scrap"
    name: ClassVar[str] = "scrap"
    rule: ClassVar[str] = "scrap-2"

    def text(self) -> str:
        return f"scrap {self.count}"

    def choices(self, state: State, seat: int) -> Sequence[AnyMove | None]:
        return [SCRAPS[place] for place in hand_places(state, seat)]

    def hindrance(self, state: State, seat: int) -> str:
        return "the hand is empty"

    def carry_out(self, scene: Scene, choice: Any) -> None:
        scene.scrap(choice.place)

    def resolve(self, scene: Scene) -> None:
        """Begin: with no more cards in hand than it takes, all of them go. *Source:* `junkyard:scrap-2`."""
        places = hand_places(scene.state, scene.seat)
        if not places:
            scene.skip(self)
        elif len(places) <= self.count:
            for place in places:
                scene.scrap(place)
        else:
            scene.state.left = self.count
            scene.is_waiting = True

    def answer(self, scene: Scene, choice: AnyMove) -> None:
        """Scrap the chosen card; ask for the next one."""
        self.carry_out(scene, choice)
        scene.state.left -= 1
        scene.is_waiting = scene.state.left > 0


class Trash(Keyword, frozen=True):
    """Put a card of the hand out of the game. *Source:* `junkyard:trash-1`."""

    facet: ClassVar[str] = "trash"
    name: ClassVar[str] = "trash"
    rule: ClassVar[str] = "trash-2"

    def text(self) -> str:
        return "trash"

    def choices(self, state: State, seat: int) -> Sequence[AnyMove | None]:
        return [TRASHES[place] for place in hand_places(state, seat)]

    def hindrance(self, state: State, seat: int) -> str:
        return "the hand is empty"

    def carry_out(self, scene: Scene, choice: Any) -> None:
        scene.trash(choice.place)


class Charge(Keyword, frozen=True):
    """Trash a card of the hand for its charge. *Source:* `junkyard:charge-5`."""

    facet: ClassVar[str] = "charge"
    name: ClassVar[str] = "charge"
    rule: ClassVar[str] = "charge-5"

    def text(self) -> str:
        return "charge"

    def choices(self, state: State, seat: int) -> Sequence[AnyMove | None]:
        return [CHARGES[place] for place in hand_places(state, seat)]

    def hindrance(self, state: State, seat: int) -> str:
        return "the hand is empty"

    def carry_out(self, scene: Scene, choice: Any) -> None:
        scene.charge(choice.place, "charge-5")


class Recharge(Keyword, frozen=True):
    """Activate more registers. *Source:* `junkyard:recharge-1`."""

    count: int

    facet: ClassVar[str] = "recharge"
    name: ClassVar[str] = "recharge"
    rule: ClassVar[str] = "recharge-2"

    def text(self) -> str:
        return f"recharge {self.count}"

    def choices(self, state: State, seat: int) -> Sequence[AnyMove | None]:
        return _GO if state.active[seat] < REGISTERS else ()

    def hindrance(self, state: State, seat: int) -> str:
        return "all registers are active already"

    def carry_out(self, scene: Scene, choice: Any) -> None:
        scene.recharge(self.count)


class Shuffle(Keyword, frozen=True):
    """Shuffle an adjacent pile. *Source:* `junkyard:shuffle-1`."""

    facet: ClassVar[str] = "shuffle"
    name: ClassVar[str] = "shuffle"
    rule: ClassVar[str] = "shuffle-2"

    def text(self) -> str:
        return "shuffle"

    def choices(self, state: State, seat: int) -> Sequence[AnyMove | None]:
        return [SHUFFLES[pile] for pile in ADJACENT[state.at[seat]] if state.piles[pile]]

    def hindrance(self, state: State, seat: int) -> str:
        return "the piles beside it are empty"

    def carry_out(self, scene: Scene, choice: Any) -> None:
        scene.shuffle(choice.pile)


class Overclock(Keyword, frozen=True):
    """Go on with the next register when this card is finished. *Source:* `junkyard:overclock-1`."""

    facet: ClassVar[str] = "overclock"
    name: ClassVar[str] = "overclock"
    rule: ClassVar[str] = "overclock-3"

    def text(self) -> str:
        return "overclock"

    def choices(self, state: State, seat: int) -> Sequence[AnyMove | None]:
        return _GO

    def hindrance(self, state: State, seat: int) -> str:
        return "no later active register holds a card"

    def carry_out(self, scene: Scene, choice: Any) -> None:
        scene.state.overclocked = 1
