"""The player aid of Scrapbots."""

from games.engine.kit import Aid, AidLine

_RESOURCES = AidLine(
    "Play a Resource for its Scrap or its Energy; follow its text too if you like.",
    ("resource-1", "resource-2"),
)
_OLD_RESOURCES = AidLine(
    "Discard a Resource for its Scrap; or take its Energy and follow its text.",
    ("resource-1", "resource-2"),
)


def turn_aid(must_follow_text: bool) -> Aid:
    """Return a turn in brief. *must_follow_text:* whether a Resource's Energy comes with its text."""
    return Aid(
        "turn",
        "A turn",
        (
            AidLine("1. Main: as many actions as you like, in any order", ("turn-2",), is_head=True),
            AidLine("Discard a card for its Scrap.", ("scrap-1",)),
            AidLine("Discard a Component for its Energy.", ("energy-1",)),
            _OLD_RESOURCES if must_follow_text else _RESOURCES,
            AidLine("Discard a Component to use its text on a Ready Scrapbot.", ("activate-1",)),
            AidLine("Build a Scrapbot in an empty Lane, Exhausted.", ("build-1", "build-2")),
            AidLine("Buy a card in the Market for its Scrap.", ("buy-1",)),
            AidLine("Attack with a Ready Scrapbot: pay Energy, exhaust it.", ("attack-1", "attack-3")),
            AidLine("2. Discard all cards in your hand.", ("discard-1",), is_head=True),
            AidLine(
                "3. Cleanup: empty your pool, ready your Scrapbots.", ("cleanup-1", "cleanup-2"), is_head=True
            ),
            AidLine(
                "4. Draw five. Then discard your Wounds and draw two for each.",
                ("draw-1", "draw-4"),
                is_head=True,
            ),
            AidLine("Damage", is_head=True),
            AidLine(
                "An attack strikes the Lane across, splash the Lanes next to it.", ("damage-1", "damage-2")
            ),
            AidLine("An undefended Lane takes a Wound for every full 10 points.", ("damage-5",)),
            AidLine("At its Health a Scrapbot is destroyed; the rest is lost.", ("damage-3", "damage-4")),
            AidLine("On a card", is_head=True),
            AidLine("Cog: Scrap. Hexagon with a spark: Energy.", ("scrap-1", "energy-1")),
            AidLine("Light plate: Health. Spark beside an attack: its price.", ("damage-3", "attack-3")),
            AidLine("The end", is_head=True),
            AidLine("When the last Wound is dealt, whoever has fewer Wounds wins.", ("end-1",)),
        ),
    )
