"""Helpers for templates: icons of the sprite, times in words, and samples of a list."""

import secrets
from datetime import date, datetime
from functools import lru_cache

from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince

ID_BYTES = 12

_SPRITE = "icons/sprite.svg"


def icon(name: str, label: str = "") -> SafeString:
    """Return the icon *name* as HTML. Without a *label* for screen readers it is decoration."""
    return _drawn_icon(static(_SPRITE), name, label)


@lru_cache(maxsize=1024)
def _drawn_icon(sprite: str, name: str, label: str) -> SafeString:
    source = f"{sprite}#{name}"
    if not label:
        return format_html('<svg class="icon" aria-hidden="true"><use href="{}"></use></svg>', source)
    return format_html(
        '<svg class="icon" role="img" aria-label="{}"><use href="{}"></use></svg>', label, source
    )


def site_files() -> str:
    """Return a word for all scripts and styles: another after a release, empty where they have no hashes."""
    return getattr(staticfiles_storage, "manifest_hash", "")


UNKNOWN = "release date unknown"


def dated(day: date | None, form: str = "j F Y") -> str:
    """Return the day of an edition in words; *day* is None if nobody knows when it came out."""
    return date_format(day, form) if day else UNKNOWN


def edition_date(day: date | None, form: str = "j F Y", css: str = "") -> SafeString:
    """Return `dated` as HTML: a `time` element, or a `span` where no date is known."""
    if day is None:
        return format_html('<span class="{}">{}</span>', css, UNKNOWN) if css else SafeString(UNKNOWN)
    attributes = format_html(' class="{}"', css) if css else ""
    return format_html('<time{} datetime="{}">{}</time>', attributes, day.isoformat(), dated(day, form))


def art(name: str) -> SafeString:
    """Return the icon *name* as the picture of a card."""
    source = f"{static(_SPRITE)}#{name}"
    return format_html('<svg class="card__art" aria-hidden="true"><use href="{}"></use></svg>', source)


def request_id() -> SafeString:
    """Return a hidden field by which a form that is sent twice is carried out once."""
    value = secrets.token_urlsafe(ID_BYTES)
    return format_html('<input type="hidden" name="request_id" value="{}">', value)


def ago(moment: datetime) -> str:
    """Return how long ago *moment* was, in its largest unit: `3 hours ago`, or `just now`."""
    since = timesince(moment, depth=1)
    return "just now" if since.startswith("0") else f"{since} ago"
