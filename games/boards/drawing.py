"""Draws boards with Jinja2, and fills in what belongs to one answer only.

What is drawn may be kept and shown to several people, so it holds marks in place of the CSRF token, of the
move's id, and of the clocks. No text of a player can look like a mark, since its `<` is escaped.
"""

import secrets
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template import engines
from django.utils.safestring import SafeString

TOKEN, CLOCKS = "<csrf>", "<clocks>"
MOVE_ID = SafeString("<id>")
CSRF_FIELD = f'<input type="hidden" name="csrfmiddlewaretoken" value="{TOKEN}">'
_ID_BYTES = 12


def draw(name: str, context: Mapping[str, Any]) -> str:
    """Return the HTML of the Jinja2 template *name*, with its marks."""
    html: str = _template(name).render(context)
    return html


def filled(html: str, request: HttpRequest) -> str:
    """Return *html* with a fresh move id and the visitor's CSRF token in the place of the marks."""
    if TOKEN in html:
        html = html.replace(TOKEN, get_token(request))
    return html.replace(MOVE_ID, secrets.token_urlsafe(_ID_BYTES)) if MOVE_ID in html else html


def pointed_at(html: str, places: Iterable[str]) -> str:
    """Return the board's *html* with the attribute `data-pointed` at those things, which style sheets show.

    *places:* the keys of things (`hand:scout`), or ids of other parts of the page after `#`.
    """
    for place in places:
        is_part = place.startswith("#")
        found = f'id="{place[1:]}"' if is_part else f'data-thing="{place}"'
        html = html.replace(found, f"{found} data-pointed")
    return html


@cache
def _template(name: str) -> Any:
    return engines["jinja"].env.get_template(name)  # type: ignore[attr-defined]
