"""BOTs look ahead: the resolution is played through on a copy to see which triggers it would meet."""

from collections.abc import Iterable

from msgspec import Struct

from games.engine.chance import Chance
from games.titles.scrap_knights.cards.parts import Trigger
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.resolution.chain import resolve_next
from games.titles.scrap_knights.resolution.context import ResolutionContext
from games.titles.scrap_knights.resolution.deploying import deploy
from games.titles.scrap_knights.resolution.lining import line_up
from games.titles.scrap_knights.resolution.mechs import Trace
from games.titles.scrap_knights.state import (
    BY_ULT,
    NONE,
    Armed,
    Planned,
    Play,
    State,
    copy_state,
    planned_play,
    play_and_part,
    reference,
)


class NoChance(Chance):
    """The chance of a dry run, which must not draw any."""

    def below(self, limit: int, purpose: str) -> int:
        raise AssertionError(f"a dry run asked for chance: {purpose}")


_NO_CHANCE = NoChance()


def armed(edition: Edition, state: State) -> list[list[Armed]]:
    """Return the BOTs that may be used now, by seat, with the effect that arms each.

    *Source:* `scrap-knights:bot-1`, `scrap-knights:bot-3`.
    """
    idle = [[bot for bot in state.bots[seat] if bot not in state.used_bots[seat]] for seat in (0, 1)]
    if not (idle[0] or idle[1]):
        return [[], []]
    ahead = Ahead(edition, state)
    found: list[list[Armed]] = [[], []]
    for seat in (0, 1):
        for bot in idle[seat]:
            trigger = edition.kinds[bot].trigger
            after = ahead.cause(trigger, seat) if trigger else None
            if after is not None:
                found[seat].append(Armed(bot, after))
    return found


class Idle(Struct, frozen=True):
    """A BOT that waits for a miss, and an Attack that fails in something without one. *why:* in words."""

    seat: int
    bot: int
    attack: int
    why: str


def unarmed(edition: Edition, state: State) -> list[Idle]:
    """Return the BOTs that a player might expect to be armed by a miss, with the Attack that isn't one.

    *Source:* `scrap-knights:trigger-miss`.
    """
    waiting = [
        (seat, bot, seat if trigger.whose == "you" else 1 - seat)
        for seat in (0, 1)
        for bot in state.bots[seat]
        if bot not in state.used_bots[seat]
        and (trigger := edition.kinds[bot].trigger) is not None
        and trigger.what == "miss"
    ]
    ahead = Ahead(edition, state) if waiting else None
    found = [(seat, bot, ahead.idle(whom)) for seat, bot, whom in waiting] if ahead else []
    return [Idle(seat, bot, *idle) for seat, bot, idle in found if idle]


def due(edition: Edition, state: State, seat: int) -> bool:
    """Return whether the seat's ULT triggers when the tokens are spent. *Source:* `scrap-knights:ult-1`."""
    return state.links[seat] >= edition.links_due and state.ults[seat] != NONE


def add_due_ults(edition: Edition, state: State, over: tuple[int, int] = (0, 0)) -> None:
    """Add the ULTs that are due to the plays. *over:* by seat, 1 if the ULT is to be overcharged."""
    state.plays += [
        Play(seat, state.ults[seat], BY_ULT, over[seat]) for seat in (0, 1) if due(edition, state, seat)
    ]


def use_bots(edition: Edition, ahead: State, seat: int, plans: Iterable[Planned]) -> None:
    """Use the seat's BOTs as planned in *ahead*, with all that this does at once."""
    after = {one.bot: one.after for one in ahead.armed[seat]}
    context = ResolutionContext(edition, ahead, _NO_CHANCE, Trace())
    for plan in plans:
        deploy(context, planned_play(seat, plan, after[plan.bot]))


class Ahead:
    """What would happen in the rest of this turn if nobody decided anything more."""

    def __init__(self, edition: Edition, state: State) -> None:
        dry = copy_state(state)
        add_due_ults(edition, dry)
        dry.chain = line_up(edition, dry, None, [])
        dry.lined = len(dry.plays)
        self._trace = Trace()
        self._too_hot = edition.too_hot
        self._hot_by: list[int] = [NONE, NONE]
        self._state = dry
        self._run(ResolutionContext(edition, dry, _NO_CHANCE, self._trace))

    def cause(self, trigger: Trigger, seat: int) -> int | None:
        """Return a reference to the effect that meets *trigger*, NONE if none does; None if it isn't met.

        *seat:* whose BOT it is. *Source:* `scrap-knights:bot-3`.
        """
        whom = seat if trigger.whose == "you" else 1 - seat
        dry, trace = self._state, self._trace
        match trigger.what:
            case "threatened":
                return self._reference(trace.hurt_by[whom]) if dry.hurt[whom] else None
            case "uninterrupted":
                return None if dry.hurt[whom] else NONE
            case "miss":
                return self._first(trace.missed_by[whom])
            case "move":
                return self._first(trace.moved_by[whom])
        return self._reference(self._hot_by[whom]) if dry.heat[whom] >= self._too_hot else None

    def idle(self, seat: int) -> tuple[int, str] | None:
        """Return the seat's first Attack that fails in something, and why, unless something of it misses."""
        return self._trace.idle[seat] if self._trace.missed_by[seat] == NONE else None

    def is_lost(self, seat: int) -> bool:
        """Return whether the seat's mech would be wrecked, or too hot for the next turn if there is one.

        *Source:* `scrap-knights:end-1`, `scrap-knights:heat-1`, `scrap-knights:house-1`.
        """
        dry = self._state
        is_too_hot = dry.heat[seat] >= self._too_hot and dry.turn < dry.turn_cap
        return dry.hp[seat] <= 0 or is_too_hot

    def _first(self, code: int) -> int | None:
        return None if code == NONE else self._reference(code)

    def _reference(self, code: int) -> int:
        if code == NONE:
            return NONE
        number, part = play_and_part(code)
        return reference(self._state.plays[number], part)

    def _run(self, context: ResolutionContext) -> None:
        """Resolve everything, and note after which effect each seat became too hot."""
        state = self._state
        while state.chain:
            was = state.heat[:]
            resolve_next(context)
            for seat in (0, 1):
                if was[seat] < self._too_hot <= state.heat[seat]:
                    self._hot_by[seat] = context.root
