"""The export pages: what to download of an edition or a search, the downloads, and their progress."""

from contextlib import suppress

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from cards.catalogue.links import list_url
from cards.exports import offers
from cards.exports.delivery import count, deliver, show_picture, show_progress
from cards.exports.lists import CardList, TooLong, draft_list, edition_list, found_list
from cards.search import SearchError
from cards.search.language.drafts import is_personal
from games import catalog
from games.engine.errors import BadOptions
from scrapsite.common import limits
from scrapsite.common.errors import TooMany
from scrapsite.common.origins import same_origin_post
from scrapsite.common.public import public_page, unshared

TEXT = "text/plain; charset=utf-8"


@require_safe
@public_page
def export_index(request: HttpRequest) -> HttpResponseBase:
    """The downloads of an edition (`?box=game/edition`) or of the cards that a search finds (`?q=`)."""
    text, box = request.GET.get("q", "").strip(), request.GET.get("box") or offers.first_box()
    if not text:
        return unshared(_index_of_box(request, box), is_personal(box))
    return _index_of_found(request, text)


@require_safe
def export_file(request: HttpRequest, game: str, edition: str, file: str) -> HttpResponse:
    """A download of an edition; redirects to its progress if it isn't drawn."""
    progress_url = reverse("cards:export_progress", args=(game, edition, file))
    return deliver(request, _box_of(request, game, edition), file, progress_url)


@same_origin_post
@require_http_methods(["GET", "HEAD", "POST"])
def export_progress(request: HttpRequest, game: str, edition: str, file: str) -> HttpResponse:
    """The progress of a download that the worker draws; a POST has it drawn."""
    file_url = reverse("cards:export_file", args=(game, edition, file))
    return show_progress(request, _box_of(request, game, edition), file, file_url)


@require_safe
def export_found_file(request: HttpRequest, file: str) -> HttpResponse:
    """A download of what a search finds (`?q=`). A mistake in the question is a 400 that says where it is."""
    try:
        count("searches", request)
        cards = _found(request)
    except TooMany as refused:
        return limits.refused(request, refused)
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
    return show_picture(request, digest, file, key, lambda: _boxes(request.GET.get("box", "")))


@limits.limited("searches")
def _index_of_found(request: HttpRequest, text: str) -> HttpResponseBase:
    try:
        offer = offers.found_offer(text, found_list(text, request.user))
    except SearchError:
        return redirect(list_url(q=text))
    except TooLong as error:
        offer = offers.Offer(text, None, (), str(error))
    response = render(request, "cards/exports/export_index.html", {"boxes": offers.boxes(""), "offer": offer})
    return unshared(response, is_personal(text))


def _index_of_box(request: HttpRequest, value: str) -> HttpResponse:
    game, _, edition = value.partition("/")
    boxes = offers.boxes(value, request.user)
    try:
        cards = edition_list(game, edition, request.user)
    except TooLong as error:
        offer = offers.Offer("", None, (), str(error))
    else:
        if cards is None:
            raise Http404
        offer = offers.box_offer(game, edition, cards)
    return render(request, "cards/exports/export_index.html", {"boxes": boxes, "offer": offer})


def _box_of(request: HttpRequest, game: str, edition: str) -> CardList:
    """Return the cards of an edition. *Raises:* `Http404`, also for a draft that the visitor may not see."""
    try:
        cards = edition_list(game, edition, request.user)
    except TooLong as error:
        raise Http404 from error
    if cards is None:
        raise Http404
    return cards


def _found(request: HttpRequest) -> CardList:
    """Return what the question finds. *Raises:* `SearchError`, `TooLong`, `Http404` if it finds nothing."""
    cards = found_list(request.GET.get("q", ""), request.user)
    if not cards.cards:
        raise Http404
    return cards


def _refusal(error: SearchError | TooLong) -> HttpResponse:
    where = f" (character {error.position + 1})" if isinstance(error, SearchError) else ""
    return HttpResponse(f"{error}{where}\n", status=400, content_type=TEXT)


def _boxes(draft: str) -> list[CardList]:
    """Return the boxes that saved objects are made of: that of *draft*, or of every published edition."""
    game, _, edition = draft.partition("/")
    if catalog.is_draft(edition):
        with suppress(BadOptions, TooLong):
            return [draft_list(game, edition)]
        return []
    every = (edition_list(title.slug, slug) for title in catalog.titles() for slug in title.editions)
    return [cards for cards in every if cards is not None]
