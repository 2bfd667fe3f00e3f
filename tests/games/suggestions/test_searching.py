"""A search finds figures with which games are as they are wanted, and the same ones after any accident."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.http import Http404
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from msgspec.structs import replace

from games import catalog
from games.drafts.actions.changing import change_draft
from games.drafts.actions.making import create_draft
from games.drafts.checking import Stopped
from games.drafts.editing import with_card
from games.drafts.editions import changes_of
from games.engine import codec
from games.engine.drafting import CardChange, Changes, EditionValues, NewCard
from games.engine.errors import BadOptions
from games.lab.errors import NoLab, TooLong
from games.lab.measuring.records import play_game
from games.suggestions import asking, playing, tasks
from games.suggestions.making import change_working_copy, make_draft
from games.suggestions.models import SuggestionCandidate, SuggestionSearch
from games.suggestions.page import page_of, progress_of
from games.suggestions.searching import portions
from games.suggestions.searching.proposing import proposed
from games.suggestions.searching.question import Target, with_values
from games.suggestions.searching.targets import distance
from games.suggestions.searching.trying import FRESH, ROUNDS, Tried, best_of, falls_behind
from games.suggestions.tasks import go_on, revive_searches, try_candidate
from scrapsite.common.errors import Full
from tests.games.suggestions.conftest import LONGER, SHORT, finished, queued, work

pytestmark = pytest.mark.django_db
NOTHING = EditionValues({}, {})


def tried(search: SuggestionSearch) -> list[Tried]:
    return [row.read() for row in search.candidates.all()]


@pytest.mark.soak(seconds=3)
def test_a_search_finds_the_figures_with_which_games_are_as_long_as_wanted(user):
    """Two of thirty-one meet the target; those that make no edition are passed over with the reason."""
    search = finished(asking.ask(user, LONGER, None))
    page = page_of(search)
    assert page.suggestions[0].place == 0, "what it began with stands beside"
    assert not page.suggestions[0].findings[0].is_met
    assert page.suggestions[1].findings[0].verdict == "meets it"
    assert page.suggestions[1].values[0][0] in (1, 2)
    found = tried(search)
    values = [one.values["parameters/hand"] for one in found]
    assert len(set(values)) == len(values), "each is tried once"
    reasons = {one.values["parameters/hand"]: one.refused for one in found if one.refused}
    assert "There are too few bolts for such hands." in reasons.values()
    assert all(hand > 20 for hand, reason in reasons.items() if "too few" in reason)
    stopped = [one for one in found if 0 < len(one.losses) < len(ROUNDS)]
    assert stopped, "bad candidates stop early"
    assert all(one.games < LONGER.games for one in stopped)


@pytest.mark.soak(seconds=1)
def test_the_best_are_measured_on_deals_that_the_search_has_not_seen(search, monkeypatch):
    """The best of many looks better than it is on the deals that chose it."""
    dealt: list[int] = []

    def noted(setup, side, edition, deal, turned):
        dealt.append(deal)
        return play_game(setup, side, edition, deal, turned)

    monkeypatch.setattr(portions, "play_game", noted)
    finished(search)
    measured = search.candidates.exclude(fresh="").count()
    assert measured == 3, "what it began with, and the two that are better"
    assert sum(deal >= FRESH for deal in dealt) == measured * SHORT.fresh_games
    assert max(deal for deal in dealt if deal < FRESH) < SHORT.games // 2


@pytest.mark.soak(seconds=2)
def test_a_search_that_was_interrupted_ends_as_one_that_was_not(user, search):
    """Tasks in another order, twice, and lost with a killed process: the same candidates and figures."""
    whole = [(one.number, one.values, one.losses) for one in tried(finished(search))]
    fresh = [row.fresh for row in search.candidates.exclude(fresh="")]
    again = asking.ask(user, SHORT, None)
    work(3, last_first=True)
    try_candidate.call(again.pk, 3)
    DBTaskResult.objects.update(status="RUNNING")
    assert revive_searches() == 0, "it was busy a moment ago"
    SuggestionSearch.objects.filter(pk=again.pk).update(
        touched_at=timezone.now() - tasks.QUIET - timedelta(seconds=1)
    )
    there = again.candidates.count()
    assert revive_searches() == 1
    assert len(queued()) == 4 - there
    work(last_first=True)
    again.refresh_from_db()
    assert again.stage == "done"
    assert [(one.number, one.values, one.losses) for one in tried(again)] == whole
    assert [row.fresh for row in again.candidates.exclude(fresh="")] == fresh


@pytest.mark.soak(seconds=2)
def test_a_search_says_how_many_games_it_has_played_and_how_long_the_rest_takes(search, monkeypatch):
    monkeypatch.setattr(playing, "SIGN_SECONDS", 0)
    assert "Waiting to start" in progress_of(search).says
    assert progress_of(search).left.startswith("When the site isn’t busy, all of it takes about")
    seen: list[int] = []
    real = portions.play_game

    def noted(*given):
        search.refresh_from_db()
        seen.append(search.played)
        return real(*given)

    monkeypatch.setattr(portions, "play_game", noted)
    work(1)
    assert seen == list(range(SHORT.games)), "it moves with each game, not only with each candidate"
    search.refresh_from_db()
    SuggestionSearch.objects.update(began_at=timezone.now() - timedelta(minutes=1))
    search.refresh_from_db()
    left = search.time_left(5 * SHORT.games, 0.0)
    assert left == "About 4 minutes left."
    page = progress_of(finished(search))
    assert page.done == page.whole


def test_a_search_that_was_taken_up_again_has_a_new_pace(user, search):
    work(2)
    SuggestionSearch.objects.update(began_at=timezone.now() - timedelta(days=2), played=999)
    asking.cancel(user, search.pk)
    asking.resume(user, search.pk)
    search.refresh_from_db()
    assert (search.played, search.began_at) == (2 * SHORT.games, None)


@pytest.mark.soak(seconds=1)
def test_a_candidate_that_is_tried_twice_counts_once(user):
    search = asking.ask(user, LONGER, None)
    work(4)
    for number in range(4):
        try_candidate.call(search.pk, number)
    assert search.candidates.count() == 4
    assert {number for _, number in queued()} == {4, 5, 6, 7}
    assert len(queued()) == 4


@pytest.mark.soak(seconds=1)
def test_a_cancelled_search_stops_and_goes_on_where_it_was(user):
    search = asking.ask(user, LONGER, None)
    work(5)
    asking.cancel(user, search.pk)
    work()
    assert search.candidates.count() == 5
    asking.resume(user, search.pk)
    assert {number for _, number in queued()} == {5, 6, 7}
    finished(search)


@pytest.mark.soak(seconds=1)
def test_a_candidate_that_is_cancelled_midway_isn_t_stored(user, search, monkeypatch):
    def cancelled(question, number, values, slug, before, play):
        asking.cancel(user, search.pk)
        return Tried(number, values, (1.0, 1.0, 1.0))

    monkeypatch.setattr(tasks, "try_out", cancelled)
    work()
    assert not SuggestionCandidate.objects.exists()


def test_a_search_whose_rules_have_changed_fails_and_says_so(search):
    SuggestionSearch.objects.update(rules="another")
    work()
    search.refresh_from_db()
    assert (search.stage, search.why[:22]) == ("failed", "The rules have changed")
    assert go_on(search.pk) == 0


def test_a_search_that_begins_with_what_can_t_be_played_fails_with_the_reason(user, monkeypatch):
    monkeypatch.setattr(tasks, "reason_against", lambda *given: "Nobody can move.")
    search = asking.ask(user, LONGER, None)
    work()
    search.refresh_from_db()
    assert (search.stage, search.why) == ("failed", "Nobody can move.")


def test_a_candidate_whose_trial_was_stopped_with_the_worker_is_tried_again(search, monkeypatch):
    """The search failed by that: random games of what it began with were said to take too long."""

    def stopped(*given):
        raise Stopped

    with monkeypatch.context() as patch:
        patch.setattr(tasks, "reason_against", stopped)
        work()
    search.refresh_from_db()
    assert (search.is_under_way, search.candidates.count()) == (True, 0)
    assert revive_searches(is_start=True) == 1
    work(1)
    assert search.candidates.count() == 1


@pytest.mark.soak(seconds=1)
def test_a_search_ends_when_everything_has_been_tried(search):
    finished(search)
    assert sorted(one.values["parameters/hand"] for one in tried(search) if one.values) == [1, 2, 3, 4, 5]


def test_only_who_has_asked_sees_a_search(user, other_user, search):
    assert asking.search_for(user, search.pk) == search
    with pytest.raises(Http404):
        asking.search_for(other_user, search.pk)
    with pytest.raises(Http404):
        asking.cancel(other_user, search.pk)


def test_one_player_waits_for_one_search_only(user, search):
    with pytest.raises(Full):
        asking.ask(user, LONGER, None)
    asking.cancel(user, search.pk)
    asking.ask(user, LONGER, None)
    with pytest.raises(Full):
        asking.resume(user, search.pk)


def test_what_would_take_hours_is_refused(user, settings):
    settings.LAB_PROCESSES = 1
    with pytest.raises(TooLong):
        asking.ask(user, replace(LONGER, level="greedy", candidates=96, games=400), None)
    settings.LAB_PROCESSES = 0
    with pytest.raises(NoLab):
        asking.ask(user, LONGER, None)


@pytest.mark.parametrize(
    "wrong, reason",
    [
        ({"figures": ()}, "Choose a figure"),
        ({"targets": ()}, "how games should be"),
        ({"figures": LONGER.figures * 2}, "each figure once"),
        ({"candidates": 25}, "from the lists"),
        ({"targets": (Target("turns", 9, 3),)}, "greater than “to”"),
        ({"targets": (Target("first", 0.4, 1.6),)}, "greater than “to”"),
        ({"level": "deep"}, "no bot “deep”"),
    ],
)
def test_what_can_t_be_searched_is_refused(user, wrong, reason):
    with pytest.raises(BadOptions, match=reason):
        asking.ask(user, replace(LONGER, **wrong), None)


@pytest.mark.soak(seconds=1)
def test_a_suggestion_becomes_a_draft_that_can_be_played_at_once(user, search):
    number = best_of(tried(finished(search)), 1)[0].number
    draft, slug = make_draft(user, search, number)
    again, _ = make_draft(user, search, number)
    assert again == draft, "a second press makes no second draft"
    revision = draft.revisions.get()
    assert (revision.stage, slug) == ("playable", f"draft:{draft.pk}@1")
    assert changes_of(revision.changes).parameters["hand"] in (1, 2)
    assert draft.name.startswith("Long games, suggestion")
    with pytest.raises(Http404):
        make_draft(user, search, 0)


@pytest.mark.soak(seconds=1)
def test_a_suggestion_goes_into_the_draft_beside_what_was_changed_meanwhile(user, draft, search):
    number = best_of(tried(finished(search)), 1)[0].number
    card = next(iter(catalog.published("bolts", "1").by_slug))
    renamed = CardChange(name="Shiny bolt")
    change_draft(user, draft.pk, lambda changes: with_card(changes, card, renamed), "")
    change_working_copy(user, search, number)
    draft.refresh_from_db()
    changes = changes_of(draft.working)
    assert changes.parameters["hand"] in (1, 2)
    assert changes.cards[card].name == "Shiny bolt"


def test_the_figures_of_a_new_card_are_its_own():
    new = NewCard("washer", "Washer", "Bolt", "cog", figures={"points": 2})
    changes = with_values(Changes(new=(new,)), {"cards/washer/points": 5, "cards/nut/points": 3}, NOTHING)
    assert changes.new[0].figures == {"points": 5}
    assert changes.cards["nut"].figures == {"points": 3}
    assert "washer" not in changes.cards


def test_a_figure_inside_is_better_than_any_outside_and_the_middle_is_best():
    target = Target("turns", 10, 20)
    assert distance(target, 15) == 0 < distance(target, 19) < distance(target, 20.5) < distance(target, 30)


@pytest.mark.soak(seconds=1)
def test_nobody_is_stopped_before_others_have_come_as_far():
    others = [Tried(at, {}, (float(at),)) for at in range(4)]
    assert falls_behind([1.6], others)
    assert not falls_behind([1.4], others)
    assert not falls_behind([9.0], others[:3])
    assert not falls_behind([9.0, 9.0], others)


def test_what_comes_next_hangs_on_what_was_tried_alone():
    before = [Tried(at, {"parameters/hand": 3 + at}, (float(at),) * 3) for at in range(8)]
    assert proposed(LONGER, before, 8) == proposed(LONGER, before, 8)
    assert proposed(LONGER, before, 8) != proposed(replace(LONGER, seed=2), before, 8)
    assert codec.to_json(proposed(LONGER, [], 0)[0]) == '{"parameters/hand":3}'


def test_a_draft_of_somebody_else_can_t_be_begun_with(user, other_user, client_of):
    theirs = create_draft(other_user, "bolts", "1", "Theirs")
    assert client_of(user).get(f"/lab/suggest/?draft={theirs.pk}").status_code == 404
