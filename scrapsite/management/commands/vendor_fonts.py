"""Cut the pages' text font, in the weights and letters they use, into static/fonts/web."""

from __future__ import annotations

import logging
from argparse import ArgumentParser
from collections.abc import Collection
from io import BytesIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

SOURCE = "files/roboto-mono-latin-wght-normal.woff2"
WEIGHTS = (400, 700)
# What our own texts are written with; whatever else people write is in the second file.
BASIC = {*range(0x20, 0x7F), *map(ord, "\u00a0’‘“”·−…–—×±«»‹›•")}


class Command(BaseCommand):
    """Writes two files: one that every page loads, and one for the other letters."""

    requires_system_checks = ()
    help = "Cut the text font out of an unpacked @fontsource-variable/roboto-mono package."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("package", type=Path, help="folder that holds files/")

    def handle(self, *args: Any, **options: Any) -> None:
        logging.getLogger("fontTools").setLevel(logging.ERROR)
        whole = _lighter(options["package"] / SOURCE)
        target = Path(settings.BASE_DIR) / "static" / "fonts" / "web"
        target.mkdir(exist_ok=True)
        known = set(_opened(whole).getBestCmap())
        for name, letters in {"basic": known & BASIC, "more": known - BASIC}.items():
            _cut(whole, letters, target / f"roboto-mono-{name}.woff2")
            self.stdout.write(f"roboto-mono-{name}: {unicode_range(letters)}")


def unicode_range(letters: Collection[int]) -> str:
    """Return *letters* as the value of the descriptor `unicode-range`: `U+20-7E, U+A0`."""
    runs: list[list[int]] = []
    for letter in sorted(letters):
        if runs and letter == runs[-1][1] + 1:
            runs[-1][1] = letter
        else:
            runs.append([letter, letter])
    return ", ".join(f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in runs)


def _lighter(path: Path) -> bytes:
    """Return the font at *path*, only with the weights that are used."""
    font = instancer.instantiateVariableFont(TTFont(path), {"wght": WEIGHTS})
    font.flavor = None
    made = BytesIO()
    font.save(made)
    return made.getvalue()


def _opened(font: bytes) -> TTFont:
    return TTFont(BytesIO(font))


def _cut(whole: bytes, letters: Collection[int], target: Path) -> None:
    """Write *target*, a font with *letters* only."""
    options = Options(layout_features=[], hinting=False, notdef_outline=True)
    font, subsetter = _opened(whole), Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(target)
