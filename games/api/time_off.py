"""The API of one's own time off, and of the time zone in which one's days begin and end."""

from datetime import date
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Path, Router, Schema
from pydantic import Field

from games.api.tools import LARGEST, OF_A_MATCH
from games.clocks.time_off import (
    DAYS_A_YEAR,
    days_taken,
    end_time_off,
    set_time_zone,
    take_time_off,
    time_off,
)
from games.matches.errors import CannotRest
from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.common import limits
from scrapsite.common.api import SIGNED_IN, Incoming, player, to_json

router = Router(tags=["time off"], auth=TokenOrSession())

Day = Annotated[str, Field(max_length=10, examples=["2026-12-24"])]


class Resting(Incoming):
    """Days as you count them: `2026-12-24`. *first:* null for from now on. *last:* it ends with that day."""

    first: Day | None = None
    last: Day


class Living(Incoming):
    """*zone:* its name in the IANA time zone database."""

    zone: Annotated[str, Field(max_length=60, examples=["Europe/Berlin"])]


class StretchOut(Schema):
    """Time off that isn't over. *key:* ends it. *begun:* it is on."""

    key: int
    first: str
    last: str
    begun: bool


class TimeOffOut(Schema):
    """*zone:* where your days begin and end. *days_allowed:* in a year. *days_taken:* planned ones too.

    *stretches:* what isn't over.
    """

    zone: str
    year: int
    days_allowed: int
    days_taken: float
    stretches: list[StretchOut]


@router.get("/me/time-off", response={200: TimeOffOut, **SIGNED_IN})
def read_time_off(request: HttpRequest) -> HttpResponse:
    """Show your time off, what is next at the top, and how much of it the year has had."""
    user = player(request)
    limits.check("reads", request, user)
    return _shown(user)


@router.post("/me/time-off", response={200: TimeOffOut, **SIGNED_IN})
def add_time_off(request: HttpRequest, body: Resting) -> HttpResponse:
    """Take time off: your clocks stand still then, in matches that leave it out."""
    user = player(request)
    limits.check("edits", request, user)
    take_time_off(user, None if body.first is None else _day(body.first), _day(body.last))
    return _shown(user)


@router.post("/me/time-off/{key}/end", response={200: TimeOffOut, **OF_A_MATCH})
def stop_time_off(request: HttpRequest, key: int = Path(..., ge=1, le=LARGEST)) -> HttpResponse:
    """End time off now, or take it back where it hasn't begun; the days are left for later."""
    user = player(request)
    limits.check("edits", request, user)
    end_time_off(user, key)
    return _shown(user)


@router.post("/me/time-zone", response={200: TimeOffOut, **SIGNED_IN})
def choose_time_zone(request: HttpRequest, body: Living) -> HttpResponse:
    """Say where you live, so that your days and weekends begin and end there."""
    user = player(request)
    limits.check("edits", request, user)
    set_time_zone(user, body.zone)
    user.refresh_from_db()  # it remembers the profile as it was
    return _shown(user)


def _day(text: str) -> date:
    """Return the day that *text* names. *Raises:* `CannotRest`."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise CannotRest("A day looks like 2026-12-24.") from error


def _shown(user: Any) -> HttpResponse:
    off = time_off(user)
    stretches = [
        {"key": one.pk, "first": str(one.first), "last": str(one.last), "begun": one.has_begun}
        for one in off.stretches
    ]
    return to_json(
        {
            "zone": off.zone,
            "year": off.year,
            "days_allowed": DAYS_A_YEAR,
            "days_taken": round(days_taken(user, off.year), 2),
            "stretches": stretches,
        }
    )
