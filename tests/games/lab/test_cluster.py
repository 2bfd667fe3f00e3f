"""The lab on a Dask cluster: the same bits, whoever dies meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.drafts.actions.changing import change_draft, save_revision
from games.drafts.actions.making import create_draft
from games.drafts.editing import with_parameters
from games.drafts.models import DraftRevision
from games.drafts.slugs import slug_of
from games.lab import tasks
from games.lab.access import drafts_of
from games.lab.asking import ask
from games.lab.cluster import Cluster, ClusterAway, cluster_at
from games.lab.measuring.packages import packaged, play_package
from games.lab.measuring.setup import Setup
from games.lab.measuring.shards import merged, played
from games.lab.measuring.summary import summary_of
from games.lab.models import LabReport, LabShard
from games.lab.page import summary_of as stored_summary
from tests.games.lab.conftest import finished, work
from tests.lab_cluster import LocalCluster, local_cluster

pytestmark = pytest.mark.django_db
SCRAPBOTS = Setup("scrapbots", "3.6", against="3.4", level="random", games=60)
NOWHERE = "tcp://127.0.0.1:9"


@pytest.fixture
def cluster(settings) -> Iterator[LocalCluster]:
    with local_cluster() as found:
        settings.LAB_CLUSTER = found.address
        yield found
        cluster_at(found.address).close()


@pytest.fixture
def draft(user) -> str:
    """The slug of a revision of rivet's draft with a bigger hand."""
    made = create_draft(user, "scrapbots", "3.6", "Big hands")
    change_draft(user, made.pk, lambda changes: with_parameters(changes, {"hand_size": 6}), "")
    revision = save_revision(user, made.pk)
    DraftRevision.objects.update(stage="playable")
    return slug_of(made.pk, revision.number)


def packages_of(setup: Setup) -> dict[int, bytes]:
    return {number: packaged(setup, number, drafts_of(setup)) for number in range(setup.shards)}


@pytest.mark.soak(seconds=5)
def test_a_shard_of_a_draft_is_played_where_there_is_no_database(
    user, draft, django_assert_num_queries, monkeypatch
):
    """Its edition is made of its changes alone; here, too, nobody is asked who knows the drafts."""
    setup = Setup("scrapbots", draft, against="3.6", level="random", games=20)
    here = played(setup)
    packages = packages_of(setup)
    monkeypatch.setattr("games.catalog._drafts", [])
    with django_assert_num_queries(0):
        assert merged(map(play_package, packages.values())) == here


def test_a_cluster_that_plays_other_rules_is_refused(monkeypatch):
    package = packages_of(SCRAPBOTS)[0]
    monkeypatch.setattr("games.lab.measuring.packages.key_of", lambda setup: "another")
    with pytest.raises(Exception, match="other rules than this site"):
        play_package(package)


@pytest.mark.soak(seconds=1)
def test_without_its_cluster_the_lab_plays_the_games_itself_and_says_so(user, settings, client_of):
    settings.LAB_CLUSTER = NOWHERE
    report = ask(user, Setup("bolts", "1", level="random", games=40))
    work(1)
    page = client_of(user).get(f"/lab/{report.pk}/").text
    assert "The other machines can’t be reached." in page
    assert "Played 10 of 40 games." in page
    made = finished(report)
    assert stored_summary(made) == summary_of(report.setup, played(report.setup))


@pytest.mark.soak(seconds=1)
def test_a_scheduler_that_is_away_isn_t_asked_again_at_once(monkeypatch):
    away = Cluster(NOWHERE)
    with pytest.raises(ClusterAway):
        list(away.play({0: b""}))
    with pytest.raises(ClusterAway, match="a moment ago"):
        list(away.play({0: b""}))


@pytest.mark.soak(seconds=35)
def test_the_cluster_plays_the_same_games_though_a_worker_is_killed(user, cluster):
    """The shards that it was at are given to the other one, and count once."""
    report = ask(user, SCRAPBOTS)
    killed = False
    real = tasks._store

    def store(*given: object) -> bool:
        nonlocal killed
        if not killed and LabShard.objects.count() == 1:
            killed = True
            cluster.kill_worker()
        return real(*given)

    tasks._store = store
    try:
        made = finished(report)
    finally:
        tasks._store = real
    assert killed
    assert (made.note, LabShard.objects.count()) == ("", SCRAPBOTS.shards)
    assert stored_summary(made) == summary_of(SCRAPBOTS, played(SCRAPBOTS))


@pytest.mark.soak(seconds=25)
def test_a_scheduler_that_is_killed_midway_leaves_the_games_to_the_lab(user, cluster, draft):
    setup = Setup("scrapbots", draft, against="3.6", level="random", games=60)
    report = ask(user, setup)
    real = tasks._store

    def store(*given: object) -> bool:
        if cluster.scheduler is not None and LabShard.objects.count() == 1:
            cluster.scheduler.kill()
            cluster.scheduler.wait()
            cluster.scheduler = None
        return real(*given)

    tasks._store = store
    try:
        made = finished(report)
    finally:
        tasks._store = real
    assert cluster.scheduler is None
    assert made.note
    assert stored_summary(made) == summary_of(setup, played(setup))
    assert LabReport.objects.get().done == setup.shards
