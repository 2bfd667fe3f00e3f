"""The JSON API of games and matches, for programs that play. It calls the same actions as the pages."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import Field

from games import catalog
from games.api.schemas import AnswerOut, Done, GameSlug, MatchOut, Moment, Name
from games.api.tools import OF_A_MATCH, OF_A_MOVE, IdempotencyKey, show_again, show_answer, show_match
from games.clocks.rules import Clock, check
from games.engine.protocol import Title
from games.lobby.forms import may_count
from games.matches import access
from games.matches.actions import create, new_rules, orders, play, resign, seats, undo, undo_requests
from games.matches.actions.seen import mark_seen
from games.matches.actions.terms import Terms
from games.matches.queries.people import bot_likes, by_strength
from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.accounts.models import Scope
from scrapsite.accounts.tokens import issue_token
from scrapsite.common import limits
from scrapsite.common.api import SIGNED_IN, Error, Incoming, player, to_json
from scrapsite.common.players import display_name, new_guest
from scrapsite.server.work.once import Note, once, what_of

router = Router(tags=["matches"], auth=TokenOrSession(Scope.PLAY))


# What is described here isn't checked here: the games refuse the rest with codes and words of their own.
Nonce = Annotated[str, Field(max_length=64, json_schema_extra={"pattern": "^([0-9a-fA-F]{2}){0,32}$"})]
# A revision of a draft: `draft:abcdefghij@3`, for whoever may see it in the workshop.
DRAFTED = {"pattern": "^draft:[a-z2-9]{10}@[1-9][0-9]*$"}
EDITIONS = sorted({slug for title in catalog.titles() for slug in title.editions})


class ClockIn(Incoming):
    """How long players have. *kind:* `move`: *seconds* for each decision; `bank`: *seconds* for the whole
    match, and *increment* more after each decision. *weekends*, *vacations:* they don't count.

    *timeout:* what happens when time is up: the site moves, a bot takes over, or the player loses.
    """

    kind: Literal["move", "bank"] = "move"
    seconds: Annotated[int, Field(ge=60, le=5_184_000)] = 259_200
    increment: Annotated[int, Field(ge=0, le=604_800)] = 0
    weekends: bool = False
    vacations: bool = False
    timeout: Literal["move", "bot", "forfeit"] = "forfeit"


class NewMatch(Incoming):
    """*edition:* one of the game's, or `draft:` with the id and the revision of a draft that you may see.
    *seats:* in seat order, exactly one of kind `me`. *listed:* show free seats in the lobby.

    *private:* only players, invited users and those with the key may know of it. *watch*, *watch_delay:* who
    may watch, and how many seconds late. *invited:* names of players to invite to the free seats.
    *rated:* guests' matches never are.
    """

    game: GameSlug
    edition: Annotated[
        str,
        Field(max_length=40, examples=["3.6"], json_schema_extra={"anyOf": [{"enum": EDITIONS}, DRAFTED]}),
    ]
    options: dict[str, Any] = Field(default_factory=dict, examples=[{"turn_cap": 100}])
    seats: list[dict[str, Any]] = Field(
        max_length=8, examples=[[{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]]
    )
    listed: bool = False
    name: Annotated[str, Field(max_length=60)] = ""
    private: bool = False
    rated: bool = False
    watch: Literal["all", "nobody"] = "all"
    watch_delay: Annotated[int, Field(ge=0, le=2_592_000)] = 0
    clock: ClockIn | None = None
    # An example body with a name in it would be refused: no seat of the one above is free.
    invited: Annotated[list[Name], Field(max_length=20, examples=[[]])] = Field(default_factory=list)


class Joining(Incoming):
    """*nonce:* up to 32 bytes in hexadecimal digits, mixed into the seed. *key:* a private match's key."""

    nonce: Nonce | None = None
    key: Annotated[str, Field(max_length=24)] = ""


class Moving(Moment):
    """*move:* one of the match's `legal`, as it was given."""

    move: dict[str, Any]


class Ordering(Incoming):
    """*order:* one of the match's `orders`, as it was given."""

    order: dict[str, Any]


class Answering(Incoming):
    """*request:* its key, as in the match's `undo`. The asker may `withdraw` it, the others answer."""

    request: Annotated[int, Field(ge=1, le=2**31 - 1)]
    verdict: Literal["allow", "refuse", "withdraw"]


