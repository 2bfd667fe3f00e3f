"""What the site answers when it can't get to a request, can't read it, or fails at it."""

import logging
import sys
from functools import cache

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.views.defaults import bad_request, server_error

from scrapsite.common.errors import TooMany
from scrapsite.server.asgi.messages import Receive, Scope, Send, header, send_refusal, send_whole, wants_json
from scrapsite.server.asgi.troubles import BUSY, RESTARTING, Trouble, log_trouble, trouble_of

RETRY_SECONDS = 2
BROKEN = ("server/error", "Something went wrong here.")

logger = logging.getLogger("scrapsite.server")


# The page stands alone: no middleware has seen it.
_HEADERS = [
    (b"content-type", b"text/html; charset=utf-8"),
    (b"cache-control", b"private, no-store"),
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"connection", b"close"),
]


async def send_busy(scope: Scope, send: Send, retry_after: int) -> None:
    """Answer 503 without Django: a page for people, JSON or a line of text for programs and page parts."""
    await _send_alone(scope, send, 503, (BUSY.code, BUSY.reason), retry_after, BUSY)


async def answer_restarting(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse whatever comes to a server that is being stopped. It's an ASGI application."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close"})
        return
    refused = (RESTARTING.code, RESTARTING.reason)
    await _send_alone(scope, send, 503, refused, RETRY_SECONDS, RESTARTING)


async def send_too_many(scope: Scope, send: Send, retry_after: int) -> None:
    """Answer 429 without Django, in the same ways."""
    error = TooMany(retry_after)
    await _send_alone(scope, send, 429, (error.code, error.reason), retry_after)


async def _send_alone(
    scope: Scope,
    send: Send,
    status: int,
    refused: tuple[str, str],
    retry_after: int,
    trouble: Trouble | None = None,
) -> None:
    body = b"" if wants_json(scope) or header(scope, b"hx-request") else _page(status, trouble)
    if not body or b"text/html" not in (header(scope, b"accept") or b""):
        await send_refusal(scope, send, status, *refused, retry_after)
        return
    headers = [*_HEADERS, (b"content-length", b"%d" % len(body)), (b"retry-after", b"%d" % retry_after)]
    await send_whole(send, status, headers, b"" if scope["method"] == "HEAD" else body)


async def send_failure(scope: Scope, send: Send, error: Exception) -> None:
    """Answer without Django to a request that failed with *error*, and log it."""
    trouble = trouble_of(error)
    if trouble is None:
        logger.error("The request %s could not be handled.", scope["path"], exc_info=error)
        await send_refusal(scope, send, 500, *BROKEN)
        return
    log_trouble(trouble, error)
    await _send_alone(scope, send, 503, (trouble.code, trouble.reason), RETRY_SECONDS, trouble)


def answer_failure(request: HttpRequest) -> HttpResponse:
    """Answer 503 if the database or the disk is in trouble, and 500 for other failures. It's `handler500`.

    Nothing of the request is kept in either case, because a transaction that failed is rolled back.
    """
    is_program = request.path.startswith("/api/")
    error = sys.exception()
    trouble = trouble_of(error)
    if trouble is None:
        return _refuse(500, *BROKEN) if is_program else server_error(request)
    log_trouble(trouble, error)
    response = (
        _refuse(503, trouble.code, trouble.reason)
        if is_program or request.headers.get("HX-Request")
        else HttpResponse(_page(503, trouble), status=503)
    )
    response["Retry-After"] = str(RETRY_SECONDS)
    response._has_been_logged = True  # type: ignore[attr-defined]  # else Django logs a traceback
    return response


def answer_unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400 to a request that Django won't handle. It's `handler400`."""
    if request.path.startswith("/api/"):
        return _refuse(400, "request/unreadable", "This request can’t be read.")
    return bad_request(request, exception)


def _refuse(status: int, code: str, reason: str) -> HttpResponse:
    return JsonResponse({"code": code, "rule": "", "reason": reason}, status=status)


@cache
def _page(status: int, trouble: Trouble | None = None) -> bytes:
    """Return the page for 429 or 503, made once: when it is needed, there is no time to make it."""
    try:
        return render_to_string(f"{status}_alone.html", {"trouble": trouble}).encode()
    except TemplateDoesNotExist:
        return b""
