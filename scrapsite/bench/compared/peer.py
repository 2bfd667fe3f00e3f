"""``python -m scrapsite.bench.compared.peer FOLDER``: moves a second beside boardgame.io's server.

*FOLDER* holds the peer's server (``server.js``), a load for it (``load.js``), and their packages; it does
best with node-persist 3.1.0, since later ones write once a second. Both sites have 16 moves under way at once
and run in turn; each server runs on the first core, and each load on the second. The peer keeps its matches
in files, and doesn't wait until the disk has them; this site does, with every move.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from scrapsite.bench.figures import Figures
from scrapsite.bench.moves import CONNECTIONS, measure_moves
from scrapsite.bench.servers import OURS, free_port, pin, running_servers, stop, wait_for

TIMES_PEER = 2.0
PEER_SECONDS = 120.0
PEER_MATCHES = 50
STARTS = 3
SERVER_CORE, LOAD_CORE = 0, 1
_LINE = re.compile(r"([\d.]+) moves/s p50 ([\d.]+) p99 ([\d.]+) .*errs=(\d+)")


class NoPeer(Exception):
    """The peer can't be measured here; the message says what is missing."""


def main() -> None:
    """Measure this site and the peer in turn, and print their figures."""
    options = _parser().parse_args()
    try:
        folder = check_peer(options.folder)
        runs = measure(folder, options.rounds, options.seconds)
    except NoPeer as error:
        sys.exit(str(error))
    sys.stdout.write("\n".join(lines(runs)) + "\n")


def check_peer(text: str) -> Path:
    """Return the folder of the peer. *Raises:* `NoPeer` if it isn't there, or can't run."""
    folder = Path(text)
    if not text:
        raise NoPeer("Name the folder of the peer: make bench-peers PEER=FOLDER")
    missing = [name for name in ("server.js", "load.js") if not (folder / name).is_file()]
    if missing:
        raise NoPeer(f"There is no peer in {folder}: {missing[0]} is missing.")
    if shutil.which("node") is None:
        raise NoPeer("The peer needs node, which isn't installed here.")
    if not (folder / "node_modules").is_dir():
        raise NoPeer(f"The peer's packages are missing. Run `npm install` in {folder}, or in a copy of it.")
    return folder.resolve()


def measure(folder: Path, rounds: int, seconds: float) -> list[tuple[Figures, Figures]]:
    """Return the figures of both, this site's first, of each round."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.bench.settings")
    with running_servers([OURS], core=SERVER_CORE) as servers:
        return [
            (measure_moves(servers[OURS], seconds, core=LOAD_CORE), measure_peer(folder))
            for _ in range(rounds)
        ]


def measure_peer(folder: Path) -> Figures:
    """Return the figures of the peer, started for this and stopped again. *Raises:* `NoPeer` if it fails."""
    with TemporaryDirectory(prefix="scrapsite-bench-") as store:
        server, port = _started(folder, store)
        try:
            output = _load(folder, port)
        finally:
            stop(server)
    return read_line(output)


def _started(folder: Path, store: str) -> "tuple[subprocess.Popen[bytes], int]":
    """Return the peer's server and its port. A port that is free may be taken when the server wants it."""
    said = ""
    for _ in range(STARTS):
        port = free_port()
        server = _start(["server.js", str(port), "flat", store], folder)
        pin(server.pid, SERVER_CORE)
        try:
            wait_for(port, server)
        except RuntimeError:
            stop(server)
            said = server.communicate()[0].decode().strip()
        else:
            return server, port
    raise NoPeer(f"The peer's server didn't start: {said[-300:]}")


def _start(arguments: Sequence[str], folder: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(  # noqa: S603  what the operator named
        ["node", *arguments],  # noqa: S607
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def _load(folder: Path, port: int) -> str:
    """Return what the peer's load prints: 16 moves under way, three times 4 seconds."""
    load = _start(["load.js", str(port), "cards", str(PEER_MATCHES), f"c{CONNECTIONS}", "4"], folder)
    pin(load.pid, LOAD_CORE)
    try:
        return load.communicate(timeout=PEER_SECONDS)[0].decode()
    except subprocess.TimeoutExpired as error:
        load.kill()
        raise NoPeer(f"The peer's load didn't end within {PEER_SECONDS} seconds.") from error


def read_line(output: str) -> Figures:
    """Return the figures in the peer's *output*. *Raises:* `NoPeer` if there are none."""
    found = _LINE.search(output)
    if found is None:
        raise NoPeer(f"The peer printed no figures: {output.strip()[-300:]}")
    rate, p50, p99, failed = (float(text) for text in found.groups())
    return Figures(rate, p50, p99, count=0, failed=int(failed))


def lines(runs: Sequence[tuple[Figures, Figures]]) -> list[str]:
    """Return the report of the rounds, and the verdict on their middle."""
    text = [
        "Move posts a second with 16 under way (median and p99 in ms), each stored before it is answered;",
        "the peer is boardgame.io with its store of flat files, which doesn't wait for the disk",
        f"  {'':<8}{'this site':>24}{'boardgame.io':>24}{'times':>8}",
    ]
    for number, (ours, peer) in enumerate(runs, 1):
        text.append(f"  round {number:<2}{_cell(ours)}{_cell(peer)}{ours.rate / peer.rate:>8.2f}")
        text += [f"    {run.failed} answers were errors" for run in (ours, peer) if run.failed]
    times = median(ours.rate / peer.rate for ours, peer in runs)
    verdict = "met" if times >= TIMES_PEER else "MISSED"
    return [
        *text,
        f"  {times:.2f} times the peer, the middle of {len(runs)}  [aim {TIMES_PEER:.0f}: {verdict}]",
    ]


def _cell(run: Figures) -> str:
    return f"{run.rate:,.0f} ({run.p50:.1f}, {run.p99:.0f})".rjust(24)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make bench-peers", description="Measure moves beside a peer.")
    parser.add_argument("folder", help="where the peer is")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured")
    parser.add_argument(
        "--seconds", type=float, default=8.0, help="how long this site is measured in a round"
    )
    return parser


if __name__ == "__main__":
    main()
