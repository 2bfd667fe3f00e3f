"""What cards can do. Each is one value with three readings: text, search, and resolving on the scene."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from games.engine.effects import Steps as Sequence
from games.titles.scrap_knights.box import PRINTS
from games.titles.scrap_knights.cards.conditions import Condition
from games.titles.scrap_knights.cards.parts import CardEffect
from games.titles.scrap_knights.events import TOKEN_NAMES

if TYPE_CHECKING:
    from games.titles.scrap_knights.resolution.scene import Scene

Token = Literal["frame-advantage", "armored", "blitz"]


class Verb(CardEffect, frozen=True):
    """A step of an effect."""


class Special(Verb, frozen=True):
    """A one-off: what a single card does and no other could. At most five of them; a test counts."""


class Steps(Verb, frozen=True):
    """Verbs one after the other."""

    steps: tuple[Verb, ...]

    def text(self) -> str:
        return Sequence(self.steps).text()

    def facets(self) -> tuple[str, ...]:
        return tuple(sorted({facet for step in self.steps for facet in step.facets()}))

    def blocks(self) -> tuple[int, ...]:
        return tuple(amount for step in self.steps for amount in step.blocks())

    def directions(self) -> int:
        return sum(step.directions() for step in self.steps)

    def numbers(self) -> tuple[int, ...]:
        return next((numbers for step in self.steps if (numbers := step.numbers())), ())

    def names_card(self) -> bool:
        return any(step.names_card() for step in self.steps)

    def resolve(self, scene: Scene) -> None:
        for step in self.steps:
            step.resolve(scene)

    def resolve_prevented(self, scene: Scene) -> None:
        for step in self.steps:
            step.resolve_prevented(scene)


class If(Verb, frozen=True):
    """A verb that asks for something first. *Source:* `scrap-knights:read-1`."""

    condition: Condition
    then: Verb

    def text(self) -> str:
        return f"{self.condition.text()}: {self.then.text()}"

    def facets(self) -> tuple[str, ...]:
        return tuple(sorted({*self.condition.facets(), *self.then.facets()}))

    def blocks(self) -> tuple[int, ...]:
        return self.then.blocks()

    def directions(self) -> int:
        return self.then.directions()

    def numbers(self) -> tuple[int, ...]:
        return self.then.numbers()

    def names_card(self) -> bool:
        return self.condition.names_card

    def resolve(self, scene: Scene) -> None:
        if self.condition.holds(scene):
            self.then.resolve(scene)
        else:
            scene.fail(self.condition)


# Damage


class _Damage(Verb, frozen=True):
    """Damage, and what follows on a hit. *Source:* `scrap-knights:damage-1`, `scrap-knights:hit-1`."""

    on_hit: Verb | None = None

    facet: ClassVar[str] = "damage"

    def measure(self, scene: Scene) -> int:
        """Return how much it is now."""
        raise NotImplementedError

    def measure_text(self) -> str:
        """Return how much it is, in words."""
        raise NotImplementedError

    def text(self) -> str:
        return self.measure_text() + (f". Hit: {self.on_hit.text()}" if self.on_hit else "")

    def facets(self) -> tuple[str, ...]:
        more = self.on_hit.facets() if self.on_hit else ()
        return tuple(sorted({*super().facets(), *more}))

    def resolve(self, scene: Scene) -> None:
        if scene.deal(self.measure(scene)) and self.on_hit:
            self.on_hit.resolve(scene)


class Deal(_Damage, frozen=True, kw_only=True):
    """So much damage."""

    amount: int

    def measure(self, scene: Scene) -> int:
        return self.amount

    def measure_text(self) -> str:
        return f"{self.amount} damage"


class DealDistance(_Damage, frozen=True):
    """As much damage as the distance is now."""

    def measure(self, scene: Scene) -> int:
        return scene.distance

    def measure_text(self) -> str:
        return "damage equal to the distance"


class DealCloseness(_Damage, frozen=True, kw_only=True):
    """More damage the closer it is."""

    most: int

    def measure(self, scene: Scene) -> int:
        return self.most - scene.distance

    def measure_text(self) -> str:
        return f"damage of {self.most} minus the distance"


class DealHeat(_Damage, frozen=True):
    """As much damage as its player has heat."""

    def measure(self, scene: Scene) -> int:
        return scene.heat(scene.seat)

    def measure_text(self) -> str:
        return "damage equal to your heat"


class Block(Verb, frozen=True):
    """Take so much off the damage of this priority. *Source:* `scrap-knights:block-1`."""

    amount: int

    facet: ClassVar[str] = "block"

    def text(self) -> str:
        return f"block {self.amount}"

    def blocks(self) -> tuple[int, ...]:
        return (self.amount,)

    def resolve(self, scene: Scene) -> None:
        """Nothing more: it was put up before this priority began."""


# Distance


class Forward(Verb, frozen=True):
    """Lower the distance. *Source:* `scrap-knights:move-1`."""

    count: int

    facet: ClassVar[str] = "move"

    def text(self) -> str:
        return f"move {self.count} forward"

    def resolve(self, scene: Scene) -> None:
        scene.forward(self.count)


class Back(Verb, frozen=True):
    """Raise the distance. *Source:* `scrap-knights:move-1`."""

    count: int

    facet: ClassVar[str] = "move"

    def text(self) -> str:
        return f"move {self.count} back"

    def resolve(self, scene: Scene) -> None:
        scene.back(self.count)


class Move(Verb, frozen=True):
    """Raise or lower the distance, as was settled in secret. *Source:* `scrap-knights:move-1`."""

    count: int

    facet: ClassVar[str] = "move"

    def text(self) -> str:
        return f"move {self.count}"

    def directions(self) -> int:
        return 1

    def resolve(self, scene: Scene) -> None:
        scene.move(self.count)


class Grow(Verb, frozen=True):
    """Raise the distance, without moving oneself. *Source:* `scrap-knights:move-2`."""

    count: int

    facet: ClassVar[str] = "distance"

    def text(self) -> str:
        return f"the distance grows by {self.count}"

    def resolve(self, scene: Scene) -> None:
        scene.move_to(scene.distance + self.count)


class MoveTo(Verb, frozen=True):
    """Set the distance. *Source:* `scrap-knights:move-2`."""

    distance: int

    facet: ClassVar[str] = "distance"

    def text(self) -> str:
        return f"the distance becomes {self.distance}"

    def resolve(self, scene: Scene) -> None:
        scene.move_to(self.distance)


class MoveAnywhere(Verb, frozen=True):
    """Set the distance as its player says now. *Source:* `scrap-knights:warp-1`."""

    facet: ClassVar[str] = "distance"

    def text(self) -> str:
        return "the distance becomes any number"

    def resolve(self, scene: Scene) -> None:
        scene.ask("warp")


# Heat


class Vent(Verb, frozen=True):
    """Lower one's heat. *Source:* `scrap-knights:vent-1`."""

    amount: int

    facet: ClassVar[str] = "vent"

    def text(self) -> str:
        return f"vent {self.amount}"

    def resolve(self, scene: Scene) -> None:
        scene.vent(self.amount)


