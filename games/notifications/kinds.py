"""The kinds of notifications about matches, as users choose them in their settings."""

from games.matches import notifications as about
from scrapsite.notifications.kinds import EVERYWHERE, FEED, Kind

KINDS = (
    Kind(about.YOUR_TURN, 1, "Your turn", "A match is waiting for your decision.", EVERYWHERE),
    Kind(
        about.RUNNING_OUT,
        0,
        "Time running out",
        "A quarter of your time is left. Sent immediately.",
        EVERYWHERE,
        urgent=True,
    ),
    Kind(
        about.UNDO_ASKED,
        2,
        "Undo requests",
        "Another player wants to take a move back.",
        EVERYWHERE,
    ),
    Kind(
        about.STOPPED,
        2,
        "A match is on hold",
        "The site no longer has the rules of one of your matches. The players decide how it continues.",
        EVERYWHERE,
    ),
    Kind(about.INVITATION, 3, "Invitations", "Somebody invites you to a match.", EVERYWHERE, urgent=True),
    Kind(about.OPENED, 5, public_label="A match needs players"),
    Kind(
        about.STARTED,
        4,
        "A match begins",
        "The last seat in one of your matches was taken.",
        EVERYWHERE,
        public_label="A match begins",
    ),
    Kind(
        about.ENDED,
        6,
        "A match is over",
        "One of your matches ended with somebody else’s move.",
        EVERYWHERE,
        public_label="A match is over",
    ),
    Kind(about.CHAT, 7, "Chat", "Somebody wrote a message in one of your matches.", (FEED,)),
)
# Kinds that ask the user for a decision.
DECISIONS = frozenset((about.RUNNING_OUT, about.YOUR_TURN, about.UNDO_ASKED, about.STOPPED, about.INVITATION))
