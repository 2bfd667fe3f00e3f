"""The command line: `python -m games.replayer record.json [--seen VALUE …] [--draft FILE]`.

It ends with status 0 if everything fits, 1 if something doesn't, and 2 if the file isn't a record.
"""

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path

from games import catalog
from games.engine.proofs import FIRST
from games.replayer.drafts import NoDraft, given
from games.replayer.record import Mismatch, NoRecord, Record, read
from games.replayer.replay import replay
from games.replayer.sums import seen

_LESS = "It is of version 1, which proves less: see docs/fairness.md."


def main(arguments: list[str]) -> int:
    """Check the file that the command line names, print the outcome, and return the status to end with."""
    parser = argparse.ArgumentParser(prog="python -m games.replayer", description="Replay a match's record.")
    parser.add_argument("record", type=Path, help="the file, as the site gave it")
    parser.add_argument(
        "--seen", nargs="+", default=[], metavar="VALUE", help="values noted during the match"
    )
    parser.add_argument("--draft", type=Path, help="the draft edition of the match, as the site gave it")
    wanted = parser.parse_args(arguments)
    with ExitStack() as lent:
        if wanted.draft:
            try:
                game, edition = given(wanted.draft.read_bytes())
            except NoDraft as error:
                sys.stdout.write(f"{error}\n")
                return 2
            lent.enter_context(catalog.lending(game, [edition]))
        status, lines = check(wanted.record.read_bytes(), wanted.seen)
    sys.stdout.write("\n".join(lines) + "\n")
    return status


def check(data: bytes, noted: list[str]) -> tuple[int, list[str]]:
    """Return the status to end with, and what to say. *noted:* values noted during the match."""
    try:
        record = read(data)
        outcome = replay(record)
    except NoRecord as error:
        return 2, [str(error)]
    except Mismatch as error:
        return 1, [str(error), "This record does NOT fit."]
    except Exception as error:  # whatever a forger has written
        return 1, [f"It can't be replayed: {error!r}", "This record does NOT fit."]
    lines = [
        f"All {outcome.steps} steps and {outcome.draws} draws are what the engine makes of the moves.",
        f"The match ended so: {outcome.result}",
        *([_LESS] if record.version == FIRST else []),
    ]
    found = [_looked_up(record, value) for value in noted]
    lines += [told for _, told in found]
    if all(fits for fits, _ in found):
        return 0, [*lines, "Everything fits."]
    return 1, [*lines, "The record itself fits, but NOT everything that was noted agrees with it."]


def _looked_up(record: Record, value: str) -> tuple[bool, str]:
    what = seen(record, value)
    return bool(what), f"What you noted is {what}." if what else f"{value} isn't a value of this match."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
