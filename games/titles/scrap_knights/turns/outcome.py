"""Who won, and what decided it."""

from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.state import CAPPED, OVERHEATED, SEATS, WRECKED, State


def winners_of(edition: Edition, state: State) -> tuple[int, ...]:
    """Return who won a game that is over; nobody in a draw.

    *Source:* `scrap-knights:heat-1`, `scrap-knights:end-1`, `scrap-knights:house-1`.
    """
    if state.ending == OVERHEATED:
        standing = [seat for seat in range(SEATS) if state.heat[seat] < edition.too_hot]
    elif state.ending == WRECKED:
        standing = [seat for seat in range(SEATS) if state.hp[seat] > 0]
    else:
        standing = [seat for seat in range(SEATS) if state.hp[seat] > state.hp[1 - seat]]
    return tuple(standing)


def verdict(edition: Edition, state: State) -> str:
    """Return the anchor of what decided a game that is over."""
    if state.ending == CAPPED:
        return "house-1"
    is_draw = not winners_of(edition, state)
    if state.ending == OVERHEATED:
        return "end-3" if is_draw else "heat-1"
    return "end-2" if is_draw else "end-1"
