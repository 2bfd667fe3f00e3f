"""A replay as plain data, for the API, for the download and for bug reports."""

from typing import Any

from games.engine import codec
from games.matches.models import Match
from games.replay.moments import Knowledge, Replay, log_of


def plain_replay(match: Match, whose: Knowledge) -> dict[str, Any]:
    """Return all that *whose* may know of *match*, in the format of the API and the download."""
    return {
        "format": "scrapsite-replay-1",
        "match": match.pk,
        "game": match.title,
        "edition": match.edition,
        "options": codec.from_json(dict, match.options),
        "seat": whose.key,
        "steps": [
            {
                "step": line.seq,
                "seat": line.mover,
                "rule": line.rule,
                "text": line.text,
                "undone": line.undone,
                "event": line.event,
            }
            for line in log_of(match, whose)
        ],
    }


def plain_moment(replay: Replay) -> dict[str, Any]:
    """Return a moment of a replay as plain data."""
    return {
        "match": replay.match,
        "seat": replay.whose.key,
        "step": replay.place.step,
        "newest": replay.whose.newest,
        "view": replay.board.view,
        "log": [line.as_plain() for line in replay.lines],
    }
