"""docs/adding-a-game.md, followed: its named blocks of code become files."""

import re
from pathlib import Path

DOC = Path(__file__).resolve().parents[2] / "docs" / "adding-a-game.md"
_BLOCK = re.compile(r'^```\w+ title="(?P<path>[^"]+)"\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL)


def blocks() -> dict[str, str]:
    """Return the text of every named block, by the path it is to be written to."""
    return {found["path"]: found["text"] for found in _BLOCK.finditer(DOC.read_text(encoding="utf-8"))}


def follow(folder: Path) -> None:
    """Write every named block to its file below *folder*."""
    for path, text in blocks().items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
