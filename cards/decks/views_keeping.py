"""Saved decks: the list of one's own, and the forms that change it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.decks import keeping
from cards.decks.context import Bench
from cards.decks.draft import clean_name
from cards.decks.views import bench_or_404, builder_of, saved_spreads, show_builder
from games.engine.errors import GameError
from scrapsite.common import limits
from scrapsite.common.csrf import same_origin_post
from scrapsite.common.errors import Refusal, http_status, with_retry_after
from scrapsite.common.players import ensure_player

View = Callable[..., HttpResponse]


@require_safe
def deck_mine(request: HttpRequest, game: str) -> HttpResponse:
    """The decks that the visitor keeps."""
    return _show_mine(request, bench_or_404(game))


@same_origin_post
@require_POST
def deck_save(request: HttpRequest, game: str) -> HttpResponse:
    """Keep the deck of the builder's form, for a guest made on the spot if need be."""
    bench = bench_or_404(game)
    return _from_builder(request, bench, keeping.save_deck)


@require_http_methods(["GET", "HEAD", "POST"])
def deck_saved(request: HttpRequest, game: str, pk: int) -> HttpResponse:
    """Lead to the builder with a deck of one's own; a POST of its form changes what is kept."""
    bench = bench_or_404(game)
    saved = keeping.deck_or_404(request.user, bench, pk)
    if request.method == "POST":
        return _from_builder(
            request, bench, lambda user, bench, sketch: keeping.change_deck(user, bench, pk, sketch)
        )
    sketch = keeping.sketch_of(bench, saved)
    return redirect(bench.address("deck_builder", sketch.lists, name=sketch.name, saved=str(pk)))


def shows_refusals(view: View) -> View:
    """Let *view*, given a bench, answer what can't be done with the list and a notice."""

    @wraps(view)
    def wrapped(request: HttpRequest, game: str, pk: int) -> HttpResponse:
        bench = bench_or_404(game)
        try:
            limits.check("decks", request)
            return view(request, bench, pk)
        except (GameError, Refusal) as error:
            return with_retry_after(_show_mine(request, bench, error.reason, http_status(error)), error)

    return wrapped


@require_POST
@shows_refusals
def deck_rename(request: HttpRequest, bench: Bench, pk: int) -> HttpResponse:
    """Call a deck of one's own something else."""
    saved = keeping.rename_deck(_user(request), bench, pk, clean_name(request.POST.get("name", "")))
    return _see_mine(request, bench, f"It is called “{saved.name}” now.")


@require_POST
@shows_refusals
def deck_delete(request: HttpRequest, bench: Bench, pk: int) -> HttpResponse:
    """Throw a deck of one's own away; the list says how to get it back."""
    keeping.throw_away(_user(request), bench, pk)
    return _see_mine(request, bench)


@require_POST
@shows_refusals
def deck_restore(request: HttpRequest, bench: Bench, pk: int) -> HttpResponse:
    """Fetch back the deck thrown away last."""
    saved = keeping.fetch_back(_user(request), bench, pk)
    return _see_mine(request, bench, f"“{saved.name}” is back.")


def _from_builder(request: HttpRequest, bench: Bench, keep: Callable[..., Any]) -> HttpResponse:
    """Keep what the builder's form holds and go back there; what can't be kept is shown there, too."""
    try:
        builder = builder_of(request, bench, request.POST)
    except (GameError, Refusal) as error:
        context = {"bench": bench, "error": error}
        return render(request, "cards/decks/deck_trouble.html", context, status=http_status(error))
    sketch = builder.sketch
    try:
        limits.check("decks", request)
        if not request.user.is_authenticated:
            keeping.require_cards(bench, sketch)
            limits.check("guests", request)
        saved = keep(ensure_player(request), bench, sketch)
    except (GameError, Refusal) as error:
        response = show_builder(request, builder, error.reason, http_status(error))
        return with_retry_after(response, error)
    address = bench.address(
        "deck_builder", sketch.lists, name=saved.name, saved=str(saved.pk), match=builder.match
    )
    return _see(request, address, f"“{saved.name}” is kept among your {bench.rules.noun}s.")


def _show_mine(request: HttpRequest, bench: Bench, refusal: str = "", status: int = 200) -> HttpResponse:
    context = {
        "bench": bench,
        "saved": saved_spreads(request, bench),
        "thrown_away": keeping.thrown_away(request.user, bench),
        "most": keeping.MOST_DECKS,
        "refusal": refusal,
    }
    return render(request, "cards/decks/deck_mine.html", context, status=status)


def _see_mine(request: HttpRequest, bench: Bench, said: str = "") -> HttpResponse:
    return _see(request, bench.address("deck_mine"), said)


def _see(request: HttpRequest, address: str, said: str) -> HttpResponse:
    if said:
        messages.success(request, said)
    response = redirect(address)
    response.status_code = 303
    return response


def _user(request: HttpRequest) -> Any:
    return request.user
