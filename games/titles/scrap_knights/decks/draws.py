"""Which draws of chance Scrap Knights makes."""

from games.engine.draws import Draws
from games.titles.scrap_knights.box import TEST
from games.titles.scrap_knights.decks.pool import Pool
from games.titles.scrap_knights.state import RANDOM


def draws(pool: Pool) -> Draws:
    """Return the draws of an edition whose mechs are made from *pool*."""
    shared = {TEST: pool.hand}  # its deck has no ACT of the hand
    prepared = {
        ult: (("some", "deck:prep", len(pool.may_prepare(ult)) - shared.get(ult, 0), pool.prep_size(ult)),)
        for ult in pool.prepared
    }
    random_deck = (
        ("some", "deck:ult", len(pool.ults), 1),
        ("some", "deck:acts", len(pool.acts), pool.hand),
        ("some", "deck:bots", len(pool.bots), pool.bot_count),
        ("case", "deck:ult", {str(pool.ults.index(ult)): rules for ult, rules in prepared.items()}),
    )
    return Draws(
        deal=(("option", "decks", RANDOM, (("seats", random_deck),)),),
        events={
            "mech-shown": (("set", "prep:{seat}", "$prep_count"),),
            "cards-shuffled-in": (
                ("add", "prep:{seat}", "$shuffled"),
                ("some", "prep:{seat}", "#prep:{seat}", "$drawn"),
                ("add", "prep:{seat}", "-$drawn"),
            ),
            "coin-tossed": (("some", "coin:chain", 2, 1), ("told", "coin:chain", "seat", (1, 0))),
        },
    )
