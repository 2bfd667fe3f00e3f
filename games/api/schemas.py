"""What the JSON API takes and returns. Incoming values are strict: no conversions, no unknown names."""

from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import Field

from games import catalog
from scrapsite.common.api import Incoming

# The games refuse other names with a code and words of their own.
GAMES = [title.slug for title in catalog.titles()]
GameSlug = Annotated[str, Field(max_length=40, examples=["scrapbots"], json_schema_extra={"enum": [*GAMES]})]
Name = Annotated[str, Field(max_length=40, pattern=r"^[^\x00-\x1f]*$", examples=["Rivet"])]


class Moment(Incoming):
    """*seen:* the newest `seq` you have seen. *client_move_id:* new for each move, the same for a repeat."""

    seen: Annotated[int, Field(ge=-1, le=2**31 - 1)]
    client_move_id: Annotated[str, Field(pattern=r"^[A-Za-z0-9._:-]{1,64}$")]


class SeatOut(Schema):
    """A seat. *kind:* `person`, `bot` or `open`."""

    number: int
    name: str
    kind: Literal["person", "bot", "open"]


class Line(Schema):
    """A line of the log. *event:* the same as structured data. *undone:* it was taken back later."""

    seq: int
    seat: int
    rule: str
    text: str
    undone: bool
    event: dict[str, Any]


class OrderOut(Schema):
    """A standing order that you may give. *given:* you have given it. Nobody else sees it."""

    order: dict[str, Any]
    label: str
    given: bool


class ResultOut(Schema):
    """How the match ended. *winners:* seats, empty for a draw. *scores:* by seat, may be empty."""

    winners: list[int]
    scores: list[int]
    rule: str
    reason: str


class ProofOut(Schema):
    """The secret values behind the commitment, as hexadecimal digits; docs/fairness.md says how they fit."""

    seed: str
    salt: str
    nonces: list[str]


class AskedOut(Schema):
    """An undo request. *mine:* you made it. *asker:* a name. *may_answer:* you haven't answered yet."""

    key: int
    mine: bool
    asker: str
    may_answer: bool


class UndoOut(Schema):
    """*can_ask:* you may ask to take back your last move. *request:* the one that waits for an answer."""

    can_ask: bool
    request: AskedOut | None


class TermsOut(Schema):
    """What the players agreed on apart from the rules. *watch_delay:* in seconds.

    *rating_range:* while a seat is free, by how many points the rating of who joins may differ from that of
    the match's creator, unless they are invited; null for any.
    """

    name: str
    private: bool
    watch: Literal["all", "nobody"]
    watch_delay: int
    rated: bool
    rating_range: int | None


class SeatClockOut(Schema):
    """A seat's clock. *left:* in words. *due:* when its time is up, null while it stands still."""

    seat: int
    left: str
    runs: bool
    due: str | None


class ClockOut(Schema):
    """*words:* the clock in a few words. *expires:* when an open match is called off."""

    words: str
    seats: list[SeatClockOut]
    expires: str | None


class StoppedOut(Schema):
    """The match is on hold because the site no longer has its rules.

    *can_go_on:* it can continue under the newest rules.

    *until:* when it ends as an unrated draw unless its players decide. *agreed:* seats that agree to go on by
    the newest rules. See `POST /matches/{id}/rules`.
    """

    can_go_on: bool
    until: str | None
    agreed: list[int]


class MatchOut(Schema):
    """A match as you may see it. *seq:* -1 before the deal. *to_act:* seats that must decide.

    *join_path:* where others can join while seats are free; empty otherwise.
    *seat:* yours, null for a spectator. *view:* null before the deal. *legal:* your legal moves, while
    you must decide. *reconsider:* moves that let you change your mind while others are still deciding.
    *log:* the newest lines, oldest first; all of them with `?log=all`.
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
    reconsider: list[dict[str, Any]]
    orders: list[OrderOut]
    can_undo: bool
    undo: UndoOut | None
    log: list[Line]
    result: ResultOut | None
    commitment: str
    proof: ProofOut | None
    link: str
    terms: TermsOut
    stopped: StoppedOut | None
    clock: ClockOut | None
    join_path: str


class AnswerOut(Schema):
    """The match just after your step. *events:* what it did, as far as you may know."""

    id: str
    seq: int
    status: Literal["running", "finished"]
    to_act: list[int]
    events: list[dict[str, Any]]
    result: ResultOut | None


class Done(Schema):
    """The request succeeded."""

    done: bool
