"""What a page of a match asks of the database: each query more is paid for with every move."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import catalog
from games.engine import codec
from games.match_page.kept import kept
from games.matches import access
from games.matches.actions.create import create_match
from games.matches.actions.orders import give_order
from games.matches.actions.seats import join_match
from games.matches.models import Match
from games.matches.queries.fold import Folding
from games.matches.reading import read_match
from tests.playing import ME, OPEN, forget_drawn, play_on

pytestmark = pytest.mark.django_db

TITLES = [title.slug for title in catalog.titles()]
MOST, MOST_AGAIN, MOST_OF_PAGE = 6, 4, 7


def begun(title: str, user, other_user) -> Match:
    edition = next(iter(catalog.title(title).editions))
    match = join_match(create_match(user, title, edition, {}, [ME, OPEN]).pk, other_user)
    play_on(match, [user, other_user], 14)
    match.refresh_from_db()
    return match


def queries(client, path: str) -> list[str]:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path, headers={"HX-Request": "true"} if "board" in path else {}).status_code == 200
    return [query["sql"] for query in asked]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.soak(seconds=0.6, one_in=2)
def test_a_board_takes_six_queries_and_the_page_seven(title, user, other_user, client_of):
    match, client = begun(title, user, other_user), client_of(user)
    queries(
        client, f"/matches/{match.pk}/board/"
    )  # the numbers of rules are read once, until a rulebook changes
    forget_drawn()
    assert len(queries(client, f"/matches/{match.pk}/board/")) <= MOST
    assert len(queries(client, f"/matches/{match.pk}/board/")) <= MOST_AGAIN
    kept.clear()
    assert len(queries(client, f"/matches/{match.pk}/")) <= MOST_OF_PAGE


@pytest.mark.soak(seconds=1)
def test_standing_orders_cost_one_query_more(user, other_user, client_of):
    match, client = begun("scrapyard", user, other_user), client_of(user)
    viewer = access.seat_of(user, match)
    queries(client, f"/matches/{match.pk}/board/")  # as above
    kept.clear()
    before = len(queries(client, f"/matches/{match.pk}/board/"))
    orders = Folding(match, viewer).board(1).orders
    give_order(match.pk, user, codec.from_json(dict, orders[0].order))
    assert len(queries(client, f"/matches/{match.pk}/board/")) == before + 1


def test_a_match_is_read_with_all_that_the_orm_would_read(user, other_user):
    match = begun("junkyard", user, other_user)
    found = read_match(match.pk)
    assert found is not None
    read, people = found
    as_before = Match.objects.get(pk=match.pk)
    names = [field.attname for field in Match._meta.concrete_fields]
    assert {name: getattr(read, name) for name in names} == {name: getattr(as_before, name) for name in names}
    for seat, by_orm in zip(
        people, match.seats.select_related("user__profile").order_by("number"), strict=True
    ):
        for one, other in ((seat, by_orm), (seat.user.profile, by_orm.user.profile)):
            for field in one._meta.concrete_fields:
                assert getattr(one, field.attname) == getattr(other, field.attname)
        assert seat.user == by_orm.user
        assert seat.own_secret == match.steps.filter(seat=seat.number, notice=0).count()


def test_a_match_without_players_yet_has_no_seat_too_many(user):
    match = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN])
    found = read_match(match.pk)
    assert found is not None
    assert [seat.user_id for seat in found[1]] == [user.pk, None]
    assert read_match("a" * 10) is None
