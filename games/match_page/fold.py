"""The page of a match: the board of plain play, and beside it the panels of the rooms above."""

from dataclasses import dataclass, fields

from games.clocks.lines import ClockInfo, clock_info
from games.engine.viewers import Viewer
from games.fairness.page import Proof, proof
from games.matches.models import Match
from games.matches.queries.board import Board
from games.matches.queries.fold import LOG_STEPS, Folding
from games.ratings.lists import SeatRating, seat_ratings


@dataclass(frozen=True, slots=True)
class MatchPage(Board):
    """A board with the panels beside it.

    *ratings:* the seats' ratings, in a rated match. *link:* the newest link of the match's hash chain that
    the viewer may see. *proof:* only when the match is finished.
    """

    clock: ClockInfo | None = None
    ratings: tuple[SeatRating, ...] = ()
    link: str = ""
    proof: Proof | None = None


def board(match: Match, viewer: Viewer, *, whole_log: bool = False, since: int | None = None) -> MatchPage:
    """Return everything the page of *match* shows to *viewer*; secrets are left out here.

    *viewer:* from `access.seat_of`, never from the request. *whole_log:* every line, not only the newest.
    *since:* mark what has changed since this step, if the player has already seen a later one.
    """
    folding = Folding(match, viewer, since)
    plain = folding.board(None if whole_log else LOG_STEPS)
    return MatchPage(
        **{field.name: getattr(plain, field.name) for field in fields(plain)},
        clock=clock_info(match, folding.people, folding.names, viewer.seat, folding.visible_until.is_late),
        ratings=seat_ratings(match, folding.people),
        link=folding.link,
        proof=proof(match),
    )
