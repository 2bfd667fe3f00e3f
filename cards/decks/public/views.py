"""The pages of public decks: the list, each of them, and the forms about them."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.decks import keeping
from cards.decks.building import spread_out
from cards.decks.context import DeckContext, deck_context_or_404
from cards.decks.draft import LONGEST_NAME, Draft, clean_name, draft_of
from cards.decks.public import moderation, publishing
from cards.decks.public.figures import fingerprint
from cards.decks.public.models import PublicDeck
from cards.decks.public.queries import (
    ORDERS,
    deck_or_404,
    editions_of,
    opened,
    own_or_404,
    public_decks,
    public_page_of,
)
from cards.statistics.fared import SMALL
from scrapsite.accounts.guests import accounts_only
from scrapsite.common import limits
from scrapsite.common.errors import Refusal, http_status, with_retry_after

members_only = accounts_only("cards:deck_index")


@require_safe
@limits.limited("heavy-pages")
def public_list(request: HttpRequest, game: str) -> HttpResponseBase:
    """The public decks of a game: `?order=` one of `ORDERS`, `&edition=`, `&page=`."""
    context = deck_context_or_404(game)
    editions, asked = editions_of(context), request.GET
    order = asked.get("order", "") if asked.get("order") in ORDERS else next(iter(ORDERS))
    edition = asked.get("edition", "") if asked.get("edition") in editions else ""
    page, entries = public_decks(context, order, edition, asked.get("page", ""))
    shown = {
        "deck_context": context,
        "orders": [(slug, words) for slug, (words, _) in ORDERS.items()],
        "order": order,
        "editions": editions,
        "edition": edition,
        "page": page,
        "entries": entries,
        "may_moderate": moderation.may_moderate(request.user),
    }
    return render(request, "cards/decks/public/public_list.html", shown)


@require_safe
@limits.limited("heavy-pages")
def public_detail(request: HttpRequest, game: str, pk: int) -> HttpResponseBase:
    """A public deck."""
    context = deck_context_or_404(game)
    return _show(request, deck_or_404(request.user, context, pk))


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
def deck_publish(request: HttpRequest, game: str, pk: int) -> HttpResponse:
    """The form that publishes one of the visitor's saved decks. A POST publishes it."""
    context = deck_context_or_404(game)
    saved = keeping.deck_or_404(request.user, context, pk)
    draft = draft_of(context, saved)
    shown = {
        "saved": saved,
        "spread": spread_out(context, draft),
        "cards": fingerprint(game, context.edition.slug, draft.lists),
    }
    if request.method != "POST":
        return _form(request, context, shown, draft.name, "")
    name, description = _written(request)
    try:
        limits.check("decks", request)
        made = publishing.publish(
            _user(request), context, Draft(draft.lists, name), description, request.POST.get("cards", "")
        )
    except Refusal as error:
        return _form(request, context, shown, name, description, error)
    return _see(request, made, f"“{made.name}” is public now.")


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
def public_describe(request: HttpRequest, game: str, pk: int) -> HttpResponse:
    """The form that changes the name and the description of a deck that the visitor published."""
    context = deck_context_or_404(game)
    deck = own_or_404(request.user, context, pk)
    shown = {"deck": deck, "spread": spread_out(*opened(deck))}
    if request.method != "POST":
        return _form(request, context, shown, deck.name, deck.description)
    name, description = _written(request)
    try:
        limits.check("decks", request)
        publishing.describe(deck, name, description)
    except Refusal as error:
        return _form(request, context, shown, name, description, error)
    return _see(request, deck, "Your changes are saved." if deck.hidden_at else "Your changes are public.")


@require_POST
@members_only
def public_withdraw(request: HttpRequest, game: str, pk: int) -> HttpResponse:
    """Unpublish a deck that the visitor published."""
    context = deck_context_or_404(game)
    deck = own_or_404(request.user, context, pk)
    try:
        publishing.unpublish(deck)
    except Refusal as error:
        return _show(request, deck, error)
    messages.success(request, f"“{deck.name}” is no longer public.")
    return _redirect(context.address("deck_mine"))


