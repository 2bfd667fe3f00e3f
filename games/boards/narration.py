"""The narration of what has happened lately: the place in it, and links forward and back."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode

from games.matches.queries.board import Board, LogLine


@dataclass(frozen=True, slots=True)
class Narration:
    """The place in a narration: *number* of *count*, and the addresses of other places, empty if none.

    *line:* the log line told here, None at the beginning. *now:* the page without narration.
    """

    number: int
    count: int
    line: LogLine | None
    first: str
    before: str
    after: str
    last: str
    now: str


def narrated_phase(board: Board, begins: Mapping[str, str]) -> str:
    """Return the phase at the moment of the story that *board* narrates.

    *begins:* the phase that begins with an event, by the event's type.
    """
    story = board.story
    events = [line.event["type"] for line in story.lines[: max(board.narrated, 0)]]
    return next((begins[kind] for kind in reversed(events) if kind in begins), str(story.view.phase))


def narration_url(board: Board, opening: str) -> str:
    """Return the page on which *board* narrates what has happened lately; empty if nothing has yet.

    *opening:* the type of event with which a story begins. A table without a match has no story either, and
    what came before a match that began with a position isn't told.
    """
    openings = (line for line in board.log if line.event["type"] == opening and not line.undone)
    has_story = board.log_cut or any(openings)
    return f"{reverse('games:match_detail', args=[board.match])}?tell=1" if board.match and has_story else ""


def narration_of(board: Board) -> Narration | None:
    """Return the place of *board* in its story, or None if it doesn't narrate one."""
    story = board.story
    if story is None or board.is_replay:
        return None
    page = reverse("games:match_detail", args=[board.match])
    count = len(story.events)
    number = min(max(board.narrated, 0), count)
    at = lambda step: f"{page}?{urlencode({'tell': step})}"  # noqa: E731
    return Narration(
        number=number,
        count=count,
        line=story.lines[number - 1] if number else None,
        first=at(0) if number else "",
        before=at(number - 1) if number else "",
        after=at(number + 1) if number < count else "",
        last=at(count) if number < count else "",
        now=page,
    )
