"""What a match page shows one viewer: plain values, without anybody else's secrets.

`games.matches.queries.fold` makes a `Board`; templates and the JSON API only read it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from games.engine.cards import Card
from games.engine.protocol import Game
from games.engine.viewers import Viewer
from games.matches.actions.terms import PLAIN, Terms
from scrapsite.common.links import ExampleLink


@dataclass(frozen=True, slots=True)
class LinePart:
    """A part of a log line. The texts of all parts, joined, make one sentence.

    *kind:* `text` is words, `seat` a player's name, `card` a card's name.
    *text:* what to show. *url:* the card's page, empty for other kinds. *slug:* the card's slug or empty.
    *seat:* the seat named, or -1.
    """

    kind: Literal["text", "seat", "card"]
    text: str
    url: str = ""
    slug: str = ""
    seat: int = -1


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event in words, as far as the viewer may know it.

    *seq:* number of its step. *seat:* the seat it concerns, or -1. *mover:* the seat that moved, or -1.
    *rule:* bare anchor of the rulebook. *rule_url:* page of that paragraph (a fragment for htmx).
    *undone:* the move was taken back later. *goes_on:* a press that took several moves back goes on in the
    next step.
    *event:* the event as plain data, for programs. *inside:* the cards of a line that stands for many lines.
    """

    seq: int
    seat: int
    mover: int
    rule: str
    rule_url: str
    parts: tuple[LinePart, ...]
    undone: bool
    event: Mapping[str, Any]
    goes_on: bool = False
    inside: tuple[LinePart, ...] = ()

    @property
    def text(self) -> str:
        """The line as one sentence."""
        return "".join(part.text for part in self.parts)

    def as_plain(self) -> dict[str, Any]:
        """Return the line as plain data, for programs."""
        return {
            "seq": self.seq,
            "seat": self.seat,
            "rule": self.rule,
            "text": self.text,
            "undone": self.undone,
            "event": self.event,
        }


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat as everybody sees it.

    *kind:* `person`, `bot`, or `open` while nobody sits there. *name:* shown name, “Free seat” when open.
    *is_me:* it's the viewer's seat. *is_active:* it must decide now. *is_winner:* it has won.
    *url:* the player's page, empty for guests and free seats.
    """

    number: int
    name: str
    kind: Literal["person", "bot", "open"]
    is_me: bool
    is_active: bool
    is_winner: bool
    url: str = ""


@dataclass(frozen=True, slots=True)
class OfferForm:
    """An engine `Offer`, ready for a form; `Offer` explains *at*, *to*, *label*, *undoable*, *warning*,
    *about* and *is_rare*.

    *move:* JSON text for the form field `move`. *is_legal:* it may be sent now.
    *reason*, *rule*, *rule_url:* why not, empty when it is legal.
    """

    at: str
    to: str
    label: str
    move: str
    is_legal: bool
    reason: str = ""
    rule: str = ""
    rule_url: str = ""
    undoable: bool = False
    warning: str = ""
    about: str = ""
    is_rare: bool = False


@dataclass(frozen=True, slots=True)
class BatchForm:
    """Several moves that may be sent at once, as the engine's `Batch` explains.

    *moves:* a JSON list for the form field `move`.
    """

    at: str
    label: str
    moves: str


@dataclass(frozen=True, slots=True)
class OrderForm:
    """A standing order that the viewer can give or withdraw; see the engine's `OrderOffer`.

    *order:* JSON text for the form field `order`. *is_given:* the viewer has given it.
    """

    at: str
    label: str
    order: str
    is_given: bool


@dataclass(frozen=True, slots=True)
class OptionLine:
    """A match option in words. *is_default:* it has its default value."""

    name: str
    label: str
    value: Any
    words: str
    rule_url: str
    is_default: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the match ended. *winners:* seats, empty after a draw. *scores:* by seat, may be empty.

    *names:* the winners' names. *i_won:* None for a spectator and after a draw.
    """

    winners: tuple[int, ...]
    names: tuple[str, ...]
    scores: tuple[int, ...]
    rule: str
    rule_url: str
    reason: str
    i_won: bool | None


@dataclass(frozen=True, slots=True)
class Stopped:
    """A match stands still, as the site lost its rules. *can_go_on:* it can continue under the newest rules.

    *until:* when it ends as a draw unless its players decide; None if it is about to be stopped.
    *agreed:* seats whose players agree to go on by them. *waiting_for:* names of the others.
    """

    can_go_on: bool
    until: datetime | None
    agreed: tuple[int, ...]
    waiting_for: tuple[str, ...]
    rule: str
    rule_url: str


