"""Looking ahead: how a program may turn out if others stand still and unseen cards are average."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from games.titles.junkyard.edition import Edition
from games.titles.junkyard.effects import CHARGES, SALVAGES, SCRAPS, SHUFFLES, TRASHES, TURNS
from games.titles.junkyard.keyword import Keyword
from games.titles.junkyard.moves import AnyMove
from games.titles.junkyard.planning.valuation import PILE_BITS, Valuation, number_taken
from games.titles.junkyard.state import State
from games.titles.junkyard.yard import ADJACENT, AHEAD, AROUND, LEFT, NOWHERE, RIGHT, turn

WIDTH = 4  # outcomes that are followed further
A_REGISTER = 0.3  # the value of a register that a Charge activates

Moment = tuple[int, int]  # register and step
Choice = tuple[Moment, AnyMove]
Part = tuple[int, int, Sequence[Keyword]]  # register, first step, the effects from there on


class Outcome(NamedTuple):
    """A round as it may stand after some effects. *hand:* the places still in hand.

    *taken:* the number of cards salvaged, packed by pile. *choices:* the choices made so far, in order.
    """

    value: float
    space: int
    heading: int
    active: int
    hand: tuple[int, ...]
    taken: int
    choices: tuple[Choice, ...]


class Lookahead:
    """Plays programs of one seat through, from one state."""

    def __init__(self, edition: Edition, state: State, seat: int, valuation: Valuation) -> None:
        self._valuation = valuation
        self._charged = edition.charged
        self._sizes = [len(pile) for pile in state.piles]
        cards = state.cards[seat]
        self._owned = [valuation.owned[card] for card in cards]
        self._values = [edition.kind_of[card].value for card in cards]
        self._charges = [edition.kind_of[card].charge for card in cards]
        self._effects: dict[str, Callable[[Outcome, Any, Moment], Iterable[Outcome]]] = {
            "move": self._move,
            "turn": self._turn,
            "salvage": self._salvage,
            "scrap": self._scrap,
            "trash": self._trash,
            "charge": self._charge,
            "recharge": self._recharge,
            "shuffle": self._shuffle,
            "overclock": lambda outcome, effect, moment: (outcome,),
        }

    def play_through(self, program: Sequence[Part], start: Outcome) -> tuple[Outcome, int]:
        """Return the best outcome of *program*, and the largest number of active registers at its end."""
        outcomes, ended = [start], list[Outcome]()
        for register, first, effects in program:
            ended += [outcome for outcome in outcomes if outcome.active < register]
            outcomes = [outcome for outcome in outcomes if outcome.active >= register]
            for step, effect in enumerate(effects, first):
                resolve = self._effects[effect.name]
                moment = (register, step)
                outcomes = [after for outcome in outcomes for after in resolve(outcome, effect, moment)]
            if len(outcomes) > WIDTH:
                outcomes.sort(key=self.total, reverse=True)
                del outcomes[WIDTH:]
        reached = max([outcome.active for outcome in outcomes], default=0)
        best = max(ended + outcomes, key=self.total)
        return best._replace(value=self.total(best)), reached

    def total(self, outcome: Outcome) -> float:
        """Return the value of an outcome, with that of its space in the yard."""
        return outcome.value + self._valuation.space(outcome.space, outcome.heading, outcome.taken)

    def _move(self, outcome: Outcome, effect: Any, moment: Moment) -> Iterable[Outcome]:
        value, space, heading, active, hand, taken, choices = outcome
        for _ in range(effect.count):
            space = AHEAD[heading][space]
            if space == NOWHERE:
                return (outcome,)
        return (Outcome(value, space, heading, active, hand, taken, choices),)

    def _turn(self, outcome: Outcome, effect: Any, moment: Moment) -> Iterable[Outcome]:
        value, space, heading, active, hand, taken, choices = outcome
        for side in (LEFT, RIGHT):
            there = AROUND[side][heading][space]
            made = (*choices, (moment, TURNS[side]))
            where = space if there == NOWHERE else there
            yield Outcome(value, where, turn(heading, side), active, hand, taken, made)

    def _salvage(self, outcome: Outcome, effect: Any, moment: Moment) -> Iterable[Outcome]:
        value, space, heading, active, hand, taken, choices = outcome
        found = False
        for pile in ADJACENT[space]:
            before = number_taken(taken, pile)
            count = min(effect.count, self._sizes[pile] - before)
            if count <= 0:
                continue
            found = True
            gain = count * self._valuation.average
            if not before:
                gain += self._valuation.tops[pile] - self._valuation.average
            now = taken + (count << pile * PILE_BITS)
            made = (*choices, (moment, SALVAGES[pile]))
            yield Outcome(value + gain, space, heading, active, hand, now, made)
        if not found:
            yield outcome

    def _scrap(self, outcome: Outcome, effect: Any, moment: Moment) -> Iterable[Outcome]:
        value, space, heading, active, hand, taken, choices = outcome
        ranked = sorted(hand, key=lambda place: self._owned[place] - self._values[place])
        given = ranked[: effect.count]
        value += sum([self._values[place] - self._owned[place] for place in given])
        made = (*choices, *((moment, SCRAPS[place]) for place in given))
        rest = tuple([place for place in hand if place not in given])
        return (Outcome(value, space, heading, active, rest, taken, made),)

    def _trash(self, outcome: Outcome, effect: Any, moment: Moment) -> Iterable[Outcome]:
        value, space, heading, active, hand, taken, choices = outcome
        if not hand:
            return (outcome,)
        place = min(hand, key=lambda place: self._owned[place])
        rest = tuple([other for other in hand if other != place])
        made = (*choices, (moment, TRASHES[place]))
        return (Outcome(value - self._owned[place], space, heading, active, rest, taken, made),)

    def _charge(self, outcome: Outcome, effect: Any, moment: Moment) -> Iterable[Outcome]:
        value, space, heading, active, hand, taken, choices = outcome
        if not hand:
            return (outcome,)
        place = max(hand, key=lambda place: A_REGISTER * self._charges[place] - self._owned[place])
        rest = tuple([other for other in hand if other != place])
        active = self._charged(active, self._charges[place])
        made = (*choices, (moment, CHARGES[place]))
        return (Outcome(value - self._owned[place], space, heading, active, rest, taken, made),)

    def _recharge(self, outcome: Outcome, effect: Any, moment: Moment) -> Iterable[Outcome]:
        return (outcome._replace(active=self._charged(outcome.active, effect.count)),)

    def _shuffle(self, outcome: Outcome, effect: Any, moment: Moment) -> Iterable[Outcome]:
        """Shuffle the pile with the poorest top card, which becomes an average one."""
        taken, valuation = outcome.taken, self._valuation
        piles = [pile for pile in ADJACENT[outcome.space] if self._sizes[pile] > number_taken(taken, pile)]
        if not piles:
            return (outcome,)
        pile = min(
            piles, key=lambda pile: valuation.average if number_taken(taken, pile) else valuation.tops[pile]
        )
        return (outcome._replace(choices=(*outcome.choices, (moment, SHUFFLES[pile]))),)
