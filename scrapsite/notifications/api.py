"""The API of notification preferences. It doesn't give out the addresses of feeds; only the page does."""

from typing import Annotated, Any, Literal

from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema
from pydantic import Field

from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.common import limits
from scrapsite.common.api import SIGNED_IN, Incoming, player, to_json
from scrapsite.notifications import registry
from scrapsite.notifications.making import store_rhythm
from scrapsite.notifications.preferences import plain
from scrapsite.notifications.preferences.choosing import Choices, choices_of, preference_of, store_choices

router = Router(tags=["notifications"], auth=TokenOrSession())

Name = Annotated[str, Field(max_length=40)]
Kinds = Annotated[
    dict[Name, Annotated[list[Name], Field(max_length=10)]],
    Field(max_length=40, examples=[{"your-turn": ["email", "feed"], "chat": []}]),
]
Games = Annotated[
    dict[Name, Kinds | None], Field(max_length=40, examples=[{"junkyard": {"ended": []}, "scrapyard": None}])
]


class PreferencesIn(Incoming):
    """What to change; settings you leave out stay as they are. *ways:* turn a channel on or off as a whole.

    *kinds:* the channels that each kind you name uses from now on, none to turn it off. *games:* the
    same for single games; null makes the game use the general settings again.
    *rhythm:* how often e-mails are sent: `soon`, or `daily` at *hour* in your time zone.
    """

    ways: Annotated[dict[Name, bool], Field(max_length=10, examples=[{"email": True}])] | None = None
    kinds: Kinds | None = None
    games: Games | None = None
    rhythm: Literal["soon", "daily"] | None = None
    hour: Annotated[int, Field(ge=0, le=23)] | None = None


class KindOut(Schema):
    """A kind of notification. *ways:* the channels that it uses unless you choose others.

    *of_games:* it can be chosen for single games.
    """

    kind: str
    label: str
    help: str
    ways: list[str]
    of_games: bool


class PreferencesOut(Schema):
    """Your notification settings. *ways:* the channels of this site; one that is off sends you nothing.

    *kinds:* the channels of each kind. *games:* the same for the games that have settings of their own.
    *rhythm*, *hour:* when e-mails are sent. *known:* what the kinds are.
    """

    ways: dict[str, bool]
    kinds: dict[str, list[str]]
    games: dict[str, dict[str, list[str]]]
    rhythm: Literal["soon", "daily"]
    hour: int
    known: list[KindOut]


@router.get("/me/alerts", response={200: PreferencesOut, **SIGNED_IN}, summary="Read notification settings")
def read_preferences(request: HttpRequest) -> HttpResponse:
    """Show which notifications you get, through which channels, and how often e-mails are sent."""
    user = player(request)
    limits.check("reads", request, user)
    return _shown(user)


@router.post(
    "/me/alerts", response={200: PreferencesOut, **SIGNED_IN}, summary="Change notification settings"
)
def change_preferences(request: HttpRequest, body: PreferencesIn) -> HttpResponse:
    """Change your notifications. If the body contains a mistake, nothing is changed."""
    user = player(request)
    limits.check("notifications", request, user)
    with transaction.atomic(durable=True):
        # Two requests at once must not undo each other's changes.
        User.objects.select_for_update().get(pk=user.pk)
        _change_choices(user, body)
        _change_preference(user, body)
    return _shown(user)


def _change_choices(user: Any, body: PreferencesIn) -> None:
    mine = _choices(user)
    plain.change_ways(mine, body.ways or {})
    plain.change_kinds(mine, body.kinds or {})
    plain.change_games(mine, body.games or {})
    store_choices(user.pk, mine.made)


def _change_preference(user: Any, body: PreferencesIn) -> None:
    named = {"rhythm": body.rhythm, "hour": body.hour}
    changed = {name: value for name, value in named.items() if value is not None}
    if changed:
        store_rhythm(user, changed)


def _choices(user: Any) -> Choices:
    return choices_of([user.pk]).get(user.pk, Choices())


def _shown(user: Any) -> HttpResponse:
    chosen = plain.plain_choices(_choices(user))
    preference = preference_of(user)
    known = [
        {
            "kind": kind.slug,
            "label": kind.label,
            "help": kind.help,
            "ways": [way for way in kind.channels if way in chosen["ways"]],
            "of_games": kind.of_games,
        }
        for kind in registry.kinds()
    ]
    return to_json({**chosen, "rhythm": preference.rhythm, "hour": preference.hour, "known": known})
