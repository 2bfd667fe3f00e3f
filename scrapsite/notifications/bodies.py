"""The contents of deliveries: letters, push messages and the bodies of webhook calls."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.urls import reverse

from scrapsite.common.players import display_name
from scrapsite.notifications.entries import Entry, subject_of
from scrapsite.notifications.models import Webhook
from scrapsite.notifications.preferences.stopping import stop_path
from scrapsite.notifications.registry import Item, kind_of

MOST_PUSHED = 240


def absolute(path: str) -> str:
    """Return the full address of a page of this site."""
    return urljoin(f"{settings.SITE_URL}/", path.lstrip("/"))


def own_host() -> str:
    """Return the host name of this site, for names that must be unique in the world."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def letter(user: User, address: str, entries: Sequence[Entry]) -> dict[str, Any]:
    """Return a letter to *address* about all *entries*."""
    kinds = sorted({item.notification.kind for entry in entries for item in entry.items})
    stop = absolute(stop_path(user, kinds))
    context = {
        "name": display_name(user),
        "parts": _parts(entries),
        "labels": [kind_of(kind).label for kind in kinds],
        "stop": stop,
        "choices": absolute(reverse("scrapsite:notification_choices")),
        "site": settings.SITE_URL,
    }
    return {
        "to": address,
        "subject": subject_of(entries),
        "text": render_to_string("notifications/letter.txt", context),
        "html": render_to_string("notifications/letter.html", context),
        "stop": stop,
        "keys": [item.notification.key for entry in entries for item in entry.items],
    }


def push_message(entry: Entry) -> dict[str, Any]:
    """Return a push message; a browser replaces it by a later one of the same match."""
    match_id = entry.items[0].notification.match_id
    return {
        "title": entry.headline,
        "body": entry.text[:MOST_PUSHED],
        "url": entry.path,
        "tag": f"match-{match_id}" if match_id else entry.items[0].notification.key,
        "keys": [item.notification.key for item in entry.items],
    }


def hook_call(hook: Webhook, item: Item) -> dict[str, Any]:
    """Return the body of a call to *hook*, in the format that the webhook asks for."""
    url = absolute(item.path)
    text = f"{item.text} {url}"
    if hook.form == Webhook.Form.DISCORD:
        return {"content": text, "allowed_mentions": {"parse": []}}
    if hook.form == Webhook.Form.SLACK:
        return {"text": text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}
    notification = item.notification
    return {
        "key": notification.key,
        "kind": notification.kind,
        "game": notification.game,
        "text": item.text,
        "url": url,
        "at": notification.created_at.isoformat(),
    }


def encoded(content: dict[str, Any]) -> bytes:
    """Return *content* as the bytes to send; the same content always gives the same bytes."""
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode()


def _parts(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return the parts of a letter that aren't empty: what waits for an answer, then what is new."""
    parts = []
    for heading, asks in (("Waiting for you", True), ("News", False)):
        found = [
            {"text": entry.text, "url": absolute(entry.path), "go": "Decide" if asks else "Open"}
            for entry in entries
            if entry.asks == asks
        ]
        if found:
            parts.append({"heading": heading, "entries": found})
    return parts
