"""How a game of Scrap Knights goes: the deal, what is decided at once, and the result."""

from msgspec import Struct

from games.engine.chance import Chance
from games.engine.errors import BadOptions
from games.engine.events import Event
from games.engine.protocol import Result
from games.titles.scrap_knights import events as ev
from games.titles.scrap_knights.box import PLACES, PREP_SIZES
from games.titles.scrap_knights.decisions import building
from games.titles.scrap_knights.decks.deck import random_deck
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.events.secret import Marked
from games.titles.scrap_knights.moves import (
    AnyMove,
    AttackWith,
    Choose,
    ChooseNaming,
    ChooseNumber,
    Deploy,
    DeployCopying,
    DiscardAct,
    Hold,
    Keep,
    OverchargeUlt,
    Recall,
    ReturnBot,
    ShuffleIn,
    Spend,
    Warp,
)
from games.titles.scrap_knights.resolution import chain
from games.titles.scrap_knights.resolution.context import ResolutionContext
from games.titles.scrap_knights.resolution.shown import secrets
from games.titles.scrap_knights.state import (
    ACT,
    BOT_WINDOW,
    BOTS,
    BUILD,
    CAPPED,
    HAND,
    NONE,
    OVER,
    OVERHEATED,
    RANDOM,
    RESOLVE,
    SEATS,
    TOKEN_KINDS,
    TOKENS,
    Planned,
    SizedState,
    State,
    at_work,
    put,
    set_aside,
    take_off,
)
from games.titles.scrap_knights.turns.outcome import verdict, winners_of
from games.titles.scrap_knights.turns.turn import Turn

TURN_CAPS = range(10, 101)
DECKS = range(3)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """*decks:* 0 everybody's own, 1 ready-made, 2 random. *turn_cap:* after so many turns HP are compared."""

    decks: int = 0
    turn_cap: int = 50


def check_options(options: Options, seats: int) -> None:
    """Check that a match can be set up this way. *Raises:* `BadOptions`."""
    if seats != SEATS:
        raise BadOptions("Scrap Knights is for two players.")
    if options.decks not in DECKS:
        raise BadOptions("decks must be 0 (own), 1 (ready-made) or 2 (random).", "setup-6")
    if options.turn_cap not in TURN_CAPS:
        raise BadOptions(
            f"turn_cap must be a whole number from {TURN_CAPS[0]} to {TURN_CAPS[-1]}.", "house-1"
        )


