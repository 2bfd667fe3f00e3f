"""The API of ratings: the best players of a game, and the public page of a player."""

from typing import Any

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from ninja import Router, Schema

from games import catalog
from games.api.tools import OF_A_MATCH, moment
from games.engine.errors import BadOptions
from games.ratings.lists import Leader, leaders
from games.ratings.player_page import PlayerPage, player_page
from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.common import limits
from scrapsite.common.api import player, to_json
from scrapsite.common.players import LONGEST_NAME, name_key

router = Router(tags=["ratings"], auth=TokenOrSession())


class LeaderOut(Schema):
    """One of the best players of a game. *deviation:* how uncertain the rating is."""

    place: int
    name: str
    bot: bool
    rating: float
    deviation: float
    matches: int
    provisional: bool


class PointOut(Schema):
    """A rating after a match. *change:* by how much this match changed it."""

    number: int
    at: str
    rating: float
    change: float


class GameRatingOut(Schema):
    """A player's rating and results in a game. *history:* the newest ratings, oldest first."""

    game: str
    rating: float
    deviation: float
    matches: int
    provisional: bool
    won: int
    drawn: int
    lost: int
    history: list[PointOut]


class RivalOut(Schema):
    """How often the player finished before, level with, or behind another player."""

    name: str
    before: int
    level: int
    behind: int


class PlayerOut(Schema):
    """What is public about a player. Guests have no page.

    *rivals:* the twenty met most often, yourself first, in the player's latest 500 results.
    """

    name: str
    games: list[GameRatingOut]
    rivals: list[RivalOut]


@router.get("/games/{game}/players", response={200: list[LeaderOut], **OF_A_MATCH})
def list_leaders(request: HttpRequest, game: str) -> HttpResponse:
    """List the best players and bots of a game."""
    limits.check("reads", request, player(request))
    try:
        title = catalog.title(game)
    except BadOptions as error:
        raise Http404("No such game.") from error
    return to_json([_plain_leader(leader) for leader in leaders(title.slug)])


@router.get("/players/{name}", response={200: PlayerOut, **OF_A_MATCH})
def read_player(request: HttpRequest, name: str) -> HttpResponse:
    """Show what is public about a player. *name:* as others see it."""
    user = player(request)
    limits.check("reads", request, user)
    return to_json(_plain_player(player_page(_known(name), "", user)))


def _known(name: str) -> Any:
    people = User.objects.filter(is_active=True, profile__is_guest=False).select_related("profile")
    is_name = len(name) <= LONGEST_NAME and name.isprintable()
    found = people.filter(profile__name_key=name_key(name)).first() if is_name else None
    if found is None:
        raise Http404("No such player.")
    return found


def _plain_leader(leader: Leader) -> dict[str, Any]:
    """Return one of the best players as plain data."""
    return {
        "place": leader.place,
        "name": leader.name,
        "bot": leader.is_bot,
        "rating": leader.rating,
        "deviation": leader.deviation,
        "matches": leader.matches,
        "provisional": leader.is_provisional,
    }


def _plain_player(page: PlayerPage) -> dict[str, Any]:
    """Return what is public about a player as plain data."""
    return {
        "name": page.name,
        "games": [
            {
                "game": game.title,
                "rating": game.rating,
                "deviation": game.deviation,
                "matches": game.matches,
                "provisional": game.is_provisional,
                "won": game.won,
                "drawn": game.drawn,
                "lost": game.lost,
                "history": [
                    {
                        "number": point.number,
                        "at": moment(point.at),
                        "rating": point.rating,
                        "change": point.change,
                    }
                    for point in game.history
                ],
            }
            for game in page.games
        ],
        "rivals": [
            {"name": one.name, "before": one.before, "level": one.level, "behind": one.behind}
            for one in page.rivals
        ],
    }
