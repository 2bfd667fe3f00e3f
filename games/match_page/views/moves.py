"""Moves from the page: plain forms, enhanced with htmx."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games import catalog
from games.match_page import fold
from games.match_page.forms import read_deck, read_moment, read_move, read_order
from games.match_page.views.showing import show_after
from games.matches import access
from games.matches.actions.bring import bring_deck
from games.matches.actions.orders import give_order, withdraw_order
from games.matches.actions.play import play_batch, play_move
from games.matches.actions.resign import resign
from games.matches.actions.undo import undo_move
from games.matches.refusals import shows_refusals
from scrapsite.common import limits
from scrapsite.common.requests import is_fragment


@require_POST
@shows_refusals
def move_create(request: HttpRequest, match_id: str) -> HttpResponse:
    """Play the move that the form holds, or all moves of its list."""
    limits.check("moves", request)
    sent = read_move(request.POST)
    if isinstance(sent["move"], list):
        play_batch(match_id, request.user, sent["seen"], sent["client_move_id"], sent["move"])
    else:
        play_move(match_id, request.user, **sent)
    return show_after(request, match_id)


@require_POST
@shows_refusals
def deck_bring(request: HttpRequest, match_id: str) -> HttpResponse:
    """Bring the form's deck into the match, in games whose players bring their own decks."""
    limits.check("moves", request)
    match = access.match_for(request.user, match_id)
    rules = catalog.edition(match.title, match.edition).decks
    slots = [slot.key for slot in rules.slots({})] if rules else []
    bring_deck(match_id, request.user, **read_deck(request.POST, slots))
    if rules and not is_fragment(request):
        messages.success(request, f"You will use this {rules.noun} in the match.")
    return show_after(request, match_id)


@require_POST
@shows_refusals
def order_create(request: HttpRequest, match_id: str) -> HttpResponse:
    """Give the standing order that the form holds."""
    limits.check("moves", request)
    give_order(match_id, request.user, read_order(request.POST))
    return show_after(request, match_id)


@require_POST
@shows_refusals
def order_withdraw(request: HttpRequest, match_id: str) -> HttpResponse:
    """Withdraw the standing order that the form holds."""
    limits.check("moves", request)
    withdraw_order(match_id, request.user, read_order(request.POST))
    return show_after(request, match_id)


@require_POST
@shows_refusals
def match_undo(request: HttpRequest, match_id: str) -> HttpResponse:
    """Take the newest move back."""
    limits.check("moves", request)
    undo_move(match_id, request.user, **read_moment(request.POST))
    return show_after(request, match_id)


@require_http_methods(["GET", "HEAD", "POST"])
@shows_refusals
def match_resign(request: HttpRequest, match_id: str) -> HttpResponse:
    """Ask whether to resign; a POST does it."""
    if request.method == "POST":
        resign(match_id, request.user)
        return show_after(request, match_id)
    match = access.match_for(request.user, match_id)
    board = fold.board(match, access.seat_of(request.user, match))
    if not board.can_resign:
        return redirect("games:match_detail", match_id)
    return render(request, "games/match_page/match_resign.html", {"board": board})
