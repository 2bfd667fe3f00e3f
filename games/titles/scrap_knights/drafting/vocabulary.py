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
    verb("damage", "Damage", effects.Deal, amount=Bounds(0, 12)),
    verb("damage-distance", "Damage equal to the distance", effects.DealDistance),
    verb("damage-closeness", "Damage minus the distance", effects.DealCloseness, most=Bounds(1, 12)),
    verb("damage-heat", "Damage equal to your heat", effects.DealHeat),
    # Not for Attacks: copies of them come when the blocks of the turn stand already.
    verb("block", "Block", effects.Block, types=_BLOCKING, amount=Bounds(1, 9)),
    verb("if", "If", effects.If, groups=_CONDITION, labels={"then": "What happens then"}),
    verb("forward", "Move forward", effects.Forward, count=_STEPS),
    verb("back", "Move back", effects.Back, count=_STEPS),
    verb("move", "Move, direction chosen in secret", effects.Move, types=_MOVING, count=_STEPS),
    verb(
        "move-x",
        "Move X and gain X heat",
        effects.MoveX,
        types=ACT_TYPES,
        choices={"choices": _NUMBERS},
        labels={"choices": "X"},
    ),
    verb("grow", "The distance grows", effects.Grow, count=_STEPS),
    verb("move-to", "The distance becomes", effects.MoveTo, distance=_PLACE),
    verb("move-anywhere", "The distance becomes any number", effects.MoveAnywhere),
    verb("vent", "Vent", effects.Vent, amount=Bounds(1, 12)),
    verb("vent-all", "Vent all", effects.VentAll),
    verb("cool-down", "Your heat becomes 0", effects.CoolDown),
    verb("heat-opponent", "The opponent gains heat", effects.HeatOpponent, amount=Bounds(1, 9)),
    verb("gain", "Gain tokens", effects.Gain, choices={"tokens": _TOKENS}),
    verb("steal-link", "Steal a link token", effects.StealLink),
    verb("reduce-links", "All links lose a token", effects.ReduceLinks),
    verb("play-another", "Play another Attack from your hand", effects.PlayAnother),
    verb("play-two", "Two ACTs next turn", effects.PlayTwo),
    verb("copy-next-turn", "Copy a card next turn", effects.CopyNextTurn, choices={"card": _COPIED}),
    verb("copy-turns", "Copy this in coming turns", effects.CopyTurns, turns=Bounds(1, 4)),
    verb("copy-from-hand", "Copy an Attack from your hand", effects.CopyFromHand, types=(TYPES[BOT],)),
    verb("prevent-all", "Prevent everything this turn", effects.PreventAll),
    verb("prevent-next", "Prevent the opponent’s Attacks and Defends next turn", effects.PreventNext),
    verb("return-bot", "A used BOT comes back", effects.ReturnBot),
    verb("discard-act", "The opponent loses an ACT", effects.DiscardAct),
    verb("at-distance", "At a distance", conditions.AtDistance, group="condition", distance=_PLACE),
    verb("from-distance", "From a distance", conditions.FromDistance, group="condition", distance=_PLACE),
    verb("uninterrupted", "Uninterrupted", conditions.Uninterrupted, group="condition"),
    verb("interrupted", "Interrupted", conditions.Interrupted, group="condition"),
    verb(
        "opponent-uses",
        "The opponent uses a type of ACT",
        conditions.OpponentUses,
        group="condition",
        choices={"kind": _KINDS},
        labels={"kind": "Type"},
    ),
    verb("original-only", "Unless this is a copy", conditions.OriginalOnly, group="condition"),
)
