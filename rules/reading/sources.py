"""Reads Python source as text and finds where it cites rules, and in what.

Nothing is imported or run. What reaches the `rule` of an event or of a refusal is followed backwards through
arguments, variables, fields, defaults and returned values. Things go by name, whatever module they are in:
the sources of one game are small enough for that.
"""

import ast
import inspect
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from games.engine.errors import GameError
from games.matches import errors as _of_matches  # noqa: F401, so that its refusals are known

Kind = Literal["event", "refusal", "other"]
# Where a rule may pass: an argument of what is called, a variable of a scope, a field, a returned value.
Slot = tuple[str, ...]
End = tuple[Kind, str]

_ANCHOR = re.compile(r"(?:([a-z][a-z0-9-]*):)?([a-z][a-z-]*[a-z0-9])")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES = (*_FUNCTIONS, ast.ClassDef)
_EVENT = "Event"


@dataclass(frozen=True, slots=True, order=True)
class Site:
    """A place of the source. *path:* from the root of the repository. *name:* the event or function there."""

    path: str
    line: int
    name: str


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule named at a site. *sure:* False for a word that is a citation only if the rulebook has it."""

    anchor: str
    kind: Kind
    site: Site
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Node:
    """A piece of a module. *scope:* the class and function it is in, joined by dots.

    *name:* that, or at the top of a module the variable that is being set.
    """

    tree: ast.AST
    scope: str
    path: str
    name: str


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
            if isinstance(test, _FUNCTIONS) and test.name.startswith("test_"):
                site = Site(name, test.lineno, test.name)
                for anchor, is_mark in _named_in_test(test, game):
                    found[anchor, site] = found.get((anchor, site), False) or is_mark
    return tuple(Citation(anchor, "other", site, sure) for (anchor, site), sure in found.items())


def _named_in_test(test: ast.FunctionDef | ast.AsyncFunctionDef, game: str) -> Iterator[tuple[str, bool]]:
    marks = {id(word) for mark in test.decorator_list if _called(mark) == "ruling" for word in ast.walk(mark)}
    for word in ast.walk(test):
        if isinstance(word, ast.Constant) and (anchor := _anchor(word.value, game)):
            yield anchor, id(word) in marks


def _collect(tree: ast.AST, path: str, into: list[Node], scope: str = "", name: str = "") -> None:
    """Gather what in *tree* is of use, with the scope it is in; functions and classes are in their own."""
    for child in ast.iter_child_nodes(tree):
        inner, called = scope, name
        if isinstance(child, _SCOPES):
            inner = called = f"{scope}.{child.name}".lstrip(".")
        elif not scope and isinstance(child, ast.Assign | ast.AnnAssign):
            called = next(_bound(child), "")
        if isinstance(child, _KEPT):
            into.append(Node(child, inner, path, called))
        _collect(child, path, into, inner, called)


def _constants(nodes: Sequence[Node], game: str) -> Iterator[Citation]:
    """Yield the words that are anchors, each for every end it comes to; with no game, only those."""
    ends = _Flow(nodes).ends_of_constants()
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
    first = rf"`{re.escape(game)}:[a-z-]+[a-z0-9]`" if game else r"\*Source:\*\s+`[a-z-]+[a-z0-9]`"
    more = rf"(?:(?:,| and| to)\s+`(?:{re.escape(game)}:)?[a-z-]+[a-z0-9]`)*"
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
        if isinstance(node.tree, _SCOPES)
        and node.path == path
        and node.tree.lineno <= line <= (node.tree.end_lineno or line)
    ]
    return max(scopes, default=(0, ""))[1]


def _anchor(value: object, game: str) -> str:
    """Return the anchor that *value* is, of *game* if it says of which; else nothing."""
    found = _ANCHOR.fullmatch(value) if isinstance(value, str) else None
    return found[2] if found and found[1] in (None, game) else ""


def _called(node: ast.AST) -> str:
    """Return the last word of what a call calls; empty when it is no call of something with a name."""
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


@cache
def refusals() -> dict[str, int]:
    """Return the refusals of the engine and the match service by name, with the place of their `rule`."""
    found: dict[str, int] = {}
    waiting: list[type[GameError]] = [GameError]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        parameters = list(inspect.signature(kind).parameters)
        if "rule" in parameters:
            found[kind.__name__] = parameters.index("rule")
    return found


class _Flow:
    """Follows the rules of events and refusals back to the words they come from."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = [node for node in nodes if isinstance(node.tree, _PASSING)]
        self.ends: defaultdict[Slot, set[End]] = defaultdict(set)
        self.words: defaultdict[int, set[End]] = defaultdict(set)
        self.functions = {node.scope for node in self.nodes if isinstance(node.tree, _FUNCTIONS)}
        self.locals = {
            (node.scope, name)
            for node in self.nodes
            if node.scope in self.functions
            for name in _bound(node.tree)
        }
        self._start()

    def ends_of_constants(self) -> dict[int, set[End]]:
        """Return what each constant comes to, by the id of its node."""
        before = -1
        while before != (before := self._size()):
            for node in self.nodes:
                self._pass_on(node)
        return self.words

    def _size(self) -> int:
        return sum(map(len, self.ends.values())) + sum(map(len, self.words.values()))

    def _start(self) -> None:
        """Open the slots where a rule is known to go in."""
        for name in _events(self.nodes):
            for place in ("0", "rule"):
                self.ends["argument", name, place].add(("event", name))
        for name, index in refusals().items():
            for slot in (("argument", name, str(index)), ("argument", name, "rule")):
                self.ends[slot].add(("refusal", ""))
            self.ends["name", f"{name}.__init__", "rule"].add(("refusal", ""))

    def _pass_on(self, node: Node) -> None:
        """Carry what is known of where a value goes to where it comes from."""
        tree, scope = node.tree, node.scope
        match tree:
            case ast.Call():
                for place, argument in _arguments(tree):
                    self._feed(argument, scope, self.ends["argument", _called(tree), place])
            case ast.Assign():
                for target in tree.targets:
                    self._put(tree.value, target, scope)
            case ast.AnnAssign() | ast.NamedExpr():
                self._feed(tree.value, scope, self._known(tree.target, scope))
            case ast.For() | ast.comprehension():
                for value in _rows(tree.iter):
                    self._put(value, tree.target, scope)
            case ast.Return():
                self._feed(tree.value, scope, self.ends["returned", scope.rpartition(".")[2]])
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._open_function(tree, scope)
            case ast.ClassDef():
                self._open_fields(tree)

    def _put(self, value: ast.AST, target: ast.AST, scope: str) -> None:
        """Carry what is known of *target* to *value*; what is put into several at once, each to its own."""
        for one, into in _pairs(value, target):
            self._feed(one, scope, self._known(into, scope))

    def _open_function(self, tree: ast.FunctionDef | ast.AsyncFunctionDef, scope: str) -> None:
        parameters = [*tree.args.posonlyargs, *tree.args.args]
        name = scope.split(".")[-2] if tree.name == "__init__" and "." in scope else tree.name
        called = [one for one in parameters if one.arg not in ("self", "cls")]
        for place, parameter in enumerate(called):
            self._open(name, str(place), self.ends["name", scope, parameter.arg])
        for parameter in [*called, *tree.args.kwonlyargs]:
            self._open(name, parameter.arg, self.ends["name", scope, parameter.arg])
        with_default = parameters[len(parameters) - len(tree.args.defaults) :]
        for parameter, value in (
            *zip(with_default, tree.args.defaults, strict=True),
            *zip(tree.args.kwonlyargs, tree.args.kw_defaults, strict=True),
        ):
            self._feed(value, scope, self.ends["name", scope, parameter.arg])

    def _open_fields(self, tree: ast.ClassDef) -> None:
        fields = [line for line in tree.body if isinstance(line, ast.AnnAssign)]
        for place, line in enumerate(fields):
            if isinstance(line.target, ast.Name):
                self._open(tree.name, str(place), self.ends["field", line.target.id])
                self._open(tree.name, line.target.id, self.ends["field", line.target.id])

    def _open(self, called: str, place: str, ends: set[End]) -> None:
        if ends:
            self.ends["argument", called, place] |= ends

    def _known(self, target: ast.AST, scope: str) -> set[End]:
        """Return where a value goes that is put into *target*."""
        match target:
            case ast.Name(id=name):
                at_large = set() if scope in self.functions else self.ends["field", name]
                return self.ends[self._variable(name, scope)] | at_large
            case ast.Attribute(attr=name):
                return self.ends["field", name]
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return {end for part in parts for end in self._known(part, scope)}
        return set()

    def _feed(self, value: ast.AST | None, scope: str, ends: set[End]) -> None:
        """Note that *value* comes to *ends*."""
        if not ends or value is None:
            return
        match value:
            case ast.Constant():
                self.words[id(value)] |= ends
            case ast.Name(id=name):
                self.ends[self._variable(name, scope)] |= ends
            case ast.Attribute(attr=name):
                self.ends["field", name] |= ends
            case ast.Call():
                self.ends["returned", _called(value)] |= ends
        for part in _parts(value):
            self._feed(part, scope, ends)

    def _is_local(self, scope: str, name: str) -> bool:
        return (scope, name) in self.locals

    def _variable(self, name: str, scope: str) -> Slot:
        """Return the slot of the variable, sought from *scope* outwards; "" is every module."""
        while scope and not self._is_local(scope, name):
            scope = scope.rpartition(".")[0]
        return "name", scope, name


