"""The log by turns, newest turn first."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.matches.queries.board import LogLine


@dataclass(slots=True)
class Chapter:
    """The lines of one turn, oldest first. *opening:* the line that began it, None for the setup."""

    opening: LogLine | None
    lines: list[LogLine]


def chapters(lines: Iterable[LogLine]) -> list[Chapter]:
    """Return *lines* by turn, newest turn first. An event with a `turn` or `round` begins a new one."""
    found = [Chapter(None, [])]
    for line in lines:
        if line.event.get("turn") or line.event.get("round"):
            found.append(Chapter(line, []))
        else:
            found[-1].lines.append(line)
    return [chapter for chapter in reversed(found) if chapter.opening or chapter.lines]
