"""The lobby, the page of a game, and making matches."""

import hashlib
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import catalog
from games.engine.errors import BadOptions, GameError
from games.engine.protocol import Title
from games.lobby.filters import Filters, filter_choices, read_filters
from games.lobby.forms import NewMatchForm, may_count
from games.lobby.lists import MatchLine, lobby, next_match, open_matches
from games.lobby.pairing import PACES, RANGES, pair, pairing_counts, read_wish
from games.lobby.watching import running_matches
from games.matches import access
from games.matches.actions.bring import bring_deck
from games.matches.actions.create import check_setup, create_match
from games.matches.actions.rematch import rematch
from games.matches.models import ID_LENGTH
from games.matches.refusals import Notice, guest_first, player_of
from scrapsite.common import limits
from scrapsite.common.errors import Refusal, TooMany, http_status, with_retry_after
from scrapsite.common.look import ago
from scrapsite.common.origins import same_origin_post
from scrapsite.common.public import public_page
from scrapsite.common.requests import is_fragment
from scrapsite.server.work.once import Note, key_of_form, once

_LONGEST_NAME = 40


@require_safe
def match_list(request: HttpRequest) -> HttpResponse:
    """Show the lobby, with the filters in the address; `?invite=` fills in a player to invite."""
    return _show_lobby(request)


@same_origin_post
@require_http_methods(["GET", "HEAD", "POST"])
def match_create(request: HttpRequest) -> HttpResponse:
    """Make the match that the form describes and go there. A visitor who isn't signed in becomes a guest.

    A GET redirects to the lobby's form.
    """
    if request.method != "POST":
        return redirect(f"{reverse('games:match_list')}#create")
    form = NewMatchForm(request.POST)
    setup: dict[str, Any] = {}
    try:
        limits.check("matches", request)
        setup = form.setup(request.user, may_count=may_count(request.user))
        check_setup(**setup, user=request.user)
        if again := guest_first(request):
            return again
        user = player_of(request)
        made = once(
            user,
            key_of_form(request),
            "create",
            lambda note: _make(request, user, setup, note),
        )
    except (GameError, Refusal) as error:
        if _is_about_the_invited(setup, error):
            form.wrong_invite = error.reason
        return with_retry_after(_show_again(request, form, error), error)
    _bring_deck(request, made, catalog.title(setup["title"]), form)
    return _see(made)


@same_origin_post
@require_POST
def match_pair(request: HttpRequest) -> HttpResponse:
    """Sit down with whoever looks for the same game and pace, or wait for them, and go to the match."""
    try:
        limits.check("matches", request)
        wish = read_wish(request.POST, request.user)
        if again := guest_first(request):
            return again
        user = player_of(request)
        found = once(user, key_of_form(request), "pair", lambda note: pair(user, wish, note).pk)
    except (GameError, Refusal) as error:
        notice = Notice(error.reason, error.code)
        again = _show_lobby(request, pairing=request.POST, notice=notice, status=http_status(error))
        return with_retry_after(again, error)
    return _see(found)


@require_safe
def match_open(request: HttpRequest) -> HttpResponse:
    """Show the lists that follow what others do, as the fragment that open lobbies fetch.

    The answer is 204 if `?shown=` says that the page shows them as they are.
    """
    filters = read_filters(request.GET)
    if not is_fragment(request):
        return redirect(f"{reverse('games:match_list')}?{request.GET.urlencode()}#open-title")
    try:
        limits.check("reads", request)
    except TooMany as error:
        return limits.refused(request, error)
    lists = _live_lists(request.user, filters, open_matches(request.user, filters))
    if lists["shown"] == request.GET.get("shown"):
        return HttpResponse(status=204)
    return render(request, "games/lobby/_live_answer.html", lists)


@require_safe
def match_mine(request: HttpRequest) -> HttpResponse:
    """Show all matches of the visitor, soonest due first."""
    return render(request, "games/lobby/match_mine.html", {"lobby": lobby(request.user, with_open=False)})


@require_safe
def match_next(request: HttpRequest) -> HttpResponse:
    """Go to the match that waits for the visitor and is due first, or to the next one after `?after=`."""
    match_id = next_match(request.user, request.GET.get("after", "")[:ID_LENGTH])
    if match_id is not None:
        return redirect("games:match_detail", match_id)
    messages.info(request, "No other match is waiting for you.")
    return redirect("games:match_mine")


