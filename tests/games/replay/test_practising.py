"""Practise from here: a private match that begins where another stood."""

from __future__ import annotations

import pytest
from django.test import Client

from games import catalog
from games.analysis.asking import check_over
from games.analysis.errors import NotOver
from games.coaching.asking import refusal
from games.engine import codec
from games.engine.viewers import SPECTATOR, seat_viewer
from games.fairness.verify import replay_match
from games.matches.actions.bots import play_for_bot
from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.actions.seats import join_match
from games.matches.actions.terms import Terms
from games.matches.errors import CannotPractise, NotSeated
from games.matches.models import Match, MatchSecret, Step
from games.positions.data import find, positions
from games.positions.playing import begin
from games.replay.practise import practise, practise_position
from scrapsite.common.limits import LIMITS
from tests.games.yard import Yard
from tests.playing import ME, OPEN, bot_match, play_on, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(user):
    return play_on(bot_match(user), [user, None], 24)


def test_a_finished_match_is_forked_as_it_was_with_fresh_luck(running, user, other_user):
    resign(running.pk, user)
    made = practise(running.pk, other_user, 10, 1, "random")
    old = Step.objects.get(match=running, seq=10)
    assert bytes(Step.objects.get(match=made, seq=0).state) == bytes(old.state)
    assert (made.practice_of_id, made.practice_seq) == (running.pk, 10)
    assert made.bots == ["random", ""]
    assert made.is_private
    assert not made.is_rated
    assert made.options == running.options
    played = {bytes(secret.played) for secret in MatchSecret.objects.filter(match__in=(running, made))}
    assert len(played) == 2


def test_it_can_be_played_on_taken_back_freely_and_replayed(running, user):
    made = practise(running.pk, user, running.seq, 0, "greedy")
    play_on(made, [user, None], 25)
    assert replay_match(made.pk).problems == ()
    made.refresh_from_db()
    assert made.seq > 0


def test_a_running_match_is_dealt_anew_where_its_player_cant_see(running, user):
    game = catalog.game(running.title, running.edition)
    view = game.view(state_of(running), seat_viewer(0))
    seen = set()
    for _ in range(4):
        made = practise(running.pk, user, running.seq, 0, "greedy")
        state = game.decode(bytes(Step.objects.get(match=made, seq=0).state))
        assert game.view(state, seat_viewer(0)) == view
        seen.add(codec.digest(game.encode(state)))
    assert len(seen) > 1


def test_what_is_hidden_in_a_running_match_doesnt_matter_for_its_practice(running, user, monkeypatch):
    """The state that begins is made of the view, and of chance, alone."""
    game = catalog.game(running.title, running.edition)
    views = []
    monkeypatch.setattr(
        type(game), "resample", lambda self, view, chance: views.append(view) or state_of(running)
    )
    practise(running.pk, user, running.seq, 0, "greedy")
    assert views == [game.view(state_of(running), seat_viewer(0))]
    assert views != [game.view(state_of(running), SPECTATOR)]


def test_only_its_players_practise_from_a_running_match_each_at_their_own_seat(running, user, other_user):
    for who, seat in ((other_user, 0), (user, 1)):
        with pytest.raises(NotSeated):
            practise(running.pk, who, 3, seat, "greedy")


def test_where_nobody_decides_nothing_is_practised(duel):
    duel.finish()
    last = duel.match.seq
    for step, seat, bot in ((last, 0, "greedy"), (last + 1, 0, "greedy"), (0, 5, "greedy"), (0, 0, "nobody")):
        with pytest.raises(CannotPractise):
            practise(duel.id, duel.players[0], step, seat, bot)
    assert Match.objects.count() == 1


def test_junkyard_is_practised_by_the_numbers_of_the_seat(user, other_user):
    yard = Yard.programming(user, other_user)
    yard.fill(other_user)
    yard.fill(user)
    number = yard.board(user).seq
    made = practise(yard.id, user, number, 0, "random")
    game = catalog.game("junkyard", made.edition)
    state = game.decode(bytes(Step.objects.get(match=made, seq=0).state))
    assert game.view(state, seat_viewer(0)) == yard.board(user).view
    while made.bot_to_act:
        play_for_bot(made.pk)
        made.refresh_from_db()
    assert replay_match(made.pk).problems == ()


def test_the_page_begins_it(running, user, client_of):
    client = client_of(user)
    page = client.get(f"/matches/{running.pk}/replay/?seat=0&step=5").content.decode()
    assert "Practise from here" in page
    answer = client.post(f"/matches/{running.pk}/practise/", {"step": 5, "seat": 0, "bot": "greedy"})
    assert answer.status_code == 303
    assert client.get(answer["Location"]).status_code == 200


SAME_ORIGIN = {"Sec-Fetch-Site": "same-origin"}
EXAMPLE = "/games/scrapbots/positions/3.6/splash/practise/"


