"""How many matches wait for somebody: what the header of every page tells."""

from typing import Any

from games.matches.models import Seat, Status


def turns_of(user: Any) -> int:
    """Return in how many running matches *user* has something to decide; 0 for a visitor."""
    if user is None or not user.is_authenticated:
        return 0
    seats = Seat.objects.filter(user=user, bot="", match__status=Status.RUNNING)
    return sum(number in to_act for number, to_act in seats.values_list("number", "match__to_act"))
