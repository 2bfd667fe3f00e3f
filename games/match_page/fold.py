"""The page of a match: the board of plain play, and beside it the panels of the rooms above."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from games.clocks.lines import ClockInfo, clock_info
from games.coaching.asking import ShownHint
from games.drafts.questions import Question
from games.engine.viewers import Viewer
from games.fairness.page import Proof, proof
from games.lessons.panel import LessonPanel, panel_of
from games.matches import access
from games.matches.models import Match, Seat
from games.matches.queries.board import Board
from games.matches.queries.fold import LOG_STEPS, Folding
from games.matches.queries.people import seat_names
from games.puzzles.pages import PuzzlePanel, puzzle_panel
from games.ratings.lists import SeatRating, seat_ratings


@dataclass(frozen=True, slots=True)
class MatchPage(Board):
    """A board with the panels beside it.

    *whole_log:* the log is shown as a whole, not only its newest turns. *ratings:* the seats' ratings, in a
    rated match. *link:* the newest link of the match's hash chain that the viewer may see. *proof:* only when
    the match is finished. *lesson:* what its tutorial says, in such a match. *hint:* what the viewer may ask
    of a strong player, or None. *puzzle:* the goal, if it began with a puzzle. *questions:* those of
    the designer of its draft edition that the viewer hasn't answered.
    """

    whole_log: bool = False
    clock: ClockInfo | None = None
    ratings: tuple[SeatRating, ...] = ()
    link: str = ""
    proof: Proof | None = None
    lesson: LessonPanel | None = None
    hint: ShownHint | None = None
    puzzle: PuzzlePanel | None = None
    questions: tuple[Question, ...] = ()

    @property
    def has_hints(self) -> bool:
        """Whether the viewer may ask for hints when it is their turn."""
        others = [seat for seat in self.seats if not seat.is_me]
        return (
            self.me is not None
            and (self.lesson is None or self.lesson.is_over)
            and self.puzzle is None
            and not self.terms.is_rated
            and all(seat.kind == "bot" for seat in others)
        )

    @property
    def awaits_bots(self) -> bool:
        """Whether bots alone are to act, against one person at most: something new is there in a moment.

        Where several people play, they may be writing to each other.
        """
        to_act = [seat for seat in self.seats if seat.is_active]
        is_on = self.status == "running" and self.stopped is None
        people = sum(seat.kind == "person" for seat in self.seats)
        return is_on and people <= 1 and bool(to_act) and all(seat.kind == "bot" for seat in to_act)


def board(match: Match, viewer: Viewer, *, whole_log: bool = False, since: int | None = None) -> MatchPage:
    """Return everything the page of *match* shows to *viewer*; secrets are left out here.

    *viewer:* from `access.seat_of`, never from the request. *whole_log:* every line, not only the newest.
    *since:* mark what has changed since this step, if the player has already seen a later one.
    """
    return page(Folding(match, viewer, since), whole_log=whole_log)


def page(folding: Folding, *, whole_log: bool = False) -> MatchPage:
    """Return everything the page shows to the viewer of *folding*."""
    match, viewer = folding.match, folding.viewer
    plain = folding.board(None if whole_log else LOG_STEPS)
    return MatchPage(
        **{field.name: getattr(plain, field.name) for field in fields(plain)},
        whole_log=whole_log,
        clock=clock_info(match, folding.people, folding.names, viewer.seat, folding.visible_until.is_late),
        ratings=seat_ratings(match, folding.people),
        link=folding.link,
        proof=proof(match),
        lesson=panel_of(match, viewer, plain),
        puzzle=puzzle_panel(match),
    )


def clock_of(match: Match, viewer: Viewer, people: Sequence[Seat]) -> ClockInfo | None:
    """Return the clocks as they stand now. *people:* the match's seats."""
    return clock_info(match, people, seat_names(people), viewer.seat, access.is_late(viewer, match))


def in_short(board: MatchPage) -> MatchPage:
    """Return *board* without what only its own HTML shows, to be kept."""
    return replace(
        board,
        view=None, before=None, undo=None, clock=None, hint=None,
        offers=(), batches=(), orders=(), log=(), since_last=(),
    )  # fmt: skip
