"""The lab's games are played in processes of their own, which give way to everything that people wait for.

A task may be lost or run twice: a shard is stored once, in the transaction that counts it. The shards of a
report are dealt out to a few chains of tasks. A chain plays one shard after the other; so reports take turns.
Of two tasks that play the same shard only the one that stores it goes on with the chain.
"""

import logging
import time
import zlib
from collections.abc import Iterable
from contextlib import closing
from datetime import timedelta

from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import Q
from django.utils import timezone
from django_tasks import task

from games.drafts.errors import LostEdition
from games.engine import codec
from games.engine.errors import BadOptions
from games.lab.access import drafts_of
from games.lab.cluster import ClusterAway, cluster_at
from games.lab.measuring.packages import packaged
from games.lab.measuring.records import GameRecord
from games.lab.measuring.setup import key_of
from games.lab.measuring.shards import count_games, games_of, merged, pack
from games.lab.measuring.summary import summary_of
from games.lab.models import ID_LENGTH, LabReport, LabShard
from scrapsite.common.models import delete_in_batches
from scrapsite.server.work.left_behind import left_behind
from scrapsite.server.work.progress import sign
from scrapsite.server.work.queues import LAB

CHAINS = 8
QUIET = timedelta(minutes=2)
SIGN_SECONDS = 3.0
_KEPT, _KEPT_FOR_LATER = timedelta(days=1), timedelta(days=30)
_LATER = -20
AWAY = "The other machines can’t be reached. The games are played on this one meanwhile."

_Stage = LabReport.Stage
_under_way = Q(stage__in=LabReport.UNDER_WAY)

logger = logging.getLogger(__name__)


@task(queue_name=LAB, priority=_LATER)
def play_shards(report_id: str, number: int) -> None:
    """Play shard *number* of a report and enqueue the next of its chain, unless another task does so."""
    report = LabReport.objects.filter(_under_way, pk=report_id).first()
    if report is None:
        return
    try:
        _play(report, number)
    except OperationalError:  # the database is busy: the work is taken up again
        raise
    except Exception as error:
        logger.exception("The lab report %s failed.", report_id)
        why = error.reason if isinstance(error, BadOptions) else ""
        LabReport.objects.filter(_under_way, pk=report_id).update(stage=_Stage.FAILED, why=why[:300])


def go_on(report: LabReport) -> int:
    """Enqueue the first missing shard of each chain of *report*; return how many."""
    missing = _missing(report)
    firsts = {number % CHAINS: number for number in reversed(missing)}
    # With nothing missing only the summary is.
    for number in sorted(firsts.values()) or [0]:
        play_shards.enqueue(report.pk, number)
    return len(firsts)


def revive_lab(is_start: bool = False) -> int:
    """Take up the reports that a killed process has left; return how many.

    *is_start:* nobody works on any report yet.
    """
    left = left_behind(LabReport.objects.filter(_under_way), play_shards, QUIET, is_start)
    for report in left:
        begin_anew(report)
        go_on(report)
    return len(left)


def begin_anew(report: LabReport) -> None:
    """Have the pace be measured anew: the games of shards that aren't stored are lost."""
    stored = report.shards.values_list("number", flat=True)
    report.played, report.began_at = sum(count_games(report.setup, number) for number in stored), None
    report.save(update_fields=["played", "began_at", "touched_at"])


def forget_shards() -> None:
    """Delete the games of reports that were summed up more than a day ago, and of those left for 30 days."""
    now = timezone.now()
    summed = Q(report__stage=_Stage.DONE, report__made_at__lt=now - _KEPT)
    left = Q(
        report__stage__in=(_Stage.CANCELLED, _Stage.FAILED), report__touched_at__lt=now - _KEPT_FOR_LATER
    )
    delete_in_batches(LabShard.objects.filter(summed | left))


def games_kept(report: LabReport) -> list[GameRecord]:
    """Return the games of *report* that were played, in order."""
    return merged(zlib.decompress(bytes(data)) for data in report.shards.values_list("games", flat=True))


