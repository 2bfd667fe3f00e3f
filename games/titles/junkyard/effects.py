"""The keywords on the cards."""

from collections.abc import Sequence
from typing import Any, ClassVar

from games.titles.junkyard.context import Context
from games.titles.junkyard.edition import Edition
from games.titles.junkyard.keyword import Keyword
from games.titles.junkyard.moves import (
    AnyMove,
    ChargeWith,
    SalvageFrom,
    ScrapCard,
    ShufflePile,
    TrashCard,
    TurnTo,
)
from games.titles.junkyard.state import MOST_HAND, REGISTERS, State, hand_places
from games.titles.junkyard.yard import ADJACENT, LEFT, RIGHT, SIDES, drive, round_corner

# The choices of a keyword that can be resolved and asks nothing.
_GO: tuple[None, ...] = (None,)

TURNS = tuple(TurnTo(side) for side in SIDES)  # type: ignore[arg-type]
SALVAGES = tuple(SalvageFrom(pile) for pile in range(9))
SHUFFLES = tuple(ShufflePile(pile) for pile in range(9))
SCRAPS = tuple(ScrapCard(place) for place in range(MOST_HAND))
TRASHES = tuple(TrashCard(place) for place in range(MOST_HAND))
CHARGES = tuple(ChargeWith(place) for place in range(MOST_HAND))


class Move(Keyword, frozen=True):
    """Go exactly so many spaces ahead. *Source:* `junkyard:move-1`."""

    count: int

    facet: ClassVar[str] = "move"
    name: ClassVar[str] = "move"
    rule: ClassVar[str] = "move-2"

    def text(self) -> str:
        return f"move {self.count}"

    def choices(self, edition: Edition, state: State, seat: int) -> Sequence[AnyMove | None]:
        return () if drive(state.at, seat, state.headings[seat], self.count) is None else _GO

    def hindrance(self, edition: Edition, state: State, seat: int) -> str:
        return "a Scrapbot would leave the yard"

    def carry_out(self, context: Context, choice: Any) -> None:
        context.move(self.count)


class Turn(Keyword, frozen=True):
    """Round the corner to the left or to the right. *Source:* `junkyard:corner-1`."""

    facet: ClassVar[str] = "turn"
    name: ClassVar[str] = "turn"
    rule: ClassVar[str] = "corner-3"

    def text(self) -> str:
        return "turn"

    def choices(self, edition: Edition, state: State, seat: int) -> Sequence[AnyMove | None]:
        at, heading = state.at, state.headings[seat]
        return [TURNS[side] for side in (LEFT, RIGHT) if round_corner(at, seat, heading, side) is not None]

    def hindrance(self, edition: Edition, state: State, seat: int) -> str:
        return "a Scrapbot would be pushed out of the yard"

    def carry_out(self, context: Context, choice: Any) -> None:
        context.turn(SIDES.index(choice.side))


class Salvage(Keyword, frozen=True):
    """Take cards from an adjacent pile. *Source:* `junkyard:salvage-1`."""

    count: int

    facet: ClassVar[str] = "salvage"
    name: ClassVar[str] = "salvage"
    rule: ClassVar[str] = "salvage-3"

    def text(self) -> str:
        return f"salvage {self.count}"

    def choices(self, edition: Edition, state: State, seat: int) -> Sequence[AnyMove | None]:
        return [SALVAGES[pile] for pile in ADJACENT[state.at[seat]] if state.piles[pile]]

    def hindrance(self, edition: Edition, state: State, seat: int) -> str:
        return "the piles beside it are empty"

    def carry_out(self, context: Context, choice: Any) -> None:
        context.salvage(choice.pile, self.count)


