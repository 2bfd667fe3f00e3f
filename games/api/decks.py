"""The API of bringing a deck into a match, for games to which players bring decks."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Router
from pydantic import Field

from games.api.schemas import AnswerOut, Incoming, Moment
from games.api.tools import OF_A_MOVE, player, show_answer, to_json
from games.match_page.fold import board
from games.match_page.plain import plain_board
from games.matches import access
from games.matches.actions import bring
from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.common import limits

router = Router(tags=["matches"], auth=TokenOrSession())

Slug = Annotated[str, Field(max_length=40, examples=["slash"])]
Slot = Annotated[list[Slug], Field(max_length=40)]


class DeckIn(Incoming):
    """The slugs of a deck's cards, by the part of the deck that they are in; what is left out is empty."""

    acts: Slot = Field(default_factory=list)
    ult: Annotated[list[Slug], Field(max_length=1)] = Field(default_factory=list)
    bots: Slot = Field(default_factory=list)
    prep: Slot = Field(default_factory=list)


class Bringing(Moment):
    """*client_move_id:* as for a move, with 60 characters at most. *deck:* may be unfinished."""

    client_move_id: Annotated[str, Field(pattern=r"^[A-Za-z0-9._:-]{1,60}$")]
    deck: DeckIn


@router.post("/matches/{match_id}/deck", response={200: AnswerOut, **OF_A_MOVE})
def bring_deck(request: HttpRequest, match_id: str, body: Bringing) -> HttpResponse:
    """Let your deck be this one, all at once or not at all. It doesn't say that you are ready.

    It is several moves; the answer is that to the last of them, and a repeat with the same `client_move_id`
    gets it again. Where nothing is to be changed no move is made: the answer is the match as it stands,
    without events.
    """
    user = player(request)
    limits.check("moves", request, user)
    deck = {slot: tuple(slugs) for slot, slugs in body.deck.model_dump().items()}
    answer = bring.bring_deck(match_id, user, body.seen, body.client_move_id, deck)
    return show_answer(answer) if answer else _unchanged(user, match_id)


def _unchanged(user: object, match_id: str) -> HttpResponse:
    """Return the match as it stands, in the form of an answer to a move."""
    match = access.match_for(user, match_id)
    shown = plain_board(board(match, access.seat_of(user, match)))
    kept = {name: shown[name] for name in ("id", "seq", "status", "to_act", "result")}
    return to_json({**kept, "events": ()})
