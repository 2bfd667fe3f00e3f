"""Addresses and accounts that were told they ask too often, and don't listen."""

import time
from collections import OrderedDict

MOST = 4096


class Resting:
    """Those who get the same refusal for a few seconds, without another look at what they ask.

    Each has a name: an address, or the secret of a session or a key. *seconds:* how long after one was told.
    At most `MOST` are remembered, the latest ones.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._until: OrderedDict[str, float] = OrderedDict()

    def add(self, name: str) -> None:
        """Let *name* rest from now on."""
        self._until[name] = time.monotonic() + self.seconds
        self._until.move_to_end(name)
        if len(self._until) > MOST:
            self._until.popitem(last=False)

    def left(self, name: str) -> int:
        """Return for how many whole seconds *name* still rests, or 0."""
        until = self._until.get(name)
        if until is None:
            return 0
        left = until - time.monotonic()
        if left <= 0:
            del self._until[name]
            return 0
        return int(left) + 1
