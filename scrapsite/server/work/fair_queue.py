"""A limited queue between the event loop and the threads, in which addresses take turns."""

import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Full(Exception):
    """There is no room: for anybody, or for this address."""


class FairQueue(Generic[T]):
    """Things that wait, each for an address. Addresses take turns; the things of one keep their order.

    *most:* things that wait at once. *most_each:* those of one address. What `put_back` brings counts for
    neither: it belongs to something that has had its turn, and is for one taker only.
    """

    def __init__(self, most: int, most_each: int) -> None:
        self.most = most
        self.most_each = most_each
        self._size = 0
        self._waiting: OrderedDict[str, deque[T]] = OrderedDict()
        self._own: dict[object, deque[T]] = {}
        self._takes_own: set[object] = set()
        self._changed = threading.Condition()
        self._is_closed = False

    def __len__(self) -> int:
        return self._size

    def put(self, address: str, thing: T) -> None:
        """Queue *thing*. *Raises:* `Full`, when nothing is queued."""
        with self._changed:
            theirs = self._waiting.get(address)
            if self._is_closed or self._size >= self.most or len(theirs or ()) >= self.most_each:
                raise Full
            if theirs is None:
                theirs = self._waiting[address] = deque()
            theirs.append(thing)
            self._size += 1
            self._changed.notify()

    def put_back(self, taker: object, thing: T) -> None:
        """Queue *thing* for *taker* alone, who takes such things and those of the addresses in turn."""
        with self._changed:
            self._own.setdefault(taker, deque()).append(thing)
            self._changed.notify_all()

    def take(self, taker: object) -> T | None:
        """Wait for a thing and return it; return None once the queue is closed and empty."""
        with self._changed:
            while True:
                thing = self._next(taker)
                if thing is not None or self._is_closed:
                    return thing
                self._changed.wait()

    def take_if(self, taker: object, is_wanted: Callable[[T], bool]) -> T | None:
        """Return the next thing that waits if it is wanted, else None; don't wait for one."""
        with self._changed:
            if self._own.get(taker) or not self._waiting:
                return None
            theirs = next(iter(self._waiting.values()))
            return self._next_of_addresses() if is_wanted(theirs[0]) else None

    def empty(self) -> list[T]:
        """Return everything that waits for an address, and take it out of the queue."""
        with self._changed:
            waiting = [thing for theirs in self._waiting.values() for thing in theirs]
            self._waiting.clear()
            self._size = 0
            return waiting

    def close(self) -> None:
        """Take no more things from addresses. Those that wait can still be taken."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def _next(self, taker: object) -> T | None:
        own = self._own.get(taker)
        if own and (taker not in self._takes_own or not self._waiting):
            self._takes_own.add(taker)
            thing = own.popleft()
            if not own:
                del self._own[taker]
            return thing
        self._takes_own.discard(taker)
        return self._next_of_addresses()

    def _next_of_addresses(self) -> T | None:
        if not self._waiting:
            return None
        address, theirs = self._waiting.popitem(last=False)
        thing = theirs.popleft()
        if theirs:
            self._waiting[address] = theirs
        self._size -= 1
        return thing
