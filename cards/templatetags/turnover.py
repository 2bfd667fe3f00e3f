"""What became of the cards between two editions, for pages of other apps."""

from django import template

from cards.catalogue.history import Turnover, between
from games import catalog
from games.engine.errors import BadOptions

register = template.Library()


@register.simple_tag
def cards_between(game: str, old_edition: str, new_edition: str) -> tuple[Turnover, ...]:
    """Return the cards that differ between two editions; none if the site doesn't have both."""
    try:
        editions = catalog.title(game).editions
        return between(editions[old_edition], editions[new_edition])
    except (BadOptions, KeyError):
        return ()
