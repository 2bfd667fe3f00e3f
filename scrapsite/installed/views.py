"""What an installed Scrapsite needs: manifest, service worker, and the page shown without a network."""

from __future__ import annotations

import hashlib
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from scrapsite.common.public import public_page

WORKER = Path(settings.BASE_DIR) / "static" / "js" / "worker.js"
_OFFLINE = "scrapsite/offline.html"


@public_page
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Return what browsers read before they install the site."""
    return render(request, "scrapsite/manifest.webmanifest", content_type="application/manifest+json")


@public_page
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. It names a version, which changes with it and with the offline page.

    Browsers with push messages from before the worker had the whole site ask at an older address; they get
    the same.
    """
    source = WORKER.read_text(encoding="utf-8")
    version = hashlib.blake2b((source + render_to_string(_OFFLINE)).encode(), digest_size=6).hexdigest()
    response = HttpResponse(f'const VERSION = "{version}";\n{source}', content_type="text/javascript")
    response.headers["Service-Worker-Allowed"] = "/"
    return response


@public_page
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page that the service worker keeps for when there is no network."""
    return render(request, _OFFLINE)
