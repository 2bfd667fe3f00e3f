"""Nobody else notices what a knight decides: `python -m tests.titles.scrap_knights.secrecy --choices 20000`.

At tables of many duels every legal choice is tried. Until both are ready, whatever one chooses, and whoever
of the two is first, the opponent and the spectator get the very same bytes: view, events, lines of the log,
and what the opponent may do. Besides, other hidden cards are laid into hands and prep decks: the flip doesn't
tell, nor do the BOTs that are armed, nor all that follows until somebody is asked.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from games.engine.chance import Chance, FastChance
from games.engine.codec import to_json, to_plain
from games.engine.viewers import SPECTATOR, Viewer, seat_viewer
from games.titles.scrap_knights.box import ACTS, PLACES, TAS_CUSTOM, TEST
from games.titles.scrap_knights.decisions.legality import READY, REOPEN
from games.titles.scrap_knights.decks.deck import random_deck
from games.titles.scrap_knights.decks.pool import BOX
from games.titles.scrap_knights.state import (
    ACT,
    BOT_WINDOW,
    BUILD,
    DUE,
    OVER,
    PHASES,
    RESOLVE,
    TOKENS,
    ULT_CHOICES,
    State,
    at_work,
    set_aside,
)
from games.titles.scrap_knights.title import EDITION
from tests.titles.scrap_knights.players import GAME, linking_move, suited_deck, table_of

ULTS_OF_DUELS = ("test", "tas-custom", "missile-barrage", "1000-cuts", "wavedash-crash", "eraser-las")
SEVERAL = 6  # choices in a row at a table where one may choose more than one thing
EVERY = {BUILD: 8, ACT: 2, BOT_WINDOW: 6, TOKENS: 6, ULT_CHOICES: 4}  # one table in so many is looked at

Seen = tuple[str, ...]


def main() -> int:
    """Try as many choices as the command line says, and print how many of which kind they were."""
    parser = argparse.ArgumentParser(prog="python -m tests.titles.scrap_knights.secrecy", description=__doc__)
    parser.add_argument("--choices", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(report(try_choices(options.choices, options.seed)))
    return 0


def report(tally: Counter[str]) -> str:
    """Return what was tried, in words. Nothing was noticed, or an assertion would have failed."""
    phases = [phase for phase in PHASES if tally[phase]]
    tried = ", ".join(f"{phase} {tally[phase]}" for phase in phases)
    return (
        f"{sum(tally[phase] for phase in phases)} choices ({tried}) at {tally['tables']} tables of "
        f"{tally['duels']} duels, {tally['waiting']} of them by the second to choose: nobody else noticed "
        f"which. {tally['flips']} turns played with other hidden cards told the same; "
        f"{tally['armed']} armed BOTs among it, {tally['shown']} decks turned up."
    )


def try_choices(count: int, seed: int) -> Counter[str]:
    """Try so many choices, at tables of as many duels as that takes."""
    tally: Counter[str] = Counter()
    while sum(tally[phase] for phase in PHASES) < count:
        chance = FastChance(seed + tally["duels"])
        for state in tables(chance):
            if state.phase in EVERY and not chance.below(EVERY[state.phase], "look"):
                try_table(state, chance, tally)
            if is_before_flip(state):
                try_flip(state, chance, tally)
        tally["duels"] += 1
    return tally


def tables(chance: FastChance) -> Iterator[State]:
    """Yield tables of a duel: while the mechs are put together, then of play."""
    state, _ = GAME.new(GAME.options_type(), 2, chance)
    for _ in range(2):
        yield state
        for seat in (0, 1):
            GAME.apply(state, seat, chance.pick(_small(GAME.legal(state, seat)), "move"), chance)
    decks = [suited_deck(chance.pick(ULTS_OF_DUELS, "ult"), chance), random_deck(chance)]
    state, _ = table_of(*decks, chance)
    state.links = [chance.below(3, "links"), chance.below(3, "links")]
    while to_act := GAME.to_act(state):
        yield state
        seat = chance.pick(to_act, "seat")
        GAME.apply(state, seat, linking_move(state, seat, chance), chance)


def _small(moves: list[Any]) -> list[Any]:
    return [move for move in moves if type(move).__name__ in ("TakeCard", "BringMech")] or moves


# Choices


def try_table(state: State, chance: FastChance, tally: Counter[str]) -> None:
    """Try what each seat may choose that still decides, whether or not the other does."""
    tally["tables"] += 1
    for seat in GAME.to_act(state):
        tried = _try_seat(state, seat, chance)
        tally[PHASES[state.phase]] += tried
        if state.done[1 - seat]:
            tally["waiting"] += tried


def _try_seat(state: State, seat: int, chance: FastChance) -> int:
    """Try every choice of a seat, and some in a row; return how many were tried."""
    others = [SPECTATOR, seat_viewer(1 - seat)]
    before = [seen(state, [], viewer) for viewer in others]
    readies: set[tuple[Seen, ...]] = set()
    tried = 0
    rows = [[move] for move in GAME.legal(state, seat)] + [[]] * (0 if state.phase == ACT else SEVERAL)
    for row in rows:
        after, is_ready = GAME.clone(state), False
        for move in row or _several(after, seat, chance):
            told = GAME.apply(after, seat, move, FastChance(1)) if not _closes(after, seat, move) else None
            if told is None:
                break
            tried += 1
            now = tuple(seen(after, told, viewer) for viewer in others)
            is_ready = after.done[seat] == 1
            if is_ready:
                readies.add(now)
                break
            assert list(now) == before, f"{move} is noticed"
        if is_ready:
            _think_again(after, seat, others, before)
    assert len(readies) <= 1, f"what seat {seat} chose can be told from: {_difference(readies)}"
    return tried


def _several(state: State, seat: int, chance: Chance) -> Iterator[Any]:
    """Yield some choices one after the other, the last of which is that one is ready."""
    for _ in range(chance.below(SEVERAL, "several")):
        moves = [move for move in GAME.legal(state, seat) if move != READY[state.phase]]
        if not moves:
            break
        yield chance.pick(moves, "move")
    if READY[state.phase] in GAME.legal(state, seat):
        yield READY[state.phase]


def _closes(state: State, seat: int, move: Any) -> bool:
    """Say whether both are ready after that."""
    if not state.done[1 - seat]:
        return False
    after = GAME.clone(state)
    GAME.apply(after, seat, move, FastChance(1))
    return (
        after.phase != state.phase
        or after.turn != state.turn
        or after.done[seat] == 1
        or not _same(state, after)
    )


def _same(state: State, after: State) -> bool:
    return (state.window, len(state.plays)) == (after.window, len(after.plays))


def _think_again(state: State, seat: int, others: list[Viewer], before: list[Seen]) -> None:
    """Having thought again, one is seen as before."""
    GAME.apply(state, seat, REOPEN[state.phase], FastChance(1))
    assert [seen(state, [], viewer) for viewer in others] == before


def seen(state: State, events: list[Any], viewer: Viewer) -> Seen:
    """Return all that *viewer* gets of a table, and of the events that led to it."""
    folded = [told for event in events if (told := event.seen_by(viewer)) is not None]
    found = [to_json(GAME.view(state, viewer)), to_json(folded), repr([event.line() for event in folded])]
    if not viewer.is_spectator:
        seat = viewer.seat
        offers = [*GAME.offers(state, seat), *GAME.reconsider(state, seat)]
        found += [
            repr([to_plain(move) for move in GAME.legal(state, seat)]),
            repr([(to_plain(one.move), one.at, one.to, one.label, str(one.refusal)) for one in offers]),
        ]
    return tuple(found)


def _difference(found: set[Any]) -> str:
    first, second, *_ = [_flat(one) for one in found]
    return next(f"{one} / {other}" for one, other in zip(first, second, strict=True) if one != other)


def _flat(found: Any) -> list[str]:
    return [found] if isinstance(found, str) else [text for one in found for text in _flat(one)]


# Hidden cards


def is_before_flip(state: State) -> bool:
    """Say whether both are still to choose their ACTs, and haven't begun."""
    return state.phase == ACT and state.done == [0, 0] and state.chosen == [[], []]


