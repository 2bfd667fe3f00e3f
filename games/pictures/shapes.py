"""What pictures are made of, and how they become SVG: with the colours of tokens.css, or with given ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Literal

# The names of the colours; components/drawing.css has a class for each. Harm and heal are for what lies on
# cards, which look the same in any light.
PAINTS = (
    *("well", "plate", "card", "card-ink", "steel", "back", "edge", "good", "bad", "harm", "heal"),
    *("ink", "soft", "enamel", "hazard", "seat-0", "seat-1", "seat-2", "seat-3"),
)
# The colours of tokens.css that have another name there.
TOKENS = {
    "card": "card-stock",
    "edge": "edge-strong",
    "soft": "ink-soft",
    "enamel": "on-enamel",
    "harm": "card-heat",
    "heal": "health",
}
# A letter of the drawn font is so wide, as a share of its size.
LETTER = 0.6


@dataclass(frozen=True, slots=True)
class Shape:
    """A box or a disc; *left*, *top*, *width*, *height* enclose it. *paint:* one of `PAINTS`."""

    form: Literal["box", "disc"]
    left: float
    top: float
    width: float
    height: float
    paint: str
    is_outline: bool = False

    @property
    def middle(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.left + self.width / 2, self.top + self.height / 2


@dataclass(frozen=True, slots=True)
class Arrow:
    """A line from the first point to the second, with a head there unless it *is_plain*."""

    start: tuple[float, float]
    end: tuple[float, float]
    paint: str = "ink"
    is_plain: bool = False


@dataclass(frozen=True, slots=True)
class Wedge:
    """A filled outline."""

    points: tuple[tuple[float, float], ...]
    paint: str


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text. *anchor:* what of it is at *left*: start, middle or end. *top:* of its base line."""

    left: float
    top: float
    text: str
    size: float = 12
    paint: str = "ink"
    anchor: Literal["start", "middle", "end"] = "start"


Mark = Shape | Arrow | Wedge | Words


@dataclass(frozen=True, slots=True)
class Drawing:
    """Marks on a sheet, the first ones lowest. *words:* what they show, for those who don't see them."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    words: str


@dataclass(slots=True)
class Sheet:
    """A drawing that grows downwards. *top:* where the next part begins."""

    width: float
    top: float = 0
    marks: list[Mark] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def line(self, text: str, *, size: float = 12, paint: str = "ink") -> None:
        """Add lines of text below what is there, and to the words; a long text is broken."""
        for part in broken(text, int(self.width / (size * LETTER))):
            self.top += size * 1.4
            self.marks.append(Words(0, self.top - size * 0.35, part, size, paint))
        self.say(text)

    def say(self, text: str) -> None:
        """Add a sentence to the words."""
        self.said.append(text if text.endswith((".", "!", "?")) else f"{text}.")

    def drawing(self) -> Drawing:
        """Return what was drawn."""
        return Drawing(self.width, self.top + 2, tuple(self.marks), " ".join(self.said))


def broken(text: str, most: int) -> list[str]:
    """Return *text* in lines of at most *most* letters; a word that is longer stays whole."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def as_svg(drawing: Drawing, css: str, colours: Mapping[str, str] | None = None) -> str:
    """Return *drawing* as an SVG of the class *css*.

    *colours:* of each paint, for where there is no style sheet.
    """
    drawn = "".join(_svg(mark, colours) for mark in drawing.marks)
    box = f"0 0 {drawing.width:g} {drawing.height:g}"
    label = f'role="img" aria-label="{escape(drawing.words)}"'
    space = ' xmlns="http://www.w3.org/2000/svg"' if colours else ""
    return f'<svg class="{css}"{space} viewBox="{box}" {label}>{drawn}</svg>'


def _svg(mark: Mark, colours: Mapping[str, str] | None) -> str:
    if isinstance(mark, Shape):
        return _shape(mark, colours)
    if isinstance(mark, Words):
        return _words(mark, colours)
    if isinstance(mark, Wedge):
        return f'<polygon {_fill(mark.paint, colours)} points="{_points(mark.points)}"/>'
    return _arrow(mark, colours)


def _shape(mark: Shape, colours: Mapping[str, str] | None) -> str:
    style = _stroke(mark.paint, colours) if mark.is_outline else _fill(mark.paint, colours)
    if mark.form == "disc":
        left, top = mark.middle
        return f'<circle {style} cx="{left:g}" cy="{top:g}" r="{mark.width / 2:g}"/>'
    size = f'width="{mark.width:g}" height="{mark.height:g}"'
    return f'<rect {style} x="{mark.left:g}" y="{mark.top:g}" {size}/>'


def _words(mark: Words, colours: Mapping[str, str] | None) -> str:
    font = ' font-family="Roboto Mono"' if colours else ""
    place = f'x="{mark.left:g}" y="{mark.top:g}" font-size="{mark.size:g}" text-anchor="{mark.anchor}"'
    return f"<text {_fill(mark.paint, colours)} {place}{font}>{escape(mark.text)}</text>"


def _arrow(mark: Arrow, colours: Mapping[str, str] | None) -> str:
    (left, top), (right, bottom) = mark.start, mark.end
    line = f'<line {_stroke(mark.paint, colours)} x1="{left:g}" y1="{top:g}" x2="{right:g}" y2="{bottom:g}"/>'
    if mark.is_plain:
        return line
    length = max(((right - left) ** 2 + (bottom - top) ** 2) ** 0.5, 0.01)
    across, down = (right - left) / length, (bottom - top) / length
    back = right - 7 * across, bottom - 7 * down
    head = (
        (right, bottom),
        (back[0] - 4 * down, back[1] + 4 * across),
        (back[0] + 4 * down, back[1] - 4 * across),
    )
    return f'{line}<polygon {_fill(mark.paint, colours)} points="{_points(head)}"/>'


def _fill(paint: str, colours: Mapping[str, str] | None) -> str:
    return f'fill="{colours[paint]}"' if colours else f'class="fill-{paint}"'


def _stroke(paint: str, colours: Mapping[str, str] | None) -> str:
    if colours:
        return f'fill="none" stroke="{colours[paint]}" stroke-width="2"'
    return f'class="stroke-{paint}"'


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{left:g},{top:g}" for left, top in points)
