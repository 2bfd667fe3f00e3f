"""What the JSON API takes and gives. Incoming values are read strictly: no coercing, no unknown names."""

from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field


class Incoming(Schema):
    """A request's body."""

    model_config = ConfigDict(strict=True, extra="forbid")


class NewMatch(Incoming):
    """*seats:* in seat order, exactly one of kind `me`. *listed:* show open seats in the lobby."""

    game: Annotated[str, Field(max_length=40, examples=["scrapbots"])]
    edition: Annotated[str, Field(max_length=40, examples=["3.6"])]
    options: dict[str, Any] = Field(default_factory=dict, examples=[{"turn_cap": 100}])
    seats: list[dict[str, Any]] = Field(
        max_length=8, examples=[[{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]]
    )
    listed: bool = False


class Joining(Incoming):
    """*nonce:* up to 32 bytes in hexadecimal digits, mixed into the seed."""

    nonce: Annotated[str, Field(max_length=64)] | None = None


class Moment(Incoming):
    """*seen:* the `seq` the mover looked at. *client_move_id:* new for each move, the same for a repeat."""

    seen: Annotated[int, Field(ge=-1, le=2**31 - 1)]
    client_move_id: Annotated[str, Field(pattern=r"^[A-Za-z0-9._:-]{1,64}$")]


class Moving(Moment):
    """*move:* one of the match's `legal`, as it was given."""

    move: dict[str, Any]


class Ordering(Incoming):
    """*order:* one of the match's `orders`, as it was given."""

    order: dict[str, Any]


class Error(Schema):
    """A refusal. *rule:* anchor of the edition's rulebook, may be empty."""

    code: Annotated[str, Field(examples=["move/illegal"])]
    rule: Annotated[str, Field(examples=["attack-1"])]
    reason: str


class Guest(Schema):
    """A new player. *token:* shown this once; send it as `Authorization: Bearer …`."""

    token: str
    name: str


class Option(Schema):
    """A match option: a whole number from *low* to *high*, called by *choices* if there are any.

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
    """A dated edition of a game."""

    slug: str
    date: str
    summary: str


class GameInfo(Schema):
    """A game of this site. *seats:* how many may play. *editions:* newest first."""

    slug: str
    title: str
    editions: list[Edition]
    seats: list[int]
    options: list[Option]
    bots: list[str]


class SeatOut(Schema):
    """A seat. *kind:* `person`, `bot` or `open`."""

    number: int
    name: str
    kind: Literal["person", "bot", "open"]


class Line(Schema):
    """A line of the log. *event:* the same as plain data. *undone:* taken back later."""

    seq: int
    seat: int
    rule: str
    text: str
    undone: bool
    event: dict[str, Any]


class OrderOut(Schema):
    """A standing order that you may give. *given:* it stands. Nobody else sees it."""

    order: dict[str, Any]
    label: str
    given: bool


class ResultOut(Schema):
    """How it ended. *winners:* seats, empty for a draw. *scores:* by seat, may be empty."""

    winners: list[int]
    scores: list[int]
    rule: str
    reason: str


class ProofOut(Schema):
    """SHA-256 of *seed* then *salt* is the commitment; everything in hexadecimal digits."""

    seed: str
    salt: str
    nonces: list[str]


class MatchOut(Schema):
    """A match as you may see it. *seq:* -1 before the deal. *to_act:* seats that must decide.

    *seat:* yours, null for a spectator. *view:* null before the deal. *legal:* your legal moves.
    *log:* the latest lines, oldest first; all of them with `?log=all`.
    """

    id: str
    game: str
    edition: str
    options: dict[str, Any]
    status: Literal["open", "running", "finished", "cancelled"]
    seq: int
    to_act: list[int]
    seat: int | None
    seats: list[SeatOut]
    view: dict[str, Any] | None
    legal: list[dict[str, Any]]
    orders: list[OrderOut]
    can_undo: bool
    log: list[Line]
    result: ResultOut | None
    commitment: str
    proof: ProofOut | None


class AnswerOut(Schema):
    """The match just after your step. *events:* what it did, as you may know it."""

    id: str
    seq: int
    status: Literal["running", "finished"]
    to_act: list[int]
    events: list[dict[str, Any]]
    result: ResultOut | None


class StreamLine(Schema):
    """A line of the stream. Which of the fields it has depends on *type*; every line has *type* and *at*.

    *to_act*, *your_turn:* who must decide. *due:* until when you must, if a clock runs for you.
    """

    type: Literal["match", "talk", "invitation", "left", "ready", "alive"]
    at: str
    match: str | None = None
    game: str | None = None
    edition: str | None = None
    status: Literal["open", "running", "finished", "cancelled"] | None = None
    seq: int | None = None
    seat: int | None = None
    to_act: list[int] | None = None
    your_turn: bool | None = None
    due: str | None = None
    log: list[Line] | None = None
    result: ResultOut | None = None
    key: int | None = None
    name: str | None = None
    text: str | None = None
    by: str | None = None
