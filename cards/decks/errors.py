"""Refusals of what people want to do with decks.

Refusal
├── BadDeck        deck/malformed       more cards than a deck can hold, or no name              422
├── TooManyDecks   deck/too-many        the player already keeps as many decks as allowed        422
├── Overtaken      deck/overtaken       the saved deck has changed since the builder opened it   409
└── CannotPublish  deck/cannot-publish  the deck isn't legal or is public already, or the words
                                        about it are too many                                    422
"""

from scrapsite.common.errors import Refusal, set_status


class BadDeck(Refusal):
    """The deck or its name can't be accepted as it is."""

    code = "deck/malformed"


class TooManyDecks(Refusal):
    """The player can't keep another deck."""

    code = "deck/too-many"


class Overtaken(Refusal):
    """The saved deck isn't the one any more that was opened."""

    code = "deck/overtaken"


class CannotPublish(Refusal):
    """The deck, what is said of it, or a report of it can't be accepted as it is."""

    code = "deck/cannot-publish"


set_status(409, Overtaken)
