"""Refusals of what people want to do with decks.

Refusal
├── BadDeck        deck/malformed       more cards than a deck can hold, or no name              422
├── TooManyDecks   deck/too-many        the player already keeps as many decks as allowed        422
└── CannotPublish  deck/cannot-publish  the deck isn't legal or is public already, or the words
                                        about it are too many                                    422
"""

from scrapsite.common.errors import Refusal


class BadDeck(Refusal):
    """The deck or its name can't be accepted as it is."""

    code = "deck/malformed"


class TooManyDecks(Refusal):
    """The player can't keep another deck."""

    code = "deck/too-many"


class CannotPublish(Refusal):
    """The deck, what is said of it, or a report of it can't be accepted as it is."""

    code = "deck/cannot-publish"
