"""Things made once and kept in the process, to be used again."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Keeper(Generic[T]):
    """Things by key, which together weigh at most *most*. Those not asked for longest go first.

    *weight:* returns what one of them weighs; without it each weighs 1.
    """

    def __init__(self, most: int, weight: Callable[[T], int] = lambda _: 1) -> None:
        self.most = most
        self.weight = 0
        self._weight_of = weight
        self._things: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        """Return the thing of *key*, or None."""
        with self._lock:
            found = self._things.get(key)
            if found is not None:
                self._things.move_to_end(key)
        return found

    def put(self, key: Hashable, thing: T) -> None:
        """Keep *thing*, and let go of others to make room."""
        with self._lock:
            self._drop(self._things.pop(key, None))
            self._things[key] = thing
            self.weight += self._weight_of(thing)
            while self.weight > self.most:
                self._drop(self._things.popitem(last=False)[1])

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._things.clear()
            self.weight = 0

    def _drop(self, thing: T | None) -> None:
        self.weight -= 0 if thing is None else self._weight_of(thing)
