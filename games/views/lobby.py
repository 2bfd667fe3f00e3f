"""The lobby, the page of a game, and making matches."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games import access, actions, catalog, limits, queries
from games.engine import codec
from games.engine.errors import BadOptions, GameError
from games.errors import http_status
from games.forms import NewMatchForm
from games.models import Match
from games.views.showing import Notice, player_of, with_retry_after
from scrapsite.serving.csrf import same_origin_post
from scrapsite.serving.public import public_page


@require_safe
def match_list(request: HttpRequest) -> HttpResponse:
    """Show the lobby."""
    return _show_lobby(request)


@same_origin_post
@require_POST
def match_create(request: HttpRequest) -> HttpResponse:
    """Make the match the form asks for, for a guest made on the spot if need be, and go there."""
    form = NewMatchForm(request.POST)
    try:
        limits.check("matches", request)
        wishes = form.wishes()
        actions.check_wishes(**wishes)
        match = actions.create_match(player_of(request), **wishes)
    except GameError as error:
        return with_retry_after(_show_again(request, form, error), error)
    return _see(match)


@require_POST
def match_again(request: HttpRequest, match_id: str) -> HttpResponse:
    """Make another match like this one, with the same bots; people get an invitation by link."""
    match = access.match_for(request.user, match_id)
    if access.seat_of(request.user, match).is_spectator:
        raise Http404("No such match.")
    try:
        limits.check("matches", request)
        return _see(_made_again(request.user, match))
    except GameError as error:
        notice = Notice(error.reason, error.code)
        return with_retry_after(_show_lobby(request, notice=notice, status=http_status(error)), error)


@public_page
@require_safe
def title_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what a game is, its editions and credits, and the ways to play it."""
    try:
        title = catalog.title(slug)
    except BadOptions as error:
        raise Http404("No such game.") from error
    return render(request, "games/title_detail.html", {"title": title, "editions": title.editions.values()})


def _show_again(request: HttpRequest, form: NewMatchForm, error: GameError) -> HttpResponse:
    """Return the page that has the refused form in full, filled in as it was sent; else the lobby."""
    notice, status = Notice(error.reason, error.code), http_status(error)
    title = form.whole_title()
    if title is None:
        return _show_lobby(request, form=form, notice=notice, status=status)
    context = {"title": title, "editions": title.editions.values(), "form": form, "notice": notice}
    return render(request, "games/title_detail.html", context, status=status)


def _show_lobby(
    request: HttpRequest,
    *,
    form: NewMatchForm | None = None,
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "lobby": queries.lobby(request.user),
        "titles": catalog.titles(),
        "form": form or NewMatchForm(),
        "notice": notice,
    }
    return render(request, "games/match_list.html", context, status=status)


def _made_again(user: Any, match: Match) -> Match:
    seats: list[dict[str, str]] = []
    for seat in match.seats.order_by("number"):
        if seat.user_id == user.pk:
            seats.append({"kind": "me"})
        else:
            # A bot with a user plays on for somebody who resigned.
            is_bot = seat.bot and seat.user_id is None
            seats.append({"kind": "bot", "bot": seat.bot} if is_bot else {"kind": "open"})
    options = codec.from_json(dict, codec.to_json(_options_of(match)))
    return actions.create_match(user, match.title, match.edition, options, seats)


def _options_of(match: Match) -> Any:
    return codec.from_json(catalog.game(match.title, match.edition).options_type, match.options)


def _see(match: Match) -> HttpResponse:
    response = redirect("games:match_detail", match.pk)
    response.status_code = 303
    return response