class NewRules(Incoming):
    """*verdict:* `go-on` by the newest rules, once all players agree, or end the match as a `draw`."""

    verdict: Literal["go-on", "draw"]


class Number(Incoming):
    """*seen:* the number of the newest step you have seen."""

    seen: Annotated[int, Field(ge=0, le=2**31 - 1)]


class Guest(Schema):
    """A new player. *token:* shown only this once; send it as `Authorization: Bearer …`."""

    token: str
    name: str


class Option(Schema):
    """A match option: a whole number from *low* to *high*, with names in *choices* if there are any.

    With *picks* (slug and label each) it is a list of slugs: none, or *low* to *high* of them.
    """

    name: str
    label: str
    help: str
    default: Any
    low: int
    high: int
    rule: str
    choices: list[str]
    picks: list[tuple[str, str]]


class Edition(Schema):
    """An edition of a game. *date:* null if nobody knows when its rules came out."""

    slug: str
    date: str | None
    summary: str


class GameInfo(Schema):
    """A game of this site. *seats:* how many may play. *editions:* newest first.

    *bots:* the weakest first. *levels:* what each of them is like, in words.
    """

    slug: str
    title: str
    editions: list[Edition]
    seats: list[int]
    options: list[Option]
    bots: list[str]
    levels: dict[str, str]


@router.post("/guests", auth=None, response={200: Guest, 429: Error}, tags=["players"])
def create_guest(request: HttpRequest) -> HttpResponse:
    """Make a new player with a made-up name."""
    limits.check("guests", request)
    user = new_guest()
    return to_json({"token": issue_token(user), "name": display_name(user)})


@router.get("/games", auth=None, response={200: list[GameInfo]}, tags=["games"])
def list_games(request: HttpRequest) -> HttpResponse:
    """List the games with their editions, seats, options and bots."""
    return to_json([_game_info(title) for title in catalog.titles()])


@router.post("/matches", response={200: MatchOut, **SIGNED_IN})
def create_match(request: HttpRequest, body: NewMatch, idempotency_key: IdempotencyKey = "") -> HttpResponse:
    """Make a match and take your seat. It begins at once if no seat is open.

    A repeat with the same `Idempotency-Key` shows the match that was made first.
    """
    user = player(request)
    limits.check("matches", request, user)
    what = what_of("create", body.model_dump())
    made = once(user, idempotency_key, what, lambda note: _create(request, user, body, note))
    return show_again(user, made)


@router.post("/matches/{match_id}/join", response={200: MatchOut, **OF_A_MATCH})
def join_match(
    request: HttpRequest, match_id: str, body: Joining | None = None, idempotency_key: IdempotencyKey = ""
) -> HttpResponse:
    """Take the first free seat. The match begins when the last one is taken.

    A repeat with the same `Idempotency-Key` shows the match again.
    """
    user = player(request)
    limits.check("matches", request, user)
    nonce, key = (body.nonce, body.key) if body else (None, "")
    once(
        user,
        idempotency_key,
        what_of("join", match_id, nonce, key),
        lambda note: seats.join_match(match_id, user, nonce, key, note).pk,
    )
    return show_again(user, match_id)


@router.get("/matches/{match_id}", response={200: MatchOut, **OF_A_MATCH})
def read_match(request: HttpRequest, match_id: str, log: str = Query("", max_length=10)) -> HttpResponse:
    """Show a match as you may see it, with your legal moves."""
    user = player(request)
    limits.check("reads", request, user)
    return show_match(user, access.match_for(user, match_id), whole_log=log == "all")


@router.post("/matches/{match_id}/moves", response={200: AnswerOut, **OF_A_MOVE})
def play_move(request: HttpRequest, match_id: str, body: Moving) -> HttpResponse:
    """Play a move. A repeat with the same `client_move_id` gets the first answer. On a 409, read it again."""
    user = player(request)
    limits.check("moves", request, user)
    return show_answer(play.play_move(match_id, user, body.seen, body.client_move_id, body.move))


@router.post("/matches/{match_id}/orders", response={200: MatchOut, **OF_A_MATCH})
def give_order(request: HttpRequest, match_id: str, body: Ordering) -> HttpResponse:
    """Give a standing order for a coming decision. If it isn't legal then, you are asked as usual."""
    user = player(request)
    limits.check("moves", request, user)
    orders.give_order(match_id, user, body.order)
    return show_match(user, access.match_for(user, match_id))


