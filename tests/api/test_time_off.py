"""Time off by program: taken, shown, ended, and by whose clock the days are counted."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from games.api import time_off as api_time_off
from games.clocks.models import Vacation
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db

PATH = "/me/time-off"


@pytest.fixture(autouse=True)
def now():
    """The clock, which stands still on a Monday at noon until a test moves it."""
    with time_machine.travel(datetime(2026, 11, 23, 12, tzinfo=UTC), tick=False) as moved:
        yield moved


def shown(caller: Caller):
    status, off = caller.get(PATH)
    assert status == 200
    api_time_off.TimeOffOut.model_validate(off)
    return off


def test_nobody_has_any_to_begin_with(caller):
    assert shown(caller) == {
        "zone": "UTC", "year": 2026, "days_allowed": 30, "days_taken": 0.0, "stretches": [],
    }  # fmt: skip


def test_it_is_taken_from_now_or_for_later_and_shown_in_order(caller, rival):
    assert caller.post(PATH, {"first": "2026-12-24", "last": "2026-12-26"})[0] == 200
    status, off = caller.post(PATH, {"first": None, "last": "2026-11-24"})
    assert status == 200
    assert off == shown(caller)
    assert off["days_taken"] == 4.5
    assert [(one["first"], one["last"], one["begun"]) for one in off["stretches"]] == [
        ("2026-11-23", "2026-11-24", True),
        ("2026-12-24", "2026-12-26", False),
    ]
    assert shown(rival)["stretches"] == []


def test_the_clock_stands_still_meanwhile(caller, rival):
    clock = {"seconds": 86400, "vacations": True}
    new = {"game": "scrapbots", "edition": "3.6", "seats": [{"kind": "me"}, {"kind": "open"}], "clock": clock}
    match = caller.post("/matches", new)[1]["id"]
    seat = rival.post(f"/matches/{match}/join")[1]["to_act"][0]
    assert (caller, rival)[seat].post(PATH, {"last": "2026-11-24"})[0] == 200
    seat_clocks = caller.get(f"/matches/{match}")[1]["clock"]["seats"]
    assert [seat_clock["due"] for seat_clock in seat_clocks if seat_clock["seat"] == seat] == [
        "2026-11-26T00:00:00+00:00"
    ]


def test_it_is_ended_or_taken_back_and_the_days_are_left(caller, now):
    caller.post(PATH, {"last": "2026-11-30"})
    caller.post(PATH, {"first": "2026-12-24", "last": "2026-12-26"})
    begun, later = (one["key"] for one in shown(caller)["stretches"])
    now.shift(86400)
    status, off = caller.post(f"{PATH}/{begun}/end")
    assert (status, off["days_taken"], [one["key"] for one in off["stretches"]]) == (200, 4.0, [later])
    assert caller.post(f"{PATH}/{later}/end")[1]["days_taken"] == 1.0
    assert caller.post(f"{PATH}/{later}/end")[0] == 404


def test_somebody_elses_can_not_be_ended_and_looks_like_none(caller, rival):
    caller.post(PATH, {"last": "2026-11-30"})
    key = shown(caller)["stretches"][0]["key"]
    assert rival.post(f"{PATH}/{key}/end") == rival.post(f"{PATH}/999999/end")
    assert rival.post(f"{PATH}/{key}/end")[0] == 404
    assert shown(caller)["stretches"]


@pytest.mark.parametrize(
    "body",
    [
        {"last": "tomorrow"},
        {"last": "2026-13-01"},
        {"last": ""},
        {"last": "2026-11-20"},
        {"first": "", "last": "2026-11-30"},
        {"first": "2026-12-05", "last": "2026-12-04"},
        {"first": "2026-12-01", "last": "2026-12-31"},
        {"last": "0001-01-01"},
        {"last": "9999-12-31"},
    ],
)
def test_what_makes_no_sense_or_is_too_much_is_refused(caller, body):
    status, refusal = caller.post(PATH, body)
    assert (status, refusal["code"]) == (422, "time-off/refused")
    assert refusal["reason"]
    assert not Vacation.objects.exists()


@pytest.mark.parametrize("body", [{}, {"last": None}, {"last": 20261130}, {"last": "2026-11-30", "days": 3}])
def test_a_body_of_the_wrong_form_is_refused(caller, body):
    status, refusal = caller.post(PATH, body)
    assert (status, refusal["code"]) == (422, "request/invalid")


@pytest.mark.parametrize("key", ["0", "-1", "x", str(2**31), "9" * 40])
def test_a_key_that_can_not_be_is_refused(caller, key):
    assert caller.post(f"{PATH}/{key}/end")[0] in (404, 422)


def test_days_begin_and_end_where_the_player_lives(caller):
    status, off = caller.post("/me/time-zone", {"zone": "Pacific/Auckland"})
    assert (status, off["zone"]) == (200, "Pacific/Auckland")
    caller.post(PATH, {"first": "2026-12-31", "last": "2027-01-01"})
    assert Vacation.objects.get().starts == datetime(2026, 12, 30, 11, tzinfo=UTC)
    assert shown(caller)["days_taken"] == 1.0


@pytest.mark.parametrize("zone", ["Middle/Earth", "", "utc ", "\x00", "../etc/passwd"])
def test_a_zone_nobody_knows_is_refused(caller, zone):
    status, refusal = caller.post("/me/time-zone", {"zone": zone})
    assert (status, refusal["code"]) == (422, "time-off/refused")
    assert shown(caller)["zone"] == "UTC"


def test_only_who_is_signed_in_has_any_and_not_too_often(caller, settings):
    assert Client().get(f"/api/v1{PATH}").status_code == 401
    for path in (PATH, f"{PATH}/1/end", "/me/time-zone"):
        assert Client().post(f"/api/v1{path}", {}, content_type="application/json").status_code == 401
    settings.RATE_LIMIT_FACTOR = 1 / 60
    assert caller.post("/me/time-zone", {"zone": "UTC"})[0] == 200
    for path, body in (
        (PATH, {"last": "2026-11-30"}),
        (f"{PATH}/1/end", None),
        ("/me/time-zone", {"zone": "UTC"}),
    ):
        assert caller.post(path, body)[1]["code"] == "limit/too-many"
    assert not Vacation.objects.exists()
