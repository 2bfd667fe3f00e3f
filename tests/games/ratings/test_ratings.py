"""Ratings: who is rated, in which order, once, and how places follow from what a match says."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone
from openskill.models import PlackettLuce

from games.engine import codec
from games.engine.protocol import Result
from games.matches.actions.resign import resign
from games.matches.models import Match, Step
from games.ratings import counting as ratings
from games.ratings.counting import count_ratings, shown
from games.ratings.models import Rating, RatingChange
from games.ratings.standings import places
from scrapsite.accounts.own_data.deletion import erase
from scrapsite.common.players import new_guest
from scrapsite.server.work.turns import RATING
from tests.games.yard import Yard
from tests.playing import bot_match, match_of

pytestmark = pytest.mark.django_db


def rated(match: Match) -> Match:
    Match.objects.filter(pk=match.pk).update(is_rated=True)
    match.refresh_from_db()
    return match


def won_by(winner, loser) -> Match:
    """Return a rated match that *loser* gave up."""
    match = rated(match_of(winner, loser))
    resign(match.pk, loser)
    return match


def rating(user, title: str = "scrapbots") -> Rating:
    return Rating.objects.get(title=title, user=user)


# --- Places ----------------------------------------------------------------------------------------

STAYED = (None, None, None, None)


@pytest.mark.parametrize(
    "winners, scores, left, found",
    [
        ((1,), (), (None, None), (2, 1)),
        ((), (8, 8), (None, None), (1, 1)),
        ((0,), (7, 9), (None, None), (1, 2)),  # fewer is better
        ((2,), (5, 3, 9, 4), STAYED, (2, 4, 1, 3)),
        ((0, 2), (9, 3, 9, 4), STAYED, (1, 4, 1, 3)),
        ((1,), (5, 3, 9, 4), STAYED, (3, 1, 4, 2)),
        ((0,), (5, 3, 9, 4), STAYED, (1, 2, 2, 2)),  # the scores don't tell
        ((0,), (9, 5, 5, 1), STAYED, (1, 2, 2, 4)),
        ((2,), (5, 3, 9, 4), (None, None, 12, None), (1, 3, 4, 2)),
        ((0,), (9, 5, 4, 1), (None, 30, 12, None), (1, 3, 4, 2)),
        ((1, 2), (), (None, 30, None), (2, 3, 1)),
    ],
)
def test_places_follow_from_winners_scores_and_who_left(winners, scores, left, found):
    assert places(Result(winners, scores, "end-2", "Over."), left) == found


def test_who_leaves_is_rated_as_who_they_were(user, other_user):
    """Their rating was deleted before their last matches were rated, which counted as a newcomer’s."""
    for _ in range(3):
        won_by(other_user, user)
    count_ratings()
    before = rating(other_user)
    last = rated(match_of(user, other_user))
    waiting = won_by(user, other_user)
    model = PlackettLuce()
    known = [[model.create_rating([one.mu, one.sigma])] for one in (rating(user), before)]
    known = model.rate(known, ranks=[1, 2])
    [_, [expected]] = model.rate(known, ranks=[2, 1])
    erase(user)
    assert Match.objects.filter(pk__in=[last.pk, waiting.pk], ratings_done=True).count() == 2
    assert (rating(other_user).mu, rating(other_user).sigma) == (expected.mu, expected.sigma)
    count_ratings()
    assert not Rating.objects.filter(user=user).exists()


# --- Two players -----------------------------------------------------------------------------------


def test_the_winner_goes_up_and_the_loser_down(user, other_user):
    won_by(user, other_user)
    assert count_ratings() == 1
    model = PlackettLuce()
    [[best], [worst]] = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    assert (rating(user).mu, rating(user).sigma) == (best.mu, best.sigma)
    assert (rating(other_user).mu, rating(other_user).sigma) == (worst.mu, worst.sigma)
    assert shown(rating(user).mu, rating(user).sigma) > 0 > shown(worst.mu, worst.sigma)


def test_a_change_says_what_was_before_and_after(user, other_user):
    won_by(user, other_user)
    won_by(other_user, user)
    count_ratings()
    first, second = RatingChange.objects.filter(rating=rating(user))
    assert (first.mu, first.sigma) == (second.mu_before, second.sigma_before)
    assert (second.mu, second.sigma) == (rating(user).mu, rating(user).sigma)
    assert (first.place, second.place) == (1, 2)


def test_a_draw_brings_equals_nothing_but_certainty(user, other_user):
    match = won_by(user, other_user)
    Match.objects.filter(pk=match.pk).update(result=codec.to_json(Result((), (9, 9), "end-3", "A draw.")))
    count_ratings()
    assert rating(user).mu == pytest.approx(25)
    assert rating(user).sigma < 25 / 3


def test_bots_are_rated_by_name(user):
    match = rated(bot_match(user))
    resign(match.pk, user)
    count_ratings()
    bot = Rating.objects.get(title="scrapbots", bot="greedy", user=None)
    assert bot.mu > 25 > rating(user).mu


def test_games_are_rated_apart(user, other_user):
    won_by(user, other_user)
    yard = Yard.begin(user, other_user)
    rated(yard.match)
    resign(yard.id, user)
    count_ratings()
    assert rating(user, "junkyard").mu < 25 < rating(user, "scrapbots").mu


# --- Several players -------------------------------------------------------------------------------


def test_three_seats_are_rated_by_place(user, other_user, make_user):
    third = make_user("third")
    yard = Yard.begin(user, other_user, third)
    rated(yard.match)
    result = codec.to_json(Result((1,), (3, 9, 5), "end-2", "Over."))
    Match.objects.filter(pk=yard.id).update(status="finished", result=result)
    count_ratings()
    assert rating(other_user, "junkyard").mu > rating(third, "junkyard").mu > rating(user, "junkyard").mu
    assert set(RatingChange.objects.values_list("seat", "place")) == {(0, 3), (1, 1), (2, 2)}


def test_who_left_comes_last_although_the_bot_that_played_on_won(user, other_user, make_user):
    third = make_user("third")
    yard = Yard.begin(user, other_user, third)
    rated(yard.match)
    resign(yard.id, user)
    result = codec.to_json(Result((0,), (9, 5, 3), "end-2", "Over."))
    Match.objects.filter(pk=yard.id).update(status="finished", result=result)
    count_ratings()
    assert dict(RatingChange.objects.values_list("rating__user__username", "place")) == {
        "gasket": 1,
        "third": 2,
        "rivet": 3,
    }
    assert not Rating.objects.exclude(bot="").exists()


def test_nobody_has_won_where_all_resigned(user, other_user, make_user):
    """The last of three comes before the others, who left earlier, and read “won” for it."""
    people = [user, other_user, make_user("third")]
    yard = Yard.begin(*people)
    rated(yard.match)
    for person in people:
        resign(yard.id, person)
    count_ratings()
    found = Rating.objects.order_by("user").values_list("user__username", "changes__place", "won", "lost")
    assert list(found) == [("rivet", 3, 0, 1), ("gasket", 2, 0, 1), ("third", 1, 0, 1)]


def test_who_stayed_to_the_end_has_won_against_those_who_resigned(user, other_user):
    won_by(user, other_user)
    count_ratings()
    found = Rating.objects.order_by("user").values_list("user__username", "changes__place", "won", "lost")
    assert list(found) == [("rivet", 1, 1, 0), ("gasket", 2, 0, 1)]


def test_a_bot_with_two_seats_gets_the_mean_and_one_match_more(user):
    yard = Yard.begin(user, bots=2)
    rated(yard.match)
    result = codec.to_json(Result((1,), (3, 9, 5), "end-2", "Over."))
    Match.objects.filter(pk=yard.id).update(status="finished", result=result)
    count_ratings()
    bot = Rating.objects.get(bot="random")
    assert (bot.matches, bot.changes.count()) == (1, 2)
    assert bot.mu > 25 > rating(user, "junkyard").mu


# --- Who isn't rated -------------------------------------------------------------------------------


def test_guests_are_left_out_and_the_others_rated_among_themselves(user, other_user):
    yard = Yard.begin(user, new_guest(), other_user)
    rated(yard.match)
    result = codec.to_json(Result((1,), (3, 9, 5), "end-2", "Over."))
    Match.objects.filter(pk=yard.id).update(status="finished", result=result)
    count_ratings()
    assert set(Rating.objects.values_list("user__username", flat=True)) == {"rivet", "gasket"}
    assert rating(other_user, "junkyard").mu > rating(user, "junkyard").mu


def test_who_has_deleted_the_account_is_left_out_of_a_match_that_goes_on(user, other_user, make_user):
    """They got the rating of a newcomer, for ever, and the others were rated as if against one."""
    third = make_user("third")
    yard = Yard.begin(user, other_user, third)
    rated(yard.match)
    Rating.objects.create(title="junkyard", user=user, mu=40, sigma=2, matches=50)
    erase(user)
    result = codec.to_json(Result((1,), (3, 9, 5), "end-2", "Over."))
    Match.objects.filter(pk=yard.id).update(status="finished", result=result)
    count_ratings()
    assert set(Rating.objects.values_list("user__username", flat=True)) == {"gasket", "third"}
    model = PlackettLuce()
    [[best], [worst]] = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    assert (rating(other_user, "junkyard").mu, rating(third, "junkyard").mu) == (best.mu, worst.mu)


def test_nobody_is_rated_against_a_guest_alone(user):
    match = won_by(user, new_guest())
    assert count_ratings() == 1
    assert not Rating.objects.exists()
    assert Match.objects.get(pk=match.pk).ratings_done


@pytest.mark.parametrize(
    "change", [{"is_rated": False}, {"is_private": True}, {"practice_seq": 3}, {"status": "cancelled"}]
)
def test_some_matches_tell_of_nobodys_strength(user, other_user, change):
    match = won_by(user, other_user)
    Match.objects.filter(pk=match.pk).update(**change)
    count_ratings()
    assert not Rating.objects.exists()


def test_a_running_match_waits(user, other_user):
    rated(match_of(user, other_user))
    assert count_ratings() == 0


# --- Order, and once -------------------------------------------------------------------------------


def test_matches_count_in_the_order_in_which_they_ended(user, other_user):
    late, early = won_by(user, other_user), won_by(other_user, user)
    newest = Step.objects.filter(match=late, seq=1)
    newest.update(created_at=timezone.now() + timedelta(hours=1))
    count_ratings()
    counted = [change.match_id for change in RatingChange.objects.order_by("pk")]
    assert counted == [early.pk, early.pk, late.pk, late.pk]


def test_a_match_counts_once(user, other_user):
    won_by(user, other_user)
    assert (count_ratings(), count_ratings()) == (1, 0)
    assert rating(user).matches == 1


def test_a_round_rates_no_more_than_it_should(user, other_user):
    for _ in range(3):
        won_by(user, other_user)
    assert (count_ratings(2), count_ratings(2)) == (2, 1)


def test_a_match_that_cannot_be_read_holds_up_no_other(user, other_user, caplog):
    bad = won_by(user, other_user)
    Match.objects.filter(pk=bad.pk).update(result="not JSON")
    won_by(other_user, user)
    assert count_ratings() == 2
    assert RatingChange.objects.exclude(match=bad).count() == 2
    assert bad.pk in caplog.text


def test_a_crash_in_the_middle_leaves_nothing_half_done(user, other_user, monkeypatch):
    won_by(user, other_user)

    def crash(*arguments, **options):
        raise RuntimeError("killed")

    with monkeypatch.context() as patched:
        patched.setattr(Rating, "save", crash)
        with pytest.raises(RuntimeError):
            count_ratings()
    assert not RatingChange.objects.exists()
    assert count_ratings() == 1
    assert rating(user).matches == 1


def test_the_number_that_is_shown_can_be_sorted_by(user, other_user):
    won_by(user, other_user)
    count_ratings()
    best = Rating.objects.annotate(shown=ratings.SHOWN).order_by("-shown").first()
    assert best is not None
    assert best.user == user
    assert best.shown == pytest.approx(shown(best.mu, best.sigma))


# --- Several workers -------------------------------------------------------------------------------


def test_each_match_is_rated_in_its_turn(user, other_user, monkeypatch):
    """Two workers rated two matches of one player at once, and one of the results was lost."""
    taken = []
    monkeypatch.setattr(ratings, "wait_for_turn", lambda number: taken.append((number, rated_so_far())))
    for _ in range(2):
        won_by(user, other_user)
    assert count_ratings() == 2
    assert taken == [(RATING, 0), (RATING, 1)]


def rated_so_far() -> int:
    return Match.objects.filter(ratings_done=True).count()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
def test_workers_that_rate_at_once_lose_nothing(user, other_user):
    for _ in range(12):
        won_by(user, other_user)
    together = Barrier(3)

    def work(_: int) -> None:
        try:
            together.wait()
            count_ratings()
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(work, range(3)))
    assert (rating(user).matches, rating(user).won, rating(other_user).lost) == (12, 12, 12)
    assert RatingChange.objects.filter(rating=rating(user)).count() == 12
