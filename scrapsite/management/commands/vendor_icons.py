"""Copy the icons in use from the npm package of Game-icons.net into static/icons."""

import csv
import json
import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scrapsite.management.outlines import in_whole_numbers

# Icons that pages use besides the cards' own art.
PAGE_ICONS = (
    "anvil",
    "battle-mech",
    "black-knight-helm",
    "brain",
    "card-discard",
    "card-draw",
    "card-play",
    "cog",
    "coinflip",
    "crane",
    "crossed-swords",
    "exit-door",
    "flying-flag",
    "hearts",
    "hourglass",
    "info",
    "key-card",
    "knockout",
    "megaphone",
    "mighty-spanner",
    "moon",
    "play-button",
    "poker-hand",
    "processor",
    "recycle",
    "return-arrow",
    "ringing-bell",
    "robot-helmet",
    "rule-book",
    "share",
    "spanner",
    "spider-bot",
    "token",
    "tracked-robot",
    "trophy-cup",
    "vintage-robot",
    "walking-scout",
)
HEAD = '<svg xmlns="http://www.w3.org/2000/svg"'


class Command(BaseCommand):
    """Writes a file for each icon, and a sprite with all of them."""

    requires_system_checks = ()
    help = "Copy the icons in use out of an unpacked @iconify-json/game-icons package."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("package", type=Path, help="folder that holds icons.json")

    def handle(self, *args: Any, **options: Any) -> None:
        target = Path(settings.BASE_DIR) / "static" / "icons"
        bodies = read_bodies(options["package"], wanted_icons())
        write_icons(target, bodies)
        self.stdout.write(f"{len(bodies)} icons are in static/icons.")


def wanted_icons() -> list[str]:
    """Return the names of all icons in use: of cards, and of pages."""
    tables = (Path(settings.BASE_DIR) / "games" / "titles").glob("*/cards.csv")
    return sorted({*PAGE_ICONS, *(icon for table in tables for icon in _icons_of(table))})


def read_bodies(package: Path, names: list[str]) -> dict[str, str]:
    """Return the SVG body of each icon by name. *Raises:* `CommandError` if one is missing."""
    known = json.loads((package / "icons.json").read_text(encoding="utf-8"))["icons"]
    missing = [name for name in names if name not in known]
    if missing:
        raise CommandError(f"The package has no icon called {', '.join(missing)}.")
    return {name: known[name]["body"] for name in names}


def write_icons(target: Path, bodies: dict[str, str]) -> None:
    """Write `<name>.svg` for each, and `sprite.svg` with a symbol for each, drawn in whole numbers."""
    for name, body in bodies.items():
        text = f'{HEAD} viewBox="0 0 512 512">{body}</svg>\n'
        (target / f"{name}.svg").write_text(text, encoding="utf-8")
    symbols = "\n".join(
        f'<symbol id="{name}" viewBox="0 0 512 512">{_simplified(body)}</symbol>'
        for name, body in bodies.items()
    )
    (target / "sprite.svg").write_text(f"{HEAD}>\n{symbols}\n</svg>\n", encoding="utf-8")


def _simplified(body: str) -> str:
    return re.sub(r' d="([^"]+)"', lambda found: f' d="{in_whole_numbers(found[1])}"', body)


def _icons_of(table: Path) -> set[str]:
    with table.open(encoding="utf-8", newline="") as lines:
        return {row["icon"] for row in csv.DictReader(lines)}
