"""The page that compares two decks, both of them in its address, and the choice of the second."""

from typing import Any
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve
from django.views.decorators.http import require_safe

from cards.decks.building import ready_made, spread_out
from cards.decks.comparing import compare
from cards.decks.context import DeckContext
from cards.decks.draft import Draft, draft_of, read_draft
from cards.decks.errors import BadDeck
from cards.decks.public.queries import deck_or_404, public_decks
from cards.decks.views import saved_spreads, shows_bad_decks
from scrapsite.common.limits import limited

OTHER = "with-"  # begins the names of the second deck's fields
LONGEST_LINK = 2000
LONGEST_REFERER = 8000


@require_safe
@limited("heavy-pages")
@shows_bad_decks
def deck_compare(request: HttpRequest, context: DeckContext) -> HttpResponse:
    """How two decks differ. Without a second (`with-act=` …), the page offers some; `?link=` names one."""
    first, second = read_draft(context, request.GET), read_draft(context, _second_of(request.GET))
    link, error = request.GET.get("link", "").strip(), ""
    if link:
        try:
            return redirect(_address(context, first, _linked(request, context, link)))
        except BadDeck as refused:
            error = refused.reason
    if second.is_empty:
        return _choose(request, context, first, link, error)
    shown = {
        "deck_context": context,
        "comparison": compare(context, first, second),
        "remarks": first.remarks + second.remarks,
        "swapped_url": _address(context, second, first),
        "back": _back(request),
    }
    return render(request, "cards/decks/deck_compare.html", shown)


def _back(request: HttpRequest) -> str:
    """Return the address of the page of this site that led here; empty for others, and for comparisons."""
    try:
        came = urlsplit(request.headers.get("Referer", "")[:LONGEST_REFERER])
    except ValueError:
        return ""
    if came.netloc != request.get_host() or came.path == request.path:
        return ""
    return came.path + (f"?{came.query}" if came.query else "")


def _choose(request: HttpRequest, context: DeckContext, first: Draft, link: str, error: str) -> HttpResponse:
    """Return the page on which the second deck is chosen. *error:* why *link* doesn’t name one."""
    own = [(deck.name, spread) for deck, spread in saved_spreads(request, context)]
    _, entries = public_decks(context, "liked", context.edition.slug, "")
    made = [(spread.name, spread) for _, spread in ready_made(context)]
    groups = (
        (f"Your {context.rules.noun}s", own),
        (f"Public {context.rules.noun}s", [(entry.deck.name, entry.spread) for entry in entries]),
        ("Ready-made", made),
    )
    offered = [one.lists for _, decks in groups for _, one in decks]
    others = (
        (
            label,
            [
                (name, _address(context, first, Draft(one.lists, name)))
                for name, one in decks
                if one.lists != first.lists
            ],
        )
        for label, decks in groups
    )
    shown: dict[str, Any] = {
        "deck_context": context,
        "spread": spread_out(context, first),
        "groups": [(label, decks) for label, decks in others if decks],
        "leaves_out": first.lists in offered,
        "link": link,
        "longest_link": LONGEST_LINK,
        "error": error,
    }
    return render(request, "cards/decks/deck_compare_with.html", shown, status=422 if error else 200)


def _address(context: DeckContext, first: Draft, second: Draft) -> str:
    others = [(f"{OTHER}{short}", slug) for short, slug in context.pairs(second.lists)]
    address = context.address("deck_compare", first.lists, name=first.name)
    data = QueryDict(mutable=True)
    for name, value in (*others, (f"{OTHER}name", second.name)):
        data.appendlist(name, value)
    return f"{address}{'&' if '?' in address else '?'}{data.urlencode()}"


def _second_of(data: QueryDict) -> QueryDict:
    """Return the fields of the second deck under their usual names."""
    found = QueryDict(mutable=True)
    for name in data:
        if name.startswith(OTHER):
            found.setlist(name.removeprefix(OTHER), data.getlist(name))
    return found


def _linked(request: HttpRequest, context: DeckContext, link: str) -> Draft:
    """Return the deck whose address *link* is: one with cards in it, or public. *Raises:* `BadDeck`."""
    try:
        parts = urlsplit(link[:LONGEST_LINK])
        draft = read_draft(context, QueryDict(parts.query))
        if not draft.is_empty:
            return draft
        found = resolve(parts.path)
        if found.view_name == "cards:public_detail":
            deck = deck_or_404(request.user, context, found.kwargs["pk"])
            return draft_of(context, deck)
    except (ValueError, Resolver404, Http404):
        pass
    noun = context.rules.noun
    raise BadDeck(
        f"That isn’t a link to a {noun} of {context.title.name}. “Share or print” has one for each {noun}; "
        f"the address of a public {noun}’s page works, too."
    )
