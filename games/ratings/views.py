"""The pages of players and bots, and of the best in each game."""

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import bots, catalog
from games.engine.errors import BadOptions
from games.ratings.lists import leaders
from games.ratings.player_page import PlayerPage, player_page
from scrapsite.common.limits import limited
from scrapsite.common.players import LONGEST_NAME, name_key


@require_safe
@limited("heavy-pages")
def player_detail(request: HttpRequest, name: str) -> HttpResponse:
    """Show what is public about a player. *name:* as others see it. Guests have no page."""
    known = User.objects.filter(is_active=True, profile__is_guest=False).select_related("profile")
    user = known.filter(profile__name_key=name_key(name)).first() if len(name) <= LONGEST_NAME else None
    if user is None:
        raise Http404("No such player.")
    return _show(request, player_page(user, "", request.user))


@require_safe
@limited("heavy-pages")
def bot_detail(request: HttpRequest, bot: str) -> HttpResponse:
    """Show a bot's ratings and results."""
    if bot not in bots.BOTS:
        raise Http404("No such bot.")
    return _show(request, player_page(None, bot, request.user))


@require_safe
@limited("heavy-pages")
def leader_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the best players of a game."""
    try:
        title = catalog.title(slug)
    except BadOptions as error:
        raise Http404("No such game.") from error
    context = {"title": title, "titles": catalog.titles(), "leaders": leaders(slug)}
    return render(request, "games/ratings/leader_list.html", context)


def _show(request: HttpRequest, page: PlayerPage) -> HttpResponse:
    return render(request, "games/ratings/player_detail.html", {"player": page, "titles": catalog.titles()})
