"""The pages of suggestions: asking for a search, how far it is, and taking what it suggests."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import catalog
from games.engine.drafting import DraftRefused
from games.engine.errors import BadOptions, GameError
from games.lab.asking import has_lab
from games.matches.refusals import guest_first, player_of
from games.suggestions import asking, making
from games.suggestions.forms import Start, form_of, read, start_of
from games.suggestions.models import SuggestionSearch
from games.suggestions.page import page_of, progress_of
from scrapsite.common import limits
from scrapsite.common.errors import Refusal, http_status, with_retry_after
from scrapsite.common.requests import is_fragment, whole_number
from scrapsite.server.work.once import key_of_form, once

_FIX_FIRST = "Fix the problems of the draft first."


@require_http_methods(["GET", "HEAD", "POST"])
def suggestion_create(request: HttpRequest) -> HttpResponse:
    """Show the form, `?draft=` or `?title=&edition=`, and the reader's searches. A POST asks for a search.

    A visitor who isn't signed in becomes a guest by that. A POST with `press=add` shows the form with a row
    more.
    """
    data = (request.POST if request.method == "POST" else request.GET).dict()
    try:
        start = start_of(request.user, data)
    except BadOptions as error:
        raise Http404(error.reason) from error
    except DraftRefused:
        if request.method != "POST":
            messages.info(request, f"{_FIX_FIRST} Then a search can begin with it.")
            return _to("games:draft_detail", data["draft"])
        return _kept(request, data)
    if request.method != "POST":
        return _form(request, start, data)
    if data.get("press") == "add":
        return _form(request, start, data, is_added=True)
    try:
        limits.check("searches-of-figures", request)
        question = read(start, data)
        if again := guest_first(request):
            return again
        user = player_of(request)
        made = once(
            user,
            key_of_form(request),
            "search",
            lambda note: asking.ask(user, question, start.draft, note).pk,
        )
    except (GameError, Refusal) as error:
        return _form(request, start, data, error)
    return _to("games:suggestion_detail", made)


@require_safe
def suggestion_detail(request: HttpRequest, search_id: str) -> HttpResponse:
    """Show a search of the reader: how far it is, or what it suggests."""
    search = asking.search_for(request.user, search_id)
    if is_fragment(request):
        if not search.is_under_way:
            return HttpResponse(headers={"HX-Refresh": "true"})
        return render(request, "_progress.html", {"progress": progress_of(search)})
    return render(request, "games/suggestions/suggestion_detail.html", _context(search))


@require_POST
def suggestion_cancel(request: HttpRequest, search_id: str) -> HttpResponse:
    """Stop a search of the reader."""
    return _to("games:suggestion_detail", asking.cancel(request.user, search_id).pk)


@require_POST
def suggestion_resume(request: HttpRequest, search_id: str) -> HttpResponse:
    """Go on with a search of the reader, which was cancelled or which failed."""
    return _begun_anew(request, search_id, asking.resume)


@require_POST
def suggestion_further(request: HttpRequest, search_id: str) -> HttpResponse:
    """Have a search of the reader try other variants, although the figures as they are give such games."""
    return _begun_anew(request, search_id, asking.look_further)


@require_POST
def suggestion_take(request: HttpRequest, search_id: str) -> HttpResponse:
    """Make a draft of the suggestion `number`, or put it into the draft that the search began with.

    `into` is `draft`, `working`, or `report`, which leads from the new draft to the lab.
    """
    search = asking.search_for(request.user, search_id)
    number, into = whole_number(request.POST.get("number", ""), low=1) or 0, request.POST.get("into", "")
    try:
        limits.check("drafts", request)
        if into == "working":
            put = making.change_working_copy(request.user, search, number)
            messages.info(request, _put_words(put))
            return _to("games:draft_detail", put.draft.pk)
        draft, edition = making.make_draft(request.user, search, number)
    except (GameError, Refusal) as error:
        return _refused(request, search, error)
    if into != "report":
        return _to("games:draft_detail", draft.pk)
    asked = urlencode({"title": search.title, "edition": edition, "against": search.base})
    return _see(f"{reverse('games:report_create')}?{asked}")


def _put_words(put: making.Put) -> str:
    """Return what putting figures into a draft has done."""
    said = "The figures are in your draft now." if put.is_news else "Your draft has these figures already."
    if put.left_out:
        said += " Those of cards that you have removed were left out."
    return said + (" Undo takes them back." if put.is_news else "")


def _form(
    request: HttpRequest,
    start: Start,
    data: dict[str, str],
    error: GameError | Refusal | None = None,
    is_added: bool = False,
) -> HttpResponse:
    context = {
        "form": form_of(start, data, is_added),
        "titles": [title for title in catalog.titles() if title.drafting],
        "notice": error,
        "has_lab": has_lab(),
        "searches": asking.searches_of(request.user, start.draft),
    }
    status = 200 if error is None else http_status(error)
    response = render(request, "games/suggestions/suggestion_create.html", context, status=status)
    return with_retry_after(response, error) if error else response


def _kept(request: HttpRequest, data: dict[str, str]) -> HttpResponse:
    """Return the form as it was filled in, for a draft that has got problems since it was opened."""
    start = start_of(request.user, data, as_base=True)
    if data.get("press") == "add":
        return _form(request, start, data, is_added=True)
    return _form(request, start, data, BadOptions(f"{_FIX_FIRST} Then start the search again."))


def _begun_anew(
    request: HttpRequest, search_id: str, begin: Callable[[Any, str], SuggestionSearch]
) -> HttpResponse:
    search = asking.search_for(request.user, search_id)
    try:
        limits.check("searches-of-figures", request)
        return _to("games:suggestion_detail", begin(request.user, search_id).pk)
    except (GameError, Refusal) as error:
        return _refused(request, search, error)


def _refused(request: HttpRequest, search: SuggestionSearch, error: GameError | Refusal) -> HttpResponse:
    context = _context(search) | {"notice": error}
    response = render(request, "games/suggestions/suggestion_detail.html", context, status=http_status(error))
    return with_retry_after(response, error)


def _context(search: SuggestionSearch) -> dict[str, Any]:
    progress = progress_of(search) if search.is_under_way else None
    return {"search": search, "page": page_of(search), "progress": progress}


def _to(name: str, *args: str) -> HttpResponse:
    return _see(reverse(name, args=args))


def _see(address: str) -> HttpResponse:
    response = redirect(address)
    response.status_code = 303
    return response