def deal(edition: Edition, options: Options, chance: Chance) -> tuple[State, list[Event]]:
    """Return the table at the beginning, with its events.

    *Source:* `scrap-knights:setup-4` to `scrap-knights:setup-6`, `scrap-knights:setup-9`.
    """
    state = edition.empty(options.decks, options.turn_cap)
    for seat in range(SEATS):
        state.heat[seat] = edition.start_heat
        state.tokens[seat] = [edition.start_frame, edition.start_armored, edition.start_blitz]
    if options.decks != RANDOM:
        return state, [ev.BuildingBegan("setup-5", -1)]
    events = [
        building.set_up(edition, state, seat, random_deck(chance, edition.pool)) for seat in range(SEATS)
    ]
    return state, events + _begin(edition, state, chance)


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats to act."""
    if state.phase == RESOLVE:
        return (state.asker,)
    if state.phase == OVER:
        return ()
    first, second = state.done
    return _DECIDERS[first, second]


_DECIDERS = {(0, 0): (0, 1), (0, 1): (0,), (1, 0): (1,), (1, 1): ()}


def act(edition: Edition, state: State, seat: int, move: AnyMove, chance: Chance) -> list[Event]:
    """Carry out a move that is known to be legal and return what happened."""
    if state.phase == RESOLVE:
        return _answer(edition, state, move, chance)
    events = _decide(edition, state, seat, move)
    return events if 0 in state.done else events + _close(edition, state, chance)


def result(edition: Edition, state: State) -> Result | None:
    """Return who won, or None while it runs.

    *Source:* `scrap-knights:end-1`, `scrap-knights:end-2`, `scrap-knights:end-3`, `scrap-knights:house-1`.
    """
    if state.phase != OVER:
        return None
    hp = f"{state.hp[0]} HP to {state.hp[1]}"
    if state.ending == OVERHEATED:
        hot = sum(heat >= edition.too_hot for heat in state.heat)
        reason = f"{'Both mechs' if hot == SEATS else 'A mech'} got too hot; {hp}."
    elif state.ending == CAPPED:
        reason = f"The last turn has been played; {hp}."
    else:
        reason = f"{'Both mechs are' if state.hp == [0, 0] else 'A mech is'} wrecked; {hp}."
    return Result(winners_of(edition, state), tuple(state.hp), verdict(edition, state), reason)


def census(state: State) -> list[int]:
    """Return how many ACTs and BOTs too many each mech has: always none. It is what a match conserves."""
    return [0, 0, 0, 0] if state.phase == BUILD else [*_missing(state, 0), *_missing(state, 1)]


def _missing(state: State, seat: int) -> tuple[int, int]:
    aside = set_aside(state, seat)
    out = [act for act in at_work(state, seat) if act not in aside]
    acts = len(state.hands[seat]) + len(out) + len(aside) + len(state.gone[seat])
    if isinstance(state, SizedState):
        whole, bots = state.whole[seat]
        return acts + len(state.preps[seat]) - whole, len(state.bots[seat]) - bots
    prep = len(state.preps[seat]) - _PREPS.get(state.ults[seat], 0)
    return acts + prep - HAND, len(state.bots[seat]) - BOTS


_PREPS = {PLACES[ult]: size for ult, size in PREP_SIZES.items()}


def _begin(edition: Edition, state: State, chance: Chance) -> list[Event]:
    turn = Turn(edition, state, chance)
    turn.begin()
    return turn.events


def _close(edition: Edition, state: State, chance: Chance) -> list[Event]:
    """Go on when both are ready."""
    if state.phase == BUILD:
        decks = [building.draft_of(edition, state, seat) for seat in range(SEATS)]
        events = [building.set_up(edition, state, seat, decks[seat]) for seat in range(SEATS)]
        return events + _begin(edition, state, chance)
    turn = Turn(edition, state, chance)
    steps = {ACT: turn.flip, BOT_WINDOW: turn.close_window, TOKENS: turn.close_tokens}
    steps.get(state.phase, turn.close_ults)()
    return turn.events


def _answer(edition: Edition, state: State, move: AnyMove, chance: Chance) -> list[Event]:
    """Go on with the choice of the player who was asked."""
    turn = Turn(edition, state, chance)
    context = ResolutionContext(edition, state, chance)
    context.events = turn.events
    match move:
        case Warp(distance):
            chain.answer(context, distance)
        case AttackWith(name) | ReturnBot(name) | DiscardAct(name):
            chain.answer(context, edition.number[name] if name else NONE)
    turn.go_on()
    return turn.events


def _decide(edition: Edition, state: State, seat: int, move: AnyMove) -> list[Event]:
    """Record what the seat decides in secret."""
    if state.phase == BUILD:
        return building.act(edition, state, seat, move)
    if state.phase == ACT:
        return _decide_act(edition, state, seat, move)
    if state.phase == BOT_WINDOW:
        return _decide_bot(edition, state, seat, move)
    if state.phase == TOKENS:
        return _decide_token(state, seat, move)
    return _decide_ult(edition, state, seat, move)


def _mark(state: State, seat: int, kind: type[Marked], rule: str, to: str) -> list[Event]:
    state.done[seat] = int(to == "ready")
    return [kind(rule, seat, to == "ready")]


def _decide_act(edition: Edition, state: State, seat: int, move: AnyMove) -> list[Event]:
    """*Source:* `scrap-knights:act-1`, `scrap-knights:act-3`, `scrap-knights:act-5`."""
    if isinstance(move, Choose | ChooseNumber | ChooseNaming):
        return _choose(edition, state, seat, move)
    if move.to == "ready":  # type: ignore[union-attr]
        return _mark(state, seat, ev.ActMarked, "act-5", "ready")
    was_done, had_chosen = state.done[seat], bool(state.chosen[seat])
    state.chosen[seat] = []
    events: list[Event] = [ev.ActsTakenBack("act-5", seat)] if had_chosen else []
    return events + _mark(state, seat, ev.ActMarked, "act-5", "open") if was_done else events


def _choose(
    edition: Edition, state: State, seat: int, move: Choose | ChooseNumber | ChooseNaming
) -> list[Event]:
    number = edition.way_of_move[move]
    chosen = state.chosen[seat]
    chosen.append(number)
    way = edition.ways[number]
    events: list[Event] = [ev.ActChosen("act-1", seat, secrets(edition, way))]
    if state.two[seat] and len(chosen) == 1 and _can_add(edition, state, seat, way.act):
        return events
    return events + _mark(state, seat, ev.ActMarked, "act-5", "ready")


def _can_add(edition: Edition, state: State, seat: int, chosen: int) -> bool:
    """Return whether a second ACT could be chosen with *chosen*. *Source:* `scrap-knights:act-3`."""
    others = [act for act in state.hands[seat] if act != chosen]
    kinds = edition.kinds
    return bool(others) and (kinds[chosen].is_attack or any(kinds[act].is_attack for act in others))


def _decide_bot(edition: Edition, state: State, seat: int, move: AnyMove) -> list[Event]:
    """*Source:* `scrap-knights:bot-2`."""
    planned = state.planned[seat]
    match move:
        case Deploy(name, moves):
            planned.append(Planned(edition.number[name], moves[0] if moves else 0, NONE))
            events: list[Event] = [ev.BotPlanned("bot-2", seat, name, moves, "")]
        case DeployCopying(name, card):
            planned.append(Planned(edition.number[name], 0, edition.number[card]))
            events = [ev.BotPlanned("bot-2", seat, name, (), card)]
        case Recall(name):
            bot = edition.number[name]
            state.planned[seat] = [plan for plan in planned if plan.bot != bot]
            return [ev.BotRecalled("bot-2", seat, name)]
        case _:
            return _mark(state, seat, ev.BotsMarked, "bot-2", move.to)  # type: ignore[union-attr]
    planned.sort(key=lambda plan: plan.bot)
    return events


def _decide_token(state: State, seat: int, move: AnyMove) -> list[Event]:
    """*Source:* `scrap-knights:token-1`."""
    match move:
        case Spend(token) | Keep(token):
            kind = TOKEN_KINDS.index(token)
            state.spending[seat][kind] += 1 if isinstance(move, Spend) else -1
            return [ev.TokenPlanned("token-1", seat, token, state.spending[seat][kind])]
    return _mark(state, seat, ev.TokensMarked, "token-1", move.to)  # type: ignore[union-attr]


def _decide_ult(edition: Edition, state: State, seat: int, move: AnyMove) -> list[Event]:
    """*Source:* `scrap-knights:ult-2`, `scrap-knights:test-1`."""
    shuffling = state.shuffling[seat]
    match move:
        case ShuffleIn(card):
            put(shuffling, edition.number[card])
        case Hold(card):
            take_off(shuffling, edition.number[card])
        case OverchargeUlt(to):
            state.over_ult[seat] = int(to == "on")
        case _:
            return _mark(state, seat, ev.UltMarked, "ult-2", move.to)  # type: ignore[union-attr]
    ult, cards = edition.name(state.ults[seat]), edition.names(shuffling)
    return [ev.UltPlanned("ult-2", seat, ult, state.over_ult[seat] == 1, cards)]
