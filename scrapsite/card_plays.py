"""Statistics of a card in the matches of this site. `games` counts, and `cards` computes the shares.

It is a page of its own because it changes with every match, while the page of the card doesn't.
"""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.catalogue.links import card_url
from cards.statistics.fared import SMALL, Standing, Tally, level_of, standing
from games import catalog
from games.engine.cards import Card
from games.engine.errors import BadOptions
from games.statistics.models import CardPlays
from games.statistics.plays import Who, plays_of
from scrapsite.common.limits import limited
from scrapsite.common.requests import is_fragment

RATED = "people who have finished rated matches of this game"
UNRATED = "not known; these are guests, and people who haven’t finished a rated match of this game"


@dataclass(frozen=True)
class Player:
    """The players of one level, and the card's statistics among them. *level:* how strong they are, in words.

    *rating:* the mean of their ratings, None where they have none.
    """

    label: str
    level: str
    rating: float | None
    standing: Standing


@require_safe
@limited("heavy-pages")
def card_plays(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """Show the counts of one card in one edition (`?edition=`). htmx gets only the part for the card page."""
    card = _card(game, slug, request.GET.get("edition", ""))
    context = {
        "title": catalog.title(game),
        "card": card,
        "card_url": card_url(card),
        "players": _players(card),
        "small": SMALL,
    }
    template = "scrapsite/_card_plays.html" if is_fragment(request) else "scrapsite/card_plays.html"
    return render(request, template, context)


def _card(game: str, slug: str, edition: str) -> Card:
    """Return the card in *edition*, or in the newest edition if that is empty. *Raises:* `Http404`."""
    try:
        wanted = [edition] if edition else list(catalog.title(game).editions)
        found = [card for name in wanted for card in catalog.published(game, name).cards if card.slug == slug]
    except BadOptions as error:
        raise Http404 from error
    if not found:
        raise Http404
    return found[0]


def _players(card: Card) -> list[Player]:
    found = []
    for who, rows in plays_of(card.game, card.edition).items():
        tallies = {slug: Tally(row.plays, row.seats, row.wins) for slug, row in rows.items()}
        found.append(Player(*_described(who, rows.get(card.slug)), standing(card.slug, tallies)))
    return found


def _described(who: Who, row: CardPlays | None) -> tuple[str, str, float | None]:
    if not who.level:
        people = "people" if who.player == CardPlays.Player.PERSON else "bots"
        return f"Played by {people} in earlier matches", "not recorded then", None
    if who.player == CardPlays.Player.BOT:
        return f"Played by the {who.level} bot", level_of(who.level), None
    if who.level == CardPlays.Level.UNRATED:
        return "Played by people without a rating", UNRATED, None
    return "Played by people with a rating", RATED, row.ratings / row.seats if row and row.seats else None
