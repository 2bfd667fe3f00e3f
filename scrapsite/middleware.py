"""Middleware: caching is forbidden unless a view allows it, and the content security policy is built once."""

from __future__ import annotations

from collections.abc import Callable

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase


def private_by_default(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable:
    """Mark every response `private, no-store`, unless it already has a Cache-Control header."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return answer


class PolicyMiddleware(CSPMiddleware):
    """django-csp, but the policy of ordinary responses is built once instead of for each of them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__(get_response)
        self._policy = build_policy()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the policy to *response*, unless it has one."""
        is_ordinary = not any(name.startswith("_csp") for name in (*vars(response), *vars(request)))
        if settings.DEBUG or not is_ordinary:
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self._policy)
        return response
