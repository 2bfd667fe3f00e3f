"""Very many duels with legal decks: `python -m tests.titles.scrap_knights.soak --duels 100000`.

Every step keeps the invariants of a duel, some tables all those of the conformance suite. Then it says of
every card how often it was used, armed, triggered and resolved, and ends with 1 when one never was.

Random players burn their mechs within a few turns, so three kinds of duels share in the number: with random
decks and random moves; with random decks and players who mind their heat; with decks suited to an ULT, each
in turn, and players who mind their link too.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from games.engine.chance import FastChance
from games.titles.scrap_knights.box import BOTS, PRINTS, ULTS
from games.titles.scrap_knights.decks.deck import random_deck
from games.titles.scrap_knights.state import MOST_DISTANCE, SEATS, State
from games.titles.scrap_knights.title import TITLE
from tests.conformance.cases import Case, plain_case
from tests.conformance.checks import check_end, check_table
from tests.conformance.moves import conceivable
from tests.titles.scrap_knights.players import (
    GAME,
    Player,
    careful_move,
    linking_move,
    rash_move,
    suited_deck,
    table_of,
)

BOUND = 5000  # moves: any duel has ended by then
RANDOM, CAREFUL, SUITED = "random", "careful", "suited"
OTHERS = 40  # of the conceivable moves, those that are tried in vain at a table looked at closely


@dataclass
class Tally:
    """What came up. *cards:* how often something happened to a card, by its name and what it was."""

    duels: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    turns: int = 0
    tables: int = 0
    longest: int = 0
    cards: Counter[tuple[str, str]] = field(default_factory=Counter)
    triggers: Counter[tuple[str, str]] = field(default_factory=Counter)
    move_types: Counter[str] = field(default_factory=Counter)
    event_types: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)


def main() -> int:
    """Run the soak as the command line says; return the exit code."""
    options = _parser().parse_args()
    tally, start, cpu = Tally(), time.monotonic(), time.process_time()
    others = conceivable(CASE)
    others = others[:: max(1, len(others) // OTHERS)]
    for number in range(options.duels):
        seed = options.seed + number
        try:
            play(seed, share_of(number, options), tally, others if number % options.closely == 0 else [])
        except Exception:
            print(f"seed {seed} ({share_of(number, options)}):", file=sys.stderr)
            raise
        if (number + 1) % max(1, options.duels // 20) == 0:
            clock = f"{time.monotonic() - start:.0f} s, {time.process_time() - cpu:.0f} s of CPU"
            print(f"{number + 1:>8} duels, {tally.moves} moves, {clock}", flush=True)
    return report(tally, time.process_time() - cpu)


CASE: Case = plain_case(TITLE, TITLE.newest.slug)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.titles.scrap_knights.soak", description=__doc__)
    parser.add_argument("--duels", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1_000_000, help="seed of the first duel")
    parser.add_argument("--careful", type=int, default=25, help="per cent of careful players (default: 25)")
    parser.add_argument("--suited", type=int, default=15, help="per cent of suited decks (default: 15)")
    parser.add_argument("--closely", type=int, default=200, help="look closely at a table of one in so many")
    return parser


def share_of(number: int, options: Any) -> str:
    """Return which kind the duel with that number is."""
    place = number * 37 % 100  # all kinds from the beginning on
    if place < options.suited:
        return SUITED
    return CAREFUL if place < options.suited + options.careful else RANDOM


def play(seed: int, share: str, tally: Tally, others: list[Any]) -> None:
    """Play a duel to its end; with *others* a table on the way is looked at closely."""
    chance = FastChance(seed)
    players, (state, events) = SHARES[share](seed, chance)
    count(tally, share, events)
    close_at, moves = chance.below(40, "close") if others else -1, 0
    while to_act := GAME.to_act(state):
        if moves == close_at:
            check_table(CASE, state, FastChance(seed), others)
            tally.tables += 1
        seat = chance.pick(to_act, "seat")
        move = players[seat](state, seat, chance)
        events = GAME.apply(state, seat, move, chance)
        check_step(state)
        count(tally, share, events)
        tally.move_types[type(move).__name__] += 1
        moves += 1
        assert moves < BOUND, "the duel doesn't end"
    check_end(CASE, state)
    tally.duels[share] += 1
    tally.moves += moves
    tally.turns += state.turn
    tally.longest = max(tally.longest, state.turn)
    tally.endings[GAME.result(state).rule] += 1


Table = tuple[State, list[Any]]


def _random(seed: int, chance: FastChance) -> tuple[list[Player], Table]:
    return [rash_move] * SEATS, table_of(random_deck(chance), random_deck(chance), chance)


def _careful(seed: int, chance: FastChance) -> tuple[list[Player], Table]:
    return [careful_move] * SEATS, table_of(random_deck(chance), random_deck(chance), chance)


def _suited(seed: int, chance: FastChance) -> tuple[list[Player], Table]:
    decks = [suited_deck(chance.pick(ULTS, "ult"), chance), random_deck(chance)]
    players: list[Player] = [linking_move, careful_move]
    turned = slice(None, None, -1 if chance.coin("seat") else 1)
    return players[turned], table_of(*decks[turned], chance)


SHARES: dict[str, Callable[[int, FastChance], tuple[list[Player], Table]]] = {
    RANDOM: _random,
    CAREFUL: _careful,
    SUITED: _suited,
}


def check_step(state: State) -> None:
    """Check what must hold after every move; everything else is checked where one looks closely."""
    assert TITLE.census(state) == [0, 0, 0, 0] or not state.turn, "cards were lost or doubled"
    assert 0 <= state.distance <= MOST_DISTANCE
    assert min(*state.hp, *state.heat, *state.links, *state.tokens[0], *state.tokens[1]) >= 0
    for seat in range(SEATS):
        assert len(set(state.hands[seat])) == len(state.hands[seat]), "an ACT is twice in a hand"
        assert set(state.known[seat]) <= set(state.hands[seat])
        assert set(state.used_bots[seat]) <= set(state.bots[seat])


# Counting


def count(tally: Tally, share: str, events: list[Any]) -> None:
    """Count what happened to which card."""
    for event in events:
        kind = event.__struct_config__.tag
        tally.event_types[type(event).__name__] += 1
        assert event.rule in CASE.anchors, f"{event} cites {event.rule}, which isn't in the rulebook"
        match kind:
            case "act-revealed":
                tally.cards[event.secrets.act, "used"] += 1
                tally.cards[event.secrets.act, "overcharged"] += event.secrets.overcharged
            case "attack-added" if event.act:
                tally.cards[event.act, "used"] += 1
            case "window-opened":
                tally.cards.update((one.bot, "armed") for one in event.armed)
            case "bot-deployed":
                tally.cards[event.bot, "used"] += 1
            case "ult-triggered":
                tally.cards[event.ult, "used"] += 1
                tally.cards[event.ult, "overcharged"] += event.overcharged
                tally.triggers[event.ult, share] += 1
            case "link-gained":
                tally.cards[event.ult, "linked"] += 1
            case "card-copied" if not event.turns:
                tally.cards[event.card, "copied"] += 1
            case "effect-began":
                tally.cards[event.lined.card, "resolved"] += 1
            case _ if kind in _FATES:
                tally.cards[event.card, _FATES[kind]] += 1
            case "damage-dealt" if event.hit:
                tally.cards[event.card, "hit"] += 1


_FATES = {
    "effect-missed": "missed",
    "effect-prevented": "prevented",
    "effect-interrupted": "interrupted",
}
_COLUMNS = ("armed", "linked", "used", "overcharged", "copied", "resolved", "hit", *_FATES.values())


def missing(tally: Tally) -> list[str]:
    """Return what never came up: a card that wasn't used or resolved, a BOT that wasn't armed."""
    cards = [
        f"{card} {what}" for card in PRINTS for what in ("used", "resolved") if not tally.cards[card, what]
    ]
    return cards + [f"{bot} armed" for bot in BOTS if not tally.cards[bot, "armed"]]


def report(tally: Tally, cpu: float) -> int:
    """Print how the duels went and what became of every card; return the exit code."""
    duels = sum(tally.duels.values())
    mean = tally.turns / max(1, duels)
    print(
        f"{duels} duels ({dict(tally.duels)}), {tally.moves} moves, {tally.tables} tables looked at closely"
    )
    print(
        f"turns: mean {mean:.1f}, longest {tally.longest}; ended by {dict(tally.endings)}; {cpu:.0f} s of CPU"
    )
    print(f"\n{'card':22} {' '.join(f'{name:>11}' for name in _COLUMNS)}")
    for card in PRINTS:
        cells = [tally.cards[card, name] for name in _COLUMNS]
        print(f"{card:22} {' '.join(f'{cell:>11}' for cell in cells)}")
    print(f"\n{'ULT triggered in':22} {' '.join(f'{share:>11}' for share in SHARES)}")
    for ult in ULTS:
        print(f"{ult:22} {' '.join(f'{tally.triggers[ult, share]:>11}' for share in SHARES)}")
    print(f"\nMoves: {dict(tally.move_types.most_common())}\nEvents: {dict(tally.event_types.most_common())}")
    never = missing(tally)
    print(f"Never: {', '.join(never)}" if never else f"All {len(PRINTS)} cards were used and resolved.")
    return 1 if never else 0


if __name__ == "__main__":
    sys.exit(main())
