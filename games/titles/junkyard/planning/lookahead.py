"""Playing a program through in one's head: others stand still, unseen cards are average ones."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from games.titles.junkyard.context import charged
from games.titles.junkyard.edition import Edition
from games.titles.junkyard.effects import CHARGES, SALVAGES, SCRAPS, SHUFFLES, TRASHES, TURNS
from games.titles.junkyard.keyword import Keyword
from games.titles.junkyard.moves import AnyMove
from games.titles.junkyard.planning.valuation import Worth
from games.titles.junkyard.state import State
from games.titles.junkyard.yard import ADJACENT, AHEAD, AROUND, LEFT, NOWHERE, RIGHT, turn

WIDTH = 4  # ways of playing a program that are followed further
A_REGISTER = 0.3  # what a register is worth that a Charge activates

Moment = tuple[int, int]  # register and step
Choice = tuple[Moment, AnyMove]
Part = tuple[int, int, Sequence[Keyword]]  # register, first step, the effects from there on


class Thought(NamedTuple):
    """A round imagined so far. *hand:* the places still in hand. *taken:* cards salvaged, by pile.

    *choices:* what was chosen on the way, in order.
    """

    value: float
    space: int
    heading: int
    active: int
    hand: tuple[int, ...]
    taken: tuple[int, ...]
    choices: tuple[Choice, ...]


class Mind:
    """Imagines rounds of one seat on one table."""

    def __init__(self, edition: Edition, state: State, seat: int, worth: Worth) -> None:
        self._worth = worth
        self._sizes = [len(pile) for pile in state.piles]
        cards = state.cards[seat]
        self._owned = [worth.owned[card] for card in cards]
        self._values = [edition.kind_of[card].value for card in cards]
        self._charges = [edition.kind_of[card].charge for card in cards]
        self._effects: dict[str, Callable[[Thought, Any, Moment], Iterable[Thought]]] = {
            "move": self._move,
            "turn": self._turn,
            "salvage": self._salvage,
            "scrap": self._scrap,
            "trash": self._trash,
            "charge": self._charge,
            "recharge": self._recharge,
            "shuffle": self._shuffle,
            "overclock": lambda thought, effect, moment: (thought,),
        }

    def imagine(self, program: Sequence[Part], start: Thought) -> tuple[Thought, int]:
        """Play *program* through; return the best end, and how many registers are active at most."""
        thoughts, ended = [start], list[Thought]()
        for register, first, effects in program:
            ended += [thought for thought in thoughts if thought.active < register]
            thoughts = [thought for thought in thoughts if thought.active >= register]
            for step, effect in enumerate(effects, first):
                resolve = self._effects[effect.name]
                moment = (register, step)
                thoughts = [after for thought in thoughts for after in resolve(thought, effect, moment)]
            if len(thoughts) > WIDTH:
                thoughts.sort(key=self.total, reverse=True)
                del thoughts[WIDTH:]
        reached = max([thought.active for thought in thoughts], default=0)
        best = max(ended + thoughts, key=self.total)
        return best._replace(value=self.total(best)), reached

    def total(self, thought: Thought) -> float:
        """Return the worth of a thought with that of its place in the yard."""
        return thought.value + self._worth.space(thought.space, thought.heading, thought.taken)

    def _move(self, thought: Thought, effect: Any, moment: Moment) -> Iterable[Thought]:
        value, space, heading, active, hand, taken, choices = thought
        for _ in range(effect.count):
            space = AHEAD[heading][space]
            if space == NOWHERE:
                return (thought,)
        return (Thought(value, space, heading, active, hand, taken, choices),)

    def _turn(self, thought: Thought, effect: Any, moment: Moment) -> Iterable[Thought]:
        value, space, heading, active, hand, taken, choices = thought
        for side in (LEFT, RIGHT):
            there = AROUND[side][heading][space]
            made = (*choices, (moment, TURNS[side]))
            where = space if there == NOWHERE else there
            yield Thought(value, where, turn(heading, side), active, hand, taken, made)

    def _salvage(self, thought: Thought, effect: Any, moment: Moment) -> Iterable[Thought]:
        value, space, heading, active, hand, taken, choices = thought
        found = False
        for pile in ADJACENT[space]:
            count = min(effect.count, self._sizes[pile] - taken[pile])
            if count <= 0:
                continue
            found = True
            gain = count * self._worth.average
            if not taken[pile]:
                gain += self._worth.tops[pile] - self._worth.average
            now = (*taken[:pile], taken[pile] + count, *taken[pile + 1 :])
            made = (*choices, (moment, SALVAGES[pile]))
            yield Thought(value + gain, space, heading, active, hand, now, made)
        if not found:
            yield thought

    def _scrap(self, thought: Thought, effect: Any, moment: Moment) -> Iterable[Thought]:
        value, space, heading, active, hand, taken, choices = thought
        ranked = sorted(hand, key=lambda place: self._owned[place] - self._values[place])
        given = ranked[: effect.count]
        value += sum([self._values[place] - self._owned[place] for place in given])
        made = (*choices, *((moment, SCRAPS[place]) for place in given))
        rest = tuple([place for place in hand if place not in given])
        return (Thought(value, space, heading, active, rest, taken, made),)

    def _trash(self, thought: Thought, effect: Any, moment: Moment) -> Iterable[Thought]:
        value, space, heading, active, hand, taken, choices = thought
        if not hand:
            return (thought,)
        place = min(hand, key=lambda place: self._owned[place])
        rest = tuple([other for other in hand if other != place])
        made = (*choices, (moment, TRASHES[place]))
        return (Thought(value - self._owned[place], space, heading, active, rest, taken, made),)

    def _charge(self, thought: Thought, effect: Any, moment: Moment) -> Iterable[Thought]:
        value, space, heading, active, hand, taken, choices = thought
        if not hand:
            return (thought,)
        place = max(hand, key=lambda place: A_REGISTER * self._charges[place] - self._owned[place])
        rest = tuple([other for other in hand if other != place])
        active = charged(active, self._charges[place])
        made = (*choices, (moment, CHARGES[place]))
        return (Thought(value - self._owned[place], space, heading, active, rest, taken, made),)

    def _recharge(self, thought: Thought, effect: Any, moment: Moment) -> Iterable[Thought]:
        return (thought._replace(active=charged(thought.active, effect.count)),)

    def _shuffle(self, thought: Thought, effect: Any, moment: Moment) -> Iterable[Thought]:
        """Shuffling turns a poor top card into an average one; it does so where that helps most."""
        taken = thought.taken
        piles = [pile for pile in ADJACENT[thought.space] if self._sizes[pile] > taken[pile]]
        if not piles:
            return (thought,)
        pile = min(piles, key=lambda pile: self._worth.average if taken[pile] else self._worth.tops[pile])
        return (thought._replace(choices=(*thought.choices, (moment, SHUFFLES[pile]))),)
