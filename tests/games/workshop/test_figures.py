"""Figures in the words of rules are found, and put in only where there is no doubt which one is meant."""

import pytest

from games.workshop.figures import figures_in, with_figure


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Draw five cards.", (5,)),
        ("Five of the 54 parts, and **two** more.", (5, 54, 2)),
        ("See [[rule:setup-5]] and [five](/rules/5/).", (5,)),
        ("A five-card hand in edition 3.6, rule 4.5.", ()),
        ("Someone wins.", ()),
    ],
)
def test_figures_are_words_or_digits(text: str, found: tuple[int, ...]) -> None:
    assert figures_in(text) == found


@pytest.mark.parametrize(
    ("text", "old", "new", "made"),
    [
        ("Draw five cards.", 5, 6, "Draw six cards."),
        ("Five cards are drawn.", 5, 12, "Twelve cards are drawn."),
        ("For 2 points, see [[rule:points-2]].", 2, 3, "For 3 points, see [[rule:points-2]]."),
        ("All twenty Wounds.", 20, 24, "All 24 Wounds."),
        ("Draw five of five cards.", 5, 6, ""),
        ("Draw six cards.", 5, 6, ""),
        ("Draw two cards.", 2, 1, ""),
        ("Draw 1 card.", 1, 2, ""),
    ],
)
def test_figure_is_put_in_where_it_stands_once(text: str, old: int, new: int, made: str) -> None:
    assert with_figure(text, old, new) == made
