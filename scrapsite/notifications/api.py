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
from scrapsite.notifications.models import NotificationPreference
from scrapsite.notifications.preferences import plain
from scrapsite.notifications.preferences.choosing import Choices, choices_of, preference_of, store_choices

router = Router(tags=["alerts"], auth=TokenOrSession())

Name = Annotated[str, Field(max_length=40)]
Kinds = Annotated[
    dict[Name, Annotated[list[Name], Field(max_length=10)]],
    Field(max_length=40, examples=[{"your-turn": ["email", "feed"], "chat": []}]),
]
Games = Annotated[
    dict[Name, Kinds | None], Field(max_length=40, examples=[{"junkyard": {"ended": []}, "scrapyard": None}])
]


class PreferencesIn(Incoming):
    """What to change; what isn't named stays. *ways:* switch a way on or off as a whole.

    *kinds:* the ways by which each kind named is to come from now on, none to have it no more. *games:* the
    same for single games; null lets a game go along with all others again. *rhythm:* of letters: `soon`, or
    `daily` at *hour* of your day.
    """

    ways: Annotated[dict[Name, bool], Field(max_length=10, examples=[{"email": True}])] | None = None
    kinds: Kinds | None = None
    games: Games | None = None
    rhythm: Literal["soon", "daily"] | None = None
    hour: Annotated[int, Field(ge=0, le=23)] | None = None


class KindOut(Schema):
    """A kind of notification. *ways:* by which it comes unless one chooses otherwise.

    *of_games:* it can be chosen for single games.
    """

    kind: str
    label: str
    help: str
    ways: list[str]
    of_games: bool


class PreferencesOut(Schema):
    """What you are told of. *ways:* those of this site; nothing at all comes by one that is off.

    *kinds:* the ways of each kind. *games:* the same for those for which you chose separately.
    *rhythm*, *hour:* of letters. *known:* what the kinds are.
    """

    ways: dict[str, bool]
    kinds: dict[str, list[str]]
    games: dict[str, dict[str, list[str]]]
    rhythm: Literal["soon", "daily"]
    hour: int
    known: list[KindOut]


@router.get("/me/alerts", response={200: PreferencesOut, **SIGNED_IN})
def read_preferences(request: HttpRequest) -> HttpResponse:
    """Show what you are told of, by which ways, and how often letters come."""
    user = player(request)
    limits.check("reads", request, user)
    return _shown(user)


@router.post("/me/alerts", response={200: PreferencesOut, **SIGNED_IN})
def change_preferences(request: HttpRequest, body: PreferencesIn) -> HttpResponse:
    """Change what you are told of: all that the body names, or with a mistake in it nothing."""
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
        NotificationPreference.objects.update_or_create(user=user, defaults=changed)


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
