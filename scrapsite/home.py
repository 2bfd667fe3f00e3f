"""The home page."""

from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import catalog
from games.lobby.lists import own_matches
from scrapsite.common.public import public_page
from scrapsite.templatetags.look import spread

FAN = 5  # cards in the hero
SHOWN = 3  # cards of each game


@dataclass(frozen=True)
class ComingGame:
    """A game that has its place here but can't be played yet. *icon:* name in static/icons."""

    slug: str
    name: str
    tagline: str
    icon: str


COMING = (
    ComingGame(
        "junkyard", "Junkyard", "Program your Scrapbot, push the others about, raid the piles.", "crane"
    ),
    ComingGame(
        "scrapyard", "Scrapyard", "Peek, mark and collect the parts your machine needs.", "tracked-robot"
    ),
    ComingGame(
        "scrap-knights",
        "Scrap Knights",
        "Two mechs, one duel: both choose in secret, then strike.",
        "black-knight-helm",
    ),
)


@public_page
def home(request: HttpRequest) -> HttpResponse:
    """Show what this is and every game with its way to play; to players also their running matches."""
    titles = catalog.titles()
    shown = [spread(title.newest.cards, SHOWN) for title in titles]
    context: dict[str, Any] = {
        "games": list(zip(titles, shown, strict=True)),
        "fan": list(chain.from_iterable(zip_longest(*shown)))[:FAN],
        "coming": [game for game in COMING if game.slug not in {title.slug for title in titles}],
    }
    if request.user.is_authenticated:
        context["lobby"] = own_matches(request.user)
    return render(request, "scrapsite/home.html", context)
