"""The Jinja2 environment of the pages that are drawn most: the boards. All other pages are Django templates.

A board draws some thousand values after each move, which Jinja2 does in a fraction of the time
(docs/decisions/0025-boards-in-jinja.md).
Filters and functions are those of the Django templates, so that both write the same HTML.
"""

import re
from functools import lru_cache
from html import escape
from typing import Any

from django.template import defaultfilters
from django.urls import NoReverseMatch, reverse
from django.utils.safestring import SafeString
from jinja2 import ChainableUndefined, Environment, Undefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup
from markupsafe import escape as markup

from cards.templatetags import faces
from games.boards.drawing import CLOCKS, CSRF_FIELD
from games.templatetags import boards, lobby, ratings
from scrapsite.common import look

_FUNCTIONS = {
    "board_table": boards.drawn_table,
    "card_address": boards.card_address,
    "card_link": boards.card_link,
    "card_rule": boards.card_rule,
    "chip": faces.chip,
    "clocks": Markup(CLOCKS),  # noqa: S704
    "csrf_field": Markup(CSRF_FIELD),  # noqa: S704  our own constant
    "face": faces.face,
    "icon": look.icon,
    "invitation_of": lobby.invitation_of,
    "invited_to": lobby.invited_to,
    "line_inside": boards.line_inside,
    "line_text": boards.line_text,
    "link_to_copy": boards.link_to_copy,
    "log_line": boards.log_line,
    "reason_words": boards.reason_words,
    "rematch_of": lobby.rematch_of,
    "rule_link": boards.rule_link,
    "score_words": boards.score_words,
    "to_card": boards.to_card,
    "watcher_choices": lobby.watcher_choices,
    "with_terms": boards.with_terms,
}
_FILTERS = {
    "by_turn": boards.by_turn,
    "change": ratings.change,
    "date": defaultfilters.date,
    "default": defaultfilters.default,
    "join": defaultfilters.join,
    "newest_turns": boards.newest_turns,
    "orders_at": boards.orders_at,
    "pluralize": defaultfilters.pluralize,
    "rating": ratings.rating,
    "times": boards.times,
    "urlencode": defaultfilters.urlencode,
    "yesno": defaultfilters.yesno,
}


class _Generator(CodeGenerator):
    """Compiles templates so that `_shown` alone makes HTML of values; Jinja2 would look at them again."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            raise ValueError("Boards are escaped throughout.")
        self.write(finalize.src)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(")")


class _Environment(Environment):
    code_generator_class = _Generator

    def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:
        """Return *source* without the indentation of its lines, which every board would carry along."""
        return re.sub(r"\n[ \t]+", "\n", super().preprocess(source, name, filename))


def environment(**options: Any) -> Environment:
    """Return the environment, for Django's Jinja2 backend. Where something is missing, nothing is shown."""
    lasting = {"undefined": ChainableUndefined, "finalize": _shown, "keep_trailing_newline": True}
    made = _Environment(**{**options, **lasting})
    made.globals.update(_FUNCTIONS, url=_url, maybe_url=_maybe_url)
    made.filters.update(_FILTERS)
    made.tests["none"] = lambda value: value is None or isinstance(value, Undefined)
    return made


def _shown(value: Any) -> str:
    """Return *value* as HTML, escaped as Django does it."""
    kind = type(value)
    if kind is str:
        return _escaped(value)
    if kind is Markup or kind is SafeString:
        return value
    return str(value) if kind is int else markup(value)


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
