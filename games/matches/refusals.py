"""How the views of every room show a refusal, and which user acts in them.

Most refusals appear on the page of the match. That room is higher than this one, so it registers its
function here when the app is ready (`games.apps`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Protocol

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from games.engine.errors import GameError
from games.matches.access import match_for
from games.matches.models import Match
from scrapsite.common import limits
from scrapsite.common.errors import NeedsPlayer, Refusal, http_status, with_retry_after
from scrapsite.common.links import rule_url
from scrapsite.common.players import ensure_player

View = Callable[..., HttpResponse]
# In the address of a form that is sent again.
_AGAIN = "as"
# In the forms of whoever is signed in, to tell when they no longer are.
_SIGNED_IN = "signed_in"


@dataclass(frozen=True, slots=True)
class Notice:
    """Why something was refused. *rule:* anchor in the rulebook. *rule_url:* its page. Both may be empty."""

    reason: str
    code: str
    rule: str = ""
    rule_url: str = ""


class ShowMatch(Protocol):
    """Shows a match as it is now, with a notice."""

    def __call__(
        self, request: HttpRequest, match: Match, *, notice: Notice | None = None, status: int = 200
    ) -> HttpResponse: ...


_pages: list[ShowMatch] = []


def connect_match_page(show: ShowMatch) -> None:
    """Register *show* as the function that shows a match after a refusal."""
    _pages[:] = [show]


def shows_refusals(view: View) -> View:
    """Decorate *view*, which takes a `match_id`, to answer a refusal with the current match and a notice."""

    @wraps(view)
    def wrapped(request: HttpRequest, match_id: str, **more: Any) -> HttpResponse:
        try:
            return view(request, match_id, **more)
        except (GameError, Refusal) as error:
            return show_refusal(request, match_for(request.user, match_id), error)

    return wrapped


def show_refusal(request: HttpRequest, match: Match, error: GameError | Refusal) -> HttpResponse:
    """Return the page of *match* as it is now, with *error* as a notice."""
    notice = notice_of(error, match.title, match.edition)
    response = _pages[0](request, match, notice=notice, status=http_status(error))
    return with_retry_after(response, error)


def notice_of(error: GameError | Refusal, title: str, edition: str) -> Notice:
    """Return *error* as a notice for a page."""
    return Notice(error.reason, error.code, error.rule, rule_url(title, edition, error.rule))


def player_of(request: HttpRequest) -> Any:
    """Return the signed-in user, or make the visitor a guest.

    *Raises:* `TooMany` if there were too many guests from one address.
    """
    if not request.user.is_authenticated:
        limits.check("guests", request)
    return ensure_player(request)


def guest_first(request: HttpRequest) -> HttpResponse | None:
    """Make a visitor a guest, and return the answer by which the browser sends the form again, as that guest.

    If the answer to the second request gets lost, the form comes once more from somebody whom `once` knows.
    Return None for whoever is signed in, and for a browser that takes no cookies: it is here again already.
    *Raises:* `TooMany` like `player_of`; `NeedsPlayer` if the form was that of somebody signed in.
    """
    if request.user.is_authenticated or _AGAIN in request.GET:
        return None
    if _SIGNED_IN in request.POST:
        raise NeedsPlayer("You are signed out. Sign in, or press again to go on as a guest.")
    player_of(request)
    if settings.CSRF_COOKIE_NAME in request.COOKIES:
        # The form that is sent again has the token of this cookie, which signing in would replace.
        request.META["CSRF_COOKIE_NEEDS_UPDATE"] = False
    query = request.GET.copy()
    query[_AGAIN] = "guest"
    return HttpResponseRedirect(f"{request.path}?{query.urlencode()}", preserve_request=True)
