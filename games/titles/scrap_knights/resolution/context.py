"""The context an effect resolves in: all that effects can do to the table."""

from typing import Literal

from games.titles.scrap_knights import events as ev
from games.titles.scrap_knights.resolution import links
from games.titles.scrap_knights.resolution.mechs import MechContext
from games.titles.scrap_knights.state import (
    BY_COPY,
    CHOICES,
    TOKEN_KINDS,
    Carried,
    Play,
    at_work,
    link,
    owned,
    put,
    set_aside,
    take_off,
)


class ResolutionContext(MechContext):
    """Everything effects can do, each with its event: to the mechs, and to tokens, copies and hands."""

    __slots__ = ()

    # Nothing happens

    def interrupt(self) -> None:
        """Record that the card is interrupted. *Source:* `scrap-knights:interrupt-1`."""
        self.events.append(ev.EffectInterrupted("interrupt-1", self.seat, self.card))
        self._note_idle("it is interrupted")

    def fail(self, why: str) -> None:
        """Record that a condition isn't met, so that what depends on it doesn't happen.

        *Source:* `scrap-knights:read-1`.
        """
        self.events.append(ev.EffectFailed("read-1", self.seat, self.card, why))
        self._note_idle(why)

    def _note_idle(self, why: str) -> None:
        trace = self.trace
        if trace is not None and self.kind.is_attack and trace.idle[self.seat] is None:
            trace.idle[self.seat] = (self.state.plays[self.play].card, why)

    # Tokens and links

    def gain(self, token: str, count: int = 1) -> None:
        """Gain tokens: `frame-advantage`, `armored` or `blitz`. *Source:* `scrap-knights:gain-1`."""
        tokens, index = self.state.tokens[self.seat], TOKEN_KINDS.index(token)
        tokens[index] += count
        self.events.append(ev.TokenGained("gain-1", self.seat, token, count, tokens[index]))

    def steal_link(self) -> None:
        """Move a link token from the opponent's ULT to one's own. *Source:* `scrap-knights:steal-1`."""
        edition, state = self.edition, self.state
        if links.link_of(edition, state, self.other).is_safe:
            return
        if links.lose(edition, state, self.events, self.other, "steal-1", "stolen", 1):
            card = state.plays[self.play].card
            links.gain(edition, state, self.events, self.seat, "steal-1", card)

    def reduce_links(self) -> None:
        """Take one link token off both ULTs. *Source:* `scrap-knights:dd-burst-2`."""
        for seat in (0, 1):
            if not links.link_of(self.edition, self.state, seat).is_safe:
                links.lose(self.edition, self.state, self.events, seat, "dd-burst-2", "reduced", 1)

    # Copies

    def copy(self, card: str, when: Literal["now", "next"] = "now") -> None:
        """Copy the card: its effects come at once, in their own order, or are in the chain next turn.

        *Source:* `scrap-knights:copy-1`, `scrap-knights:copy-2`.
        """
        copied, copier = self.edition.number[card], self.state.plays[self.play].card
        if when == "next":
            self._carry(copied, copier, 1)
        else:
            self._copy_now(copied, copier)

    def copy_turns(self, turns: int) -> None:
        """Put copies of this card into the chain of the next turns. *Source:* `scrap-knights:copy-3`."""
        card = self.state.plays[self.play].card
        self._carry(card, card, turns)

    def copy_prep(self) -> None:
        """Copy all cards of the prep deck at once; it lies open. *Source:* `scrap-knights:tas-custom-1`."""
        copier = self.state.plays[self.play].card
        for card in self.state.preps[self.seat]:
            self._copy_now(card, copier)

    def on_next_frame_advantage(self) -> None:
        """Copy this card the next time its player spends Frame Advantage.

        *Source:* `scrap-knights:missile-barrage-2`.
        """
        self.state.barrage[self.seat] += 1
        self._record_carry("missile-barrage-2", self.seat, "frame-copy")

    def _carry(self, card: int, copier: int, turns: int) -> None:
        carried = self.state.carried
        carried.append(Carried(self.seat, card, copier, turns))
        carried.sort(key=lambda copy: copy.seat)
        names = self.edition.name(card), self.edition.name(copier)
        self.events.append(ev.CardCopied("copy-1", self.seat, *names, turns))

    def _copy_now(self, card: int, copier: int) -> None:
        state, kind = self.state, self.edition.kinds[card]
        unique = int(card not in state.used[self.seat])
        self.added += [
            link(len(state.plays), part) for part in kind.chain if not kind.steps[part].overcharged
        ]
        state.plays.append(Play(self.seat, card, BY_COPY, unique=unique, copier=copier))
        self.events.append(ev.CardCopied("copy-1", self.seat, kind.slug, self.edition.name(copier), 0))

    # What lasts

    def prevent_all(self) -> None:
        """Prevent all other effects of this turn. *Source:* `scrap-knights:dd-burst-1`."""
        self.state.prevented = self.state.plays[self.play].card
        self._record_carry("dd-burst-1", self.seat, "prevent-all")

    def prevent_next(self, seat: int) -> None:
        """Prevent the seat's Attacks and Defends next turn. *Source:* `scrap-knights:sd-terror-1`."""
        self.state.terror_next[seat] = self._mark()
        self._record_carry("sd-terror-1", seat, "terror")

    def play_two_next(self) -> None:
        """Allow two ACTs next turn. *Source:* `scrap-knights:act-3`."""
        self.state.two_next[self.seat] = self._mark()
        self._record_carry("act-3", self.seat, "two-acts")

    def _mark(self) -> int:
        return self.edition.mark(self.state.plays[self.play].card)

    def _record_carry(self, rule: str, seat: int, kind: str) -> None:
        self.events.append(ev.CarryBegan(rule, seat, self.card, kind))

    # Hands

    def set_aside_acts(self) -> None:
        """Put the ACTs that both players used this turn under the card.

        *Source:* `scrap-knights:eraser-las-1`.
        """
        pile = self.state.under[self.seat]
        for seat in (self.seat, self.other):
            aside = set_aside(self.state, seat)
            acts = sorted(act for act in at_work(self.state, seat) if act not in aside)
            for act in acts:
                put(pile, owned(seat, act))
            if acts:
                names = self.edition.names(acts)
                self.events.append(ev.ActsSetAside("eraser-las-1", seat, self.card, names))

    def trade(self) -> None:
        """Shuffle the chosen ACTs into the prep deck and draw one fewer. *Source:* `scrap-knights:test-1`."""
        state, seat = self.state, self.seat
        given = [act for act in state.shuffling[seat] if act in state.hands[seat]]
        if self.trace is not None:
            return
        for act in given:
            state.hands[seat].remove(act)
            put(state.preps[seat], act)
        if given:
            state.known[seat].clear()
            state.peeked[seat].clear()
        self._draw("test-1", given, max(0, len(given) - 1))

    def draw_from_test(self, count: int) -> None:
        """Draw cards from the prep deck. *Source:* `scrap-knights:test-2`."""
        if self.trace is None:
            self._draw("test-2", [], count)

    def _draw(self, rule: str, given: list[int], count: int) -> None:
        state, seat = self.state, self.seat
        prep, drawn = state.preps[seat], list[int]()
        while len(drawn) < count and prep:
            drawn.append(prep.pop(self.chance.below(len(prep), f"prep:{seat}")))
        for card in drawn:
            put(state.hands[seat], card)
        names = self.edition.names
        told = (len(given), len(drawn), names(given), names(drawn))
        self.events.append(ev.CardsShuffledIn(rule, seat, self.card, *told))

    # Asking

    def ask(self, choice: str) -> None:
        """Ask the seat to choose; always the last thing an effect does. In a dry run nobody is asked.

        *choice:* `attack-with`, `warp`, `return-bot` or `discard-act`. Nobody is
        asked when there is nothing to choose from.
        """
        if self.trace is not None or not self._can_ask(choice):
            return
        state = self.state
        state.asked, state.asker = CHOICES.index(choice), self.seat
        state.asking = state.plays[self.play].card
        if choice == "discard-act":
            self._look_at_hand()
        self.events.append(ev.ChoiceAsked(_ASKING_RULES[choice], self.seat, self.card, choice))

    def _can_ask(self, choice: str) -> bool:
        """Return whether there may be something to choose, as far as everybody knows."""
        state = self.state
        from_pile = {
            "attack-with": state.hands[self.seat],
            "return-bot": state.used_bots[self.seat],
            "discard-act": state.hands[self.other],
        }
        return choice == "warp" or bool(from_pile[choice])

    def _look_at_hand(self) -> None:
        """Show the opponent's hand to the seat. *Source:* `scrap-knights:orbital-lobotomy-1`."""
        state, other = self.state, self.other
        hand = state.hands[other]
        state.peeked[other] = [act for act in hand if act not in state.known[other]]
        names = self.edition.names(hand)
        self.events.append(ev.HandSeen("orbital-lobotomy-1", self.seat, self.card, names))

    # Answers

    def answer_warp(self, distance: int) -> None:
        """Set the distance as chosen. *Source:* `scrap-knights:warp-1`."""
        self._set_distance("warp-1", distance, False)

    def answer_bot(self, bot: int) -> None:
        """Return a used BOT. *Source:* `scrap-knights:siphon-1`."""
        take_off(self.state.used_bots[self.seat], bot)
        self.events.append(ev.BotReturned("siphon-1", self.seat, self.card, self.edition.name(bot)))

    def answer_discard(self, act: int) -> None:
        """Let the opponent lose an ACT. *Source:* `scrap-knights:orbital-lobotomy-1`."""
        state, other = self.state, self.other
        for pile in (state.hands[other], state.known[other], state.peeked[other]):
            take_off(pile, act)
        put(state.gone[other], act)
        lost = ev.ActDiscarded("orbital-lobotomy-1", other, self.card, self.edition.name(act))
        self.events.append(lost)


_ASKING_RULES = {
    "attack-with": "can-opener-1",
    "warp": "warp-1",
    "return-bot": "siphon-1",
    "discard-act": "orbital-lobotomy-1",
}
