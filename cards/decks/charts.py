"""A count over a deck, drawn: upright bars of plain SVG, and the same in words."""

from dataclasses import dataclass

from games.engine.decks import Chart

BAR = 18
LEAST_STEP = 26
LETTER = 7
TALLEST = 44
HEAD = 14
FOOT = 16


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar. Lengths in the drawing's units; *middle:* of the bar, where its words stand."""

    label: str
    count: int
    x: int
    y: int
    height: int
    middle: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chart as the page draws it. *words:* all that it shows."""

    label: str
    summary: str
    words: str
    bars: tuple[Bar, ...]
    width: int
    height: int
    foot: int
    bar_width: int = BAR

    @property
    def view_box(self) -> str:
        return f"0 0 {self.width} {self.height}"

    @property
    def base(self) -> int:
        """Where the bars stand."""
        return HEAD + TALLEST


def drawn(chart: Chart) -> Drawn:
    """Return *chart* with its bars laid out side by side."""
    most = max((count for _, count in chart.bars), default=0) or 1
    step = max([LEAST_STEP, *(len(label) * LETTER + LETTER for label, _ in chart.bars)])
    bars = tuple(
        _bar(place * step, step, label, count, most) for place, (label, count) in enumerate(chart.bars)
    )
    counted = ", ".join(f"{count} at {label}" for label, count in chart.bars if count) or "nothing yet"
    return Drawn(
        chart.label,
        chart.summary,
        f"{chart.label}: {counted}.",
        bars,
        max(1, len(bars)) * step,
        HEAD + TALLEST + FOOT,
        HEAD + TALLEST + FOOT - 3,
    )


def _bar(left: int, step: int, label: str, count: int, most: int) -> Bar:
    height = round(TALLEST * count / most)
    middle = left + step // 2
    return Bar(label, count, middle - BAR // 2, HEAD + TALLEST - height, height, middle)
