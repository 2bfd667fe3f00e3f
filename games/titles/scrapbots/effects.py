"""The effects of cards. Each is one value that gives a card's text, its search facet, and its resolution."""

from typing import ClassVar

from games.engine.effects import Effect
from games.titles.scrapbots.context import Context
from games.titles.scrapbots.state import EMPTY, LANES, WOUND

_OFTEN = {1: "once", 2: "twice"}
_BESIDE = tuple(tuple(other for other in (lane - 1, lane + 1) if 0 <= other < LANES) for lane in range(LANES))


class Damage(Effect, frozen=True):
    """Damage to the opposite Lane. *more:* whether it adds to other damage of the card.

    *Source:* `scrapbots:damage-1`.
    """

    amount: int
    more: bool = False

    facet: ClassVar[str] = "damage"

    def text(self) -> str:
        return f"{self.amount} more damage" if self.more else f"{self.amount} damage"

    def can_change(self, context: Context) -> bool:
        return context.can_strike(context.lane, self.amount)

    def obstacle(self, context: Context) -> tuple[str, str]:
        return "damage-5", f"{self.amount} damage to an undefended Lane deals no Wound."

    def resolve(self, context: Context) -> None:
        context.strike(context.lane, self.amount, splash=False)


class Splash(Effect, frozen=True):
    """Damage to the Lanes next to the opposite one. *Source:* `scrapbots:damage-2`."""

    amount: int

    facet: ClassVar[str] = "splash"

    def text(self) -> str:
        return f"{self.amount} splash"

    def can_change(self, context: Context) -> bool:
        return any(context.can_strike(lane, self.amount) for lane in _BESIDE[context.lane])

    def obstacle(self, context: Context) -> tuple[str, str]:
        return "damage-5", f"{self.amount} splash to an undefended Lane deals no Wound."

    def resolve(self, context: Context) -> None:
        for lane in _BESIDE[context.lane]:
            if not context.is_over:
                context.strike(lane, self.amount, splash=True)


class Draw(Effect, frozen=True):
    """Draw cards. *Source:* `scrapbots:effect-draw`."""

    count: int

    facet: ClassVar[str] = "draw"

    def text(self) -> str:
        return f"draw {self.count}"

    def can_change(self, context: Context) -> bool:
        state, seat = context.state, context.seat
        return bool(state.decks[seat] or (state.discards[seat] and context.may_reshuffle))

    def obstacle(self, context: Context) -> tuple[str, str]:
        state, seat = context.state, context.seat
        if state.discards[seat] and not context.may_reshuffle:
            often = _OFTEN.get(most := context.edition.most_reshuffles, f"{most} times")
            return (
                "draw-6",
                f"Your deck is empty, and it has already been reshuffled {often} this Main phase.",
            )
        return "", "You have no cards left to draw."

    def resolve(self, context: Context) -> None:
        context.draw_by_text(self.count)


class RepairThis(Effect, frozen=True):
    """Repair the Scrapbot that the card is activated on. *Source:* `scrapbots:effect-repair`."""

    amount: int
    more: bool = False

    facet: ClassVar[str] = "repair"

    def text(self) -> str:
        return f"repair {self.amount} more" if self.more else f"repair {self.amount}"

    def can_change(self, context: Context) -> bool:
        return context.state.damage[context.own_slot] > 0

    def obstacle(self, context: Context) -> tuple[str, str]:
        return "", f"{context.name_at(context.own_slot)} has no damage."

    def resolve(self, context: Context) -> None:
        context.repair(self.amount)


class RepairOne(Effect, frozen=True):
    """Repair one of your Scrapbots. *Source:* `scrapbots:effect-repair`."""

    amount: int

    facet: ClassVar[str] = "repair"
    aim: ClassVar[str] = "own"

    def text(self) -> str:
        return f"repair {self.amount} on one of your Scrapbots"

    def can_change(self, context: Context) -> bool:
        return context.state.damage[context.own_slot] > 0

    def obstacle(self, context: Context) -> tuple[str, str]:
        if context.state.bots[context.own_slot] == EMPTY:
            return "", f"You have no Scrapbot in the {context.lane_name} Lane."
        return "", f"Your {context.name_at(context.own_slot)} has no damage."

    def resolve(self, context: Context) -> None:
        context.repair(self.amount)


class Destroy(Effect, frozen=True):
    """Destroy the enemy Scrapbot in the Lane. *Source:* `scrapbots:effect-destroy`."""

    facet: ClassVar[str] = "destroy"

    def text(self) -> str:
        return "destroy the enemy Scrapbot in this Lane"

    def can_change(self, context: Context) -> bool:
        return context.state.bots[context.enemy_slot] != EMPTY

    def obstacle(self, context: Context) -> tuple[str, str]:
        return "", f"There is no enemy Scrapbot in the {context.lane_name} Lane."

    def resolve(self, context: Context) -> None:
        if self.can_change(context):
            context.destroy(context.enemy_slot, "effect-destroy")


