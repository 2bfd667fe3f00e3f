"""The player aid of Scrap Knights."""

from games.engine.kit import Aid, AidLine

TURN_AID = Aid(
    "turn",
    "A turn",
    (
        AidLine("1. Heat check: with 7 heat or more you lose.", ("heat-1",)),
        AidLine("2. ACT: choose one and its secrets, face down.", ("act-1", "act-2")),
        AidLine("3. Flip: show secrets, then ACTs. Gain their heat.", ("flip-1", "heat-2")),
        AidLine("4. BOTs: use those whose trigger is met; each once.", ("bot-1", "bot-2")),
        AidLine("5. Tokens: spend any on the ACT shown now.", ("token-3", "token-1")),
        AidLine("6. ULTs: with three link tokens it triggers.", ("ult-1",)),
        AidLine("7. Resolution: effects in order of priority.", ("chain-1",)),
        AidLine("8. End: with 0 HP or less you lose. ACTs go back.", ("end-1", "act-1")),
        AidLine("Cards", is_head=True),
        AidLine(
            "ACTs are Attacks, Defends, Movements and Specials.",
            ("type-attack", "type-defend", "type-movement", "type-special"),
        ),
        AidLine("The chain", is_head=True),
        AidLine("First, then numbers from high to low, then Last.", ("chain-2",)),
        AidLine("Tag: right after what triggered it.", ("chain-2",)),
        AidLine("Equal: BOT, ULT, Defend, Attack, Movement, Special.", ("chain-3",)),
        AidLine("Still equal: a coin decides (odd or even on a die).", ("chain-4",)),
        AidLine("Words", is_head=True),
        AidLine("Block N: up to N off damage of the same priority.", ("block-1",)),
        AidLine("Hit: damage that blocking didn’t bring to 0.", ("hit-3",)),
        AidLine("Range: a card does nothing at a greater distance.", ("range-1",)),
        AidLine("Move: nearer or farther, as chosen in secret.", ("move-1",)),
        AidLine("Vent N: N heat less.", ("vent-1",)),
        AidLine("Frame Advantage: +1 priority for the ACT.", ("token-frame",)),
        AidLine("Armored: all its effects also have Block 2.", ("token-armored",)),
        AidLine("Blitz: an Attack has 1 more heat, deals 2 more.", ("token-blitz",)),
    ),
)
