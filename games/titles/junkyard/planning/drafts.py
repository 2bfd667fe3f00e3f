"""Drafts: a quick look at how programs may turn out, with the choices that their cards will ask for.

Like `lookahead` it takes others to stand still and unseen cards to be average, but it tries fewer programs,
in a fraction of the time.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.titles.junkyard.edition import Edition
from games.titles.junkyard.keyword import Keyword
from games.titles.junkyard.planning.valuation import PILE_BITS, PILE_MASK, Valuation
from games.titles.junkyard.state import CHARGE, IN_HAND, NONE, REGISTERS, State
from games.titles.junkyard.yard import ADJACENT, AHEAD, AROUND, LEFT, NOWHERE, RIGHT, turn

WIDTH = 4  # rounds that are followed further
CHARGERS = 2  # cards that are tried for charging
A_REGISTER = 0.6  # the value of one more active register, for choosing those cards

_PASSING = ("overclock", "shuffle")  # effects that a draft passes over

Effects = tuple[tuple[str, int], ...]


class Round(NamedTuple):
    """A round as it may stand after some cards. *used:* the places that aren't in hand, as bits.

    *worth:* what was gained so far. *taken:* the number of cards salvaged, packed by pile. *scraps*,
    *trashes:* how many cards of the hand are to be scrapped and trashed. *choice:* the first choice made.
    """

    worth: float
    used: int
    space: int
    heading: int
    active: int
    taken: int
    scraps: int
    trashes: int
    choice: int
    places: tuple[int, ...]


# As `Round(…)` would, without a call in between: bots make hundreds of thousands in a match.
_new = tuple.__new__


class Draft(NamedTuple):
    """A program. *charge:* the place of the card to charge with, or -1. *places:* those slotted, by register.

    A register that stays empty before one that was filled first has -1.
    """

    worth: float
    charge: int
    places: tuple[int, ...]


@lru_cache(maxsize=8)
def effects_by_card(edition: Edition) -> tuple[Effects, ...]:
    """Return the effects of every card, by initiative, each with its count."""
    return tuple(compact(kind.effects) for kind in edition.kind_of)


def compact(effects: Iterable[Keyword]) -> Effects:
    """Return the names and counts of those *effects* that a draft looks at."""
    return tuple(
        (effect.name, getattr(effect, "count", 1)) for effect in effects if effect.name not in _PASSING
    )


class Drafter:
    """Plays programs of one seat through, from one state."""

    def __init__(self, edition: Edition, state: State, seat: int, valuation: Valuation) -> None:
        self._valuation = valuation
        self._charged = edition.charged
        self._edition = edition
        self._sizes = [len(pile) for pile in state.piles]
        self._effects = effects_by_card(edition)
        self.cards = cards = state.cards[seat]
        self._owned = [valuation.owned[card] for card in cards]
        self._gains = [edition.kind_of[card].value - valuation.owned[card] for card in cards]
        held = [place for place, card in enumerate(cards) if card != NONE]
        self._for_scrap = sorted(held, key=lambda place: -self._gains[place])
        self._for_trash = sorted(held, key=self._owned.__getitem__)
        self._kinds = [(place, edition.kind_of[cards[place]].initiative) for place in held]
        self._different: dict[int, list[int]] = {}
        self._spaces = valuation.spaces

    def programs(self, start: Round, fixed: Sequence[int]) -> list[Draft]:
        """Return the programs tried, from *start* on. *fixed:* by register, the place of its card or -1."""
        tried: list[Draft] = []
        level = [start]
        last = max([register for register, place in enumerate(fixed, 1) if place >= 0], default=0)
        for register in range(1, REGISTERS + 1):
            longer: list[tuple[float, Round]] = []
            for rnd in level:
                if rnd.active < register:
                    continue
                place = fixed[register - 1]
                if place >= 0:
                    nexts = self._play(_slotted(rnd, rnd.used, place), place)
                    longer += [(self.worth(after), after) for after in nexts]
                    continue
                if register < last:
                    empty = _slotted(rnd, rnd.used, -1)
                    longer.append((self.worth(empty), empty))
                for place in self.different(rnd.used):
                    taken = _slotted(rnd, rnd.used | 1 << place, place)
                    longer += [(self.worth(after), after) for after in self._play(taken, place)]
            if not longer:
                break
            longer.sort(key=_first, reverse=True)
            seen = set[tuple[int, ...]]()
            for worth, rnd in longer:
                if rnd.places not in seen:
                    seen.add(rnd.places)
                    tried.append(Draft(worth, -1, rnd.places))
            level = [rnd for _, rnd in longer[:WIDTH]]
        return tried

    def worth(self, rnd: Round) -> float:
        """Return the value of how a round may end, with its space and what is scrapped from the hand."""
        worth, used, space, heading, _, taken, scraps, trashes, _, _ = rnd
        known = self._spaces.get((space, heading, taken))
        worth += self._valuation.space(space, heading, taken) if known is None else known
        if count := trashes:
            for place in self._for_trash:
                if count and not used >> place & 1:
                    worth -= self._owned[place]
                    used |= 1 << place
                    count -= 1
        if count := scraps:
            for place in self._for_scrap:
                if not used >> place & 1:
                    worth += self._gains[place]
                    count -= 1
                    if not count:
                        break
        return worth

    def different(self, used: int) -> list[int]:
        """Return one place for each kind that isn't *used*."""
        found = self._different.get(used)
        if found is None:
            seen = set[int]()
            found = self._different[used] = []
            for place, kind in self._kinds:
                if kind not in seen and not used >> place & 1:
                    seen.add(kind)
                    found.append(place)
        return found

    def _play(self, rnd: Round, place: int) -> list[Round]:
        return self.play([rnd], self._effects[self.cards[place]])

    def play(self, rounds: list[Round], effects: Iterable[tuple[str, int]]) -> list[Round]:
        """Return how *rounds* may stand after *effects*."""
        for name, count in effects:
            if name == "move":
                rounds = [_moved(rnd, count) for rnd in rounds]
            elif name == "turn":
                rounds = [_turned(rnd, side) for rnd in rounds for side in (LEFT, RIGHT)]
            elif name == "salvage":
                rounds = [after for rnd in rounds for after in self._salvaged(rnd, count)]
            elif name == "scrap":
                rounds = [_owing(rnd, count, 0, rnd.active) for rnd in rounds]
            elif name == "recharge":
                rounds = [_owing(rnd, 0, 0, self._charged(rnd.active, count)) for rnd in rounds]
            elif name == "trash":
                rounds = [_owing(rnd, 0, 1, rnd.active) for rnd in rounds]
            else:
                rounds = [_owing(rnd, 0, 1, self._charged(rnd.active, 1)) for rnd in rounds]
        return rounds

    def _salvaged(self, rnd: Round, count: int) -> list[Round]:
        worth, used, space, heading, active, taken, scraps, trashes, choice, places = rnd
        valuation, found = self._valuation, list[Round]()
        for pile in ADJACENT[space]:
            shift = pile * PILE_BITS
            before = taken >> shift & PILE_MASK
            number = min(count, self._sizes[pile] - before)
            if number <= 0:
                continue
            gain = number * valuation.average
            if not before:
                gain += valuation.tops[pile] - valuation.average
            now = taken + (number << shift)
            made = pile if choice < 0 else choice
            found.append(
                _new(
                    Round,
                    (worth + gain, used, space, heading, active, now, scraps, trashes, made, places),
                )
            )
        return found or [rnd]