class VentAll(Verb, frozen=True):
    """Lower one's heat to 0. *Source:* `scrap-knights:vent-1`."""

    facet: ClassVar[str] = "vent"

    def text(self) -> str:
        return "vent all"

    def resolve(self, scene: Scene) -> None:
        scene.vent()


class CoolDown(Verb, frozen=True):
    """One's heat becomes 0, whatever prevents effects. *Source:* `scrap-knights:heatsink-2`."""

    facet: ClassVar[str] = "heat"

    def text(self) -> str:
        return "your heat becomes 0, which nothing prevents"

    def resolve(self, scene: Scene) -> None:
        scene.cool()

    def resolve_prevented(self, scene: Scene) -> None:
        self.resolve(scene)


class HeatOpponent(Verb, frozen=True):
    """Raise the opponent's heat. *Source:* `scrap-knights:heat-4`."""

    amount: int

    facet: ClassVar[str] = "heat"

    def text(self) -> str:
        return f"the opponent gains {self.amount} heat"

    def resolve(self, scene: Scene) -> None:
        scene.add_heat(scene.other, self.amount)


class MoveX(Verb, frozen=True):
    """Move by the secret number, for as much heat. *Source:* `scrap-knights:thruster-1`."""

    choices: tuple[int, ...]

    facet: ClassVar[str] = "move"

    def text(self) -> str:
        return "move X. Gain X heat"

    def directions(self) -> int:
        return 1

    def numbers(self) -> tuple[int, ...]:
        return self.choices

    def facets(self) -> tuple[str, ...]:
        return ("heat", "move")

    def resolve(self, scene: Scene) -> None:
        scene.move(scene.number)
        scene.add_heat(scene.seat, scene.number)


