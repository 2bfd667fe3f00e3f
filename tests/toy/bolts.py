"""Bolts, the toy game that docs/adding-a-game.md makes: here it is made, by following the recipe."""

import atexit
import shutil
import sys
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import games.titles
from tests.toy.recipe import follow

FOLDER = Path(tempfile.mkdtemp(prefix="bolts-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
follow(FOLDER)
games.titles.__path__.append(str(FOLDER / "games" / "titles"))

from games.titles.bolts import TITLE  # noqa: E402

RULEBOOKS = FOLDER / "rules" / "text"
SLUG = TITLE.slug


def _load_secrets() -> None:
    """Make the toy's `secrets` module importable under its name, beside those of real titles."""
    name = "tests.titles.bolts.secrets"
    spec = spec_from_file_location(name, FOLDER / "tests" / "titles" / "bolts" / "secrets.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules[name] = module


_load_secrets()
