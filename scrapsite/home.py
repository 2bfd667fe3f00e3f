"""The home page."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import catalog, queries
from scrapsite.serving.public import public_page

FIRST_GAME = "scrapbots"
FAN = ("rocket-pod", "scout", "golem", "chainsaw", "fusion-cell")
TURN_CARDS = ("spare-parts", "sentry-gun", "blaster", "enforcer", "brain-damage")


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
    """Show what this is, with one button to play; to players also their running matches."""
    title = catalog.title(FIRST_GAME)
    here = catalog.titles()
    context: dict[str, Any] = {
        "title": title,
        "fan": [_newest_card(slug) for slug in FAN],
        "turn": {slug.replace("-", "_"): _newest_card(slug) for slug in TURN_CARDS},
        "titles": here,
        "coming": [game for game in COMING if game.slug not in {found.slug for found in here}],
    }
    if request.user.is_authenticated:
        context["lobby"] = queries.lobby(request.user)
    return render(request, "scrapsite/home.html", context)


def _newest_card(slug: str) -> Any:
    return catalog.card(FIRST_GAME, catalog.title(FIRST_GAME).newest.slug, slug)