class Scrap(Keyword, frozen=True):
    """Put cards from the hand on the Scrapheap, chosen one after another. *Source:* `junkyard:scrap-1`."""

    count: int

    facet: ClassVar[str] = "scrap"
    name: ClassVar[str] = "scrap"
    rule: ClassVar[str] = "scrap-2"

    def text(self) -> str:
        return f"scrap {self.count}"

    def choices(self, edition: Edition, state: State, seat: int) -> Sequence[AnyMove | None]:
        return [SCRAPS[place] for place in hand_places(state, seat)]

    def hindrance(self, edition: Edition, state: State, seat: int) -> str:
        return "the hand is empty"

    def carry_out(self, context: Context, choice: Any) -> None:
        context.scrap(choice.place)

    def resolve(self, context: Context) -> None:
        """Begin; when the hand has no more cards than the keyword takes, all of them go.

        *Source:* `junkyard:scrap-2`.
        """
        places = hand_places(context.state, context.seat)
        if not places:
            context.skip(self)
        elif len(places) <= self.count:
            for place in places:
                context.scrap(place)
        else:
            context.state.left = self.count
            context.is_waiting = True

    def answer(self, context: Context, choice: AnyMove) -> None:
        """Scrap the chosen card; ask for the next one."""
        self.carry_out(context, choice)
        context.state.left -= 1
        context.is_waiting = context.state.left > 0


class Trash(Keyword, frozen=True):
    """Trash a card from the hand. *Source:* `junkyard:trash-1`."""

    facet: ClassVar[str] = "trash"
    name: ClassVar[str] = "trash"
    rule: ClassVar[str] = "trash-2"

    def text(self) -> str:
        return "trash"

    def choices(self, edition: Edition, state: State, seat: int) -> Sequence[AnyMove | None]:
        return [TRASHES[place] for place in hand_places(state, seat)]

    def hindrance(self, edition: Edition, state: State, seat: int) -> str:
        return "the hand is empty"

    def carry_out(self, context: Context, choice: Any) -> None:
        context.trash(choice.place)


class Charge(Keyword, frozen=True):
    """Trash a card from the hand for its charge. *Source:* `junkyard:charge-5`."""

    facet: ClassVar[str] = "charge"
    name: ClassVar[str] = "charge"
    rule: ClassVar[str] = "charge-5"

    def text(self) -> str:
        return "charge"

    def choices(self, edition: Edition, state: State, seat: int) -> Sequence[AnyMove | None]:
        return [CHARGES[place] for place in hand_places(state, seat)]

    def hindrance(self, edition: Edition, state: State, seat: int) -> str:
        return "the hand is empty"

    def carry_out(self, context: Context, choice: Any) -> None:
        context.charge(choice.place, "charge-5")


class Recharge(Keyword, frozen=True):
    """Activate more registers. *Source:* `junkyard:recharge-1`."""

    count: int

    facet: ClassVar[str] = "recharge"
    name: ClassVar[str] = "recharge"
    rule: ClassVar[str] = "recharge-2"

    def text(self) -> str:
        return f"recharge {self.count}"

    def choices(self, edition: Edition, state: State, seat: int) -> Sequence[AnyMove | None]:
        return _GO if state.active[seat] < edition.most_active else ()

    def hindrance(self, edition: Edition, state: State, seat: int) -> str:
        if edition.most_active == REGISTERS:
            return "all registers are active already"
        return f"only {edition.most_active} registers can be active"

    def carry_out(self, context: Context, choice: Any) -> None:
        context.recharge(self.count)


class Shuffle(Keyword, frozen=True):
    """Shuffle an adjacent pile. *Source:* `junkyard:shuffle-1`."""

    facet: ClassVar[str] = "shuffle"
    name: ClassVar[str] = "shuffle"
    rule: ClassVar[str] = "shuffle-2"

    def text(self) -> str:
        return "shuffle"

    def choices(self, edition: Edition, state: State, seat: int) -> Sequence[AnyMove | None]:
        return [SHUFFLES[pile] for pile in ADJACENT[state.at[seat]] if state.piles[pile]]

    def hindrance(self, edition: Edition, state: State, seat: int) -> str:
        return "the piles beside it are empty"

    def carry_out(self, context: Context, choice: Any) -> None:
        context.shuffle(choice.pile)


class Overclock(Keyword, frozen=True):
    """Go on with the next register once this card is resolved. *Source:* `junkyard:overclock-1`."""

    facet: ClassVar[str] = "overclock"
    name: ClassVar[str] = "overclock"
    rule: ClassVar[str] = "overclock-3"

    def text(self) -> str:
        return "overclock"

    def choices(self, edition: Edition, state: State, seat: int) -> Sequence[AnyMove | None]:
        return _GO

    def hindrance(self, edition: Edition, state: State, seat: int) -> str:
        return "no later active register holds a card"

    def carry_out(self, context: Context, choice: Any) -> None:
        context.state.overclocked = 1
