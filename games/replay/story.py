"""What has happened lately, event by event, for boards that narrate it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games import catalog
from games.engine.optional import Animated
from games.engine.protocol import Game
from games.engine.viewers import Viewer
from games.matches import access
from games.matches.models import Match, Step
from games.matches.numbering import newest_number, noticed_by
from games.matches.queries.board import LogLine
from games.matches.queries.log import FIELDS, StepRow, told
from games.matches.queries.people import people_of, seat_names

MOST_STEPS = 400


@dataclass(frozen=True, slots=True)
class Story:
    """The newest chapter of a match. *view:* the viewer's view before it. *events*, *lines:* the events that
    the viewer may know, and the log line of each. *frames:* the title's frames, one more than there are
    events; empty if it doesn't animate its steps."""

    view: Any
    events: tuple[Any, ...]
    lines: tuple[LogLine, ...]
    frames: Sequence[Any]


def story(match: Match, viewer: Viewer) -> Story | None:
    """Return what has happened since the newest event that opens a chapter; None if there is none yet.

    What was taken back opens none, and changes nothing in the frames.
    """
    game = catalog.game_of(*match.rules)
    shown = access.visible_until(viewer, match)
    noticed = Step.objects.filter(noticed_by(viewer.seat), match=match, seq__lte=shown.seq)
    rows = noticed.order_by("-seq").values_list(*FIELDS)[:MOST_STEPS]
    steps = [StepRow(*row) for row in reversed(rows)]
    names = seat_names(people_of(match))
    number = shown.tick if shown.is_late else newest_number(match, viewer.seat)
    pairs = told(game, steps, viewer, names, number)
    openings = (step for step, event, line in reversed(pairs) if event.opens and not line.undone)
    start = next(openings, None)
    if start is None:
        return None
    since = [(event, line) for step, event, line in pairs if step.seq >= start.seq]
    before = Step.objects.filter(match=match, seq=start.seq - 1).values_list("state", flat=True).first()
    if before is None:
        return None
    view = game.view(game.decode(bytes(before)), viewer)
    lasting = [None if line.undone else event for event, line in since]
    return _story(game, view, since, lasting)


def told_by(game: Game[Any], view: Any, since: Sequence[tuple[Any, LogLine]]) -> Story:
    """Return the story of the events and lines *since* the moment of *view*, taken back later or not."""
    return _story(game, view, since, [event for event, _ in since])


def _story(game: Game[Any], view: Any, since: Sequence[tuple[Any, LogLine]], folded: Sequence[Any]) -> Story:
    """*folded:* the events again, None for those that change nothing in the frames."""
    frames = game.frames(view, folded) if isinstance(game, Animated) else ()
    return Story(view, tuple(event for event, _ in since), tuple(line for _, line in since), frames)
