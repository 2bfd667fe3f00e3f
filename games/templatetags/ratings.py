"""Template tags that write and draw ratings."""

from typing import Any

from django import template

from games.ratings.player_page import GameRating
from scrapsite.common.charts import line_chart

register = template.Library()
MINUS = "\N{MINUS SIGN}"


@register.filter
def rating(value: float) -> str:
    """Return a rating with one decimal and a true minus sign: `12.4`, `−3.0`."""
    return f"{_rounded(value):.1f}".replace("-", MINUS)


@register.filter
def change(value: float) -> str:
    """Return the change of a rating with its sign: `+0.8`, `−1.2`, or `±0.0`."""
    moved = _rounded(value)
    return f"{moved:+.1f}".replace("-", MINUS) if moved else "±0.0"


@register.inclusion_tag("games/ratings/_rating_chart.html")
def rating_chart(game: GameRating) -> dict[str, Any]:
    """Draw the history of a rating as a chart with a table of its figures."""
    values = [point.rating for point in game.history]
    return {
        "game": game,
        "points": game.history,
        "chart": line_chart(values),
        "low": min(values),
        "high": max(values),
    }


def _rounded(value: float) -> float:
    return round(value, 1) + 0.0
