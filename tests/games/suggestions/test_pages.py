"""The pages of suggestions: asking, waiting, and taking what is suggested."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.http import Http404
from django.test import Client

from games.drafts.actions.changing import change_draft, save_revision
from games.drafts.actions.sharing import remove_draft
from games.drafts.editing import with_parameters
from games.drafts.models import Draft, DraftRevision
from games.drafts.slugs import slug_of
from games.engine.drafting import DraftRefused, Problem
from games.lab.measuring.intervals import Interval
from games.lab.measuring.packages import edition_of
from games.matches.actions.create import create_match
from games.suggestions.asking import search_for
from games.suggestions.making import change_working_copy
from games.suggestions.models import SuggestionSearch
from games.suggestions.page import target_words, verdict
from games.suggestions.searching.question import Target, values_of
from tests.games.suggestions.conftest import finished, work
from tests.playing import ME, OPEN, send_form
from tests.toy import drafting

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
ASKED = {
    "title": "bolts",
    "edition": "1",
    "figure-1": "parameters/hand",
    "figure-1-low": "1",
    "figure-1-high": "5",
    "turns-low": "9",
    "turns-high": "11",
    "games": "40",
    "candidates": "12",
    "level": "random",
}


def test_a_designer_asks_waits_and_takes_a_suggestion(user, client_of, draft):
    client = client_of(user)
    page = client.get(f"/lab/suggest/?draft={draft.pk}").text
    assert "with the changes of your draft" in page
    assert '<option value="parameters/hand">Rules: Bolts in a hand (3)</option>' in page
    answer = client.post("/lab/suggest/", {**ASKED, "draft": draft.pk})
    assert answer.status_code == 303
    address = answer["Location"]
    page = client.get(address).text
    assert "Waiting to start" in page
    assert "Look again" in page, "for browsers without JavaScript"
    assert "A game has 9 to 11 turns." in page
    work(2)
    assert "plays all 5 variants that there are" in client.get(address).text, "12 were asked for"
    assert "Finished 2 of 5 variants; 80 games so far." in client.get(address, headers=HTMX).text
    finished(SuggestionSearch.objects.get())
    assert client.get(address, headers=HTMX)["HX-Refresh"] == "true"
    page = client.get(address).text
    assert "Suggestion 1" in page
    assert "meets it" in page
    number = page.split('name="number" value="')[1].split('"')[0]
    answer = client.post(f"{address}take/", {"number": number, "into": "working"})
    assert answer["Location"] == f"/workshop/{draft.pk}/"
    answer = client.post(f"{address}take/", {"number": number, "into": "draft"})
    made = Draft.objects.exclude(pk=draft.pk).get()
    assert answer["Location"] == f"/workshop/{made.pk}/"
    assert "Open its draft" in client.get(address).text


@pytest.mark.soak(seconds=1)
def test_a_report_on_a_suggestion_can_be_asked_for_at_once(user, client_of, search):
    client = client_of(user)
    finished(search)
    page = client.get(f"/lab/suggest/{search.pk}/").text
    number = page.split('name="number" value="')[1].split('"')[0]
    answer = client.post(f"/lab/suggest/{search.pk}/take/", {"number": number, "into": "report"})
    form = client.get(answer["Location"])
    assert form.status_code == 200
    made = Draft.objects.get(name__contains="suggestion")
    assert f'<option value="draft:{made.pk}@1" selected>' in form.text


def test_a_wrong_form_is_shown_again_as_it_was_filled_in(client):
    answer = client.post("/lab/suggest/", ASKED | {"turns-low": "many"})
    assert answer.status_code == 422
    assert "“Turns of a game, from” must be a whole number" in answer.text
    assert 'value="many"' in answer.text
    assert '<option value="parameters/hand" selected>' in answer.text
    assert "sessionid" not in client.cookies, "nobody becomes a guest by a mistake"
    answer = client.post("/lab/suggest/", ASKED | {"figure-1-low": "5"})
    assert "needs at least two values" in answer.text
    answer = client.post("/lab/suggest/", ASKED | {"figure-1": "parameters/colour"})
    assert "from the list" in answer.text
    answer = client.post("/lab/suggest/", ASKED | {"figure-1-high": "99"})
    assert "goes from 0 to 40" in answer.text


def test_one_figure_is_asked_for_and_a_press_adds_another_without_losing_what_was_filled_in(client):
    page = client.get("/lab/suggest/?title=bolts").text
    assert 'id="figure-1"' in page
    assert 'id="figure-2"' not in page
    page = client.post("/lab/suggest/", ASKED | {"press": "add"}).text
    assert 'id="figure-2"' in page
    assert 'id="figure-3"' not in page
    assert '<option value="parameters/hand" selected>' in page
    assert 'value="11"' in page
    assert not SuggestionSearch.objects.exists()
    six = ASKED | {f"figure-{row}": "" for row in range(2, 7)}
    page = client.post("/lab/suggest/", six | {"press": "add"}).text
    assert 'id="figure-7"' not in page
    assert "Add another figure" not in page


def test_a_bound_may_be_below_nothing(user, client_of):
    asked = ASKED | {"title": "junkyard", "edition": "", "figure-1": "cards/dead-weight/charge"}
    client_of(user).post("/lab/suggest/", asked | {"figure-1-low": "−3", "figure-1-high": "-1"})
    (figure,) = SuggestionSearch.objects.get().read().figures
    assert (figure.low, figure.high, figure.now) == (-3, -1, -2)


def test_how_often_the_first_player_wins_is_asked_in_percent(user, client_of):
    client_of(user).post("/lab/suggest/", ASKED | {"first-low": "45", "first-high": "55"})
    assert Target("first", 0.45, 0.55) in SuggestionSearch.objects.get().read().targets


def test_without_bounds_a_figure_moves_by_half_of_itself(user, client_of):
    client_of(user).post("/lab/suggest/", ASKED | {"figure-1-low": "", "figure-1-high": ""})
    (figure,) = SuggestionSearch.objects.get().read().figures
    assert (figure.low, figure.high, figure.now) == (1, 5, 3)


def test_a_visitor_becomes_a_guest_only_by_asking():
    client = Client()
    assert client.get("/lab/suggest/?title=bolts").status_code == 200
    assert "sessionid" not in client.cookies
    assert send_form(client, "/lab/suggest/", ASKED).status_code == 303
    assert SuggestionSearch.objects.get().user.profile.is_guest


def test_a_visitor_whose_answer_gets_lost_asks_for_one_search():
    """The second press made a second guest, and the first one's search was nobody's."""
    client = Client()
    sent = ASKED | {"request_id": client.get("/lab/suggest/").text.split('"request_id" value="')[1][:8]}
    first, again = (send_form(client, "/lab/suggest/", sent) for _ in range(2))
    assert (first.status_code, first["Location"]) == (303, again["Location"])
    assert (SuggestionSearch.objects.count(), User.objects.count()) == (1, 1)


def test_a_search_that_is_sent_twice_is_one(user, client_of):
    """One is all that a player may wait for: the second press was refused."""
    sent = ASKED | {"request_id": "again"}
    first, again = (client_of(user).post("/lab/suggest/", sent) for _ in range(2))
    assert (first.status_code, first["Location"]) == (303, again["Location"])


@pytest.mark.soak(seconds=1.5)
def test_a_search_is_for_who_has_asked_alone(user, other_user, client_of, search):
    finished(search)
    for client in (client_of(other_user), Client()):
        assert client.get(f"/lab/suggest/{search.pk}/").status_code == 404
        for act in ("cancel", "resume", "take"):
            assert client.post(f"/lab/suggest/{search.pk}/{act}/", {"number": "1"}).status_code == 404
    assert not Draft.objects.filter(owner=other_user).exists()


def test_the_draft_of_somebody_else_is_neither_shown_nor_begun_with(other_user, client_of, draft):
    client = client_of(other_user)
    assert client.get(f"/lab/suggest/?draft={draft.pk}").status_code == 404
    assert client.post("/lab/suggest/", {**ASKED, "draft": draft.pk}).status_code == 404
    assert not SuggestionSearch.objects.exists()


def test_a_search_says_that_its_draft_was_deleted_though_matches_keep_it(user, client_of, draft, search):
    change_draft(user, draft.pk, lambda changes: with_parameters(changes, {"hand": 5}), "")
    save_revision(user, draft.pk)
    DraftRevision.objects.update(stage=DraftRevision.Stage.PLAYABLE)
    create_match(user, "bolts", slug_of(draft.pk, 1), {}, [ME, OPEN])
    client, address = client_of(user), f"/lab/suggest/{search.pk}/"
    assert draft.pk in client.get(address).text
    remove_draft(user, draft.pk)
    assert Draft.objects.filter(pk=draft.pk).exists()
    page = client.get(address)
    assert (page.status_code, draft.pk in page.text) == (200, False)
    with pytest.raises(Http404, match="That draft has been deleted"):
        change_working_copy(user, search_for(user, search.pk), 1)
    for act in ("cancel", "resume"):
        assert client.post(f"{address}{act}/").status_code == 303
    assert SuggestionSearch.objects.get().is_under_way


def test_a_search_that_began_with_what_the_game_no_longer_allows_says_so(
    user, client_of, draft, search, monkeypatch
):
    def refused(*given):
        raise DraftRefused((Problem("parameters/hand", "There are too few bolts for such hands."),))

    monkeypatch.setattr(drafting.BoltsDrafting, "edition_from", refused)
    edition_of.cache_clear()
    client = client_of(user)
    answer = client.get(f"/lab/suggest/{search.pk}/")
    assert answer.status_code == 410
    assert "What this search began with can’t be made any more." in answer.text
    assert f"/lab/suggest/{search.pk}/" in client.get(f"/workshop/{draft.pk}/").text


def test_form_is_kept_when_the_draft_has_got_a_problem_meanwhile(user, client_of, draft):
    """It led to the draft, and all that was filled in was lost."""
    client = client_of(user)
    change_draft(user, draft.pk, lambda now: with_parameters(now, {"hand": 30}), "cards/none")
    address, sent = "/lab/suggest/", ASKED | {"draft": draft.pk}
    assert client.get(f"{address}?draft={draft.pk}").status_code == 303
    answer = client.post(address, sent)
    assert answer.status_code == 422
    assert "Fix the problems of the draft first. Then start the search again." in answer.text
    assert 'value="11"' in answer.text
    more = client.post(address, sent | {"press": "add"}, headers=HTMX)
    assert more.status_code == 200
    assert 'name="figure-2"' in more.text
    assert not SuggestionSearch.objects.exists()


@pytest.mark.soak(seconds=1)
def test_cancelling_and_going_on(user, client_of, search):
    client = client_of(user)
    address = f"/lab/suggest/{search.pk}/"
    assert client.post(f"{address}cancel/").status_code == 303
    assert "This search was stopped" in client.get(address).text
    assert client.post(f"{address}take/", {"number": "1", "into": "draft"}).status_code == 404
    assert client.post(f"{address}resume/").status_code == 303
    finished(search)


@pytest.mark.soak(seconds=1)
def test_a_search_that_finds_nothing_better_says_so(user, client_of):
    client = client_of(user)
    address = client.post("/lab/suggest/", ASKED | {"turns-low": "8", "turns-high": "8"})["Location"]
    finished(SuggestionSearch.objects.get())
    assert "No variant was better" in client.get(address).text


@pytest.mark.soak(seconds=1)
def test_a_search_whose_wish_the_draft_meets_says_so_and_looks_further_only_when_asked(
    user, client_of, draft
):
    client, asked = client_of(user), ASKED | {"turns-low": "7", "turns-high": "11", "draft": draft.pk}
    address = client.post("/lab/suggest/", asked)["Location"]
    search = finished(SuggestionSearch.objects.get())
    assert search.candidates.count() == 4, "those tried side by side, and no more"
    page = client.get(address).text
    assert "The present figures give such games already." in page
    assert "Suggestion 1" not in page
    assert "The present figures give such games." in client.get(f"/workshop/{draft.pk}/").text
    assert client.post(f"{address}further/").status_code == 303
    search = finished(search)
    assert search.candidates.count() == 5
    page = client.get(address).text
    assert "Look further" not in page, "there is nothing more to try"
    assert "Those suggested come nearer to the middle" in page


@pytest.mark.soak(seconds=1)
def test_a_search_is_called_by_its_draft_and_listed_on_its_page(user, other_user, client_of, draft, search):
    client = client_of(user)
    assert "<h1>Suggested figures for Long games</h1>" in client.get(f"/lab/suggest/{search.pk}/").text
    page = client.get(f"/workshop/{draft.pk}/").text
    assert "Wanted: A game has 9 to 11 turns." in page
    assert "under way" in page
    finished(search)
    page = client.get(f"/workshop/{draft.pk}/").text
    assert "Best: Bolts in a hand 1: 11" in page or "Best: Bolts in a hand 2: 9" in page
    Draft.objects.filter(pk=draft.pk).update(visibility="listed")
    assert "Your searches" not in client_of(other_user).get(f"/workshop/{draft.pk}/").text


@pytest.mark.soak(seconds=1)
def test_a_search_whose_best_variant_misses_the_wish_says_so(user, client_of):
    client = client_of(user)
    address = client.post("/lab/suggest/", ASKED | {"turns-low": "20", "turns-high": "30"})["Location"]
    finished(SuggestionSearch.objects.get())
    page = client.get(address).text
    assert "No variant gives such games." in page
    assert "Suggestion 1" in page


def test_what_is_wanted_is_said_as_people_say_it():
    values = values_of("bolts", None, "1")
    said = {
        Target("turns", 9, 11): "A game has 9 to 11 turns.",
        Target("turns", 9, 9_999): "A game has at least 9 turns.",
        Target("turns", 0, 11): "A game has at most 11 turns.",
        Target("first", 0.45, 0.55): "The first player wins 45 to 55 % of the games.",
        Target("gained", 0.05, 1.0): "Somebody gets each card in at least 5 % of the games.",
    }
    assert {target: target_words(target, values) for target in said} == said


def test_verdicts_say_how_sure_they_are():
    target = Target("first", 0.45, 0.55)
    said = {
        (0.5, 0.46, 0.54): "meets it",
        (0.5, 0.4, 0.6): "seems to meet it",
        (0.6, 0.5, 0.7): "seems to miss it",
        (0.7, 0.6, 0.8): "misses it",
    }
    assert {figures: verdict(target, Interval(*figures)) for figures in said} == said
