"""A deck as a list to copy, download and paste."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from cards.decks.context import DeckContext, deck_context_or_404
from cards.decks.draft import Draft, draft_of, file_name, read_draft
from cards.decks.errors import BadDeck
from cards.decks.texts import BadList, as_json, as_text, read_list
from cards.decks.views import shows_bad_decks
from scrapsite.common.origins import same_origin_post
from scrapsite.common.public import public_page

PASTED = "list"


@public_page
@require_http_methods(["GET", "HEAD", "POST"])
@same_origin_post
def deck_read(request: HttpRequest, game: str) -> HttpResponse:
    """The form for a list in plain text or JSON. A POST opens it in the builder, or names the wrong lines."""
    context = deck_context_or_404(game)
    if request.method != "POST":
        return _form(request, context)
    text = request.POST.get(PASTED, "")
    try:
        draft = read_list(context, text)
    except BadDeck as error:
        return _form(request, context, text, error)
    if draft.is_empty:
        return _form(request, context, text, BadDeck("There is no card in this list."))
    return redirect(context.address("deck_builder", draft.lists, name=draft.name))


@require_safe
@public_page
@shows_bad_decks
def deck_text(request: HttpRequest, context: DeckContext) -> HttpResponse:
    """The deck of the address as a text file."""
    return _file(request, context, "txt", lambda draft: _plain(as_text(context, draft)))


@require_safe
@public_page
@shows_bad_decks
def deck_json(request: HttpRequest, context: DeckContext) -> HttpResponse:
    """The deck of the address as JSON."""
    return _file(request, context, "json", lambda draft: JsonResponse(as_json(context, draft)))


def _form(
    request: HttpRequest, context: DeckContext, text: str = "", error: BadDeck | None = None
) -> HttpResponse:
    shown = {
        "deck_context": context,
        "text": text,
        "error": error,
        "faults": error.faults if isinstance(error, BadList) else (),
        "example": as_text(context, draft_of(context, context.rules.ready_made[0])),
    }
    return render(request, "cards/decks/deck_read.html", shown, status=422 if error else 200)


def _file(
    request: HttpRequest, context: DeckContext, ending: str, made: Callable[[Draft], HttpResponse]
) -> HttpResponse:
    draft = read_draft(context, request.GET)
    answer = made(draft)
    answer.headers["Content-Disposition"] = (
        f'attachment; filename="{file_name(context, draft.name)}.{ending}"'
    )
    return answer


def _plain(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
