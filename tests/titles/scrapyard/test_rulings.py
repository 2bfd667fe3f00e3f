"""Every paragraph of the rulebook is settled by a named test."""

import re
from pathlib import Path

from rules.shipped import anchors, book

# What the house does for every title is tested with the match service, not with the engine.
OF_THE_HOUSE = {"turn-4", "end-4", "fair-1", "fair-2"}


def settled() -> set[str]:
    """Return the anchors that `@ruling` names anywhere in this folder."""
    found: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for arguments in re.findall(r"^@ruling\(([^)]*)\)", path.read_text(encoding="utf-8"), re.MULTILINE):
            found.update(re.findall(r'"([a-z0-9-]+)"', arguments))
    return found


def test_no_paragraph_of_law_is_forgotten():
    law = {paragraph.anchor for paragraph in book("scrapyard", "1.0").paragraphs if not paragraph.term}
    assert law - settled() - OF_THE_HOUSE == set()


def test_every_ruling_named_here_exists():
    assert settled() - anchors("scrapyard", "1.0") == set()
