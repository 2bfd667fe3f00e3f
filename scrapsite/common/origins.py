"""The origins of this site, and checks that a request comes from one of its own pages.

An origin is always whole (scheme, host and port), never a host name alone.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_protect

View = Callable[..., HttpResponseBase]

_listening: list[str] = []


def site_origins() -> tuple[str, ...]:
    """Return the full origins of this site, in lower case.

    They come from the setting `ALLOWED_ORIGINS`; outside production the address we listen on is added.
    """
    configured = [*settings.ALLOWED_ORIGINS, *_listening]
    return tuple(origin.lower().rstrip("/") for origin in configured)


def add_own_address(port: int) -> None:
    """Count this machine's own names with *port* as this site, unless this is production."""
    if settings.PROFILE != "production":
        _listening.extend(f"http://{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]"))


def is_same_origin(request: HttpRequest) -> bool:
    """Return whether the browser vouches that one of this site's own pages sent *request*.

    Browsers set `Sec-Fetch-Site` and `Origin` themselves and let no page change them. If both are there, both
    must match; if neither is there, the answer is False.
    """
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if site is not None and site != "same-origin":
        return False
    if origin is not None:
        return origin.lower() in site_origins()
    return site is not None


def same_origin_post(view: View) -> View:
    """Let *view* accept a POST with a CSRF token, or one that the browser says came from this site.

    This is for the few forms on pages marked `public_page`, such as the play button of the home page. A POST
    with neither proof is refused like any other without a token.
    """
    protected = csrf_protect(view)

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if is_same_origin(request):
            return view(request, *args, **kwargs)
        return protected(request, *args, **kwargs)

    wrapped.csrf_exempt = True  # type: ignore[attr-defined]
    return wrapped
