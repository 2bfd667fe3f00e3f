"""ULTs that trigger: their choices, and how they come into the chain."""

from games.engine.events import Event
from games.titles.scrap_knights import events as ev
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.resolution.chain import gain_heat
from games.titles.scrap_knights.resolution.dry_run import due
from games.titles.scrap_knights.state import BY_ULT, SEATS, Play, State, card_of, put


def chooses(edition: Edition, state: State, seat: int) -> bool:
    """Return whether the seat has choices to make for its ULT. *Source:* `scrap-knights:ult-2`."""
    return due(edition, state, seat) and edition.kinds[state.ults[seat]].overcharge > 0


def trigger(edition: Edition, state: State, events: list[Event], seat: int) -> None:
    """Put the seat's ULT into the chain and take its link tokens away. *Source:* `scrap-knights:ult-1`."""
    ult, over = state.ults[seat], state.over_ult[seat]
    state.links[seat], state.used[seat] = 0, []
    state.plays.append(Play(seat, ult, BY_ULT, over))
    shuffled = len(state.shuffling[seat])
    events.append(ev.UltTriggered("ult-1", seat, edition.name(ult), over == 1, shuffled))
    if over:
        gain_heat(edition, state, events, seat, ult, edition.kinds[ult].overcharge)
    _take_back(edition, state, events, seat, ult)


def _take_back(edition: Edition, state: State, events: list[Event], seat: int, ult: int) -> None:
    """Return to the hands what lies under the ULT. *Source:* `scrap-knights:eraser-las-1`."""
    pile, state.under[seat] = [card_of(code) for code in state.under[seat]], []
    for whose in range(SEATS):
        acts = sorted(card for owner, card in pile if owner == whose)
        for act in acts:
            put(state.hands[whose], act)
            put(state.known[whose], act)
        if acts:
            names = edition.names(acts)
            events.append(ev.ActsReturned("eraser-las-1", whose, edition.name(ult), names))
