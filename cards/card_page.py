"""The page of one card: what each room says of it. Public, and the same for everybody."""

from difflib import get_close_matches

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from cards.catalogue.embeds import embeds
from cards.catalogue.faces import face_html
from cards.catalogue.history import history
from cards.catalogue.links import card_url, export_url, face_picture_url
from cards.catalogue.related import related
from cards.decks.context import deck_url
from cards.statistics.fared import SMALL, simulated
from games import catalog
from games.engine.cards import Card
from games.engine.protocol import Title
from scrapsite.common.public import public_page


@public_page
def card_detail(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """One card in one edition (`?edition=`; without it, the newest that has the card)."""
    title = next((found for found in catalog.titles() if found.slug == game), None)
    versions = catalog.versions(game, slug)
    if title is None or not versions:
        return _no_such_card(request, title, slug)
    wanted = request.GET.get("edition") or next(iter(versions))
    if wanted not in versions:
        return _not_in_edition(request, title, versions, wanted)
    card = versions[wanted]
    before, after = _neighbours(title, card)
    context = {
        "title": title,
        "edition": title.editions[wanted],
        "card": card,
        "is_newest": wanted == next(iter(versions)),
        "history": history(title, slug),
        "card_url": card_url(card),
        "embeds": embeds(card),
        "picture_url": face_picture_url(card),
        "export_url": export_url(card),
        "deck_url": deck_url(card),
        "related": related(card, title.editions[wanted].cards),
        "simulated": simulated(card),
        "small": SMALL,
        "before": before,
        "after": after,
    }
    return render(request, "cards/catalogue/card_detail.html", context)


@public_page
def card_face(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """The face of one card in one edition, for what shows it beside a link."""
    card = catalog.versions(game, slug).get(request.GET.get("edition", ""))
    if card is None:
        raise Http404("No such card in that edition.")
    return HttpResponse(face_html(card))


def _neighbours(title: Title, card: Card) -> tuple[Card | None, Card | None]:
    """Return the cards before and after *card* in the box."""
    box = title.editions[card.edition].cards
    place = box.index(card)
    return (box[place - 1] if place else None), (box[place + 1] if place + 1 < len(box) else None)


def _no_such_card(request: HttpRequest, title: Title | None, slug: str) -> HttpResponse:
    titles = [title] if title else list(catalog.titles())
    known = {card.slug: card for found in titles for card in found.newest.cards}
    said = f"{title.name} has no card “{slug}”." if title else "There is no such game here."
    likely = [known[name] for name in get_close_matches(slug, known, 4, 0.5)]
    context = {"missing": "No such card" if title else "No such game", "said": said, "likely": likely}
    return render(request, "cards/catalogue/not_found.html", context, status=404)


def _not_in_edition(
    request: HttpRequest, title: Title, versions: dict[str, Card], wanted: str
) -> HttpResponse:
    name = next(iter(versions.values())).name
    wrong = f"{title.name} has no edition “{wanted}”"
    if wanted in title.editions:
        wrong = f"{name} isn’t in edition {wanted} of {title.name}"
    context = {"missing": "No such card", "said": f"{wrong}.", "versions": list(versions.values())}
    return render(request, "cards/catalogue/not_found.html", context, status=404)
