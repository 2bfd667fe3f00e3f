"""Finished exports on disk, under a digest of all that went into them, and the progress of unfinished ones.

`var/exports/<digest>/` appears only when it is complete. `var/exports/<digest>.json` holds the progress.
"""

import contextlib
import json
import os
import re
import secrets
import shutil
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from django.conf import settings

# An export that says nothing for longer was lost with its worker, and may be asked for again. One that waits
# isn't lost, since the queue survives its workers; it may be behind many others.
PATIENCE = {"waiting": 600.0, "drawing": 60.0, "failed": 15.0}
MOST_KEPT = 200
PRIVATE = "private"  # a file of this name beside the others says that not everybody may see them
LASTING = "lasting"  # a file of this name says that what anybody has drawn doesn't push them out
A_DAY = 86400.0
_DIGEST = re.compile(r"[0-9a-f]{24}")
_FILE = re.compile(r"[a-z0-9][a-z0-9.-]{0,60}")

# Called with what is being made, in words, with the number of steps that are done, and of all steps.
Tell = Callable[[str, int, int], None]
Stage = Literal["waiting", "drawing", "failed"]
Shown = Literal["done", "waiting", "drawing", "failed", "unasked"]


@dataclass(frozen=True)
class Progress:
    """The progress of an export. *done*, *of:* steps. *at:* when this was true, as seconds since 1970.

    *doing:* what is being made, in words.
    """

    stage: Stage
    done: int = 0
    of: int = 0
    at: float = 0.0
    doing: str = ""

    @property
    def is_underway(self) -> bool:
        """Whether the worker still has time before it has to be asked again."""
        return time.time() - self.at < PATIENCE[self.stage]


def find(digest: str, file: str) -> Path | None:
    """Return the finished *file* of *digest*, None if it isn't there or *file* is no plain name.

    What is asked for counts as new again, so that `MOST_KEPT` forgets what nobody wants.
    """
    if not _DIGEST.fullmatch(digest) or not _FILE.fullmatch(file):
        return None
    path = folder() / digest / file
    if not path.is_file():
        return None
    if time.time() - path.parent.stat().st_mtime > A_DAY:
        os.utime(path.parent)
    return path


def is_private(digest: str) -> bool:
    """Return whether not everybody may see the files of *digest*, so that knowing it isn't enough."""
    return find(digest, PRIVATE) is not None


def is_done(digest: str) -> bool:
    """Return whether the export is finished."""
    return (folder() / digest).is_dir()


def is_needed(digest: str) -> bool:
    """Return whether the worker still has to be asked for the export."""
    if is_done(digest):
        return False
    known = progress(digest)
    return known is None or not known.is_underway


def ask(digest: str, enqueue: Callable[[], object]) -> bool:
    """Ask the worker by *enqueue*, unless the export is done or underway; return whether it was asked."""
    if not is_needed(digest):
        return False
    record(digest, "waiting")
    enqueue()
    return True


def stage(digest: str) -> Shown:
    """Return how far the export is. What was lost with its worker counts as not asked for."""
    if is_done(digest):
        return "done"
    known = progress(digest)
    if known is None or (known.stage != "failed" and not known.is_underway):
        return "unasked"
    return known.stage


def make(digest: str, work: Callable[[Tell], dict[str, bytes]]) -> None:
    """Keep the files that *work* returns, and record what it tells, or that it failed."""
    try:
        record(digest, "drawing")
        files = work(lambda doing, done, of: record(digest, "drawing", done, of, doing))
    except Exception:
        record(digest, "failed")
        raise
    keep(digest, files)


def keep(digest: str, files: dict[str, bytes]) -> None:
    """Keep *files*, which appear all at once. If another process has kept them already, theirs stay."""
    fresh = folder() / f"{digest}.{secrets.token_hex(4)}"
    fresh.mkdir(parents=True)
    for name, body in files.items():
        (fresh / name).write_bytes(body)
    try:
        fresh.rename(folder() / digest)
    except OSError:
        shutil.rmtree(fresh, ignore_errors=True)
    _progress_file(digest).unlink(missing_ok=True)
    _make_room(digest)


def make_last(digest: str) -> None:
    """Have what is kept under *digest* last, if anything is."""
    if is_done(digest):
        (folder() / digest / LASTING).touch()


def record(digest: str, reached: Stage, done: int = 0, of: int = 0, doing: str = "") -> None:
    """Record that the export has *reached* a stage. *done*, *of*, *doing:* as in `Progress`."""
    path = _progress_file(digest)
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(f".{secrets.token_hex(4)}")
    fresh.write_text(json.dumps(asdict(Progress(reached, done, of, time.time(), doing))))
    fresh.replace(path)


def progress(digest: str) -> Progress | None:
    """Return the progress of the export, None if nobody has asked for it."""
    with contextlib.suppress(OSError, ValueError, TypeError):
        return Progress(**json.loads(_progress_file(digest).read_text()))
    return None


def folder() -> Path:
    """Return the folder of the exports."""
    return Path(settings.VAR_DIR) / "exports"


def _progress_file(digest: str) -> Path:
    return folder() / f"{digest}.json"


def _make_room(newest: str) -> None:
    """Delete the exports unused for longest if there are too many; they can be drawn again.

    Those that last and the others count each on their own.
    """
    made = [path for path in folder().iterdir() if _DIGEST.fullmatch(path.name) and path.name != newest]
    kept = [path for path in made if _lasts(path) == _lasts(folder() / newest)]
    kept.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[MOST_KEPT - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


def _lasts(path: Path) -> bool:
    return (path / LASTING).is_file()
