"""What the site asks of a title beyond its rules: how many may play it, and what its cards are found by."""

from cards.catalogue.models import FIGURES
from cards.exports.tabletop.table import COLOURS
from games.engine.protocol import Title
from scrapsite.common.typesetting.look import light_colours


def check_title(title: Title) -> None:
    """Two can play *title*, every seat has its colours, and the index has a column for every figure."""
    most = max(title.seats)
    assert 2 in title.seats, "two can't play it, as bots do to be measured"
    assert min(title.seats) == 2, "one alone has nobody to be compared with"
    assert most <= len(COLOURS), f"there are no colours for {most} seats"
    assert {f"seat-{seat}" for seat in range(most)} <= light_colours().keys()
    for info in title.editions.values():
        keys = {figure.key for card in info.cards for figure in card.figures}
        assert keys <= set(FIGURES), f"no card can be found by {keys - set(FIGURES)}"
