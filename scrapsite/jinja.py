"""The Jinja2 environment of the pages that are drawn most: the boards. All other pages are Django templates.

A board draws some thousand values after each move, which Jinja2 does in a fraction of the time
(docs/decisions/0025-boards-in-jinja.md).
Filters and functions are those of the Django templates, so that both write the same HTML.
"""

from functools import lru_cache
from html import escape
from typing import Any

from django.template import defaultfilters
from django.urls import NoReverseMatch, reverse
from jinja2 import ChainableUndefined, Environment, Undefined
from markupsafe import Markup

from cards.templatetags import faces
from games.boards.drawing import CLOCKS, CSRF_FIELD
from games.templatetags import boards, lobby, ratings
from scrapsite.common import look

_FUNCTIONS = {
    "board_table": boards.drawn_table,
    "card_link": boards.card_link,
    "chip": faces.chip,
    "clocks": Markup(CLOCKS),  # noqa: S704
    "csrf_field": Markup(CSRF_FIELD),  # noqa: S704  our own constant
    "face": faces.face,
    "icon": look.icon,
    "invitation_of": lobby.invitation_of,
    "invited_to": lobby.invited_to,
    "link_to_copy": boards.link_to_copy,
    "log_line": boards.log_line,
    "rematch_of": lobby.rematch_of,
    "rule_link": boards.rule_link,
    "score_words": boards.score_words,
    "watcher_choices": lobby.watcher_choices,
}
_FILTERS = {
    "by_turn": boards.by_turn,
    "change": ratings.change,
    "date": defaultfilters.date,
    "default": defaultfilters.default,
    "join": defaultfilters.join,
    "orders_to_give": boards.orders_to_give,
    "pluralize": defaultfilters.pluralize,
    "rating": ratings.rating,
    "times": boards.times,
    "urlencode": defaultfilters.urlencode,
    "yesno": defaultfilters.yesno,
}


def environment(**options: Any) -> Environment:
    """Return the environment, for Django's Jinja2 backend. Where something is missing, nothing is shown."""
    lasting = {"undefined": ChainableUndefined, "finalize": _shown, "keep_trailing_newline": True}
    made = Environment(**{**options, **lasting})  # noqa: S701  Django's backend turns escaping on
    made.globals.update(_FUNCTIONS, url=_url, maybe_url=_maybe_url)
    made.filters.update(_FILTERS)
    made.tests["none"] = lambda value: value is None or isinstance(value, Undefined)
    return made


def _shown(value: Any) -> Any:
    """Return *value* for the page, escaped as Django does it."""
    return _escaped(value) if type(value) is str else value


@lru_cache(maxsize=8192)
def _escaped(text: str) -> Markup:
    return Markup(escape(text))  # noqa: S704


@lru_cache(maxsize=4096)
def _url(name: str, *args: Any) -> str:
    return reverse(name, args=args)


@lru_cache(maxsize=4096)
def _maybe_url(name: str, *args: Any) -> str:
    """Return the address, or an empty text if the site has no such page."""
    try:
        return _url(name, *args)
    except NoReverseMatch:
        return ""
