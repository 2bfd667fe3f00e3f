"""Every ACT against every ACT at every distance: `python -m tests.titles.scrap_knights.pairs --write`.

The outcome of one turn between two mechs with 12 HP and 3 heat, without ULTs, BOTs and tokens. The secrets
are fixed: whatever can be overcharged is, Moves go in, X is 2, Slash is named. So are the rest: ties go to
the first, Can Opener goes on with Stab, Warp sets the distance to 3.
"""

import argparse
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from games.titles.scrap_knights.box import ACTS, PLACES
from games.titles.scrap_knights.cards.kind import Kind
from games.titles.scrap_knights.moves import AnyChoice, choosing
from games.titles.scrap_knights.state import MOST_DISTANCE
from games.titles.scrap_knights.title import EDITION
from tests.titles.scrap_knights.duel import IN, Duel

TABLE = Path(__file__).with_name("pairs.txt")
HEAT, NUMBER, NAMED, MORE, WARPED = 3, 2, "slash", "stab", 3
LETTERS = {"frame-advantage": "F", "armored": "A", "blitz": "B"}
HEADER = """\
# One turn of each ACT (## its name) against each other. Both begin with 12 HP and 3 heat, bare of all else.
# distances before: HP / HP, heat / heat, distance after (= unchanged), what the first / the other then has:
# F, A, B tokens (Frame Advantage, Armored, Blitz), c a copy next turn, t two ACTs next turn, . nothing.
# A star says that a coin was tossed (and fell for the first). Written by: python -m {module} --write
"""


def main() -> None:
    """Print the table, or write it to its file."""
    parser = argparse.ArgumentParser(prog=f"python -m {MODULE}", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write {TABLE.name} instead of printing")
    if parser.parse_args().write:
        TABLE.write_text(table(), encoding="utf-8")
    else:
        print(table(), end="")


MODULE = "tests.titles.scrap_knights.pairs"


def table() -> str:
    """Return the whole table."""
    return HEADER.format(module=MODULE) + "".join(f"{line}\n" for act in ACTS for line in lines(act))


def lines(mine: str) -> Iterator[str]:
    """Yield the lines of an ACT against all others and itself."""
    yield ""
    yield f"## {mine}"
    for theirs in ACTS:
        cells = [(distance, outcome(mine, theirs, distance)) for distance in range(MOST_DISTANCE + 1)]
        runs = [(told, [at for at, _ in run]) for told, run in groupby(cells, lambda cell: cell[1])]
        yield f"{theirs} | " + " | ".join(f"{_span(at)}: {told}" for told, at in runs)


def outcome(mine: str, theirs: str, distance: int) -> str:
    """Play the turn and return what became of it, in short."""
    duel = play(mine, theirs, distance)
    after = "=" if duel.distance == distance else str(duel.distance)
    coin = " *" if duel.happened("coin-tossed") else ""
    has = f"{_has(duel, 0)}/{_has(duel, 1)}"
    return f"{duel.hp[0]}/{duel.hp[1]} {duel.heat[0]}/{duel.heat[1]} {after} {has}{coin}"


def play(mine: str, theirs: str, distance: int) -> Duel:
    """Play the turn."""
    duel = Duel(distance).mine(mine, MORE, heat=HEAT).theirs(theirs, MORE, heat=HEAT)
    duel.turn(choice(mine), choice(theirs))
    events = duel.events
    while duel.asked:
        seat = duel.state.asker
        duel.attack_with(MORE, seat) if duel.asked == "attack-with" else duel.warp(WARPED, seat)
        events = events + duel.events
    duel.events = events
    return duel


def choice(act: str) -> AnyChoice:
    """Return the move that chooses the ACT with the secrets of this table."""
    kind: Kind = EDITION.kinds[PLACES[act]]
    if kind.names_card:
        return choosing(act, named=NAMED)
    number = NUMBER if kind.numbers else 0
    return choosing(act, kind.overcharge > 0, (IN,) * kind.directions, number)  # type: ignore[arg-type]


def _has(duel: Duel, seat: int) -> str:
    state = duel.state
    tokens = [LETTERS[token] * count for token, count in duel.tokens(seat).items()]
    copies = "c" * sum(copy.seat == seat for copy in state.carried)
    return "".join(tokens) + copies + "t" * (state.two[seat] or state.two_next[seat]) or "."


def _span(distances: list[int]) -> str:
    first, last = distances[0], distances[-1]
    return str(first) if first == last else f"{first}-{last}"


if __name__ == "__main__":
    main()
