"""What a match page shows to one viewer: plain values, already freed of everybody else's secrets.

`games.matches.queries.fold` makes a `Board`; templates and the JSON API only read it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from games.engine.viewers import Viewer
from games.matches.actions.terms import PLAIN, Terms


@dataclass(frozen=True, slots=True)
class LinePart:
    """A part of a log line; the texts of all parts, joined, are one sentence.

    *kind:* `text` is words, `seat` a player's name, `card` a card's name.
    *text:* what to show. *url:* page of the card, empty for other kinds. *slug:* the card's slug or empty.
    *seat:* the seat named, or -1.
    """

    kind: Literal["text", "seat", "card"]
    text: str
    url: str = ""
    slug: str = ""
    seat: int = -1


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event in words, as this viewer may know it.

    *seq:* the step it belongs to. *seat:* whom it concerns, or -1. *mover:* whose step it was, or -1.
    *rule:* bare anchor of the rulebook. *rule_url:* page of that paragraph (a fragment for htmx).
    *undone:* the move was taken back later, so the line no longer holds.
    *event:* the event as plain data, for programs.
    """

    seq: int
    seat: int
    mover: int
    rule: str
    rule_url: str
    parts: tuple[LinePart, ...]
    undone: bool
    event: Mapping[str, Any]

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

    *kind:* `person`, `bot`, or `open` while nobody sits there. *name:* shown name, “Open seat” when open.
    *is_me:* the viewer sits here. *is_active:* has something to decide now. *is_winner:* after the end.
    *url:* the player's page, empty for guests and open seats.
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
    """An engine `Offer`, ready for a form; see there for *at*, *to* and *label*.

    *move:* JSON text for the form field `move`. *is_legal:* may be sent now.
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


@dataclass(frozen=True, slots=True)
class OrderForm:
    """A standing order for the viewer to give or withdraw; see the engine's `OrderOffer`.

    *order:* JSON text for the form field `order`. *is_given:* it stands.
    """

    at: str
    label: str
    order: str
    is_given: bool


@dataclass(frozen=True, slots=True)
class OptionLine:
    """A match option in words. *is_default:* nobody changed it."""

    name: str
    label: str
    value: Any
    words: str
    rule_url: str
    is_default: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the match ended. *winners:* seats, empty for a draw. *scores:* by seat, may be empty.

    *names:* of the winners. *i_won:* None for a spectator and for a draw.
    """

    winners: tuple[int, ...]
    names: tuple[str, ...]
    scores: tuple[int, ...]
    rule: str
    rule_url: str
    reason: str
    i_won: bool | None


@dataclass(frozen=True, slots=True)
class Board:
    """What plain play shows of a match to *viewer*. The page of a match adds the panels of other rooms.

    *title:* slug; *title_name:* its name; *icon:* name in static/icons.
    *status:* `open` (seats to fill), `running`, `finished`, `cancelled`.
    *seq:* number of the newest step this viewer notices, -1 before the deal: it goes back as `seen`.
    *tick:* how many steps everybody could notice, counted from 0: what the update socket sends.
    *client_move_id:* fresh for this rendering: send it with the forms.
    *view:* the title's own view value, None before the deal.
    *offers:* what the viewer may think of doing, legal or not; empty when it isn't their turn.
    *orders:* standing orders the viewer may give, or has given; only its own seat sees them.
    *log:* oldest first; *log_cut:* older lines were left out (the page with `?log=all` has them).
    *since_last:* what the others did since this seat's last own turn; stays while it plays its next one.
    *waiting_for:* names of those who must decide or join.
    *can_undo:* the newest move may be taken back; else *undo_reason* says why not, or is empty for
    those who have nothing to take back.
    *join_url:* path of the invitation, empty when no seat is open. *can_join:* the viewer may sit down.
    *can_cancel:* the viewer made it and it hasn't begun.
    *commitment:* published before the deal.
    *delay:* how many seconds late the viewer sees it; 0 for who sees it as it is.
    *terms:* what the players agreed on beside the rules.
    *picked:* the thing that the page's address says is picked up, to be put somewhere; empty: none.
    *undo:* what the viewer may ask or answer about taking a move back (`queries.undoing`), or None.
    *seen:* the number of the newest step that the viewer, a player, has looked at; -1 when it isn’t known.
    *before:* the view as it was then, to mark what has changed since; None when nothing has.
    *seen_url:* where the page says that it was looked at, empty for who only watches.
    *is_replay:* it shows an earlier moment, so that nothing on it leads on.
    *practice_of:* the match from which one practises here, or empty.
    *story:* what happened lately (`games.replay.story`), if the page narrates it;
    *narrated:* how many of its events.
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
    terms: Terms = PLAIN
    delay: int = 0
    picked: str = ""
    story: Any = None
    undo: Any = None
    before: Any = None
    seen: int = -1
    seen_url: str = ""
    is_replay: bool = False
    practice_of: str = ""
    narrated: int = 0

    @property
    def me(self) -> SeatInfo | None:
        """The viewer's seat, or None for a spectator."""
        return next((seat for seat in self.seats if seat.is_me), None)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that have something to decide."""
        return tuple(seat.number for seat in self.seats if seat.is_active)

    @property
    def given_orders(self) -> tuple[OrderForm, ...]:
        """The standing orders that stand."""
        return tuple(order for order in self.orders if order.is_given)

    @property
    def offers_at(self) -> Mapping[str, tuple[OfferForm, ...]]:
        """The offers by the thing one presses first: `hand:scout`, `market:scout`, `lane:0`, `turn`."""
        places: dict[str, tuple[OfferForm, ...]] = {}
        for offer in self.offers:
            places[offer.at] = (*places.get(offer.at, ()), offer)
        return places

    @property
    def legal(self) -> tuple[OfferForm, ...]:
        """Only the offers that may be sent now."""
        return tuple(offer for offer in self.offers if offer.is_legal)
