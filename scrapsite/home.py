"""The home page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def home(request: HttpRequest) -> HttpResponse:
    """Show the home page."""
    return render(request, "scrapsite/home.html")
