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
_MORE = {"more": "Written as “more”"}

VOCABULARY = Vocabulary(
    verb("damage", "Damage", Damage, types=_FROM_A_LANE, labels=_MORE, amount=_TENS),
    verb("splash", "Splash", Splash, types=_FROM_A_LANE, amount=_TENS),
    verb("destroy", "Destroy the enemy Scrapbot", Destroy, types=_FROM_A_LANE),
    verb("draw", "Draw cards", Draw, types=_BY_A_PLAYER, count=Bounds(1, 6)),
    verb("repair-this", "Repair this Scrapbot", RepairThis, types=_FROM_A_LANE, labels=_MORE, amount=_TENS),
    verb("repair", "Repair one of your Scrapbots", RepairOne, types=(RESOURCE,), amount=_TENS),
    verb("ready", "Ready one of your Scrapbots", ReadyOne, types=(RESOURCE,)),
    # With an attack that did this, a turn might never end.
    verb("ready-after-attack", "Ready after the next attack", ReadyAfterAttack, types=(COMPONENT,)),
    verb("exhaust", "Exhaust an enemy Scrapbot", ExhaustOne, types=(RESOURCE,)),
    verb("return-wound", "Return a Wound", ReturnWound, types=(RESOURCE,)),
    verb("wounds-to-energy", "Wounds for Energy", WoundsToEnergy, types=_BY_A_PLAYER, each=Bounds(1, 5)),
    verb("draw-for-wounds", "Draw for Wounds", DrawForWounds, types=(WOUND_TYPE,), each=Bounds(1, 6)),
    verb("heads", "On heads", IfHeads, types=_BY_A_PLAYER, labels={"then": "What heads do"}),
)
