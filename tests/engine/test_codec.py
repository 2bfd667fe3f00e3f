"""The codec: strict about what comes in, faithful about what goes round."""

import subprocess
import sys
from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from games.engine import codec
from games.engine.errors import BadMove, BadOptions

ROOT = Path(__file__).resolve().parents[2]


class Move(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Step(Move, frozen=True, tag="step"):
    way: Literal["left", "right"]
    far: Annotated[int, Meta(ge=1, le=3)] = 1


class Say(Move, frozen=True, tag="say"):
    word: Annotated[str, Meta(max_length=5)]


AnyMove = Step | Say


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    laps: int = 3


def test_a_move_in_its_form_is_read():
    assert codec.read_move(AnyMove, {"type": "step", "way": "left", "far": 2}) == Step("left", 2)
    assert codec.read_move(AnyMove, {"type": "say", "word": "hi"}) == Say("hi")


@pytest.mark.parametrize(
    "data, path",
    [
        ({}, "type"),
        ({"type": "fly"}, "fly"),
        ({"type": 3}, "type"),
        ({"type": None}, "type"),
        ({"type": ["step"]}, "type"),
        ({"type": "step"}, "way"),
        ({"type": "step", "way": "up"}, "way"),
        ({"type": "step", "way": "left", "far": "2"}, "far"),
        ({"type": "step", "way": "left", "far": True}, "far"),
        ({"type": "step", "way": "left", "far": 2.5}, "far"),
        ({"type": "step", "way": "left", "far": float("nan")}, "far"),
        ({"type": "step", "way": "left", "far": 4}, "far"),
        ({"type": "step", "way": "left", "far": 0}, "far"),
        ({"type": "step", "way": "left", "far": 10**400}, "far"),
        ({"type": "step", "way": "left", "far": None}, "far"),
        ({"type": "step", "way": "left", "seat": 1}, "seat"),
        ({"type": "say", "word": 5}, "word"),
        ({"type": "say", "word": ["hi"]}, "word"),
        ({"type": "say", "word": "too long"}, "word"),
        ({"type": "say", "word": "hi", 7: 8}, ""),
    ],
)
def test_anything_else_is_malformed_and_says_where(data, path):
    with pytest.raises(BadMove) as refused:
        codec.read_move(AnyMove, data)
    assert refused.value.code == "move/malformed"
    assert path in refused.value.reason


@pytest.mark.parametrize("data", [None, 3, "step", [], [{"type": "step"}], True, b"{}", Step("left")])
def test_only_an_object_is_a_move(data):
    with pytest.raises(BadMove):
        codec.read_move(AnyMove, data)


@pytest.mark.parametrize(
    "wrap", [lambda inner: [inner], lambda inner: {"a": inner}], ids=["lists", "objects"]
)
def test_a_depth_bomb_is_refused_before_it_is_read(wrap):
    bomb = 1
    for _ in range(50_000):
        bomb = wrap(bomb)
    with pytest.raises(BadMove, match="nested too deeply"):
        codec.read_move(AnyMove, {"type": "say", "word": bomb})
    while isinstance(bomb, list | dict):  # take it apart by hand: freeing it at once would nest as deeply
        bomb = bomb[0] if isinstance(bomb, list) else bomb["a"]


def test_a_reason_does_not_repeat_huge_input():
    with pytest.raises(BadMove) as refused:
        codec.read_move(AnyMove, {"type": "say", "word": "x" * 100_000})
    assert len(refused.value.reason) < 300


@pytest.mark.parametrize("tag", ["x" * 100_000, "<script>"])
def test_a_huge_tag_is_refused(tag):
    with pytest.raises(BadMove) as refused:
        codec.read_move(AnyMove, {"type": tag})
    assert len(refused.value.reason) < 300


@pytest.mark.parametrize("data", [{"type": "say", "word": "\ud800"}, {"type": "\udfff"}, {"\ud800": 1}])
def test_half_of_a_surrogate_pair_is_no_text(data):
    with pytest.raises(BadMove, match="broken text") as refused:
        codec.read_move(AnyMove, data)
    assert refused.value.reason.encode()
    with pytest.raises(BadOptions, match="broken text"):
        codec.read_options(Options, data)


def test_options_are_as_strict():
    assert codec.read_options(Options, {}) == Options(3)
    assert codec.read_options(Options, {"laps": 5}) == Options(5)
    for data in ({"laps": "5"}, {"laps": 5.0}, {"laps": None}, {"lap": 5}, [], None):
        with pytest.raises(BadOptions) as refused:
            codec.read_options(Options, data)
        assert refused.value.code == "match/bad-options"


def test_values_go_round():
    move = Step("right", 3)
    assert codec.from_json(AnyMove, codec.to_json(move)) == move
    assert codec.from_json(AnyMove, codec.to_json(move).encode()) == move
    assert codec.unpack(Step, codec.pack(move)) == move
    assert codec.to_plain(move) == {"type": "step", "way": "right", "far": 3}


def test_equal_values_give_equal_bytes_and_others_do_not():
    assert codec.pack(Step("left")) == codec.pack(Step("left", 1))
    assert codec.pack(Step("left")) != codec.pack(Step("right"))


def test_the_digest_is_sha256():
    assert codec.digest(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({}, "“type” is missing; it must be one of step, say"),
        ({"type": "fly"}, "“type” is fly, but it must be one of step, say"),
        ({"type": "step"}, "“way” is missing"),
        ({"type": "step", "way": "up"}, "“way” must be left or right"),
        ({"type": "step", "way": "left", "far": 4}, "“far” must be a whole number from 1 to 3"),
        ({"type": "step", "way": "left", "seat": 1}, "there is no “seat” in it"),
        ({"type": "say", "word": "too long"}, "“word” must be text of at most 5 characters"),
    ],
)
def test_people_are_told_in_words_of_ours_what_is_wrong(data, words):
    """The library’s own words, such as “Expected `int` <= 3 - at `$.far`”, say little to them."""
    with pytest.raises(BadMove) as refused:
        codec.read_move(AnyMove, data)
    assert refused.value.reason == f"This move is not valid: {words}."


def test_threads_may_read_a_type_for_the_first_time_at_once():
    """In a process of its own: without the lock of `codec.known` the interpreter itself dies here."""
    ran = subprocess.run(
        [sys.executable, "-c", READERS], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert (ran.returncode, ran.stdout) == (0, "all have read\n"), ran.stderr


READERS = """
import sys, threading
from msgspec import defstruct
from games.engine import codec

sys.setswitchinterval(1e-6)
for number in range(100):
    inner = defstruct(f"Inner{number}", [(f"field_{field}", int, 0) for field in range(30)])
    outer = defstruct(f"Outer{number}", [(f"field_{field}", tuple[inner, ...]) for field in range(5)])
    data = codec.pack(outer(*[(inner(),)] * 5))
    ready = threading.Barrier(4)

    def read():
        ready.wait()
        codec.unpack(outer, data)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print("all have read")
"""
