"""Work that is done one after the other, by however many processes at once."""

from django.db import connection

# The numbers by which PostgreSQL knows the locks.
PAIRING = 7_205_117
RATING = 7_205_118


def wait_for_turn(number: int) -> None:
    """Wait until no other transaction has the turn *number*, and have it until this transaction ends.

    What is read afterwards is what the last one left. SQLite has one writer at a time anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
