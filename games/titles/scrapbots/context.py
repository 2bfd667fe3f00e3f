"""The context in which an effect resolves: the state, who acts where, chance, and the events so far."""

from games.engine.chance import Chance
from games.engine.events import Event
from games.titles.scrapbots import events as ev
from games.titles.scrapbots.edition import Edition
from games.titles.scrapbots.state import EMPTY, LANES, RUNNING, WOUND, WOUNDS_OUT, State


class Context:
    """Everything that cards can do to the state, each with its event.

    *seat:* the acting player. *lane:* where the acting Scrapbot stands or the text is aimed.
    *pile:* `hand` or `discard`, where a Wound comes from. *source:* the slug of the acting card.
    """

    __slots__ = ("chance", "edition", "events", "lane", "pile", "seat", "source", "state")

    def __init__(
        self,
        edition: Edition,
        state: State,
        seat: int,
        chance: Chance,
        lane: int = 0,
        pile: str = "",
        source: str = "",
    ) -> None:
        self.edition = edition
        self.state = state
        self.seat = seat
        self.chance = chance
        self.lane = lane
        self.pile = pile
        self.source = source
        self.events: list[Event] = []

    @property
    def is_over(self) -> bool:
        return self.state.ending != RUNNING

    @property
    def own_slot(self) -> int:
        return self.seat * LANES + self.lane

    @property
    def enemy_slot(self) -> int:
        return (1 - self.seat) * LANES + self.lane

    @property
    def lane_name(self) -> str:
        return ev.LANE_NAMES[self.lane]

    def name_at(self, slot: int) -> str:
        """Return the name of the Scrapbot in that slot."""
        return self.edition.kinds[self.state.bots[slot]].name

    def flip(self) -> bool:
        """Flip a coin and return whether it is heads. *Source:* `scrapbots:coin-1`."""
        heads = self.chance.coin(f"coin:{self.source}")
        self.events.append(ev.CoinFlipped("coin-1", self.seat, heads))
        return heads

    def can_strike(self, lane: int, amount: int) -> bool:
        """Return whether so much damage does anything on the enemy's side of *lane*."""
        slot = (1 - self.seat) * LANES + lane
        return amount >= self.edition.wound_damage or self.state.bots[slot] != EMPTY

    def strike(self, lane: int, amount: int, splash: bool) -> None:
        """Deal damage to the enemy's side of *lane*. *Source:* `scrapbots:damage-1`, `scrapbots:damage-5`."""
        state, enemy = self.state, 1 - self.seat
        slot = enemy * LANES + lane
        kind = state.bots[slot]
        if kind == EMPTY:
            self._wound(enemy, lane, amount // self.edition.wound_damage)
            return
        state.damage[slot] += amount
        rule = "damage-2" if splash else "damage-1"
        health = self.edition.kinds[kind].health
        hit = ev.DamageDealt(
            rule, enemy, self.edition.slugs[kind], lane, amount, state.damage[slot], health, splash
        )
        self.events.append(hit)

    def _wound(self, enemy: int, lane: int, count: int) -> None:
        state = self.state
        count = min(count, state.stack)
        state.stack -= count
        state.discards[enemy].extend([WOUND] * count)
        self.events.append(ev.WoundsDealt("damage-5", enemy, lane, count, state.stack))
        if not state.stack:
            state.ending = WOUNDS_OUT

    def destroy_beaten(self) -> None:
        """Destroy every enemy Scrapbot whose damage has reached its Health; excess damage is lost.

        *Source:* `scrapbots:damage-7`, `scrapbots:damage-4`.
        """
        if self.is_over:
            return
        state, first = self.state, (1 - self.seat) * LANES
        for slot in range(first, first + LANES):
            damage = state.damage[slot]
            if damage and damage >= self.edition.kinds[state.bots[slot]].health:
                self.destroy(slot, "damage-3")

    def destroy(self, slot: int, rule: str) -> None:
        """Send the Scrapbot to its owner's discard pile and clear its slot."""
        state, (owner, lane) = self.state, divmod(slot, LANES)
        kind = state.bots[slot]
        state.bots[slot] = EMPTY
        state.damage[slot] = state.ready[slot] = state.primed[slot] = 0
        state.discards[owner].append(kind)
        self.events.append(ev.ScrapbotDestroyed(rule, owner, self.edition.slugs[kind], lane))

    def repair(self, amount: int) -> None:
        """Remove damage from the acting seat's Scrapbot in the Lane, at most all it has.

        Nothing else removes damage. *Source:* `scrapbots:effect-repair`, `scrapbots:damage-6`.
        """
        state, slot = self.state, self.own_slot
        amount = min(amount, state.damage[slot])
        if amount:
            state.damage[slot] -= amount
            repaired = ev.ScrapbotRepaired(
                "effect-repair", self.seat, self.edition.slugs[state.bots[slot]], self.lane, amount
            )
            self.events.append(repaired)

    def exhaust(self, slot: int) -> None:
        """Exhaust the Scrapbot."""
        owner, lane = divmod(slot, LANES)
        self.state.ready[slot] = 0
        card = self.edition.slugs[self.state.bots[slot]]
        self.events.append(ev.ScrapbotExhausted("effect-exhaust", owner, card, lane))

    def ready(self, slot: int, rule: str) -> None:
        """Make the Scrapbot Ready."""
        owner, lane = divmod(slot, LANES)
        self.state.ready[slot] = 1
        self.events.append(ev.ScrapbotReadied(rule, owner, self.edition.slugs[self.state.bots[slot]], lane))

    def prime(self) -> None:
        """Mark the acting seat's Scrapbot in the Lane to become Ready after its next attack."""
        slot = self.own_slot
        self.state.primed[slot] = 1
        card = self.edition.slugs[self.state.bots[slot]]
        self.events.append(ev.ScrapbotPrimed("effect-servo", self.seat, card, self.lane))

    @property
    def may_reshuffle(self) -> bool:
        """Whether a text may still make a deck of the discard pile in this Main phase.

        *Source:* `scrapbots:draw-6`.
        """
        most = self.edition.most_reshuffles
        return not most or self.state.reshuffles < most

    def draw_by_text(self, count: int) -> None:
        """Draw as a text says. *Source:* `scrapbots:effect-draw`."""
        self._draw(count, "effect-draw", self.may_reshuffle)

    def draw(self, count: int, rule: str) -> None:
        """Draw *count* cards, or as many as there are, reshuffling when the deck runs out.

        *Source:* `scrapbots:draw-2`, `scrapbots:draw-3`.
        """
        self._draw(count, rule, may_reshuffle=True)

    def _draw(self, count: int, rule: str, may_reshuffle: bool) -> None:
        state, seat = self.state, self.seat
        deck, drawn = state.decks[seat], list[int]()
        for _ in range(count):
            if not deck and may_reshuffle:
                deck = self._reshuffle()
            if not deck:
                break
            drawn.append(deck.pop())
        state.hands[seat].extend(drawn)
        if len(drawn) < count and state.discards[seat]:
            rule = "draw-6"
        elif not drawn:
            rule = "draw-3"
        slugs = self.edition.slugs
        cards = tuple([slugs[kind] for kind in drawn])
        self.events.append(ev.CardsDrawn(rule, seat, len(drawn), cards))

    def _reshuffle(self) -> list[int]:
        state, seat = self.state, self.seat
        deck = state.discards[seat]
        state.discards[seat] = []
        state.decks[seat] = deck
        if deck:
            state.reshuffles += bool(self.edition.most_reshuffles)
            self.chance.shuffle(deck, f"deck:{seat}")
            self.events.append(ev.DeckReshuffled("draw-2", seat, len(deck)))
        return deck

    def return_wound(self) -> None:
        """Move one Wound from the chosen pile back to the stack."""
        state, seat = self.state, self.seat
        (state.hands[seat] if self.pile == "hand" else state.discards[seat]).remove(WOUND)
        state.stack += 1
        self.events.append(ev.WoundReturned("effect-wound-return", seat, self.pile, state.stack))

    def discard_wounds(self, rule: str, energy_each: int) -> int:
        """Discard all Wounds in hand, gain *energy_each* Energy for each, and return how many there were."""
        state, seat = self.state, self.seat
        hand = state.hands[seat]
        count = hand.count(WOUND)
        if count:
            state.hands[seat] = [kind for kind in hand if kind != WOUND]
            state.discards[seat].extend([WOUND] * count)
            state.energy += count * energy_each
            self.events.append(ev.WoundsDiscarded(rule, seat, count, count * energy_each))
        return count
