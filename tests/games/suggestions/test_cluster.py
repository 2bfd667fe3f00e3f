"""A search on a Dask cluster: the same candidates with the same figures, whoever dies meanwhile."""

from __future__ import annotations

import pytest

from games.engine.errors import BadOptions
from games.lab.cluster import cluster_at
from games.lab.measuring.records import GameRecord
from games.lab.measuring.shards import merged
from games.suggestions import asking, tasks
from games.suggestions.models import SuggestionSearch
from games.suggestions.page import progress_of
from games.suggestions.searching.portions import deals_played, play_portion, portions_of
from games.suggestions.searching.question import Figure, Question, Target
from tests.games.suggestions.conftest import SHORT, finished, work
from tests.lab_cluster import local_cluster

pytestmark = pytest.mark.django_db
NOWHERE = "tcp://127.0.0.1:9"
DRONE = "cards/drone/does/0/effects/0/amount"
SCRAPBOTS = Question(
    title="scrapbots",
    base="3.6",
    changes="{}",
    figures=(Figure(DRONE, 10, 40, 10, now=10), Figure("parameters/hand_size", 4, 6, 1, now=5)),
    targets=(Target("turns", 30, 40),),
    candidates=12,
    games=40,
    level="random",
)


def what_was_found(search: SuggestionSearch) -> list[tuple[str, str]]:
    return list(search.candidates.values_list("tried", "fresh"))


@pytest.mark.soak(seconds=1)
def test_portions_are_played_where_there_is_no_database(django_assert_num_queries, monkeypatch):
    """The edition is made of the changes alone, and the games are those that are played here."""
    draft = SCRAPBOTS.draft({DRONE: 40}, "draft:aaaaaaaaaa@2")
    setup, deals = SCRAPBOTS.setup(draft.slug, 40), range(3, 10)
    here: list[GameRecord] = list(deals_played(setup, draft, deals))
    portions = portions_of(setup, draft, deals)
    assert list(portions) == [3, 8]
    monkeypatch.setattr("games.catalog._drafts", [])
    with django_assert_num_queries(0):
        assert merged(map(play_portion, portions.values())) == here


def test_a_cluster_that_plays_other_rules_is_refused(monkeypatch):
    draft = SCRAPBOTS.draft({DRONE: 40}, "draft:aaaaaaaaaa@2")
    (portion,) = portions_of(SCRAPBOTS.setup(draft.slug, 40), draft, range(1)).values()
    monkeypatch.setattr("games.suggestions.searching.portions.key_of", lambda setup: "another")
    with pytest.raises(BadOptions, match="other rules than this site"):
        play_portion(portion)


@pytest.mark.soak(seconds=4)
def test_without_its_cluster_a_search_plays_the_games_itself_and_says_so(user, settings):
    here = what_was_found(finished(asking.ask(user, SHORT, None)))
    settings.LAB_CLUSTER = NOWHERE
    search = asking.ask(user, SHORT, None)
    work(1)
    search.refresh_from_db()
    assert progress_of(search).note.startswith("The other machines can’t be reached.")
    assert what_was_found(finished(search)) == here


@pytest.mark.soak(seconds=100)
def test_the_cluster_finds_the_same_though_a_worker_is_killed(user, settings, monkeypatch):
    monkeypatch.setattr(tasks, "reason_against", lambda *given: "")
    here = what_was_found(finished(asking.ask(user, SCRAPBOTS, None)))
    with local_cluster() as cluster:
        settings.LAB_CLUSTER = cluster.address
        search = asking.ask(user, SCRAPBOTS, None)
        work(2)
        cluster.kill_worker()
        there = what_was_found(finished(search))
        cluster_at(cluster.address).close()
    assert SuggestionSearch.objects.get(pk=search.pk).note == ""
    assert there == here
