"""Things done in the same instant, in real threads with connections of their own."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.db import connection, connections

# On a database server the threads see only what was committed.
at_once = pytest.mark.django_db(transaction=True)


@contextmanager
def database_of_threads(folder: Path) -> Iterator[None]:
    """Let threads started inside use the test's database; with SQLite, a file copied from it.

    Tests that use it are marked `at_once`.
    """
    if connection.vendor != "sqlite":
        yield
        return
    path = folder / "db.sqlite3"
    path.write_bytes(connection.connection.serialize())
    # Turning a file to WAL doesn't wait for others, so that isn't left to threads that begin together.
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA journal_mode=WAL")
    settings = connections.settings["default"]
    name = settings["NAME"]
    settings["NAME"] = str(path)
    try:
        yield
    finally:
        settings["NAME"] = name


def all_at_once(functions: Sequence[Callable[[], None]]) -> list[BaseException]:
    """Call all in the same instant and return what they raised."""
    start, raised = threading.Barrier(len(functions)), list[BaseException]()

    def call(function: Callable[[], None]) -> None:
        try:
            start.wait(timeout=20)
            function()
        except BaseException as error:  # returned to the test, whatever it is
            raised.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=call, args=(function,)) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive()
    return raised
