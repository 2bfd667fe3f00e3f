"""What people's texts may hold, looked at before anything else is done with them."""

from rules.errors import BadText
from rules.models import MOST_CHARACTERS

DEEPEST = 20
MOST_BRACKETS = 400
LONGEST_RUN = 20
_OPENING = "[({"
_CLOSING = "])}"


def check_text(text: str, piece: int | None = None) -> None:
    """Refuse what is empty, too long, nested too deeply or full of brackets. *Raises:* BadText."""
    if not text.strip():
        raise BadText("There are no words in it.", "text/empty", piece)
    if len(text) > MOST_CHARACTERS:
        said = f"A text has at most {MOST_CHARACTERS:,} characters; this one has {len(text):,}."
        raise BadText(said, "text/long", piece)
    if any(ord(char) < 32 and char not in "\n\r\t" for char in text):
        raise BadText("There are control characters in it. Take them out.", "text/control", piece)
    if sum(text.count(char) for char in _OPENING) > MOST_BRACKETS:
        raise BadText(f"A text has at most {MOST_BRACKETS} brackets.", "text/brackets", piece)
    if _nesting(text) > DEEPEST:
        said = f"Brackets, quotes and lists are nested at most {DEEPEST} deep."
        raise BadText(said, "text/nested", piece)
    if _has_long_run(text):
        said = f"At most {LONGEST_RUN} stars, underscores or backticks in a row."
        raise BadText(said, "text/run", piece)


def _nesting(text: str) -> int:
    """Return the depth of brackets, quote marks or indentation, whichever is deepest."""
    deepest = depth = 0
    for char in text:
        depth = depth + 1 if char in _OPENING else max(0, depth - 1) if char in _CLOSING else depth
        deepest = max(deepest, depth)
    return max([deepest, *(_line_depth(line) for line in text.splitlines())])


def _line_depth(line: str) -> int:
    lead = line[: len(line) - len(line.lstrip(" \t>"))].expandtabs(4)
    return max(lead.count(">"), lead.count(" ") // 4)


def _has_long_run(text: str) -> bool:
    return any(char * (LONGEST_RUN + 1) in text for char in "*_`~")
