"""What happened lately, narrated step by step: where one is in it, and the links to go on and back."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode

from games.matches.queries.board import Board, LogLine


@dataclass(frozen=True, slots=True)
class Narration:
    """Where one is in what happened. *number* of *count*; links to the pages before and after.

    *line:* the log line of this step, None at the beginning.
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


def narration_of(board: Board) -> Narration | None:
    """Return where *board* is in its story; None when it doesn't narrate one."""
    story, page = board.story, reverse("games:match_detail", args=[board.match])
    if story is None or board.is_replay:
        return None
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
