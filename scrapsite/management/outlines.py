"""Outlines of icons in whole numbers: half as many bytes, and no difference that can be seen."""

from __future__ import annotations

import re
from collections.abc import Iterator

Point = tuple[float, float]

# How many numbers follow a command of SVG path data.
_NUMBERS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
_SPACE = re.compile(r"[\s,]*")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_FLAG = re.compile(r"[01]")
# These of an arc's numbers are flags, after which no space is needed.
_ARC_FLAGS = (3, 4)


def in_whole_numbers(path: str) -> str:
    """Return the SVG path data *path* with whole numbers for all its points.

    Points are rounded from where they were, so that errors don't add up.
    """
    return _written(_rounded(path))


def _rounded(path: str) -> Iterator[tuple[str, list[int]]]:
    """Yield each command of *path* in its relative form, with its numbers."""
    here = start = (0.0, 0.0)
    for command, numbers in _commands(path):
        kind = command.lower()
        if kind == "z":
            here = start
            yield "z", []
            continue
        points = _points(kind, numbers, here, is_relative=command.islower())
        steps = [(round(x) - round(here[0]), round(y) - round(here[1])) for x, y in points]
        if kind == "h":
            yield kind, [steps[0][0]]
        elif kind == "v":
            yield kind, [steps[0][1]]
        elif kind == "a":
            radii = [max(1, round(radius)) for radius in numbers[:2]]
            yield kind, [*radii, *(round(number) for number in numbers[2:5]), *steps[0]]
        else:
            yield kind, [number for step in steps for number in step]
        here = points[-1]
        if kind == "m":
            start = here


def _points(kind: str, numbers: list[float], here: Point, *, is_relative: bool) -> list[Point]:
    """Return the points that a command's *numbers* name, as seen from the icon's corner."""
    left, top = here if is_relative else (0.0, 0.0)
    if kind == "h":
        return [(numbers[0] + left, here[1])]
    if kind == "v":
        return [(here[0], numbers[0] + top)]
    pairs = numbers[-2:] if kind == "a" else numbers
    return [(x + left, y + top) for x, y in zip(pairs[::2], pairs[1::2], strict=True)]


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command of *path* with its numbers; a command left out is the one before, or a line."""
    at, command = _after_space(path, 0), ""
    while at < len(path):
        if path[at].isalpha():
            command, at = path[at], at + 1
        elif command in "mM":
            command = "l" if command == "m" else "L"
        numbers = []
        for place in range(_NUMBERS[command.lower()]):
            is_flag = command in "aA" and place in _ARC_FLAGS
            found = (_FLAG if is_flag else _NUMBER).match(path, _after_space(path, at))
            if found is None:
                raise ValueError(f"This isn't path data: {path[at : at + 20]}")
            numbers.append(float(found[0]))
            at = found.end()
        yield command, numbers
        at = _after_space(path, at)


def _after_space(path: str, at: int) -> int:
    found = _SPACE.match(path, at)
    return found.end() if found else at


def _written(commands: Iterator[tuple[str, list[int]]]) -> str:
    """Return the commands as path data, without the letters and spaces that may be left out."""
    text, before = "", ""
    for command, numbers in commands:
        if command in "mz" or command != before.replace("m", "l"):
            text += command
        for number in numbers:
            text += f" {number}" if number >= 0 and text[-1].isdigit() else str(number)
        before = command
    return text
