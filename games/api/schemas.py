"""What the JSON API takes and gives. Incoming values are read strictly: no coercing, no unknown names."""

from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field


class Incoming(Schema):
    """A request's body."""

    model_config = ConfigDict(strict=True, extra="forbid")


Name = Annotated[str, Field(max_length=40, pattern=r"^[^\x00-\x1f]*$", examples=["Rivet"])]


class ClockIn(Incoming):
    """How long players have: *kind* `move`, *seconds* for each decision; `bank`, for the whole match, and
    *increment* more after each decision. *weekends*, *vacations:* don't count.

    *timeout:* what happens when time is up: the system moves, a bot takes the seat, or the seat loses.
    """

    kind: Literal["move", "bank"] = "move"
    seconds: Annotated[int, Field(ge=60, le=5_184_000)] = 259_200
    increment: Annotated[int, Field(ge=0, le=604_800)] = 0
    weekends: bool = False
    vacations: bool = False
    timeout: Literal["move", "bot", "forfeit"] = "forfeit"


class NewMatch(Incoming):
    """*seats:* in seat order, exactly one of kind `me`. *listed:* show open seats in the lobby.

    *private:* only who sits there, is invited or has the key knows of it. *watch*, *watch_delay:* who looks
    on, and how many seconds late. *invited:* names of players who are asked to take open seats.
    """

    game: Annotated[str, Field(max_length=40, examples=["scrapbots"])]
    edition: Annotated[str, Field(max_length=40, examples=["3.6"])]
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
    invited: Annotated[list[Name], Field(max_length=20)] = Field(default_factory=list)


class Joining(Incoming):
    """*nonce:* up to 32 bytes in hexadecimal digits, mixed into the seed. *key:* of a private match."""

    nonce: Annotated[str, Field(max_length=64)] | None = None
    key: Annotated[str, Field(max_length=24)] = ""


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


class AskedOut(Schema):
    """A request to take a move back. *mine:* you made it. *asker:* name. *may_answer:* you haven't yet."""

    key: int
    mine: bool
    asker: str
    may_answer: bool


class UndoOut(Schema):
    """*can_ask:* you may ask the others to let you take your last move back. *request:* one that waits."""

    can_ask: bool
    request: AskedOut | None


class TermsOut(Schema):
    """What the players agreed on beside the rules. *watch_delay:* in seconds."""

    name: str
    private: bool
    watch: Literal["all", "nobody"]
    watch_delay: int
    rated: bool


class DialOut(Schema):
    """A seat's clock. *left:* in words. *due:* when its time is up, null while it stands."""

    seat: int
    left: str
    runs: bool
    due: str | None


class ClockOut(Schema):
    """*words:* the clock in a few words. *expires:* when an open match is called off."""

    words: str
    seats: list[DialOut]
    expires: str | None


class MatchOut(Schema):
    """A match as you may see it. *seq:* -1 before the deal. *to_act:* seats that must decide.

    *join_path:* the address that opens it to others while seats are free; empty otherwise.
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
    undo: UndoOut | None
    log: list[Line]
    result: ResultOut | None
    commitment: str
    proof: ProofOut | None
    link: str
    terms: TermsOut
    clock: ClockOut | None
    join_path: str


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


class Number(Incoming):
    """*seen:* the number of the newest step you have looked at."""

    seen: Annotated[int, Field(ge=0, le=2**31 - 1)]


class Inviting(Incoming):
    """*name:* which others see of the player."""

    name: Name


class Watching(Incoming):
    """*watch:* who may look on; *watch_delay:* so many seconds late."""

    watch: Literal["all", "nobody"]
    watch_delay: Annotated[int, Field(ge=0, le=2_592_000)] = 0


class Answering(Incoming):
    """*request:* its key, as in the match's `undo`. Its asker may `withdraw` it, the others answer."""

    request: Annotated[int, Field(ge=1, le=2**31 - 1)]
    verdict: Literal["allow", "refuse", "withdraw"]


