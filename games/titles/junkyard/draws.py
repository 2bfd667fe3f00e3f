"""Which draws of chance an edition of Junkyard makes."""

from games.engine.draws import Draws
from games.titles.junkyard.edition import COPIES, Edition
from games.titles.junkyard.rules import RANDOM
from games.titles.junkyard.yard import PILES


def draws_of(edition: Edition) -> Draws:
    """Return the draws of *edition*; see `games.engine.draws`."""
    return Draws(
        deal=(
            ("option", "box", RANDOM, (("shuffle", "box", len(edition.box)),)),
            ("shuffle", "yard", edition.kinds_in_play * COPIES),
            ("seats", (("shuffle", "deck:{n}", edition.deck_size),)),
            ("shuffle", "order", "seats"),
            *(("set", f"pile:{pile}", edition.pile_size) for pile in range(len(PILES))),
        ),
        events={
            "cards-salvaged": (("set", "pile:{pile}", "$left"),),
            "pile-shuffled": (("shuffle", "pile:{pile}", "#pile:{pile}"),),
            "deck-reshuffled": (("shuffle", "deck:{seat}", "$count"),),
        },
    )
