"""The log by turns, the newest first."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.matches.queries.board import LinePart, LogLine


@dataclass(slots=True)
class Chapter:
    """The lines of one turn, newest first. *opening:* the line that began it, None for the setup."""

    opening: LogLine | None
    lines: list[LogLine]


_PARTS = ("placing-began", "collection-began")


def chapters(lines: Iterable[LogLine]) -> list[Chapter]:
    """Return *lines* by turn, the newest turn and its newest line first.

    An event with a `turn` or `round` begins a new turn, and so does a new part of the game. Moves that were
    taken back by one press have one line.
    """
    found = [Chapter(None, [])]
    for line in _joined(lines):
        if line.event.get("turn") or line.event.get("round") or line.event["type"] in _PARTS:
            found.append(Chapter(line, []))
        else:
            found[-1].lines.append(line)
    for chapter in found:
        chapter.lines.reverse()
    return [chapter for chapter in reversed(found) if chapter.opening or chapter.lines]


def _joined(lines: Iterable[LogLine]) -> Iterable[LogLine]:
    """Yield *lines*; of the moves that were taken back by one press, only the last line with their number."""
    moves = 1
    for line in lines:
        if line.goes_on:
            moves += 1
            continue
        words = LinePart("text", f" took back {moves} moves.")
        yield replace(line, parts=(line.parts[0], words)) if moves > 1 else line
        moves = 1
