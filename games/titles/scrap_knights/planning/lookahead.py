"""Plays the rest of a turn through on a copy: what has been decided, and only what has to be decided.

Only for bots. Both players' hands are those of a resampled state.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from games.engine.chance import FastChance
from games.titles.scrap_knights.decisions.legality import legal
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.moves import AnyMove
from games.titles.scrap_knights.planning.bot import evaluate
from games.titles.scrap_knights.rules import act
from games.titles.scrap_knights.state import (
    ACT,
    BLITZ,
    OVER,
    RESOLVE,
    TOKENS,
    Planned,
    State,
    copy_state,
)
from games.titles.scrap_knights.turns.spending import spendable
from games.titles.scrap_knights.turns.turn import Turn


@lru_cache(maxsize=64)
def hasty(edition: Edition) -> Edition:
    """Return *edition* with a coin in every tie and terse events: the rest takes longer to find out."""
    return replace(edition, tosses_idly=True, is_terse=True)


class Lookahead:
    """What the rest of this turn is worth to a seat. *state:* stays unchanged.

    Chance falls the same way every time the same state is looked at.
    """

    def __init__(self, edition: Edition, state: State, seat: int) -> None:
        self.edition = hasty(edition)
        self.state = state
        self.seat = seat
        self.luck = FastChance(state.turn * 100 + state.phase * 10 + seat)

    def acts(self, own: Sequence[int], other: Sequence[int]) -> float:
        """Return the worth of the turn in which these ACTs are chosen, numbers of `edition.ways`."""
        state = copy_state(self.state)
        state.chosen[self.seat], state.chosen[1 - self.seat] = list(own), list(other)
        bots = self._without_bots(state)
        turn = Turn(self.edition, state, self.luck)
        turn.flip()
        return self._finish(turn, bots)

    def bots(self, planned: Sequence[Planned]) -> float:
        """Return the worth of the turn in which the seat uses these BOTs, and nobody uses others."""
        state = copy_state(self.state)
        state.planned = [[], []]
        state.planned[self.seat] = sorted(planned, key=lambda plan: plan.bot)
        bots = self._without_bots(state)
        turn = Turn(self.edition, state, self.luck)
        turn.close_window()
        return self._finish(turn, bots)

    def tokens(self, spending: Sequence[int]) -> float:
        """Return the worth of the turn in which the seat spends these tokens and the other its Blitz."""
        state = copy_state(self.state)
        state.spending[self.seat] = list(spending)
        state.spending[1 - self.seat] = self._usual(state, 1 - self.seat)
        turn = Turn(self.edition, state, self.luck)
        turn.close_tokens()
        return self._finish(turn, state.bots)

    def answer(self, move: AnyMove) -> float:
        """Return the worth of the turn in which the seat answers with that move."""
        state = copy_state(self.state)
        act(self.edition, state, self.seat, move, self.luck)
        return self._finish(Turn(self.edition, state, self.luck), state.bots)

    def _without_bots(self, state: State) -> list[list[int]]:
        """Disarm all BOTs but those that are to be used now; return the armed ones."""
        bots = state.bots
        state.bots = [
            sorted({*state.used_bots[seat], *(plan.bot for plan in state.planned[seat])}) for seat in (0, 1)
        ]
        return bots

    def _finish(self, turn: Turn, bots: list[list[int]]) -> float:
        """Go on to the next turn, and decide in a simple way whatever is asked."""
        state = turn.state
        while state.phase not in (ACT, OVER):
            if state.phase == TOKENS:
                state.spending = [self._usual(state, 0), self._usual(state, 1)]
                turn.close_tokens()
            elif state.phase == RESOLVE:
                seat = state.asker
                act(self.edition, state, seat, legal(self.edition, state, seat)[-1], self.luck)
            else:
                turn.close_ults()
        state.bots = bots
        return evaluate(self.edition, state, self.seat)

    def _usual(self, state: State, seat: int) -> list[int]:
        """Return the tokens that are spent without thinking: Blitz, which has no other use."""
        blitz = spendable(self.edition, state, seat)[BLITZ]
        return [0, 0, blitz]
