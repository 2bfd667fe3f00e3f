"""The API for bringing a deck into a match, in games whose players bring decks."""

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Router
from pydantic import Field, create_model

from games import catalog
from games.api.schemas import AnswerOut, Moment
from games.api.tools import OF_A_MOVE, show_answer
from games.match_page.fold import board
from games.match_page.plain import plain_board
from games.matches import access
from games.matches.actions import bring
from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.accounts.models import Scope
from scrapsite.common import limits
from scrapsite.common.api import Incoming, player, to_json

router = Router(tags=["matches"], auth=TokenOrSession(Scope.PLAY))

Slug = Annotated[str, Field(max_length=40, examples=["slash"])]
_Several, _Single = Annotated[list[Slug], Field(max_length=40)], Annotated[list[Slug], Field(max_length=1)]
_ABOUT_DECKS = (
    "The slugs of a deck's cards, by the part of the deck that they are in; what is left out is empty."
)


def _slots() -> dict[str, Any]:
    """Return the slots of all games' decks as fields of a body, each with a list of slugs."""
    editions = [edition for title in catalog.titles() for edition in title.editions.values()]
    slots = {slot.key: slot for edition in editions if edition.decks for slot in edition.decks.slots({})}
    kinds = {key: _Single if slot.size == 1 else _Several for key, slot in slots.items()}
    return {key: (kind, Field(default_factory=list)) for key, kind in kinds.items()}


DeckIn = create_model("DeckIn", __base__=Incoming, __doc__=_ABOUT_DECKS, **_slots())


class Bringing(Moment):
    """*client_move_id:* as for a move, with 60 characters at most. *deck:* may be unfinished."""

    client_move_id: Annotated[str, Field(pattern=r"^[A-Za-z0-9._:-]{1,60}$")]
    deck: DeckIn  # type: ignore[valid-type]


@router.post("/matches/{match_id}/deck", response={200: AnswerOut, **OF_A_MOVE})
def bring_deck(request: HttpRequest, match_id: str, body: Bringing) -> HttpResponse:
    """Bring this whole deck, or nothing if a card is refused. This doesn't mark you as ready.

    This plays several moves. You get the answer to the last of them, and the same again if you repeat the
    request with the same `client_move_id`. If the deck is yours already, no move is made: the answer is the
    match as it stands, without events.
    """
    user = player(request)
    limits.check("moves", request, user)
    deck = {slot: tuple(slugs) for slot, slugs in body.model_dump()["deck"].items()}
    answer = bring.bring_deck(match_id, user, body.seen, body.client_move_id, deck)
    return show_answer(answer) if answer else _unchanged(user, match_id)


def _unchanged(user: object, match_id: str) -> HttpResponse:
    """Return the match as it stands, in the shape of an answer to a move."""
    match = access.match_for(user, match_id)
    shown = plain_board(board(match, access.seat_of(user, match)))
    kept = {name: shown[name] for name in ("id", "seq", "status", "to_act", "result")}
    return to_json({**kept, "events": ()})