def _first(pair: tuple[float, Round]) -> float:
    return pair[0]


def _slotted(rnd: Round, used: int, place: int) -> Round:
    worth, _, space, heading, active, taken, scraps, trashes, choice, places = rnd
    return _new(
        Round, (worth, used, space, heading, active, taken, scraps, trashes, choice, (*places, place))
    )


def _owing(rnd: Round, scraps: int, trashes: int, active: int) -> Round:
    """Return the round with so many more cards to scrap and to trash."""
    worth, used, space, heading, _, taken, scrapping, trashing, choice, places = rnd
    scrapping, trashing = scrapping + scraps, trashing + trashes
    return _new(Round, (worth, used, space, heading, active, taken, scrapping, trashing, choice, places))


def _moved(rnd: Round, count: int) -> Round:
    worth, used, space, heading, active, taken, scraps, trashes, choice, places = rnd
    ahead = AHEAD[heading]
    for _ in range(count):
        space = ahead[space]
        if space == NOWHERE:
            return rnd
    return _new(Round, (worth, used, space, heading, active, taken, scraps, trashes, choice, places))


def _turned(rnd: Round, side: int) -> Round:
    worth, used, space, heading, active, taken, scraps, trashes, choice, places = rnd
    there = AROUND[side][heading][space]
    space = space if there == NOWHERE else there
    choice = side if choice < 0 else choice
    heading = turn(heading, side)
    return _new(Round, (worth, used, space, heading, active, taken, scraps, trashes, choice, places))


def drafts(
    edition: Edition, state: State, seat: int, valuation: Valuation, where: Sequence[int]
) -> list[Draft]:
    """Return the programs that were tried for the seat's cards.

    *where:* where they lie, see `State`; what is in registers or laid aside to charge with stays there.
    """
    drafter = Drafter(edition, state, seat, valuation)
    kinds, cards = edition.kind_of, state.cards[seat]
    fixed = [where.index(register) if register in where else -1 for register in range(1, REGISTERS + 1)]
    start = begun(state, seat, [place for place, there in enumerate(where) if there != IN_HAND])
    found: list[Draft] = []
    if CHARGE in where:
        chargers = [where.index(CHARGE)]
    else:

        def gain(place: int) -> float:
            return A_REGISTER * kinds[cards[place]].charge - valuation.owned[cards[place]]

        chargers = sorted(drafter.different(start.used), key=gain, reverse=True)[:CHARGERS]
        found = [Draft(drafter.worth(start), -1, ()), *drafter.programs(start, fixed)]
    for place in chargers:
        charging = start._replace(
            worth=-valuation.owned[cards[place]],
            used=start.used | 1 << place,
            active=edition.charged(start.active, kinds[cards[place]].charge),
        )
        tried = [Draft(drafter.worth(charging), -1, ()), *drafter.programs(charging, fixed)]
        found += [draft._replace(charge=place) for draft in tried]
    return found


def begun(state: State, seat: int, places: Sequence[int]) -> Round:
    """Return the round as it stands, with the cards at *places* out of the hand."""
    used = sum([1 << place for place in places])
    return Round(0.0, used, state.at[seat], state.headings[seat], state.active[seat], 0, 0, 0, -1, ())
