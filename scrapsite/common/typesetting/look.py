"""The site's fonts, unpacked for Typst, and its colours."""

import re
import secrets
from functools import cache
from pathlib import Path

from django.conf import settings

_COLOUR = re.compile(r"--([a-z0-9-]+):\s*(?:light-dark\()?(#[0-9a-f]{3,6})\b", re.IGNORECASE)


@cache
def font_folder() -> Path:
    """Return the folder with the site's fonts unpacked; Typst can't read the web's packed form."""
    folder = Path(settings.VAR_DIR) / "exports" / "fonts"
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted((static_folder() / "fonts").glob("*.woff2")):
        _unpack(path, folder / f"{path.stem}.ttf")
    return folder


def static_folder() -> Path:
    """Return the folder of the site's own static files."""
    return Path(settings.BASE_DIR) / "static"


def tokens_path() -> Path:
    """Return the style sheet that has every colour."""
    return static_folder() / "css" / "tokens.css"


@cache
def tokens() -> str:
    """Return the text of the style sheet that has every colour."""
    return tokens_path().read_text(encoding="utf-8")


@cache
def light_colours() -> dict[str, str]:
    """Return the colours of the style sheet by name, those of the light theme."""
    return dict(_COLOUR.findall(tokens()))


def _unpack(packed: Path, plain: Path) -> None:
    """Write the font *packed* to *plain* without its web compression, unless *plain* is newer."""
    if plain.is_file() and plain.stat().st_mtime >= packed.stat().st_mtime:
        return
    # The library takes long to import, and is needed once in the life of a font.
    from fontTools.ttLib import TTFont

    font = TTFont(packed, recalcTimestamp=False)
    font.flavor = None
    fresh = plain.with_suffix(f".{secrets.token_hex(4)}")
    font.save(fresh)
    fresh.replace(plain)
