"""Webhooks: posting public news to the addresses that staff entered for communities."""

from __future__ import annotations

import hashlib
import hmac
import http.client

from django.db.models import F

from scrapsite.notifications.bodies import encoded
from scrapsite.notifications.channels import safe_http
from scrapsite.notifications.delivery import Never, NotNow, Unwanted
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
        _failed(hook, str(problem))
        raise Never(str(problem)) from problem
    except (OSError, http.client.HTTPException) as problem:
        _failed(hook, repr(problem))
        raise NotNow(repr(problem)) from problem
    if 200 <= status < 300:
        Webhook.objects.filter(pk=hook.pk).update(failures=0, last_error="")
        return
    _failed(hook, f"It answered {status}.")
    raise (NotNow if status >= 500 or status in _BUSY else Never)(f"It answered {status}.")


def signature(secret: str, body: bytes) -> str:
    """Return the signature that proves to the receiver that we sent *body*."""
    return f"sha256={hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()}"


def _headers(hook: Webhook, delivery: Delivery, body: bytes) -> dict[str, str]:
    headers = {"Content-Type": "application/json", "X-Scrapsite-Delivery": str(delivery.pk)}
    if hook.secret:
        headers["X-Scrapsite-Signature"] = signature(hook.secret, body)
    return headers


def _failed(hook: Webhook, error: str) -> None:
    """Count a failure, and switch the webhook off after too many in a row."""
    Webhook.objects.filter(pk=hook.pk).update(failures=F("failures") + 1, last_error=error[:200])
    Webhook.objects.filter(pk=hook.pk, failures__gte=MOST_FAILURES).update(is_active=False)
