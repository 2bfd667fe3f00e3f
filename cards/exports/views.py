"""The export pages: what there is to download for an edition, the downloads, and their progress."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cards.exports import pages
from cards.exports.delivery import deliver, show_picture, show_progress
from cards.exports.lists import CardList, edition_list
from games import catalog
from games.engine.protocol import EditionInfo, Title
from scrapsite.serving.public import public_page


@dataclass(frozen=True)
class Box:
    """An edition that may be chosen. *value:* how the address names it."""

    title: Title
    edition: EditionInfo
    is_chosen: bool

    @property
    def value(self) -> str:
        return f"{self.title.slug}/{self.edition.slug}"


@require_safe
@public_page
def export_index(request: HttpRequest) -> HttpResponseBase:
    """What can be downloaded of one edition (`?box=game/edition`; without it, the first game's newest)."""
    chosen = request.GET.get("box") or _first()
    boxes = [
        Box(title, edition, f"{title.slug}/{edition.slug}" == chosen)
        for title in catalog.titles()
        for edition in title.editions.values()
    ]
    box = next((found for found in boxes if found.is_chosen), None)
    if box is None:
        raise Http404
    cards = _box_of(box.title.slug, box.edition.slug)
    context = {
        "boxes": boxes,
        "box": box,
        "cards": cards,
        "sheets": -(-cards.copies // pages.ON_A_PAGE),
        "papers": pages.PAPERS.values(),
    }
    return render(request, "cards/export_index.html", context)


@require_safe
def export_file(request: HttpRequest, game: str, edition: str, file: str) -> HttpResponse:
    """One download; leads to its progress while the worker draws it."""
    progress_url = reverse("cards:export_progress", args=(game, edition, file))
    return deliver(request, _box_of(game, edition), file, progress_url)


@require_safe
def export_progress(request: HttpRequest, game: str, edition: str, file: str) -> HttpResponse:
    """How far a download is that the worker draws."""
    file_url = reverse("cards:export_file", args=(game, edition, file))
    return show_progress(request, _box_of(game, edition), file, file_url)


@require_safe
def export_picture(request: HttpRequest, digest: str, file: str) -> HttpResponse:
    """A picture that Tabletop Simulator asks for; its address changes with what it shows."""
    return show_picture(request, digest, file, _every_box)


def _box_of(game: str, edition: str) -> CardList:
    """Return the cards of an edition. *Raises:* `Http404`."""
    cards = edition_list(game, edition)
    if cards is None:
        raise Http404
    return cards


def _every_box() -> list[CardList]:
    return [_box_of(title.slug, edition) for title in catalog.titles() for edition in title.editions]


def _first() -> str:
    title = catalog.titles()[0]
    return f"{title.slug}/{title.newest.slug}"
