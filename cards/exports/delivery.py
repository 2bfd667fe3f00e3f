"""Answers a request with an export: some files at once, others when the worker has drawn them."""

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify

from cards.exports import nandeck, store, tabletop, tasks
from cards.exports.kinds import AT_ONCE, PRINTED, SAVED_OBJECT, DrawnKind, Kind, drawn_kind
from cards.exports.lists import CardList
from cards.exports.look import look_version
from scrapsite.common import limits
from scrapsite.common.errors import TooMany
from scrapsite.common.requests import is_fragment
from scrapsite.common.typesetting import kept
from scrapsite.common.typesetting.answers import file_answer

# The address holds a digest, so what it shows never changes.
FOREVER = "public, max-age=31536000, immutable"
# nanDECK looks for its data under these names.
FIXED_NAMES = (nandeck.SCRIPT, nandeck.DATA)


def deliver(request: HttpRequest, cards: CardList, file: str, progress_url: str) -> HttpResponse:
    """Return the download *file* of *cards*, or redirect to its progress until it is drawn.

    *progress_url:* a page that answers with `show_progress`. *Raises:* `Http404` for an unknown file.
    """
    if file in AT_ONCE:
        return _at_once(request, cards, AT_ONCE[file])
    kind = _drawn_kind(request, file)
    try:
        digest = _asked(request, cards, kind)
    except TooMany as error:
        return limits.refused(request, error)
    if not kept.is_done(digest):
        return _see_other(progress_url + _query(request))
    tag = f'"{digest}"'
    return file_answer(
        request,
        tag,
        kind.content_type,
        _download_name(cards, kind),
        lambda: _body(request, cards, kind, digest),
    )


def show_progress(request: HttpRequest, cards: CardList, file: str, file_url: str) -> HttpResponse:
    """Return the progress of the drawn *file* of *cards*: a page, or for htmx the part that changes.

    *file_url:* the download. *Raises:* `Http404` if *file* is no drawn file.
    """
    kind = _drawn_kind(request, file)
    try:
        digest = _asked(request, cards, kind)
    except TooMany as error:
        return limits.refused(request, error)
    context: dict[str, Any] = {
        "cards": cards,
        "is_done": kept.is_done(digest),
        "progress": kept.progress(digest),
        "file_url": file_url + _query(request),
        "file_name": _download_name(cards, kind),
    }
    prefix = "_" if is_fragment(request) else ""
    return render(request, f"cards/exports/{prefix}export_progress.html", context)


def show_picture(
    request: HttpRequest, digest: str, file: str, lists: Callable[[], list[CardList]]
) -> HttpResponse:
    """Return a picture that a saved object names. *lists:* whose lost pictures are drawn again."""
    path = kept.find(digest, file)
    if path is not None and path.suffix == ".png":
        return file_answer(request, f'"{digest}-{file}"', "image/png", "", path.read_bytes, FOREVER)
    for cards in lists():
        if store.digest_of(cards, SAVED_OBJECT.drawing) == digest:
            return _drawn_again(request, cards)
    raise Http404


def _drawn_again(request: HttpRequest, cards: CardList) -> HttpResponse:
    """Have lost pictures drawn, and tell the program to come back later."""
    try:
        _asked(request, cards, SAVED_OBJECT)
    except TooMany as error:
        return limits.refused(request, error)
    return HttpResponse("Being drawn.", status=503, content_type="text/plain", headers={"Retry-After": "5"})


def _drawn_kind(request: HttpRequest, file: str) -> DrawnKind:
    backs = request.GET.get("backs", "1")
    kind = drawn_kind(file, backs == "1")
    if kind is None or backs not in ("0", "1"):
        raise Http404
    return kind


def _asked(request: HttpRequest, cards: CardList, kind: DrawnKind) -> str:
    """Have the file drawn unless it is; return its digest. *Raises:* `TooMany` if it has to be."""
    digest = store.digest_of(cards, kind.drawing)
    if kept.is_needed(digest):
        limits.check("exports", request)
        tasks.ask_for(cards, kind.drawing)
    return digest


def _at_once(request: HttpRequest, cards: CardList, kind: Kind) -> HttpResponse:
    told = msgspec.json.encode([kind.file, cards.name, cards.credits, cards.cards, look_version()])
    tag = f'"{hashlib.blake2b(told, digest_size=12).hexdigest()}"'
    name = kind.file if kind.file in FIXED_NAMES else f"{_stem(cards)}.{kind.file.rpartition('.')[2]}"
    return file_answer(request, tag, kind.content_type, name, lambda: kind.make(cards))


def _body(request: HttpRequest, cards: CardList, kind: DrawnKind, digest: str) -> bytes:
    """Return the finished file. The saved object is made here, because it holds this site's address."""
    if kind is SAVED_OBJECT:
        return tabletop.saved_object(cards, lambda file: _picture_url(request, digest, file))
    path = kept.find(digest, kind.kept)
    return path.read_bytes() if path else b""


def _picture_url(request: HttpRequest, digest: str, file: str) -> str:
    return request.build_absolute_uri(reverse("cards:export_picture", args=(digest, file)))


def _stem(cards: CardList) -> str:
    return slugify(cards.slug.replace(".", "-")) or "cards"


def _download_name(cards: CardList, kind: DrawnKind) -> str:
    stem, _, ending = kind.file.rpartition(".")
    fronts = "-fronts" if kind.kept == PRINTED and kind.drawing.slug.endswith("fronts") else ""
    return f"{_stem(cards)}-{stem}{fronts}.{ending}"


def _see_other(url: str) -> HttpResponse:
    return HttpResponse(status=303, headers={"Location": url})


def _query(request: HttpRequest) -> str:
    return f"?{request.GET.urlencode()}" if request.GET else ""
