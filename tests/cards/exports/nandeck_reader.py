"""Reads a nanDECK script as that program does, as far as our scripts go, and says what each card shows.

There is no nanDECK for the machines that run these tests. The rules are those of its manual (program version
1.27, 2022) and of its author's “Tips & Tricks”; the names are those of the manual's chapters:

- *Comments*: a line that begins with a semicolon says nothing.
- *LINK*: the first row of the file names the columns; each becomes a sequence with a label of that name.
- *LINKMULTI*: a card for each copy; the column says how many.
- *Labels and sequences*: on card n, `[label]` is the n-th element. A bar divides elements, brackets are
  labels and braces are expressions, so none of them may stand in a word. `{(label)}` is how many there are.
- *Ranges*: `1-10`.
- *FONT*: name, size in points, flags (B bold, T clear ground), colour; it counts for each TEXT after it.
- *TEXT*: range, text, x, y, width, height, horizontal and vertical alignment. Words that are broken into
  lines need WORDWRAP, WWTOP, WWCENTER or WWBOTTOM. An empty text draws nothing.
- *IMAGE*: range, file, x, y, width, height, angle, flags (P keeps proportions, N reads transparency).
- *RECTANGLE*: range, x, y, width, height, colour.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

SETTINGS = {"UNIT", "DPI", "PAGE", "CARDSIZE", "LINKUNI", "BORDER"}
HORIZONTAL = {"left", "center", "right"}
VERTICAL = {"top", "center", "bottom", "wordwrap", "wwtop", "wwcenter", "wwbottom"}
COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


@dataclass(frozen=True)
class Font:
    name: str
    size: float
    flags: str
    colour: str


@dataclass(frozen=True)
class Spot:
    """A rectangle, in centimetres."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Words:
    """A text on a card. *wraps:* whether it is broken into lines."""

    text: str
    font: Font
    spot: Spot
    align: tuple[str, str]

    @property
    def wraps(self) -> bool:
        return self.align[1].startswith(("ww", "word"))


@dataclass
class Shown:
    """What a card shows. *rectangles:* with their colours; *images:* files with their places."""

    words: list[Words] = field(default_factory=list)
    images: list[tuple[str, Spot]] = field(default_factory=list)
    rectangles: list[tuple[str, Spot]] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        return [words.text for words in self.words]


class ScriptError(Exception):
    """nanDECK would stop here. The message names the line."""


def read(script: bytes, files: dict[str, bytes]) -> tuple[dict[str, list[str]], list[Shown]]:
    """Return the settings of *script*, and its cards. *files:* what it links. *Raises:* `ScriptError`."""
    return _Reader(files).read(script.decode())


class _Reader:
    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files
        self.settings: dict[str, list[str]] = {}
        self.labels: dict[str, str] = {}
        self.rows: list[dict[str, str]] = []
        self.cards: list[Shown] = []
        self.copies = ""
        self.font: Font | None = None

    def read(self, script: str) -> tuple[dict[str, list[str]], list[Shown]]:
        for number, line in enumerate(script.split("\r\n"), start=1):
            try:
                self._line(line.strip())
            except (ValueError, KeyError, IndexError) as error:
                raise ScriptError(f"line {number}: {line!r}: {error}") from error
        return self.settings, self.cards

    def _line(self, line: str) -> None:
        if not line or line.startswith(";"):
            return
        name, _, rest = line.partition("=")
        if label := re.fullmatch(r"\[(\w+)\]", name):
            self.labels[label[1]] = rest
            return
        parameters = next(csv.reader([rest], skipinitialspace=True))
        match name:
            case "LINKMULTI":
                (self.copies,) = parameters
            case "LINK":
                self._link(*parameters)
            case "FONT":
                face, size, flags, colour = parameters
                _require(COLOUR.fullmatch(colour) and set(flags) <= set("BIUT"), "a font")
                self.font = Font(face, float(size), flags, colour)
            case "TEXT" | "IMAGE" | "RECTANGLE":
                for card in self._range(parameters[0]):
                    getattr(self, f"_{name.lower()}")(card, parameters[1:])
            case _:
                _require(name in SETTINGS, "a directive that is known here")
                self.settings[name] = parameters

    def _link(self, file: str) -> None:
        text = self.files[file].decode("utf-8-sig")
        for row in csv.DictReader(io.StringIO(text, newline="")):
            _require(not any(set("|[]{}") & set(value) for value in row.values()), "plain words")
            self.rows += [row] * (int(row[self.copies]) if self.copies else 1)
        self.cards = [Shown() for _ in self.rows]

    def _range(self, words: str) -> Iterator[int]:
        said = self.labels[words[1:-1]] if words.startswith("[") else words
        said = re.sub(r"\{\((\w+)\)\}", lambda found: str(len([row[found[1]] for row in self.rows])), said)
        first, _, last = said.partition("-")
        yield from range(int(first) - 1, int(last or first))

    def _filled(self, card: int, words: str) -> str:
        return re.sub(r"\[(\w+)\]", lambda found: self.rows[card][found[1]], words)

    def _text(self, card: int, parameters: list[str]) -> None:
        words, x, y, width, height, across, down = parameters
        _require(across in HORIZONTAL and down in VERTICAL and self.font is not None, "a text")
        if filled := self._filled(card, words):
            assert self.font is not None
            spot = Spot(float(x), float(y), float(width), float(height))
            self.cards[card].words.append(Words(filled, self.font, spot, (across, down)))

    def _image(self, card: int, parameters: list[str]) -> None:
        file, x, y, width, height, angle, flags = parameters
        _require(float(angle) == 0 and set(flags) <= set("PNTGC"), "an image")
        if filled := self._filled(card, file):
            self.cards[card].images.append((filled, Spot(float(x), float(y), float(width), float(height))))

    def _rectangle(self, card: int, parameters: list[str]) -> None:
        x, y, width, height, colour = parameters
        colour = self._filled(card, colour)
        _require(COLOUR.fullmatch(colour), "a colour")
        self.cards[card].rectangles.append((colour, Spot(float(x), float(y), float(width), float(height))))


def _require(holds: object, what: str) -> None:
    if not holds:
        raise ValueError(f"this is not {what}")
