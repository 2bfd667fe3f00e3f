"""Several short writes in one transaction of SQLite, so that they wait for the disk only once.

See docs/decisions/0028-group-commit.md.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

T = TypeVar("T")

_thread = threading.local()


class TransactionLost(transaction.TransactionManagementError):
    """SQLite has rolled back by itself, as it does when the disk is full. Nothing is stored."""


def whole_change() -> transaction.Atomic:
    """Return the transaction of a change of which nobody is told before it's stored.

    It must be the outermost one, except in a group: there the answers wait until the group's is committed.
    """
    return transaction.atomic(durable=not is_grouped())


def is_grouped() -> bool:
    """Return whether this thread is running a group.

    What is read then may still be rolled back. Don't keep it beyond the answer.
    """
    return getattr(_thread, "is_grouped", False)


@contextmanager
def _grouped() -> Iterator[None]:
    """Let `whole_change` be a part of this thread's transaction."""
    _thread.is_grouped = True
    try:
        yield
    finally:
        _thread.is_grouped = False


def can_group() -> bool:
    """Return whether groups make sense with this database: only SQLite has a single writer."""
    return connection.vendor == "sqlite"


def run_group(calls: Iterable[Callable[[], T]]) -> list[T | Exception]:
    """Call *calls*, one after another in one transaction; return for each what came back, or its error.

    A call with an error leaves nothing behind and doesn't disturb the others. What calls leave to
    `transaction.on_commit` happens after the commit. *Raises:* any error of the transaction itself: then
    nothing of any call is stored, so nobody may be told anything else. If it could not begin, none of *calls*
    was asked for.
    """
    with _grouped(), _connection_kept(), transaction.atomic(durable=True):
        outcomes = [_outcome(call) for call in calls]
        _check_open()
    return outcomes


@contextmanager
def _connection_kept() -> Iterator[None]:
    """Keep Django from closing this thread's connection when a request begins or ends.

    It closes every connection that is in a transaction then.
    """
    mine: Any = connections[DEFAULT_DB_ALIAS]
    mine.close_if_unusable_or_obsolete = _do_nothing
    try:
        yield
    finally:
        del mine.close_if_unusable_or_obsolete


def _do_nothing() -> None:
    pass


def _outcome(call: Callable[[], T]) -> T | Exception:
    try:
        with transaction.atomic():
            result = call()
            if connection.needs_rollback:
                raise transaction.TransactionManagementError("A call hid an error of the database.")
            return result
    except Exception as error:
        return error


def _check_open() -> None:
    """Check that the transaction can still be committed.

    Django doesn't say when it rolls back instead, and SQLite rolls back by itself when the disk is full.
    """
    is_lost = connection.needs_rollback or connection.closed_in_transaction
    if is_lost or not connection.connection.in_transaction:
        raise TransactionLost("The transaction of a group was lost.")
