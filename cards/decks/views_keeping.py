"""Saved decks: the list of the visitor's own, and the forms that change it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.decks import keeping
from cards.decks.context import DeckContext, deck_context_or_404
from cards.decks.draft import clean_name, draft_of
from cards.decks.models import SavedDeck
from cards.decks.public.figures import fingerprint
from cards.decks.public.queries import deck_or_404, published_by
from cards.decks.views import HIGHEST, builder_of, saved_spreads, show_builder
from scrapsite.accounts.guests import with_next
from scrapsite.common import limits
from scrapsite.common.errors import Refusal, http_status, with_retry_after
from scrapsite.common.origins import same_origin_post
from scrapsite.common.players import display_name, ensure_player, is_guest
from scrapsite.common.requests import whole_number

View = Callable[..., HttpResponse]


@require_safe
def deck_mine(request: HttpRequest, game: str) -> HttpResponse:
    """The decks that the visitor keeps."""
    return _show_mine(request, deck_context_or_404(game))


@same_origin_post
@require_POST
def deck_save(request: HttpRequest, game: str) -> HttpResponse:
    """Keep the deck of the builder's form; a visitor who isn't signed in becomes a guest."""
    context = deck_context_or_404(game)
    return _from_builder(request, context, keeping.save_deck)


@require_http_methods(["GET", "HEAD", "POST"])
def deck_saved(request: HttpRequest, game: str, pk: int) -> HttpResponse:
    """Redirect to the builder with one of the visitor's decks; a POST of its form changes the saved deck."""
    context = deck_context_or_404(game)
    saved = keeping.deck_or_404(request.user, context, pk)
    if request.method == "POST":
        seen = request.POST.get("seen", "")
        return _from_builder(
            request, context, lambda user, context, draft: keeping.change_deck(user, context, pk, draft, seen)
        )
    draft = draft_of(context, saved)
    seen = keeping.mark_of(context, draft)
    return redirect(context.address("deck_builder", draft.lists, name=draft.name, saved=str(pk), seen=seen))


def shows_refusals(view: View) -> View:
    """Pass *view* the context of the game, and answer a refusal with the list and a notice."""

    @wraps(view)
    def wrapped(request: HttpRequest, game: str, pk: int) -> HttpResponse:
        context = deck_context_or_404(game)
        try:
            limits.check("decks", request)
            return view(request, context, pk)
        except Refusal as error:
            return with_retry_after(_show_mine(request, context, error.reason, http_status(error)), error)

    return wrapped


@require_POST
@shows_refusals
def deck_rename(request: HttpRequest, context: DeckContext, pk: int) -> HttpResponse:
    """Rename one of the visitor's decks."""
    saved = keeping.rename_deck(_user(request), context, pk, clean_name(request.POST.get("name", "")))
    return _see_mine(request, context, f"Renamed to “{saved.name}”.")


@require_POST
@shows_refusals
def deck_delete(request: HttpRequest, context: DeckContext, pk: int) -> HttpResponse:
    """Delete one of the visitor's decks; the list offers to restore it."""
    keeping.delete_deck(_user(request), context, pk)
    return _see_mine(request, context)


@require_POST
@shows_refusals
def deck_restore(request: HttpRequest, context: DeckContext, pk: int) -> HttpResponse:
    """Restore the deck that was deleted last."""
    saved = keeping.restore_deck(_user(request), context, pk)
    return _see_mine(request, context, f"“{saved.name}” is restored.")


def _from_builder(request: HttpRequest, context: DeckContext, keep: Callable[..., Any]) -> HttpResponse:
    """Keep what the builder's form holds and redirect to the builder; it shows a refusal, too.

    With `?then=publish` the redirect goes to the form that publishes the deck.
    """
    try:
        builder = builder_of(request, context, request.POST)
    except Refusal as error:
        shown = {"deck_context": context, "error": error}
        return render(request, "cards/decks/deck_trouble.html", shown, status=http_status(error))
    draft = builder.draft
    try:
        limits.check("decks", request)
        if not request.user.is_authenticated:
            keeping.require_cards(context, draft)
            limits.check("guests", request)
        saved = keep(ensure_player(request), context, draft)
    except Refusal as error:
        response = show_builder(request, builder, error.reason, http_status(error))
        return with_retry_after(response, error)
    address = context.address(
        "deck_builder",
        draft.lists,
        name=saved.name,
        saved=str(saved.pk),
        seen=keeping.mark_of(context, draft_of(context, saved)),
        match=builder.match,
    )
    if request.GET.get("then") == "publish":
        address = reverse("cards:deck_publish", args=(context.title.slug, saved.pk))
    return _see(request, address, _saved_words(request, context, saved, address))


def _saved_words(request: HttpRequest, context: DeckContext, saved: SavedDeck, address: str) -> str:
    """Return that *saved* is saved, and to guests how they keep it. *address:* where they go on."""
    said = f"“{saved.name}” has been saved to your {context.rules.noun}s{_origin_of(request, context)}."
    if not is_guest(saved.user):
        return said
    return format_html(
        '{} You are a guest: <a href="{}">create an account</a> to keep it.',
        said,
        with_next("account_convert", address),
    )


def _origin_of(request: HttpRequest, context: DeckContext) -> str:
    """Return which public deck the form copied, as the end of a sentence, or nothing."""
    number = whole_number(request.POST.get("copied", ""), high=HIGHEST)
    if number is None:
        return ""
    try:
        public = deck_or_404(request.user, context, number)
    except Http404:
        return ""
    return f", copied from “{public.name}” by {display_name(public.owner)}"


def _show_mine(
    request: HttpRequest, context: DeckContext, refusal: str = "", status: int = 200
) -> HttpResponse:
    published = published_by(request.user, context)
    shown = {
        "deck_context": context,
        "saved": [
            (deck, spread, published.get(fingerprint(context.title.slug, context.edition.slug, spread.lists)))
            for deck, spread in saved_spreads(request, context)
        ],
        "published": published.values(),
        "deleted": keeping.deleted_deck(request.user, context),
        "most": keeping.MOST_DECKS,
        "is_guest": is_guest(request.user),
        "refusal": refusal,
    }
    return render(request, "cards/decks/deck_mine.html", shown, status=status)


def _see_mine(request: HttpRequest, context: DeckContext, said: str = "") -> HttpResponse:
    return _see(request, context.address("deck_mine"), said)


def _see(request: HttpRequest, address: str, said: str) -> HttpResponse:
    if said:
        messages.success(request, said)
    response = redirect(address)
    response.status_code = 303
    return response


def _user(request: HttpRequest) -> Any:
    return request.user
