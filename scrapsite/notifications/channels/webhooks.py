"""Webhooks: posting public news to the addresses that staff entered for communities."""

from __future__ import annotations

import hashlib
import hmac
import http.client

from django.db.models import F

from scrapsite.notifications.bodies import encoded
from scrapsite.notifications.channels import safe_http
from scrapsite.notifications.delivery import Never, NotNow, Unwanted, is_last_try
from scrapsite.notifications.models import Delivery, Webhook

MOST_FAILURES = 20
_BUSY = {408, 425, 429}


def call_hook(delivery: Delivery) -> None:
    """Call the webhook. *Raises:* `Unwanted` when it was switched off; `NotNow`, `Never`."""
    hook = delivery.webhook
    if hook is None or not hook.is_active:
        raise Unwanted("The webhook is switched off.")
    body = encoded(delivery.content)
    try:
        status = safe_http.post(hook.url, body, _headers(hook, delivery, body))
    except safe_http.BadAddress as problem:
        _failed(hook, delivery, str(problem), is_final=True)
        raise Never(str(problem)) from problem
    except (OSError, http.client.HTTPException) as problem:
        _failed(hook, delivery, repr(problem))
        raise NotNow(repr(problem)) from problem
    if 200 <= status < 300:
        Webhook.objects.filter(pk=hook.pk).update(failures=0, last_error="")
        return
    may_help = status >= 500 or status in _BUSY
    _failed(hook, delivery, f"It answered {status}.", is_final=not may_help)
    raise (NotNow if may_help else Never)(f"It answered {status}.")


def signature(secret: str, body: bytes) -> str:
    """Return the signature that proves to the receiver that we sent *body*."""
    return f"sha256={hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()}"


def _headers(hook: Webhook, delivery: Delivery, body: bytes) -> dict[str, str]:
    headers = {"Content-Type": "application/json", "X-Scrapsite-Delivery": str(delivery.pk)}
    if hook.secret:
        headers["X-Scrapsite-Signature"] = signature(hook.secret, body)
    return headers


def _failed(hook: Webhook, delivery: Delivery, error: str, *, is_final: bool = False) -> None:
    """Note why *delivery* failed. Switch the webhook off after too many in a row that were given up.

    *is_final:* it isn't tried again. A receiver that is away for a while misses nothing.
    """
    rows = Webhook.objects.filter(pk=hook.pk)
    rows.update(last_error=error[:200])
    if is_final or is_last_try(delivery):
        rows.update(failures=F("failures") + 1)
        rows.filter(failures__gte=MOST_FAILURES).update(is_active=False)