@require_POST
def match_again(request: HttpRequest, match_id: str) -> HttpResponse:
    """Go to the rematch that another player has made, or make one."""
    match = access.match_for(request.user, match_id)
    if not access.sat_at(request.user, match):
        raise Http404("No such match.")
    try:
        limits.check("matches", request)
        return _see(rematch(match.pk, request.user).pk)
    except (GameError, Refusal) as error:
        notice = Notice(error.reason, error.code)
        return with_retry_after(_show_lobby(request, notice=notice, status=http_status(error)), error)


@public_page
@require_safe
def title_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game: what it is, its editions and credits, and the ways to play it."""
    try:
        title = catalog.title(slug)
    except BadOptions as error:
        raise Http404("No such game.") from error
    return render(
        request, "games/lobby/title_detail.html", {"title": title, "editions": title.editions.values()}
    )


def _make(request: HttpRequest, user: Any, setup: dict[str, Any], note: Note) -> str:
    if setup["invited"]:
        limits.check("invitations", request, user, times=len(setup["invited"]))
    return str(create_match(user, **setup, note=note).pk)


def _bring_deck(request: HttpRequest, match_id: str, title: Title, form: NewMatchForm) -> None:
    """Bring the deck that the form sent, if any, into the new match, and say whether that worked.

    Of a ready-made one nothing is said: the form chooses one by itself, also for a match that hasn't begun or
    has no room for it. The table tells whose it is.
    """
    deck, rules = form.deck(title), title.newest.decks
    if not deck or rules is None:
        return
    try:
        bring_deck(match_id, request.user, None, "brought", deck)
    except (GameError, Refusal) as error:
        said = f"The {rules.noun} couldn’t be brought into the match. {error.reason}"
        say = messages.warning
    else:
        said = f"You have brought your {rules.noun}. Press “Ready” to begin, or change it first."
        say = messages.success
    if not form.names_ready_made:
        say(request, said)


def _is_about_the_invited(setup: dict[str, Any], error: GameError | Refusal) -> bool:
    """Return whether *setup* is refused only because of the players it invites."""
    if not setup.get("invited") or not isinstance(error, BadOptions):
        return False
    try:
        check_setup(**{**setup, "invited": ()})
    except BadOptions:
        return False
    return True


def _show_again(request: HttpRequest, form: NewMatchForm, error: GameError | Refusal) -> HttpResponse:
    """Return the page of the refused form, filled in as it was sent: the game's page or the lobby."""
    notice, status = Notice(error.reason, error.code), http_status(error)
    title = form.whole_title()
    if title is None:
        return _show_lobby(request, form=form, notice=notice, status=status)
    context = {"title": title, "editions": title.editions.values(), "form": form, "notice": notice}
    return render(request, "games/lobby/title_detail.html", context, status=status)


def _live_lists(user: Any, filters: Filters, open_lines: Sequence[MatchLine]) -> dict[str, Any]:
    """Return what `_live_answer.html` needs. *shown:* differs when the lists do."""
    running, counts = running_matches(user), pairing_counts()
    told = [(line, ago(line.updated_at)) for line in open_lines], running, counts
    shown = hashlib.blake2b(repr(told).encode(), digest_size=8).hexdigest()
    asked = {"box": filters.box, "seats": filters.seats, "time": filters.time, "rated": filters.rated}
    return {
        "open_lines": open_lines,
        "running": running,
        "pairing_counts": counts,
        "filters": filters,
        "wanted_game": filters.box.partition("/")[0],
        "shown": shown,
        "refresh_url": f"{reverse('games:match_open')}?{urlencode(asked | {'shown': shown})}",
    }


def _show_lobby(
    request: HttpRequest,
    *,
    form: NewMatchForm | None = None,
    pairing: QueryDict | None = None,
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    """Return the lobby. *form*, *pairing:* what was sent and refused."""
    filters = read_filters(request.GET)
    sent = form.data if form else request.GET
    found = lobby(request.user, filters)
    context = {
        **_live_lists(request.user, filters, found.joinable),
        "lobby": found,
        "paces": [(pace, words) for pace, (words, _) in PACES.items()],
        "ranges": RANGES.items(),
        "may_count": may_count(request.user),
        "invite": sent.get("invite", "")[:_LONGEST_NAME],
        "choices": filter_choices(),
        "titles": catalog.titles(),
        "form": form or NewMatchForm(),
        "notice": notice,
        "pairing": pairing or {"title": filters.box.partition("/")[0]},
    }
    return render(request, "games/lobby/match_list.html", context, status=status)


def _see(match_id: str) -> HttpResponse:
    response = redirect("games:match_detail", match_id)
    response.status_code = 303
    return response
