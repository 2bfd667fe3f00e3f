"""What the views of the workshop share: keys of links, refusals, and leading on."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.discussion.moderation import draft_to_moderate
from games.drafts import access
from games.drafts.models import Draft
from games.engine.drafting import DraftRefused
from games.engine.errors import GameError
from games.workshop.gathered import gathered_of
from games.workshop.page import page_of
from games.workshop.still_said import still_said
from scrapsite.common import limits
from scrapsite.common.errors import Refusal, http_status, with_retry_after
from scrapsite.common.requests import is_fragment

View = Callable[..., HttpResponse]

_LONGEST_KEY = 24


def key_of(request: HttpRequest) -> str:
    """Return the key of a link that came with the request, or an empty text."""
    return (request.POST.get("key") or request.GET.get("key", ""))[:_LONGEST_KEY]


def seen_draft(request: HttpRequest, draft_id: str) -> Draft:
    """Return a draft that the visitor may read, also as a moderator. *Raises:* `Http404`."""
    try:
        return access.draft_for(request.user, draft_id, key_of(request))
    except Http404:
        found = draft_to_moderate(request.user, draft_id)
        if found is None:
            raise
        return found


def member(request: HttpRequest) -> User:
    """Return the user of the request. Only for views that let nobody else in."""
    return cast(User, request.user)


def acts(what: str) -> Callable[[View], View]:
    """Return a decorator for views that do something to a draft; they count as *what*.

    Refusals are shown on the page of the draft, if the visitor may see it.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, draft_id: str, **more: Any) -> HttpResponse:
            access.draft_for(request.user, draft_id, key_of(request))
            try:
                limits.check(what, request)
                return view(request, draft_id, **more)
            except (GameError, Refusal) as error:
                return refused(request, draft_id, error, view.__name__)

        return wrapped

    return decorate


def tell_saved(request: HttpRequest, before: Draft, after: Draft, words: str) -> None:
    """Say that something is saved in the draft, or that nothing has changed."""
    if after.working == before.working:
        messages.info(request, "Nothing has changed.")
    else:
        messages.success(request, words)


def refused(request: HttpRequest, draft_id: str, error: GameError | Refusal, form: str = "") -> HttpResponse:
    """Return the page of the draft with *error* as a notice, and in the *form* what was sent by it."""
    draft = access.draft_for(request.user, draft_id, key_of(request))
    more = {"notice": error, "reasons": reasons_of(error), "sent": {form: request.POST}}
    response = show_draft(request, draft, more, status=http_status(error))
    return with_retry_after(response, error)


def reasons_of(error: GameError | Refusal) -> list[str]:
    """Return why a draft's changes were refused, without the places, or an empty list for other refusals."""
    return [problem.reason for problem in error.problems] if isinstance(error, DraftRefused) else []


def show_draft(
    request: HttpRequest, draft: Draft, more: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    """Return the page of the draft."""
    context = page_of(draft, request.user, key_of(request)) | gathered_of(draft, request.user)
    context["only_moderates"] = context["may_moderate"] and not _is_reader(request, draft)
    if context["is_mine"]:
        context["still"] = still_said(context["shown"], draft)
    return render(request, "games/workshop/draft_detail.html", context | (more or {}), status=status)


def _is_reader(request: HttpRequest, draft: Draft) -> bool:
    """Return whether the visitor may see *draft* without being a moderator."""
    try:
        access.draft_for(request.user, draft.pk, key_of(request))
    except Http404:
        return False
    return True


def see(request: HttpRequest, name: str, *args: Any, after: str = "") -> HttpResponse:
    """Lead on to a page after something was done."""
    response = redirect(name, *args)
    if is_fragment(request):
        return HttpResponse(headers={"HX-Redirect": f"{response['Location']}{after}"})
    response.status_code = 303
    response["Location"] += after
    return response
