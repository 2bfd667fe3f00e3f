"""The board after each event, so that a page can replay what happened, forwards and backwards.

A frame is what lies open on the board. It is folded from the view that a viewer last saw and the events
since then, as that viewer may know them. Nothing else is needed, and a frame shows nothing hidden.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from games.engine.events import Event
from games.titles.junkyard import events as ev
from games.titles.junkyard.edition import CardFace, Edition
from games.titles.junkyard.state import OVER, PHASES, PROGRAMMING, REGISTERS, RESOLVING
from games.titles.junkyard.views.view import ROBOTS, PlayerView, RobotView, View
from games.titles.junkyard.yard import HEADINGS, Shift

_NOTHING_SHOWN: tuple[CardFace | None, ...] = (None,) * REGISTERS


class PileFrame(Struct, frozen=True):
    """A pile: the number of its cards, and its top card."""

    count: int
    top: CardFace | None


class SeatFrame(Struct, frozen=True):
    """What lies open of one player. *slotted:* registers that hold a card, once programming is over.

    *shown:* the revealed cards, by register. *hand*, *deck:* how many cards are in them; while players are
    programming, the cards in registers and the one to charge with count as those of the hand.
    """

    active: int
    hand: int
    deck: int
    slotted: tuple[int, ...]
    shown: tuple[CardFace | None, ...]
    discard: tuple[CardFace, ...]
    scrapheap: tuple[CardFace, ...]
    score: int


class Frame(Struct, frozen=True):
    """The board. *event:* the number of the event before it, -1 for the first frame. *phase:* as in views.

    *register:* the one being resolved, or 0. *acting:* the seat whose card resolves, or -1.
    *card:* that card, or None.
    """

    event: int
    phase: str
    round: int
    robots: tuple[RobotView | None, ...]
    piles: tuple[PileFrame, ...]
    seats: tuple[SeatFrame, ...]
    trash: tuple[CardFace, ...]
    register: int
    acting: int
    card: CardFace | None


def frames(edition: Edition, view: View, events: Iterable[Event | None]) -> tuple[Frame, ...]:
    """Return the board of *view* and the board after each of the *events* since.

    Frame n + 1 comes after event n. An event that the viewer doesn't notice is None and
    changes nothing.
    """
    found = [frame_of(edition, view)]
    for number, event in enumerate(events):
        fold = _FOLDS.get(type(event))
        after = fold(found[-1], event) if fold else found[-1]
        if isinstance(event, ev.RoundBegan | ev.GameEnded):
            after = _cleared(edition, after)
        found.append(replace(after, event=number))
    return tuple(found)


def frame_of(edition: Edition, view: View) -> Frame:
    """Return the board as a view shows it."""
    resolving = view.resolving
    return Frame(
        event=-1,
        phase=view.phase,
        round=view.round,
        robots=view.robots,
        piles=tuple(PileFrame(pile.count, pile.top) for pile in view.piles),
        seats=tuple(_seat(edition, player, resolving is not None) for player in view.players),
        trash=view.trash,
        register=resolving.register if resolving else 0,
        acting=resolving.seat if resolving else -1,
        card=resolving.card if resolving else None,
    )


def _seat(edition: Edition, player: PlayerView, is_resolving: bool) -> SeatFrame:
    numbered = list(enumerate(player.registers, 1))
    programmed = sum(register.slotted or 0 for register in player.registers) + (player.charge is not None)
    return SeatFrame(
        active=player.active if is_resolving else edition.active,
        hand=player.hand_count + (0 if is_resolving else programmed),
        deck=player.deck_count,
        slotted=tuple(number for number, register in numbered if is_resolving and register.slotted),
        shown=tuple(register.card if register.revealed else None for register in player.registers),
        discard=player.discard,
        scrapheap=player.scrapheap,
        score=player.score,
    )


def _with_seat(frame: Frame, seat: int, **changes: Any) -> Frame:
    seats = list(frame.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(frame, seats=tuple(seats))


def _with_pile(frame: Frame, pile: int, **changes: Any) -> Frame:
    piles = list(frame.piles)
    piles[pile] = replace(piles[pile], **changes)
    return replace(frame, piles=tuple(piles))


def _with_shown(frame: Frame, seat: int, register: int, card: CardFace) -> Frame:
    shown = list(frame.seats[seat].shown)
    shown[register - 1] = card
    return _with_seat(frame, seat, shown=tuple(shown))


def _shifted(frame: Frame, shifts: tuple[Shift, ...]) -> Frame:
    robots = list(frame.robots)
    for shift in shifts:
        robot = robots[shift.seat]
        if robot is not None:
            robots[shift.seat] = ROBOTS[shift.now][HEADINGS.index(robot.heading)]
    return replace(frame, robots=tuple(robots))


def _placed(frame: Frame, event: ev.ScrapbotPlaced) -> Frame:
    robots = list(frame.robots)
    robots[event.seat] = ROBOTS[event.space][HEADINGS.index(event.heading)]
    return replace(frame, robots=tuple(robots))


def _turned(frame: Frame, event: ev.ScrapbotTurned) -> Frame:
    frame = _shifted(frame, event.shifts)
    robots = list(frame.robots)
    robot = robots[event.seat]
    if robot is not None:
        robots[event.seat] = ROBOTS[robot.space][HEADINGS.index(event.now)]
    return replace(frame, robots=tuple(robots))


def _reshuffled(frame: Frame, event: ev.DeckReshuffled) -> Frame:
    return _with_seat(frame, event.seat, deck=frame.seats[event.seat].deck + event.count, discard=())


def _drew(frame: Frame, event: ev.CardsDrawn) -> Frame:
    return _with_seat(frame, event.seat, hand=event.count, deck=frame.seats[event.seat].deck - event.count)


def _closed(frame: Frame, event: ev.ProgramsClosed) -> Frame:
    for seat, slotted in enumerate(event.slotted):
        frame = _with_seat(frame, seat, slotted=slotted, hand=frame.seats[seat].hand - len(slotted))
    return replace(frame, phase=PHASES[RESOLVING])


def _charged(frame: Frame, event: ev.Charged) -> Frame:
    return _with_seat(_trashed(frame, event), event.seat, active=event.after)


def _trashed(frame: Frame, event: ev.Charged | ev.CardTrashed) -> Frame:
    frame = _with_seat(frame, event.seat, hand=frame.seats[event.seat].hand - 1)
    return replace(frame, trash=(*frame.trash, event.card))


def _revealed(frame: Frame, event: ev.RegisterRevealed) -> Frame:
    for showing in event.cards:
        frame = _with_shown(frame, showing.seat, showing.register, showing.card)
    return replace(frame, register=event.register)


def _salvaged(frame: Frame, event: ev.CardsSalvaged) -> Frame:
    frame = _with_pile(frame, event.pile, count=event.left, top=event.top)
    return _with_seat(frame, event.seat, discard=frame.seats[event.seat].discard + event.cards)


def _scrapped(frame: Frame, event: ev.CardScrapped) -> Frame:
    heap, hand = (*frame.seats[event.seat].scrapheap, event.card), frame.seats[event.seat].hand - 1
    return _with_seat(frame, event.seat, hand=hand, scrapheap=heap, score=event.score)


def _discarded(frame: Frame, event: ev.HandDiscarded) -> Frame:
    return _with_seat(frame, event.seat, hand=0, discard=frame.seats[event.seat].discard + event.cards)


def _cleared(edition: Edition, frame: Frame) -> Frame:
    """Clear the registers after a round or at the end of the game."""
    for seat in range(len(frame.seats)):
        frame = _with_seat(frame, seat, active=edition.active, slotted=(), shown=_NOTHING_SHOWN)
    return replace(frame, register=0, acting=-1, card=None)


_FOLDS: dict[type, Callable[[Frame, Any], Frame]] = {
    ev.ScrapbotPlaced: _placed,
    ev.RoundBegan: lambda frame, event: replace(frame, round=event.round, phase=PHASES[PROGRAMMING]),
    ev.DeckReshuffled: _reshuffled,
    ev.CardsDrawn: _drew,
    ev.ProgramsClosed: _closed,
    ev.Charged: _charged,
    ev.RegisterRevealed: _revealed,
    ev.Overclocked: lambda frame, event: _with_shown(frame, event.seat, event.register, event.card),
    ev.CardBegun: lambda frame, event: replace(frame, acting=event.seat, card=event.card),
    ev.ScrapbotMoved: lambda frame, event: _shifted(frame, event.shifts),
    ev.ScrapbotTurned: _turned,
    ev.CardsSalvaged: _salvaged,
    ev.PileShuffled: lambda frame, event: _with_pile(frame, event.pile, top=event.now),
    ev.CardScrapped: _scrapped,
    ev.CardTrashed: _trashed,
    ev.Recharged: lambda frame, event: _with_seat(frame, event.seat, active=event.after),
    ev.HandDiscarded: _discarded,
    ev.GameEnded: lambda frame, event: replace(frame, phase=PHASES[OVER]),
}
