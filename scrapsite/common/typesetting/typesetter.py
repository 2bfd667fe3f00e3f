"""Runs Typst once, in a process of its own, which can be stopped and gives its memory back.

    python typesetter.py FOLDER < order.json

Writes a file for each page (or one PDF) to FOLDER. Imports nothing of the site, so that it starts quickly.
"""

import json
import os
import sys
from pathlib import Path

import typst

# Pages that somebody waits for, and bots whose turn it is, come first on this machine.
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
