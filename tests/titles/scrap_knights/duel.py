"""A duel set in the middle of a match, turn by turn: what each card does, told in a line or two.

    duel = Duel(distance=2).mine("stab").turn("stab", "wait")
    assert duel.hp == [12, 10]

Seat 0 is mine, seat 1 theirs. Whatever a test doesn't speak of is declined: no BOT is used, no token spent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from games.engine.errors import IllegalMove
from games.titles.scrap_knights.box import PRINTS
from games.titles.scrap_knights.moves import (
    AttackWith,
    Choose,
    Deploy,
    DeployCopying,
    DiscardAct,
    Hold,
    OverchargeUlt,
    ReturnBot,
    SetAct,
    SetBots,
    SetTokens,
    SetUlt,
    ShuffleIn,
    Spend,
    Warp,
    choosing,
)
from games.titles.scrap_knights.state import ACT, PHASES, TOKEN_KINDS
from games.titles.scrap_knights.title import TITLE
from tests.table import ScriptedChance as Scripted

GAME: Any = TITLE.newest.game
NUMBER = {slug: number for number, slug in enumerate(PRINTS)}

IN, OUT = -1, 1
Play = str | Any


class KindChance(Scripted):
    """Coins fall as the test says; where it says nothing they show heads."""

    def below(self, limit: int, purpose: str) -> int:
        if purpose.startswith("coin") and not self.coins:
            return 1
        return super().below(limit, purpose)


class Duel:
    """*events:* of the last turn, answer or refusal."""

    def __init__(self, distance: int = 1, turn: int = 3, cap: int = 50, game: Any = GAME) -> None:
        self.game, self.rules = game, game.rules
        self.chance = KindChance()
        self.events: list[Any] = []
        state = self.state = self.rules.empty(0, cap)
        state.turn, state.phase, state.distance = turn, ACT, distance
        self._deploys: list[list[Any]] = [[], []]
        self._spends: list[list[str]] = [[], []]
        self._ult: list[tuple[bool, tuple[str, ...]]] = [(False, ()), (False, ())]

    # Setting

    def mine(self, *acts: str, **what: Any) -> Duel:
        """Give me these ACTs; see `_give` for the rest."""
        return self._give(0, acts, **what)

    def theirs(self, *acts: str, **what: Any) -> Duel:
        """Give the opponent these ACTs; see `_give` for the rest."""
        return self._give(1, acts, **what)

    def _give(
        self,
        seat: int,
        acts: Sequence[str],
        *,
        ult: str = "",
        links: int | None = None,
        bots: Sequence[str] = (),
        used: Sequence[str] = (),
        prep: Sequence[str] = (),
        hp: int | None = None,
        heat: int | None = None,
        tokens: Sequence[str] = (),
    ) -> Duel:
        """Set what a seat has. *used:* BOTs of the past. *tokens:* by name, as often as there are."""
        state = self.state
        self._hold(seat, acts)
        if ult:
            state.ults[seat] = self.rules.number[ult]
        if links is not None:
            state.links[seat] = links
        if bots:
            state.bots[seat] = sorted(self.rules.number[bot] for bot in bots)
        if used:
            state.used_bots[seat] = sorted(self.rules.number[bot] for bot in used)
        if prep:
            state.preps[seat] = sorted(self.rules.number[card] for card in prep)
        if hp is not None:
            state.hp[seat] = hp
        if heat is not None:
            state.heat[seat] = heat
        for token in tokens:
            state.tokens[seat][TOKEN_KINDS.index(token)] += 1
        return self

    def _hold(self, seat: int, acts: Sequence[str]) -> None:
        hand = {*self.state.hands[seat], *(self.rules.number[act] for act in acts)}
        self.state.hands[seat] = sorted(hand)

    def coins(self, *faces: str) -> Duel:
        """Script the coins of the next action: heads is me first."""
        self.chance.coins = [face == "heads" for face in faces]
        return self

    def terrified(self, seat: int) -> Duel:
        """Let the seat's Attacks and Defends be prevented this turn."""
        self.state.terror[seat] = 1
        return self

    def burst(self) -> Duel:
        """Let a DD-Burst of this turn prevent everything."""
        self.state.prevented = self.rules.number["dd-burst"]
        return self

    # Deciding beforehand

    def deploying(self, *bots: Any, seat: int = 0) -> Duel:
        """Use these BOTs next turn as soon as they are armed: slugs, or moves with choices."""
        self._deploys[seat] = list(bots)
        return self

    def spending(self, *tokens: str, seat: int = 0) -> Duel:
        """Spend these tokens next turn."""
        self._spends[seat] = list(tokens)
        return self

    def with_ult(self, *shuffled: str, overcharged: bool = False, seat: int = 0) -> Duel:
        """Settle the choices of the ULT that triggers next turn."""
        self._ult[seat] = (overcharged, shuffled)
        return self

    # Acting

    def turn(self, mine: Play | list[Play], theirs: Play | list[Play] = "wait") -> Duel:
        """Play a turn with these ACTs, as far as somebody is asked in the resolution.

        An ACT by its slug goes in with every Move of it; see `choosing` for others.
        """
        self.events = []
        for seat, plays in ((1, theirs), (0, mine)):
            self.choose(plays, seat)
        self._go_on()
        self._deploys, self._spends, self._ult = [[], []], [[], []], [(False, ()), (False, ())]
        return self

    def choose(self, plays: Play | list[Play], seat: int = 0) -> Duel:
        """Choose for the seat only. It holds what it chooses, unless that is written as a move."""
        several = plays if isinstance(plays, list) else [plays]
        self._hold(seat, [play for play in several if isinstance(play, str)])
        for play in several:
            self.do(self._choice(play) if isinstance(play, str) else play, seat)
        if self.phase == "act" and SetAct("ready") in self.game.legal(self.state, seat):
            self.do(SetAct("ready"), seat)
        return self

    def do(self, move: Any, seat: int = 0) -> Duel:
        """Apply the move, having checked that `legal` agrees with what `apply` does."""
        listed = move in self.game.legal(self.state, seat)
        before = self.game.encode(self.state)
        try:
            events = self.game.apply(self.state, seat, move, self.chance)
        except IllegalMove:
            assert not listed, f"{move} is listed as legal but refused"
            assert self.game.encode(self.state) == before, f"refusing {move} changed the table"
            raise
        assert listed, f"{move} was applied but isn't listed as legal"
        self.events += events
        return self

    def _go_on(self) -> None:
        """Decide about BOTs, tokens and ULTs as settled beforehand, until the turn is over."""
        while self.phase in ("bots", "tokens", "ult"):
            seat = self.game.to_act(self.state)[0]
            if self.phase == "bots":
                self._decide_bots(seat)
            elif self.phase == "tokens":
                for token in self._spends[seat]:
                    self.do(Spend(token), seat)  # type: ignore[arg-type]
                self.do(SetTokens("ready"), seat)
            else:
                self._decide_ult(seat)
        assert not self.chance.coins, "fewer coins were tossed than the test expects"

    def _decide_bots(self, seat: int) -> None:
        armed = self.armed(seat)
        due = [bot for bot in self._deploys[seat] if slug_of(bot) in armed]
        for bot in due:
            self._deploys[seat].remove(bot)
            self.do(Deploy(bot, self._inwards(bot)) if isinstance(bot, str) else bot, seat)
        self.do(SetBots("ready"), seat)

    def _decide_ult(self, seat: int) -> None:
        overcharged, shuffled = self._ult[seat]
        if overcharged:
            self.do(OverchargeUlt("on"), seat)
        for act in shuffled:
            self.do(ShuffleIn(act), seat)
        self.do(SetUlt("ready"), seat)

    def attack_with(self, act: str, seat: int = 0) -> Duel:
        return self._answer(AttackWith(act), seat)

    def warp(self, distance: int, seat: int = 0) -> Duel:
        return self._answer(Warp(distance), seat)  # type: ignore[arg-type]

    def return_bot(self, bot: str, seat: int = 0) -> Duel:
        return self._answer(ReturnBot(bot), seat)

    def discard_act(self, act: str, seat: int = 0) -> Duel:
        return self._answer(DiscardAct(act), seat)

    def _answer(self, move: Any, seat: int) -> Duel:
        self.events = []
        self.do(move, seat)
        self._go_on()
        return self

    @contextmanager
    def refuses(self, rule: str) -> Iterator[None]:
        """Expect the action inside to be refused by *rule*."""
        with pytest.raises(IllegalMove) as refused:
            yield
        assert refused.value.rule == rule, f"refused by {refused.value.rule}: {refused.value.reason}"
        assert refused.value.reason.endswith(".")

    # Looking

    @property
    def phase(self) -> str:
        return PHASES[self.state.phase]

    @property
    def asked(self) -> str:
        """What is asked in the resolution, or nothing: the type of the move that answers."""
        told = [event.choice for event in self.happened("choice-asked")]
        return told[-1] if self.phase == "resolve" and self.state.asked else ""

    @property
    def hp(self) -> list[int]:
        return self.state.hp

    @property
    def heat(self) -> list[int]:
        return self.state.heat

    @property
    def links(self) -> list[int]:
        return self.state.links

    @property
    def distance(self) -> int:
        return self.state.distance

    @property
    def result(self) -> Any:
        return self.game.result(self.state)

    def tokens(self, seat: int = 0) -> dict[str, int]:
        """Return the tokens the seat has, without those it hasn't."""
        return {
            kind: count for kind, count in zip(TOKEN_KINDS, self.state.tokens[seat], strict=True) if count
        }

    def hand(self, seat: int = 0) -> set[str]:
        return {self.rules.slugs[act] for act in self.state.hands[seat]}

    def armed(self, seat: int = 0) -> set[str]:
        """Return the BOTs that may be used now."""
        return {self.rules.slugs[one.bot] for one in self.state.armed[seat]}

    def bots(self, seat: int = 0) -> set[str]:
        """Return the BOTs that aren't used."""
        idle = [bot for bot in self.state.bots[seat] if bot not in self.state.used_bots[seat]]
        return {self.rules.slugs[bot] for bot in idle}

    def happened(self, tag: str) -> list[Any]:
        """Return the events of that kind."""
        return [event for event in self.events if type(event).__struct_config__.tag == tag]

    @property
    def deployed(self) -> list[str]:
        """The BOTs used this turn."""
        return [event.bot for event in self.happened("bot-deployed")]

    @property
    def missed(self) -> list[str]:
        return [event.card for event in self.happened("effect-missed")]

    @property
    def interrupted(self) -> list[str]:
        return [event.card for event in self.happened("effect-interrupted")]

    @property
    def prevented(self) -> list[str]:
        return [event.card for event in self.happened("effect-prevented")]

    @property
    def order(self) -> list[str]:
        """The cards whose effects began, in order."""
        return [event.lined.card for event in self.happened("effect-began")]

    def _inwards(self, slug: str) -> tuple[Any, ...]:
        return (IN,) * self.rules.kinds[self.rules.number[slug]].directions

    def _choice(self, slug: str) -> Any:
        return choosing(slug, moves=self._inwards(slug))


def slug_of(bot: Any) -> str:
    """Return the slug of a BOT, given so or as a move."""
    return bot if isinstance(bot, str) else bot.bot


def copying(bot: str, card: str) -> DeployCopying:
    """Return the move that uses a BOT to copy a card."""
    return DeployCopying(bot, card)


def deploy(bot: str, *moves: int) -> Deploy:
    """Return the move that uses a BOT with these directions."""
    return Deploy(bot, moves)  # type: ignore[arg-type]


__all__ = ["IN", "OUT", "Choose", "Duel", "Hold", "choosing", "copying", "deploy"]
