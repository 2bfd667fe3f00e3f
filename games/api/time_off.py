"""The API of the caller's time off, and of the time zone in which their days begin and end."""

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

Day = Annotated[
    str,
    Field(
        max_length=10,
        examples=["2026-12-24"],
        json_schema_extra={"format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
    ),
]


class Resting(Incoming):
    """Days in your time zone, such as `2026-12-24`. *first:* null to begin now. *last:* included."""

    first: Day | None = None
    last: Day


class Living(Incoming):
    """*zone:* its name in the IANA time zone database."""

    zone: Annotated[str, Field(max_length=60, examples=["Europe/Berlin"])]


class StretchOut(Schema):
    """Time off that isn't over. *key:* use it to end the time off. *begun:* it has begun."""

    key: int
    first: str
    last: str
    begun: bool


class TimeOffOut(Schema):
    """*zone:* your time zone. *days_allowed:* in a year. *days_taken:* in *year*, planned ones included.

    *stretches:* time off that isn't over.
    """

    zone: str
    year: int
    days_allowed: int
    days_taken: float
    stretches: list[StretchOut]


@router.get("/me/time-off", response={200: TimeOffOut, **SIGNED_IN})
def read_time_off(request: HttpRequest) -> HttpResponse:
    """Show your time off, soonest first, and how many of the year's days you have taken."""
    user = player(request)
    limits.check("reads", request, user)
    return _shown(user)


@router.post("/me/time-off", response={200: TimeOffOut, **SIGNED_IN})
def add_time_off(request: HttpRequest, body: Resting) -> HttpResponse:
    """Take time off: your clocks stand still, in matches that allow it."""
    user = player(request)
    limits.check("edits", request, user)
    take_time_off(user, None if body.first is None else _day(body.first), _day(body.last))
    return _shown(user)


@router.post("/me/time-off/{key}/end", response={200: TimeOffOut, **OF_A_MATCH})
def stop_time_off(request: HttpRequest, key: int = Path(..., ge=1, le=LARGEST)) -> HttpResponse:
    """End time off now, or cancel it if it hasn't begun; you can take the unused days later."""
    user = player(request)
    limits.check("edits", request, user)
    end_time_off(user, key)
    return _shown(user)


@router.post("/me/time-zone", response={200: TimeOffOut, **SIGNED_IN})
def choose_time_zone(request: HttpRequest, body: Living) -> HttpResponse:
    """Set your time zone, in which your days and weekends begin and end."""
    user = player(request)
    limits.check("edits", request, user)
    set_time_zone(user, body.zone)
    user.refresh_from_db()  # the user object caches the old profile
    return _shown(user)


def _day(text: str) -> date:
    """Return the day written in *text*, such as 2026-12-24. *Raises:* `CannotRest`."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise CannotRest("Write a day like this: 2026-12-24.") from error


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