def test_a_visitor_tries_an_example_out_from_a_page_without_a_token():
    """A rulebook's page is the same for everybody, so its form has no token; the browser vouches for it."""
    client = Client(enforce_csrf_checks=True)
    answer = client.post(EXAMPLE, headers=SAME_ORIGIN)
    made = Match.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/matches/{made.pk}/")
    page = client.get(answer["Location"]).content.decode()
    assert "Example: splash" in page
    assert client.post(EXAMPLE).status_code == 403


def test_a_practice_match_links_back_to_its_example_also_after_a_move(user, client_of):
    client, match = client_of(user), practise_position(user, find("scrapbots", "3.6", "splash"), "3.6")
    book = client.get("/rules/scrapbots/3.6/").content.decode()
    link = '<a href="/rules/scrapbots/3.6/#position.splash">Example: splash into an undefended Lane</a>'
    assert book.count('id="position.splash"') == 1
    assert link in client.get(f"/matches/{match.pk}/").content.decode()
    play_on(match, [user, None], 1)
    assert link in client.get(f"/matches/{match.pk}/").content.decode()


def test_a_match_that_began_with_no_example_links_to_none(running, client):
    assert "#position." not in client.get(f"/matches/{running.pk}/").content.decode()


@pytest.mark.parametrize("title", [title.slug for title in catalog.titles()])
def test_an_example_begins_as_the_rulebook_shows_it_and_goes_on(title, user):
    position = positions(title)[-1]
    edition = position.editions[0]
    made = practise_position(user, position, edition)
    game, state = begin(position, edition)
    assert bytes(Step.objects.get(match=made, seq=0).state) == game.encode(state)
    assert (made.is_private, made.is_rated, made.practice_of, made.practice_seq) == (True, False, None, 0)
    seats = [user if number == position.seat else None for number in range(position.seats)]
    play_on(made, seats, 8)
    assert replay_match(made.pk).problems == ()


def test_too_many_examples_are_refused(client, monkeypatch):
    monkeypatch.setitem(LIMITS, "matches", (1, 1))
    answers = [client.post(EXAMPLE, headers=SAME_ORIGIN).status_code for _ in range(2)]
    assert answers == [303, 429]


@pytest.mark.parametrize("path", [EXAMPLE, "/games/scrapbots/learn/", "/puzzles/scrapbots-1/start/"])
def test_who_has_as_many_matches_as_allowed_is_told_so_and_not_to_slow_down(user, client_of, settings, path):
    settings.MOST_MATCHES = 0
    answer = client_of(user).post(path, headers=SAME_ORIGIN)
    assert (answer.status_code, bool(answer["Retry-After"])) == (429, True)
    assert "You have 0 unfinished matches, which is the most you can have. Finish one first." in answer.text
    assert ">There is no room for another</h1>" in answer.text
    assert "slow down" not in answer.text


def test_a_step_is_counted_as_the_page_counted_it_even_if_the_match_ends_meanwhile(
    user, other_user, client_of
):
    """By the numbers of all seats, whose secret steps count too, practice began at an earlier moment."""
    yard = Yard.programming(user, other_user)
    yard.fill(other_user)
    yard.fill(user)
    board = yard.board(user)
    form = {"step": board.seq, "whose": "0", "seat": 0, "bot": "random"}
    resign(yard.id, other_user)
    answer = client_of(user).post(f"/matches/{yard.id}/practise/", form)
    made = Match.objects.get(practice_of=yard.id)
    assert (answer.status_code, answer["Location"]) == (303, f"/matches/{made.pk}/")
    game = catalog.game("junkyard", made.edition)
    state = game.decode(bytes(Step.objects.get(match=made, seq=0).state))
    assert game.view(state, seat_viewer(0)) == board.view
    assert made.practice_seq > board.seq
    answer = client_of(user).post(f"/matches/{yard.id}/practise/", {**form, "whose": "9"})
    assert answer.status_code == 404


def test_a_match_that_went_on_by_the_newest_rules_is_practised_by_them(running, user):
    newest = catalog.edition(running.title, running.edition)
    pins = {"later_version": catalog.title(running.title).engine_version, "later_hash": newest.cards_hash}
    Match.objects.filter(pk=running.pk).update(engine_version="0", later_since=1, **pins)
    assert practise(running.pk, user, running.seq, 0, "greedy").status == "running"


def test_practice_from_a_rated_match_gives_no_help_until_that_is_over(user, other_user):
    """Whoever practised from the newest step had the strong bot’s answer for their own rated match."""
    rated = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN], terms=Terms(is_rated=True))
    join_match(rated.pk, other_user)
    seat = rated.seats.get(user=user).number
    made = practise(rated.pk, user, 0, seat, "greedy")
    further = practise(made.pk, user, 0, seat, "greedy")
    for one in (made, further):
        assert "rated match" in str(refusal(one, seat_viewer(seat)))
        resign(one.pk, user)
        one.refresh_from_db()
        with pytest.raises(NotOver, match="rated match"):
            check_over(one)
    resign(rated.pk, user)
    assert check_over(Match.objects.get(pk=made.pk))
