"""Answers a request with an export: some files at once, others when the worker has drawn them."""

import contextlib
import hashlib
from collections.abc import Callable
from itertools import product

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify

from cards.exports import nandeck, store, tasks
from cards.exports.kinds import (
    AT_ONCE,
    PRINTED,
    SAVED_GAME,
    SAVED_OBJECT,
    Drawing,
    DrawnKind,
    Kind,
    drawn_kind,
    paper_words,
)
from cards.exports.lists import CardList, kit_of
from cards.exports.look import look_version
from cards.exports.tabletop.game import saved_game
from cards.exports.tabletop.notebook import tabs_of
from cards.exports.tabletop.saved_object import saved_object
from scrapsite.common import limits
from scrapsite.common.errors import TooMany
from scrapsite.common.public import PRIVATE
from scrapsite.common.requests import is_fragment
from scrapsite.common.typesetting import kept
from scrapsite.common.typesetting.answers import REVALIDATED, file_answer, picture_answer
from scrapsite.common.typesetting.asking import asked, progress_of, see_other

# nanDECK looks for its data under these names.
FIXED_NAMES = (nandeck.SCRIPT, nandeck.DATA)


def deliver(request: HttpRequest, cards: CardList, file: str, progress_url: str) -> HttpResponse:
    """Return the download *file* of *cards*, or a redirect to its progress if it isn't drawn.

    *progress_url:* a page that answers with `show_progress`. *Raises:* `Http404` for an unknown file.
    """
    if file in AT_ONCE:
        return _at_once(request, cards, AT_ONCE[file])
    kind = _drawn_kind(request, cards, file)
    digest = store.digest_of(_pictured(cards, kind), kind.drawing)
    if not kept.is_done(digest) or (kind.kept and kept.find(digest, kind.kept) is None):
        return see_other(progress_url + _query(request))
    return file_answer(
        request,
        _tag(cards, kind, digest),
        kind.content_type,
        _download_name(cards, kind),
        lambda: _body(request, cards, kind, digest),
        _caching(cards),
    )


def show_progress(request: HttpRequest, cards: CardList, file: str, file_url: str) -> HttpResponse:
    """Return the progress of the drawn *file* of *cards*: a page, or for htmx the part that changes.

    A POST has the file drawn. *file_url:* the download. *Raises:* `Http404` if *file* is no drawn file.
    """
    kind = _drawn_kind(request, cards, file)
    pictured = _pictured(cards, kind)
    digest, file_url = store.digest_of(pictured, kind.drawing), file_url + _query(request)
    if request.method == "POST":
        return asked(request, digest, lambda: tasks.ask_for(pictured, kind.drawing), file_url)
    shown = {"cards": cards, "takes": paper_words(pictured, kind.drawing)}
    shown |= progress_of(digest, file_url, _download_name(cards, kind))
    prefix = "_" if is_fragment(request) else ""
    return render(request, f"cards/exports/{prefix}export_progress.html", shown)


def show_picture(
    request: HttpRequest, digest: str, file: str, key: str, lists: Callable[[], list[CardList]]
) -> HttpResponse:
    """Return a picture that a saved object names.

    *key:* proves that the address comes from a saved object; only then pictures of drafts are shown, for the
    program at the table can't sign in, and a lost picture is drawn again, if it belongs to one of *lists*.
    """
    if found := picture_answer(request, digest, file, lambda: _is_ours(key, digest)):
        return found
    if _is_ours(key, digest):
        for cards, kind in product(lists(), (SAVED_OBJECT, SAVED_GAME)):
            if store.digest_of(cards, kind.drawing) == digest:
                return _drawn_again(request, cards, kind.drawing)
    raise Http404


def count(what: str, request: HttpRequest) -> None:
    """Count *what* for the address alone. Who asks isn't read, or caches couldn't share the file.

    *Raises:* `TooMany`.
    """
    limits.check(what, request, AnonymousUser())


def _drawn_again(request: HttpRequest, cards: CardList, drawing: Drawing) -> HttpResponse:
    """Have lost pictures drawn, and tell the program to come back later."""
    if kept.is_needed(store.digest_of(cards, drawing)):
        try:
            limits.check("exports", request)
        except TooMany as error:
            return limits.refused(request, error)
        tasks.ask_for(cards, drawing)
    return HttpResponse("Being drawn.", status=503, content_type="text/plain", headers={"Retry-After": "5"})


