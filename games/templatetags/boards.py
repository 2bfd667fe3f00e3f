"""What the templates of the match page ask for."""

from typing import Any

from django import template

from games import boards
from games.boards.log import Chapter, chapters
from games.queries import Board

register = template.Library()


@register.simple_tag
def table_of(board: Board) -> Any:
    """Return the title's own picture of the board."""
    return boards.table(board)


@register.filter
def table_template(board: Board) -> str:
    """Return the name of the template that draws the title's table."""
    return boards.template_name(board)


@register.filter
def by_turn(board: Board) -> list[Chapter]:
    """Return the log of *board* by turns, newest first."""
    return chapters(board.log)


@register.filter
def times(number: int) -> range:
    """Return something to loop over *number* times."""
    return range(number)
