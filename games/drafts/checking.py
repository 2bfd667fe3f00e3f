"""Revisions are tried out before anybody plays them: random games, in a process that may use only so much.

A task may be lost or run twice: the row says whether the revision is still to be checked.
"""

import json
import logging
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

from django_tasks import task

from games.drafts import trying
from games.drafts.models import DraftRevision
from games.drafts.slugs import slug_of
from scrapsite.server.work.left_behind import left_behind
from scrapsite.server.work.queues import SHORT

# On a busy machine; the processor's time is limited to much less.
SECONDS = 60.0
QUIET = timedelta(seconds=90)
LONGEST_REASON = 300
TOO_LONG = "Random games of it take too long: something in it goes on and on."
BROKEN = "It broke while it was being tried. The fault is ours, and we have a record of it."

# What the processes of a worker get that is stopped or restarted.
_STOPPING = (-signal.SIGTERM, -signal.SIGINT, -signal.SIGHUP)
_ENVIRONMENT = {"LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
_Stage = DraftRevision.Stage

logger = logging.getLogger(__name__)


class Stopped(Exception):
    """The process was stopped from outside before it could answer, as when the worker is restarted."""


@task(queue_name=SHORT)
def check_revision(revision_id: int) -> None:
    """Try the revision out, and store whether it is playable; if that is stopped, it is made again later."""
    checking = DraftRevision.objects.filter(pk=revision_id, stage=_Stage.CHECKING)
    revision = checking.select_related("draft").first()
    if revision is None:
        return
    try:
        reason = ask(revision)[:LONGEST_REASON]
    except Stopped:
        return
    checking.update(stage=_Stage.REFUSED if reason else _Stage.PLAYABLE, reason=reason)


def revive_checks() -> int:
    """Enqueue the checks that a killed process has left; return how many."""
    checking = DraftRevision.objects.filter(stage=_Stage.CHECKING)
    left = left_behind(checking, check_revision, QUIET, column="made_at")
    for revision in left:
        check_revision.enqueue(revision.pk)
    return len(left)


def may_be_tried_again(revision: DraftRevision) -> bool:
    """Return whether the revision was refused for what may be the site's fault, as on a busy machine."""
    return revision.stage == _Stage.REFUSED and revision.reason in (BROKEN, TOO_LONG)


def ask(revision: DraftRevision) -> str:
    """Return why the revision can't be played, or an empty text. *Raises:* `Stopped`."""
    draft = revision.draft
    slug = slug_of(draft.pk, revision.number)
    return reason_against(draft.title, draft.base, revision.changes, slug)


def reason_against(title: str, base: str, changes: str, slug: str, seconds: float = SECONDS) -> str:
    """Return why the edition *slug* can't be played, or an empty text.

    *changes:* to *base*, as JSON text. *seconds:* how long to wait; what it may compute is limited anyway.
    *Raises:* `Stopped`.
    """
    question = (title, base, json.loads(changes), slug)
    try:
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", trying.__name__],
            input=json.dumps(question).encode() + b"\n",
            capture_output=True,
            cwd=Path(__file__).parents[2],
            env=_ENVIRONMENT,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return TOO_LONG
    if done.returncode in _STOPPING:
        raise Stopped
    if done.returncode or not done.stdout:
        logger.error("The edition %s can't be tried out: %s", slug, done.stderr.decode(errors="replace"))
        return TOO_LONG if done.returncode < 0 else BROKEN
    if done.stderr:
        logger.warning("The edition %s: %s", slug, done.stderr.decode(errors="replace"))
    return str(json.loads(done.stdout))
