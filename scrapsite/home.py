"""The home page."""

from itertools import chain, zip_longest
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import catalog
from games.lobby.lists import has_played, own_matches
from scrapsite.common.public import public_page

FAN = 5  # cards at the top of the page


@public_page
def home(request: HttpRequest) -> HttpResponse:
    """Show what the site is, every game with its play button, and a player's running matches."""
    titles = catalog.titles()
    shown = zip_longest(*(title.shown_cards for title in titles))
    context: dict[str, Any] = {
        "games": titles,
        "is_new": not has_played(request.user),
        "fan": [card for card in chain.from_iterable(shown) if card][:FAN],
    }
    if request.user.is_authenticated:
        context["lobby"] = own_matches(request.user)
    return render(request, "scrapsite/home.html", context)