@dataclass(frozen=True, slots=True)
class Board:
    """What plain play shows *viewer* of a match. The match page adds the panels of other rooms.

    *title:* slug; *title_name:* its name; *icon:* name in static/icons.
    *status:* `open` (seats to fill), `running`, `finished`, `cancelled`.
    *seq:* number of the newest step this viewer notices, -1 before the deal. Forms send it back as `seen`.
    *tick:* the newest step's number when secret steps aren't counted. The update socket sends it.
    *client_move_id:* fresh for this rendering. Forms send it with the move.
    *view:* the title's own view value, None before the deal.
    *offers:* what the viewer might do, legal or not. If it isn't their turn, only what they may reconsider.
    *batches:* several of the viewer's legal moves at a time.
    *orders:* standing orders the viewer may give or has given.
    *log:* oldest first. *log_cut:* older lines were left out; the page with `?log=all` has them.
    *recalled:* what moves that were taken back showed the viewer: their events with `stays_known`, as data.
    *since_last:* what the others did since the viewer's last turn; it stays during the next one.
    *waiting_for:* names of those who must decide or join.
    *can_undo:* the viewer may take back the newest move; if not, *undo_reason* says why. The reason is empty
    for spectators and in matches that aren't running.
    *join_url:* path of the invitation, empty if no seat is open. *can_join:* the viewer may take a seat.
    *can_cancel:* the viewer made the match and it hasn't begun.
    *commitment:* published before the deal.
    *delay:* how many seconds late the viewer sees the match, 0 for none.
    *terms:* what the players agreed on apart from the rules. *is_listed:* the lobby shows its free seats.
    *rating_range:* by how many points the rating of who joins may differ from the maker's; None for any.
    *picked:* the thing that is picked up, according to the page's address, or empty.
    *undo:* what the viewer may ask or answer about undo (`queries.undoing`), or None.
    *stopped:* why nobody can move for now, or None.
    *game:* plays by the rules of the match, for what boards ask it; *cards:* those of these rules, in the
    order of the box.
    *seen:* number of the newest step that the viewer, a player, has seen; -1 if unknown.
    *before:* the viewer's view after that step, to mark what has changed since; None if nothing has.
    *seen_url:* where the page reports what the player has seen; empty for spectators.
    *own_views:* in a replay, the views of the seats whose secrets it shows, by seat.
    *is_replay:* it shows an earlier moment, so it offers no moves or forms.
    *is_practice:* it didn't begin with a deal. *practice_of:* the match from which it was forked, or empty.
    *example:* the rulebook's example with whose position it began, or None.
    *story:* what has happened lately (`games.replay.story`), if the page narrates it, else None.
    *narrated:* how many events of the story are told so far.
    *film:* number of the step from which on nothing is left to play as a film; -1 if there is nothing.
    """

    match: str
    title: str
    title_name: str
    icon: str
    edition: str
    status: Literal["open", "running", "finished", "cancelled"]
    seq: int
    tick: int
    client_move_id: str
    options: tuple[OptionLine, ...]
    viewer: Viewer
    seats: tuple[SeatInfo, ...]
    view: Any
    offers: tuple[OfferForm, ...]
    orders: tuple[OrderForm, ...]
    log: tuple[LogLine, ...]
    log_cut: bool
    since_last: tuple[LogLine, ...]
    my_turn: bool
    can_undo: bool
    undo_reason: str
    undo_rule_url: str
    can_resign: bool
    result: Outcome | None
    waiting_for: tuple[str, ...]
    join_url: str
    can_join: bool
    can_cancel: bool
    commitment: str
    batches: tuple[BatchForm, ...] = ()
    recalled: tuple[Mapping[str, Any], ...] = ()
    terms: Terms = PLAIN
    is_listed: bool = False
    rating_range: int | None = None
    delay: int = 0
    picked: str = ""
    story: Any = None
    undo: Any = None
    before: Any = None
    stopped: Stopped | None = None
    game: Game[Any] | None = field(default=None, repr=False, compare=False)
    cards: tuple[Card, ...] = ()
    seen: int = -1
    seen_url: str = ""
    is_replay: bool = False
    own_views: Mapping[int, Any] = field(default_factory=dict)
    is_practice: bool = False
    practice_of: str = ""
    example: ExampleLink | None = None
    narrated: int = 0
    film: int = -1

    @property
    def me(self) -> SeatInfo | None:
        """The viewer's seat, or None for a spectator."""
        return next((seat for seat in self.seats if seat.is_me), None)

    def is_mine(self, seat: int) -> bool:
        """Return whether the viewer plays *seat*: what's said of it says “you”.

        A replay can show what somebody else knew. Then `viewer` has that seat, and nobody is “you”.
        """
        return self.me is not None and self.me.number == seat

    @property
    def has_had_a_turn(self) -> bool:
        """Whether the viewer has moved before what `since_last` tells, as far as the log goes.

        What was settled before the first turn or round began is no turn.
        """
        if self.log_cut:
            return True
        begun = next(
            (line.seq for line in self.log if line.event.get("turn") or line.event.get("round")), None
        )
        until = self.since_last[0].seq if self.since_last else self.seq
        moves = (line.seq for line in self.log if line.mover == self.viewer.seat)
        return begun is not None and any(begun < seq <= until for seq in moves)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that have something to decide."""
        return tuple(seat.number for seat in self.seats if seat.is_active)

    @property
    def given_orders(self) -> tuple[OrderForm, ...]:
        """The standing orders that the viewer has given."""
        return tuple(order for order in self.orders if order.is_given)

    @property
    def offers_at(self) -> Mapping[str, tuple[OfferForm, ...]]:
        """The offers by the thing to press first: `hand:scout`, `market:scout`, `lane:0`, `turn`."""
        places: dict[str, tuple[OfferForm, ...]] = {}
        for offer in self.offers:
            places[offer.at] = (*places.get(offer.at, ()), offer)
        return places

    @property
    def legal(self) -> tuple[OfferForm, ...]:
        """Only the offers that may be sent now."""
        return tuple(offer for offer in self.offers if offer.is_legal)
