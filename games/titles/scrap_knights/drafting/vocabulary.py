"""The effects and conditions of Scrap Knights by name, with the bounds of their figures.

One-offs, what only they need, and Machina Deus's condition have no name: their cards keep what they do.
"""

from itertools import combinations

from games.engine.drafting import Bounds, Vocabulary, verb
from games.titles.scrap_knights.box import ACT_KINDS, ACTS, BOT, DEFEND, MOVEMENT, PRINTS, SPECIAL, TYPES, ULT
from games.titles.scrap_knights.cards import conditions, effects
from games.titles.scrap_knights.events import TOKEN_NAMES

ACT_TYPES = tuple(TYPES[kind] for kind in ACT_KINDS)

_MOVING = (*ACT_TYPES, TYPES[BOT])  # an ULT's player chooses no direction
_BLOCKING = tuple(TYPES[kind] for kind in (DEFEND, MOVEMENT, SPECIAL, ULT, BOT))
_STEPS = Bounds(1, 5)
_PLACE = Bounds(0, 5)
_CONDITION = {"condition": "condition"}
_TOKENS = tuple(
    (" ".join(some), " and ".join(TOKEN_NAMES[token] for token in some))
    for count in (1, 2, 3)
    for some in combinations(TOKEN_NAMES, count)
)
_NUMBERS = tuple((" ".join(map(str, range(1, most + 1))), f"1 to {most}") for most in (6, 5, 4, 3, 2))
_COPIED = tuple((slug, PRINTS[slug].name) for slug in ACTS)
_KINDS = tuple((kind, TYPES[kind]) for kind in ACT_KINDS)

VOCABULARY = Vocabulary(
    verb(
        "damage", "Damage", effects.Deal, "damage-1", figure="damage", inside="on a hit", amount=Bounds(0, 12)
    ),
    verb(
        "damage-distance", "Damage equal to the distance", effects.DealDistance, "damage-1", inside="on a hit"
    ),
    verb(
        "damage-closeness",
        "Damage minus the distance",
        effects.DealCloseness,
        "damage-1",
        figure="damage at distance 0",
        inside="on a hit",
        most=Bounds(1, 12),
    ),
    verb("damage-heat", "Damage equal to your heat", effects.DealHeat, "damage-1", inside="on a hit"),
    # Not for Attacks: copies of them come when the blocks of the turn stand already.
    verb("block", "Block", effects.Block, "block-1", types=_BLOCKING, figure="block", amount=Bounds(1, 9)),
    verb(
        "if",
        "If",
        effects.If,
        "read-1",
        groups=_CONDITION,
        labels={"then": "What happens then"},
        inside="if its condition is met",
    ),
    verb("forward", "Move forward", effects.Forward, "move-1", figure="forward steps", count=_STEPS),
    verb("back", "Move back", effects.Back, "move-1", figure="backward steps", count=_STEPS),
    verb(
        "move",
        "Move, direction chosen in secret",
        effects.Move,
        "move-1",
        types=_MOVING,
        figure="steps",
        count=_STEPS,
    ),
    verb(
        "move-x",
        "Move X and gain X heat",
        effects.MoveX,
        "thruster-1",
        types=ACT_TYPES,
        choices={"choices": _NUMBERS},
        labels={"choices": "X"},
    ),
    verb("grow", "The distance grows", effects.Grow, "move-2", figure="growth of the distance", count=_STEPS),
    verb("move-to", "The distance becomes", effects.MoveTo, "move-2", figure="new distance", distance=_PLACE),
    verb("move-anywhere", "The distance becomes any number", effects.MoveAnywhere, "warp-1"),
    verb("vent", "Vent", effects.Vent, "vent-1", figure="vent", amount=Bounds(1, 12)),
    verb("vent-all", "Vent all", effects.VentAll, "vent-1"),
    verb("cool-down", "Your heat becomes 0", effects.CoolDown, "heatsink-2"),
    verb(
        "heat-opponent",
        "The opponent gains heat",
        effects.HeatOpponent,
        "heat-4",
        figure="heat for the opponent",
        amount=Bounds(1, 9),
    ),
    verb("gain", "Gain tokens", effects.Gain, "gain-1", choices={"tokens": _TOKENS}),
    verb("steal-link", "Steal a link token", effects.StealLink, "steal-1"),
    verb("reduce-links", "All links lose a token", effects.ReduceLinks, "dd-burst-2"),
    verb("play-another", "Play another Attack from your hand", effects.PlayAnother, "can-opener-1"),
    verb("play-two", "Two ACTs next turn", effects.PlayTwo, "act-3"),
    verb(
        "copy-next-turn",
        "Copy a card next turn",
        effects.CopyNextTurn,
        "ghostblade-1",
        choices={"card": _COPIED},
    ),
    verb(
        "copy-turns",
        "Copy this in coming turns",
        effects.CopyTurns,
        "copy-3",
        figure="turns with copies",
        turns=Bounds(1, 4),
    ),
    verb(
        "copy-from-hand",
        "Copy an Attack from your hand",
        effects.CopyFromHand,
        "ad-chain-1",
        types=(TYPES[BOT],),
    ),
    verb("prevent-all", "Prevent everything this turn", effects.PreventAll, "dd-burst-1"),
    verb(
        "prevent-next",
        "Prevent the opponent’s Attacks and Defends next turn",
        effects.PreventNext,
        "sd-terror-1",
    ),
    verb("return-bot", "A used BOT comes back", effects.ReturnBot, "siphon-1"),
    verb("discard-act", "The opponent loses an ACT", effects.DiscardAct, "orbital-lobotomy-1"),
    verb(
        "at-distance",
        "At a distance",
        conditions.AtDistance,
        "distance-1",
        group="condition",
        figure="distance condition",
        distance=_PLACE,
    ),
    verb(
        "from-distance",
        "From a distance",
        conditions.FromDistance,
        "distance-2",
        group="condition",
        figure="starting distance condition",
        distance=_PLACE,
    ),
    verb("uninterrupted", "Uninterrupted", conditions.Uninterrupted, "interrupt-1", group="condition"),
    verb("interrupted", "Interrupted", conditions.Interrupted, "burstflare-1", group="condition"),
    verb(
        "opponent-uses",
        "The opponent uses a type of ACT",
        conditions.OpponentUses,
        "used-1",
        group="condition",
        choices={"kind": _KINDS},
        labels={"kind": "Type"},
    ),
    verb("original-only", "Unless this is a copy", conditions.OriginalOnly, "copy-3", group="condition"),
)
