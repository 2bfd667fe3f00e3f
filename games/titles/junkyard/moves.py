"""The moves. A card is named by its place in the hand. Registers count from 1, everything else from 0."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Place = Annotated[int, Meta(ge=0, le=7)]
Register = Annotated[int, Meta(ge=1, le=6)]
Space = Annotated[int, Meta(ge=0, le=23)]
Pile = Annotated[int, Meta(ge=0, le=8)]
Heading = Literal["n", "e", "s", "w"]
Side = Literal["left", "right"]


class Move(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A move that a seat can send."""


class PlaceScrapbot(Move, frozen=True, tag="place-scrapbot"):
    """Place the Scrapbot on a space at the edge. *Source:* `junkyard:setup-5`."""

    space: Space
    heading: Heading


class SlotCard(Move, frozen=True, tag="slot-card"):
    """Put a card from the hand into an empty register. *Source:* `junkyard:program-1`."""

    place: Place
    register: Register


class TakeBack(Move, frozen=True, tag="take-back"):
    """Take the card in a register back into the hand. *Source:* `junkyard:program-2`."""

    register: Register


class ChargeWith(Move, frozen=True, tag="charge"):
    """Trash a card from the hand for its charge: while programming, or when a card says Charge.

    *Source:* `junkyard:charge-1`, `junkyard:charge-5`.
    """

    place: Place


class UndoCharge(Move, frozen=True, tag="undo-charge"):
    """While programming, take back the card that was to be trashed for its charge.

    *Source:* `junkyard:charge-4`.
    """


class SetProgram(Move, frozen=True, tag="set-program"):
    """Say that you are done programming, or that you go on after all. *Source:* `junkyard:program-4`."""

    to: Literal["done", "open"]


class TurnTo(Move, frozen=True, tag="turn"):
    """Round the corner on that side. *Source:* `junkyard:corner-1`."""

    side: Side


class SalvageFrom(Move, frozen=True, tag="salvage"):
    """Salvage from that pile. *Source:* `junkyard:salvage-1`."""

    pile: Pile


class ShufflePile(Move, frozen=True, tag="shuffle"):
    """Shuffle that pile. *Source:* `junkyard:shuffle-1`."""

    pile: Pile


class ScrapCard(Move, frozen=True, tag="scrap"):
    """Put that card from the hand on the Scrapheap. *Source:* `junkyard:scrap-1`."""

    place: Place


class TrashCard(Move, frozen=True, tag="trash"):
    """Trash that card from the hand. *Source:* `junkyard:trash-1`."""

    place: Place


AnyMove = (
    PlaceScrapbot
    | SlotCard
    | TakeBack
    | ChargeWith
    | UndoCharge
    | SetProgram
    | TurnTo
    | SalvageFrom
    | ShufflePile
    | ScrapCard
    | TrashCard
)
