"""The deck builder and what else can be looked at: decks shared, ready-made, at random, to be downloaded."""

import re
import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cards.decks import keeping
from cards.decks.building import Builder, Spread, ready_made, spread_out
from cards.decks.context import Bench, bench_of, benches
from cards.decks.draft import LONGEST_NAME, Sketch, pressed, read_sketch
from cards.decks.errors import BadDeck
from cards.decks.finder import find
from cards.exports.delivery import deliver, show_progress
from cards.exports.lists import CardList, card_list
from cards.exports.pages import PAPERS
from games.engine.chance import FastChance
from scrapsite.common.public import public_page

View = Callable[..., HttpResponseBase]

_MATCH = re.compile(r"[a-z2-9]{10}")
_LONGEST_NUMBER = 12


def shows_bad_decks(view: View) -> View:
    """Let *view*, given a bench, be asked by the slug of its game; a deck that can't be read is a 400."""

    @wraps(view)
    def wrapped(request: HttpRequest, game: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        bench = bench_or_404(game)
        try:
            return view(request, bench, *args, **kwargs)
        except BadDeck as error:
            return render(
                request, "cards/decks/deck_trouble.html", {"bench": bench, "error": error}, status=400
            )

    return wrapped


@require_safe
@public_page
def deck_index(request: HttpRequest) -> HttpResponse:
    """The games whose players bring decks."""
    return render(request, "cards/decks/deck_index.html", {"benches": benches()})


@require_safe
@public_page
@shows_bad_decks
def deck_builder(request: HttpRequest, bench: Bench) -> HttpResponse:
    """The builder, with the deck in its address. A press leads to the address of the deck that it makes."""
    builder = builder_of(request, bench, request.GET)
    if "add" in request.GET or "drop" in request.GET:
        return redirect(builder.url + ("#found" if "add" in request.GET else "#deck"))
    return show_builder(request, builder)


@require_safe
@public_page
@shows_bad_decks
def deck_built(request: HttpRequest, bench: Bench) -> HttpResponse:
    """The part of the builder that a press changes. The browser shows the builder's address for it."""
    builder = builder_of(request, bench, request.GET)
    response = render(request, "cards/decks/_deck_built.html", context_of(builder) | {"is_fragment": True})
    response["HX-Replace-Url" if request.GET.get("live") else "HX-Push-Url"] = builder.url
    return response


@require_safe
@shows_bad_decks
def deck_random(request: HttpRequest, bench: Bench) -> HttpResponse:
    """Lead to a deck that nobody thought of."""
    lists = bench.rules.random(FastChance(secrets.randbits(64)))
    match = _match_of(request.GET)
    return redirect(bench.address("deck_builder", lists, match=match))


@require_safe
@public_page
@shows_bad_decks
def deck_ready_made(request: HttpRequest, bench: Bench) -> HttpResponse:
    """The decks that come with the game."""
    return render(
        request, "cards/decks/deck_ready_made.html", {"bench": bench, "ready_made": ready_made(bench)}
    )


@require_safe
@public_page
@shows_bad_decks
def deck_share(request: HttpRequest, bench: Bench) -> HttpResponse:
    """A deck to be looked at, handed on and printed."""
    sketch = read_sketch(bench, request.GET)
    context = {
        "bench": bench,
        "spread": spread_out(bench, sketch),
        "remarks": sketch.remarks,
        "papers": [(f"print-{paper.slug}.pdf", paper.name) for paper in PAPERS.values()],
    }
    return render(request, "cards/decks/deck_share.html", context)


@require_safe
@shows_bad_decks
def deck_bring(request: HttpRequest, bench: Bench) -> HttpResponse:
    """Decks to bring into a match (`?match=`, and what its player looked at: `&seen=`), each with its form.

    With `&only=ready-made` only those that come with the game. For htmx only one's own: the table of the
    match shows the others.
    """
    match = _match_of(request.GET)
    if not match:
        raise Http404("No such match.")
    is_part = bool(getattr(request, "htmx", False))
    is_free = is_part or request.GET.get("only") != "ready-made"
    here = spread_out(bench, read_sketch(bench, request.GET))
    context = {
        "bench": bench,
        "match": match,
        "seen": _number(request.GET, "seen"),
        "here": here if is_free and not here.is_empty else None,
        "is_free": is_free,
        "saved": saved_spreads(request, bench) if is_free else [],
        "ready_made": [] if is_part else ready_made(bench),
    }
    return render(
        request, "cards/decks/_deck_bring.html" if is_part else "cards/decks/deck_bring.html", context
    )


@require_safe
@shows_bad_decks
def deck_file(request: HttpRequest, bench: Bench, file: str) -> HttpResponse:
    """A download of the deck; leads to its progress while the worker draws it."""
    page = reverse("cards:deck_file_progress", args=(bench.title.slug, file))
    return deliver(request, _list_of(request, bench), file, page)


@require_safe
@shows_bad_decks
def deck_file_progress(request: HttpRequest, bench: Bench, file: str) -> HttpResponse:
    """How far a download of the deck is."""
    page = reverse("cards:deck_file", args=(bench.title.slug, file))
    return show_progress(request, _list_of(request, bench), file, page)


def bench_or_404(game: str) -> Bench:
    """Return the workbench of *game*. *Raises:* `Http404` where there is none."""
    bench = bench_of(game)
    if bench is None:
        raise Http404("Nobody brings a deck to that game.")
    return bench


def builder_of(request: HttpRequest, bench: Bench, data: QueryDict) -> Builder:
    """Return the builder as an address or its form asks for it. *Raises:* `BadDeck`."""
    sketch = pressed(bench, read_sketch(bench, data), data)
    finder = find(bench, sketch.lists, data.get("q", ""), data.get("type", ""))
    number = _number(data, "saved")
    saved = keeping.decks_of(request.user, bench).filter(pk=int(number)).first() if number else None
    return Builder(
        spread_out(bench, sketch),
        finder,
        sketch.remarks,
        saved.pk if saved else None,
        saved.name if saved else "",
        _match_of(data),
    )


def show_builder(
    request: HttpRequest, builder: Builder, refusal: str = "", status: int = 200
) -> HttpResponse:
    """Return the builder's page. *refusal:* why something couldn't be done."""
    context = context_of(builder) | {"refusal": refusal, "ready_made": ready_made(builder.spread.bench)}
    return render(request, "cards/decks/deck_builder.html", context, status=status)


def context_of(builder: Builder) -> dict[str, Any]:
    """Return what the builder's templates need."""
    return {
        "builder": builder,
        "spread": builder.spread,
        "bench": builder.spread.bench,
        "longest_name": LONGEST_NAME,
    }


def saved_spreads(request: HttpRequest, bench: Bench) -> list[tuple[Any, Spread]]:
    """Return the visitor's own decks, each laid out."""
    kept = keeping.decks_of(request.user, bench)
    return [(deck, spread_out(bench, keeping.sketch_of(bench, deck))) for deck in kept]


def _list_of(request: HttpRequest, bench: Bench) -> CardList:
    """Return the deck as a list to download. *Raises:* `BadDeck`, `Http404` for an empty one."""
    sketch = read_sketch(bench, request.GET)
    cards = spread_out(bench, sketch).cards
    if not cards:
        raise Http404("There is nothing in it.")
    return card_list(_name_of(bench, sketch), f"{bench.title.slug}-{bench.rules.noun}", cards)


def _name_of(bench: Bench, sketch: Sketch) -> str:
    return f"{bench.title.name} {bench.rules.noun}" + (f" “{sketch.name}”" if sketch.name else "")


def _match_of(data: QueryDict) -> str:
    match = data.get("match", "")
    return match if _MATCH.fullmatch(match) else ""


def _number(data: QueryDict, key: str) -> str:
    """Return the number under *key* as it is written; empty for anything else."""
    text = data.get(key, "")
    return text if text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER else ""
