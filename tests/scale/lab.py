"""A report by processes of this machine and by a Dask cluster: `python -m tests.scale.lab`, `make lab-scale`.

It starts a scheduler and two workers on this machine, kills a worker midway and starts another one. The games
must come out the same, to the bit; everything that was started ends.
"""

import sys
import time
from multiprocessing import get_context

from games.engine import codec
from games.lab.cluster import Cluster
from games.lab.measuring.packages import packaged
from games.lab.measuring.records import GameRecord
from games.lab.measuring.setup import Setup
from games.lab.measuring.shards import merged, played
from games.lab.measuring.summary import summary_of
from games.lab.words import headline
from tests.lab_cluster import LocalCluster, local_cluster

SETUP = Setup("scrapbots", "3.6", against="3.4", level="greedy", games=100, seed=1)
WORKERS = 2


def main() -> int:
    """Return 0 if both ways gave the same games."""
    begun = time.monotonic()
    print(f"{SETUP.games} games each of Scrapbots 3.6 and 3.4, greedy bots, seed {SETUP.seed}.", flush=True)
    with get_context("fork").Pool(WORKERS) as pool:
        here = played(SETUP, pool.imap_unordered)
    _say("two processes of this machine", here, begun)
    with local_cluster(WORKERS) as cluster:
        print(f"A scheduler is at {cluster.address}, with {WORKERS} workers.", flush=True)
        begun = time.monotonic()
        there = _played_by(cluster)
        _say("the cluster", there, begun)
    is_same = codec.pack(here) == codec.pack(there)
    print("Both are the same, to the bit." if is_same else "They differ!", flush=True)
    return 0 if is_same else 1


def _played_by(cluster: LocalCluster) -> list[GameRecord]:
    packages = {number: packaged(SETUP, number, ()) for number in range(SETUP.shards)}
    client, shards = Cluster(cluster.address), {}
    for found in client.play(packages):
        if found is None:
            continue
        shards[found[0]] = found[1]
        if len(shards) == SETUP.shards // 2:
            cluster.kill_worker()
            cluster.add_worker()
            print(
                f"A worker is killed after {len(shards)} of {SETUP.shards} parts; another one starts.",
                flush=True,
            )
    client.close()
    return merged(shards.values())


def _say(who: str, games: list[GameRecord], begun: float) -> None:
    seconds, digest = time.monotonic() - begun, codec.digest(codec.pack(games))
    print(f"{who}: {len(games)} games in {seconds:.0f} seconds, digest {digest[:32]}", flush=True)
    print(f"  {headline(SETUP, summary_of(SETUP, games))}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
