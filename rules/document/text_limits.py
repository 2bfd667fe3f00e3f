"""The limits of people's texts. They are checked before anything else is done with a text.

The counts are far above what a rulebook or a comment needs. They are as low as they are because Markdown's
work grows with the square of some of them. `tests/rules/bad_texts.py` has the slowest texts that pass.
"""

import re

from rules.document.errors import BadText
from rules.document.markup import UNSEEN

MOST_CHARACTERS = 10_000

DEEPEST = 20
MOST_LINES = 300
MOST_BRACKETS = 400
MOST_BARS = 600
MOST_BACKTICKS = 400
MOST_MARKS = 2000
LONGEST_RUN = 20
LONGEST_RULER = 200

_OPENING = "[({"
_CLOSING = "])}"
_MARKS = "*_~"
_LEAD = re.compile(r"(?:[ \t]|>|[-*+:] |[0-9]{1,9}[.)] )*")
_LEVEL = re.compile(r">|[-*+:] |[0-9]{1,9}[.)] ")
_RULER = re.compile(rf"([-=#]) ?(?:\1 ?){{{LONGEST_RULER}}}")


def checked_line(text: str, most: int, what: str, code: str) -> str:
    """Return *text* as one line with even spaces, or an empty text. *what:* begins the sentence of a refusal.

    *code:* of the refusal of more than *most* characters. *Raises:* BadText.
    """
    line = " ".join(text.split())
    if len(line) > most:
        raise BadText(f"{what} has at most {most} characters.", code)
    if line:
        check_text(line)
    return line


def check_text(text: str, block: int | None = None) -> None:
    """Check that a text is neither empty, too long, nested too deeply nor full of marks. *Raises:* BadText.

    *block:* its place in the book, which the error carries on.
    """
    if not text.strip():
        raise BadText("Enter some text.", "text/empty", block)
    if len(text) > MOST_CHARACTERS:
        said = f"A text has at most {MOST_CHARACTERS:,} characters; this one has {len(text):,}."
        raise BadText(said, "text/long", block)
    if (found := _unwanted(text)) is not None:
        said = f"It has a character that can’t be seen (U+{ord(found):04X}). Remove it."
        raise BadText(said, "text/control", block)
    if text.count("\n") >= MOST_LINES:
        raise BadText(f"A text has at most {MOST_LINES} lines.", "text/lines", block)
    for most, chars, name, code in (
        (MOST_BRACKETS, _OPENING, "opening brackets", "text/brackets"),
        (MOST_BARS, "|", "vertical bars", "text/bars"),
        (MOST_BACKTICKS, "`", "backticks", "text/backticks"),
        (MOST_MARKS, _MARKS, "stars, underscores and tildes", "text/marks"),
    ):
        if sum(text.count(char) for char in chars) > most:
            raise BadText(f"A text has at most {most:,} {name}.", code, block)
    if _nesting(text) > DEEPEST:
        said = f"Brackets, quotes and lists can be nested at most {DEEPEST} deep."
        raise BadText(said, "text/nested", block)
    if _has_long_run(text):
        said = f"At most {LONGEST_RUN} stars, underscores or backticks in a row."
        raise BadText(said, "text/run", block)
    if _RULER.search(text):
        raise BadText(f"At most {LONGEST_RULER} dashes, equal or number signs in a row.", "text/run", block)


def _unwanted(text: str) -> str | None:
    """Return the first character that has no place in a text: an unseen one, or half of a pair."""
    return next((char for char in text if char in UNSEEN or "\ud800" <= char <= "\udfff"), None)


def _nesting(text: str) -> int:
    """Return the depth of brackets, or of what lines begin with, whichever is deeper."""
    deepest = depth = 0
    for char in text:
        depth = depth + 1 if char in _OPENING else max(0, depth - 1) if char in _CLOSING else depth
        deepest = max(deepest, depth)
    return max([deepest, *(_line_depth(line) for line in text.splitlines())])


def _line_depth(line: str) -> int:
    """Return how many quotes and lists a line opens, or how far it is indented, in steps of four."""
    lead = _LEAD.match(line)
    begins = lead[0] if lead else ""
    return max(len(_LEVEL.findall(begins)), begins.expandtabs(4).count(" ") // 4)


def _has_long_run(text: str) -> bool:
    return any(char * (LONGEST_RUN + 1) in text for char in "*_`~")
