"""Whether an Attack reaches the opponent from where the mechs stand now."""

from collections.abc import Iterable

from msgspec import Struct

from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.views.view import View


class ReachHint(Struct, frozen=True):
    """An Attack and the distances at which it works, from *least* to *most*. *distance:* the one now."""

    act: str
    least: int
    most: int
    distance: int

    @property
    def is_met(self) -> bool:
        """Whether it would reach now, before anybody moves."""
        return self.least <= self.distance <= self.most


def reaches(edition: Edition, view: View, seat: int, acts: Iterable[str]) -> tuple[ReachHint, ...]:
    """Return the reach of those *acts* of the seat that ask for a distance; of its whole hand without any.

    *Source:* `scrap-knights:range-1`, `scrap-knights:distance-2`.
    """
    hand = tuple(acts) or view.players[seat].hand or ()
    found = ((act, edition.kinds[edition.number[act]].reach) for act in hand)
    return tuple([ReachHint(act, *reach, view.distance) for act, reach in found if reach])
