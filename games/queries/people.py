"""What players are called."""

from collections.abc import Iterable

from games.models import Seat
from scrapsite.players import display_name

OPEN_SEAT = "Open seat"


def seat_names(seats: Iterable[Seat]) -> tuple[str, ...]:
    """Return the names of *seats*, in order. Load `user__profile` along with them."""
    return tuple(seat_name(seat) for seat in seats)


def seat_name(seat: Seat) -> str:
    """Return the name shown for *seat*."""
    if seat.bot:
        bot = f"{seat.bot.capitalize()} bot"
        return f"{bot}, for {display_name(seat.user)}" if seat.user else bot
    return display_name(seat.user) if seat.user else OPEN_SEAT
