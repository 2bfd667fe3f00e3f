"""Attempts at puzzles: practice matches that begin with a puzzle, and whether their first turn solves it."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Any

from django.db import transaction

from games import catalog
from games.engine import codec
from games.engine.errors import MatchOver, NotYourTurn
from games.matches.actions.resign import resign
from games.matches.actions.terms import LONGEST_NAME
from games.matches.changes import Change
from games.matches.locked_match import LockedMatch
from games.matches.models import Match, Notice, Seat, Status, Step
from games.puzzles.data import Puzzle, find
from games.puzzles.models import SolvedPuzzle
from games.puzzles.searching import TooMany, Unlucky, gain_for_sure, may_gain
from games.replay.practise import EASY, begin_practice

PREFIX = "puzzle:"  # of a match's position, before the name of the puzzle

MOST_STATES = 4000  # to look at, of the rest of a turn


@dataclass(frozen=True, slots=True)
class Verdict:
    """How an attempt stands. *gained:* for sure, whatever is hidden. *is_over:* the turn has ended.

    *is_lucky:* it has reached the goal at this table, but wouldn't at every other.
    """

    gained: int
    is_solved: bool
    is_over: bool
    is_lucky: bool


def begin_attempt(user: Any, puzzle: Puzzle) -> Match:
    """Return a new private match of *user* that begins with *puzzle*. Earlier attempts end.

    *Raises:* `Full`.
    """
    running = Match.objects.filter(
        created_by=user, position__startswith=PREFIX, status=Status.RUNNING
    ).values_list("pk", flat=True)
    for earlier in list(running):
        try:
            resign(earlier, user)
        except MatchOver:  # it ended meanwhile
            continue
    title, info = catalog.title(puzzle.title), catalog.edition(puzzle.title, puzzle.edition)
    with transaction.atomic(durable=True):
        return begin_practice(
            user,
            puzzle.begin(),
            puzzle.seat,
            [EASY] * puzzle.seats,
            luck=puzzle.slug,
            title=puzzle.title,
            edition=puzzle.edition,
            engine_version=title.engine_version,
            cards_hash=info.cards_hash,
            options=codec.to_json(codec.read_options(info.game.options_type, {})),
            name=name_of(puzzle),
            practice_seq=0,
            position=f"{PREFIX}{puzzle.slug}",
        )


def name_of(puzzle: Puzzle) -> str:
    """Return what an attempt at *puzzle* is called: its number and goal, as far as a match's name is long."""
    return shorten(f"Puzzle {puzzle.number}: {puzzle.words.rstrip('.')}", LONGEST_NAME, placeholder="…")


def puzzle_at(position: str) -> Puzzle | None:
    """Return the puzzle with which a match of that *position* began, or None."""
    return find(position.removeprefix(PREFIX)) if position.startswith(PREFIX) else None


def solved_by(user: Any) -> frozenset[str]:
    """Return the names of the puzzles that *user* has solved; none for visitors."""
    if not user.is_authenticated:
        return frozenset()
    return frozenset(SolvedPuzzle.objects.filter(user=user).values_list("puzzle", flat=True))


def judge(puzzle: Puzzle, moves: list[Any]) -> Verdict:
    """Return how *moves* stand at the table of *puzzle*, with coins that fall on tails.

    A move that isn't legal there is left out.
    """
    game, start = puzzle.game, puzzle.begin()
    gained = gain_for_sure(game, start, puzzle.seat, puzzle.goal, moves)
    return Verdict(gained, gained >= puzzle.amount, is_over=False, is_lucky=False)


def try_moves(user: Any, puzzle: Puzzle, moves: Sequence[dict[str, Any]]) -> Verdict:
    """Return how *moves*, as a program sends them, stand in *puzzle*; remember that *user* has solved it.

    *Raises:* `BadMove`, `IllegalMove`, `NotYourTurn`, `MatchOver` for a move that can't be made there.
    """
    game, state = puzzle.game, puzzle.begin()
    clock, line = game.clock(state), []
    for plain in moves:
        move = codec.read_move(game.move_type, plain)
        if game.clock(state) != clock:
            raise NotYourTurn("The turn of the puzzle has ended before this move.")
        game.apply(state, puzzle.seat, move, Unlucky())
        line.append(move)
    judged = judge(puzzle, line)
    if judged.is_solved:
        _remember(user.pk, puzzle)
    return judged


def verdict(match_id: str, puzzle: Puzzle) -> Verdict:
    """Return how the match stands, which began with *puzzle*."""
    game, start = puzzle.game, puzzle.begin()
    line: list[tuple[int, str]] = []
    has_other = False
    rows = Step.objects.filter(match=match_id).order_by("seq")
    for seq, kind, seat, move, undoes in rows.values_list("seq", "kind", "seat", "move", "undoes"):
        if kind == Step.Kind.UNDO and undoes is not None:
            line = [one for one in line if one[0] < undoes]
        elif kind == Step.Kind.MOVE and seat == puzzle.seat and not has_other:
            line.append((seq, move))
        elif kind not in (Step.Kind.START, Step.Kind.ASK) and (line or not game.is_answered):
            has_other = True
    moves = [codec.read_move(game.move_type, codec.from_json(dict, move)) for _, move in line]
    judged = judge(puzzle, moves)
    states = Step.objects.filter(match=match_id, seq__in=[seq for seq, _ in line]).order_by("seq")
    now, best = start, 0
    for data in states.values_list("state", flat=True):
        now = game.decode(bytes(data))
        if game.clock(now) == game.clock(start) and not game.is_answered:
            best = max(best, game.gained(start, now, puzzle.seat, puzzle.goal))
    has_ended = has_other or puzzle.seat not in game.to_act(now) or game.clock(now) != game.clock(start)
    is_over = bool(line) if game.is_answered else has_ended
    is_reached = best >= puzzle.amount
    is_solved = judged.is_solved or (is_reached and _was_on_the_way(puzzle, moves))
    return Verdict(judged.gained, is_solved, is_over, is_reached and not is_solved)


def _was_on_the_way(puzzle: Puzzle, moves: list[Any]) -> bool:
    """Return whether *moves*, to which luck added the rest, could have gone on to the goal without it."""
    try:
        most = may_gain(puzzle.game, puzzle.begin(), puzzle.seat, puzzle.goal, moves, MOST_STATES)
    except TooMany:
        return False
    return most >= puzzle.amount


def note_solved(locked: LockedMatch, change: Change, notice: Notice) -> None:
    """Remember that a player has just solved a puzzle; a hook of steps."""
    puzzle = puzzle_at(locked.position)
    if puzzle is None or change.kind != Step.Kind.MOVE or change.seat != puzzle.seat:
        return
    player = Seat.objects.filter(match=locked.match_id, number=puzzle.seat, bot="").values("user").first()
    if player and player["user"] and verdict(locked.match_id, puzzle).is_solved:
        _remember(player["user"], puzzle)


def _remember(user: int, puzzle: Puzzle) -> None:
    SolvedPuzzle.objects.get_or_create(user_id=user, puzzle=puzzle.slug)
