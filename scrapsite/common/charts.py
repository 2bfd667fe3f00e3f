"""The geometry of line charts, bar charts, heat maps and intervals, for templates to draw as SVG.

Lengths are in units of the drawing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

WIDTH, HEIGHT = 320, 120
LEFT, RIGHT, TOP, BOTTOM = 34, 8, 8, 14
_STEPS = (1, 2, 5, 10, 20, 50, 100)
_MOST_LINES = 4

_BAR = 18
_LEAST_STEP = 26
_LETTER = 7
_TALLEST = 44
_HEAD = 14
_FOOT = 16

RANGE_WIDTH, RANGE_HEIGHT, RANGE_EDGE = 120, 20, 5

_CELL = 30
_HEAT_LETTER = 7.2
_HEAT_GAP = 6
# How far from the middle a value has to be for each shade.
_SHADES = (0.03, 0.1, 0.2)


@dataclass(frozen=True, slots=True)
class Line:
    """A horizontal grid line. *label:* its value."""

    y: float
    label: str


@dataclass(frozen=True, slots=True)
class LineChart:
    """A line chart. *points:* of the polyline. *last:* its end. *lines:* grid lines from the bottom up.

    *spots:* where each value is, x and y.
    """

    points: str
    last: tuple[float, float]
    lines: tuple[Line, ...]
    spots: tuple[tuple[float, float], ...] = ()
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


@dataclass(frozen=True, slots=True)
class Bar:
    """A vertical bar. *middle:* x of its middle, where its count and label go."""

    label: str
    count: int
    x: int
    y: int
    height: int
    middle: int
    width: int = _BAR


@dataclass(frozen=True, slots=True)
class BarChart:
    """A bar chart. *base:* y of the foot of the bars. *foot:* y of their labels."""

    bars: tuple[Bar, ...]
    width: int
    height: int = _HEAD + _TALLEST + _FOOT
    base: int = _HEAD + _TALLEST
    foot: int = _HEAD + _TALLEST + _FOOT - 3


@dataclass(frozen=True, slots=True)
class RangeMark:
    """An interval on a scale. *left*, *middle*, *right:* x of its ends and its value. *centre:* of a mark."""

    left: float
    middle: float
    right: float
    centre: float
    width: int = RANGE_WIDTH
    height: int = RANGE_HEIGHT


@dataclass(frozen=True, slots=True)
class HeatCell:
    """A value of a heat map. *shade:* `even`, or `less-1` to `less-3` and `more-1` to `more-3`.

    *text:* the value in percent. *x*, *y:* of the cell's corner. *middle*, *foot:* where the text goes.
    """

    text: str
    shade: str
    x: float
    y: float
    middle: float
    foot: float


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A table of shares as a picture. *rows:* the name of each row, and its y. *columns:* x of their numbers.

    *edge:* x at which the names of rows end. *head:* y of the numbers.
    """

    cells: tuple[HeatCell, ...]
    rows: tuple[tuple[str, float], ...]
    columns: tuple[float, ...]
    edge: float
    head: float
    width: float
    height: float
    size: int = _CELL


def heat_map(values: Sequence[Sequence[float | None]], names: Sequence[str]) -> HeatMap:
    """Return the picture of shares, by row and column; None stays empty. *names:* of the rows."""
    left = max((len(name) for name in names), default=0) * _HEAT_LETTER + _HEAT_GAP
    cells = []
    for down, row in enumerate(values):
        for across, value in enumerate(row):
            if value is not None:
                x, y = left + across * _CELL, float((down + 1) * _CELL)
                middle, foot = x + _CELL / 2, y + _CELL / 2 + 4
                cells.append(HeatCell(f"{100 * value:.0f}", _shade(value), x, y, middle, foot))
    return HeatMap(
        cells=tuple(cells),
        rows=tuple((name, (down + 1.5) * _CELL + 4) for down, name in enumerate(names)),
        columns=tuple(left + (across + 0.5) * _CELL for across in range(len(values))),
        edge=left - _HEAT_GAP,
        head=_CELL - 8,
        width=left + len(values) * _CELL,
        height=(len(values) + 1) * _CELL,
    )


def line_chart(
    values: Sequence[float], at: Sequence[float] = (), within: tuple[float, float] | None = None
) -> LineChart:
    """Return the chart of one or more *values*, from left to right.

    *at:* how far along each value is, rising; without it they are equally far apart. *within:* the least and
    the most that there can be.
    """
    low, high, step = _scale(*(within or (min(values), max(values))))

    def y(value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low), 1)

    places = at or range(len(values))
    reach, begin = WIDTH - LEFT - RIGHT, places[0]
    apart = reach / ((places[-1] - begin) or 1)
    spots = [
        (round(LEFT + apart * (place - begin), 1), y(value))
        for place, value in zip(places, values, strict=True)
    ]
    if len(spots) == 1:
        spots = [(float(LEFT), spots[0][1]), (float(LEFT + reach), spots[0][1])]
    lines = tuple(Line(y(at), str(at)) for at in range(low, high + 1, step))
    points = " ".join(f"{across},{down}" for across, down in spots)
    return LineChart(points, spots[-1], lines, tuple(spots))


def bar_chart(counts: Sequence[tuple[str, int]], most: int = 0) -> BarChart:
    """Return the chart of *counts*, each with its label, from left to right.

    *most:* a count in another chart with the same scale.
    """
    most = max([most, *(count for _, count in counts)]) or 1
    step = max([_LEAST_STEP, *(len(label) * _LETTER + _LETTER for label, _ in counts)])
    bars = tuple(
        _bar(number * step + step // 2, label, count, most) for number, (label, count) in enumerate(counts)
    )
    return BarChart(bars, max(1, len(bars)) * step)


def range_mark(
    low: float, value: float, high: float, within: tuple[float, float] = (0.0, 1.0), centre: float = 0.5
) -> RangeMark:
    """Return the drawing of *value* and its interval, on a scale that begins and ends as *within* says.

    *centre:* a value with a mark of its own. What lies outside of the scale is drawn at its end.
    """

    def x(at: float) -> float:
        least, most = within
        share = min(1.0, max(0.0, (at - least) / (most - least)))
        return round(RANGE_EDGE + share * (RANGE_WIDTH - 2 * RANGE_EDGE), 1)

    return RangeMark(x(low), x(value), x(high), x(centre))


def _scale(least: float, most: float) -> tuple[int, int, int]:
    """Return round lower and upper bounds of the values, and the distance between grid lines."""
    for step in _STEPS:
        low, high = floor(least / step) * step, ceil(most / step) * step
        high = high if high > low else low + step
        if (high - low) / step <= _MOST_LINES:
            return low, high, step
    return floor(least), ceil(most), max(ceil(most) - floor(least), 1)


def _shade(value: float) -> str:
    apart = value - 0.5
    steps = sum(abs(apart) >= least for least in _SHADES)
    return f"{'more' if apart > 0 else 'less'}-{steps}" if steps else "even"


def _bar(middle: int, label: str, count: int, most: int) -> Bar:
    height = round(_TALLEST * count / most)
    return Bar(label, count, middle - _BAR // 2, _HEAD + _TALLEST - height, height, middle)
