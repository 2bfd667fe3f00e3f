"""The pages on which players take time off and choose their time zone."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games.clocks.time_off import DAYS_A_YEAR, end_time_off, set_time_zone, take_time_off, time_off
from games.clocks.working_time import zone_names
from games.engine.errors import GameError
from games.matches.errors import CannotRest
from games.matches.refusals import Notice
from scrapsite.accounts.guests import signed_in
from scrapsite.common import limits
from scrapsite.common.errors import Refusal, http_status, with_retry_after


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def time_off_list(request: HttpRequest) -> HttpResponse:
    """Show the visitor's time off; a POST takes time off."""
    if request.method != "POST":
        return _show(request)
    try:
        limits.check("edits", request)
        first, last = _day(request, "first"), _day(request, "last")
        if last is None:
            raise CannotRest("Choose the last day.")
        take_time_off(request.user, first, last)
    except (GameError, Refusal) as error:
        return _show(request, error)
    return _back("games:time_off_list")


@signed_in("games:time_off_list")
@require_POST
def time_off_end(request: HttpRequest, pk: int) -> HttpResponse:
    """End the visitor's time off, or delete it if it hasn't begun."""
    end_time_off(request.user, pk)
    return _back("games:time_off_list")


@signed_in("games:time_off_list")
@require_POST
def time_zone_set(request: HttpRequest) -> HttpResponse:
    """Set the time zone in which the visitor's days begin and end."""
    try:
        limits.check("edits", request)
        set_time_zone(request.user, request.POST.get("zone", ""))
    except (GameError, Refusal) as error:
        return _show(request, error)
    messages.success(request, "Your time zone is saved.")
    return _back("games:time_off_list")


def _show(request: HttpRequest, error: GameError | Refusal | None = None) -> HttpResponse:
    context: dict[str, Any] = {
        "off": time_off(request.user),
        "zones": zone_names(),
        "sent": request.POST,
        "notice": Notice(error.reason, error.code) if error else None,
        "is_wrong": isinstance(error, GameError),
        "most": DAYS_A_YEAR,
    }
    response = render(
        request, "games/clocks/time_off.html", context, status=http_status(error) if error else 200
    )
    return with_retry_after(response, error) if error else response


def _day(request: HttpRequest, name: str) -> date | None:
    """Return the day in a form's field, or None if it is empty. *Raises:* `CannotRest`."""
    text = request.POST.get(name, "").strip()
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise CannotRest("Write a day like this: 2026-12-24.") from error


def _back(name: str) -> HttpResponse:
    response = redirect(name)
    response.status_code = 303
    return response
