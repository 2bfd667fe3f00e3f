"""Middleware of our own: nothing is cached by anybody unless its view says it may be."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


def private_by_default(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable:
    """Mark every response private and not to be stored, unless it says something else itself."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return answer
