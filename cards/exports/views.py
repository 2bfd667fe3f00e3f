"""The export pages: what to download of an edition or a search, the downloads, and their progress."""

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from cards.catalogue.links import list_url
from cards.exports import offers
from cards.exports.delivery import deliver, show_picture, show_progress
from cards.exports.lists import CardList, TooLong, edition_list, found_list
from cards.search import SearchError
from games import catalog
from scrapsite.common.origins import same_origin_post
from scrapsite.common.public import public_page

TEXT = "text/plain; charset=utf-8"


@require_safe
@public_page
def export_index(request: HttpRequest) -> HttpResponseBase:
    """The downloads of an edition (`?box=game/edition`) or of the cards that a search finds (`?q=`)."""
    text = request.GET.get("q", "").strip()
    if not text:
        return _index_of_box(request, request.GET.get("box") or offers.first_box())
    try:
        offer = offers.found_offer(text, found_list(text))
    except SearchError:
        return redirect(list_url(q=text))
    except TooLong as error:
        offer = offers.Offer(text, None, (), str(error))
    return render(request, "cards/exports/export_index.html", {"boxes": offers.boxes(""), "offer": offer})


@require_safe
def export_file(request: HttpRequest, game: str, edition: str, file: str) -> HttpResponse:
    """A download of an edition; redirects to its progress if it isn't drawn."""
    progress_url = reverse("cards:export_progress", args=(game, edition, file))
    return deliver(request, _box_of(game, edition), file, progress_url)


@same_origin_post
@require_http_methods(["GET", "HEAD", "POST"])
def export_progress(request: HttpRequest, game: str, edition: str, file: str) -> HttpResponse:
    """The progress of a download that the worker draws; a POST has it drawn."""
    file_url = reverse("cards:export_file", args=(game, edition, file))
    return show_progress(request, _box_of(game, edition), file, file_url)


@require_safe
def export_found_file(request: HttpRequest, file: str) -> HttpResponse:
    """A download of what a search finds (`?q=`). A mistake in the question is a 400 that says where it is."""
    try:
        cards = _found(request)
    except (SearchError, TooLong) as error:
        return _refusal(error)
    return deliver(request, cards, file, reverse("cards:export_found_progress", args=(file,)))


@same_origin_post
@require_http_methods(["GET", "HEAD", "POST"])
def export_found_progress(request: HttpRequest, file: str) -> HttpResponse:
    """The progress of a download of what a search finds; a POST has it drawn."""
    try:
        cards = _found(request)
    except (SearchError, TooLong) as error:
        return _refusal(error)
    return show_progress(request, cards, file, reverse("cards:export_found_file", args=(file,)))


@require_safe
def export_picture(request: HttpRequest, digest: str, file: str, key: str = "") -> HttpResponse:
    """A picture for Tabletop Simulator; its address changes with its content."""
    return show_picture(request, digest, file, key, _every_box)


def _index_of_box(request: HttpRequest, value: str) -> HttpResponse:
    boxes = offers.boxes(value)
    box = next((found for found in boxes if found.is_chosen), None)
    if box is None:
        raise Http404
    game, edition = box.title.slug, box.edition.slug
    offer = offers.box_offer(game, edition, _box_of(game, edition))
    return render(request, "cards/exports/export_index.html", {"boxes": boxes, "offer": offer})


def _box_of(game: str, edition: str) -> CardList:
    """Return the cards of an edition. *Raises:* `Http404`."""
    cards = edition_list(game, edition)
    if cards is None:
        raise Http404
    return cards


def _found(request: HttpRequest) -> CardList:
    """Return what the question finds. *Raises:* `SearchError`, `TooLong`, `Http404` if it finds nothing."""
    cards = found_list(request.GET.get("q", ""))
    if not cards.cards:
        raise Http404
    return cards


def _refusal(error: SearchError | TooLong) -> HttpResponse:
    where = f" (character {error.position + 1})" if isinstance(error, SearchError) else ""
    return HttpResponse(f"{error}{where}\n", status=400, content_type=TEXT)


def _every_box() -> list[CardList]:
    return [_box_of(title.slug, edition) for title in catalog.titles() for edition in title.editions]
