"""What can be wrong with something that people want done with decks.

GameError
├── BadDeck       deck/malformed   more than a deck can hold, or a name that is no name   422
└── TooManyDecks  deck/too-many    somebody keeps as many as one may                      422
"""

from games.engine.errors import GameError


class BadDeck(GameError):
    """The deck or its name can't be taken as it is."""

    code = "deck/malformed"


class TooManyDecks(GameError):
    """No room for another deck."""

    code = "deck/too-many"
