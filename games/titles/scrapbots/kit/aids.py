"""The player aid of Scrapbots."""

from games.engine.effects import parts
from games.engine.kit import Aid, AidLine
from games.titles.scrapbots.edition import Edition
from games.titles.scrapbots.effects import DrawForWounds
from games.titles.scrapbots.state import WOUND

_COUNTS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
# By whether a text comes with the Scrap as well, and whether a Resource may give its Energy without its text.
_RESOURCES = {
    (True, True): "Play a Resource for its Scrap or its Energy; follow its text too if you like.",
    (True, False): "Discard a Resource for its Scrap; or take one of the two and follow its text.",
    (False, True): "Discard a Resource for its Scrap or its Energy; its text goes with the Energy.",
    (False, False): "Discard a Resource for its Scrap; or take its Energy and follow its text.",
}


def turn_aid(edition: Edition) -> Aid:
    """Return a turn in brief."""
    resources = _RESOURCES["scrap" in edition.resource_gains, edition.resource_energy_alone]
    does = [part for ability in edition.kinds[WOUND].abilities for part in parts(ability.does)]
    each = sum(part.each for part in does if isinstance(part, DrawForWounds))
    hand, more = _COUNTS[edition.hand_size], _COUNTS[each]
    return Aid(
        "turn",
        "A turn",
        (
            AidLine("1. Main: as many actions as you like, in any order", ("turn-2",), is_head=True),
            AidLine("Discard a card for its Scrap.", ("scrap-1",)),
            AidLine("Discard a Component for its Energy.", ("energy-1",)),
            AidLine(resources, ("resource-1", "resource-2")),
            AidLine("Discard a Component to use its text on a Ready Scrapbot.", ("activate-1",)),
            AidLine("Build a Scrapbot in an empty Lane, Exhausted.", ("build-1", "build-2")),
            AidLine("Buy a card in the Market for its Scrap.", ("buy-1",)),
            AidLine("Attack with a Ready Scrapbot: pay Energy, exhaust it.", ("attack-1", "attack-3")),
            AidLine("2. Discard all cards in your hand.", ("discard-1",), is_head=True),
            AidLine(
                "3. Cleanup: empty your pool, ready your Scrapbots.", ("cleanup-1", "cleanup-2"), is_head=True
            ),
            AidLine(
                f"4. Draw {hand}. Then discard your Wounds and draw {more} for each.",
                ("draw-1", "draw-4"),
                is_head=True,
            ),
            AidLine("Damage", is_head=True),
            AidLine(
                "An attack strikes the Lane across, splash the Lanes next to it.", ("damage-1", "damage-2")
            ),
            AidLine(
                f"An undefended Lane takes a Wound for every full {edition.wound_damage} points.",
                ("damage-5",),
            ),
            AidLine("At its Health a Scrapbot is destroyed; the rest is lost.", ("damage-3", "damage-4")),
            AidLine("On a card", is_head=True),
            AidLine("Cog: Scrap. Hexagon with a spark: Energy.", ("scrap-1", "energy-1")),
            AidLine("Light plate: Health. Spark beside an attack: its price.", ("damage-3", "attack-3")),
            AidLine("The end", is_head=True),
            AidLine("When the last Wound is dealt, whoever has fewer Wounds wins.", ("end-1",)),
        ),
    )
