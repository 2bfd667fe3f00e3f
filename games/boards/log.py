"""The log by turns, the newest first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from games.matches.queries.board import LinePart, LogLine


@dataclass(slots=True)
class Chapter:
    """The lines of one turn, newest first. *opening:* the line that began it, None for the setup."""

    opening: LogLine | None
    lines: list[LogLine]


_PARTS = ("placing-began", "collection-began")
# A board shows the newest turns until they have so many lines: every move brings them anew.
ENOUGH = 60
MANY = 4  # cards added in a row that are told in one line


def chapters(lines: Iterable[LogLine]) -> list[Chapter]:
    """Return *lines* by turn, the newest turn and its newest line first.

    An event with a `turn` or `round` begins a new turn, and so does a new part of the game. Moves that were
    taken back by one press have one line.
    """
    found = [Chapter(None, [])]
    for line in _as_one_mech(_joined(lines)):
        if line.event.get("turn") or line.event.get("round") or line.event["type"] in _PARTS:
            found.append(Chapter(line, []))
        else:
            found[-1].lines.append(line)
    for chapter in found:
        chapter.lines.reverse()
    return [chapter for chapter in reversed(found) if chapter.opening or chapter.lines]


def newest_of(turns: Sequence[Chapter]) -> list[Chapter]:
    """Return the first of *turns*, newest first, until they have `ENOUGH` lines; all if there are fewer."""
    found, count = list[Chapter](), 0
    for chapter in turns:
        if count >= ENOUGH:
            break
        found.append(chapter)
        count += len(chapter.lines)
    return found


def _as_one_mech(lines: Iterable[LogLine]) -> Iterable[LogLine]:
    """Yield *lines*; many cards that one player added to a mech in a row have one line, and are inside it."""
    for (is_added, _, undone), group in groupby(lines, _adding):
        same = list(group)
        if not is_added or undone or len(same) < MANY:
            yield from same
            continue
        cards = tuple(part for line in same for part in line.parts if part.kind == "card")
        words = LinePart("text", f" put {len(cards)} cards into the mech.")
        yield replace(same[-1], parts=(same[0].parts[0], words), inside=cards)


def _adding(line: LogLine) -> tuple[bool, int, bool]:
    return line.event["type"] == "card-taken" and "to" in line.event, line.seat, line.undone


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
