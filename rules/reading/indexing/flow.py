"""Follows the rules of events and refusals through Python source, back to the words they come from.

The ways are arguments, variables, fields, defaults and returned values. Things go by name, whatever module
they are in: the sources of one game are small enough for that.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).parents[3]

Kind = Literal["event", "refusal", "other"]
# Where a rule may pass: an argument of what is called, a variable of a scope, a field, a returned value.
Slot = tuple[str, ...]
End = tuple[Kind, str]

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (*FUNCTIONS, ast.ClassDef)
_EVENT, _REFUSAL = "Event", "GameError"
_PASSING = (
    ast.Call,
    ast.Assign,
    ast.AnnAssign,
    ast.NamedExpr,
    ast.For,
    ast.comprehension,
    ast.Return,
    *SCOPES,
)
KEPT = (ast.Constant, *_PASSING)


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a module. *scope:* the class and function it is in, joined by dots.

    *name:* that, or at the top of a module the variable that is being set.
    """

    tree: ast.AST
    scope: str
    path: str
    name: str


def callee(node: ast.AST) -> str:
    """Return the last word of what a call calls; empty when it is no call of something with a name."""
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


@cache
def refusals() -> dict[str, int]:
    """Return the refusals of the engine and of the match service, each with the place of its `rule`."""
    classes = {
        tree.name: tree
        for path in sorted(ROOT.glob("games/**/errors.py"))
        for tree in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(tree, ast.ClassDef)
    }
    found: dict[str, int] = {}
    for name in classes:
        line = _line_of(name, classes)
        parameters = next((made for tree in line if (made := _parameters(tree)) is not None), [])
        if line and line[-1].name == _REFUSAL and "rule" in parameters:
            found[name] = parameters.index("rule")
    return found


def _line_of(name: str, classes: dict[str, ast.ClassDef]) -> list[ast.ClassDef]:
    """Return a class and its line of first bases, as far as *classes* has them."""
    line: list[ast.ClassDef] = []
    while name in classes:
        line.append(classes[name])
        name = next(_bases(classes[name]), "")
    return line


def _parameters(tree: ast.ClassDef) -> list[str] | None:
    """Return the parameters of a class. None: it has no `__init__` of its own."""
    made = [one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
    return [one.arg for one in (*made[0].args.args[1:], *made[0].args.kwonlyargs)] if made else None


class Flow:
    """Follows the rules of events and refusals back to the words they come from."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = [node for node in nodes if isinstance(node.tree, _PASSING)]
        self.ends: defaultdict[Slot, set[End]] = defaultdict(set)
        self.words: defaultdict[int, set[End]] = defaultdict(set)
        self.functions = {node.scope for node in self.nodes if isinstance(node.tree, FUNCTIONS)}
        self.locals = {
            (node.scope, name)
            for node in self.nodes
            if node.scope in self.functions
            for name in bound(node.tree)
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
                    self._feed(argument, scope, self.ends["argument", callee(tree), place])
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
        arguments = [one for one in parameters if one.arg not in ("self", "cls")]
        for place, parameter in enumerate(arguments):
            self._open(name, str(place), self.ends["name", scope, parameter.arg])
        for parameter in [*arguments, *tree.args.kwonlyargs]:
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
                self.ends["returned", callee(value)] |= ends
        for part in _parts(value):
            self._feed(part, scope, ends)

    def _is_local(self, scope: str, name: str) -> bool:
        return (scope, name) in self.locals

    def _variable(self, name: str, scope: str) -> Slot:
        """Return the slot of the variable, sought from *scope* outwards; "" is every module."""
        while scope and not self._is_local(scope, name):
            scope = scope.rpartition(".")[0]
        return "name", scope, name


def _arguments(call: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    yield from ((str(place), argument) for place, argument in enumerate(call.args))
    yield from ((keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg)


def _pairs(value: ast.AST, target: ast.AST) -> Sequence[tuple[ast.AST, ast.AST]]:
    """Return pairs of a value and its target. Tuples of equal length are taken apart."""
    several = ast.Tuple | ast.List
    if isinstance(value, ast.IfExp):
        return (*_pairs(value.body, target), *_pairs(value.orelse, target))
    if isinstance(value, several) and isinstance(target, several) and len(value.elts) == len(target.elts):
        return list(zip(value.elts, target.elts, strict=True))
    return [(value, target)]


def _rows(value: ast.AST) -> Sequence[ast.AST]:
    """Return what a loop goes through. A tuple or list in the source is taken apart."""
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


def bound(tree: ast.AST) -> Iterator[str]:
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
    bases = {node.tree.name: set(_bases(node.tree)) for node in nodes if isinstance(node.tree, ast.ClassDef)}
    found = {_EVENT}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found - {_EVENT}


def _bases(tree: ast.ClassDef) -> Iterator[str]:
    """Yield the names of the classes that a class is made from."""
    for base in tree.bases:
        if isinstance(base, ast.Attribute):
            yield base.attr
        elif isinstance(base, ast.Name):
            yield base.id
