"""How drawn cards look: the colours, shapes, icons and fonts of the web pages."""

import hashlib
import re
import secrets
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from cards.catalogue.faces import finer_kind_of, kind_of
from games.engine.cards import Card

COMMON = "component"
TEMPLATES = Path(__file__).parent / "template"
SHAPES = ("cog", "hexagon", "bolt", "nut", "cell")
_COLOUR = re.compile(r"--card-([a-z-]+):\s*(#[0-9a-f]{6})\s*;", re.IGNORECASE)
_ICON_NAME = re.compile(r"[a-z0-9-]+")


def look(icons: Iterable[str]) -> dict[str, Any]:
    """Return what the templates need: colours, shapes, and the SVG of *icons* by name."""
    art = {name: svg for name in sorted(set(icons)) if (svg := icon_svg(name))}
    return {"colours": colours(), "shapes": shapes(), "art": art}


@cache
def colours() -> dict[str, str]:
    """Return the card colours of tokens.css by name: `scrapbot`, `stock`."""
    return {name: value.lower() for name, value in _COLOUR.findall(_tokens())}


def enamel_of(card: Card) -> str:
    """Return the name of the colour of *card*: that of its subtype, of its type, or the common one."""
    return next(name for name in (finer_kind_of(card), kind_of(card), COMMON) if name in colours())


@cache
def shapes() -> dict[str, list[list[float]]]:
    """Return the outlines of tokens.css, as points in percent of width and height."""
    return {name: _points(name) for name in SHAPES}


@cache
def icon_svg(name: str) -> str:
    """Return the SVG *name* of static/icons; empty if there is none."""
    path = static_folder() / "icons" / f"{name}.svg"
    if not _ICON_NAME.fullmatch(name) or not path.is_file():
        return ""
    return path.read_text(encoding="utf-8")


@cache
def font_folder() -> Path:
    """Return the folder with the site's fonts unpacked; Typst can't read the web's packed form."""
    folder = Path(settings.VAR_DIR) / "exports" / "fonts"
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted((static_folder() / "fonts").glob("*.woff2")):
        _unpack(path, folder / f"{path.stem}.ttf")
    return folder


@cache
def look_version() -> str:
    """Return a digest of everything that decides how cards are drawn, except the cards themselves."""
    digest = hashlib.blake2b(digest_size=12)
    sources = [*Path(__file__).parent.rglob("*.py"), *TEMPLATES.glob("*.typ"), _tokens_path()]
    for folder, pattern in (("icons", "*.svg"), ("fonts", "*.woff2")):
        sources += (static_folder() / folder).glob(pattern)
    for path in sorted(sources):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def static_folder() -> Path:
    """Return the folder of the site's own static files."""
    return Path(settings.BASE_DIR) / "static"


def _tokens_path() -> Path:
    return static_folder() / "css" / "tokens.css"


@cache
def _tokens() -> str:
    return _tokens_path().read_text(encoding="utf-8")


def _points(name: str) -> list[list[float]]:
    found = re.search(rf"--{name}:\s*polygon\(([^)]*)\)", _tokens())
    if found is None:
        raise LookupError(f"tokens.css has no outline “{name}”.")
    return [[float(part.rstrip("%")) for part in pair.split()] for pair in found[1].split(",")]


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
