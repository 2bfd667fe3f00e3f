"""The content of the page of an analysis: how each seat did, one seat's graph, and its worst turns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from django.urls import reverse

from games import catalog
from games.analysis.models import Analysis, JudgedDecision
from games.analysis.plain import weighed
from games.engine import codec
from games.engine.protocol import Result
from games.matches.models import Match
from games.matches.queries.people import people_of, seat_names
from games.replay.same_moment import counted_by
from scrapsite.common.charts import LineChart, line_chart
from scrapsite.server.work.progress import Progress

MOST_TURNS = 20
MOST_IN_TURN = 3
MOST_POINTS = 6
TURNING = 15  # of 100
_RIVAL = "strong"  # who plays against those who play on from a mistake


@dataclass(frozen=True, slots=True)
class Balance:
    """How a seat did. *decisions:* that were judged. *mistakes:* how many of these were. *worst:* what the
    worst one lost, in hundredths. *is_shown:* the page is about this seat.
    """

    seat: int
    name: str
    is_me: bool
    is_shown: bool
    decisions: int
    mistakes: int
    worst: int


@dataclass(frozen=True, slots=True)
class Mistake:
    """*step:* as its seat counts; the board of *before* shows the decision. *seq:* the step to practise from.

    *made*, *best:* in words. *made_value*, *best_value*, *lost:* in hundredths. *line:* what would have
    followed in the turn, beginning with the best move; empty where nobody has looked.
    """

    step: int
    before: int
    seq: int
    made: str
    best: str
    made_value: int
    best_value: int
    lost: int
    line: Sequence[str]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn with mistakes. *lost:* by the worst of them, in hundredths: several may lose the same chance.

    *first*, *last:* their steps. *mistakes:* the worst, in order. *more:* how many others there are.
    """

    lost: int
    first: int
    last: int
    mistakes: tuple[Mistake, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Point:
    """A turning point between two steps. *x*, *y:* where it is in the graph. *before*, *after:* hundredths.

    *is_mistake:* the seat's own mistake makes up most of it.
    """

    number: int
    x: float
    y: float
    first: int
    last: int
    before: int
    after: int
    is_mistake: bool


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """*name:* of the seat shown. *figures:* step and value of each decision in the graph, the end included.

    *more:* how many turns with smaller losses are left out. *bot:* who plays against those who play on.
    """

    seat: int
    name: str
    is_me: bool
    balances: tuple[Balance, ...]
    chart: LineChart | None
    figures: tuple[tuple[int, int], ...]
    points: tuple[Point, ...]
    turns: tuple[Turn, ...]
    more: int
    bot: str


def progress_of(match: Match, analysis: Analysis) -> Progress:
    """Return how far an analysis is that is under way."""
    done, whole = analysis.done, analysis.whole
    if not done:
        says = "Waiting to start. Bots in running matches move first."
    elif done < whole:
        says = f"Looked at {done} of {whole} moves."
    else:
        says = "All moves have been looked at. Now the search works out what should have followed."
    others = Analysis.objects.filter(stage__in=Analysis.UNDER_WAY).exclude(pk=analysis.pk).count()
    return Progress(
        id="analysis-progress",
        address=reverse("games:match_analysis", args=(match.pk,)),
        says=says,
        label="Moves looked at",
        done=done,
        whole=whole,
        left=_duration(others),
    )


def _duration(others: int) -> str:
    """Return how long an analysis takes, in a sentence. *others:* how many take turns with it."""
    if not others:
        return "All of it takes a minute or two."
    each = "the other analysis that is" if others == 1 else f"each of the {others} other analyses that are"
    return f"All of it takes a minute or two, and as long again for {each} under way: they take turns."


def page_of(match: Match, analysis: Analysis, seat: int, own: int) -> AnalysisPage:
    """Return the page of a finished *analysis* about *seat*. *own:* the reader's seat, -1 for none."""
    names = seat_names(people_of(match))
    every = weighed(analysis)
    rows = [row for row in every if row.seat == seat]
    count = counted_by(match, seat)
    figures = _figures(match, rows, seat, count)
    chart = line_chart([value for _, value in figures], [at for at, _ in figures], (0, 100)) if rows else None
    turns = sorted(_turns(rows, analysis.rounds, count), key=lambda turn: -turn.lost)
    bots = catalog.title(match.title).bots
    return AnalysisPage(
        seat=seat,
        name=names[seat],
        is_me=seat == own,
        balances=tuple(
            _balance(every, analysis.rounds, number, name, own, seat) for number, name in enumerate(names)
        ),
        chart=chart,
        figures=tuple(figures),
        points=_points(rows, figures, chart, analysis.rounds) if chart else (),
        turns=tuple(turns[:MOST_TURNS]),
        more=len(turns[MOST_TURNS:]),
        bot=_RIVAL if _RIVAL in bots else bots[0],
    )


def hundredths(value: float) -> int:
    """Return *value*, from -1, lost, to 1, won, as people read it: from 0 to 100."""
    return round(50 * (value + 1))


def _balance(
    every: Sequence[JudgedDecision], rounds: int, seat: int, name: str, own: int, shown: int
) -> Balance:
    rows = [row for row in every if row.seat == seat]
    mistakes = [row for row in rows if row.is_mistake(rounds)]
    worst = round(max((50 * row.loss for row in mistakes), default=0))
    return Balance(seat, name, seat == own, seat == shown, len(rows), len(mistakes), worst)


def _figures(
    match: Match, rows: Sequence[JudgedDecision], seat: int, count: Callable[[int], int]
) -> list[tuple[int, int]]:
    """Return the step before each decision of *seat*, with what it was worth, and at last the end."""
    figures = [(count(row.seq - 1), hundredths(row.value)) for row in rows]
    result = codec.from_json(Result, match.result)
    end = 0 if not result.winners else 1 if seat in result.winners else -1
    return [*figures, (count(match.seq), hundredths(end))]


def _turns(rows: Sequence[JudgedDecision], rounds: int, count: Callable[[int], int]) -> list[Turn]:
    """Return the turns with mistakes, in order."""
    found = []
    for _, of_turn in groupby(rows, key=lambda row: row.turn):
        wrong = [row for row in of_turn if row.is_mistake(rounds)]
        if wrong:
            worst = sorted(wrong, key=lambda row: -row.loss)[:MOST_IN_TURN]
            mistakes = tuple(_mistake(row, count) for row in sorted(worst, key=lambda row: row.seq))
            lost = max(mistake.lost for mistake in mistakes)
            more = len(wrong) - len(mistakes)
            found.append(Turn(lost, mistakes[0].step, mistakes[-1].step, mistakes, more))
    return found


def _mistake(row: JudgedDecision, count: Callable[[int], int]) -> Mistake:
    return Mistake(
        step=count(row.seq),
        before=count(row.seq - 1),
        seq=row.seq - 1,
        made=row.made_words,
        best=row.best_words,
        made_value=hundredths(row.made_value),
        best_value=hundredths(row.best_value),
        lost=round(50 * row.loss),
        line=row.line,
    )


def _points(
    rows: Sequence[JudgedDecision], figures: Sequence[tuple[int, int]], chart: LineChart, rounds: int
) -> tuple[Point, ...]:
    """Return the greatest changes from one decision of the seat to the next, in order."""
    changes = [
        (abs(after - before), at)
        for at, ((_, before), (_, after)) in enumerate(pairwise(figures))
        if abs(after - before) >= TURNING
    ]
    greatest = sorted(at for _, at in sorted(changes, reverse=True)[:MOST_POINTS])
    found = []
    for number, at in enumerate(greatest, 1):
        (first, before), (last, after) = figures[at], figures[at + 1]
        row, (x, y) = rows[at], chart.spots[at + 1]
        is_own = row.is_mistake(rounds) and 50 * row.loss >= (before - after) / 2 > 0
        found.append(Point(number, x, y, first, last, before, after, is_own))
    return tuple(found)
