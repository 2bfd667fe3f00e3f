"""Template tags of the match page."""

from collections.abc import Hashable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from jinja2 import pass_context

from games import boards
from games.boards.drawing import draw, filled
from games.boards.log import Chapter, chapters, newest_of
from games.boards.marks import States, kept_states, marked, outlined, states_in
from games.boards.terms import explained
from games.boards.you import for_you
from games.coaching.advice import Advice
from games.engine.cards import Card
from games.match_page.fold import MatchPage
from games.matches.queries.board import Board, LinePart, LogLine, OrderForm
from scrapsite.common.links import card_url, has_changed, rule_name, rule_url

register = template.Library()

# Behind a link to a paragraph whose words aren't those that the program was checked against.
_CHANGED = SafeString(' <span class="rule-changed">changed since it was checked</span>')


@register.simple_tag(takes_context=True)
def board_table(context: Context, board: Board) -> SafeString:
    """Draw the title's table in a Django template."""
    return SafeString(filled(_table(board, context["user"]), context["request"]))


@pass_context
def drawn_table(context: Any, board: Board) -> SafeString:
    """Draw the title's table in a Jinja2 template, with the marks of `games.boards.drawing`."""
    return SafeString(_table(board, context.get("user")))


def _table(board: Board, user: Any) -> str:
    """Return the title's table, with marks where something has changed if *board* has a view from before."""
    now = _drawn(board, user)
    if not board.viewer.is_spectator and not board.is_replay and board.story is None:
        kept_states.put(_states_key(board, board.seq), states_in(now))
    shown = now if board.before is None else marked(now, _states_before(board, user))
    hint = board.hint if isinstance(board, MatchPage) else None
    return outlined(shown, _advised(hint.advice)) if hint and hint.advice else shown


def _advised(advice: Advice) -> tuple[str, ...]:
    """Return the places that the move is about, or that of the button that makes it with others."""
    return (f"batch:{advice.batch.at}",) if advice.batch else (advice.words.at, advice.words.to)


def _states_before(board: Board, user: Any) -> States:
    """Return the states of the things as the viewer of *board* last saw them."""
    past = replace(
        board, view=board.before, before=None, offers=(), batches=(), orders=(), story=None, picked=""
    )
    if board.is_replay:  # one looks at a moment of it once, and it isn't what the viewer has seen last
        return states_in(_drawn(past, user))
    key = _states_key(board, board.seen)
    found = kept_states.get(key)
    if found is None:
        found = states_in(_drawn(past, user))
        kept_states.put(key, found)
    return found


def _states_key(board: Board, number: int) -> Hashable:
    """Return all that states of things depend on. *number:* of the step, as the viewer counts."""
    names = tuple(seat.name for seat in board.seats)
    return board.match, board.viewer, number, board.status, names


def _drawn(board: Board, user: Any) -> str:
    return draw(boards.template_name(board), {"board": board, "table": boards.table(board), "user": user})


@pass_context
def link_to_copy(context: Any, id: str, label: str, path: str) -> SafeString:
    """Return a field with the whole address of *path*, to copy."""
    request = context.get("request")
    origin = (request.scheme, request.get_host()) if request else ("", "")
    return _link_to_copy(id, label, path, *origin)


@register.filter
def table_style(board: Board) -> str:
    """Return the name of the style sheet of the title's table."""
    return boards.style_name(board)


@register.filter
def keys_template(board: Board) -> str:
    """Return the name of the template that lists the keys of the title's table."""
    return boards.keys_name(board)


@register.filter
def orders_at(board: Board, places: str) -> list[tuple[str, list[tuple[str, OrderForm]]]]:
    """Return the standing orders that belong to things of the board, grouped by what they settle.

    *places:* of the things, with spaces between. Each order comes with the rest of its label.
    """
    groups: dict[str, list[tuple[str, OrderForm]]] = {}
    for order in board.orders:
        if order.at in places.split():
            head, colon, tail = order.label.partition(": ")
            groups.setdefault(head if colon else "", []).append((tail or head, order))
    return list(groups.items())


@register.filter
def by_turn(board: Board) -> list[Chapter]:
    """Return the log of *board* by turns, newest first."""
    return chapters(board.log)


@register.filter
def newest_turns(turns: list[Chapter]) -> list[Chapter]:
    """Return the newest of *turns*, as many as a board shows."""
    return newest_of(turns)


