"""Which draws of chance Scrap Knights makes."""

from games.engine.draws import Draws
from games.titles.scrap_knights.box import ACTS, BOTS, ULTS
from games.titles.scrap_knights.decks.deck import BOT_COUNT, HAND, TAS_CUSTOM, TEST, may_prepare, prep_size
from games.titles.scrap_knights.state import RANDOM

_PREPARED = {TAS_CUSTOM: len(may_prepare(TAS_CUSTOM)), TEST: len(may_prepare(TEST)) - HAND}
_RANDOM_DECK = (
    ("some", "deck:ult", len(ULTS), 1),
    ("some", "deck:acts", len(ACTS), HAND),
    ("some", "deck:bots", len(BOTS), BOT_COUNT),
    (
        "case",
        "deck:ult",
        {
            str(ULTS.index(ult)): (("some", "deck:prep", size, prep_size(ult)),)
            for ult, size in _PREPARED.items()
        },
    ),
)

DRAWS = Draws(
    deal=(("option", "decks", RANDOM, (("seats", _RANDOM_DECK),)),),
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