_PASSING = (
    ast.Call,
    ast.Assign,
    ast.AnnAssign,
    ast.NamedExpr,
    ast.For,
    ast.comprehension,
    ast.Return,
    *_SCOPES,
)
_KEPT = (ast.Constant, *_PASSING)


def _arguments(call: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    yield from ((str(place), argument) for place, argument in enumerate(call.args))
    yield from ((keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg)


def _pairs(value: ast.AST, target: ast.AST) -> Sequence[tuple[ast.AST, ast.AST]]:
    """Return what goes where: each part of a tuple to its own, where that can be told."""
    several = ast.Tuple | ast.List
    if isinstance(value, ast.IfExp):
        return (*_pairs(value.body, target), *_pairs(value.orelse, target))
    if isinstance(value, several) and isinstance(target, several) and len(value.elts) == len(target.elts):
        return list(zip(value.elts, target.elts, strict=True))
    return [(value, target)]


def _rows(value: ast.AST) -> Sequence[ast.AST]:
    """Return what a loop goes through, one by one where it is written out."""
    return value.elts if isinstance(value, ast.Tuple | ast.List) else [value]


def _parts(value: ast.AST) -> Sequence[ast.AST | None]:
    """Return the expressions that *value* may be one of, or that it holds."""
    match value:
        case ast.IfExp():
            return value.body, value.orelse
        case ast.BoolOp() | ast.Dict():
            return value.values
        case ast.Tuple() | ast.List() | ast.Set():
            return value.elts
        case ast.Subscript() | ast.Starred() | ast.NamedExpr():
            return (value.value,)
        case ast.GeneratorExp() | ast.ListComp() | ast.SetComp():
            return (value.elt,)
        case ast.Call(func=ast.Attribute(attr="get", value=held)):
            return held, *value.args[1:]
    return ()


def _bound(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a statement gives a meaning of their own in its scope."""
    targets: list[ast.AST] = []
    match tree:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from (one.arg for one in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs))
        case ast.Assign():
            targets = list(tree.targets)
        case ast.AnnAssign() | ast.NamedExpr() | ast.For() | ast.comprehension():
            targets = [tree.target]
    for target in targets:
        yield from (part.id for part in ast.walk(target) if isinstance(part, ast.Name))


def _events(nodes: Sequence[Node]) -> set[str]:
    """Return the names of the classes that are events, whether directly or by another."""
    bases = {
        node.tree.name: {
            base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")
            for base in node.tree.bases
        }
        for node in nodes
        if isinstance(node.tree, ast.ClassDef)
    }
    found = {_EVENT}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found - {_EVENT}
