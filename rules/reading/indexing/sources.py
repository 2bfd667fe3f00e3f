"""Reads Python source as text and finds where it cites rules, and in what. Nothing is imported or run."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rules.reading.indexing.flow import FUNCTIONS, KEPT, SCOPES, End, Flow, Kind, Node, bound, callee
from rules.wiki.citations import Site

_ANCHOR = re.compile(r"(?:([a-z][a-z0-9-]*):)?([a-z][a-z-]*(?:[a-z]|[0-9]+))")

_NAMED = r"[a-z-]+(?:[a-z]|[0-9]+)"


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule named at a site. *sure:* False for a word that is a citation only if the rulebook has it."""

    anchor: str
    kind: Kind
    site: Site
    sure: bool = True


def citations_in(files: Iterable[Path], root: Path, game: str = "") -> tuple[Citation, ...]:
    """Return what the *files* cite of the rulebook of *game*, in the order of the source."""
    texts = {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in files}
    nodes: list[Node] = []
    for path, text in texts.items():
        _collect(ast.parse(text), path, nodes)
    return (*_constants(nodes, game), *_in_words(texts, nodes, game))


def named_by_tests(files: Iterable[Path], root: Path, game: str) -> tuple[Citation, ...]:
    """Return what the test functions in *files* name: sure in a `@ruling` mark, else somewhere inside."""
    found: dict[tuple[str, Site], bool] = {}
    for path in files:
        name = path.relative_to(root).as_posix()
        for test in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(test, FUNCTIONS) and test.name.startswith("test_"):
                site = Site(name, test.lineno, test.name)
                for anchor, is_mark in _named_in_test(test, game):
                    found[anchor, site] = found.get((anchor, site), False) or is_mark
    return tuple(Citation(anchor, "other", site, sure) for (anchor, site), sure in found.items())


def _named_in_test(test: ast.FunctionDef | ast.AsyncFunctionDef, game: str) -> Iterator[tuple[str, bool]]:
    marks = {id(word) for mark in test.decorator_list if callee(mark) == "ruling" for word in ast.walk(mark)}
    for word in ast.walk(test):
        if isinstance(word, ast.Constant) and (anchor := _anchor(word.value, game)):
            yield anchor, id(word) in marks


def _collect(tree: ast.AST, path: str, into: list[Node], scope: str = "", name: str = "") -> None:
    """Gather what in *tree* is of use, with the scope it is in; functions and classes are in their own."""
    for child in ast.iter_child_nodes(tree):
        inner, called = scope, name
        if isinstance(child, SCOPES):
            inner = called = f"{scope}.{child.name}".lstrip(".")
        elif not scope and isinstance(child, ast.Assign | ast.AnnAssign):
            called = next(bound(child), "")
        if isinstance(child, KEPT):
            into.append(Node(child, inner, path, called))
        _collect(child, path, into, inner, called)


def _constants(nodes: Sequence[Node], game: str) -> Iterator[Citation]:
    """Yield the words that are anchors, each for every end it comes to; with no game, only those."""
    ends = Flow(nodes).ends_of_constants()
    for node in nodes:
        if isinstance(node.tree, ast.Constant) and (anchor := _anchor(node.tree.value, game)):
            unknown: list[End] = [("other", "")] if game else []
            for kind, name in sorted(ends.get(id(node.tree), ())) or unknown:
                site = Site(node.path, node.tree.lineno, name or node.name)
                yield Citation(anchor, kind, site, sure=kind != "other")


def _in_words(texts: dict[str, str], nodes: Sequence[Node], game: str) -> Iterator[Citation]:
    """Yield what docstrings and comments cite: `game:a-1`, or `game:a-1` to `a-4`.

    What belongs to no game has bare anchors, after the word Source; not every rulebook need have them.
    """
    first = rf"`{re.escape(game)}:{_NAMED}`" if game else rf"\*Source:\*\s+`{_NAMED}`"
    more = rf"(?:(?:,| and| to)\s+`(?:{re.escape(game)}:)?{_NAMED}`)*"
    for path, text in texts.items():
        for found in re.finditer(first + more, text):
            line = text.count("\n", 0, found.start()) + 1
            site = Site(path, line, _scope_at(nodes, path, line))
            yield from (Citation(name, "other", site, sure=bool(game)) for name in _spelt_out(found[0]))


def _spelt_out(words: str) -> Iterator[str]:
    """Yield the anchors of a list; a range has all from its first to its last number."""
    last = ""
    for joint, name in re.findall(r"(to\s+)?`(?:[a-z0-9-]+:)?([a-z0-9-]+)`", words):
        stem, _, number = name.rpartition("-")
        before, _, first = last.rpartition("-")
        if joint and before == stem and first.isdigit() and number.isdigit():
            yield from (f"{stem}-{between}" for between in range(int(first) + 1, int(number)))
        yield name
        last = name


def _scope_at(nodes: Sequence[Node], path: str, line: int) -> str:
    """Return the innermost class or function that the line is in."""
    scopes = [
        (node.tree.lineno, node.scope)
        for node in nodes
        if isinstance(node.tree, SCOPES)
        and node.path == path
        and node.tree.lineno <= line <= (node.tree.end_lineno or line)
    ]
    return max(scopes, default=(0, ""))[1]


def _anchor(value: object, game: str) -> str:
    """Return the anchor that *value* is, or an empty text. An anchor that names a game has to name *game*."""
    found = _ANCHOR.fullmatch(value) if isinstance(value, str) else None
    return found[2] if found and found[1] in (None, game) else ""
