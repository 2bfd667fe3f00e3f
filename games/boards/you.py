"""A log line as its own player reads it: “You bought Drone.”"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from games.matches.queries.board import LinePart

# What a line says of a seat in the present tense; what is past is the same for everybody.
PRESENT = {
    "allows": "allow",
    "asks": "ask",
    "blocks": "block",
    "collects": "collect",
    "copies": "copy",
    "does": "do",
    "enters": "enter",
    "gets": "get",
    "goes": "go",
    "has": "have",
    "is": "are",
    "misses": "miss",
    "plays": "play",
    "prevents": "prevent",
    "refuses": "refuse",
    "resolves": "resolve",
    "starts": "start",
    "triggers": "trigger",
    "turns": "turn",
    "was": "were",
    "withdraws": "withdraw",
}
_OWNING = "’s "
_VERB = re.compile(r"^( (?:also )?)([a-z]+)\b")


@lru_cache(maxsize=8192)
def for_you(parts: tuple[LinePart, ...], seat: int) -> tuple[LinePart, ...]:
    """Return the *parts* of a log line in which *seat* is “you”. Pass -1 for the spectator."""
    is_named = seat >= 0 and any(part.seat == seat for part in parts)
    return tuple(_told(parts, seat)) if is_named else parts


def _told(parts: tuple[LinePart, ...], seat: int) -> Iterator[LinePart]:
    so_far, is_you = "", False
    for part, after in zip(parts, (*(part.text for part in parts[1:]), ""), strict=True):
        if part.seat == seat:
            you = "your" if after.startswith(_OWNING) else "you"
            told = replace(part, text=you if _goes_on(so_far) else you.capitalize())
        elif is_you and part.text.startswith(_OWNING):
            told = replace(part, text=part.text.removeprefix("’s"))
        elif is_you:
            told = replace(part, text=_VERB.sub(_to_you, part.text))
        else:
            told = part
        is_you = part.seat == seat
        so_far += told.text
        yield told


def _goes_on(so_far: str) -> bool:
    """Return whether what follows *so_far* is inside a sentence."""
    return bool(so_far.strip()) and not so_far.rstrip().endswith(".")


def _to_you(found: re.Match[str]) -> str:
    return found[1] + PRESENT.get(found[2], found[2])
