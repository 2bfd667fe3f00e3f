"""The script that makes .venv, and what it says where it can't."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def bootstrap(tmp_path: Path) -> ModuleType:
    """The script as a module, at work in a folder of its own with a space in its name."""
    home = tmp_path / "my site" / "requirements"
    shutil.copytree(ROOT / "requirements", home)
    spec = importlib.util.spec_from_file_location("bootstrap", home / "bootstrap.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 9, 2), (3, 10, 13)])
def test_an_old_python_is_named_along_with_what_is_needed(bootstrap: ModuleType, version: tuple) -> None:
    said = bootstrap.too_old(version)
    assert said.startswith(f"Scrapsite needs Python 3.11 or newer; this is {'.'.join(map(str, version))}.")


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 13, 1), (4, 0, 0)])
def test_a_new_python_is_fine(bootstrap: ModuleType, version: tuple) -> None:
    assert bootstrap.too_old(version) == ""


def test_an_old_python_ends_with_that_message(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match=r"this is 3\.9\.2"):
        bootstrap.main()


def test_an_old_python_hands_over_to_a_newer_one(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    newer = tmp_path / "python3.12"
    newer.symlink_to(sys.executable)
    handed = []
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    monkeypatch.setattr(sys, "argv", ["bootstrap.py", "dev"])
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(bootstrap.os, "execv", lambda path, argv: handed.append(argv) or sys.exit(0))
    with pytest.raises(SystemExit):
        bootstrap.main()
    assert handed == [[str(newer), "bootstrap.py", "dev"]]


def test_a_python_without_venv_says_what_to_install(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(SystemExit, match="apt install python3-venv"):
        bootstrap.make_venv()


def test_pip_runs_only_when_the_lock_has_changed(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "make_venv", lambda: Path(bootstrap.VENV).mkdir(exist_ok=True))
    monkeypatch.setattr(bootstrap.subprocess, "call", lambda command: ran.append(command) or 0)
    for name in ("runtime", "runtime", "dev", "dev", "runtime"):
        monkeypatch.setattr(sys, "argv", ["bootstrap.py", name])
        bootstrap.main()
    assert [Path(command[-1]).stem for command in ran] == ["runtime", "dev"]
    assert all("--require-hashes" in command for command in ran)


def test_a_failed_install_is_tried_again(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(bootstrap.VENV).mkdir()
    monkeypatch.setattr(bootstrap.subprocess, "call", lambda command: 1)
    with pytest.raises(SystemExit, match="could not install"):
        bootstrap.install("runtime")
    assert not bootstrap.satisfies("runtime")


def test_the_script_keeps_to_the_grammar_of_old_pythons() -> None:
    source = (ROOT / "requirements" / "bootstrap.py").read_text()
    assert not re.search(r"\bf\"|:=|\bmatch\b|-> |\[\*", source)


def test_make_says_so_when_there_is_no_python_at_all() -> None:
    answer = subprocess.run(
        ["make", "play", "PYTHON=/nowhere/python3"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert answer.returncode != 0
    assert "Scrapsite needs Python 3.11 or newer; there is no /nowhere/python3 here." in answer.stdout