class Practising(Incoming):
    """*step:* its number, as in the log. *seat:* which you take; while a match runs, only your own."""

    step: Annotated[int, Field(ge=0, le=2**31 - 1)]
    seat: Annotated[int, Field(ge=0, le=7)]
    bot: Annotated[str, Field(max_length=20, examples=["greedy"])]


class Saying(Incoming):
    """*text:* up to 1000 characters."""

    text: Annotated[str, Field(max_length=2000)]


class Noting(Incoming):
    """*text:* up to 10,000 characters; empty to throw the note away."""

    text: Annotated[str, Field(max_length=20_000)]


class Reporting(Incoming):
    """*words:* what is wrong, up to 5000 characters for a bug and 500 for a message."""

    words: Annotated[str, Field(max_length=6000)] = ""


class Muting(Incoming):
    """*seat:* of whom you don't want to read any more, or, with *on* false, again."""

    seat: Annotated[int, Field(ge=0, le=7)]
    on: bool = True


class Done(Schema):
    """It was done."""

    done: bool


class MatchLineOut(Schema):
    """A match in a list. *due:* until when you must decide. *news:* steps of others since you looked."""

    id: str
    game: str
    edition: str
    status: Literal["open", "running", "finished", "cancelled"]
    name: str
    players: list[str]
    host: str
    free: int
    clock: str
    private: bool
    rated: bool
    your_turn: bool
    due: str | None
    news: int
    outcome: Literal["won", "lost", "draw", ""]


class InvitationOut(Schema):
    """Somebody asks you to a match: join it, or decline."""

    match: MatchLineOut
    by: str


class MineOut(Schema):
    """Your matches. *finished:* the latest."""

    your_turn: list[MatchLineOut]
    waiting: list[MatchLineOut]
    open: list[MatchLineOut]
    finished: list[MatchLineOut]
    invitations: list[InvitationOut]


class MessageOut(Schema):
    """Something said. *hidden:* a moderator took its text away."""

    key: int
    seat: int
    name: str
    text: str
    at: str
    hidden: bool


class TalkOut(Schema):
    """Table talk, oldest first, without the words of those whom you have muted."""

    may_write: bool
    messages: list[MessageOut]


class NoteOut(Schema):
    """What you have noted down about the match; nobody else reads it."""

    text: str


class ReplayLine(Schema):
    """A line of a replay. *step:* its number. *seat:* who made the step, -1 for the system."""

    step: int
    seat: int
    rule: str
    text: str
    undone: bool
    event: dict[str, Any]


class ReplayOut(Schema):
    """All that may be read of a match. *seat:* whose knowledge: a seat's number, `public` or `all`."""

    format: Literal["scrapsite-replay-1"]
    match: str
    game: str
    edition: str
    options: dict[str, Any]
    seat: str
    steps: list[ReplayLine]


class MomentOut(Schema):
    """A match as it stood after a step. *newest:* number of the newest step that is shown."""

    match: str
    seat: str
    step: int
    newest: int
    view: dict[str, Any] | None
    log: list[Line]


class LeaderOut(Schema):
    """One of the best in a game. *deviation:* how far off the rating may be."""

    place: int
    name: str
    bot: bool
    rating: float
    deviation: float
    matches: int
    provisional: bool


class PointOut(Schema):
    """A rating after a match. *change:* by this one."""

    number: int
    at: str
    rating: float
    change: float


class GameRatingOut(Schema):
    """How a player stands in a game. *history:* the latest points, oldest first."""

    game: str
    rating: float
    deviation: float
    matches: int
    provisional: bool
    won: int
    drawn: int
    lost: int
    history: list[PointOut]


class RivalOut(Schema):
    """How often the player came before, level with, or behind somebody."""

    name: str
    before: int
    level: int
    behind: int


class PlayerOut(Schema):
    """What everybody may know of a player. Guests have no page."""

    name: str
    games: list[GameRatingOut]
    rivals: list[RivalOut]
