"""Runs Typst once, in a process of its own: what it took of memory is given back, and it can be stopped.

    python typesetter.py FOLDER < order.json

Writes a file a page (or one PDF) to FOLDER. Knows nothing of the site, so that it starts quickly.
"""

import json
import os
import sys
from pathlib import Path

import typst

# Others on this machine come first: a page that somebody waits for, a bot that has the turn.
POLITENESS = 10


def main(folder: Path) -> None:
    """Carry out the order on standard input."""
    os.nice(POLITENESS)
    order = json.load(sys.stdin)
    made = typst.compile(
        order["template"],
        root=order["root"],
        font_paths=[order["fonts"]],
        ignore_system_fonts=True,
        sys_inputs={"job": order["job"]},
        format=order["format"],
        ppi=order["ppi"],
        timestamp=order["timestamp"],
    )
    for number, page in enumerate(made if isinstance(made, list) else [made]):
        (folder / f"{number:04d}").write_bytes(page)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
