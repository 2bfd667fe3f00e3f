"""The player aid of Junkyard."""

from games.engine.kit import Aid, AidLine
from games.titles.junkyard.edition import Edition
from games.titles.junkyard.events.words import in_words, ordinal


def round_aid(edition: Edition) -> Aid:
    """Return the aid of a round, with the figures of *edition*."""
    drawn, active = in_words(edition.hand_size), in_words(edition.active)
    return Aid(
        "round",
        "A round",
        (
            AidLine("1. Program, all at the same time", ("turn-1",), is_head=True),
            AidLine(
                f"Draw {drawn} cards. If your deck is empty, shuffle your discard pile.", ("draw-1", "draw-2")
            ),
            AidLine("Put cards into your registers, face down.", ("program-1",)),
            AidLine(
                f"You may trash one card: its charge adds active registers to your {active}.", ("charge-1",)
            ),
            AidLine(
                "2. Resolve registers 1 to 6, everybody’s together", ("resolve-1", "resolve-8"), is_head=True
            ),
            AidLine("The highest initiative goes first.", ("resolve-2",)),
            AidLine("A card that isn’t in an active register does nothing.", ("resolve-6",)),
            AidLine("3. Discard registers and hand", ("cleanup-1",), is_head=True),
            AidLine("On a card", is_head=True),
            AidLine("Battery: charge. Nut: scrap value. Arrow: initiative.", ("card-1",)),
            AidLine("Keywords", is_head=True),
            AidLine("Move X: X spaces ahead, or not at all.", ("move-1", "move-2")),
            AidLine("Turn: round the corner to the left or right.", ("corner-4", "corner-1")),
            AidLine("Whoever is in the way is pushed and keeps its heading.", ("push-1", "push-4")),
            AidLine("Salvage X: X cards of an adjacent pile to your discard pile.", ("salvage-1",)),
            AidLine("Scrap X: X cards from your hand to your Scrapheap.", ("scrap-1",)),
            AidLine("Trash: a card from your hand leaves the game.", ("trash-1",)),
            AidLine("Charge: trash a card; its charge changes your active registers.", ("charge-5",)),
            AidLine("Recharge X: X more registers are active.", ("recharge-1",)),
            AidLine("Shuffle: shuffle an adjacent pile, turn up its top card.", ("shuffle-1",)),
            AidLine("Overclock: your next register is resolved at once.", ("overclock-1",)),
            AidLine("The end", is_head=True),
            AidLine(
                f"The game ends with the round that empties the {ordinal(edition.empty_piles)} pile.",
                ("end-1",),
            ),
            AidLine("The most valuable Scrapheap wins; of equal ones the smaller.", ("end-2", "end-3")),
        ),
    )
