"""A small line chart as geometry, for a template to draw as SVG. Lengths are in the drawing's own units."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

WIDTH, HEIGHT = 320, 120
LEFT, RIGHT, TOP, BOTTOM = 34, 8, 8, 14
_STEPS = (1, 2, 5, 10, 20, 50, 100)
_MOST_LINES = 4


@dataclass(frozen=True, slots=True)
class Line:
    """A line across, and what it stands for."""

    y: float
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """*points:* for a polyline. *last:* where it ends. *lines:* across, from below."""

    points: str
    last: tuple[float, float]
    lines: tuple[Line, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def line_chart(values: Sequence[float]) -> Chart:
    """Return the chart of one or more *values*, from left to right."""
    low, high, step = _scale(min(values), max(values))

    def y(value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low), 1)

    reach = WIDTH - LEFT - RIGHT
    apart = reach / max(len(values) - 1, 1)
    spots = [(round(LEFT + apart * number, 1), y(value)) for number, value in enumerate(values)]
    if len(spots) == 1:
        spots = [(float(LEFT), spots[0][1]), (float(LEFT + reach), spots[0][1])]
    lines = tuple(Line(y(at), str(at)) for at in range(low, high + 1, step))
    return Chart(" ".join(f"{across},{down}" for across, down in spots), spots[-1], lines)


def _scale(least: float, most: float) -> tuple[int, int, int]:
    """Return round bounds around all values, and how far apart the lines across are."""
    for step in _STEPS:
        low, high = floor(least / step) * step, ceil(most / step) * step
        high = high if high > low else low + step
        if (high - low) / step <= _MOST_LINES:
            return low, high, step
    return floor(least), ceil(most), max(ceil(most) - floor(least), 1)
