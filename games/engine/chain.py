"""The chain over a match's steps: each link stands for everything up to its step.

A link is made with the match's salt, so it reveals nothing while the match runs. The salt is shown after the
end, and with it anybody can compute the links again. So whoever noted a link during the match can check
whether anything before it was changed later. *Source:* `fair-2`.
"""

import hmac
from collections.abc import Sequence

from games.engine.proofs import FIRST, framed


def opening(version: int, salt: bytes, pins: Sequence[str], nonces: Sequence[bytes]) -> str:
    """Return what comes before the first link, as 64 hexadecimal digits.

    *pins:* in version 1 match, game, edition, engine version, digest of the cards, options as JSON text, and
    commitment; in version 2 the commitment alone, since it stands for the others.
    """
    return _link(version, "opening", salt, [*pins, *(nonce.hex() for nonce in nonces)])


def next_link(version: int, salt: bytes, previous: str, step: Sequence[object]) -> str:
    """Return the link of *step*, which follows the link *previous*.

    *step:* number, kind, seat, move, events, draws, draws until then, head, and the step it takes back
    or an empty text; move, events and draws as the stored JSON text, which has no line breaks.
    """
    return _link(version, "link", salt, [previous, *map(str, step)])


def _link(version: int, label: str, salt: bytes, texts: Sequence[str]) -> str:
    message = "\n".join(texts).encode() if version == FIRST else framed(label, *texts)
    return hmac.digest(salt, message, "sha256").hex()
