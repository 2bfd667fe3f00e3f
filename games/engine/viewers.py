"""Who looks at a match: a seat, or the spectator."""

from msgspec import Struct


class Viewer(Struct, frozen=True):
    """A seat, or the spectator, who sees what is public. *seat:* its number from 0; -1 for the spectator."""

    seat: int

    @property
    def is_spectator(self) -> bool:
        return self.seat < 0


SPECTATOR = Viewer(-1)
_SEATS = tuple(Viewer(seat) for seat in range(8))


def seat_viewer(seat: int) -> Viewer:
    """Return the viewer who sits at *seat*."""
    return _SEATS[seat]


def viewers(seats: int) -> tuple[Viewer, ...]:
    """Return everyone who may look at a match of *seats* players, the spectator last."""
    return (*_SEATS[:seats], SPECTATOR)