@require_POST
@members_only
def public_like(request: HttpRequest, game: str, pk: int) -> HttpResponse:
    """Like a public deck; with `on=no` no longer."""
    context = deck_context_or_404(game)
    deck = deck_or_404(request.user, context, pk)
    try:
        limits.check("decks", request)
        publishing.like(request.user, deck, on=request.POST.get("on") != "no")
    except Refusal as error:
        return _show(request, deck, error)
    return _see(request, deck)


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
def public_report(request: HttpRequest, game: str, pk: int) -> HttpResponse:
    """The form that reports a public deck. A POST sends the report."""
    context = deck_context_or_404(game)
    deck = deck_or_404(request.user, context, pk)
    shown = {"deck_context": context, "deck": deck, "longest": moderation.LONGEST_REASON}
    if request.method != "POST":
        return _page(request, "public_report", shown)
    reason = request.POST.get("reason", "")
    try:
        limits.check("comments", request)
        moderation.report(_user(request), deck, reason)
    except Refusal as error:
        return _page(request, "public_report", shown | {"reason": reason}, error)
    return _see(request, deck, "Thank you. The moderators will read your report.")


@require_safe
def report_list(request: HttpRequest) -> HttpResponse:
    """The reported decks, for moderators; everybody else gets a 404."""
    moderation.require_moderator(request.user)
    return render(request, "cards/decks/public/report_list.html", {"reported": moderation.reported()})


@require_POST
def public_moderate(request: HttpRequest, game: str, pk: int) -> HttpResponse:
    """Hide a public deck (`hide=yes`), show it again (`show=yes`), or leave it as it is.

    That settles the reports that the form names, each as `report=`. From the deck's own page, which shows no
    reports, hiding settles all of them and showing it again none.
    """
    moderation.require_moderator(request.user)
    context = deck_context_or_404(game)
    deck = deck_or_404(request.user, context, pk)
    asked = request.POST
    show, seen = asked.get("show") == "yes", asked.getlist("report")
    if asked.get("hide") == "yes":
        moderation.hide(_user(request), deck, seen or None)
        return _see(request, deck, "It is hidden. Only its owner and moderators see it.")
    moderation.keep(deck, seen if seen or show else None, show=show)
    deck.refresh_from_db(fields=["hidden_at"])
    if deck.hidden_at:
        return _see(request, deck, "The reports are closed. It stays hidden, as a moderator has hidden it.")
    return _see(request, deck, "Everybody can see it.")


def _show(request: HttpRequest, deck: PublicDeck, error: Refusal | None = None) -> HttpResponse:
    found = public_page_of(request.user, deck)
    shown = {
        "deck_context": found.entry.spread.context,
        "deck": deck,
        "public": found,
        "spread": found.entry.spread,
        "small": SMALL,
    }
    return _page(request, "public_detail", shown, error)


def _form(
    request: HttpRequest,
    context: DeckContext,
    shown: dict[str, Any],
    name: str,
    description: str,
    error: Refusal | None = None,
) -> HttpResponse:
    """Return the form for the name and the description, filled in."""
    shown |= {
        "deck_context": context,
        "name": name,
        "description": description,
        "longest_name": LONGEST_NAME,
        "longest": publishing.LONGEST_DESCRIPTION,
    }
    return _page(request, "public_form", shown, error)


def _page(
    request: HttpRequest, template: str, shown: dict[str, Any], error: Refusal | None = None
) -> HttpResponse:
    """Return the page; with *error* its status, and when to try again."""
    status = http_status(error) if error else 200
    shown = shown | {"error": error}
    response = render(request, f"cards/decks/public/{template}.html", shown, status=status)
    return with_retry_after(response, error) if error else response


def _written(request: HttpRequest) -> tuple[str, str]:
    """Return the name and the description that a form sent."""
    return clean_name(request.POST.get("name", "")), request.POST.get("description", "")


def _see(request: HttpRequest, deck: PublicDeck, said: str = "") -> HttpResponse:
    if said:
        messages.success(request, said)
    return _redirect(reverse("cards:public_detail", args=(deck.game, deck.pk)))


def _redirect(address: str) -> HttpResponse:
    response = redirect(address)
    response.status_code = 303
    return response


def _user(request: HttpRequest) -> Any:
    return request.user
