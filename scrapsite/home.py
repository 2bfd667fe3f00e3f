"""The home page."""

from itertools import chain, zip_longest
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import catalog
from games.lobby.lists import own_matches
from scrapsite.common.look import spread
from scrapsite.common.public import public_page

FAN = 5  # cards at the top of the page
SHOWN = 3  # cards for each game


@public_page
def home(request: HttpRequest) -> HttpResponse:
    """Show what the site is, every game with its play button, and a player's running matches."""
    titles = catalog.titles()
    shown = [spread(title.newest.cards, SHOWN) for title in titles]
    context: dict[str, Any] = {
        "games": list(zip(titles, shown, strict=True)),
        "fan": list(chain.from_iterable(zip_longest(*shown)))[:FAN],
    }
    if request.user.is_authenticated:
        context["lobby"] = own_matches(request.user)
    return render(request, "scrapsite/home.html", context)
