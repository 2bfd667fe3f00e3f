"""Finds words and turns that nobody would say in what people read, as part of `make lint`.

It reads templates, the strings of programs and scripts, rulebooks and docs, but no comments and docstrings.
The phrases, what to write instead, and the exceptions are in `tests/data/english.toml`.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).parent / "data" / "english.toml"
# What visitors, editors and operators don't read: tests, the benchmark's own pages, records of old decisions,
# lists made by the program, and what isn't ours.
_NOT_READ = re.compile(
    r"tests/|CHANGELOG\.md|docs/decisions/|docs/provenance/|static/(vendor|fonts)/|.*/migrations/"
)


class Phrase(NamedTuple):
    """A phrase to avoid, what to write instead, and the texts of certain files that may keep it."""

    wrong: re.Pattern[str]
    better: str
    kept: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]


def phrases(source: str | None = None) -> tuple[Phrase, ...]:
    """Return the phrases of a list in TOML; of the list in `tests/data` unless told otherwise."""
    listed = tomllib.loads(DATA.read_text("utf-8") if source is None else source)
    kept = [(re.compile(one["files"]), _pattern(one["text"]), one["why"]) for one in listed.get("kept", ())]
    return tuple(
        Phrase(_pattern(wrong), better, tuple((files, text) for files, text, _ in kept))
        for wrong, better in listed["instead"].items()
    )


def _pattern(words: str) -> re.Pattern[str]:
    """Return a pattern that also fits where a line ends between two words, and any kind of apostrophe."""
    return re.compile(words.replace("'", "['’]").replace(" ", r"\s+"), re.IGNORECASE)


def bad_english(root: Path, paths: Iterable[Path]) -> Iterator[str]:
    """Yield each place in the files that has a phrase of the list."""
    known = phrases()
    for path in paths:
        reader = READERS.get(path.suffix)
        if reader and not _NOT_READ.match(str(path)):
            yield from faults(str(path), reader((root / path).read_text("utf-8")), known)


def faults(path: str, texts: Iterable[tuple[int, str]], known: tuple[Phrase, ...]) -> Iterator[str]:
    """Yield what is wrong with the texts of a file, each given with the number of its first line."""
    suspect = _any_of(known)
    for first, text in texts:
        if not suspect.search(text):
            continue
        for phrase in known:
            rest = text
            for files, kept in phrase.kept:
                if files.fullmatch(path):
                    rest = kept.sub(lambda found: re.sub(r"\S", "·", found[0]), rest)
            for found in phrase.wrong.finditer(rest):
                line = first + rest.count("\n", 0, found.start())
                said = " ".join(found[0].split())
                yield f"{path}:{line}: instead of “{said}” write: {phrase.better}"


@cache
def _any_of(known: tuple[Phrase, ...]) -> re.Pattern[str]:
    """Return what finds one of the phrases, whichever; most texts have none."""
    return re.compile("|".join(f"(?:{phrase.wrong.pattern})" for phrase in known), re.IGNORECASE)


def of_program(source: str) -> Iterator[tuple[int, str]]:
    """Yield the strings of a Python module that aren't docstrings."""
    nodes = [*ast.walk(ast.parse(source))]
    left_out = {
        part
        for node in nodes
        for part in (
            [node.value]
            if isinstance(node, ast.Expr)
            else node.values
            if isinstance(node, ast.JoinedStr)
            else []
        )
    }
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, "".join(_literal(part) for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in left_out:
            yield node.lineno, node.value


def _literal(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else "…"


_COMMENTS = re.compile(r"\{#.*?#\}|\{%-?\s*comment\b.*?endcomment\s*-?%\}|<!--.*?-->", re.DOTALL)
_TAGS = re.compile(r"\{[%{].*?[%}]\}", re.DOTALL)
_ELEMENTS = re.compile(r"<(?:\"[^\"]*\"|[^<>\"])*>")
_QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_VISIBLE = re.compile(
    r"\b(?:aria-[a-z]+|title|alt|placeholder|label|value|content|data-[a-z-]+)=\"([^\"]*)\""
)


def of_template(source: str) -> Iterator[tuple[int, str]]:
    """Yield a template's text without its markup, but with the words in attributes and tags that show."""
    text = _COMMENTS.sub(lambda found: _blank(found[0]), source)
    text = _TAGS.sub(_keeping(_QUOTED), text)
    yield 1, _ELEMENTS.sub(_keeping(_VISIBLE), text)


def _keeping(pattern: re.Pattern[str]) -> Callable[[re.Match[str]], str]:
    """Return a function that blanks what it is given, except what the pattern's groups find there."""

    def blanked(found: re.Match[str]) -> str:
        whole = found[0]
        kept = list(_blank(whole))
        for part in pattern.finditer(whole):
            start, end = part.span(part.lastindex or 0)
            kept[start:end] = whole[start:end]
        return "".join(kept)

    return blanked


def _blank(markup: str) -> str:
    return re.sub(r"\S", " ", markup)


_SCRIPT_PARTS = re.compile(
    r"(?P<comment>/\*.*?\*/|(?<![:\"'`])//[^\n]*)"
    r"|\"(?P<double>(?:\\.|[^\"\\\n])*)\"|'(?P<single>(?:\\.|[^'\\\n])*)'|`(?P<template>(?:\\.|[^`\\])*)`",
    re.DOTALL,
)


def of_script(source: str) -> Iterator[tuple[int, str]]:
    """Yield the strings of a JavaScript file."""
    for found in _SCRIPT_PARTS.finditer(source):
        if found.lastgroup and found.lastgroup != "comment":
            yield 1 + source.count("\n", 0, found.start()), found[found.lastgroup]


def of_prose(source: str) -> Iterator[tuple[int, str]]:
    """Yield a text that is read as a whole, without what it quotes from programs."""
    yield 1, re.sub(r"```.*?```|`[^`\n]*`", lambda found: _blank(found[0]), source, flags=re.DOTALL)


READERS: dict[str, Callable[[str], Iterator[tuple[int, str]]]] = {
    ".py": of_program,
    ".html": of_template,
    ".jinja": of_template,
    ".txt": of_template,
    ".webmanifest": of_template,
    ".js": of_script,
    ".md": of_prose,
}
