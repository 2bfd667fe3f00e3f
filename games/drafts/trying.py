"""The process that tries a draft out: plays random games of it, and says why it can't be played.

It reads one line of JSON, the title, the base, the changes and the slug, and writes one with the reason,
which is empty if all went well. It knows no database and no settings. A draft that keeps it busy, or wants
too much memory, ends it: whoever started it takes that for a reason.
"""

import json
import resource
import sys
import time
from typing import Any

from games import catalog
from games.bots import bot
from games.engine.chance import FastChance
from games.engine.codec import read_options
from games.engine.drafting import DraftRefused, read_changes
from games.engine.protocol import Game
from games.engine.viewers import SPECTATOR, seat_viewer

GAMES, LEAST_GAMES = 12, 2
SECONDS = 2.5  # no game is begun any more, once the least have been played
MOST_MOVES = 4_000
CPU_SECONDS = 7
MEMORY_BYTES = 1 << 30


def reason_against(title: str, base: str, changes: object, slug: str) -> str:
    """Return why the draft can't be played, in a sentence, or an empty text."""
    found = catalog.title(title)
    if found.drafting is None:
        return "This game can’t be drafted."
    try:
        edition = found.drafting.edition_from(catalog.published(title, base), read_changes(changes), slug)
    except DraftRefused as refused:
        return refused.problems[0].reason
    until = time.monotonic() + SECONDS
    for number in range(GAMES):
        if number >= LEAST_GAMES and time.monotonic() > until:
            break
        seats = found.seats[number % len(found.seats)]
        if reason := _played(edition.game, seats, number):
            return f"In random game {number + 1}, {reason}"
    return ""


def _played(game: Game[Any], seats: int, seed: int) -> str:
    """Play one game; return what went wrong, or an empty text."""
    chance, choose, moves = FastChance(seed), bot("random"), 0
    try:
        state, _ = game.new(read_options(game.options_type, {}), seats, chance)
        while to_act := game.to_act(state):
            seat = to_act[-1 if moves % 2 else 0]
            if not game.legal(state, seat):
                return f"nobody can move after {moves} moves."
            if moves >= MOST_MOVES:
                return f"nobody has won after {MOST_MOVES} moves."
            game.apply(state, seat, choose(game, game.view(state, seat_viewer(seat)), seat, chance), chance)
            moves += 1
        game.view(game.decode(game.encode(state)), SPECTATOR)
    except Exception as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)  # noqa: T201 (the worker logs it)
        return f"the rules can’t go on after {moves} moves."
    return "" if game.result(state) else f"it ends without a result after {moves} moves."


def main() -> None:
    """Answer the one question that is asked."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.stdout.write(json.dumps(reason_against(*json.loads(sys.stdin.readline()))) + "\n")


if __name__ == "__main__":
    main()
