"""The process that renders: reads a line of JSON with questions, writes a line with the answers, and so on.

A question is `[kind, source]`. A `piece` is answered by its block as a list, or by a string that says what is
wrong with it; a `comment` by its HTML. Knows no database and no settings.
"""

import json
import resource
import sys
from typing import Any

from rules.markup import block, comment

MEMORY_BYTES = 1 << 30


def answer(kind: str, source: str) -> Any:
    """Return the answer to one question."""
    if kind == "comment":
        return comment(source)
    try:
        made = block(source)
    except ValueError as error:
        return str(error)
    return [made.kind, made.html, made.anchor, sorted(made.classes), made.title]


def main() -> None:
    """Answer until nothing more comes."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    for line in sys.stdin:
        answers = [answer(*question) for question in json.loads(line)]
        sys.stdout.write(json.dumps(answers) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
