"""The Jinja2 environment compiles escaping in its own way; here nothing slips through."""

from __future__ import annotations

import pytest
from django.template import engines
from django.utils.functional import lazystr
from django.utils.safestring import SafeString
from markupsafe import Markup

NASTY, TAME = '<b title="\'">&', "&lt;b title=&quot;&#x27;&quot;&gt;&amp;"


class Nasty:
    def __str__(self) -> str:
        return "<script>"


def shown(text: str, **context: object) -> str:
    found: str = engines["jinja"].env.from_string(text).render(context)  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize(
    ("value", "html"),
    [
        (NASTY, TAME),
        (Nasty(), "&lt;script&gt;"),
        (lazystr("<i>"), "&lt;i&gt;"),
        (["<i>"], "[&#39;&lt;i&gt;&#39;]"),
        (3, "3"),
        (True, "True"),
        (None, "None"),
        (Markup("<i>"), "<i>"),
        (SafeString("<i>"), "<i>"),
    ],
)
def test_values_are_escaped_unless_they_are_html(value, html):
    assert shown("<p>{{ it }}</p>", it=value) == f"<p>{html}</p>"


@pytest.mark.parametrize(
    "text",
    [
        "{% set box %}<p>{{ it }}</p>{% endset %}{{ box }}",
        "{% macro box(what) %}<p>{{ what }}</p>{% endmacro %}{{ box(it) }}",
        "{% for one in [it] %}<p>{{ one }}</p>{% endfor %}",
        "<p>{{ it|default('') }}</p>",
        "<p>{{ it ~ '' }}</p>",
    ],
)
def test_text_is_escaped_once_on_each_way(text):
    assert shown(text, it="<i>&") == "<p>&lt;i&gt;&amp;</p>"


def test_what_is_missing_shows_nothing():
    assert shown("<p>{{ no.such.thing }}</p>") == "<p></p>"


def test_a_template_that_switches_escaping_off_is_refused():
    with pytest.raises(ValueError, match="escaped throughout"):
        shown("{% autoescape false %}{{ it }}{% endautoescape %}", it=NASTY)
