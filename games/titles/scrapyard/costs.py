"""What it costs a pawn to reach each card and act there, computed for the page from a view alone."""

from msgspec import Struct

from games.titles.scrapyard.edition import Figures
from games.titles.scrapyard.state import CORNERS, NOWHERE, PLACES
from games.titles.scrapyard.view import CardView, PlayerView, View
from games.titles.scrapyard.walk import FAR, distances, path


class PlaceCost(Struct, frozen=True):
    """*walk:* action points to walk to the card, None when it is out of reach. *path:* places on the way.

    *turn_up*, *take*, *claims* (by owner): points to walk there and then do only that, or None when it can't
    be done. *clear:* points to walk there, claim every cube on the card, and take it.
    """

    place: int
    at: str
    walk: int | None
    path: tuple[int, ...]
    turn_up: int | None
    take: int | None
    claims: tuple[int | None, ...]
    clear: int | None


def costs(view: View, seat: int | None = None) -> tuple[PlaceCost, ...]:
    """Return the costs by place for the pawn of *seat*, by default the viewer's or else the active seat's.

    Before the pawn is placed, everything is None. A player can pay with `view.points_left`, or with
    `next_points` before the turn.
    """
    if seat is None:
        seat = view.viewer if view.viewer >= 0 else view.active
    pawn = NOWHERE if seat < 0 or view.over else _pawn(view.players[seat])
    field, figures = sum(1 << card.place for card in view.cards if card.taken_by < 0), view.figures
    far = distances(field, pawn, figures.rows) if pawn != NOWHERE else (FAR,) * PLACES
    return tuple(
        _cost(figures, card, seat, far[card.place], path(field, pawn, card.place, figures.rows))
        for card in view.cards
    )


def _pawn(player: PlayerView) -> int:
    if player.pawn >= 0:
        return player.pawn
    return -1 - CORNERS.index(player.corner) if player.corner else NOWHERE


def _cost(figures: Figures, card: CardView, seat: int, far: int, places: tuple[int, ...]) -> PlaceCost:
    if card.taken_by >= 0 or far == FAR:
        return PlaceCost(card.place, card.at, None, (), None, None, (None,) * len(card.cubes), None)
    walk = far * figures.walk_cost
    each = [figures.claim_cost(seat, owner) for owner in range(len(card.cubes))]
    claiming = sum(cost * lying for cost, lying in zip(each, card.cubes, strict=True))
    return PlaceCost(
        place=card.place,
        at=card.at,
        walk=walk,
        path=places,
        turn_up=None if card.is_open else walk + figures.turn_up_cost,
        take=None if any(card.cubes) else walk + figures.take_cost,
        claims=tuple(walk + cost if lying else None for cost, lying in zip(each, card.cubes, strict=True)),
        clear=walk + claiming + figures.take_cost,
    )
