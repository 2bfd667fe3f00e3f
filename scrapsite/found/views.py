"""robots.txt, sitemap, the old icon, pictures for shared links, and oEmbed."""

from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sitemaps.views import sitemap
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import Resolver404, resolve
from django.views.decorators.http import require_safe

from games import catalog
from scrapsite.common.origins import site_origins
from scrapsite.common.public import public_page
from scrapsite.common.requests import whole_number
from scrapsite.common.typesetting.answers import file_answer, picture_answer
from scrapsite.found.embedding import Embedded, card_of, embedded
from scrapsite.found.pictures import card_picture, face_picture, game_picture
from scrapsite.found.sitemaps import MAPS

A_DAY = "public, max-age=86400"
_ICON = Path(settings.BASE_DIR) / "static" / "icons" / "app" / "favicon.ico"


@public_page
@require_safe
def robots_txt(request: HttpRequest) -> HttpResponse:
    """Return what programs that follow links leave alone."""
    return render(request, "scrapsite/robots.txt", {"site": settings.SITE_URL}, content_type="text/plain")


@public_page
@require_safe
def site_map(request: HttpRequest) -> HttpResponseBase:
    """Return the pages that search engines should know."""
    return sitemap(request, MAPS)


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Return the icon for programs that ask for it at its old address."""
    return file_answer(request, '"favicon"', "image/x-icon", "", _icon, A_DAY)


@require_safe
def picture(request: HttpRequest, digest: str, file: str) -> HttpResponse:
    """Return a picture for a shared link. Other sites may show it."""
    answer = picture_answer(request, digest, file)
    if answer is None:
        raise Http404("There is no such picture.")
    return _for_all_sites(answer)


@require_safe
def picture_of_card(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """Lead to the picture of a card in `?edition=`, without it in the newest that has the card.

    While that isn't drawn, it is the game's. `?form=face` is the face alone, which nothing replaces.
    """
    card = card_of(game, slug, request.GET.get("edition", ""))
    if card is None:
        raise Http404("There is no such card.")
    if request.GET.get("form") != "face":
        return _for_all_sites(redirect(card_picture(card) or _of_game(game)))
    path = face_picture(card)
    if not path:
        raise Http404("The face of this card is still being drawn.")
    return _for_all_sites(redirect(path))


@require_safe
def picture_of_game(request: HttpRequest, game: str) -> HttpResponse:
    """Lead to the picture of a game, or to the site's own while that isn't drawn."""
    if not catalog.is_title(game):
        raise Http404("There is no such game.")
    return _for_all_sites(redirect(_of_game(game)))


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """Return what another site shows of a card or a match, whose address is `?url=` (oembed.com)."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse("Only JSON is answered.", status=501, content_type="text/plain")
    found = _embedded(request.GET.get("url", ""))
    most = (whole_number(request.GET.get(name, "")) for name in ("maxwidth", "maxheight"))
    return _public_json(_told(found, *most))


def _of_game(game: str) -> str:
    return game_picture(game) or static("icons/app/share.png")


def _embedded(url: str) -> Embedded:
    try:
        parts = urlsplit(url)
    except ValueError:
        raise Http404("That isn’t an address.") from None
    origin = f"{parts.scheme}://{parts.netloc}".lower()
    if origin not in (*site_origins(), settings.SITE_URL.lower()):
        raise Http404("The address isn’t one of this site.")
    try:
        match = resolve(parts.path)
    except Resolver404:
        raise Http404("There is no such page.") from None
    return embedded(match.view_name, match.kwargs, parts.query, AnonymousUser())


def _told(found: Embedded, widest: int | None, highest: int | None) -> dict[str, Any]:
    said: dict[str, Any] = {
        "version": "1.0",
        "type": "link",
        "title": found.title,
        "provider_name": "Scrapsite",
        "provider_url": settings.SITE_URL,
    }
    fits = (widest is None or widest >= found.width) and (highest is None or highest >= found.height)
    if found.picture and fits:
        said |= {"type": "photo", "url": found.picture, "width": found.width, "height": found.height}
    return said


def _for_all_sites(answer: HttpResponse) -> HttpResponse:
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


def _public_json(said: dict[str, Any]) -> JsonResponse:
    return JsonResponse(said, headers={"Access-Control-Allow-Origin": "*"})


@cache
def _icon() -> bytes:
    return _ICON.read_bytes()
