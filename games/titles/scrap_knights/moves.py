"""What a player may do. Cards go by their slug; every choice has exactly one spelling.

An ACT is chosen with all its secrets in one move. Of the three ways to choose, each ACT has one: `choose`,
`choose-number` for an ACT with a secret number, `choose-naming` for an ACT that names a card (`choosing`
returns the right one). *moves:* a direction for each Move with a choice, in printed order; +1 increases the
distance.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

MechSlug = Literal[
    "threshing-floor",
    "fishmonger",
    "clean-slate",
    "furnace-heart",
    "second-wind",
    "salvo",
    "hive-keeper",
    "quiet-room",
    "pile-driver",
    "choreographer",
    "prototype",
    "riptide",
]
Slug = Annotated[str, Meta(max_length=40)]
Direction = Literal[-1, 1]
Number = Annotated[int, Meta(ge=-9, le=9)]  # which of them a card takes, its rule says
Distance = Annotated[int, Meta(ge=0, le=5)]  # no edition has more
Pile = Literal["deck", "prep"]
Mark = Literal["ready", "open"]
Token = Literal["frame-advantage", "armored", "blitz"]


class Move(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Anything a seat can send."""


class TakeCard(Move, frozen=True, tag="take"):
    """Put a card of the box into the mech deck or its prep deck. *Source:* `scrap-knights:setup-1`."""

    card: Slug
    to: Pile


class PutBack(Move, frozen=True, tag="put-back", rename={"pile": "from"}):
    """Put a card of the mech deck or its prep deck back into the box. *Source:* `scrap-knights:setup-5`.

    *pile:* in JSON it is called `from`.
    """

    card: Slug
    pile: Pile


class BringMech(Move, frozen=True, tag="bring"):
    """Replace the draft by a ready-made mech. *Source:* `scrap-knights:setup-6`."""

    mech: MechSlug


class SetReady(Move, frozen=True, tag="set-ready"):
    """Say that the mech is ready, or not ready after all. *Source:* `scrap-knights:setup-5`."""

    to: Mark


class Choose(Move, frozen=True, tag="choose"):
    """Choose an ACT in secret. *Source:* `scrap-knights:act-1`, `scrap-knights:act-2`."""

    act: Slug
    overcharge: bool
    moves: tuple[Direction, ...]


class ChooseNumber(Move, frozen=True, tag="choose-number"):
    """Choose an ACT that has a secret number. *Source:* `scrap-knights:act-2`, `scrap-knights:secret-1`."""

    act: Slug
    number: Number
    moves: tuple[Direction, ...]


class ChooseNaming(Move, frozen=True, tag="choose-naming"):
    """Choose an ACT that names another. *Source:* `scrap-knights:act-2`, `scrap-knights:secret-1`."""

    act: Slug
    named: Slug


class SetAct(Move, frozen=True, tag="set-act"):
    """Say that the choice is made, where two ACTs may be chosen; or take all chosen ACTs back.

    *Source:* `scrap-knights:act-3`, `scrap-knights:act-5`.
    """

    to: Mark


class Deploy(Move, frozen=True, tag="deploy"):
    """Use an armed BOT. *Source:* `scrap-knights:bot-1`, `scrap-knights:bot-2`."""

    bot: Slug
    moves: tuple[Direction, ...]


class DeployCopying(Move, frozen=True, tag="deploy-copying"):
    """Use an armed BOT that copies an Attack of the hand. *Source:* `scrap-knights:bot-2`."""

    bot: Slug
    card: Slug


class Recall(Move, frozen=True, tag="recall"):
    """Don't use that BOT in this window after all. *Source:* `scrap-knights:bot-2`."""

    bot: Slug


class SetBots(Move, frozen=True, tag="set-bots"):
    """Say that the BOTs are decided, or aren't after all. *Source:* `scrap-knights:bot-2`."""

    to: Mark


class Spend(Move, frozen=True, tag="spend"):
    """Spend a token on this turn's ACT. *Source:* `scrap-knights:token-1`."""

    token: Token


class Keep(Move, frozen=True, tag="keep"):
    """Keep a token that was to be spent. *Source:* `scrap-knights:token-1`."""

    token: Token


class SetTokens(Move, frozen=True, tag="set-tokens"):
    """Say that the tokens are decided, or aren't after all. *Source:* `scrap-knights:token-1`."""

    to: Mark


class OverchargeUlt(Move, frozen=True, tag="overcharge-ult"):
    """Overcharge the ULT that triggers, or don't after all. *Source:* `scrap-knights:ult-2`."""

    to: Literal["on", "off"]


class ShuffleIn(Move, frozen=True, tag="shuffle-in"):
    """Choose a card of the hand to be shuffled into the prep deck. *Source:* `scrap-knights:test-1`."""

    card: Slug


class Hold(Move, frozen=True, tag="hold"):
    """Hold a card that was to be shuffled into the prep deck. *Source:* `scrap-knights:test-1`."""

    card: Slug


class SetUlt(Move, frozen=True, tag="set-ult"):
    """Say that the ULT is decided, or isn't after all. *Source:* `scrap-knights:ult-2`."""

    to: Mark


class AttackWith(Move, frozen=True, tag="attack-with"):
    """Play an additional Attack of the hand, or none (an empty text).

    *Source:* `scrap-knights:can-opener-1`.
    """

    act: Slug


class Warp(Move, frozen=True, tag="warp"):
    """Set the distance. *Source:* `scrap-knights:warp-1`."""

    distance: Distance


class ReturnBot(Move, frozen=True, tag="return-bot"):
    """Return a used BOT to play. *Source:* `scrap-knights:siphon-1`."""

    bot: Slug


class DiscardAct(Move, frozen=True, tag="discard-act"):
    """Let the opponent discard that ACT for good. *Source:* `scrap-knights:orbital-lobotomy-1`."""

    act: Slug


AnyChoice = Choose | ChooseNumber | ChooseNaming

AnyMove = (
    TakeCard
    | PutBack
    | BringMech
    | SetReady
    | Choose
    | ChooseNumber
    | ChooseNaming
    | SetAct
    | Deploy
    | DeployCopying
    | Recall
    | SetBots
    | Spend
    | Keep
    | SetTokens
    | OverchargeUlt
    | ShuffleIn
    | Hold
    | SetUlt
    | AttackWith
    | Warp
    | ReturnBot
    | DiscardAct
)


def choosing(
    act: str, overcharge: bool = False, moves: tuple[Direction, ...] = (), number: int = 0, named: str = ""
) -> AnyChoice:
    """Return the move that chooses *act* with those secrets that go with its kind of move."""
    if named:
        return ChooseNaming(act, named)
    if number:
        return ChooseNumber(act, number, moves)
    return Choose(act, overcharge, moves)
