"""Middleware of sessions: it moves their ends on, and takes over those under the cookie's earlier name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from scrapsite.accounts.sessions.lasting import keep_alive
from scrapsite.accounts.sessions.store import SEEN

EARLIER_NAME = "sessionid"
SIGNED_OUT = "_signed_out"


class RenamedSessionMiddleware(SessionMiddleware):
    """Django's, but a session from before the cookie was renamed goes on under the new name.

    A cookie of the earlier name can be set by other hosts of the same domain, so it isn't believed for
    sessions that began since.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Attach the session to *request*."""
        super().process_request(request)
        name = settings.SESSION_COOKIE_NAME
        earlier = request.COOKIES.get(EARLIER_NAME)
        if name == EARLIER_NAME or name in request.COOKIES or not earlier:
            return
        session = self.SessionStore(earlier)
        if not session.is_empty() and session.exists(earlier) and SEEN not in session:
            request.session = session
            session.modified = True


def kept_alive(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable:
    """Move on the ends of sessions that are used, and clear the browser's data at sign-out.

    Requests that share a transaction are left out: they change the database in one place only.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.session.accessed and not _is_grouped(request) and keep_alive(request):
            _renew_cookie(request, response)
        if getattr(request, SIGNED_OUT, False):
            response.headers["Clear-Site-Data"] = '"cache", "storage"'
        return response

    return answer


def _renew_cookie(request: HttpRequest, response: HttpResponseBase) -> None:
    """Let the browser keep the cookie from now on: it forgets one that is 400 days old."""
    samesite: Any = settings.SESSION_COOKIE_SAMESITE
    response.set_cookie(
        settings.SESSION_COOKIE_NAME,
        request.session.session_key or "",
        max_age=request.session.get_expiry_age(),
        domain=settings.SESSION_COOKIE_DOMAIN,
        path=settings.SESSION_COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=settings.SESSION_COOKIE_HTTPONLY,
        samesite=samesite,
    )


def _is_grouped(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and match.view_name in settings.GROUPED_VIEWS