# Tokens


class Gain(Verb, frozen=True):
    """Gain tokens. *Source:* `scrap-knights:gain-1`."""

    tokens: tuple[Token, ...]

    def text(self) -> str:
        names = [TOKEN_NAMES[token] for token in self.tokens]
        return f"gain {' and '.join(filter(None, [', '.join(names[:-1]), names[-1]]))}"

    def facets(self) -> tuple[str, ...]:
        return tuple(sorted(self.tokens))

    def resolve(self, scene: Scene) -> None:
        for token in self.tokens:
            scene.gain(token)


class StealLink(Verb, frozen=True):
    """Take a link token from the opponent's ULT for one's own. *Source:* `scrap-knights:steal-1`."""

    facet: ClassVar[str] = "link"

    def text(self) -> str:
        return "steal a link token"

    def resolve(self, scene: Scene) -> None:
        scene.steal_link()


class ReduceLinks(Verb, frozen=True):
    """Take a token off every link. *Source:* `scrap-knights:dd-burst-2`."""

    facet: ClassVar[str] = "link"

    def text(self) -> str:
        return "all links lose 1 token"

    def resolve(self, scene: Scene) -> None:
        scene.reduce_links()


# Copies


class CopyNextTurn(Verb, frozen=True):
    """Have a card copied next turn. *Source:* `scrap-knights:ghostblade-1`."""

    card: str

    facet: ClassVar[str] = "copy"

    def text(self) -> str:
        return f"next turn, copy {PRINTS[self.card].name}"

    def resolve(self, scene: Scene) -> None:
        scene.copy(self.card, when="next")


class CopyTurns(Verb, frozen=True):
    """Have this copied on coming turns. *Source:* `scrap-knights:copy-3`."""

    turns: int

    facet: ClassVar[str] = "copy"

    def text(self) -> str:
        return f"each of the next {self.turns} turns copies it"

    def resolve(self, scene: Scene) -> None:
        scene.copy_turns(self.turns)


class CopyFromHand(Verb, frozen=True):
    """Copy the Attack that was chosen with the BOT. *Source:* `scrap-knights:ad-chain-1`."""

    facet: ClassVar[str] = "copy"

    def text(self) -> str:
        return "copy an Attack from your hand"

    def resolve(self, scene: Scene) -> None:
        scene.copy(scene.named)


class PlayAnother(Verb, frozen=True):
    """Play one more Attack at once. *Source:* `scrap-knights:can-opener-1`."""

    facet: ClassVar[str] = "extra"

    def text(self) -> str:
        return "play another Attack from your hand"

    def resolve(self, scene: Scene) -> None:
        scene.ask("attack-with")


class PlayTwo(Verb, frozen=True):
    """May play two ACTs next turn. *Source:* `scrap-knights:act-3`."""

    facet: ClassVar[str] = "extra"

    def text(self) -> str:
        return "next turn you may play two ACTs, at least one of them an Attack"

    def resolve(self, scene: Scene) -> None:
        scene.play_two_next()


