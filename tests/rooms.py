"""Checks how the code is arranged, as part of `make lint`: `python -m tests.rooms`.

import-linter checks the layers (pyproject.toml). This module finds cycles between the parts of a package,
packages and modules that are too large, and names that were replaced by better ones. It also looks for
English that nobody would say (tests/english.py).
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

from tests.english import READERS, bad_english

ROOT = Path(__file__).resolve().parents[1]
APPS = ("games", "cards", "rules", "scrapsite")
MOST_MODULES = 15
MOST_LINES = 400


def main() -> int:
    """Print what is wrong; return 1 if anything is."""
    read = _tracked(*(f"*{suffix}" for suffix in READERS))
    found = [*cycles(), *too_large(), *old_words(), *bad_english(ROOT, read)]
    print("\n".join(found) if found else "Every room is in order.")
    return int(bool(found))


def cycles() -> Iterator[str]:
    """Yield one cycle of imports for each package that has any among its parts.

    An import counts wherever it stands, in a function too.
    """
    graph = grimp.build_graph(*APPS, include_external_packages=False)
    scopes: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for importer in graph.modules:
        for imported in graph.find_modules_directly_imported_by(importer):
            scope, here, there = _parting(importer, imported)
            if scope and here != there:
                scopes[scope][here].add(there)
    for scope, imports in sorted(scopes.items()):
        try:
            TopologicalSorter(imports).prepare()
        except CycleError as error:
            yield f"{scope}: a cycle of imports: {' ← '.join(error.args[1])}"


def _parting(one: str, other: str) -> tuple[str, str, str]:
    """Return the innermost package that contains both modules, and the part of it that each belongs to."""
    first, second = one.split("."), other.split(".")
    shared = 0
    while shared < min(len(first), len(second)) and first[shared] == second[shared]:
        shared += 1
    scope = ".".join(first[:shared])
    # A package's own `__init__` is one of its modules.
    here = ".".join(first[: shared + 1]) if len(first) > shared else f"{scope}.__init__"
    there = ".".join(second[: shared + 1]) if len(second) > shared else f"{scope}.__init__"
    return scope, here, there


def too_large() -> Iterator[str]:
    """Yield packages of more than 15 modules and modules of more than 400 lines. Migrations don't count."""
    packages: defaultdict[Path, int] = defaultdict(int)
    for path in _tracked("*.py"):
        if path.parts[0] not in APPS or "migrations" in path.parts:
            continue
        packages[path.parent] += 1
        lines = len((ROOT / path).read_text("utf-8").splitlines())
        if lines > MOST_LINES:
            yield f"{path}: {lines} lines, at most {MOST_LINES}"
    for package, count in packages.items():
        if count > MOST_MODULES:
            yield f"{package}: {count} modules, at most {MOST_MODULES}"


# Old words, and the standard word of the field or the rulebook for each.
OLD_WORDS = {
    r"redeal\w*": "resample",
    r"estimates?": "evaluate",
    r"deciders?": "seats to act",
    r"afterthoughts?": "reconsider",
    r"Table(?=[(\]):,])": "LockedMatch",
    r"horizons?": "visible_until",
    r"house|HOUSE|House\w*": "system",
    r"tellings?": "notify, narrate",
    r"[Aa]lerts?|Alert[A-Z]\w*|alert_\w+": "notification",
    r"[Pp]arcels?": "delivery",
    r"postm[ae]n|Postman": "delivery worker",
    r"[Pp]acking": "digest",
    r"habits?|Habits?": "preference",
    r"[Ww]ishes": "preferences",
    r"Reach|reach_of\w*": "channels",
    r"outward": "safe HTTP client",
    r"[Dd]oorbell": "update socket",
    r"[Ss]witchboard": "update hub",
    r"lanes": "worker threads",
    r"[Rr]eaper|reap": "recovery",
    r"[Dd]ials?": "SeatClock",
    r"Press(?=[(\]):])|\w+_presses": "FacetLink",
    r"[Ss]hel(?:f|ves)": "Group",
    r"[Bb]ench": "DeckContext",
    r"[Ss]ketch(?:es)?": "Draft",
    r"wordings?": "blocks",
    r"[Pp]ieces?": "blocks",
    r"units": "blocks",
}
_WORDS = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(OLD_WORDS)})(?![A-Za-z])")
_LOOKED_AT = ("*.py", "*.html", "*.txt", "*.md", "*.js", "*.css")
# History keeps the old names, rulebooks keep the words of their games, and the rest isn't our code.
_NOT_LOOKED_AT = re.compile(
    r"CHANGELOG\.md|docs/decisions/|docs/provenance/|.*/migrations/|rules/text/|static/vendor/|tests/data/|tests/rooms\.py"
    r"|.*playthroughs/"
)
# (path, what stays there, why)
KEPT = (
    (r".*", r"house-\d|[Hh]ouse option\w*|[\"/#]house\b", "the rulebooks’ chapter “House options”"),
    (r".*", r"/?alerts[./][\w.]*|[\"/]alerts[\"/]", "addresses and codes that visitors and programs know"),
    (r".*", r"decisions/\d{4}-[\w-]+", "decision records keep their names"),
    (r"templates/.*|scrapsite/(accounts|notifications)/.*", r"[Aa]lerts?\b", "the visitors’ word for them"),
    (
        r".*",
        r"role\W{1,4}alert|<script>alert|\"alert\"|\balert[(`]",
        "ARIA’s role, and the browser’s function",
    ),
    (r"(?!scrapsite/server/).*", r"lanes", "Scrapbots’ Lanes"),
    (r".*", r"scrapsite[./]bench\S*|\bbench\b", "the benchmark, `make bench`"),
    (r"(?!rules/).*", r"\bunits\b", "of time and of length, as everybody says"),
    (
        r".*",
        r"[Pp]ieces? of \w+|in.one.piece\b|too many pieces|pieces of their own",
        "plain English",
    ),
    (r"tests/.*", r"presses_play|kind of alert|in_two_units|COLUMN .*deciders", "what a test quotes or does"),
    (r".*", r"the wording and the rulings|new_wording|Its wording", "plain English for how something is put"),
    (
        r"tests/.*",
        r"\bTables?\b",
        'the tests’ vocabulary: `table("scrapbots").with_hand(…)`; players’ Table talk',
    ),
)


def old_words() -> Iterator[str]:
    """Yield the places that still use an old word."""
    kept = [(re.compile(path), re.compile(line)) for path, line, _ in KEPT]
    for path in _tracked(*_LOOKED_AT):
        if _NOT_LOOKED_AT.match(str(path)):
            continue
        kept_here = [what for where, what in kept if where.fullmatch(str(path))]
        for number, line in enumerate((ROOT / path).read_text("utf-8").splitlines(), 1):
            if not _WORDS.search(line):
                continue
            rest = line
            for what in kept_here:
                rest = what.sub("", rest)
            for word in _WORDS.findall(rest):
                yield f"{path}:{number}: “{word}” is {_better(word)} now"


def _better(word: str) -> str:
    """Return the standard word. Some old words are such only before a bracket."""
    looked_at = {old: re.match(f"(?:{old})", f"{word})") for old in OLD_WORDS}
    return next(OLD_WORDS[old] for old, found in looked_at.items() if found and found[0] == word)


def _tracked(*patterns: str) -> Iterable[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [Path(name) for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]


if __name__ == "__main__":
    sys.exit(main())
