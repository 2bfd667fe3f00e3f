"""Pages about oneself: the name others see, and turning from guest to account."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def me(request: HttpRequest) -> HttpResponse:
    """Show the visitor's own page."""
    return render(request, "scrapsite/me.html")


def convert(request: HttpRequest) -> HttpResponse:
    """Turn a guest into an account."""
    return render(request, "account/convert.html")