def try_flip(state: State, chance: FastChance, tally: Counter[str]) -> None:
    """Play the turn twice, the second time with other cards in what each viewer can't see."""
    chosen = GAME.clone(state)
    while not chosen.done[0]:
        GAME.apply(chosen, 0, linking_move(chosen, 0, chance), FastChance(1))
    last = linking_move(chosen, 1, chance)
    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(1)):
        other = GAME.clone(chosen)
        swap_unchosen(other, viewer, last, chance)
        told = [_play_turn(table, last, viewer) for table in (GAME.clone(chosen), other)]
        assert told[0] == told[1], f"{viewer} sees hidden cards: {_difference(set(told))}"
    tally["flips"] += 1
    tally["armed"] += told[0][0].count('"is_armed":true')
    tally["shown"] += "".join(told[0]).count('"type":"prep-shown"')


def swap_unchosen(state: State, viewer: Viewer, last: Any, chance: Chance) -> None:
    """Exchange hidden cards that *viewer* can't see, but for the ACTs that are chosen or about to be."""
    about = PLACES.get(getattr(last, "act", ""), -1)
    for seat in (0, 1):
        if seat == viewer.seat:
            continue
        peeked = [] if viewer.is_spectator else state.peeked[seat]
        chosen = [EDITION.ways[number].act for number in state.chosen[seat]]
        kept = {*state.known[seat], *peeked, *chosen, *([about] if seat else [])} & set(state.hands[seat])
        ult, is_open = EDITION.name(state.ults[seat]), state.preps_shown[seat] == 1
        away = {*set_aside(state, seat), *at_work(state, seat), *state.gone[seat], *kept}
        pool = [PLACES[act] for act in ACTS if PLACES[act] not in away]
        if is_open and ult == TEST:
            pool = [act for act in pool if act not in state.preps[seat]]
        chance.shuffle(pool, "swap")
        state.hands[seat] = sorted([*kept, *(pool.pop() for _ in range(len(state.hands[seat]) - len(kept)))])
        state.peeked[seat] = list(peeked)
        if state.preps[seat] and not is_open and not is_turned_up(state, seat):
            others = pool if ult == TEST else [PLACES[act] for act in BOX.may_prepare(ult)]
            chance.shuffle(others, "swap")
            state.preps[seat] = sorted(others[: len(state.preps[seat])])


def is_turned_up(state: State, seat: int) -> bool:
    """Say whether the seat's prep deck will be seen at the flip. *Source:* `scrap-knights:tas-custom-2`."""
    return EDITION.name(state.ults[seat]) == TAS_CUSTOM and state.links[seat] >= DUE


def _play_turn(state: State, last: Any, viewer: Viewer) -> Seen:
    """Play the turn to its end, or until somebody is asked, nobody doing more; return what is seen of it."""
    found: list[str] = []
    turn = state.turn
    events = GAME.apply(state, 1, last, FastChance(1))
    if state.phase == ACT and state.turn == turn and not state.done[1]:  # there could be a second ACT
        events += GAME.apply(state, 1, READY[ACT], FastChance(1))
    while True:
        if state.phase == RESOLVE:  # who is asked may have been shown something
            return (*found, to_json([event.seen_by(SPECTATOR) for event in events]))
        found += seen(state, events, viewer)
        if state.phase in (ACT, OVER) or state.turn != turn:
            return tuple(found)
        seat = GAME.to_act(state)[0]
        events = GAME.apply(state, seat, READY[state.phase], FastChance(1))


if __name__ == "__main__":
    sys.exit(main())
