"""The errors of drafts, in addition to the engine's own.

GameError
├── CannotDraft  draft/cannot     this game, or this edition of it, can't be drafted        422
├── BadOptions
│   └── LostEdition  draft/lost   the site can't make the edition any more                  410
├── NotPlayable  draft/playable   the revision is still checked, or was refused             422
├── Overtaken    draft/overtaken  it has changed in another window since the form was shown 409
├── Unchanged    draft/unchanged  a revision without any change                             422
└── BadWords     draft/words      a name or a text that can't be kept                       422
"""

from games.engine.errors import BadOptions, GameError
from scrapsite.common.errors import set_status


class CannotDraft(GameError):
    """This game or edition can't be drafted."""

    code = "draft/cannot"


class LostEdition(BadOptions):
    """A revision was saved, but its changes make no edition any more: the title allows less than before."""

    code = "draft/lost"


class NotPlayable(GameError):
    """The revision can't be played: it is still checked, or its check has refused it."""

    code = "draft/playable"


class Overtaken(GameError):
    """What the form is about has changed since it was shown. Nothing was stored."""

    code = "draft/overtaken"


class Unchanged(GameError):
    """A draft without any change makes no revision."""

    code = "draft/unchanged"


class BadWords(GameError):
    """The name or the text is missing, too long, or can't be displayed."""

    code = "draft/words"


set_status(410, LostEdition)
set_status(409, Overtaken)
