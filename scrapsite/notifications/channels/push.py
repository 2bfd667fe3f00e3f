"""Web push, if the operator has set VAPID keys.

http_ece encrypts (RFC 8188, RFC 8291) and py_vapid signs (RFC 8292). Our own HTTP client makes the call, and
only to the browsers' push services.
"""

from __future__ import annotations

import base64
import hashlib
import http.client
import json
import re
import time
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from scrapsite.notifications.bodies import absolute
from scrapsite.notifications.channels import safe_http
from scrapsite.notifications.delivery import Never, NotNow, Unwanted
from scrapsite.notifications.kinds import can_push
from scrapsite.notifications.models import Delivery, PushSubscription
from scrapsite.notifications.preferences.choosing import is_wanted

# The push services of the browsers. We call no other hosts.
SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
LONGEST_ENDPOINT = 500
MOST_BROWSERS = 10
_KEPT_SECONDS = 24 * 3600
_CLAIM_SECONDS = 12 * 3600
_BASE64 = re.compile(r"[A-Za-z0-9_-]{16,120}={0,2}\Z")
# The subscription has ended, or belongs to another key of this site.
_GONE = {401, 403, 404, 410}
_BUSY = {408, 425, 429}


def is_subscription(endpoint: str, p256dh: str, auth: str) -> bool:
    """Return whether a browser could have given these values."""
    if len(endpoint) > LONGEST_ENDPOINT or not _BASE64.match(p256dh) or not _BASE64.match(auth):
        return False
    try:
        host, port = safe_http.check_address(endpoint)
    except safe_http.BadAddress:
        return False
    is_known = any(host == service or host.endswith(f".{service}") for service in SERVICES)
    return is_known and port == safe_http.HTTPS_PORT and len(auth) <= 40


def subscribe(user: Any, session_key: str, endpoint: str, p256dh: str, auth: str) -> None:
    """Store a browser that shows messages to *user*. If another user had it before, they lose it."""
    PushSubscription.objects.update_or_create(
        endpoint=endpoint,
        defaults={"user": user, "p256dh": p256dh, "auth": auth, "session_key": session_key},
    )
    newest = PushSubscription.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True)
    PushSubscription.objects.filter(user=user).exclude(pk__in=list(newest[:MOST_BROWSERS])).delete()


def digests_of(user: Any) -> list[str]:
    """Return a digest for each browser of *user*, by which it recognises itself: its address is a secret."""
    endpoints = PushSubscription.objects.filter(user=user).order_by("pk").values_list("endpoint", flat=True)
    return [hashlib.sha256(endpoint.encode()).hexdigest() for endpoint in endpoints]


def send_push(delivery: Delivery) -> None:
    """Send the push message. *Raises:* `Unwanted` when the subscription has ended; `NotNow`, `Never`."""
    browser = delivery.subscription
    if browser is None or browser.user_id != delivery.user_id or not can_push():
        raise Unwanted("The browser doesn’t accept messages any more.")
    if not is_wanted(delivery):
        raise Unwanted("Such messages were turned off, or the matter is settled.")
    try:
        body = _sealed(browser, _shown(delivery))
    except ValueError as problem:
        browser.delete()
        raise Never(repr(problem)) from problem
    try:
        status = safe_http.post(browser.endpoint, body, _signed(browser) | _manners(delivery))
    except (safe_http.BadAddress, ValueError, OSError, http.client.HTTPException) as problem:
        # The key of this site, its look-up of names, the network: nothing for which the browser is to blame.
        raise NotNow(repr(problem)) from problem
    if status in _GONE:
        browser.delete()
        raise Unwanted("The browser is gone.")
    if not 200 <= status < 300:
        raise (NotNow if status >= 500 or status in _BUSY else Never)(f"It answered {status}.")


def _shown(delivery: Delivery) -> bytes:
    content = {name: delivery.content[name] for name in ("title", "body", "tag")}
    return json.dumps(content | {"url": absolute(delivery.content["url"])}).encode()


def _manners(delivery: Delivery) -> dict[str, str]:
    """Return the headers on keeping the message: of two with the same topic only the later one is shown."""
    topic = base64.urlsafe_b64encode(delivery.pk.bytes).decode().rstrip("=")
    return {"TTL": str(_KEPT_SECONDS), "Urgency": "normal", "Topic": topic}


def _sealed(browser: PushSubscription, data: bytes) -> bytes:
    """Return *data* encrypted for the browser. *Raises:* `ValueError` if its keys are none."""
    # Who doesn't push doesn't load them.
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    sealed = http_ece.encrypt(
        data,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_bytes_of(browser.p256dh),
        auth_secret=_bytes_of(browser.auth),
        version="aes128gcm",
    )
    return bytes(sealed)


def _signed(browser: PushSubscription) -> dict[str, str]:
    """Return the headers that name the encryption and the sender. *Raises:* `ValueError` for a bad key."""
    from py_vapid import Vapid02

    parts = urlsplit(browser.endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + _CLAIM_SECONDS,
        "sub": settings.VAPID_CONTACT or settings.SITE_URL,
    }
    signed = Vapid02.from_string(settings.VAPID_PRIVATE_KEY).sign(claims)
    return {"Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream", **signed}


def _bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
