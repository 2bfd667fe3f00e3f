"""The card list with its search, and the page that explains the search. Public; only drafts are personal."""

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cards.catalogue.links import list_url
from cards.catalogue.models import IndexedCard
from cards.search.address import Asked
from cards.search.guide import guide
from cards.search.language.drafts import is_personal
from cards.search.language.operators import NUMBERS
from cards.search.listing import list_cards
from cards.search.suggesting import suggestions
from scrapsite.common.limits import limited
from scrapsite.common.public import public_page, unshared


@public_page
@limited("searches")
def card_list(request: HttpRequest) -> HttpResponse:
    """The cards that `?q=` finds; see `Asked` for the rest of the address."""
    asked = Asked.of(request.GET.dict(), request.user)
    response = render(request, "cards/search/card_list.html", {"listing": list_cards(asked)})
    return unshared(response, is_personal(asked.text))


@public_page
@limited("searches")
def card_found(request: HttpRequest) -> HttpResponse:
    """The part of the list that depends on the question. The browser shows the list's address for it.

    `?unfolded=` keeps open what narrows the list, for presses in there.
    """
    asked = Asked.of(request.GET.dict(), request.user)
    context = {"listing": list_cards(asked), "is_unfolded": "unfolded" in request.GET}
    response = render(request, "cards/search/_found.html", context)
    header = "HX-Replace-Url" if request.GET.get("live") else "HX-Push-Url"
    response[header] = asked.url(page=asked.page)
    return unshared(response, is_personal(asked.text))


@public_page
@limited("reads")
def card_suggestions(request: HttpRequest) -> HttpResponse:
    """What the last word of `?q=`, the question as far as somebody has typed it, could become."""
    text = request.GET.get("q", "")
    found = suggestions(text, request.user)
    response = render(request, "cards/search/_suggestions.html", {"suggestions": found})
    return unshared(response, is_personal(text) or any(is_personal(one.label) for one in found))


@public_page
def search_help(request: HttpRequest) -> HttpResponse:
    """The search explained, from the table of its operators."""
    used = IndexedCard.objects.aggregate(**{f"{row.key}_cards": Count(row.key) for row in NUMBERS})
    unused = {row.key for row in NUMBERS if not used[f"{row.key}_cards"]}
    return render(request, "cards/search/search_help.html", {"guide": guide(unused), "list_url": list_url()})
