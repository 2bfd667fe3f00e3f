"""Answers a request with a file that was made, or tells a client that it has it already."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from scrapsite.common.public import PRIVATE
from scrapsite.common.typesetting import kept

# The address holds a digest, so what it shows never changes.
FOREVER = "public, max-age=31536000, immutable"
# The same for everybody; clients may keep it, but have to revalidate it each time.
REVALIDATED = "public, max-age=0, must-revalidate"


def attachment(content: str | bytes, content_type: str, name: str) -> HttpResponse:
    """Return *content* as a file that a browser saves under *name*."""
    return _saved_as(HttpResponse(content, content_type=content_type), name)


def _saved_as(response: HttpResponse, name: str) -> HttpResponse:
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def file_answer(
    request: HttpRequest,
    tag: str,
    content_type: str,
    name: str,
    body: Callable[[], bytes],
    caching: str = REVALIDATED,
) -> HttpResponse:
    """Return the file, or 304 to a client that has it. *name:* to save it under; empty shows it."""
    response = get_conditional_response(request, etag=tag) or HttpResponse(body(), content_type=content_type)
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = caching
    return _saved_as(response, name) if name and response.status_code == 200 else response


def picture_answer(
    request: HttpRequest, digest: str, file: str, may_see: Callable[[], bool] = lambda: False
) -> HttpResponse | None:
    """Return a kept picture; None if *digest* has none of that name, or not for everybody.

    *may_see:* whether whoever asks may see private ones.
    """
    path = kept.find(digest, file)
    if path is None or path.suffix != ".png":
        return None
    is_private = kept.is_private(digest)
    if is_private and not may_see():
        return None
    caching = PRIVATE if is_private else FOREVER
    return file_answer(request, f'"{digest}-{file}"', "image/png", "", path.read_bytes, caching)
