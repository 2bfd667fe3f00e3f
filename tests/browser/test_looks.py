"""What axe finds on a page: in both themes, and of many things that look alike, the one that doesn't."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.looks import complaints
from tests.browser.match_page import MatchPage

Visit = Callable[..., MatchPage]
PAGE = """<!doctype html><html lang="en"><title>Looks</title><style>
  body {{ color: black; background: white }}
  @media (prefers-color-scheme: dark) {{ body {{ color: white; background: black }} {dark} }}
</style><main><h1>Looks</h1>{first}<ul>{list}</ul></main>"""
LIST = "".join(f"<li>{number} <b>words</b></li>" for number in range(9))


def show(player: MatchPage, dark: str, first: str = "") -> str:
    """Return what axe finds on a page with these rules for the dark theme."""
    player.page.goto("about:blank")  # which has no policy against styles
    player.page.set_content(PAGE.format(dark=dark, first=first, list=LIST))
    return complaints(player.page)


def test_a_page_that_is_right_in_both_themes(visit: Visit) -> None:
    assert show(visit(), dark="") == ""


@pytest.mark.parametrize(
    "dark", ["li { color: #222 }", "li:nth-child(5) { color: #222 }", "li:nth-child(5) b { color: #222 }"]
)
@pytest.mark.soak(seconds=1, one_in=3)
def test_a_colour_of_the_other_theme_is_found_though_others_are_like_it(visit: Visit, dark: str) -> None:
    assert "color-contrast" in show(visit(), dark)


@pytest.mark.soak(seconds=1)
def test_what_is_hidden_stands_in_for_nothing(visit: Visit) -> None:
    hidden = f"<div hidden><ul>{LIST}</ul></div><details><summary>More</summary><ul>{LIST}</ul></details>"
    assert "color-contrast" in show(visit(), "li { color: #222 }", hidden)


@pytest.mark.soak(seconds=1)
def test_a_later_look_finds_the_colours_that_are_new(visit: Visit) -> None:
    player = visit()
    assert show(player, "b.late { color: #222 }") == ""
    player.page.evaluate(
        "document.querySelector('li').insertAdjacentHTML('beforeend', '<b class=late>late</b>')"
    )
    assert "color-contrast" in complaints(player.page, "main")
