"""Colours stand in tokens.css only; all other style sheets refer to them by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

CSS = Path(settings.BASE_DIR) / "static" / "css"
SHEETS = sorted(path for path in CSS.rglob("*.css") if path.name != "tokens.css")
FUNCTIONS = r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|device-cmyk)\("
NAMES = """
aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown
burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan
darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred
darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink
deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold
goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush
lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey
lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow
lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen
mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin
navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise
palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue
saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow
springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen
"""
COLOUR = re.compile(rf"{FUNCTIONS}|(?<![\w-])(?:{'|'.join(NAMES.split())})(?![\w-])", re.IGNORECASE)


def colours_in(css: str) -> list[str]:
    """Return the colours that the declarations of *css* name."""
    plain = re.sub(r"/\*.*?\*/|\"[^\"]*\"|url\([^)]*\)", " ", css, flags=re.DOTALL)
    values = re.findall(r"[\w-]+\s*:\s*([^;{}]+)[;}]", plain)
    return [found for value in values for found in COLOUR.findall(value)]


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: str(path.relative_to(CSS)))
def test_colours_stand_in_the_tokens_only(path: Path) -> None:
    assert colours_in(path.read_text(encoding="utf-8")) == []


def test_every_way_to_name_a_colour_is_found() -> None:
    css = "a:hover { color: #fff; background: rgb(0 0 0 / 5%), var(--red); border: 1px solid Red } /* tan */"
    assert colours_in(css) == ["#fff", "rgb(", "Red"]


def test_every_token_that_a_sheet_refers_to_is_somewhere_defined() -> None:
    sheets = [path.read_text(encoding="utf-8") for path in CSS.rglob("*.css")]
    defined = {name for css in sheets for name in re.findall(r"(--[\w-]+)\s*:", css)}
    tokens = {name for css in sheets for name in re.findall(r"var\((--(?:black|white)[\w-]*)\)", css)}
    assert tokens <= defined
