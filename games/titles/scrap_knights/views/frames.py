"""The table after each event, so that a page can go through a resolution forwards and backwards.

A frame is what lies open. It is made from the view at which the viewer last looked and from the events since,
as that viewer may know them, so nothing hidden is in it.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from games.engine.events import Event
from games.titles.scrap_knights import events as ev
from games.titles.scrap_knights.events import Lined, Secrets
from games.titles.scrap_knights.views.view import PlayerView, View

_TOKENS = ("frame-advantage", "armored", "blitz")
_NOTHING_SPENT = (0, 0, 0)


class SeatFrame(Struct, frozen=True):
    """What lies open of one player. *shown:* the ACTs of this turn. *used:* BOTs, by name.

    *spent:* tokens on this turn's ACTs: Frame Advantage, Armored, Blitz. *away:* ACTs under an Eraser LAS,
    by name.
    """

    hp: int
    heat: int
    links: int
    used: tuple[str, ...]
    frame_advantage: int
    armored: int
    blitz: int
    spent: tuple[int, int, int]
    away: tuple[str, ...]
    shown: tuple[Secrets, ...]
    block: int


class Frame(Struct, frozen=True):
    """The table. *event:* number of the event it comes after, -1 for the beginning.

    *now:* the effect that resolves, None before the first. *chain:* it, and what is to resolve after it.
    *step:* the priority that blocks stand for. *raised:* blocks have been raised for the next one.
    """

    event: int
    turn: int
    distance: int
    seats: tuple[SeatFrame, ...]
    chain: tuple[Lined, ...]
    now: Lined | None
    step: str
    raised: bool


def frames(view: View, events: Iterable[Event | None]) -> tuple[Frame, ...]:
    """Return the table of *view*, and the table after each of the *events* that came then.

    Events that a viewer doesn't notice (None) count, but change nothing: frame n + 1 comes after event n.
    """
    found = [frame_of(view)]
    for number, event in enumerate(events):
        fold = _FOLDS.get(type(event))
        after = fold(found[-1], event) if fold else found[-1]
        found.append(replace(after, event=number))
    return tuple(found)


def frame_of(view: View) -> Frame:
    """Return the table as a view shows it; what is still secret isn't in it."""
    is_open = view.phase not in ("build", "act")
    plays = [play for play in view.plays if play.why == "act"]
    return Frame(
        event=-1,
        turn=view.turn,
        distance=view.distance,
        seats=tuple(_seat(player, is_open, plays) for player in view.players),
        chain=tuple(link.lined for link in view.chain) if view.phase == "resolve" else (),
        now=None,
        step="",
        raised=False,
    )


def _seat(player: PlayerView, is_open: bool, plays: list[Any]) -> SeatFrame:
    mine = [play for play in plays if play.seat == player.seat]
    return SeatFrame(
        hp=player.hp,
        heat=player.heat,
        links=player.links,
        used=_sorted(bot.slug for bot in player.bots if bot.is_used),
        frame_advantage=player.frame_advantage,
        armored=player.armored,
        blitz=player.blitz,
        spent=(
            sum(play.frame for play in mine),
            sum(play.armored for play in mine),
            sum(play.blitz for play in mine),
        ),
        away=_sorted(player.away),
        shown=(player.chosen or ()) if is_open else (),
        block=player.block,
    )


def _sorted(slugs: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(slugs))


