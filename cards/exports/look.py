"""How drawn cards look: the colours, shapes, icons and fonts of the web pages."""

import hashlib
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from cards.catalogue import faces
from cards.catalogue.faces import finer_kind_of, kind_of
from games.engine.cards import Card
from scrapsite.common.typesetting import look as common_look
from scrapsite.common.typesetting.look import static_folder, tokens, tokens_path

COMMON = "component"
TEMPLATES = Path(__file__).parent / "template"
SHAPES = ("cog", "hexagon", "bolt", "nut", "cell")
_COLOUR = re.compile(r"--card-([a-z-]+):\s*(#[0-9a-f]{6})\s*;", re.IGNORECASE)
_ICON_NAME = re.compile(r"[a-z0-9-]+")
_IMPORT = re.compile(r'^#import "([a-z-]+\.typ)"', re.MULTILINE)


def look(icons: Iterable[str]) -> dict[str, Any]:
    """Return what the templates need: colours, shapes, and the SVG of *icons* by name."""
    art = {name: svg for name in sorted(set(icons)) if (svg := icon_svg(name))}
    return {"colours": colours(), "shapes": shapes(), "art": art}


@cache
def colours() -> dict[str, str]:
    """Return the card colours of tokens.css by name: `scrapbot`, `stock`."""
    return {name: value.lower() for name, value in _COLOUR.findall(tokens())}


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
def look_version() -> str:
    """Return a digest of everything that decides how cards are drawn, except the cards themselves."""
    here = Path(__file__).parent
    sources = [*here.rglob("*.py"), *here.rglob("*.lua"), *TEMPLATES.glob("*.typ"), tokens_path()]
    sources.append(Path(faces.__file__))
    sources += Path(common_look.__file__).parent.glob("*.py")
    return _digest_of([*sources, *(static_folder() / "icons").glob("*.svg"), *_fonts()])


@cache
def templates_version(*names: str) -> str:
    """Return a digest of the templates *names*, of those they import, and of the fonts.

    That is all that decides how they draw a job.
    """
    paths = [TEMPLATES / name for name in names]
    for path in paths:  # which grows meanwhile
        imported = (TEMPLATES / name for name in _IMPORT.findall(path.read_text(encoding="utf-8")))
        paths += [other for other in imported if other not in paths]
    return _digest_of([*paths, *_fonts()])


def _fonts() -> list[Path]:
    return [*(static_folder() / "fonts").glob("*.woff2")]


def _digest_of(paths: Iterable[Path]) -> str:
    digest = hashlib.blake2b(digest_size=12)
    for path in sorted(paths):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _points(name: str) -> list[list[float]]:
    found = re.search(rf"--{name}:\s*polygon\(([^)]*)\)", tokens())
    if found is None:
        raise LookupError(f"tokens.css has no outline “{name}”.")
    return [[float(part.rstrip("%")) for part in pair.split()] for pair in found[1].split(",")]
