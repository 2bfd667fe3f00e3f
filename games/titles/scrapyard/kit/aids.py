"""The player aid of Scrapyard."""

from games.engine.kit import Aid, AidLine

GAME_AID = Aid(
    "game",
    "The game",
    (
        AidLine("Peek rounds: one for each tile that you drew", ("round-1",), is_head=True),
        AidLine("All roll two dice. The highest roll goes first.", ("order-1",)),
        AidLine("Whoever is first rolls again: that many peeks for each player.", ("peeks-1",)),
        AidLine("Peek at cards without another player’s cube.", ("peek-1", "peek-2")),
        AidLine("Once a round you may spend a cube for one more peek.", ("extra-1",)),
        AidLine("Then place or move cubes: two at most.", ("place-1",)),
        AidLine("When all have done that, there is a second placing.", ("place-4",)),
        AidLine("Collection: four turns for each tile", ("turns-1",), is_head=True),
        AidLine("Two cubes make your pawn. Stand it beside a corner.", ("corner-1",)),
        AidLine("Most cubes on the field goes first.", ("first-1",)),
        AidLine("A turn has two action points, and one for each cube in your supply.", ("points-1",)),
        AidLine("Move to the next card, over any gap: 1", ("move-1",)),
        AidLine("Turn up the card under your pawn: 1", ("flip-1",)),
        AidLine("Claim your own cube: 2; another player’s: 3", ("claim-1", "claim-2")),
        AidLine("Take the card if no cube lies on it: 2", ("take-1",)),
        AidLine("Points at the end", is_head=True),
        AidLine("Add the cards that match your tiles; the nut shows the value.", ("score-1",)),
        AidLine("Add 1 for each cube in your supply.", ("score-2", "score-4")),
        AidLine("Subtract all your other cards.", ("score-3",)),
    ),
)
