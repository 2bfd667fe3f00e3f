"""The moves of the Main phase. A card is named by its slug. Lanes are 0, 1, 2 from left to right."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Lane = Annotated[int, Meta(ge=0, le=2)]
Slug = Annotated[str, Meta(max_length=40)]
Gain = Literal["scrap", "energy", "none"]
Pile = Literal["hand", "discard"]


class Move(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A move that a seat can send."""


class GainScrap(Move, frozen=True, tag="gain-scrap"):
    """Discard a card for its Scrap. *Source:* `scrapbots:scrap-1`."""

    card: Slug


class GainEnergy(Move, frozen=True, tag="gain-energy"):
    """Discard a card for its Energy. *Source:* `scrapbots:energy-1`."""

    card: Slug


class PlayResource(Move, frozen=True, tag="play-resource"):
    """Play a Resource and follow its text. *gain:* what the Resource gives besides.

    *lane:* the Scrapbot that the text is aimed at; the text says on which side. *pile:* where the Wound comes
    from.
    *Source:* `scrapbots:resource-1`.
    """

    card: Slug
    gain: Gain
    lane: Lane | None = None
    pile: Pile | None = None


class ActivateComponent(Move, frozen=True, tag="activate-component"):
    """Follow a Component's text on the Ready Scrapbot in *lane*. *Source:* `scrapbots:activate-2`."""

    card: Slug
    lane: Lane


class BuildScrapbot(Move, frozen=True, tag="build-scrapbot"):
    """Put a Scrapbot into an empty Lane. *Source:* `scrapbots:build-1`."""

    card: Slug
    lane: Lane


class BuyCard(Move, frozen=True, tag="buy-card"):
    """Buy a card from the Market. *Source:* `scrapbots:buy-1`."""

    card: Slug


class Attack(Move, frozen=True, tag="attack"):
    """Attack with the Scrapbot in *lane*. *attack:* its first (0) or second (1) attack.

    *Source:* `scrapbots:attack-1`.
    """

    lane: Lane
    attack: Annotated[int, Meta(ge=0, le=1)]


class EndTurn(Move, frozen=True, tag="end-turn"):
    """End the Main phase. *Source:* `scrapbots:turn-2`."""


AnyMove = (
    GainScrap | GainEnergy | PlayResource | ActivateComponent | BuildScrapbot | BuyCard | Attack | EndTurn
)
