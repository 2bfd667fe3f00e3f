"""docs/verify_match.py, run as anybody would: on its own, without this site's packages."""

import json
import random
import re
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.test import Client

from games import catalog
from games.engine import codec
from games.fairness.record import record
from games.matches.actions.create import create_match
from games.matches.actions.new_rules import answer_new_rules, stop_matches
from games.matches.actions.resign import resign
from games.matches.actions.undo_requests import answer_undo, ask_undo
from games.matches.models import MatchSecret, Step, UndoRequest
from games.replayer.__main__ import check
from tests.games.duel import FLIP, PASS, Duel
from tests.games.replayer.made import sealed
from tests.games.yard import Yard
from tests.playing import match_of, play_on
from tests.toy.bolts import SLUG

pytestmark = pytest.mark.django_db

SCRIPT = Path(__file__).parents[3] / "docs" / "verify_match.py"
RECORD: list[bytes] = []


@pytest.fixture
def match(user, other_user):
    """A match with moves, moves taken back, coins and an end."""
    match = play_on(match_of(user, other_user), [user, other_user], 80)
    resign(match.pk, user)
    match.refresh_from_db()
    return match


@pytest.fixture
def file(request, tmp_path) -> Path:
    """The record of `match` as a file; of one like it, played before, for a test that needs no database."""
    if "match" in request.fixturenames or not RECORD:
        RECORD[:] = [record(request.getfixturevalue("match")).encode()]
    file = tmp_path / "record.json"
    file.write_bytes(RECORD[0])
    return file


