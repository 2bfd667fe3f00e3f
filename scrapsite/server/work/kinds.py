"""What kind of work a request is, and how much of each kind may run and wait at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from django.conf import settings
from django.urls import Resolver404, resolve

SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
PATHS = 4096


class Kind(StrEnum):
    """Kinds of work. *SLOW:* what the setting SLOW_VIEWS names, whatever it does to the database."""

    READ = "read"
    WRITE = "write"
    SLOW = "slow"


@dataclass(frozen=True)
class Limits:
    """How much work of a kind there may be.

    *waiting:* requests in the queue; *waiting_each:* those of one address. *seconds:* a request that has
    waited longer isn't begun any more. *retry_after:* whole seconds after which a refused client may come
    again.
    """

    threads: int
    waiting: int
    waiting_each: int
    seconds: float
    retry_after: int


def usual_limits(threads: int, writers: int) -> dict[Kind, Limits]:
    """Return the limits of each kind. *threads:* that read. *writers:* threads that write, 1 on SQLite."""
    return {
        Kind.READ: Limits(threads, waiting=256, waiting_each=64, seconds=10, retry_after=2),
        Kind.WRITE: Limits(writers, waiting=128, waiting_each=32, seconds=2.5, retry_after=2),
        Kind.SLOW: Limits(1, waiting=64, waiting_each=8, seconds=15, retry_after=5),
    }


def kind_of(method: str, path: str) -> Kind:
    """Return the kind of work that a request with this *method* is. *path:* as Django resolves it."""
    slow = _slow_methods(path)
    # For the head of a page the whole page is made.
    if method in slow or (method in SAFE and "GET" in slow):
        return Kind.SLOW
    return Kind.READ if method in SAFE else Kind.WRITE


def may_group(method: str, path: str) -> bool:
    """Return whether a request with this *method* may share a transaction with others."""
    return method == "POST" and _view_name(path) in settings.GROUPED_VIEWS


def _slow_methods(path: str) -> Sequence[str]:
    return settings.SLOW_VIEWS.get(_view_name(path), ())


@lru_cache(PATHS)
def _view_name(path: str) -> str:
    try:
        return resolve(path).view_name
    except Resolver404:
        return ""
