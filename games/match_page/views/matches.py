"""The page of a match, its board as a fragment, taking a seat and calling off."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine.errors import GameError, StaleMatch
from games.lobby.forms import read_watching
from games.match_page import fold
from games.match_page.views.showing import (
    is_shown,
    show_after,
    show_board,
    show_film,
    show_log,
    show_match,
)
from games.matches import access
from games.matches.actions.play import is_client_id
from games.matches.actions.seats import cancel_match, check_seat_open, join_match
from games.matches.actions.seen import mark_seen
from games.matches.actions.terms import set_watching
from games.matches.models import Match, Seat, Status
from games.matches.queries.seen import is_made
from games.matches.refusals import Notice, guest_first, notice_of, player_of, shows_refusals
from scrapsite.common import limits
from scrapsite.common.errors import Refusal, http_status, with_retry_after
from scrapsite.common.origins import same_origin_post
from scrapsite.common.requests import is_fragment, whole_number
from scrapsite.server.work.once import Note, key_of_form, once

_NOT_THROUGH = (
    "The match went on before your last move arrived, so your move did nothing. This is the board now."
)
_SEAT_GONE = "Somebody else took the seat, and the match has begun. You are watching it."
_MATCH_OVER = "Somebody else took the seat, and the match is over."


@require_safe
def match_detail(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show a match; with `?log=all` its whole log."""
    return show_match(request, *access.match_and_people(request.user, match_id))


@require_safe
def match_board(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show only the board, as the fragment that open pages fetch; 204 if they show it already.

    `?pressed=` is the id of a move whose answer didn't come: the board says if it isn't among the steps.
    """
    match, people = access.match_and_people(request.user, match_id)
    if is_shown(request, match, people):
        return HttpResponse(status=204)
    return show_board(request, match, people, notice=_lost_press(request, match, people))


def _lost_press(request: HttpRequest, match: Match, people: Sequence[Seat]) -> Notice | None:
    """Return that what was pressed didn't get through, None if it did or nothing was."""
    pressed, seat = request.GET.get("pressed", ""), access.viewer_of(request.user, people)
    if seat.is_spectator or not is_client_id(pressed) or is_made(match.pk, seat.seat, pressed):
        return None
    return Notice(_NOT_THROUGH, StaleMatch.code)


@require_safe
def match_log(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the whole log beside the board, which brings only its newest part with each move."""
    match, people = access.match_and_people(request.user, match_id)
    if not is_fragment(request):
        return redirect(f"{reverse('games:match_detail', args=[match_id])}?log=all")
    return show_log(match, access.viewer_of(request.user, people), people)


@require_safe
@shows_refusals
def match_film(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show scene by scene what happened after the step `?after=`, for pages that play it."""
    match, people = access.match_and_people(request.user, match_id)
    after = whole_number(request.GET.get("after", ""))
    if not is_fragment(request) or after is None:
        return redirect("games:match_detail", match_id)
    return show_film(match, access.viewer_of(request.user, people), after)


@require_POST
def match_seen(request: HttpRequest, match_id: str) -> HttpResponse:
    """Note the newest step the player has seen, and go back to the match."""
    try:
        mark_seen(match_id, request.user, whole_number(request.POST.get("seen", "")) or 0)
    except (GameError, Refusal) as error:
        return HttpResponse(error.reason, status=403, content_type="text/plain; charset=utf-8")
    response = redirect("games:match_detail", match_id)
    response.status_code = 303
    return response


@same_origin_post
@require_http_methods(["GET", "HEAD", "POST"])
@shows_refusals
def match_join(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show who invites; a POST takes a seat, and makes a guest of a visitor who isn't signed in.

    `?key=` opens a private match. A visitor who comes too late for a seat gets a message, and watches.
    """
    key = request.GET.get("key", "")
    match = access.match_to_join(request.user, match_id, key)
    if request.method == "POST":
        try:
            limits.check("matches", request)
            if again := _guest_first(request, match):
                return again
            once(request.user, key_of_form(request), "join", lambda note: _join(request, match, key, note))
        except (GameError, Refusal) as error:
            return _show_why_not(request, access.match_to_join(request.user, match_id, key), key, error)
        return show_after(request, match_id)
    board = fold.board(match, access.seat_of(request.user, match))
    if not board.can_join:
        if not access.sat_at(request.user, match):
            messages.info(request, _SEAT_GONE if match.status == Status.RUNNING else _MATCH_OVER)
        return redirect("games:match_detail", match_id)
    return render(request, "games/match_page/match_join.html", {"board": board})


def _show_why_not(request: HttpRequest, match: Match, key: str, error: GameError | Refusal) -> HttpResponse:
    """Return the page of *match* with *error*. Only by its *key* does a visitor see a private match."""
    if not (key and match.is_private and match.status == Status.OPEN):
        raise error
    board = fold.board(match, access.seat_of(request.user, match))
    shown = {"board": board, "notice": notice_of(error, match.title, match.edition)}
    status = http_status(error)
    return with_retry_after(render(request, "games/match_page/match_join.html", shown, status=status), error)


def _guest_first(request: HttpRequest, match: Match) -> HttpResponse | None:
    """Return the answer that makes a visitor a guest, if a seat is open to them. *Raises:* `CannotJoin`."""
    if request.user.is_authenticated:
        return None
    check_seat_open(match, request.user)
    return guest_first(request)


def _join(request: HttpRequest, match: Match, key: str, note: Note) -> str:
    if not request.user.is_authenticated:
        check_seat_open(match, request.user)
    return join_match(match.pk, player_of(request), request.POST.get("nonce"), key, note).pk


@require_POST
@shows_refusals
def match_cancel(request: HttpRequest, match_id: str) -> HttpResponse:
    """Call off a match that hasn't begun."""
    cancel_match(match_id, request.user)
    messages.success(request, "The match was called off.")
    return redirect("games:match_list")


@require_POST
@shows_refusals
def watchers_set(request: HttpRequest, match_id: str) -> HttpResponse:
    """Set who may watch, and with what delay."""
    set_watching(match_id, request.user, **_watching(request))
    return show_after(request, match_id)


def _watching(request: HttpRequest) -> dict[str, Any]:
    found = read_watching(request.POST)
    return {"watch": found["watch"], "delay": found["watch_delay"]}
