"""Which origins are this site. Full origins (scheme, host, port), never host names alone."""

from django.conf import settings
from django.http import HttpRequest

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
    """Say whether the browser vouches that one of this site's own pages sent *request*.

    Browsers set `Sec-Fetch-Site` and `Origin` themselves and let no page change them. When both are
    there both must agree; when neither is, nothing is vouched for.
    """
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if site is not None and site != "same-origin":
        return False
    if origin is not None:
        return origin.lower() in site_origins()
    return site is not None
