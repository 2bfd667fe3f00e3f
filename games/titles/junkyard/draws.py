"""Which draws of chance an edition of Junkyard makes."""

from games.engine.draws import Draws
from games.titles.junkyard.edition import Edition
from games.titles.junkyard.rules import KINDS_IN_PLAY, PILE_SIZE, RANDOM


def draws_of(edition: Edition) -> Draws:
    """Return the draws of *edition*; see `games.engine.draws`."""
    yard = KINDS_IN_PLAY * len(edition.copies(0))
    return Draws(
        deal=(
            ("option", "box", RANDOM, (("shuffle", "box", len(edition.box)),)),
            ("shuffle", "yard", yard),
            ("seats", (("shuffle", "deck:{n}", len(edition.starter_deck(0))),)),
            ("shuffle", "order", "seats"),
            *(("set", f"pile:{pile}", PILE_SIZE) for pile in range(yard // PILE_SIZE)),
        ),
        events={
            "cards-salvaged": (("set", "pile:{pile}", "$left"),),
            "pile-shuffled": (("shuffle", "pile:{pile}", "#pile:{pile}"),),
            "deck-reshuffled": (("shuffle", "deck:{seat}", "$count"),),
        },
    )
