"""The page of a whole game to print: what is in the box, how it is to be printed, and the download."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from cards.exports.kits.box import Finish
from cards.exports.lists import TooLong
from cards.exports.pages import PAPERS
from scrapsite.boxes.making import ARCHIVE, Box
from scrapsite.boxes.paper import paper_words
from scrapsite.boxes.tasks import ask_for, box_of
from scrapsite.common.origins import same_origin_post
from scrapsite.common.public import PRIVATE, unshared
from scrapsite.common.requests import is_fragment
from scrapsite.common.typesetting import kept
from scrapsite.common.typesetting.answers import REVALIDATED, file_answer
from scrapsite.common.typesetting.asking import asked, progress_of, see_other

EDGES, INKS = ("tight", "bleed"), ("full", "light")


View = Callable[..., HttpResponseBase]


def shows_too_long(view: View) -> View:
    """Answer with a page that says so if a draft has more cards than are printed."""

    @wraps(view)
    def wrapped(request: HttpRequest, game: str, edition: str) -> HttpResponseBase:
        try:
            return view(request, game, edition)
        except TooLong as error:
            shown = {"refusal": error, "box": f"{game}/{edition}"}
            response = render(request, "scrapsite/boxes/box_refused.html", shown, status=422)
            return unshared(response, is_personal=True)

    return wrapped


@same_origin_post
@require_http_methods(["GET", "HEAD", "POST"])
@shows_too_long
def box_detail(request: HttpRequest, game: str, edition: str) -> HttpResponseBase:
    """Show what is in the box, and how far the download is. A POST has it made."""
    box = _box(request, game, edition)
    file_url = f"{reverse('scrapsite:box_file', args=(game, edition))}?{_query(box.finish)}"
    if request.method == "POST":
        return asked(request, box.digest, lambda: ask_for(box), file_url)
    shown: dict[str, Any] = {"box": box, "papers": PAPERS.values(), "takes": paper_words(box)}
    shown |= progress_of(box.digest, file_url, _name(box))
    template = "_box_progress.html" if is_fragment(request) else "box_detail.html"
    return render(request, f"scrapsite/boxes/{template}", shown)


@require_safe
@shows_too_long
def box_file(request: HttpRequest, game: str, edition: str) -> HttpResponse:
    """Return the archive, or a redirect to its page if it isn't made."""
    box = _box(request, game, edition)
    digest = box.digest
    path = kept.find(digest, ARCHIVE)
    if path is None:
        page = reverse("scrapsite:box_detail", args=(game, edition))
        return see_other(f"{page}?{_query(box.finish)}")
    caching = PRIVATE if box.cards.has_drafts else REVALIDATED
    return file_answer(request, f'"{digest}"', "application/zip", _name(box), path.read_bytes, caching)


def _box(request: HttpRequest, game: str, edition: str) -> Box:
    """Return the box that the address asks for. *Raises:* `Http404`, `TooLong`."""
    asked_for = request.GET
    paper = PAPERS.get(asked_for.get("paper", "a4"))
    edge, ink = asked_for.get("edge", EDGES[0]), asked_for.get("ink", INKS[0])
    if paper is None or edge not in EDGES or ink not in INKS:
        raise Http404
    try:
        return box_of(game, edition, Finish(paper, edge == "bleed", ink == "light"), request.user)
    except KeyError:
        raise Http404("There is no such edition.") from None


def _query(finish: Finish) -> str:
    return urlencode(
        {
            "paper": finish.paper.slug,
            "edge": EDGES[finish.has_bleed],
            "ink": INKS[finish.is_light],
        }
    )


def _name(box: Box) -> str:
    finish = box.finish
    extra = ("-bleed" if finish.has_bleed else "") + ("-light" if finish.is_light else "")
    return f"{box.cards.slug.replace('.', '-')}-{finish.paper.slug}{extra}.zip"
