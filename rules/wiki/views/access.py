"""Access to the views that change something, and the pages that show refusals."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from rules.document.errors import BadText, Outdated, Refused, RulesError
from rules.wiki import rendering
from rules.wiki.models import Edition, Rulebook
from scrapsite.accounts.guests import WORDS, accounts_only
from scrapsite.common import limits
from scrapsite.common.errors import TooMany, with_retry_after
from scrapsite.common.players import is_guest
from scrapsite.common.requests import is_fragment

View = Callable[..., HttpResponse]


def members_only(view: View) -> View:
    """Lead visitors to signing in and guests to making an account, as `accounts_only` does.

    htmx gets an error, so that it doesn't put the page for signing in where words are written.
    """
    led = accounts_only("rules:book_list")(view)

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        is_theirs = request.user.is_authenticated and not is_guest(request.user)
        if is_theirs or not is_fragment(request):
            return led(request, *args, **kwargs)
        error = Refused("Sign in with an account of your own first.", "rules/needs-account")
        return render(request, "rules/wiki/refusal.html", {"error": error}, status=status_of(error))

    return wrapped


def shows_refusals(view: View) -> View:
    """Show a refusal as a page that says why and gives back the visitor's words.

    A view whose form can show the refusal catches it first. Visitors whose texts took too long have to wait
    before they may send another.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            if request.method != "POST":
                return view(request, *args, **kwargs)
            with limits.counting("slow-texts", request, rendering.slow_texts):
                return view(request, *args, **kwargs)
        except (RulesError, TooMany) as error:
            return show_refusal(request, error)

    return wrapped


def show_refusal(request: HttpRequest, error: RulesError | TooMany) -> HttpResponse:
    """Return the page (for htmx: the notice) that says what was refused and gives back what was written."""
    names = [*WORDS, *(name for name in request.POST if _is_by_hand(request, name))]
    written = [text for name in names if (text := request.POST.get(name, ""))]
    template = "rules/wiki/_refusal.html" if is_fragment(request) else "rules/wiki/refusal.html"
    context = {"error": error, "written": written}
    response = render(request, template, context, status=status_of(error))
    return with_retry_after(response, error)


def _is_by_hand(request: HttpRequest, name: str) -> bool:
    """Return whether a field of a conflict was written by hand, and not only filled in."""
    kind, _, key = name.partition(":")
    return kind in ("text", "title") and request.POST.get(f"choice:{key}") == "hand"


def status_of(error: RulesError | TooMany) -> int:
    """Return the HTTP status of a refusal."""
    if isinstance(error, TooMany):
        return 429
    if isinstance(error, Outdated):
        return 409
    if isinstance(error, Refused) and error.code.startswith("rules/needs-"):
        return 403
    return 422 if isinstance(error, BadText | Refused) else 400


def edition_or_404(game: str, edition: str) -> Edition:
    """Return the edition with its rulebook and head. *Raises:* Http404."""
    found = Edition.objects.select_related("rulebook", "head").filter(
        rulebook__game=game, slug=edition, head__isnull=False
    )
    if (edition_row := found.first()) is None:
        raise Http404("No such edition.")
    return edition_row


def rulebook_or_404(game: str) -> Rulebook:
    """Return the game's rulebook. *Raises:* Http404."""
    found = Rulebook.objects.filter(game=game).first()
    if found is None:
        raise Http404("No such rulebook.")
    return found


def see(request: HttpRequest, address: str, said: str = "") -> HttpResponse:
    """Redirect to *address* after a change, with a message about it."""
    if said:
        messages.success(request, said)
    response = redirect(address)
    response.status_code = 303
    return response
