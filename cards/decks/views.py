"""The deck builder, and the pages for shared, ready-made and random decks and for downloads."""

import re
import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from cards.decks import keeping
from cards.decks.building import Builder, Spread, deck_list, ready_made, spread_out
from cards.decks.context import DeckContext, deck_context_or_404, deck_contexts
from cards.decks.draft import LONGEST_NAME, changed, draft_of, read_draft
from cards.decks.errors import BadDeck
from cards.decks.finder import find
from cards.decks.public.queries import public_copy_of
from cards.decks.texts import as_text
from cards.exports.delivery import deliver, show_progress
from cards.exports.kinds import SAVED_OBJECT
from cards.exports.lists import CardList
from cards.exports.offers import printings
from games.engine.chance import FastChance
from scrapsite.common.limits import limited
from scrapsite.common.origins import same_origin_post
from scrapsite.common.public import public_page
from scrapsite.common.requests import is_fragment, whole_number

View = Callable[..., HttpResponseBase]

_MATCH = re.compile(r"[a-z2-9]{10}")
_MARK = re.compile(r"[0-9a-f]{12}")
HIGHEST = 10**12 - 1  # of a key or a sequence number in an address


def shows_bad_decks(view: View) -> View:
    """Pass *view* the context of the game in the address; answer a deck that can't be read with a 400."""

    @wraps(view)
    def wrapped(request: HttpRequest, game: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        context = deck_context_or_404(game)
        try:
            return view(request, context, *args, **kwargs)
        except BadDeck as error:
            return render(
                request,
                "cards/decks/deck_trouble.html",
                {"deck_context": context, "error": error},
                status=400,
            )

    return wrapped


@require_safe
@public_page
def deck_index(request: HttpRequest) -> HttpResponse:
    """The games whose players bring decks."""
    return render(request, "cards/decks/deck_index.html", {"deck_contexts": deck_contexts()})


@require_safe
@public_page
@limited("searches")
@shows_bad_decks
def deck_builder(request: HttpRequest, context: DeckContext) -> HttpResponse:
    """The builder, with the deck in its address. A change redirects to the address of the changed deck."""
    builder = builder_of(request, context, request.GET)
    if "add" in request.GET or "drop" in request.GET:
        return redirect(builder.url + ("#found" if "add" in request.GET else "#deck"))
    return show_builder(request, builder)


@require_safe
@public_page
@limited("searches")
@shows_bad_decks
def deck_built(request: HttpRequest, context: DeckContext) -> HttpResponse:
    """The part of the builder that a change updates. The browser shows the builder's address for it."""
    builder = builder_of(request, context, request.GET)
    response = render(
        request, "cards/decks/_deck_built.html", template_context(request, builder) | {"is_fragment": True}
    )
    response["HX-Replace-Url" if request.GET.get("live") else "HX-Push-Url"] = builder.url
    return response


@require_safe
@shows_bad_decks
def deck_random(request: HttpRequest, context: DeckContext) -> HttpResponse:
    """Redirect to the builder with a random deck."""
    lists = context.rules.random(FastChance(secrets.randbits(64)))
    match = _match_of(request.GET)
    return redirect(context.address("deck_builder", lists, match=match))


@require_safe
@public_page
@shows_bad_decks
def deck_ready_made(request: HttpRequest, context: DeckContext) -> HttpResponse:
    """The decks that come with the game."""
    return render(
        request,
        "cards/decks/deck_ready_made.html",
        {"deck_context": context, "ready_made": ready_made(context)},
    )


@require_safe
@public_page
@shows_bad_decks
def deck_share(request: HttpRequest, context: DeckContext) -> HttpResponse:
    """A deck to look at, share and print."""
    draft = read_draft(context, request.GET)
    spread = spread_out(context, draft)
    shown = {
        "deck_context": context,
        "spread": spread,
        "saved": keeping.saved_as(request.user, context, draft),
        "public": public_copy_of(request.user, context, draft.lists),
        "remarks": draft.remarks,
        "text": as_text(context, draft),
        "files": _files(spread),
    }
    return render(request, "cards/decks/deck_share.html", shown)


@require_safe
@shows_bad_decks
def deck_bring(request: HttpRequest, context: DeckContext) -> HttpResponse:
    """Decks to bring into a match, each with its form.

    *?match=* names the match, *&seen=* is the last sequence number that its player saw. With
    `&only=ready-made` the page shows only the decks that come with the game. htmx gets only the visitor's
    own decks, since the table of the match shows the others.
    """
    match = _match_of(request.GET)
    if not match:
        raise Http404("No such match.")
    is_part = is_fragment(request)
    is_free = is_part or request.GET.get("only") != "ready-made"
    here = spread_out(context, read_draft(context, request.GET))
    shown = {
        "deck_context": context,
        "match": match,
        "seen": whole_number(request.GET.get("seen", ""), high=HIGHEST),
        "here": here if is_free and not here.is_empty else None,
        "is_free": is_free,
        "saved": saved_spreads(request, context) if is_free else [],
        "ready_made": [] if is_part else ready_made(context),
    }
    return render(
        request, "cards/decks/_deck_bring.html" if is_part else "cards/decks/deck_bring.html", shown
    )


@require_safe
@shows_bad_decks
def deck_file(request: HttpRequest, context: DeckContext, file: str) -> HttpResponse:
    """A download of the deck; redirects to its progress if it isn't drawn."""
    page = reverse("cards:deck_file_progress", args=(context.title.slug, file))
    return deliver(request, _list_of(request, context), file, page)


@same_origin_post
@require_http_methods(["GET", "HEAD", "POST"])
@shows_bad_decks
def deck_file_progress(request: HttpRequest, context: DeckContext, file: str) -> HttpResponse:
    """The progress of a download of the deck; a POST has it drawn."""
    page = reverse("cards:deck_file", args=(context.title.slug, file))
    return show_progress(request, _list_of(request, context), file, page)


def builder_of(request: HttpRequest, context: DeckContext, data: QueryDict) -> Builder:
    """Return the builder that an address or its form asks for. *Raises:* `BadDeck`."""
    draft = changed(context, read_draft(context, data), data)
    finder = find(context, draft.lists, data.get("q", ""), data.get("type", ""))
    number = whole_number(data.get("saved", ""), high=HIGHEST)
    saved = keeping.decks_of(request.user, context).filter(pk=number).first() if number is not None else None
    is_changed = bool(saved and not keeping.is_as_saved(context, draft, saved))
    seen = data.get("seen", "")
    if saved and not is_changed:
        seen = keeping.mark_of(context, draft_of(context, saved))
    return Builder(
        spread_out(context, draft),
        finder,
        draft.remarks,
        saved=saved.pk if saved else None,
        saved_name=saved.name if saved else "",
        seen=seen if saved and _MARK.fullmatch(seen) else "",
        is_changed=is_changed,
        match=_match_of(data),
    )


def show_builder(
    request: HttpRequest, builder: Builder, refusal: str = "", status: int = 200
) -> HttpResponse:
    """Return the builder's page. *refusal:* why the deck couldn't be kept."""
    shown = template_context(request, builder) | {
        "refusal": refusal,
        "ready_made": ready_made(builder.spread.context),
    }
    return render(request, "cards/decks/deck_builder.html", shown, status=status)


def template_context(request: HttpRequest, builder: Builder) -> dict[str, Any]:
    """Return what the builder's templates need."""
    context, lists = builder.spread.context, builder.spread.lists
    return {
        "builder": builder,
        "spread": builder.spread,
        "public": public_copy_of(request.user, context, lists) if builder.saved else None,
        "deck_context": context,
        "longest_name": LONGEST_NAME,
    }


def saved_spreads(request: HttpRequest, context: DeckContext) -> list[tuple[Any, Spread]]:
    """Return the visitor's own decks, each laid out."""
    kept = keeping.decks_of(request.user, context)
    return [(deck, spread_out(context, draft_of(context, deck))) for deck in kept]


def _list_of(request: HttpRequest, context: DeckContext) -> CardList:
    """Return the deck as a list to download. *Raises:* `BadDeck`, `Http404` for an empty deck."""
    spread = spread_out(context, read_draft(context, request.GET))
    if not spread.cards:
        raise Http404("It is empty.")
    return deck_list(spread)


def _files(spread: Spread) -> list[tuple[str, str]]:
    """Return the address and the words of each file that is drawn of the deck; none if it is empty."""
    if spread.is_empty:
        return []
    wanted = [(f"{label} (PDF)", file, asked) for label, file, asked in printings()]
    wanted.append(("Tabletop Simulator (JSON)", SAVED_OBJECT.file, {}))
    return [
        (
            reverse("cards:deck_file_progress", args=(spread.context.title.slug, file))
            + "?"
            + "&".join(part for part in (spread.query, urlencode(asked)) if part),
            label,
        )
        for label, file, asked in wanted
    ]


def _match_of(data: QueryDict) -> str:
    match = data.get("match", "")
    return match if _MATCH.fullmatch(match) else ""
