"""The player aid of Scrap Knights."""

from games.engine.kit import Aid, AidLine
from games.titles.scrap_knights.state import Limits
from games.titles.scrap_knights.words import counted


def turn_aid(limits: Limits) -> Aid:
    """Return the aid for an edition with these *limits*."""
    return Aid("turn", "A turn", _lines(limits))


def _lines(limits: Limits) -> tuple[AidLine, ...]:
    return (
        AidLine(f"1. Heat check: with {limits.too_hot} heat or more you lose.", ("heat-1",)),
        AidLine("2. ACT: choose one and its secrets, face down.", ("act-1", "act-2")),
        AidLine("3. Flip: show secrets, then ACTs. Gain their heat.", ("flip-1", "heat-2")),
        AidLine("4. BOTs: use those whose trigger is met; each once.", ("bot-1", "bot-2")),
        AidLine("5. Tokens: spend any on the ACT shown now.", ("token-3", "token-1")),
        AidLine(f"6. ULTs: with {counted(limits.links, 'link token')} it triggers.", ("ult-1",)),
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
        AidLine(f"Frame Advantage: +{limits.frame_priority} priority for the ACT.", ("token-frame",)),
        AidLine(f"Armored: all its effects also have Block {limits.armored_block}.", ("token-armored",)),
        AidLine(
            f"Blitz: an Attack has {limits.blitz_heat} more heat, deals {limits.blitz_damage} more.",
            ("token-blitz",),
        ),
    )
