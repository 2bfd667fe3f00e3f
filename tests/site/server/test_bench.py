"""The bench measures what it says, and runs through."""

import json
import subprocess
import sys

import pytest

from scrapsite.bench import felt, report
from scrapsite.bench.compared import peer
from scrapsite.bench.figures import Figures

MACHINE = {"python": "3", "cores": 2, "load": 0.0}


def bench(*arguments):
    done = subprocess.run(
        [sys.executable, "-m", "scrapsite.bench", *arguments], capture_output=True, text=True, timeout=180
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_figures_of_a_run():
    figures = Figures.of([n / 1000 for n in range(1, 101)], seconds=2.0, failed=3)
    assert figures == Figures(rate=50.0, p50=51.0, p99=100.0, count=100, failed=3)
    assert Figures.of([], 1.0).rate == 0.0


def test_the_middle_of_several_runs():
    runs = [Figures(rate, 1.0, 2.0, 10, 1) for rate in (30.0, 10.0, 20.0)]
    assert Figures.middle(runs) == Figures(20.0, 1.0, 2.0, 30, 3)


@pytest.mark.soak(seconds=2)
def test_the_engine_part_runs():
    (engine,) = json.loads(bench("--part", "engine", "--seconds", "0.05", "--json"))["engine"][:1]
    assert engine["playouts"] > 0
    assert engine["applied"] > engine["playouts"] / 2
    assert all(engine[name] > 0 for name in ("clone", "view", "legal", "encode", "decode"))


@pytest.mark.soak(seconds=35)
def test_the_web_part_runs_without_an_error_answer():
    results = json.loads(bench("--part", "web", "--seconds", "0.2", "--json"))
    assert [page["name"] for page in results["pages"]] == ["home", "card list", "match page"]
    assert results["visits"].keys() == {"home", "card list", "match page"}
    runs = [*results["pages"], results["moves"]]
    assert all(run[name]["count"] > 0 for run in runs for name in ("ours", "stock"))
    assert all(run[name]["failed"] == 0 for run in runs for name in ("ours", "stock"))
    text = report.lines(results)
    assert any("times stock" in line for line in text)
    assert not any("were errors" in line for line in text)


def test_the_line_of_the_peer_is_read():
    line = "cards N=50 c16 299.7 moves/s p50 51.05 p99 89.13 max 99 ms [300 312 283] errs=2"
    assert peer.read_line(line) == Figures(299.7, 51.05, 89.13, count=0, failed=2)
    with pytest.raises(peer.NoPeer, match="Cannot find module"):
        peer.read_line("Error: Cannot find module 'boardgame.io/server'")


def test_a_missing_peer_is_told_clearly(tmp_path, monkeypatch):
    with pytest.raises(peer.NoPeer, match="Name the folder"):
        peer.check_peer("")
    with pytest.raises(peer.NoPeer, match=r"server\.js is missing"):
        peer.check_peer(str(tmp_path))
    for name in ("server.js", "load.js"):
        (tmp_path / name).touch()
    monkeypatch.setattr(peer.shutil, "which", lambda name: None)
    with pytest.raises(peer.NoPeer, match="needs node"):
        peer.check_peer(str(tmp_path))
    monkeypatch.setattr(peer.shutil, "which", lambda name: name)
    with pytest.raises(peer.NoPeer, match="npm install"):
        peer.check_peer(str(tmp_path))
    (tmp_path / "node_modules").mkdir()
    assert peer.check_peer(str(tmp_path)) == tmp_path


def test_the_middle_of_the_rounds_is_compared_with_the_peer():
    def run(rate):
        return Figures(rate, 1.0, 2.0, count=0, failed=0)

    text = peer.lines([(run(100.0), run(100.0)), (run(300.0), run(100.0)), (run(210.0), run(100.0))])
    assert text[-1] == "  2.10 times the peer, the middle of 3  [aim 2: met]"
    assert "MISSED" in peer.lines([(run(199.0), run(100.0))])[-1]


@pytest.mark.soak(seconds=40)
def test_the_part_with_a_browser_notes_what_players_feel_in_each_game():
    results = json.loads(bench("--part", "felt", "--seconds", "0.2", "--json"))
    games = results["felt"]["games"]
    assert [game["title"] for game in games] == ["junkyard", "scrap-knights", "scrapbots", "scrapyard"]
    for game in games:
        assert not game["unanswered"]
        assert game["painted"]["count"] >= 4
        # Of Junkyard's presses few are news to the other player: six values once stood for all of them.
        assert game["other"]["count"] >= 4
        assert 0 < game["feedback"]["p50"] < game["painted"]["most"]
        assert 0 < game["bytes"] < report.ANSWER_BYTES
    assert any("times a bare answer" in line for line in report.lines(results))


def test_without_chromium_the_part_with_a_browser_says_so(monkeypatch):
    monkeypatch.setattr(felt, "find_chromium", lambda: ("", "there is no Chromium"))
    lines = report.lines({"machine": MACHINE, "felt": felt.measure_felt(1)})
    assert "  not measured: there is no Chromium" in lines