@router.post("/matches/{match_id}/orders/withdraw", response={200: MatchOut, **OF_A_MATCH})
def withdraw_order(request: HttpRequest, match_id: str, body: Ordering) -> HttpResponse:
    """Withdraw a standing order."""
    user = player(request)
    limits.check("moves", request, user)
    orders.withdraw_order(match_id, user, body.order)
    return show_match(user, access.match_for(user, match_id))


@router.post("/matches/{match_id}/undo", response={200: AnswerOut, **OF_A_MOVE})
def undo_move(request: HttpRequest, match_id: str, body: Moment) -> HttpResponse:
    """Take back your newest move, as long as it revealed nothing and it is still your turn.

    Moves that were made by one press on the page are taken back together.
    """
    user = player(request)
    limits.check("moves", request, user)
    return show_answer(undo.undo_move(match_id, user, body.seen, body.client_move_id))


@router.post("/matches/{match_id}/resign", response={200: AnswerOut, **OF_A_MATCH}, summary="Resign")
def resign_match(request: HttpRequest, match_id: str, idempotency_key: IdempotencyKey = "") -> HttpResponse:
    """Resign. The others win, or a bot takes over if enough players are left.

    A repeat gets the first answer, with an `Idempotency-Key` or without.
    """
    user = player(request)
    limits.check("moves", request, user)
    return show_answer(resign.resign(match_id, user))


@router.post("/matches/{match_id}/undo/ask", response={200: AnswerOut, **OF_A_MOVE})
def ask_undo(request: HttpRequest, match_id: str, body: Moment) -> HttpResponse:
    """Ask the others to let you take back your last move, when `undo` refuses."""
    user = player(request)
    limits.check("moves", request, user)
    return show_answer(undo_requests.ask_undo(match_id, user, body.seen, body.client_move_id))


@router.post("/matches/{match_id}/undo/answer", response={200: AnswerOut, **OF_A_MOVE})
def answer_undo(request: HttpRequest, match_id: str, body: Answering) -> HttpResponse:
    """Allow, refuse, or withdraw a request to take a move back."""
    user = player(request)
    limits.check("moves", request, user)
    return show_answer(undo_requests.answer_undo(match_id, user, body.request, body.verdict))


@router.post("/matches/{match_id}/rules", response={200: MatchOut, **OF_A_MATCH})
def answer_new_rules(request: HttpRequest, match_id: str, body: NewRules) -> HttpResponse:
    """Say how a stopped match should continue (the site no longer has its rules)."""
    user = player(request)
    limits.check("moves", request, user)
    return show_match(user, new_rules.answer_new_rules(match_id, user, body.verdict))


@router.post("/matches/{match_id}/seen", response={200: Done, **OF_A_MATCH}, summary="Mark Seen")
def note_seen(request: HttpRequest, match_id: str, body: Number) -> HttpResponse:
    """Store which step you have seen, so that lists can count what is new."""
    user = player(request)
    limits.check("moves", request, user)
    mark_seen(match_id, user, body.seen)
    return to_json({"done": True})


def _create(request: HttpRequest, user: Any, body: NewMatch, note: Note) -> str:
    what = (body.game, body.edition, body.options, body.seats)
    terms = Terms(body.name, body.private, body.watch, body.watch_delay, body.rated and may_count(user))
    how: dict[str, Any] = {"is_listed": body.listed, "clock": _read_clock(body.clock), "terms": terms}
    if body.invited:
        create.check_setup(*what, **how, invited=body.invited, user=user)
        limits.check("invitations", request, user, times=len(body.invited))
    return str(create.create_match(user, *what, **how, invited=body.invited, note=note).pk)


def _game_info(title: Title) -> dict[str, Any]:
    return {
        "slug": title.slug,
        "title": title.name,
        "editions": [
            {
                "slug": edition.slug,
                "date": edition.date.isoformat() if edition.date else None,
                "summary": edition.summary,
            }
            for edition in title.editions.values()
        ],
        "seats": title.seats,
        "options": title.options,
        "bots": by_strength(title.bots),
        "levels": {bot: bot_likes(bot) for bot in by_strength(title.bots)},
    }


def _read_clock(given: ClockIn | None) -> Clock | None:
    """Return the requested clock, or None for the system's. *Raises:* `BadOptions`."""
    if given is None:
        return None
    clock = Clock(given.kind, given.seconds, given.increment, given.weekends, given.vacations, given.timeout)
    check(clock)
    return clock
