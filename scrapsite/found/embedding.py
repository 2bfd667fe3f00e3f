"""What another site may show of a page of this one: a card or a match."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.http import Http404
from django.urls import reverse

from games import catalog
from games.engine.cards import Card
from games.matches import access
from games.matches.models import Status
from games.matches.queries.people import seat_names
from scrapsite.found.pictures import FACE_HEIGHT, FACE_WIDTH, HEIGHT, WIDTH, face_picture

PAGES = ("cards:card_detail", "games:match_detail", "games:match_replay")


@dataclass(frozen=True)
class Embedded:
    """A page's title and picture. *picture:* its whole address, or empty; *width*, *height:* in pixels."""

    title: str
    picture: str
    width: int = WIDTH
    height: int = HEIGHT


def embedded(view_name: str, kwargs: Mapping[str, Any], query: str, user: Any) -> Embedded:
    """Return what may be shown of the page *view_name* to *user*. *query:* what stands after its `?`.

    *Raises:* `Http404` for every other page, and for what *user* may not see.
    """
    if view_name not in PAGES:
        raise Http404("Only cards and matches can be shown elsewhere.")
    asked = {name: values[-1] for name, values in parse_qs(query).items()}
    if view_name == "cards:card_detail":
        return _card(kwargs["game"], kwargs["slug"], asked.get("edition", ""))
    return _match(kwargs["match_id"], asked.get("step", "") if view_name.endswith("replay") else "", user)


def _card(game: str, slug: str, edition: str) -> Embedded:
    found = card_of(game, slug, edition)
    if found is None:
        raise Http404("There is no such card.")
    title = f"{found.name}: {catalog.title(game).name} {found.edition}"
    return Embedded(title, _whole(face_picture(found)), FACE_WIDTH, FACE_HEIGHT)


def card_of(game: str, slug: str, edition: str) -> Card | None:
    """Return the card in *edition*, or for an empty one in the newest that has it; None if there is none."""
    cards = catalog.versions(game, slug)
    return cards.get(edition) if edition else next(iter(cards.values()), None)


def _match(match_id: str, step: str, user: Any) -> Embedded:
    match, seats = access.match_and_people(user, match_id)
    names = " · ".join(seat_names(seats))
    title = f"{catalog.title(match.title).name}: {names}" if names else catalog.title(match.title).name
    if match.status not in (Status.RUNNING, Status.FINISHED):
        return Embedded(title, "")
    picture = reverse("games:match_picture", args=(match_id,))
    return Embedded(title, _whole(f"{picture}?step={step}" if step.isdecimal() else picture))


def _whole(path: str) -> str:
    return f"{settings.SITE_URL}{path}" if path else ""
