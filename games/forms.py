"""What the pages' forms send, read into plain values. The actions check everything again."""

import json
from typing import Any

from django import forms
from django.http import QueryDict

from games import bots, catalog
from games.engine.errors import BadMove, BadOptions
from games.engine.protocol import Title

BY_LINK, IN_LOBBY = "link", "lobby"
_MOST_MOVE_LETTERS = 4000


class NewMatchForm(forms.Form):
    """*title:* slug. *edition:* the newest when missing. *opponent:* a bot's name, `link` or `lobby`.

    The title's options come as fields of their own names; missing or empty ones are the defaults.
    """

    title = forms.CharField(max_length=40)
    edition = forms.CharField(max_length=40, required=False)
    opponent = forms.CharField(max_length=20, required=False)

    def wishes(self) -> dict[str, Any]:
        """Return the arguments of `create_match` but for the user. *Raises:* `BadOptions`."""
        if not self.is_valid():
            raise BadOptions("Say which game to play.")
        title = catalog.title(self.cleaned_data["title"])
        opponent = self.cleaned_data["opponent"] or title.bots[0]
        return {
            "title": title.slug,
            "edition": self.cleaned_data["edition"] or title.newest.slug,
            "options": self._options(title),
            "seats": _seats(title, opponent),
            "is_listed": opponent == IN_LOBBY,
        }

    def _options(self, title: Title) -> dict[str, int]:
        given = {option.name: str(self.data.get(option.name, "")).strip() for option in title.options}
        return {name: _whole_number(text) for name, text in given.items() if text}


def read_move(data: QueryDict) -> dict[str, Any]:
    """Return the arguments of `play_move` that a form sent. *Raises:* `BadMove`."""
    text = data.get("move", "")
    if len(text) > _MOST_MOVE_LETTERS:
        raise BadMove("The move is too long.")
    try:
        move = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadMove("The move can’t be read.") from error
    return {"move": move, **read_moment(data)}


def read_moment(data: QueryDict) -> dict[str, Any]:
    """Return what the mover looked at, and the move's own id. *Raises:* `BadMove`."""
    seen = data.get("seen", "")
    if not (seen.isascii() and seen.isdigit() and len(seen) < 10):
        raise BadMove("The form doesn’t say which board it was on.")
    return {"seen": int(seen), "client_move_id": data.get("client_move_id", "")}


def _seats(title: Title, opponent: str) -> list[dict[str, str]]:
    if opponent in (BY_LINK, IN_LOBBY):
        other = {"kind": "open"}
    elif opponent in bots.BOTS:
        other = {"kind": "bot", "bot": opponent}
    else:
        raise BadOptions(f"There is no opponent “{opponent}”.")
    return [{"kind": "me"}, *[other] * (title.seats[0] - 1)]


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadOptions(f"“{text[:20]}” is not a whole number.")
    return int(text)
