"""What the pages of puzzles show, and the panel above the board of an attempt."""

from collections.abc import Collection
from dataclasses import dataclass

from games import catalog
from games.boards.move_words import words_of
from games.engine.chance import FastChance
from games.engine.protocol import Title
from games.engine.viewers import seat_viewer
from games.matches.models import Match
from games.matches.queries.board import Board, SeatInfo
from games.puzzles.attempts import puzzle_at, verdict
from games.puzzles.data import Puzzle, every, puzzles

_FLIPS = 8
_LUCKY = "You were lucky: it wouldn’t have worked every time. There is a way that would."


@dataclass(frozen=True, slots=True)
class PuzzlePanel:
    """*stage:* `open`, `solved` or `missed`. *told:* what has come of the turn so far, as a sentence."""

    puzzle: Puzzle
    title_name: str
    stage: str
    told: str
    following: str


@dataclass(frozen=True, slots=True)
class PuzzleLine:
    """A puzzle in the list. *is_solved:* by the visitor."""

    puzzle: Puzzle
    is_solved: bool


@dataclass(frozen=True, slots=True)
class PuzzleGroup:
    """The puzzles of a game. *solved:* how many of them the visitor has solved."""

    title: Title
    lines: tuple[PuzzleLine, ...]

    @property
    def solved(self) -> int:
        return sum(line.is_solved for line in self.lines)


def groups(solved: Collection[str]) -> list[PuzzleGroup]:
    """Return the puzzles by game, easy ones first. *solved:* names of those that the visitor has solved."""
    found = []
    for title in catalog.titles():
        ordered = sorted(puzzles(title.slug), key=lambda one: (one.level, one.number))
        if ordered:
            lines = tuple(PuzzleLine(one, one.slug in solved) for one in ordered)
            found.append(PuzzleGroup(title, lines))
    return found


def puzzle_panel(match: Match) -> PuzzlePanel | None:
    """Return the panel of an attempt at a puzzle, None for other matches."""
    puzzle = puzzle_at(match.position)
    if puzzle is None or match.seq < 0:
        return None
    found = verdict(match.pk, puzzle)
    gain = puzzle.words_of_gain(found.gained)
    if found.is_solved:
        stage, told = "solved", "Solved!"
    elif found.is_lucky:
        stage, told = "missed", _LUCKY
    elif found.is_over:
        stage, told = "missed", f"Not this time: {gain}."
    else:
        stage, told = "open", f"So far {gain}." if found.gained else ""
    name = catalog.title(puzzle.title).name
    return PuzzlePanel(puzzle, name, stage, told, following(puzzle).slug)


def following(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle after *puzzle*, the first after the last."""
    known = every()
    return known[(known.index(puzzle) + 1) % len(known)]


def solution_words(puzzle: Puzzle) -> list[str]:
    """Return the moves of the solution, each as an imperative.

    With a lucky flip the match may be over before the last of them: they are told as they go without.
    """
    return max((_told(puzzle, FastChance(seed)) for seed in range(_FLIPS)), key=len)


def _told(puzzle: Puzzle, luck: FastChance) -> list[str]:
    game, state, told = puzzle.game, puzzle.begin(), []
    for move in puzzle.solution():
        if not game.to_act(state):
            break
        told.append(words_of(game, state, puzzle.seat, move).text)
        game.apply(state, puzzle.seat, move, luck)
    return told


def board_of(puzzle: Puzzle) -> Board:
    """Return the table at the beginning of *puzzle*, as its player sees it; it offers nothing."""
    title, viewer = catalog.title(puzzle.title), seat_viewer(puzzle.seat)
    view = puzzle.game.view(puzzle.begin(), viewer)
    seats = tuple(
        SeatInfo(
            number=number,
            name="You" if number == puzzle.seat else "Opponent",
            kind="person" if number == puzzle.seat else "bot",
            is_me=number == puzzle.seat,
            is_active=number == puzzle.seat,
            is_winner=False,
        )
        for number in range(puzzle.seats)
    )
    return Board(
        match="", title=title.slug, title_name=title.name, icon=title.icon, edition=puzzle.edition,
        status="finished", seq=0, tick=0, client_move_id="", options=(), viewer=viewer, seats=seats,
        view=view, offers=(), orders=(), log=(), log_cut=False, since_last=(), my_turn=False, can_undo=False,
        undo_reason="", undo_rule_url="", can_resign=False, result=None, waiting_for=(), join_url="",
        can_join=False, can_cancel=False, commitment="", is_replay=True, own_views={puzzle.seat: view},
        game=puzzle.game, cards=catalog.cards(puzzle.title, puzzle.edition),
    )  # fmt: skip
