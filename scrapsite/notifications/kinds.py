"""What somebody may be alerted of, and by which ways."""

from dataclasses import dataclass

EMAIL, PUSH, FEED, WEBHOOK = "email", "push", "feed", "webhook"


@dataclass(frozen=True, slots=True)
class Channel:
    """A way to reach a person. *label:* above a column of choices."""

    slug: str
    label: str


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of alert. *channels:* those by which it comes unless one chooses otherwise.

    *urgent:* it waits for no others, and for no daily letter. *of_games:* it belongs to matches, so it can be
    chosen for each game.
    """

    slug: str
    label: str
    help: str
    channels: tuple[str, ...]
    urgent: bool = False
    of_games: bool = True


CHANNELS = (Channel(EMAIL, "E-mail"), Channel(PUSH, "Push"), Channel(FEED, "Feed"))

YOUR_TURN, RUNNING_OUT, STARTED, ENDED = "your-turn", "running-out", "started", "ended"
INVITATION, UNDO_ASKED, CHAT, RULES_NEWS = "invitation", "undo-asked", "chat", "rules-news"
OPENED = "opened"

_EVERYWHERE = (EMAIL, PUSH, FEED)

KINDS = (
    Kind(YOUR_TURN, "My turn", "A match waits for your decision.", _EVERYWHERE),
    Kind(
        RUNNING_OUT,
        "Time running out",
        "A quarter of your time is left. Sent at once.",
        _EVERYWHERE,
        urgent=True,
    ),
    Kind(UNDO_ASKED, "Asked to allow an undo", "Another player would like to take a move back.", _EVERYWHERE),
    Kind(INVITATION, "Invitations", "Somebody asks you to a match.", _EVERYWHERE, urgent=True),
    Kind(STARTED, "A match begins", "The last seat of a match of yours was taken.", _EVERYWHERE),
    Kind(ENDED, "A match is over", "A match of yours has ended without a move of yours.", _EVERYWHERE),
    Kind(CHAT, "Table talk", "Somebody said something at your table.", (FEED,)),
    Kind(
        RULES_NEWS,
        "Rulebooks I follow",
        "News of the rulebooks, paragraphs and threads you follow.",
        (EMAIL, FEED),
        of_games=False,
    ),
)
BY_SLUG = {kind.slug: kind for kind in KINDS}
# What a community may be told of: what everybody can see anyway.
PUBLIC_KINDS = (
    (OPENED, "A match waits for players"),
    (STARTED, "A match begins"),
    (ENDED, "A match is over"),
)
