"""`make lint` finds phrases that nobody would say, wherever people read them."""

import re
from pathlib import Path

import pytest

from tests.english import READERS, faults, phrases

LIST = r"""
[instead]
"\\bone's\\b" = "your"
'\ball that one can ask\b' = "Search help"

[[kept]]
files = 'rules/text/old.md'
text = "no one's"
why = "a quotation"
"""


def found_in(name: str, source: str) -> list[str]:
    return list(faults(name, READERS[Path(name).suffix](source), phrases(LIST)))


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("templates/page.html", "<p>\n  All that <b>one</b>\n  can ask</p>"),
        ("templates/page.html", '<button\n  aria-label="All that one can ask">?</button>'),
        ("templates/page.html", '{% url "x" %}\n{% include "a.html" with title="All that one can ask" %}'),
        ("templates/board.jinja", '\n{{ heading("All that one can ask") }}'),
        ("scrapsite/views.py", '\nmessage = f"All that {who}, one can ask: one’s turn"'),
        ("scrapsite/errors.py", '\nraise Refused("All that " "one can ask")'),
        ("static/js/page.js", '// a comment\nnote("All that one can ask");'),
        ("rules/text/book.md", "# Search\nAll that one\ncan ask"),
    ],
)
def test_a_planted_phrase_is_found_with_its_line(name: str, source: str) -> None:
    (fault,) = found_in(name, source)
    assert re.match(
        rf"{name}:[12]: instead of “(All that one can ask|one’s)” write: (Search help|your)", fault
    )


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("templates/page.html", "{# one's #}<p class=\"one's\">{{ one.name }}</p>"),
        ("scrapsite/views.py", 'def one():\n    """Return one\'s turn."""  # one\'s'),
        ("static/js/page.js", "// one's turn\n/* one's */ let ones = 1;"),
        ("docs/page.md", "`one's`"),
        ("rules/text/old.md", "This is no one's turn."),
    ],
)
def test_what_nobody_reads_and_what_is_kept_is_left_alone(name: str, source: str) -> None:
    assert not found_in(name, source)


def test_a_phrase_is_kept_only_in_the_files_named_for_it() -> None:
    assert found_in("rules/text/new.md", "This is no one's turn.")
