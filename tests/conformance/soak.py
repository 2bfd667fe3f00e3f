"""Many random games under all invariants: `python -m tests.conformance.soak --games 100000`.

The games are shared out among the editions, with every number of seats and extreme of the options, and among
the cores. Prints progress, then what came up, and ends with 1 when an invariant is violated.
"""

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from functools import partial

from tests.conformance.cases import Case, all_cases
from tests.conformance.playouts import Tally, play_many

BATCH = 250


def main() -> int:
    """Run the soak as the command line says; return the exit code."""
    options = _parser().parse_args()
    cases = _cases(options.title)
    if not cases:
        print(f"There is no game “{options.title}”.", file=sys.stderr)
        return 2
    batches = list(_batches(len(cases), options.games, options.seed))
    run = partial(_run, options.title, options.closely)
    tallies = [Tally() for _ in cases]
    failures: list[str] = []
    start = time.monotonic()
    with multiprocessing.Pool(options.jobs) as pool:
        for done, (number, tally, failure) in enumerate(pool.imap_unordered(run, batches), 1):
            tallies[number].add(tally)
            if failure:
                failures.append(failure)
                print(failure, file=sys.stderr)
            if done % max(1, len(batches) // 20) == 0:
                played = sum(tally.games for tally in tallies)
                print(
                    f"{played:>8} games, {time.monotonic() - start:.0f} s, {len(failures)} failures",
                    flush=True,
                )
    for case, tally in zip(cases, tallies, strict=True):
        _report(case, tally)
    failures += _missing(cases, tallies)
    print(f"{'Failed' if failures else 'Passed'} after {time.monotonic() - start:.0f} s.")
    return 1 if failures else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=3000, help="over all editions (default: 3000)")
    parser.add_argument("--title", default="", help="only this game's editions")
    parser.add_argument("--seed", type=int, default=1_000_000, help="seed of the first game")
    parser.add_argument(
        "--closely", type=int, default=10, help="check a table closely in one of so many games"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one a core)")
    return parser


def _cases(title: str) -> list[Case]:
    return [case for case in all_cases() if title in ("", case.title.slug)]


def _batches(cases: int, games: int, seed: int) -> Iterator[tuple[int, range]]:
    """Yield the number of a case and the seeds of some of its games, the cases in turn."""
    left = [games // cases + (number < games % cases) for number in range(cases)]
    while any(left):
        for number, count in enumerate(left):
            if count:
                size = min(BATCH, count)
                yield number, range(seed, seed + size)
                left[number] -= size
                seed += size


def _run(title: str, closely: int, batch: tuple[int, range]) -> tuple[int, Tally, str]:
    """Play a batch of games; return the number of its case, what came up, and the violation if any."""
    number, seeds = batch
    try:
        return number, play_many(_cases(title)[number], seeds, closely), ""
    except AssertionError as error:
        return number, Tally(), str(error)


def _report(case: Case, tally: Tally) -> None:
    """Print how the games of a case went."""
    mean = tally.moves / max(1, tally.games)
    print(
        f"{case}: {tally.games} games, {tally.moves} moves (mean {mean:.0f}, longest {tally.longest}), "
        f"{tally.tables} tables checked closely, ended by {dict(tally.endings)}"
    )


def _missing(cases: list[Case], tallies: list[Tally]) -> list[str]:
    """Print what never came up in any case of an edition; return what should have."""
    whole: dict[tuple[str, str], tuple[Case, Tally]] = {}
    for case, tally in zip(cases, tallies, strict=True):
        whole.setdefault((case.title.slug, case.edition), (case, Tally()))[1].add(tally)
    failures: list[str] = []
    for (slug, edition), (case, tally) in whole.items():
        for what, names in tally.missing(case).items():
            if names:
                print(f"{slug} {edition}: {what} that never came up: {', '.join(sorted(names))}")
                failures += [f"{slug} {edition}: {what} missing"] if what != "events" else []
    return failures


if __name__ == "__main__":
    sys.exit(main())
