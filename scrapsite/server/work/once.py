"""Changes that are made once, however often the request for them comes.

A program sends an `Idempotency-Key`, a form a hidden id. The key is stored in the transaction of the change,
so either both are there or neither.
"""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
from django.http import HttpRequest
from django.utils import timezone

from scrapsite.common.errors import Refusal
from scrapsite.common.models import DoneRequest, delete_in_batches

HEADER = "Idempotency-Key"
FIELD = "request_id"
LONGEST = 64
KEPT = timedelta(days=1)

# Called in the transaction of the change, with what identifies its result.
Note = Callable[[object], None]


class KeyReused(Refusal):
    """The key already stands for another request."""

    code = "request/key-reused"

    def __init__(self, reason: str = f"This {HEADER} was used for another request.") -> None:
        super().__init__(reason)


def forget(result: object) -> None:
    """Note nothing: for changes without a key."""


def once(
    user: Any,
    key: str,
    what: str,
    change: Callable[[Note], object],
    lasts: Callable[[str], bool] | None = None,
) -> str:
    """Make *change* unless *user* has made it with *key* before; return what identifies its result.

    *key:* empty if the client sent none. *what:* the request, in words that differ for different requests.
    *change:* must call what it is given in its transaction. *lasts:* whether an earlier result is still
    there; if not, the change is made again. *Raises:* `KeyReused`, and what *change* raises.
    """
    if not key or user is None or not user.is_authenticated:
        return str(change(forget))
    earlier = _earlier(user, key, what)
    if earlier is not None:
        if lasts is None or lasts(earlier):
            return earlier
        DoneRequest.objects.filter(user=user, key=key, result=earlier).delete()

    def note(result: object) -> None:
        DoneRequest.objects.create(user=user, key=key, what=what, result=str(result))

    try:
        return str(change(note))
    except Exception:
        # It may have been refused because the same request was carried out meanwhile.
        earlier = _earlier(user, key, what)
        if earlier is None:
            raise
        return earlier


def key_of_form(request: HttpRequest) -> str:
    """Return the key of the form that was sent: its hidden id, and all that was filled in.

    A form that is changed and sent again, by going back, is another request.
    """
    given = request.POST.get(FIELD, "")[:LONGEST]
    sent = sorted(
        (name, request.POST.getlist(name)) for name in request.POST if name != "csrfmiddlewaretoken"
    )
    return _digest([request.path, sent]) if given else ""


def what_of(name: str, *parts: object) -> str:
    """Return the text that stands for a request of the API: its *name*, and a digest of the rest."""
    return f"{name}:{_digest(parts)}"


def forget_done_requests() -> None:
    """Delete the keys that are more than a day old."""
    delete_in_batches(DoneRequest.objects.filter(created_at__lt=timezone.now() - KEPT))


def _earlier(user: Any, key: str, what: str) -> str | None:
    found = DoneRequest.objects.filter(user=user, key=key).first()
    if found is not None and found.what != what:
        raise KeyReused
    return None if found is None else found.result


def _digest(value: object) -> str:
    return hashlib.sha256(msgspec.json.encode(value)).hexdigest()