@register.inclusion_tag("games/match_page/_key_line.html")
def key_line(keys: str, does: str) -> dict[str, Any]:
    """Return a line of the list of keys. *keys:* with spaces between; `1–9` for all from 1 to 9."""
    return {"keys": [key.split("–") for key in keys.split()], "does": does}


@register.simple_tag
def hint_key(board: MatchPage) -> SafeString:
    """Return the line of the key that asks for a hint; empty where there are none."""
    if not board.has_hints:
        return SafeString("")
    return render_to_string(
        "games/match_page/_key_line.html", key_line("I", "ask for a hint, or fold it away")
    )


@register.simple_tag
def score_words(board: Board, score: int) -> str:
    """Return the unit of *score* in this title, such as `Wounds`."""
    return boards.score_words(board, score)


@register.simple_tag
def reason_words(board: Board) -> str:
    """Return why the match of *board* is over, in a sentence."""
    return boards.reason_words(board)


@register.filter
def times(number: int) -> range:
    """Return a range to loop over *number* times."""
    return range(number)


@register.simple_tag
def rule_link(rule: str, url: str) -> SafeString:
    """Return a link to a rulebook's paragraph, which htmx opens beside the board; empty without *rule*."""
    return _rule_link(rule_name(rule, url), url, has_changed(url)) if rule else SafeString("")


def card_rule(card: Card, rule: str) -> SafeString:
    """Return a link to the paragraph *rule* of the rulebook of *card*, as `rule_link`."""
    return rule_link(rule, rule_url(card.game, card.edition, rule))


def with_terms(text: str, title: str, edition: str) -> SafeString:
    """Return *text* as HTML, with links on the words of the title that its boards explain."""
    return explained(text, boards.terms(title), title, edition)


@register.simple_tag
def log_line(line: LogLine, you: int = -1) -> SafeString:
    """Return a log line with its links. *you:* the seat of whoever reads it, -1 to call everybody by name."""
    # Lines are cached, as every board shows dozens.
    name, is_changed = rule_name(line.rule, line.rule_url), has_changed(line.rule_url)
    return _log_line(for_you(line.parts, you), name, line.rule_url, is_changed)


def line_inside(line: LogLine) -> SafeString:
    """Return the cards inside a log line, each with its link."""
    return format_html_join(", ", "{}", ((_part_in_html(part),) for part in line.inside))


def line_text(line: LogLine, you: int) -> str:
    """Return the words of a log line alone, as `log_line` tells them."""
    return "".join(part.text for part in for_you(line.parts, you))


@register.simple_tag
def card_link(card: Card) -> SafeString:
    """Return the name of *card* as a link, which htmx opens beside the board."""
    return _card_link(card.name, card_address(card))


def card_address(card: Card) -> str:
    """Return the address of the page of *card* in its edition; empty if the site has none."""
    return card_url(card.game, card.edition, card.slug)


def to_card(card: Card) -> SafeString:
    """Return the attributes of a link to *card*, which htmx opens beside the board."""
    return _to_card(card_address(card))


@lru_cache(maxsize=1024)
def _link_to_copy(id: str, label: str, path: str, scheme: str, host: str) -> SafeString:
    asked = {"request": {"scheme": scheme, "get_host": host}, "id": id, "label": label, "path": path}
    return render_to_string("_link_to_copy.html", asked)


@lru_cache(maxsize=2048)
def _card_link(name: str, url: str) -> SafeString:
    return format_html('<a class="card-link" {}>{}</a>', _to_card(url), name)


@lru_cache(maxsize=2048)
def _to_card(url: str) -> SafeString:
    return format_html('href="{0}" hx-get="{0}" hx-select=".card-page"', url)


@lru_cache(maxsize=2048)
def _rule_link(name: str, url: str, is_changed: bool) -> SafeString:
    return format_html(
        '<a class="rule-link" href="{0}" hx-get="{0}"><span class="visually-hidden">Rule </span>{1}</a>{2}',
        url,
        name,
        _CHANGED if is_changed else "",
    )


@lru_cache(maxsize=8192)
def _log_line(parts: tuple[LinePart, ...], name: str, url: str, is_changed: bool) -> SafeString:
    words = format_html_join("", "{}", ((_part_in_html(part),) for part in parts))
    return format_html("{} {}", words, _rule_link(name, url, is_changed) if name else "")


def _part_in_html(part: LinePart) -> SafeString | str:
    if part.kind == "card" and part.url:
        return _card_link(part.text, part.url)
    if part.kind == "seat":
        return format_html('<b class="who">{}</b>', part.text)
    return part.text
