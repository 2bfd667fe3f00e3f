"""Addresses that were told they ask too often, and don't listen."""

import time
from collections import OrderedDict

MOST = 4096


class Resting:
    """Addresses that get the same refusal for a few seconds, without another look at what they ask.

    *seconds:* how long after an address was told. At most `MOST` addresses are remembered, the latest ones.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._until: OrderedDict[str, float] = OrderedDict()

    def add(self, address: str) -> None:
        """Let *address* rest from now on."""
        self._until[address] = time.monotonic() + self.seconds
        self._until.move_to_end(address)
        if len(self._until) > MOST:
            self._until.popitem(last=False)

    def left(self, address: str) -> int:
        """Return for how many whole seconds *address* still rests, or 0."""
        until = self._until.get(address)
        if until is None:
            return 0
        left = until - time.monotonic()
        if left <= 0:
            del self._until[address]
            return 0
        return int(left) + 1
