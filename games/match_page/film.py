"""What happened since a board was last looked at, as scenes that a page shows one after the other."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.db.models import QuerySet
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


_KEYED = re.compile(r'<(\w+)\b[^>]*?\bdata-key="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment: the *lines* of what has just happened, and the *table* as it looked then.

    *table:* HTML, by key, of the parts that move. In a film only those that look otherwise than before.
    """

    lines: tuple[LogLine, ...]
    table: Mapping[str, SafeString]


def film(match: Match, viewer: Viewer, after: int) -> tuple[Scene, ...]:
    """Return the scenes since the step that *viewer* counts as *after*, oldest first; at most `MOST_SCENES`.

    Moments that look alike are one scene. A title that animates its steps shows what has happened since the
    chapter opened event by event; others show step by step, and only the newest `MOST_STEPS`.
    """
    with by_its_rules(match):
        drawn = _drawn(match, viewer, after)
        alike = [list(group) for _, group in groupby(drawn, key=lambda scene: scene.table)]
        before = _seen(match, viewer, after) if drawn else {}
    merged = [_joined(scenes) for scenes in alike]
    # Of a long film neighbours become one scene, shown as it is after the last of them.
    size = -(-len(merged) // MOST_SCENES) or 1
    return tuple(_news(before, [_joined(merged[at : at + size]) for at in range(0, len(merged), size)]))


def _news(before: Mapping[str, SafeString], scenes: Iterable[Scene]) -> Iterator[Scene]:
    """Yield each scene with the parts that look otherwise than in the one before; *before:* the first."""
    shown = dict(before)
    for scene in scenes:
        parts = {key: part for key, part in scene.table.items() if shown.get(key) != part}
        shown |= parts
        yield Scene(scene.lines, parts)


def _joined(scenes: list[Scene]) -> Scene:
    return Scene(tuple(line for scene in scenes for line in scene.lines), scenes[-1].table)


def _drawn(match: Match, viewer: Viewer, after: int) -> list[Scene]:
    plain = at_rest(fold.board(match, viewer))
    if isinstance(catalog.game_of(*match.rules), Animated):
        moments = _events(plain, match, viewer, after)
    else:
        moments = _steps(plain, match, viewer, after)
    return [Scene(lines, _table(board)) for lines, board in moments]


def _seen(match: Match, viewer: Viewer, after: int) -> dict[str, SafeString]:
    """Return the table that *viewer* has on the screen: after the step that counts as *after* there."""
    newest, noticed = _noticed(match, viewer)
    if not 0 <= after <= newest:
        return {}
    state = noticed.values_list("state", flat=True)[newest - after : newest - after + 1]
    game, plain = catalog.game_of(*match.rules), at_rest(fold.board(match, viewer))
    return next(
        (_table(replace(plain, view=game.view(game.decode(bytes(one)), viewer), log=())) for one in state), {}
    )


def _noticed(match: Match, viewer: Viewer) -> tuple[int, QuerySet[Step]]:
    """Return the number of the newest step that *viewer* noticed and may know, and all, newest first."""
    shown = access.visible_until(viewer, match)
    newest = shown.tick if shown.is_late else newest_number(match, viewer.seat)
    steps = Step.objects.filter(noticed_by(viewer.seat), match=match, seq__lte=shown.seq)
    return newest, steps.order_by("-seq")


def _table(board: Board) -> dict[str, SafeString]:
    """Return the parts of the table that have a key, and are in no other one that has."""
    html = draw(boards.template_name(board), {"board": board, "table": boards.table(board)})
    parts, at = {}, 0
    while found := _KEYED.search(html, at):
        at, depth = found.end(), 1
        for tag in re.finditer(rf"<(/?){found[1]}\b", html[at:]):
            depth += -1 if tag[1] else 1
            if not depth:
                at += tag.end() + 1
                break
        parts[found[2]] = SafeString(html[found.start() : at])
    return parts


def _events(plain: Board, match: Match, viewer: Viewer, after: int) -> Iterator[tuple[Any, Board]]:
    """Yield the board after each event of the newest chapter, if its step comes after *after*."""
    chapter = story(match, viewer)
    for number, line in enumerate(chapter.lines if chapter else (), 1):
        if line.seq > after:
            yield (line,), replace(plain, story=chapter, narrated=number)


def _steps(plain: Board, match: Match, viewer: Viewer, after: int) -> Iterator[tuple[Any, Board]]:
    """Yield the board after each step."""
    game = catalog.game_of(*match.rules)
    newest, noticed = _noticed(match, viewer)
    count = min(max(newest - after, 0), MOST_STEPS)
    found = noticed.values_list("state", *FIELDS)[:count]
    states = {row[1]: bytes(row[0]) for row in found}
    steps = [StepRow(*row[1:]) for row in reversed(found)]
    names = [seat.name for seat in plain.seats]
    lines = told(game, steps, viewer, names, newest)
    for step in steps:
        view = game.view(game.decode(states[step.seq]), viewer)
        told_here = tuple(line for row, _, line in lines if row is step)
        yield told_here, replace(plain, view=view, log=told_here)
