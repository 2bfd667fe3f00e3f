"""A player reads “you” in the log, in good English, whatever has happened."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from games.boards.you import PRESENT, for_you
from games.matches.queries.board import LinePart
from games.titles.scrap_knights.events.chain import CARRIES

GAMES = Path("games")
SOURCES = [GAMES / "engine/system.py", *GAMES.glob("titles/*/events.py"), *GAMES.glob("titles/*/events/*.py")]
SAID_OF_A_SEAT = re.compile(r"^ (?:also )?([a-z]+s) ")
NOUNS = {"peeks"}


def told(*parts, seat=0):
    """Return the sentence that *seat* reads. A number among *parts* is a seat, a text is words."""
    names = ("Ann", "Bob")
    lined = tuple(
        LinePart("seat", names[part], seat=part) if isinstance(part, int) else LinePart("text", part)
        for part in parts
    )
    return "".join(part.text for part in for_you(lined, seat))


def test_a_player_is_you():
    assert told(0, " bought a Drone.") == "You bought a Drone."
    assert told(0, " bought a Drone.", seat=1) == "Ann bought a Drone."


def test_the_verb_follows():
    assert told(0, " has no ACT to play.") == "You have no ACT to play."
    assert told(0, " also plays Lunge.") == "You also play Lunge."
    assert told(1, " has no ACT to play.") == "Bob has no ACT to play."


def test_what_is_a_players_is_yours():
    assert told(0, "’s mech was wrecked.") == "Your mech was wrecked."
    assert told(1, " hits ", 0, "’s Drone.") == "Bob hits your Drone."


def test_inside_a_sentence_you_is_small():
    assert told(1, " shoved ", 0, ".") == "Bob shoved you."
    assert told("Round 2. ", 0, " goes first.") == "Round 2. You go first."
    assert told("Draw: ", 0, " and ", 1, ".") == "Draw: you and Bob."


@pytest.mark.parametrize(
    "parts",
    [
        (0, "’s ", "Drone", " was destroyed."),
        (1, "’s ", "Lunge", " misses."),
        ("Grab Steal", " was skipped."),
    ],
)
def test_a_spectator_is_nobody_in_a_line(parts):
    names = {0: "Ann", 1: "Bob"}
    assert told(*parts, seat=-1) == "".join(names.get(part, part) for part in parts)


@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_every_verb_of_a_title_has_its_form(source):
    texts = (node.value for node in ast.walk(ast.parse(source.read_text())) if isinstance(node, ast.Constant))
    found = (SAID_OF_A_SEAT.match(text) for text in texts if isinstance(text, str))
    assert {match[1] for match in found if match} - NOUNS <= PRESENT.keys()


def test_every_verb_of_what_a_mech_carries_has_its_form():
    assert {words.split()[0] for words in CARRIES.values()} <= {"may", "’s", *PRESENT}
