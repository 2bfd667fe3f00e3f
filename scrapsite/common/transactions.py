"""Transactions of changes that somebody is told of: each alone, or several in one."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

_thread = threading.local()


def whole_change() -> transaction.Atomic:
    """Return the transaction of a change of which nobody is told before it's stored.

    It must be the outermost one, except in a group: there the answers wait until the group's is committed.
    """
    return transaction.atomic(durable=not is_grouped())


def is_grouped() -> bool:
    """Return whether this thread is inside `grouped`.

    What is read then may still be rolled back. Don't keep it beyond the answer.
    """
    return getattr(_thread, "is_grouped", False)


@contextmanager
def grouped() -> Iterator[None]:
    """Let `whole_change` be a part of a transaction of this thread, whose owner holds the answers back."""
    _thread.is_grouped = True
    try:
        yield
    finally:
        _thread.is_grouped = False
