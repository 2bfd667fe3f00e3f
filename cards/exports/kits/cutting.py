"""Where a mat that is larger than the paper is cut: beside what stands on it, if that can be done."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from games.engine.kit import Label, Mat, Spot

# Both fonts are this wide, in parts of their size; a spot's words are at most this large, and its note.
_ADVANCE = 0.6
_WORDS_SIZE, _NOTE_SIZE = 7.1, 2.7
# Cutting through words is worse than cutting through the frame of a spot.
_FRAME, _WORDS = 1, 10
_NEAR = 0.01


@dataclass(frozen=True)
class Part:
    """A part of a mat, in millimetres from its top left corner."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class _Span:
    """What a cut should spare, along one side of the mat. *cost:* of a cut through it."""

    start: float
    end: float
    cost: int


def parts_of(mat: Mat, width: float, height: float) -> list[Part]:
    """Return the parts of *mat*, row by row: as few as fit into *width* and *height*.

    Cuts spare words first, then spots; where that leaves a choice, the parts are about equal.
    """
    across = [span for spot in mat.spots for span in _across(spot)] + [_wide(label) for label in mat.labels]
    down = [span for spot in mat.spots for span in _down(spot)] + [_high(label) for label in mat.labels]
    columns, rows = _cuts(mat.width, width, across), _cuts(mat.height, height, down)
    return [
        Part(left, top, right - left, bottom - top)
        for top, bottom in pairwise(rows)
        for left, right in pairwise(columns)
    ]


def _cuts(length: float, room: float, spans: Sequence[_Span]) -> list[float]:
    """Return the ends of the parts, with 0 and *length*."""
    count = ceil(length / room)
    ends = [0.0]
    for number in range(1, count):
        least, most = length - (count - number) * room, ends[-1] + room
        even = length * number / count
        edges = sorted({edge for span in spans for edge in (span.start, span.end)} | {even})
        between = ((one + other) / 2 for one, other in pairwise(edges))
        allowed = [edge for edge in (*edges, *between) if max(least, ends[-1]) <= edge <= most]
        ends.append(min(allowed, key=lambda edge: (*_cost(edge, spans), abs(edge - even), edge)))
    return [*ends, length]


def _cost(edge: float, spans: Sequence[_Span]) -> tuple[int, int]:
    """Return what a cut at *edge* costs, and along how many frames it goes."""
    through = sum(span.cost for span in spans if span.start < edge - _NEAR and edge + _NEAR < span.end)
    along = sum(min(abs(span.start - edge), abs(span.end - edge)) <= _NEAR for span in spans)
    return through, along


def _across(spot: Spot) -> Iterator[_Span]:
    yield _Span(spot.left, spot.left + spot.width, _FRAME)
    widest = max(len(spot.words) * _WORDS_SIZE, len(spot.note) * _NOTE_SIZE) * _ADVANCE
    middle = spot.left + spot.width / 2
    half = min(widest, spot.width) / 2
    if spot.form == "area":
        yield _Span(spot.left, spot.left + 2 * half, _WORDS)
    elif half:
        yield _Span(middle - half, middle + half, _WORDS)


def _down(spot: Spot) -> Iterator[_Span]:
    yield _Span(spot.top, spot.top + spot.height, _FRAME)
    if spot.words or spot.note:
        middle = spot.top if spot.form == "area" else spot.top + spot.height / 2
        half = min(_WORDS_SIZE + _NOTE_SIZE, spot.height / 2)
        yield _Span(middle - half, middle + half, _WORDS)


def _wide(label: Label) -> _Span:
    width = len(label.words) * label.size * _ADVANCE
    left = label.left - width / 2 if label.anchor == "middle" else label.left
    return _Span(left, left + width, _WORDS)


def _high(label: Label) -> _Span:
    return _Span(label.top, label.top + 1.4 * label.size, _WORDS)
