"""Pictures of positions: everything is on the sheet, in words as well, and nothing hidden is drawn."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from games.engine.chance import FastChance
from games.engine.viewers import seat_viewer
from games.pictures import figures
from games.pictures.figures import figure
from games.pictures.scene import Scene
from games.pictures.shapes import LETTER, PAINTS, Arrow, Drawing, Shape, Wedge, Words, as_svg
from games.positions.data import Position
from games.positions.playing import begin
from tests.games.positions.test_positions import ALL

SLACK = 1.0


def spots(mark) -> list[tuple[float, float]]:
    """Return the corners of what a mark covers."""
    if isinstance(mark, Shape):
        return [(mark.left, mark.top), (mark.left + mark.width, mark.top + mark.height)]
    if isinstance(mark, Arrow):
        return [mark.start, mark.end]
    if isinstance(mark, Wedge):
        return list(mark.points)
    long = len(mark.text) * mark.size * LETTER
    left = mark.left - {"start": 0.0, "middle": long / 2, "end": long}[mark.anchor]
    return [(left, mark.top - mark.size * 0.8), (left + long, mark.top)]


@pytest.mark.parametrize(("position", "edition"), ALL)
def test_everything_is_on_the_sheet(position: Position, edition: str):
    found = figure(position.title, edition, position.name)
    assert found
    for panel in found.panels:
        sheet = panel.drawing
        for mark in sheet.marks:
            for left, top in spots(mark):
                assert -SLACK <= left <= sheet.width + SLACK, mark
                assert -SLACK <= top <= sheet.height + SLACK, mark
            if isinstance(mark, Words):
                assert mark.size >= 11, mark


@pytest.mark.parametrize(("position", "edition"), ALL)
def test_a_picture_is_sound_svg_and_says_what_it_shows(position: Position, edition: str):
    found = figure(position.title, edition, position.name)
    assert found
    colours = dict.fromkeys(PAINTS, "#123456")
    for panel in found.panels:
        assert len(panel.drawing.words) > 40
        for svg in (as_svg(panel.drawing, "drawing"), as_svg(panel.drawing, "drawing", colours)):
            assert ET.fromstring(svg).get("aria-label") == panel.drawing.words


def test_the_words_of_a_picture_are_escaped():
    marks = (Words(0, 10, "<b>&"), Shape("box", 0, 0, 1, 1, "ink"))
    svg = as_svg(Drawing(10, 10, marks, '"><script>'), "drawing")
    assert "&lt;b&gt;&amp;" in svg
    assert "<script>" not in svg


def test_a_picture_says_in_words_where_a_scrapbot_went():
    found = figure("junkyard", "0.1", "two-turns")
    assert found
    words = found.panels[-1].drawing.words
    assert (
        "from north of the north-west pile, heading east, to east of the north-west pile, heading south"
        in words
    )


def test_splash_and_an_open_lane_are_told_in_words():
    found = figure("scrapbots", "3.6", "splash")
    assert found
    words = found.panels[-1].drawing.words
    assert "Enemy’s left Lane: Drone, Ready, 20 damage of 40 Health." in words
    assert "Enemy’s centre Lane: Sentry Gun, destroyed." in words
    assert "Enemy’s right Lane: undefended, +2 Wounds." in words


@pytest.mark.parametrize(("position", "edition"), ALL)
@pytest.mark.soak(seconds=0.1, one_in=4)
def test_only_what_the_reader_may_know_is_drawn(position: Position, edition: str):
    """A state that looks the same to the reader gives the same picture, whatever else it holds."""
    game, state = begin(position, edition)
    looks = seat_viewer(position.seat)
    other = game.resample(game.view(state, looks), FastChance(7))
    cards = figures.cards_of(position.title, edition)
    drawer = figures.DRAWERS[position.title]
    drawn = [
        drawer(Scene(game.view(one, looks), None, (), position.seat, position.shows, cards))
        for one in (state, other)
    ]
    assert drawn[0] == drawn[1]
