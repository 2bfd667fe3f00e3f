"""The moves. A *place* is row * 9 + column, counted from 0 at the top left of the field."""

from typing import Annotated

from msgspec import Meta, Struct

from games.titles.scrapyard.state import Corner

Place = Annotated[int, Meta(ge=0, le=53)]
Seat = Annotated[int, Meta(ge=0, le=3)]


class Move(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A move that a seat can send."""


class Peek(Move, frozen=True, tag="peek"):
    """Look at a face-down card. *Source:* `scrapyard:peek-1`."""

    place: Place


class BuyPeek(Move, frozen=True, tag="buy-peek"):
    """Spend a cube for one more peek. *Source:* `scrapyard:extra-1`."""


class EndPeeks(Move, frozen=True, tag="end-peeks"):
    """Stop peeking for this round. *Source:* `scrapyard:peek-1`."""


class PlaceCube(Move, frozen=True, tag="place-cube"):
    """Put a cube from the supply on a card. *Source:* `scrapyard:place-1`."""

    place: Place


class MoveCube(Move, frozen=True, tag="move-cube"):
    """Move one of your cubes to another card. *Source:* `scrapyard:place-1`."""

    start: Place
    place: Place


class ChooseCorner(Move, frozen=True, tag="choose-corner"):
    """Place the pawn beside a corner of the field. *Source:* `scrapyard:corner-1`."""

    corner: Corner


class Walk(Move, frozen=True, tag="walk"):
    """Walk to a card for one point a step. *Source:* `scrapyard:move-1`."""

    place: Place


class TurnUp(Move, frozen=True, tag="turn-up"):
    """Turn the card under the pawn face up. *Source:* `scrapyard:flip-1`."""


class ClaimCube(Move, frozen=True, tag="claim-cube"):
    """Claim a cube of *owner* from the card under the pawn. *Source:* `scrapyard:claim-1`."""

    owner: Seat


class TakeCard(Move, frozen=True, tag="take-card"):
    """Take the card under the pawn. *Source:* `scrapyard:take-1`."""


class EndTurn(Move, frozen=True, tag="end-turn"):
    """End placing, or a turn of collecting. *Source:* `scrapyard:turn-1`."""


AnyMove = (
    Peek
    | BuyPeek
    | EndPeeks
    | PlaceCube
    | MoveCube
    | ChooseCorner
    | Walk
    | TurnUp
    | ClaimCube
    | TakeCard
    | EndTurn
)
