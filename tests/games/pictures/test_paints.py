"""The colours of drawings: each name has a class in the style sheet and a colour on paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.pictures.shapes import PAINTS, TOKENS
from scrapsite.common.typesetting.look import light_colours

SHEET = (Path(__file__).parents[3] / "static/css/components/drawing.css").read_text("utf-8")


@pytest.mark.parametrize("paint", PAINTS)
def test_a_paint_has_a_colour_on_pages_and_on_paper(paint: str):
    token = TOKENS.get(paint, paint)
    assert f".fill-{paint} {{\n  fill: var(--{token});\n}}" in SHEET
    assert light_colours()[token].startswith("#")
