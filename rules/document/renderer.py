"""The process that renders: reads a line of JSON with questions, writes a line with the answers, and so on.

A question is `[kind, source]`. A `block` is answered by its block as a list, a `comment` by a list with its
HTML; either by a string that says what is wrong with it. Knows no database and no settings, opens nothing
once it has begun, and kills itself when an answer takes too much work, even if nobody waits for it any more.
"""

import json
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any

from rules.document.markup import convert_block, convert_comment

CPU_SECONDS = 0.3
MEMORY_BYTES = 512 << 20
MOST_HTML = 100_000

# Rendering this text triggers all lazy imports.
_WARMING = """A *law* of [[rule:a-1]], <b> &amp; [x](https://example.org).
{: #a-1 .source from="Setup" }

- One

|a|b|
|-|-|
|c|d|
"""


def answer(kind: str, source: str) -> Any:
    """Return the answer to one question."""
    try:
        return _KINDS[kind](source)
    except ValueError as error:
        return str(error)
    except (RecursionError, MemoryError):
        return "It is nested too deeply."
    except Exception:
        traceback.print_exc()
        return "It can't be displayed. Try it with less formatting."


def _comment(source: str) -> list[str]:
    return [_small(convert_comment(source))]


def _block(source: str) -> list[Any]:
    made = convert_block(source)
    return [made.kind, _small(made.html), made.anchor, sorted(made.classes), made.title, made.where]


def _small(html: str) -> str:
    if len(html) > MOST_HTML:
        raise ValueError("It gets far too long when it is displayed. Use shorter or fewer links.")
    return html


_KINDS: dict[str, Callable[[str], list[Any]]] = {"comment": _comment, "block": _block}


def main() -> None:
    """Answer questions until the input ends."""
    answer("block", _WARMING)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for line in sys.stdin:
        # There is no handler for the signal, so the system ends the process whatever it is doing.
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
        answers = [answer(*question) for question in json.loads(line)]
        signal.setitimer(signal.ITIMER_PROF, 0)
        sys.stdout.write(json.dumps(answers) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
