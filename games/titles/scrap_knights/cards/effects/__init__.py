"""What cards can do. Each effect is one value with three readings: text, search, and resolving."""

from games.titles.scrap_knights.cards.effects.base import If, Special, Steps, Verb
from games.titles.scrap_knights.cards.effects.damage import Block, Deal, DealCloseness, DealDistance, DealHeat
from games.titles.scrap_knights.cards.effects.distance import (
    Back,
    Forward,
    Grow,
    Move,
    MoveAnywhere,
    MoveTo,
    MoveX,
)
from games.titles.scrap_knights.cards.effects.heat import CoolDown, HeatOpponent, Vent, VentAll
from games.titles.scrap_knights.cards.effects.one_offs import (
    CopyPrep,
    Meltdown,
    ReloadBarrage,
    SetAside,
    Trade,
)
from games.titles.scrap_knights.cards.effects.piles import DiscardAct, DrawMore, ReturnBot
from games.titles.scrap_knights.cards.effects.plays import (
    CopyFromHand,
    CopyNextTurn,
    CopyTurns,
    PlayAnother,
    PlayTwo,
    PreventAll,
    PreventNext,
)
from games.titles.scrap_knights.cards.effects.tokens import Gain, ReduceLinks, StealLink

__all__ = [
    "Back",
    "Block",
    "CoolDown",
    "CopyFromHand",
    "CopyNextTurn",
    "CopyPrep",
    "CopyTurns",
    "Deal",
    "DealCloseness",
    "DealDistance",
    "DealHeat",
    "DiscardAct",
    "DrawMore",
    "Forward",
    "Gain",
    "Grow",
    "HeatOpponent",
    "If",
    "Meltdown",
    "Move",
    "MoveAnywhere",
    "MoveTo",
    "MoveX",
    "PlayAnother",
    "PlayTwo",
    "PreventAll",
    "PreventNext",
    "ReduceLinks",
    "ReloadBarrage",
    "ReturnBot",
    "SetAside",
    "Special",
    "StealLink",
    "Steps",
    "Trade",
    "Vent",
    "VentAll",
    "Verb",
]
