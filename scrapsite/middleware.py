"""Middleware that forbids caching unless a view allows it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


def private_by_default(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable:
    """Mark every response `private, no-store`, unless it already has a Cache-Control header."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return answer
