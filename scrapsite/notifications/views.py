"""Pages about notifications: choices, unsubscribing, feeds and push messages."""

from __future__ import annotations

from functools import wraps
from typing import Any, cast

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import (
    conditional_page,
    require_http_methods,
    require_POST,
    require_safe,
)

from scrapsite.accounts.guests import signed_in
from scrapsite.common import limits
from scrapsite.common.players import is_guest
from scrapsite.notifications.channels import feed_keys as keys
from scrapsite.notifications.channels import feeds
from scrapsite.notifications.channels import push as pushing
from scrapsite.notifications.kinds import EMAIL, can_push
from scrapsite.notifications.making import store_rhythm
from scrapsite.notifications.models import NotificationPreference, PushSubscription
from scrapsite.notifications.news import mark_read, news_of
from scrapsite.notifications.preferences import page
from scrapsite.notifications.preferences.choosing import (
    Choices,
    choices_of,
    store_choices,
    switch_off,
)
from scrapsite.notifications.preferences.stopping import Stop, read_stop


@login_required
@require_safe
def news_list(request: HttpRequest) -> HttpResponse:
    """Show the newest news of the user."""
    context = {"news": news_of(cast(User, request.user)), "until": timezone.now().isoformat()}
    return render(request, "notifications/news_list.html", context)


@signed_in("scrapsite:news_list")
@require_POST
def news_read(request: HttpRequest) -> HttpResponse:
    """Mark everything that the page showed as read."""
    limits.check("notifications", request)
    try:
        until = parse_datetime(request.POST.get("until", ""))
    except ValueError:
        until = None
    # The first year may begin before there is any, in UTC.
    if until is not None and timezone.is_aware(until) and until.year > 1:
        mark_read(cast(User, request.user), until)
        messages.success(request, "Everything is marked as read.")
    return redirect("scrapsite:news_list")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notification_choices(request: HttpRequest) -> HttpResponse:
    """Show the player's choices, and store new ones."""
    user = cast(User, request.user)
    mine = choices_of([user.pk]).get(user.pk, Choices())
    if request.method == "POST":
        limits.check("notifications", request)
        store_choices(user.pk, page.read_choices(request.POST, mine))
        store_rhythm(user, page.read_rhythm(request.POST))
        messages.success(request, "Your settings are saved.")
        return redirect("scrapsite:notification_choices")
    return render(request, "notifications/choices.html", _context(request, user, mine))


@signed_in("scrapsite:notification_choices")
@require_POST
def feed_renew(request: HttpRequest) -> HttpResponse:
    """Create new addresses for the user's feeds. Older addresses stop working."""
    limits.check("notifications", request)
    keys.renew_key(request.user)
    messages.success(request, "These are the addresses of your feeds. Keep them to yourself.")
    return redirect(f"{reverse('scrapsite:notification_choices')}#feeds")


@signed_in("scrapsite:notification_choices")
@require_POST
def feed_revoke(request: HttpRequest) -> HttpResponse:
    """Disable the user's feeds."""
    keys.revoke_key(request.user)
    messages.success(request, "Your feeds are turned off. Their old addresses no longer work.")
    return redirect("scrapsite:notification_choices")


@login_required
@require_POST
def push_start(request: HttpRequest) -> HttpResponse:
    """Store a browser's push subscription. The page's script calls this."""
    if not can_push():
        raise Http404("This site doesn’t send push messages.")
    limits.check("notifications", request)
    given = [request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")]
    if not pushing.is_subscription(*given):
        return HttpResponse("This isn’t a subscription of a browser we know.", status=422)
    pushing.subscribe(request.user, request.session.session_key or "", *given)
    return HttpResponse(status=204)


@signed_in("scrapsite:notification_choices")
@require_POST
def push_end(request: HttpRequest) -> HttpResponse:
    """Delete all push subscriptions of the user."""
    PushSubscription.objects.filter(user=cast(User, request.user)).delete()
    messages.success(request, "Push messages are turned off in all your browsers.")
    return redirect("scrapsite:notification_choices")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def notification_stop(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe from letters by POST, which mail programs can do by themselves (RFC 8058).

    A GET changes nothing. The signed address is proof enough, so the view asks for neither a session nor a
    CSRF token.
    """
    limits.check("feeds", request)
    stop = read_stop(token)
    if stop is None:
        raise Http404("No such e-mail.")
    done = _stop(stop, request.POST.get("kind", "")) if request.method == "POST" else ""
    context = {"kinds": stop.kinds, "done": done}
    return render(request, "notifications/stop.html", context)


def _by_key(make: Any) -> Any:
    """Return the view of a feed, which needs only the key. A wrong key gets a 404."""

    @wraps(make)
    def view(request: HttpRequest, key: str) -> HttpResponse:
        limits.check("feeds", request)
        user = keys.user_of(key)
        if user is None:
            raise Http404("No such feed.")
        return make(user)

    return require_safe(conditional_page(view))


@_by_key
def feed_atom(user: User) -> HttpResponse:
    """Return the user's notifications as Atom."""
    return HttpResponse(feeds.atom_of(user), content_type="application/atom+xml; charset=utf-8")


@_by_key
def feed_calendar(user: User) -> HttpResponse:
    """Return the user's deadlines as iCalendar."""
    # The library takes long to import, and few ask for a calendar.
    from scrapsite.notifications.channels.calendars import calendar_of

    response = HttpResponse(calendar_of(user), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="deadlines.ics"'
    return response


def _stop(stop: Stop, kind: str) -> str:
    """Switch off all letters, or those of one kind in this letter; return in words what was switched off."""
    found = next((one for one in stop.kinds if one.slug == kind), None)
    if found is None:
        switch_off(stop.user.pk, EMAIL)
        return "e-mails about matches and rules"
    switch_off(stop.user.pk, EMAIL, found.slug)
    return f"e-mails about “{found.label}”"


def _context(request: HttpRequest, user: User, mine: Choices) -> dict[str, Any]:
    addresses = list(EmailAddress.objects.filter(user=user).order_by("-primary"))
    key = keys.key_of(user)
    browsers = pushing.digests_of(user)
    sections = page.sections(mine)
    return {
        "is_guest": is_guest(user),
        "address": next((one.email for one in addresses if one.verified and one.primary), ""),
        "unconfirmed": next((one.email for one in addresses if not one.verified), ""),
        "mail_is_off": mine.is_off(EMAIL),
        "sections": sections,
        "shown": page.shown_names(sections),
        "preference": NotificationPreference.objects.filter(user=user).first()
        or NotificationPreference(user=user),
        "rhythms": NotificationPreference.Rhythm.choices,
        "hours": page.HOURS,
        "can_push": can_push(),
        "push_key": settings.VAPID_PUBLIC_KEY,
        "browsers": len(browsers),
        "known": " ".join(browsers),
        "atom": _address(request, "scrapsite:feed_atom", key),
        "calendar": _address(request, "scrapsite:feed_calendar", key),
    }


def _address(request: HttpRequest, name: str, key: str) -> str:
    """Return the full address of a feed, or an empty string if there is no key."""
    return request.build_absolute_uri(reverse(name, args=(key,))) if key else ""
