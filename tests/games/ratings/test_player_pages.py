"""The pages of players and bots, and of the best: what they say, to whom, and what they leave out."""

import importlib
import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine import codec
from games.engine.protocol import Result
from games.match_page.fold import board
from games.matches import access
from games.matches.actions.resign import resign
from games.matches.models import Match
from games.ratings.counting import count_ratings
from games.ratings.lists import leaders
from games.ratings.models import Rating, RatingChange
from games.ratings.player_page import PlayerPage, player_page
from games.templatetags.ratings import change, rating
from scrapsite.common.charts import HEIGHT, line_chart
from scrapsite.common.players import new_guest, rename
from tests.games.yard import Yard
from tests.playing import bot_match, match_of

pytestmark = pytest.mark.django_db


def won_by(winner: User, loser: User) -> Match:
    """Return a rated match that *loser* gave up, counted."""
    match = match_of(winner, loser)
    Match.objects.filter(pk=match.pk).update(is_rated=True)
    resign(match.pk, loser)
    count_ratings()
    match.refresh_from_db()
    return match


def page_of(user: User | None, reader: User | None = None, bot: str = "") -> PlayerPage:
    return player_page(user, bot, reader)


def words(path: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(path)
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


# --- Players ---------------------------------------------------------------------------------------


def test_a_page_tells_rating_record_and_history(user, other_user):
    for winner, loser in ((user, other_user), (user, other_user), (other_user, user)):
        won_by(winner, loser)
    [game] = page_of(user).games
    assert (game.won, game.drawn, game.lost, game.matches) == (2, 0, 1, 3)
    assert [point.number for point in game.history] == [1, 2, 3]
    assert game.history[-1].rating == game.rating
    assert game.history[0].change > 0 > game.history[2].change
    told = words("/players/rivet/")
    assert "3 rated matches: 2 won, 0 drawn, 1 lost" in told


def test_results_from_before_they_were_kept_are_counted_once(user, other_user):
    """An update counts them; until then each page counted all matches of a player."""
    won_by(user, other_user)
    drawn = won_by(user, other_user)
    RatingChange.objects.filter(match=drawn).update(place=1)
    Rating.objects.update(won=0, lost=0)
    update = importlib.import_module("games.migrations.0015_rating_results")
    with connection.cursor() as cursor:
        cursor.execute(update._COUNTED)
    kept = Rating.objects.order_by("user").values_list("won", "drawn", "lost")
    assert list(kept) == [(1, 1, 0), (0, 1, 1)]


def test_a_page_of_few_matches_says_that_it_is_provisional(user, other_user):
    won_by(user, other_user)
    told = words("/players/rivet/")
    assert "provisional" in told


def test_the_chart_has_a_title_a_description_and_its_figures_as_a_table(user, other_user):
    won_by(user, other_user)
    html = Client().get("/players/rivet/").content.decode()
    assert '<svg class="chart"' in html
    assert "Rating in Scrapbots over the last 1 rated match" in " ".join(html.split())
    assert "<desc" in html
    assert "Show the figures" in html


def test_against_tells_who_came_before_whom(user, other_user, make_user):
    third = make_user("third")
    won_by(user, other_user)
    won_by(other_user, user)
    won_by(user, third)
    rivals = {rival.name: (rival.before, rival.level, rival.behind) for rival in page_of(user).rivals}
    assert rivals == {"gasket": (1, 0, 1), "third": (1, 0, 0)}
    assert [rival.name for rival in page_of(user, third).rivals] == ["third", "gasket"]
    assert page_of(user, third).rivals[0].is_reader


def test_against_says_which_results_and_opponents_are_left_out(user, other_user, make_user, monkeypatch):
    for loser in (other_user, other_user, make_user("third")):
        won_by(user, loser)
    assert "each of these opponents in rated matches. Latest" in words("/players/rivet/")
    monkeypatch.setattr("games.ratings.player_page.LOOKED_AT", 3)
    monkeypatch.setattr("games.ratings.player_page.MOST_RIVALS", 1)
    assert "in rated matches. 1 more opponent isn’t listed. Latest" in words("/players/rivet/")
    monkeypatch.setattr("games.ratings.player_page.LOOKED_AT", 2)
    assert "in their latest 2 results of rated matches. 1 more opponent isn’t" in words("/players/rivet/")
    [rival] = page_of(user, other_user).rivals
    assert (rival.name, rival.before) == ("gasket", 1)


def test_the_latest_matches_are_listed_with_links(user, other_user):
    match = won_by(user, other_user)
    [line] = page_of(user).matches
    assert (line.url, line.place, line.seats) == (f"/matches/{match.pk}/", 1, 2)
    assert [other.name for other in line.others] == ["gasket"]


def test_a_match_that_the_reader_may_not_look_at_has_no_link(user, other_user, make_user):
    match = won_by(user, other_user)
    Match.objects.filter(pk=match.pk).update(watch="nobody")
    assert page_of(user, make_user("stranger")).matches[0].url == ""
    assert page_of(user, other_user).matches[0].url


def test_unrated_matches_are_not_told_of(user, other_user):
    match = match_of(user, other_user)
    resign(match.pk, user)
    count_ratings()
    assert page_of(user) == PlayerPage("rivet", "/players/rivet/", False, False)
    assert "No rated matches yet" in words("/players/rivet/")
    assert match.pk not in Client().get("/players/rivet/").content.decode()


def test_a_name_is_found_however_it_is_written_and_moves_with_its_player(user):
    rename(user, "Old Spanner")
    assert "Old Spanner" in words("/players/old%20spanner/")
    assert Client().get("/players/rivet/").status_code == 404


@pytest.mark.parametrize("name", ["nobody", "x" * 400, "%00", "%F0%9F%A4%96", "..", "a%0Ab"])
def test_there_are_no_pages_of_others(name):
    assert Client().get(f"/players/{name}/").status_code == 404


def test_guests_and_closed_accounts_have_no_page(user, guest):
    assert Client().get(f"/players/{guest.profile.display_name}/").status_code == 404
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert Client().get("/players/rivet/").status_code == 404


def test_ones_own_page_says_that_everybody_sees_it(user, user_client):
    assert "what everybody can see about you" in words("/players/rivet/", user_client)
    assert "what everybody can see about you" not in words("/players/rivet/")


@pytest.mark.soak(seconds=1)
def test_a_page_costs_the_same_after_many_matches(user, other_user, make_user):
    def cost() -> int:
        with CaptureQueriesContext(connection) as found:
            Client().get("/players/rivet/")
        return len(found)

    won_by(user, other_user)
    few = cost()
    for number in range(12):
        won_by(user, make_user(f"player-{number}"))
    assert cost() == few


# --- Bots, and the best ----------------------------------------------------------------------------


def test_a_bot_has_a_page(user):
    match = bot_match(user)
    Match.objects.filter(pk=match.pk).update(is_rated=True)
    resign(match.pk, user)
    count_ratings()
    told = words("/bots/greedy/")
    assert "Greedy bot" in told
    assert "1 rated match: 1 won, 0 drawn, 0 lost" in told
    assert Client().get("/bots/nobody/").status_code == 404


def test_a_bots_page_and_its_opponents_agree_where_the_bot_had_two_seats(user):
    """One of the two results was missing from the page of the bot."""
    yard = Yard.begin(user, bots=2)
    result = codec.to_json(Result((1,), (5, 9, 3), "end-2", "Over."))
    Match.objects.filter(pk=yard.id).update(is_rated=True, status="finished", result=result)
    count_ratings()
    for page in (page_of(user), page_of(None, bot="random")):
        [rival] = page.rivals
        assert (rival.before, rival.level, rival.behind) == (1, 0, 1)


def test_the_best_stand_first(user, other_user, make_user):
    won_by(user, other_user)
    won_by(user, make_user("third"))
    names = [leader.name for leader in leaders("scrapbots")]
    assert names[0] == "rivet"
    assert [leader.place for leader in leaders("scrapbots")] == [1, 2, 3]
    assert "rivet" in words("/games/scrapbots/players/")
    assert "Nobody has finished a rated match" in words("/games/junkyard/players/")
    assert Client().get("/games/nothing/players/").status_code == 404


def test_equal_ratings_share_a_place_and_closed_accounts_are_left_out(user, other_user, make_user):
    third, closed = make_user("third"), make_user("closed")
    User.objects.filter(pk=closed.pk).update(is_active=False)
    for one, mu in ((user, 30), (other_user, 28), (third, 28), (closed, 40)):
        Rating.objects.create(title="scrapbots", user=one, mu=mu, sigma=2)
    assert [(leader.place, leader.name) for leader in leaders("scrapbots")] == [
        (1, "rivet"),
        (2, "gasket"),
        (2, "third"),
    ]


# --- On the page of a match ------------------------------------------------------------------------


def test_names_on_the_page_of_a_match_lead_to_their_pages(user, other_user):
    match = match_of(user, other_user)
    html = Client().get(f"/matches/{match.pk}/").content.decode()
    assert 'href="/players/rivet/"' in html
    assert 'href="/players/gasket/"' in html


def test_a_guests_name_leads_nowhere(user):
    visitor = new_guest()
    match = match_of(user, visitor)
    assert match.pk
    seats = board(match, access.seat_of(user, match)).seats
    assert [bool(seat.url) for seat in seats] == [True, False]


def test_a_rated_match_says_what_is_at_stake_and_what_came_of_it(user, other_user):
    won_by(user, other_user)
    running = match_of(user, other_user)
    Match.objects.filter(pk=running.pk).update(is_rated=True)
    assert "rivet rated 3.4" in words(f"/matches/{running.pk}/")
    finished = won_by(user, other_user)
    assert re.search(r"rivet rated \S+ \(\+\d", words(f"/matches/{finished.pk}/"))
    assert re.search(r"gasket rated \S+ \(−\d", words(f"/matches/{finished.pk}/"))


def test_an_unrated_match_says_nothing_of_ratings(user, other_user):
    won_by(user, other_user)
    assert "rated" not in words(f"/matches/{match_of(user, other_user).pk}/")


# --- Figures and charts ----------------------------------------------------------------------------


@pytest.mark.parametrize("value, told", [(12.44, "12.4"), (-3.06, "−3.1"), (-0.01, "0.0"), (0, "0.0")])
def test_a_rating_in_writing(value, told):
    assert rating(value) == told


@pytest.mark.parametrize("value, told", [(0.84, "+0.8"), (-1.2, "−1.2"), (0.01, "±0.0"), (-0.01, "±0.0")])
def test_a_change_in_writing(value, told):
    assert change(value) == told


@pytest.mark.parametrize(
    "values", [[0.0], [5.0, 5.0], [-3.2, 0.4, 7.9], [0.1, 0.2], [1e6, -1e6], [float(n) for n in range(100)]]
)
def test_a_chart_keeps_all_values_within_its_lines(values):
    chart = line_chart(values)
    heights = [float(point.split(",")[1]) for point in chart.points.split()]
    assert len(heights) == max(len(values), 2)
    assert all(0 <= height <= HEIGHT for height in heights)
    assert 2 <= len(chart.lines) <= 6
    assert chart.lines[0].y >= max(heights) - 0.1
    assert chart.lines[-1].y <= min(heights) + 0.1
