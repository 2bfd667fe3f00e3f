"""The effects that designers compose. Each is only for cards on which it finds all that it speaks of."""

from games.engine.drafting import Bounds, Vocabulary, verb
from games.engine.effects import IfHeads
from games.titles.scrapbots.edition import COMPONENT, RESOURCE, SCRAPBOT, WOUND_TYPE
from games.titles.scrapbots.effects import (
    Damage,
    Destroy,
    Draw,
    DrawForWounds,
    ExhaustOne,
    ReadyAfterAttack,
    ReadyOne,
    RepairOne,
    RepairThis,
    ReturnWound,
    Splash,
    WoundsToEnergy,
)

# Attacks and Components work from a Lane. What a Resource does is aimed by its player, or needs no Lane.
_FROM_A_LANE = (SCRAPBOT, COMPONENT)
_BY_A_PLAYER = (SCRAPBOT, COMPONENT, RESOURCE)
_TENS = Bounds(10, 100, 10)
_MORE = {"more": "Written as “10 more damage”, which means the same"}
_REPAIR_MORE = {"more": "Written as “repair 10 more”, which means the same"}

VOCABULARY = Vocabulary(
    verb(
        "damage",
        "Damage",
        Damage,
        "term-damage",
        types=_FROM_A_LANE,
        labels=_MORE,
        figure="damage",
        amount=_TENS,
    ),
    verb("splash", "Splash", Splash, "term-splash", types=_FROM_A_LANE, figure="splash damage", amount=_TENS),
    verb("destroy", "Destroy the enemy Scrapbot", Destroy, "effect-destroy", types=_FROM_A_LANE),
    verb(
        "draw", "Draw cards", Draw, "effect-draw", types=_BY_A_PLAYER, figure="card draw", count=Bounds(1, 6)
    ),
    verb(
        "repair-this",
        "Repair this Scrapbot",
        RepairThis,
        "effect-repair",
        types=_FROM_A_LANE,
        labels=_REPAIR_MORE,
        figure="repair of itself",
        amount=_TENS,
    ),
    verb(
        "repair",
        "Repair one of your Scrapbots",
        RepairOne,
        "effect-repair",
        types=(RESOURCE,),
        figure="repair",
        amount=_TENS,
    ),
    verb("ready", "Ready one of your Scrapbots", ReadyOne, "effect-ready", types=(RESOURCE,)),
    # With an attack that did this, a turn might never end.
    verb(
        "ready-after-attack",
        "Ready after the next attack",
        ReadyAfterAttack,
        "effect-servo",
        types=(COMPONENT,),
    ),
    verb("exhaust", "Exhaust an enemy Scrapbot", ExhaustOne, "effect-exhaust", types=(RESOURCE,)),
    verb("return-wound", "Return a Wound", ReturnWound, "effect-wound-return", types=(RESOURCE,)),
    verb(
        "wounds-to-energy",
        "Wounds for Energy",
        WoundsToEnergy,
        "effect-wound-discard",
        types=_BY_A_PLAYER,
        figure="Energy for each Wound",
        labels={"each": "Energy for each Wound"},
        each=Bounds(1, 5),
    ),
    verb(
        "draw-for-wounds",
        "Draw for Wounds",
        DrawForWounds,
        "draw-4",
        types=(WOUND_TYPE,),
        figure="cards drawn for each Wound",
        labels={"each": "Cards for each Wound"},
        each=Bounds(1, 6),
    ),
    verb(
        "heads",
        "On heads",
        IfHeads,
        "coin-1",
        types=_BY_A_PLAYER,
        labels={"then": "What happens on heads"},
        inside="on heads",
    ),
)