def _with_seat(frame: Frame, seat: int, **changes: Any) -> Frame:
    seats = list(frame.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(frame, seats=tuple(seats))


def _with_heat(frame: Frame, event: ev.HeatGained | ev.HeatVented) -> Frame:
    return _with_seat(frame, event.seat, heat=event.heat)


def _with_links(frame: Frame, event: ev.LinkGained | ev.LinksLost) -> Frame:
    return _with_seat(frame, event.seat, links=event.links)


def _with_tokens(frame: Frame, seat: int, token: str, count: int) -> Frame:
    return _with_seat(frame, seat, **{token.replace("-", "_"): count})


def _cleared(frame: Frame) -> Frame:
    for seat in range(len(frame.seats)):
        frame = _with_seat(frame, seat, shown=(), spent=_NOTHING_SPENT, block=0)
    return replace(frame, chain=(), now=None, step="", raised=False)


def _revealed(frame: Frame, event: ev.ActRevealed) -> Frame:
    return _with_seat(frame, event.seat, shown=(*frame.seats[event.seat].shown, event.secrets))


def _deployed(frame: Frame, event: ev.BotDeployed) -> Frame:
    return _with_seat(frame, event.seat, used=_sorted((*frame.seats[event.seat].used, event.bot)))


def _returned(frame: Frame, event: ev.BotReturned) -> Frame:
    used = _sorted(bot for bot in frame.seats[event.seat].used if bot != event.bot)
    return _with_seat(frame, event.seat, used=used)


def _spent(frame: Frame, event: ev.TokenSpent) -> Frame:
    spent = list(frame.seats[event.seat].spent)
    spent[_TOKENS.index(event.token)] += 1
    frame = _with_seat(frame, event.seat, spent=tuple(spent))
    return _with_tokens(frame, event.seat, event.token, event.left)


def _raised(frame: Frame, event: ev.BlockRaised) -> Frame:
    """Raise a block; the first one of a step removes those of the step before."""
    if not frame.raised:
        frame = _without_blocks(frame)
    return replace(_with_seat(frame, event.seat, block=event.block), raised=True)


def _without_blocks(frame: Frame) -> Frame:
    for seat in range(len(frame.seats)):
        frame = _with_seat(frame, seat, block=0)
    return frame


def _began(frame: Frame, event: ev.EffectBegan) -> Frame:
    """Put the effect first in the chain, and drop those before it. An added effect isn't in the chain."""
    lined, chain = event.lined, frame.chain[1:] if frame.now else frame.chain
    if lined in chain:
        chain = chain[chain.index(lined) + 1 :]
        if lined.priority not in ("tag", frame.step):
            frame = replace(frame if frame.raised else _without_blocks(frame), step=lined.priority)
    return replace(frame, now=lined, chain=(lined, *chain), raised=False)


def _damaged(frame: Frame, event: ev.DamageDealt) -> Frame:
    return _with_seat(frame, event.seat, hp=event.hp, block=event.block)


def _set_aside(frame: Frame, event: ev.ActsSetAside) -> Frame:
    return _with_seat(frame, event.seat, away=_sorted((*frame.seats[event.seat].away, *event.acts)))


def _came_back(frame: Frame, event: ev.ActsReturned) -> Frame:
    away = list(frame.seats[event.seat].away)
    for act in event.acts:
        if act in away:
            away.remove(act)
    return _with_seat(frame, event.seat, away=tuple(away))


_FOLDS: dict[type, Callable[[Frame, Any], Frame]] = {
    ev.TurnBegan: lambda frame, event: replace(_cleared(frame), turn=event.turn),
    ev.CardsFlipped: lambda frame, event: _cleared(frame),
    ev.ActRevealed: _revealed,
    ev.HeatGained: _with_heat,
    ev.HeatVented: _with_heat,
    ev.LinkGained: _with_links,
    ev.LinksLost: _with_links,
    ev.UltTriggered: lambda frame, event: _with_seat(frame, event.seat, links=0),
    ev.BotDeployed: _deployed,
    ev.BotReturned: _returned,
    ev.TokenSpent: _spent,
    ev.TokenGained: lambda frame, event: _with_tokens(frame, event.seat, event.token, event.count),
    ev.ChainLinedUp: lambda frame, event: replace(frame, chain=event.chain, now=None, step=""),
    ev.EffectBegan: _began,
    ev.BlockRaised: _raised,
    ev.DamageDealt: _damaged,
    ev.DistanceChanged: lambda frame, event: replace(frame, distance=event.distance),
    ev.ActsSetAside: _set_aside,
    ev.ActsReturned: _came_back,
    ev.GameEnded: lambda frame, event: replace(frame, chain=(), now=None),
}