def _key_of(digest: str) -> str:
    """Return the part of an address that only this site can make for *digest*."""
    return _signer().signature(digest)


def _is_ours(key: str, digest: str) -> bool:
    """Return whether this site made *key* for *digest*, with its secret key or an older one."""
    with contextlib.suppress(BadSignature):
        return bool(_signer().unsign(f"{digest}:{key}"))
    return False


def _signer() -> Signer:
    return Signer(salt="cards.exports.pictures")


def _drawn_kind(request: HttpRequest, cards: CardList, file: str) -> DrawnKind:
    backs = request.GET.get("backs", "1")
    kind = drawn_kind(file, backs == "1")
    if kind is None or backs not in ("0", "1") or kind.drawing.needs(cards) is None:
        raise Http404
    return kind


def _pictured(cards: CardList, kind: DrawnKind) -> CardList:
    """Return the cards that are drawn for the file: of a part of an edition on a table, the whole."""
    return cards.part_of or cards if kind is SAVED_OBJECT else cards


def _at_once(request: HttpRequest, cards: CardList, kind: Kind) -> HttpResponse:
    told = msgspec.json.encode([kind.file, cards.name, cards.credits, cards.cards, look_version()])
    tag = f'"{hashlib.blake2b(told, digest_size=12).hexdigest()}"'
    name = kind.file if kind.file in FIXED_NAMES else f"{_stem(cards)}.{kind.file.rpartition('.')[2]}"
    try:
        return file_answer(
            request, tag, kind.content_type, name, lambda: _made(request, cards, kind), _caching(cards)
        )
    except TooMany as error:
        return limits.refused(request, error)


def _made(request: HttpRequest, cards: CardList, kind: Kind) -> bytes:
    """Return a file that is made for each request that needs it. *Raises:* `TooMany`."""
    count("heavy-pages", request)
    return kind.make(cards)


def _caching(cards: CardList) -> str:
    return PRIVATE if cards.has_drafts else REVALIDATED


def _tag(cards: CardList, kind: DrawnKind, digest: str) -> str:
    """Return a name that changes with the file, of which the pictures are only a part."""
    if kind is SAVED_OBJECT:
        told = msgspec.json.encode([cards.name, cards.piles, [card.slug for card in cards.cards]])
        return f'"{digest}-{hashlib.blake2b(told, digest_size=6).hexdigest()}"'
    if kind is SAVED_GAME and (kit := kit_of(cards)):
        told = msgspec.json.encode(tabs_of(kit, cards))
        return f'"{digest}-{hashlib.blake2b(told, digest_size=6).hexdigest()}"'
    return f'"{digest}"'


def _body(request: HttpRequest, cards: CardList, kind: DrawnKind, digest: str) -> bytes:
    """Return the finished file. What names pictures is made here, because it holds this site's address.

    *Raises:* `Http404` if the file was deleted at this moment to make room.
    """
    if kind is SAVED_OBJECT:
        return saved_object(cards, lambda file: _picture_url(request, cards, digest, file))
    if kind is SAVED_GAME and (kit := kit_of(cards)):
        return saved_game(
            kit, cards, lambda file: _picture_url(request, cards, digest, file), tabs_of(kit, cards)
        )
    path = kept.find(digest, kind.kept)
    if path is None:
        raise Http404
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise Http404 from error


def _picture_url(request: HttpRequest, cards: CardList, digest: str, file: str) -> str:
    """Return the address of a picture of *cards*. That of a draft says which, to be drawn again when lost."""
    path = reverse("cards:export_picture", args=(digest, _key_of(digest), file))
    box = f"?box={cards.cards[0].game}/{cards.cards[0].edition}" if cards.has_drafts else ""
    return request.build_absolute_uri(path + box)


def _stem(cards: CardList) -> str:
    return slugify(cards.slug.replace(".", "-")) or "cards"


def _download_name(cards: CardList, kind: DrawnKind) -> str:
    stem, _, ending = kind.file.rpartition(".")
    fronts = "-fronts" if kind.kept == PRINTED and kind.drawing.slug.endswith("fronts") else ""
    return f"{_stem(cards)}-{stem}{fronts}.{ending}"


def _query(request: HttpRequest) -> str:
    return f"?{request.GET.urlencode()}" if request.GET else ""
