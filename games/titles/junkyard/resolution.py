"""The resolution: registers in order, cards by initiative, effects in turn, until a player is asked."""

from games.engine.chance import Chance
from games.engine.events import Event
from games.titles.junkyard import events as ev
from games.titles.junkyard.context import Context
from games.titles.junkyard.edition import Edition
from games.titles.junkyard.effects import Overclock
from games.titles.junkyard.keyword import Keyword
from games.titles.junkyard.moves import AnyMove
from games.titles.junkyard.state import (
    CHARGE,
    REGISTERS,
    RESOLVING,
    State,
    card_in,
    place_in,
)

_OVERCLOCK = Overclock()


def close_programs(edition: Edition, state: State, chance: Chance) -> list[Event]:
    """Begin the resolution once everybody is done. *Source:* `junkyard:program-4`, `junkyard:charge-4`."""
    context = Context(edition, state, -1, chance)
    slotted = tuple(tuple(sorted(set(where) & set(range(1, REGISTERS + 1)))) for where in state.where)
    context.events.append(ev.ProgramsClosed("program-4", -1, slotted))
    for seat in range(len(state.at)):
        place = place_in(state, seat, CHARGE)
        if place >= 0:
            context.seat = seat
            context.charge(place, "charge-1")
    state.phase = RESOLVING
    _go_on(context)
    return context.events


def answer(edition: Edition, state: State, move: AnyMove, chance: Chance) -> list[Event]:
    """Go on with the choice of the player who was asked."""
    context = Context(edition, state, state.actor, chance)
    effect = asked(edition, state)
    effect.answer(context, move)
    if not context.is_waiting:
        state.step += 1
        _go_on(context)
    return context.events


def asked(edition: Edition, state: State) -> Keyword:
    """Return the effect that the player is being asked about."""
    return effects_of(edition, state)[state.step]


def effects_of(edition: Edition, state: State) -> tuple[Keyword, ...]:
    """Return the effects of the card that is resolving."""
    return edition.kind_of[card_in(state, state.actor, state.slot)].effects


def is_over(state: State) -> bool:
    """Return whether all registers are resolved: the last one has begun and no card is left in it."""
    return state.actor < 0 and not state.queue and state.register == REGISTERS


def _go_on(context: Context) -> None:
    """Resolve until a player is asked or all registers are done. *Source:* `junkyard:resolve-1`."""
    state = context.state
    while not is_over(state):
        if state.actor >= 0:
            _resolve_card(context)
            if context.is_waiting:
                return
        elif state.queue:
            _begin_card(context, state.queue.pop(0), state.register)
        else:
            _open_register(context)


def _open_register(context: Context) -> None:
    """Reveal the next register's cards together and put them in order of initiative.

    *Source:* `junkyard:resolve-1`, `junkyard:resolve-2`, `junkyard:resolve-7`.
    """
    state = context.state
    state.register += 1
    register = state.register
    found = [
        (-card_in(state, seat, register), turn, seat)
        for turn, seat in enumerate(state.order)
        if state.resolved[seat] < register <= state.active[seat] and register in state.where[seat]
    ]
    if not found:
        return
    found.sort()
    state.queue = [seat for _, _, seat in found]
    for seat in state.queue:
        state.shown[seat] = register
    showings = tuple([ev.Showing(seat, register, context.face(-card)) for card, _, seat in found])
    context.events.append(ev.RegisterRevealed("resolve-1", -1, register, showings))


def _begin_card(context: Context, seat: int, register: int) -> None:
    state = context.state
    context.seat = state.actor = seat
    state.slot = state.resolved[seat] = register
    state.step = state.left = state.overclocked = 0
    card = context.face(card_in(state, seat, register))
    context.events.append(ev.CardBegun("resolve-3", seat, register, card))


def _resolve_card(context: Context) -> None:
    """Resolve the card's effects in order. *Source:* `junkyard:resolve-3`."""
    state = context.state
    effects = effects_of(context.edition, state)
    while state.step < len(effects):
        effects[state.step].resolve(context)
        if context.is_waiting:
            return
        state.step += 1
    if state.overclocked:
        _overclock(context)
    else:
        _finish_card(state)


def _overclock(context: Context) -> None:
    """Go on with the player's next active register that holds a card and isn't resolved.

    *Source:* `junkyard:overclock-1`, `junkyard:overclock-2`, `junkyard:overclock-3`.
    """
    state, seat = context.state, context.seat
    where = state.where[seat]
    for register in range(state.slot + 1, state.active[seat] + 1):
        if register in where:
            state.shown[seat] = register
            card = context.face(card_in(state, seat, register))
            context.events.append(ev.Overclocked("overclock-1", seat, register, card))
            _begin_card(context, seat, register)
            return
    context.skip(_OVERCLOCK)
    _finish_card(state)


def _finish_card(state: State) -> None:
    state.actor = -1
    state.slot = state.step = state.left = state.overclocked = 0
