"""The context in which a card resolves: the state, the card's player, chance, and the events so far."""

from games.engine.chance import Chance
from games.engine.events import Event
from games.titles.junkyard import events as ev
from games.titles.junkyard.edition import CardFace, Edition, sum_of_values
from games.titles.junkyard.keyword import Keyword
from games.titles.junkyard.state import CHARGE, State, card_in, take_card
from games.titles.junkyard.yard import HEADINGS, SIDES, Shift, drive, round_corner, turn


class Context:
    """Everything that cards can do to the state, each with its event.

    *seat:* the player of the card. *is_waiting:* whether that player has been asked something.
    """

    __slots__ = ("chance", "edition", "events", "is_waiting", "seat", "state")

    def __init__(self, edition: Edition, state: State, seat: int, chance: Chance) -> None:
        self.edition = edition
        self.state = state
        self.seat = seat
        self.chance = chance
        self.is_waiting = False
        self.events: list[Event] = []

    def face(self, card: int) -> CardFace:
        """Return the face of the card."""
        return self.edition.faces[card]

    def skip(self, effect: Keyword) -> None:
        """Record that the effect can't be resolved. *Source:* `junkyard:resolve-4`."""
        state = self.state
        card = self.face(card_in(state, self.seat, state.slot))
        why = effect.hindrance(self.edition, state, self.seat)
        self.events.append(ev.EffectSkipped(effect.rule, self.seat, card, effect.text(), why))

    def move(self, count: int) -> None:
        """Move ahead, pushing others. *Source:* `junkyard:move-1`, `junkyard:push-1`."""
        state, seat = self.state, self.seat
        shifts = drive(state.at, seat, state.headings[seat], count) or ()
        self._shift(shifts)
        self.events.append(ev.ScrapbotMoved("move-1", seat, count, shifts))

    def turn(self, side: int) -> None:
        """Round the corner or turn on the spot. *Source:* `junkyard:corner-1`, `junkyard:corner-2`."""
        state, seat = self.state, self.seat
        was = state.headings[seat]
        now = turn(was, side)
        shifts = round_corner(state.at, seat, was, side) or ()
        self._shift(shifts)
        state.headings[seat] = now
        turned = ev.ScrapbotTurned(
            "corner-1" if shifts else "corner-2",
            seat,
            SIDES[side],  # type: ignore[arg-type]
            HEADINGS[was],  # type: ignore[arg-type]
            HEADINGS[now],  # type: ignore[arg-type]
            shifts,
        )
        self.events.append(turned)

    def _shift(self, shifts: tuple[Shift, ...]) -> None:
        """Move the Scrapbots that change their space; their headings stay.

        *Source:* `junkyard:push-4`.
        """
        for shift in shifts:
            self.state.at[shift.seat] = shift.now

    def salvage(self, number: int, count: int) -> None:
        """Take the top cards of a pile, or all when there are fewer. *Source:* `junkyard:salvage-2`."""
        state, seat = self.state, self.seat
        pile = state.piles[number]
        taken = pile[: -count - 1 : -1]
        del pile[-count:]
        state.discards[seat].extend(taken)
        known = state.known[number]
        if known:
            state.known[number] = [card for card in known if card not in taken and card != pile[-1]]
        top = self.face(pile[-1]) if pile else None
        salvaged = tuple([self.face(card) for card in taken])
        rule = "salvage-1" if len(taken) == count else "salvage-2"
        self.events.append(ev.CardsSalvaged(rule, seat, number, salvaged, len(pile), top))

    def shuffle(self, number: int) -> None:
        """Shuffle a pile; everybody remembers that its old top card is in it.

        *Source:* `junkyard:shuffle-1`.
        """
        state = self.state
        pile = state.piles[number]
        was = pile[-1]
        self.chance.shuffle(pile, f"pile:{number}")
        seen = {*state.known[number], was} - {pile[-1]}
        state.known[number] = sorted(seen)
        shuffled = ev.PileShuffled("shuffle-1", self.seat, number, self.face(was), self.face(pile[-1]))
        self.events.append(shuffled)

    def scrap(self, place: int) -> None:
        """Put a card from the hand on the Scrapheap. *Source:* `junkyard:scrap-1`."""
        state, seat = self.state, self.seat
        card = take_card(state, seat, place)
        heap = state.heaps[seat]
        heap.append(card)
        value, score = self.edition.kind_of[card].value, sum_of_values(self.edition, heap)
        self.events.append(ev.CardScrapped("scrap-1", seat, self.face(card), value, score))

    def trash(self, place: int) -> None:
        """Trash a card from the hand. *Source:* `junkyard:trash-1`."""
        card = take_card(self.state, self.seat, place)
        self.state.trash.append(card)
        self.events.append(ev.CardTrashed("trash-1", self.seat, self.face(card)))

    def charge(self, place: int, rule: str) -> None:
        """Trash a card for its charge, which may be negative.

        *Source:* `junkyard:charge-2`, `junkyard:charge-3`.
        """
        state, seat = self.state, self.seat
        card = take_card(state, seat, place)
        state.trash.append(card)
        before = state.active[seat]
        after = self.edition.charged(before, self.edition.kind_of[card].charge)
        state.active[seat] = after
        self.events.append(ev.Charged(rule, seat, self.face(card), before, after))

    def recharge(self, count: int) -> None:
        """Activate more registers. *Source:* `junkyard:recharge-1`, `junkyard:recharge-2`."""
        before = self.state.active[self.seat]
        after = self.edition.charged(before, count)
        self.state.active[self.seat] = after
        self.events.append(ev.Recharged("recharge-1", self.seat, before, after))


def active_with_charge(edition: Edition, state: State, seat: int) -> int:
    """Return how many registers are active for *seat*, the card laid aside to charge with included."""
    charge = card_in(state, seat, CHARGE)
    active = state.active[seat]
    return edition.charged(active, edition.kind_of[charge].charge) if charge else active
