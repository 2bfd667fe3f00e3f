"""The API of finding matches: the lobby, one's own matches, invitations, terms, rematches, ratings."""

from typing import Any

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from ninja import Path, Query, Router

from games import catalog
from games.api.schemas import Done, Inviting, LeaderOut, MatchLineOut, MatchOut, MineOut, PlayerOut, Watching
from games.api.tools import OF_A_MATCH, SIGNED_IN, player, show_again, show_match, to_json
from games.engine.errors import BadOptions
from games.lobby.filters import read_filters
from games.lobby.lists import finished_matches, invitations, open_matches, own_matches
from games.match_page.plain import plain_leader, plain_player, plain_row
from games.matches import access
from games.matches.actions import invitations as invitations_module
from games.matches.actions import seats as seats_module
from games.matches.actions.invitations import decline, invite
from games.matches.actions.rematch import rematch
from games.matches.actions.terms import set_watching
from games.ratings.lists import leaders
from games.ratings.player_page import player_page
from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.common import limits
from scrapsite.common.players import LONGEST_NAME, name_key

LARGEST = 2**31 - 1
router = Router(tags=["lobby"], auth=TokenOrSession())


@router.get("/lobby", response={200: list[MatchLineOut], **SIGNED_IN})
def list_open_matches(
    request: HttpRequest,
    box: str = Query("", max_length=80),
    seats: str = Query("", max_length=2),
    time: str = Query("", max_length=10),
    rated: str = Query("", max_length=3),
) -> HttpResponse:
    """List other people's matches with a free seat, the newest first.

    *box:* a game's slug, or game/edition. *seats:* how many play. *time:* `live` or `days`. *rated:* `yes` or
    `no`. What isn't known is left out.
    """
    user = player(request)
    limits.check("reads", request, user)
    filters = read_filters({"box": box, "seats": seats, "time": time, "rated": rated})
    return to_json([plain_row(line) for line in open_matches(user, filters)])


@router.get("/me/matches", response={200: MineOut, **SIGNED_IN})
def list_own_matches(request: HttpRequest) -> HttpResponse:
    """List your matches, what is due first at the top, and whom to answer."""
    user = player(request)
    limits.check("reads", request, user)
    own = own_matches(user)
    return to_json(
        {
            "your_turn": [plain_row(line) for line in own.my_turn],
            "waiting": [plain_row(line) for line in own.waiting],
            "open": [plain_row(line) for line in own.mine_open],
            "finished": [plain_row(line) for line in finished_matches(user)],
            "invitations": [{"match": plain_row(one.line), "by": one.by} for one in invitations(user)],
        }
    )


@router.post("/matches/{match_id}/cancel", response={200: MatchOut, **OF_A_MATCH})
def cancel_match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Call a match of yours off that hasn't begun."""
    user = player(request)
    limits.check("moves", request, user)
    seats_module.cancel_match(match_id, user)
    return show_again(user, match_id)


@router.post("/matches/{match_id}/again", response={200: MatchOut, **OF_A_MATCH})
def repeat_match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Play the same again, seats turned: the rematch that somebody has asked for, or a new one."""
    user = player(request)
    limits.check("matches", request, user)
    return show_match(user, rematch(match_id, user))


@router.post("/matches/{match_id}/watchers", response={200: MatchOut, **OF_A_MATCH})
def set_watchers(request: HttpRequest, match_id: str, body: Watching) -> HttpResponse:
    """Say who may look on, and how late. Once others sit there it can only be made stricter."""
    user = player(request)
    limits.check("moves", request, user)
    set_watching(match_id, user, body.watch, body.watch_delay)
    return show_again(user, match_id)


@router.post("/matches/{match_id}/invitations", response={200: MatchOut, **OF_A_MATCH})
def invite_player(request: HttpRequest, match_id: str, body: Inviting) -> HttpResponse:
    """Ask a player to take a free seat."""
    user = player(request)
    access.match_for(user, match_id)
    limits.check("invitations", request, user)
    invite(match_id, user, body.name)
    return show_again(user, match_id)


@router.post("/matches/{match_id}/invitations/{key}/withdraw", response={200: MatchOut, **OF_A_MATCH})
def withdraw_invitation(
    request: HttpRequest, match_id: str, key: int = Path(..., ge=1, le=LARGEST)
) -> HttpResponse:
    """Take an invitation back that isn't answered."""
    user = player(request)
    limits.check("moves", request, user)
    invitations_module.withdraw_invitation(match_id, user, key)
    return show_again(user, match_id)


@router.post("/matches/{match_id}/decline", response={200: Done, **OF_A_MATCH})
def decline_invitation(request: HttpRequest, match_id: str) -> HttpResponse:
    """Decline your invitation to the match. To accept it, join."""
    user = player(request)
    limits.check("moves", request, user)
    decline(match_id, user)
    return to_json({"done": True})


@router.get("/games/{game}/players", response={200: list[LeaderOut], **OF_A_MATCH}, tags=["ratings"])
def list_leaders(request: HttpRequest, game: str) -> HttpResponse:
    """List the best players and bots of a game."""
    limits.check("reads", request, player(request))
    try:
        title = catalog.title(game)
    except BadOptions as error:
        raise Http404("No such game.") from error
    return to_json([plain_leader(leader) for leader in leaders(title.slug)])


@router.get("/players/{name}", response={200: PlayerOut, **OF_A_MATCH}, tags=["ratings"])
def read_player(request: HttpRequest, name: str) -> HttpResponse:
    """Show what everybody may know of a player, by the name that others see."""
    user = player(request)
    limits.check("reads", request, user)
    return to_json(plain_player(player_page(_known(name), "", user)))


def _known(name: str) -> Any:
    people = User.objects.filter(is_active=True, profile__is_guest=False).select_related("profile")
    is_name = len(name) <= LONGEST_NAME and name.isprintable()
    found = people.filter(profile__name_key=name_key(name)).first() if is_name else None
    if found is None:
        raise Http404("No such player.")
    return found
