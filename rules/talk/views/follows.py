"""Following and unfollowing, and the page of what the visitor follows."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from rules.talk.actions import follows
from rules.talk.models import Thread
from rules.talk.notifications import RULES_NEWS
from rules.talk.queries.follows import following
from rules.talk.queries.threads import visible_threads
from rules.talk.views.threads import HIGHEST_KEY, member
from rules.wiki.models import Rulebook
from rules.wiki.stored_books import editions_of
from rules.wiki.views.access import members_only, rulebook_or_404, see, shows_refusals
from scrapsite.common import limits
from scrapsite.common.requests import whole_number
from scrapsite.notifications.news import mark_read


@require_safe
@members_only
def follow_list(request: HttpRequest) -> HttpResponse:
    """What the visitor follows, and what is new there."""
    context = {"following": following(member(request)), "until": timezone.now().isoformat()}
    return render(request, "rules/talk/follow_list.html", context)


@require_POST
@members_only
@shows_refusals
def follow_toggle(request: HttpRequest) -> HttpResponse:
    """Follow or unfollow a rulebook, a paragraph or a thread. Then go back to the page before."""
    limits.check("comments", request)
    rulebook = rulebook_or_404(request.POST.get("game", ""))
    thread, anchor = _thread(request, rulebook), request.POST.get("anchor", "")
    if request.POST.get("follow") == "no":
        follows.unfollow(member(request), rulebook, anchor, thread)
        return see(request, _back(request), "You no longer follow it.")
    if anchor and not any(anchor in book.by_anchor for book in editions_of(rulebook.game)):
        raise Http404("No such paragraph.")
    follows.follow(member(request), rulebook, anchor, thread)
    return see(
        request, _back(request), "You are following it now. See what is new on the page “What you follow”."
    )


@require_POST
@members_only
def follow_read(request: HttpRequest) -> HttpResponse:
    """Mark everything that the page showed as read."""
    try:
        until = parse_datetime(request.POST.get("until", ""))
    except ValueError:
        until = None
    if until is not None and timezone.is_aware(until):
        follows.mark_read(member(request), until)
        mark_read(member(request), until, RULES_NEWS)
    return see(request, reverse("rules:follow_list"), "Everything is marked as read.")


def _thread(request: HttpRequest, rulebook: Rulebook) -> Thread | None:
    """Return the thread that is meant, None for none. *Raises:* Http404 for one that can't be seen."""
    key = request.POST.get("thread", "")
    if not key:
        return None
    found = Thread.objects.filter(edition__rulebook=rulebook)
    if request.POST.get("follow") != "no":
        found = visible_threads(rulebook.game)
    thread = found.filter(pk=whole_number(key, high=HIGHEST_KEY) or 0).first()
    if thread is None:
        raise Http404("No such thread.")
    return thread


def _back(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    is_safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if is_safe else reverse("rules:follow_list")
