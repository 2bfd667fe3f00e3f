"""The JSON API of the catalogue: the search of the card list, and one card.

Public, with validators; but whoever sends a key or a session may see cards of drafts, which nobody keeps.
"""

from datetime import UTC, datetime
from typing import Annotated, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import http_date
from ninja import Field, Query, Router, Schema

from cards.catalogue.indexing import facets_of, text_of
from cards.catalogue.links import card_url, picture_url
from cards.catalogue.models import IndexState
from cards.search import SearchError, read
from cards.search.language.drafts import is_personal
from cards.search.language.question import mended
from games import catalog
from games.engine import codec
from games.engine.cards import Card
from games.engine.errors import BadOptions
from scrapsite.accounts.api_auth import reader_of
from scrapsite.common import limits
from scrapsite.common.public import PRIVATE, SHARED, content_tag, is_shareable, unshared

router = Router(tags=["cards"], auth=None)

A_PAGE = 60
LAST_PAGE = 100_000


class LineOut(Schema):
    """An ability. *cost:* in words, empty if it costs nothing."""

    cost: str
    text: str


class ReminderOut(Schema):
    """A reminder of something the card's text alone doesn't make clear.

    *rule:* anchor of the paragraph that says it.
    """

    text: str
    rule: str


class CardOut(Schema):
    """A card of one edition, published or `draft:<id>@<revision>`. *figures:* by the names under which they
    are searched.

    Where each copy has a number of its own, the first copy's; the last copy's is called `initiative_last`.
    *picture:* leads to its picture of 1200 × 630 pixels; 404 while that is still being drawn; empty for a
    draft.
    """

    game: str
    edition: str
    slug: str
    name: str
    type: str
    sub: str
    figures: dict[str, int]
    lines: list[LineOut]
    text: str
    reminders: list[ReminderOut]
    facets: list[str]
    quantity: int
    url: str
    picture: str


class FoundOut(Schema):
    """The result of a search. *english:* what was understood. *next:* address of the next page, or null."""

    q: str
    english: str
    count: int
    page: int
    pages: int
    next: str | None
    cards: list[CardOut]


class SearchErrorOut(Schema):
    """A search that has a mistake. *position:* of the mistake in `q`, from 0, *length* characters long.

    *suggestion:* the search with all its mistakes corrected, or null.
    """

    code: Annotated[str, Field(examples=["search/unknown-operator"])]
    rule: str
    reason: str
    position: int
    length: int
    suggestion: str | None


class Refusal(Schema):
    """Any other error."""

    code: str
    rule: str
    reason: str


@router.get("", response={200: FoundOut, 304: None, 400: SearchErrorOut, 422: Refusal, 429: Refusal})
def search_cards(request: HttpRequest, q: str = "", page: int = Query(1, ge=1, le=LAST_PAGE)) -> HttpResponse:
    """Search the cards, in the language of the card list (explained at /cards/help/).

    The cards of an edition are those of `edition:3.6`. With a key or a session,
    `edition:draft:<id>@<revision>` finds those of a draft that you may see, and `edition:draft:<id>` those of
    its newest revision that can be played. Without either, only drafts listed for everybody are found.
    """
    viewer = reader_of(request)
    limits.check("searches", request, viewer)
    try:
        question = read(q, viewer)
    except SearchError as error:
        return unshared(_json(_refusal(q, error, viewer), status=400), is_personal(q))
    count = question.rows().count()
    pages = max(1, -(-count // A_PAGE))
    answer = {
        "q": q.encode("utf-8", "replace").decode(),
        "english": question.english,
        "count": count,
        "page": page,
        "pages": pages,
        "next": _page_url(request, page + 1) if page < pages else None,
        "cards": [_card(card) for card in question.cards((page - 1) * A_PAGE, page * A_PAGE)],
    }
    return unshared(_json(answer)) if is_personal(q) else _public(request, answer)


@router.get("/{game}/{slug}", response={200: CardOut, 304: None, 404: Refusal, 422: Refusal})
def read_card(
    request: HttpRequest, game: str, slug: str, edition: str = Query("", max_length=60)
) -> HttpResponse:
    """Show a card in one edition; without one, in the newest published one that has it.

    With a key or a session, the edition may be a draft that you may see.
    """
    if catalog.is_draft(edition):
        return unshared(_json(_card(_drafted(reader_of(request), game, edition, slug))))
    card = next(
        (found for found in catalog.versions(game, slug).values() if edition in ("", found.edition)), None
    )
    if card is None:
        raise Http404
    return _public(request, _card(card))


def _drafted(viewer: object, game: str, edition: str, slug: str) -> Card:
    """Return a card of a draft that *viewer* may see. *Raises:* `Http404`."""
    try:
        title, info = catalog.draft_for(viewer, edition)
    except BadOptions:
        raise Http404 from None
    if title.slug != game or slug not in info.by_slug:
        raise Http404
    return info.by_slug[slug]


def _card(card: Card) -> dict[str, Any]:
    return {
        "game": card.game,
        "edition": card.edition,
        "slug": card.slug,
        "name": card.name,
        "type": card.type,
        "sub": card.sub,
        "figures": card.numbers,
        "lines": card.lines,
        "text": text_of(card),
        "reminders": card.reminders,
        "facets": facets_of(card),
        "quantity": card.quantity,
        "url": card_url(card),
        "picture": picture_url(card),
    }


def _page_url(request: HttpRequest, page: int) -> str:
    query = request.GET.copy()
    query["page"] = str(page)
    return f"{request.path}?{query.urlencode()}"


def _refusal(q: str, error: SearchError, viewer: object) -> dict[str, Any]:
    return {
        "code": error.code,
        "rule": "",
        "reason": error.message,
        "position": error.position,
        "length": error.length,
        "suggestion": mended(q, error, viewer) or None,
    }


def _public(request: HttpRequest, value: object) -> HttpResponse:
    """Return *value* with validators, or 304 to a client that has it. The same for everybody."""
    response = _json(value)
    tag, loaded = content_tag(response.content), _loaded_at()
    response["Cache-Control"] = SHARED if is_shareable(request, response) else PRIVATE
    response["ETag"], response["Last-Modified"] = tag, http_date(loaded)
    patch_vary_headers(response, ("Cookie", "Authorization"))
    answer = get_conditional_response(request, tag, loaded, response)
    return response if answer is None else answer


def _loaded_at() -> int:
    found = IndexState.objects.filter(pk=1).values_list("loaded_at", flat=True).first()
    return int((found or datetime(2020, 1, 1, tzinfo=UTC)).timestamp())


def _json(value: object, status: int = 200) -> HttpResponse:
    return HttpResponse(codec.to_json(value), content_type="application/json; charset=utf-8", status=status)