def run(*arguments: Any) -> subprocess.CompletedProcess[str]:
    """Run the script with nothing but the standard library."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def as_module() -> ModuleType:
    """Return the script as a module, for tests that would run it hundreds of times."""
    module = ModuleType("verify_match")
    exec(compile(SCRIPT.read_text(), str(SCRIPT), "exec"), module.__dict__)
    return module


def test_the_record_of_a_match_fits(file):
    done = run(file)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("fits ") == 6
    assert "Everything fits." in done.stdout


@pytest.mark.parametrize("title", catalog.titles(), ids=lambda title: title.slug)
@pytest.mark.soak(seconds=0.4, one_in=2)
def test_the_record_of_every_title_fits(title, user, tmp_path):
    bots = [{"kind": "bot", "bot": "random"}] * (title.seats[-1] - 1)
    match = create_match(user, title.slug, title.newest.slug, {}, [{"kind": "me"}, *bots])
    play_on(match, [user] * len(match.bots), 40, undo=False)
    resign(match.pk, user)
    match.refresh_from_db()
    (tmp_path / "record.json").write_bytes(record(match).encode())
    assert run(tmp_path / "record.json").returncode == 0


def test_secret_steps_of_several_seats_fit(user, other_user, tmp_path):
    yard = Yard.programming(user, other_user)
    for person in (user, other_user):
        yard.fill(person)
    yard.everybody_done()
    resign(yard.id, user)
    (tmp_path / "record.json").write_bytes(record(yard.match).encode())
    assert Step.objects.filter(match_id=yard.id, notice=0).exists()
    assert run(tmp_path / "record.json").returncode == 0


def test_draws_that_were_taken_back_by_consent_fit(user, other_user, tmp_path):
    """The counter goes back with them, so the record has those draws, and then others under their numbers."""
    duel = Duel.begin(user, other_user)
    asker, other = duel.mover, duel.waiter
    duel.play(PASS)
    duel.play(FLIP)
    ask_undo(duel.id, asker, duel.board(asker).seq, "please")
    answer_undo(duel.id, other, UndoRequest.objects.get(match_id=duel.id).pk, "allow")
    duel.finish()
    told = json.loads(record(duel.match))
    drawn = [step["drawn"] for step in told["steps"]]
    assert {"ask", "undo"} <= {step["kind"] for step in told["steps"]}
    assert any(later < before for before, later in pairwise(drawn))
    assert verdict_with_the_toy(record(duel.match).encode()) == 0


def test_a_match_that_stood_still_and_ended_as_a_draw_fits(user, other_user, monkeypatch):
    """Its last step is no move, and no result of the game: the players of a match without rules ended it."""
    match = play_on(match_of(user, other_user), [user, other_user], 12, undo=False)
    title = catalog.title(match.title)
    with monkeypatch.context() as update:
        update.setitem(catalog._TITLES, match.title, replace(title, engine_version="gone"))
        assert stop_matches() == 1
        answer_new_rules(match.pk, other_user, "draw")
        match.refresh_from_db()
        data = record(match).encode()
    told = json.loads(data)
    assert told["steps"][-1]["kind"] == "rules"
    for status, lines in (as_module().verdict(data, []), check(data, [])):
        assert (status, lines[-1]) == (0, "Everything fits."), lines


def verdict_with_the_toy(data: bytes) -> int:
    """Return the script's status for a match of the toy game, which isn't in the script that is offered."""
    script = as_module()
    script.__dict__["DRAWS"][SLUG] = {"1": codec.to_plain(catalog.edition(SLUG, "1").draws)}
    return int(script.verdict(data, [])[0])


@pytest.mark.soak(seconds=3)
def test_one_changed_byte_is_found_wherever_it_is(file, tmp_path):
    """Every hundredth byte or so, and each byte of the beginning and the end."""
    script, whole, luck = as_module(), file.read_bytes(), random.Random(7)
    ends = [*range(120), *range(len(whole) - 120, len(whole))]
    places = {*ends, *luck.sample(range(len(whole)), min(400, len(whole) // 100))}
    script.__dict__["say"] = lambda line: None
    for place in sorted(places):
        changed = bytearray(whole)
        changed[place] ^= luck.choice([1, 2, 4, 8, 16, 32])
        file.write_bytes(bytes(changed))
        assert script.main([str(file)]) in (1, 2), (
            f"byte {place} of {len(whole)}: {whole[place : place + 1]!r}"
        )


def test_one_changed_byte_is_found_by_the_script_itself(file):
    whole = file.read_bytes()
    at = whole.index(b'"kind\\":') if b'"kind\\":' in whole else whole.index(b"end-turn")
    file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    done = run(file)
    assert done.returncode == 1
    assert "FAILS   the file isn't, byte for byte" in done.stdout
    assert "NOT" in done.stdout


@pytest.mark.parametrize("more", [b"\n", b" ", b"x", b"\x00"])
@pytest.mark.soak(seconds=0.2, one_in=4)
def test_bytes_before_or_after_the_record_are_found(file, more):
    whole = file.read_bytes()
    for changed in (whole + more, more + whole):
        file.write_bytes(changed)
        assert run(file).returncode in (1, 2)


def lie(told: dict[str, Any], what: str) -> None:
    """Change the record as a dishonest site might, with links and digest made to look right or not."""
    steps = told["steps"]
    move = next(step for step in steps if step["kind"] == "move")
    drew = next(step for step in steps if step["draws"])
    if what == "seed":
        told["seed"] = "00" * 32
    elif what == "salt":
        told["salt"] = "00" * 32
    elif what == "nonce":
        told["nonces"][0] = "00" * 16
    elif what == "edition":
        told["edition"] = "3.4"
    elif what == "move":
        move["move"] = '{"type":"end-turn","really":true}'
    elif what == "events":
        move["events"] = "[]"
    elif what == "seat":
        move["seat"] = 1 - move["seat"]
    elif what == "left out":
        del steps[len(steps) // 2]
    elif what == "cut":
        steps[-1]["link"] = steps[-1]["link"][:-1]
    elif what == "swapped":
        steps[1], steps[2] = steps[2], steps[1]
    elif what == "value":
        drew["draws"][0][2] = (drew["draws"][0][2] + 1) % drew["draws"][0][1]
    elif what == "purpose":
        drew["draws"][0][0] += "x"
    elif what == "draw left out":
        drew["draws"].pop()
    elif what == "counter":
        steps[-1]["drawn"] += 1


LIES = "seed salt nonce edition move events seat cut swapped value purpose counter".split()


@pytest.mark.parametrize("what", [*LIES, "left out", "draw left out"])
@pytest.mark.soak(seconds=0.1, one_in=4)
def test_a_changed_record_with_a_digest_made_anew_is_found(file, what):
    told = json.loads(file.read_text())
    lie(told, what)
    file.write_bytes(sealed(told))
    assert run(file).returncode in (1, 2)


@pytest.mark.soak(seconds=2)
def test_what_somebody_noted_is_looked_up(file, match):
    noted = Step.objects.get(match=match, seq=5).link
    done = run(file, "--seen", noted.upper(), MatchSecret.objects.get(match=match).commitment)
    assert done.returncode == 0
    assert "the link of step 5" in done.stdout
    assert "the commitment" in done.stdout
    other = run(file, "--seen", "0" * 64)
    assert (other.returncode, "NOT everything that was noted agrees" in other.stdout) == (1, True)


@pytest.mark.soak(seconds=1.5)
def test_all_draws_can_be_listed(file, match):
    done = run(file, "--draws")
    first = json.loads(file.read_text())["steps"][0]["draws"][0]
    assert f"step 0: {first[0]}: {first[2]} of {first[1]}" in done.stdout


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"format":"scrapsite-match-2"}', None],
)
@pytest.mark.soak(seconds=0.1, one_in=4)
def test_what_is_no_record_is_told_in_a_line(tmp_path, content):
    file = tmp_path / "other.json"
    if content is not None:
        file.write_bytes(content)
    done = run(file)
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout.startswith("This isn't a record of a match")


def test_the_site_offers_the_very_script():
    answer = Client().get("/fair/verify_match.py")
    assert answer.content == SCRIPT.read_bytes()
    assert "verify_match.py" in answer["Content-Disposition"]
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_the_script_needs_the_standard_library_only():
    named = re.findall(r"^(?:import|from) (\w+)", SCRIPT.read_text(), flags=re.M)
    assert set(named) <= sys.stdlib_module_names
