"""What an effect can do to HP, distance and heat of both mechs."""

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.events import Event
from games.titles.scrap_knights import events as ev
from games.titles.scrap_knights.cards.kind import Kind
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.resolution import links
from games.titles.scrap_knights.state import (
    BY_COPY,
    NONE,
    Play,
    State,
    at_work,
)

FIRST_NUMBER = 1  # X of a copy


class Trace:
    """What a resolution did to each seat: the first effect of the chain that did it, or NONE.

    *idle:* for each seat, its first Attack that failed in something without missing, and why, or None.
    """

    __slots__ = ("hurt_by", "idle", "missed_by", "moved_by")

    def __init__(self) -> None:
        self.idle: list[tuple[int, str] | None] = [None, None]
        self.hurt_by = [NONE, NONE]
        self.missed_by = [NONE, NONE]
        self.moved_by = [NONE, NONE]


class MechContext:
    """The effect that resolves, and what it can do to HP, distance and heat, each with its event.

    *seat:* whose effect resolves. *other:* the opponent. *card:* slug of the card. *number:* its secret
    number. *named:* its named ACT, or for a BOT the Attack it copies. *is_copy:* whether the card is a copy.
    *was:* the distance before this effect did anything.
    *play*, *root:* numbers of the play, and in the chain of what was lined up. *added:* links to come next.
    *trace:* what is noted in a dry run, where nobody is asked anything and nothing is left to chance.
    """

    __slots__ = (
        "added",
        "card",
        "chance",
        "edition",
        "events",
        "is_copy",
        "kind",
        "moves",
        "named",
        "number",
        "other",
        "play",
        "root",
        "seat",
        "state",
        "trace",
        "was",
    )

    def __init__(self, edition: Edition, state: State, chance: Chance, trace: Trace | None = None) -> None:
        self.edition = edition
        self.state = state
        self.chance = chance
        self.trace = trace
        self.events: list[Event] = []
        self.added: list[int] = []
        self.root = NONE
        self.play = NONE
        self.seat = self.other = NONE
        self.card = self.named = ""
        self.kind: Kind = edition.kinds[0]
        self.number = self.moves = self.was = 0
        self.is_copy = False

    def focus(self, number: int, part: int = 0) -> Play:
        """Let the effect be a part of that play."""
        play = self.state.plays[number]
        kind = self.edition.kinds[play.card]
        self.play, self.seat, self.other, self.kind = number, play.seat, 1 - play.seat, kind
        self.card, self.named = kind.slug, self.edition.name(play.named)
        self.number = play.number or FIRST_NUMBER
        self.is_copy = play.why == BY_COPY
        self.was = self.state.distance
        self.moves = kind.steps[part].first_move
        return play

    # Looking

    @property
    def distance(self) -> int:
        return self.state.distance

    def hp(self, seat: int) -> int:
        """Return the seat's HP."""
        return self.state.hp[seat]

    def heat(self, seat: int) -> int:
        """Return the seat's heat."""
        return self.state.heat[seat]

    def is_interrupted(self, seat: int) -> bool:
        """Return whether damage was dealt to the seat earlier this turn."""
        return self.state.hurt[seat] > 0

    def used(self, seat: int) -> tuple[str, ...]:
        """Return the ACTs the seat used this turn: flipped, or played in addition; not copies."""
        return self.edition.names(at_work(self.state, seat))

    def used_a(self, seat: int, kind: str) -> bool:
        """Return whether the seat used an ACT of that type (`defend`) this turn."""
        return any(self.edition.kinds[act].kind == kind for act in at_work(self.state, seat))

    # Damage

    def deal(self, amount: int, to: int | None = None) -> bool:
        """Deal damage (to the opponent unless told otherwise); return whether it hit.

        *Source:* `scrap-knights:damage-1`, `scrap-knights:block-1`, `scrap-knights:hit-1`.
        """
        state, target = self.state, self.other if to is None else to
        play = state.plays[self.play]
        more = self.edition.blitz_damage * play.blitz
        amount += more
        if amount <= 0 and not self.kind.is_attack:
            return False
        standing = state.block[target]
        blocked = min(standing, max(amount, 0))
        through = max(amount, 0) - blocked
        is_hit = through > 0 or not standing
        state.block[target] -= blocked
        if through:
            self._hurt(target, through)
        rule = "damage-2" if target == self.seat else "damage-1"
        left = state.block[target]
        hp = state.hp[target]
        blitz = 0 if self.edition.is_terse else more
        dealt = ev.DamageDealt(rule, target, self.card, through, blocked, hp, left, is_hit, blitz)
        self.events.append(dealt)
        if is_hit and self.kind.is_attack and target != self.seat:
            self._link_hit(play)
        return is_hit

    def _hurt(self, target: int, amount: int) -> None:
        state = self.state
        state.hp[target] = max(0, state.hp[target] - amount)
        state.hurt[target] += amount
        if self.trace is not None and self.trace.hurt_by[target] == NONE:
            self.trace.hurt_by[target] = self.root

    def _link_hit(self, play: Play) -> None:
        if links.hit(self.edition, self.state, self.events, play):
            self.state.plays[self.play] = replace(play, unique=0)

    # Distance

    def forward(self, count: int) -> None:
        """Move: decrease the distance. *Source:* `scrap-knights:move-1`."""
        self._move(-count)

    def back(self, count: int) -> None:
        """Move: increase the distance. *Source:* `scrap-knights:move-1`."""
        self._move(count)

    def move(self, count: int) -> None:
        """Move, in the direction of the secret; the next one with every call.

        *Source:* `scrap-knights:move-1`, `scrap-knights:copy-2`.
        """
        moves = self.state.plays[self.play].moves
        direction = moves[self.moves] if self.moves < len(moves) else -1
        self.moves += 1
        self._move(direction * count)

    def move_to(self, distance: int) -> None:
        """Set the distance within its bounds; it isn't a Move. *Source:* `scrap-knights:move-2`."""
        self._set_distance("move-2", distance, False)

    def _move(self, by: int) -> None:
        if self.trace is not None and self.trace.moved_by[self.seat] == NONE:
            self.trace.moved_by[self.seat] = self.root
        distance = self.state.distance + by
        self._set_distance("move-1", abs(distance), distance < 0)

    def _set_distance(self, rule: str, distance: int, is_crossed: bool) -> None:
        """Change the distance within its bounds. *Source:* `scrap-knights:distance-1`."""
        state = self.state
        was, state.distance = state.distance, min(distance, self.edition.most_distance)
        changed = ev.DistanceChanged(rule, self.seat, self.card, was, state.distance, is_crossed)
        self.events.append(changed)

    # Heat

    def vent(self, count: int | None = None) -> int:
        """Vent so much heat (all of it with None), and return how much it was.

        *Source:* `scrap-knights:vent-1`, `scrap-knights:heat-3`.
        """
        state, seat = self.state, self.seat
        was = state.heat[seat]
        amount = was if count is None else min(was, count)
        state.heat[seat] = was - amount
        self.events.append(ev.HeatVented("vent-1", seat, self.card, amount, was - amount))
        self._cooled(was, is_vent=True)
        return amount

    def cool(self) -> None:
        """Set one's heat to 0 without that being a vent. *Source:* `scrap-knights:heatsink-2`."""
        was = self.state.heat[self.seat]
        self.state.heat[self.seat] = 0
        self.events.append(ev.HeatVented("heatsink-2", self.seat, self.card, was, 0))
        self._cooled(was, is_vent=False)

    def _cooled(self, was: int, is_vent: bool) -> None:
        card = self.state.plays[self.play].card
        links.cool_down(self.edition, self.state, self.events, self.seat, was, card, is_vent)

    def add_heat(self, seat: int, count: int) -> None:
        """Give heat in the resolution. *Source:* `scrap-knights:heat-4`."""
        self.state.heat[seat] += count
        self.events.append(ev.HeatGained("heat-4", seat, self.card, count, self.state.heat[seat]))
