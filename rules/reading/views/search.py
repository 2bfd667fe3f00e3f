"""The search over all rulebooks."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode

from rules.reading import text as reading
from rules.reading.search import Found, search
from scrapsite.common.limits import limited
from scrapsite.common.public import public_page
from scrapsite.common.requests import whole_number

_HIGHEST_PAGE = 9999


@public_page
@limited("searches")
def paragraph_search(request: HttpRequest) -> HttpResponse:
    """The paragraphs that fit a search in all rulebooks. Without a search, the page shows help."""
    found = search(
        request.GET.get("q", "").strip(),
        request.GET.get("game", ""),
        request.GET.get("edition", ""),
        _page(request.GET.get("page", "")),
    )
    context = {
        "found": found,
        "book_groups": found.library or reading.book_groups(),
        "before_url": _address(found, found.page - 1) if found.page > 1 else "",
        "after_url": _address(found, found.page + 1) if found.page < found.pages else "",
        "everywhere_url": f"{reverse('rules:paragraph_search')}?{urlencode({'q': found.q})}",
    }
    return render(
        request, "rules/reading/paragraph_search.html", context, status=400 if found.mistake else 200
    )


def _page(text: str) -> int:
    return whole_number(text, high=_HIGHEST_PAGE) or 1


def _address(found: Found, page: int) -> str:
    asked = {"q": found.q, "game": found.game, "edition": found.edition}
    filled = {key: value for key, value in asked.items() if value}
    return f"{reverse('rules:paragraph_search')}?{urlencode(filled | {'page': page})}"