def _play(report: LabReport, number: int) -> None:
    _check_rules(report)
    goes_on = not _is_stored(report, number) and _adds(report, number)
    missing = _missing(report)
    chain = [other for other in missing if other % CHAINS == number % CHAINS]
    if not missing:
        _sum_up(report)
    elif goes_on and chain:
        play_shards.enqueue(report.pk, chain[0])


def _is_stored(report: LabReport, number: int) -> bool:
    return report.shards.filter(number=number).exists()


def _adds(report: LabReport, number: int) -> bool:
    """Play shard *number*, on a cluster the rest of its chain, too; return whether the chain goes on here.

    It doesn't if the games aren't wanted any more, or if another task has stored them meanwhile.
    """
    if (goes_on := _played_on_cluster(report, number)) is not None:
        return goes_on
    if _is_stored(report, number):  # before the cluster went away
        return True
    played = _played(report, number)
    return played is not None and store(report, number, played)


def _check_rules(report: LabReport) -> None:
    """*Raises:* `BadOptions` if the rules have changed under the report, or are gone with a draft."""
    try:
        key = key_of(report.setup)
    except LostEdition:
        raise
    except BadOptions as error:  # the draft may be that of somebody else: it isn't named
        raise BadOptions("A draft with these rules was deleted. Ask again.") from error
    if key[:ID_LENGTH] != report.pk:
        raise BadOptions("The rules have changed since the report was asked for. Ask again.")


def _played(report: LabReport, number: int) -> list[GameRecord] | None:
    """Return the games of a shard; None if they aren't wanted any more."""
    games: list[GameRecord] = []
    told, signed = 0, time.monotonic() - SIGN_SECONDS
    for game in games_of(report.setup, number):
        games.append(game)
        if time.monotonic() - signed >= SIGN_SECONDS:
            told, more, signed = len(games), len(games) - told, time.monotonic()
            if not _sign(report, more):
                return None
    return games if _sign(report, len(games) - told) else None


def _sign(report: LabReport, games: int = 0, **columns: str) -> bool:
    """Note that so many more games were played; return whether the report is still wanted."""
    return sign(LabReport.objects.filter(_under_way, pk=report.pk), games, stage=_Stage.RUNNING, **columns)


def _played_on_cluster(report: LabReport, number: int) -> bool | None:
    """Have the cluster play the shards of the chain of *number*, and store them.

    Return whether the chain goes on here (see `_adds`), None if there is no cluster to play it.
    """
    if not settings.LAB_CLUSTER:
        return None
    setup, chain = report.setup, [other for other in _missing(report) if other % CHAINS == number % CHAINS]
    drafts = drafts_of(setup)
    packages = {other: packaged(setup, other, drafts) for other in chain}
    try:
        with closing(cluster_at(settings.LAB_CLUSTER).play(packages, SIGN_SECONDS)) as results:
            for found in results:
                games = count_games(setup, found[0]) if found else 0
                if not _sign(report, games, note=""):
                    return False
                # Another task that plays the chain may have stored some of the later ones. Of two that were
                # asked for the same one, whichever stores it goes on, in whatever order the games come.
                if found and not _store(report, *found) and found[0] == number:
                    return False
    except ClusterAway:
        _sign(report, note=AWAY)
        return None
    return True


def store(report: LabReport, number: int, games: Iterable[GameRecord]) -> bool:
    """Store the games of shard *number*; return whether they are wanted and weren't stored already."""
    return _store(report, number, pack(games))


def _store(report: LabReport, number: int, packed: bytes) -> bool:
    data = zlib.compress(packed)
    with transaction.atomic():
        found = LabReport.objects.select_for_update().filter(_under_way, pk=report.pk).first()
        if found is None:
            return False
        _, is_new = LabShard.objects.get_or_create(report=found, number=number, defaults={"games": data})
        found.done = found.shards.count()
        found.save(update_fields=["done", "touched_at"])
    return is_new


def _missing(report: LabReport) -> list[int]:
    there = set(report.shards.values_list("number", flat=True))
    return [number for number in range(report.whole) if number not in there]


def _sum_up(report: LabReport) -> None:
    summary = summary_of(report.setup, games_kept(report))
    LabReport.objects.filter(_under_way, pk=report.pk).update(
        stage=_Stage.DONE, summary=codec.to_json(summary), made_at=timezone.now(), touched_at=timezone.now()
    )
