"""What happened since a board was last looked at, as scenes that a page shows one after the other."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.utils.safestring import SafeString

from games import boards, catalog
from games.boards.drawing import draw
from games.engine.optional import Animated
from games.engine.viewers import Viewer
from games.matches import access
from games.matches.models import Match, Step
from games.matches.numbering import newest_number, noticed_by
from games.matches.queries import fold
from games.matches.queries.board import Board, LogLine
from games.matches.queries.log import FIELDS, StepRow, told
from games.replay.moments import at_rest, by_its_rules
from games.replay.story import story

MOST_STEPS = 40
MOST_SCENES = 16


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment: the *lines* of what has just happened, and the *table*, HTML, as it looked then."""

    lines: tuple[LogLine, ...]
    table: SafeString


def film(match: Match, viewer: Viewer, after: int) -> tuple[Scene, ...]:
    """Return the scenes since the step that *viewer* counts as *after*, oldest first; at most `MOST_SCENES`.

    Moments that look alike are one scene. A title that animates its steps shows what has happened since the
    chapter opened event by event; others show step by step, and only the newest `MOST_STEPS`.
    """
    with by_its_rules(match):
        drawn = _drawn(match, viewer, after)
        alike = [list(group) for _, group in groupby(drawn, key=lambda scene: scene.table)]
    merged = [_joined(scenes) for scenes in alike]
    # Of a long film neighbours become one scene, shown as it is after the last of them.
    size = -(-len(merged) // MOST_SCENES) or 1
    return tuple(_joined(merged[at : at + size]) for at in range(0, len(merged), size))


def _joined(scenes: list[Scene]) -> Scene:
    return Scene(tuple(line for scene in scenes for line in scene.lines), scenes[-1].table)


def _drawn(match: Match, viewer: Viewer, after: int) -> list[Scene]:
    plain = at_rest(fold.board(match, viewer))
    if isinstance(catalog.game_of(*match.rules), Animated):
        moments = _events(plain, match, viewer, after)
    else:
        moments = _steps(plain, match, viewer, after)
    return [Scene(lines, _table(board)) for lines, board in moments]


def _table(board: Board) -> SafeString:
    return SafeString(draw(boards.template_name(board), {"board": board, "table": boards.table(board)}))


def _events(plain: Board, match: Match, viewer: Viewer, after: int) -> Iterator[tuple[Any, Board]]:
    """Yield the board after each event of the newest chapter, if its step comes after *after*."""
    chapter = story(match, viewer)
    for number, line in enumerate(chapter.lines if chapter else (), 1):
        if line.seq > after:
            yield (line,), replace(plain, story=chapter, narrated=number)


def _steps(plain: Board, match: Match, viewer: Viewer, after: int) -> Iterator[tuple[Any, Board]]:
    """Yield the board after each step."""
    game = catalog.game_of(*match.rules)
    shown = access.visible_until(viewer, match)
    newest = shown.tick if shown.is_late else newest_number(match, viewer.seat)
    count = min(max(newest - after, 0), MOST_STEPS)
    noticed = Step.objects.filter(noticed_by(viewer.seat), match=match, seq__lte=shown.seq)
    found = noticed.order_by("-seq").values_list("state", *FIELDS)[:count]
    states = {row[1]: bytes(row[0]) for row in found}
    steps = [StepRow(*row[1:]) for row in reversed(found)]
    names = [seat.name for seat in plain.seats]
    lines = told(game, steps, viewer, names, newest)
    for step in steps:
        view = game.view(game.decode(states[step.seq]), viewer)
        told_here = tuple(line for row, _, line in lines if row is step)
        yield told_here, replace(plain, view=view, log=told_here)