# Prevention, hands and BOTs


class PreventAll(Verb, frozen=True):
    """Nothing else of this turn does anything. *Source:* `scrap-knights:dd-burst-1`."""

    facet: ClassVar[str] = "prevent"

    def text(self) -> str:
        return "all damage and all effects of this turn are prevented"

    def resolve(self, scene: Scene) -> None:
        scene.prevent_all()


class PreventNext(Verb, frozen=True):
    """The opponent's Attacks and Defends of next turn do nothing. *Source:* `scrap-knights:sd-terror-1`."""

    facet: ClassVar[str] = "prevent"

    def text(self) -> str:
        return "next turn the opponent’s Attacks and Defends do nothing"

    def resolve(self, scene: Scene) -> None:
        scene.prevent_next(scene.other)


class ReturnBot(Verb, frozen=True):
    """Bring a used BOT back. *Source:* `scrap-knights:siphon-1`."""

    facet: ClassVar[str] = "bot"

    def text(self) -> str:
        return "one of your used BOTs comes back"

    def resolve(self, scene: Scene) -> None:
        scene.ask("return-bot")


class DiscardAct(Verb, frozen=True):
    """Take an ACT out of the opponent's hand. *Source:* `scrap-knights:orbital-lobotomy-1`."""

    facet: ClassVar[str] = "hand"

    def text(self) -> str:
        return "look at the opponent’s hand and discard an ACT from it for good"

    def resolve(self, scene: Scene) -> None:
        scene.ask("discard-act")


# One-offs


class Meltdown(Special, frozen=True):
    """Vent all, and pay for it. *Source:* `scrap-knights:meltdown-1`."""

    def text(self) -> str:
        return "vent all and take as much damage. At distance 0, the opponent takes as much too"

    def facets(self) -> tuple[str, ...]:
        return ("damage", "vent")

    def resolve(self, scene: Scene) -> None:
        vented = scene.vent()
        if not vented:
            return
        scene.deal(vented, to=scene.seat)
        if scene.distance == 0:
            scene.deal(vented)


class SetAside(Special, frozen=True):
    """Put the ACTs of this turn under the ULT. *Source:* `scrap-knights:eraser-las-1`."""

    facet: ClassVar[str] = "hand"

    def text(self) -> str:
        return "the ACTs of this turn are set aside until this triggers again"

    def resolve(self, scene: Scene) -> None:
        scene.set_aside_acts()


class ReloadBarrage(Special, frozen=True):
    """Gain Frame Advantage, whose next use copies this. *Source:* `scrap-knights:missile-barrage-2`."""

    def text(self) -> str:
        return "gain Frame Advantage; copy this when you next use one"

    def facets(self) -> tuple[str, ...]:
        return ("copy", "frame-advantage")

    def resolve(self, scene: Scene) -> None:
        scene.gain("frame-advantage")
        scene.on_next_frame_advantage()


class CopyPrep(Special, frozen=True):
    """Copy all that the ULT was prepared with. *Source:* `scrap-knights:tas-custom-1`."""

    facet: ClassVar[str] = "copy"

    def text(self) -> str:
        return "copy every card of that deck"

    def resolve(self, scene: Scene) -> None:
        scene.copy_prep()


class Trade(Special, frozen=True):
    """Change ACTs of the hand for those of TEST's deck. *Source:* `scrap-knights:test-1`."""

    facet: ClassVar[str] = "hand"

    def text(self) -> str:
        return "shuffle any number of ACTs from your hand into that deck, then draw one fewer"

    def resolve(self, scene: Scene) -> None:
        scene.trade()


class DrawMore(Verb, frozen=True):
    """Draw more from TEST's deck. *Source:* `scrap-knights:test-2`."""

    count: int

    facet: ClassVar[str] = "hand"

    def text(self) -> str:
        return f"draw {self.count} more"

    def resolve(self, scene: Scene) -> None:
        scene.draw_from_test(self.count)