class ReadyAfterAttack(Effect, frozen=True):
    """The Scrapbot becomes Ready after its next attack. *Source:* `scrapbots:effect-servo`."""

    facet: ClassVar[str] = "ready"

    def text(self) -> str:
        return "ready this Scrapbot after its next attack"

    def can_change(self, context: Context) -> bool:
        return not context.state.primed[context.own_slot]

    def obstacle(self, context: Context) -> tuple[str, str]:
        name = context.name_at(context.own_slot)
        return "", f"{name} will already become Ready after its next attack."

    def resolve(self, context: Context) -> None:
        if self.can_change(context):
            context.prime()


class ExhaustOne(Effect, frozen=True):
    """Exhaust an enemy Scrapbot. *Source:* `scrapbots:effect-exhaust`."""

    facet: ClassVar[str] = "exhaust"
    aim: ClassVar[str] = "enemy"

    def text(self) -> str:
        return "exhaust an enemy Scrapbot"

    def can_change(self, context: Context) -> bool:
        return context.state.ready[context.enemy_slot] == 1

    def obstacle(self, context: Context) -> tuple[str, str]:
        if context.state.bots[context.enemy_slot] == EMPTY:
            return "", f"There is no enemy Scrapbot in the {context.lane_name} Lane."
        return "", f"The enemy {context.name_at(context.enemy_slot)} is already exhausted."

    def resolve(self, context: Context) -> None:
        if self.can_change(context):
            context.exhaust(context.enemy_slot)


class ReadyOne(Effect, frozen=True):
    """Ready one of your Scrapbots. *Source:* `scrapbots:effect-ready`."""

    facet: ClassVar[str] = "ready"
    aim: ClassVar[str] = "own"

    def text(self) -> str:
        return "ready one of your Scrapbots"

    def can_change(self, context: Context) -> bool:
        state, slot = context.state, context.own_slot
        return state.bots[slot] != EMPTY and not state.ready[slot]

    def obstacle(self, context: Context) -> tuple[str, str]:
        if context.state.bots[context.own_slot] == EMPTY:
            return "", f"You have no Scrapbot in the {context.lane_name} Lane."
        return "", f"Your {context.name_at(context.own_slot)} is already Ready."

    def resolve(self, context: Context) -> None:
        if self.can_change(context):
            context.ready(context.own_slot, "effect-ready")


class WoundsToEnergy(Effect, frozen=True):
    """Discard all Wounds in hand for Energy. *Source:* `scrapbots:effect-wound-discard`."""

    each: int

    facet: ClassVar[str] = "wound"

    def text(self) -> str:
        return f"discard all Wounds in your hand and gain {self.each} Energy for each"

    def can_change(self, context: Context) -> bool:
        return WOUND in context.state.hands[context.seat]

    def obstacle(self, context: Context) -> tuple[str, str]:
        return "", "There is no Wound in your hand."

    def resolve(self, context: Context) -> None:
        context.discard_wounds("effect-wound-discard", self.each)


class ReturnWound(Effect, frozen=True):
    """Put a Wound back on the stack. *Source:* `scrapbots:effect-wound-return`."""

    facet: ClassVar[str] = "wound"
    aim: ClassVar[str] = "pile"

    def text(self) -> str:
        return "return a Wound from your hand or discard pile to the Wound stack"

    def can_change(self, context: Context) -> bool:
        state, seat = context.state, context.seat
        pile = state.hands[seat] if context.pile == "hand" else state.discards[seat]
        return WOUND in pile

    def obstacle(self, context: Context) -> tuple[str, str]:
        return "", f"There is no Wound in your {'hand' if context.pile == 'hand' else 'discard pile'}."

    def resolve(self, context: Context) -> None:
        if self.can_change(context):
            context.return_wound()


class DrawForWounds(Effect, frozen=True):
    """What all Wounds in hand do together in the Draw phase. *Source:* `scrapbots:draw-4`."""

    each: int

    facet: ClassVar[str] = "wound"

    def text(self) -> str:
        return f"Draw phase: discard all Wounds in your hand and draw {self.each} for each"

    def facets(self) -> tuple[str, ...]:
        return ("draw", "wound")

    def can_change(self, context: Context) -> bool:
        return WOUND in context.state.hands[context.seat]

    def resolve(self, context: Context) -> None:
        count = context.discard_wounds("draw-4", 0)
        if count:
            context.draw(self.each * count, "draw-4")
