"""The bot that thinks a turn ahead against a simple player: `python -m tests.titles.scrap_knights.contest`.

In every duel both have the same random legal mech, and they change seats from duel to duel. The random player
burns its mech soon; the careful one (`--against careful`) is as random, but minds its heat. Then, how fast
random duels go on one core, the legal moves listed at each step.
"""

import argparse
import sys
import time
from collections import Counter

from games.bots import bot
from games.engine.chance import FastChance
from games.engine.viewers import seat_viewer
from games.titles.scrap_knights.decks.deck import random_deck
from tests.titles.scrap_knights.players import GAME, Player, careful_move, rash_move, table_of

THINKER = "greedy"
OTHERS: dict[str, Player] = {"random": rash_move, "careful": careful_move}


def main() -> int:
    """Play as many duels as the command line says, print who won; return 1 when it is less than aimed at."""
    parser = argparse.ArgumentParser(prog="python -m tests.titles.scrap_knights.contest", description=__doc__)
    parser.add_argument("--duels", type=int, default=1000)
    parser.add_argument("--against", choices=OTHERS, default="random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--aim", type=float, default=75.0, help="per cent of duels to win (default: 75)")
    parser.add_argument("--playouts", type=float, default=5.0, help="seconds of CPU for the random duels")
    options = parser.parse_args()
    tally: Counter[str] = Counter()
    for number in range(options.duels):
        tally[play(options.seed + number, number % 2, OTHERS[options.against])] += 1
        if (number + 1) % max(1, options.duels // 20) == 0:
            print(report(tally), flush=True)
    print(f"random duels: {playouts(options.playouts):,.0f} moves a second of CPU")
    return int(100 * tally[THINKER] / options.duels < options.aim)


def play(seed: int, thinker: int, other: Player) -> str:
    """Play a duel of equal mechs in which the bot that thinks has that seat; return who won."""
    chance = FastChance(seed)
    deck = random_deck(chance)
    state, _ = table_of(deck, deck, chance)
    while to_act := GAME.to_act(state):
        seat = to_act[0]
        if seat == thinker:
            move = bot(THINKER)(GAME, GAME.view(state, seat_viewer(seat)), seat, chance)
        else:
            move = other(state, seat, chance)
        GAME.apply(state, seat, move, chance)
    winners = GAME.result(state).winners
    return "draw" if not winners else THINKER if thinker in winners else "other"


def report(tally: Counter[str]) -> str:
    """Return who won how many."""
    duels = sum(tally.values())
    shares = [f"{who} {tally[who]} ({100 * tally[who] / duels:.1f} %)" for who in (THINKER, "other", "draw")]
    return f"{duels} duels: {', '.join(shares)}; {time.process_time():.0f} s of CPU"


def playouts(seconds: float) -> float:
    """Return moves a second of CPU in random duels with random legal mechs."""
    moves, seed, start = 0, 0, time.process_time()
    while time.process_time() - start < seconds:
        chance = FastChance(seed)
        state, _ = GAME.new(GAME.options_type(decks=2), 2, chance)
        while to_act := GAME.to_act(state):
            seat = to_act[0]
            GAME.apply(state, seat, chance.pick(GAME.legal(state, seat), "move"), chance)
            moves += 1
        seed += 1
    return moves / (time.process_time() - start)


if __name__ == "__main__":
    sys.exit(main())
