"""What operators are told by commands that set up, start, restore and vendor; nothing is started here."""

from __future__ import annotations

import json
import os
import pwd
import socket
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from cards.management.commands import record_statistics
from scrapsite import profiles
from scrapsite.management import owner, stopping
from scrapsite.management.commands import play, prepare, restore, vendor_fonts, vendor_icons
from scrapsite.server import preparing
from scrapsite.server.backups.errors import NoBackup
from scrapsite.server.supervising import CannotStart
from tests.servers import free_port


class TestPlay:
    @pytest.fixture(autouse=True)
    def done(self, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
        """What would be done instead of setting up and running the site."""
        done: list[Any] = []
        monkeypatch.delenv("SITE_URL", raising=False)
        monkeypatch.setattr(play, "prepare", lambda say, check: (say("Preparing"), check()))
        monkeypatch.setattr(play, "stop_after_asking", lambda say, yes: done.append(yes))
        monkeypatch.setattr(play, "supervise", lambda host, port, say: done.append((host, port)))
        monkeypatch.setattr(play, "connections", SimpleNamespace(close_all=lambda: None))
        return done

    def test_prepares_runs_and_says_when_it_has_stopped(
        self, done: list[Any], capsys: pytest.CaptureFixture[str]
    ) -> None:
        port = free_port()
        call_command("play", "--port", str(port), "--yes")
        assert done == [True, ("127.0.0.1", port)]
        assert capsys.readouterr().out == "Preparing\nStopped.\n"
        assert os.environ.pop("SITE_URL") == f"http://127.0.0.1:{port}"

    def test_a_port_that_is_taken_is_said_with_another_to_try(self, done: list[Any]) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            with pytest.raises(CommandError, match=f"Port {port} is taken.*make play PORT={port + 1}"):
                call_command("play", "--port", str(port))
        assert done == []

    @pytest.mark.parametrize("port", ["0", "65535", "-1", "eighty"])
    def test_what_is_no_port_is_refused(self, port: str) -> None:
        with pytest.raises(CommandError, match="invalid _port value"):
            call_command("play", f"--port={port}")

    def test_a_site_that_cannot_start_says_why(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*given: Any) -> None:
            raise CannotStart("The web server ended at once.")

        monkeypatch.setattr(play, "supervise", fail)
        with pytest.raises(CommandError, match="ended at once"):
            call_command("play", "--port", str(free_port()))
        os.environ.pop("SITE_URL", None)


class TestCommandsThatRootTypes:
    """Root's files in `var/` stopped the site: its user could neither open the database nor collect files."""

    WRITING = (("backup",), ("restore", "copy"), ("prepare",), ("play",), ("load_pictures",))

    @pytest.fixture
    def var_of(self, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Callable[[int], None]:
        """Let `var/` belong to a user, while root types."""
        monkeypatch.setattr(owner.os, "geteuid", lambda: 0)

        def belong(number: int) -> None:
            settings.VAR_DIR = Folder(number)

        return belong

    @pytest.mark.parametrize("command", WRITING, ids=lambda command: command[0])
    def test_are_refused_where_the_folder_is_somebody_elses(
        self, var_of: Callable[[int], None], command: tuple[str, ...]
    ) -> None:
        other = next(user for user in pwd.getpwall() if user.pw_uid)
        var_of(other.pw_uid)
        with pytest.raises(CommandError, match=f"sudo -u {other.pw_name} .*manage.py {command[0]}"):
            call_command(*command)

    @pytest.mark.parametrize("number", [0, 4_000_000_000])
    def test_go_on_where_it_is_roots_or_of_nobody_here(
        self, var_of: Callable[[int], None], number: int
    ) -> None:
        var_of(number)
        owner.refuse_root("prepare")


class Folder:
    """A folder that belongs to a user, who need not exist."""

    def __init__(self, owner: int) -> None:
        self.owner = owner

    def stat(self) -> SimpleNamespace:
        return SimpleNamespace(st_uid=self.owner)


class TestAnUpdateThatStopsMatches:
    @pytest.fixture(autouse=True)
    def stopped(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """Two matches lack their rules; what was stopped."""
        stopped: list[str] = []
        monkeypatch.setattr(stopping, "unplayable", lambda: iter("ab"))
        monkeypatch.setattr(stopping, "waiting", lambda: iter(()))
        monkeypatch.setattr(stopping, "call_off_waiting", lambda: 0)
        monkeypatch.setattr(stopping, "stop_matches", lambda: stopped.append("all") or True)
        monkeypatch.setattr(prepare, "prepare", lambda say, check: check())
        return stopped

    def test_changes_nothing_unless_the_operator_agrees(self, stopped: list[str]) -> None:
        with pytest.raises(
            CommandError,
            match=r"2 running matches would be put on hold.*agree by `\S+python manage.py prepare --yes`",
        ):
            call_command("prepare")
        assert stopped == []

    def test_says_how_many_stand_still(self, stopped: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        call_command("prepare", "--yes")
        assert (stopped, capsys.readouterr().out) == (["all"], "2 running matches put on hold\n")


class TestPreparing:
    @pytest.fixture(autouse=True)
    def ran(self, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> list[str]:
        """The commands that ran, over files of the test's own."""
        ran: list[str] = []
        monkeypatch.setattr(preparing, "call_command", lambda name, **options: ran.append(name))
        monkeypatch.setattr(preparing, "get_commands", lambda: {"load_cards": "", "load_rules": ""})
        settings.BASE_DIR = settings.VAR_DIR = tmp_path
        settings.STATIC_ROOT = tmp_path / "collected"
        settings.LOADED_AT_START = ("load_cards", "load_rules", "load_nothing")
        for folder in ("static", "cards"):
            (tmp_path / folder).mkdir()
        return ran

    def test_static_files_are_collected_again_only_when_one_has_changed(
        self, ran: list[str], tmp_path: Path
    ) -> None:
        said: list[str] = []
        (tmp_path / "static/a.css").write_text("a")
        preparing.collect_static(said.append)
        (tmp_path / "collected").mkdir()
        preparing.collect_static(said.append)
        assert ran == ["collectstatic"]
        (tmp_path / "static/a.css").write_text("ab")
        preparing.collect_static(said.append)
        assert (ran, said) == (["collectstatic"] * 2, ["Collecting the static files"] * 2)

    def test_a_running_site_keeps_its_static_files_while_new_ones_are_collected(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        """All of them were deleted first: until the end, or after a kill for ever, pages had no style."""
        root, releases = tmp_path / "collected", iter("123")
        there: list[set[str]] = []

        def collect(*args: Any, **options: Any) -> None:
            there.append({file.name for file in root.glob("*.css*")})
            number, made = next(releases), tmp_path / "collected/site.css"
            name = f"site.{number * 12}.css"
            root.mkdir(exist_ok=True)
            for file in (name, f"{name}.gz", "same.aaaaaaaaaaaa.css"):
                (root / file).touch()
            made.with_name("staticfiles.json").write_text(
                json.dumps({"paths": {"site.css": name, "same.css": "same.aaaaaaaaaaaa.css"}})
            )

        monkeypatch.setattr(preparing, "call_command", collect)
        first = {"site.111111111111.css", "site.111111111111.css.gz", "same.aaaaaaaaaaaa.css"}
        for number in "123":
            (tmp_path / "static/a.css").write_text(number)
            preparing.collect_static(lambda said: None)
            if number == "1":
                (root / "half.css").touch()
            for file in root.iterdir():
                os.utime(file, (0, 0))
        assert there[1] == first, "what a collection that was stopped has left goes first"
        assert there[2] == first | {"site.222222222222.css", "site.222222222222.css.gz"}
        left = {file.name for file in root.glob("*.css*")}
        assert left == {name.replace("1", digit) for name in first for digit in "23"}

    def test_what_apps_load_is_loaded_again_only_when_a_file_or_the_tables_have_changed(
        self, ran: list[str], tmp_path: Path
    ) -> None:
        said: list[str] = []
        preparing.load(said.append, anyway=False)
        preparing.load(said.append, anyway=False)
        assert (ran, said) == (["load_cards", "load_rules"], ["Loading cards", "Loading rules"])
        preparing.load(said.append, anyway=True)
        (tmp_path / "cards/new.csv").write_text("a")
        preparing.load(said.append, anyway=False)
        assert len(ran) == 6

    @pytest.mark.parametrize("plan, is_done", [([], False), (["0002"], True)])
    def test_the_database_is_migrated_only_if_something_is_missing(
        self, ran: list[str], monkeypatch: pytest.MonkeyPatch, plan: list[str], is_done: bool
    ) -> None:
        graph = SimpleNamespace(leaf_nodes=list)
        executor = SimpleNamespace(loader=SimpleNamespace(graph=graph), migration_plan=lambda nodes: plan)
        monkeypatch.setattr(preparing, "MigrationExecutor", lambda connection: executor)
        assert preparing.migrate(lambda line: None) is is_done
        assert ran == ["migrate"] * is_done


class TestRestoring:
    def test_a_file_that_is_not_there_is_said(self, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="There is no file"):
            call_command("restore", str(tmp_path / "none"), "--yes")

    @pytest.mark.parametrize("answer", ["", "y", "no"])
    def test_anything_but_yes_changes_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
    ) -> None:
        copy = tmp_path / "copy"
        copy.touch()
        monkeypatch.setattr("builtins.input", lambda question: answer)
        monkeypatch.setattr(restore.Command, "_put_back", lambda *given: pytest.fail("it was replaced"))
        with pytest.raises(CommandError, match="Nothing was changed"):
            call_command("restore", str(copy))

    @pytest.mark.parametrize("trouble", ["", "The database is in use.", "this one has no games.9999_later"])
    def test_on_postgresql_what_was_there_before_is_saved_first(
        self,
        tmp_path: Path,
        settings: Any,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        trouble: str,
    ) -> None:
        order: list[str] = []

        is_newer = "9999" in trouble

        def note(what: str, answer: Any = None, fails: bool = False) -> Callable[..., Any]:
            def call(*given: Any) -> Any:
                order.append(what)
                if fails:
                    raise NoBackup(trouble)
                return answer

            return call

        server = SimpleNamespace(
            check_free=note("free", fails=bool(trouble) and not is_newer),
            applied=note("applied", {("games", "9999_later")} if is_newer else {("games", "0001_initial")}),
            save=note("save", "before.pgdump"),
            put_back=note("put"),
        )
        monkeypatch.setattr(restore, "postgresql", server)
        monkeypatch.setattr(restore, "connections", SimpleNamespace(close_all=lambda: None))
        monkeypatch.setattr(restore, "connection", SimpleNamespace(vendor="postgresql", settings_dict={}))
        monkeypatch.setattr(restore, "prepare", note("prepare"))
        monkeypatch.setattr(restore, "bump_data_version", note("bump"))
        monkeypatch.setattr(restore, "call_command", lambda name, **more: order.append(name))
        settings.VAR_DIR = tmp_path
        (tmp_path / "loaded.stamp").touch()
        (tmp_path / "copy").touch()
        if trouble:
            with pytest.raises(CommandError, match=trouble):
                call_command("restore", str(tmp_path / "copy"), "--yes")
            assert order == ["free", *(["applied"] if is_newer else [])]
            return
        call_command("restore", str(tmp_path / "copy"), "--yes")
        assert order == ["free", "applied", "save", "put", "prepare", "bump", "verify_matches"]
        assert not (tmp_path / "loaded.stamp").exists()
        assert "as it was before is in before.pgdump" in capsys.readouterr().out

    def test_that_it_is_done_is_said_even_if_a_match_does_not_replay(
        self,
        tmp_path: Path,
        settings: Any,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        """The operator saw only the match's problem, and not that the site can be started."""

        def fail(name: str, **more: Any) -> None:
            raise CommandError("1 of 2 matches don't replay to what is stored.")

        settings.VAR_DIR = tmp_path
        monkeypatch.setattr(restore.Command, "_put_back", lambda *given: None)
        monkeypatch.setattr(restore, "prepare", lambda say: None)
        monkeypatch.setattr(restore, "bump_data_version", lambda: None)
        monkeypatch.setattr(restore, "call_command", fail)
        (tmp_path / "copy").touch()
        with pytest.raises(CommandError, match=r"1 of 2 matches .* is in place anyway"):
            call_command("restore", str(tmp_path / "copy"), "--yes")
        assert "Start the web server and the worker." in capsys.readouterr().out


class TestTheSigningKey:
    def test_production_has_none_unless_one_is_given(self, tmp_path: Path) -> None:
        assert profiles.secret_key("production", "given", tmp_path) == "given"
        with pytest.raises(ImproperlyConfigured, match="SECRET_KEY must be set"):
            profiles.secret_key("production", "", tmp_path)

    def test_development_makes_one_and_keeps_it_for_itself(self, tmp_path: Path) -> None:
        made = profiles.secret_key("development", "", tmp_path / "var")
        assert len(made) > 60
        assert profiles.secret_key("development", "", tmp_path / "var") == made
        assert (tmp_path / "var/secret-key").stat().st_mode & 0o777 == 0o600

    def test_two_processes_that_make_one_at_once_have_the_same(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        link = os.link

        def late(fresh: Path, file: Path) -> None:
            file.write_text("the other's")
            link(fresh, file)

        monkeypatch.setattr(os, "link", late)
        assert profiles.secret_key("development", "", tmp_path) == "the other's"
        assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


class TestVendoring:
    def test_letters_are_told_in_runs(self) -> None:
        assert vendor_fonts.unicode_range({0x41, 0x42, 0x43, 0xA0, 0x20}) == "U+20, U+41-43, U+A0"
        assert vendor_fonts.unicode_range([]) == ""

    def test_the_text_font_is_cut_in_two_with_the_weights_in_use(
        self, tmp_path: Path, settings: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        source = tmp_path / vendor_fonts.SOURCE
        source.parent.mkdir()
        variable_font({0x41: "A", 0xE9: "eacute"}).save(source)
        settings.BASE_DIR = tmp_path
        (tmp_path / "static/fonts").mkdir(parents=True)
        call_command("vendor_fonts", str(tmp_path))
        assert capsys.readouterr().out.splitlines() == ["roboto-mono-basic: U+41", "roboto-mono-more: U+E9"]
        for name, letter in (("basic", 0x41), ("more", 0xE9)):
            font = TTFont(tmp_path / f"static/fonts/web/roboto-mono-{name}.woff2")
            assert set(font.getBestCmap()) == {letter}
            (axis,) = font["fvar"].axes
            assert (axis.minValue, axis.maxValue) == vendor_fonts.WEIGHTS

    def test_icons_are_written_each_and_as_one_sprite_in_whole_numbers(self, tmp_path: Path) -> None:
        icons = {"cog": {"body": '<path d="M1.4 2.6h3"/>'}, "anvil": {"body": "<g/>"}, "none": {"body": ""}}
        (tmp_path / "icons.json").write_text(json.dumps({"icons": icons}))
        bodies = vendor_icons.read_bodies(tmp_path, ["anvil", "cog"])
        vendor_icons.write_icons(tmp_path, bodies)
        assert 'd="M1.4 2.6h3"' in (tmp_path / "cog.svg").read_text()
        sprite = (tmp_path / "sprite.svg").read_text()
        assert sprite.index('id="anvil"') < sprite.index('id="cog"')
        assert "none" not in sprite
        assert "1.4" not in sprite

    def test_an_icon_that_the_package_lacks_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "icons.json").write_text('{"icons": {}}')
        with pytest.raises(CommandError, match="no icon called cog, rotor"):
            vendor_icons.read_bodies(tmp_path, ["cog", "rotor"])

    def test_pages_and_cards_name_the_icons_they_want(self) -> None:
        wanted = vendor_icons.wanted_icons()
        assert {"anvil", "walking-scout"} <= set(wanted)
        assert wanted == sorted(set(wanted))


def variable_font(letters: dict[int, str]) -> Any:
    """Return a font with these empty letters in all weights."""
    names = [".notdef", *letters.values()]
    made = FontBuilder(1000, isTTF=True)
    made.setupGlyphOrder(names)
    made.setupCharacterMap(letters)
    made.setupGlyf({name: TTGlyphPen(None).glyph() for name in names})
    made.setupHorizontalMetrics(dict.fromkeys(names, (600, 0)))
    made.setupHorizontalHeader(ascent=800, descent=-200)
    made.setupNameTable({"familyName": "Test", "styleName": "Regular"})
    made.setupOS2()
    made.setupPost()
    made.setupFvar([("wght", 100, 400, 900, "Weight")], [])
    made.setupGvar({name: [] for name in names})
    made.font.flavor = "woff2"
    return made.font


class TestRecordingStatistics:
    @pytest.mark.soak(seconds=2)
    def test_only_the_edition_that_is_named_is_recorded_the_same_each_time(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(
            record_statistics, "file_of", lambda game, edition: tmp_path / f"{game}-{edition}"
        )
        monkeypatch.setattr(record_statistics, "PAIRINGS", [("random", "random")])
        asked = {"games": 1, "seed": 3, "only": "scrapyard/1.0", "option": ["tiles=1"]}
        call_command("record_statistics", **asked)
        (written,) = tmp_path.iterdir()
        recorded = written.read_text()
        call_command("record_statistics", **asked)
        assert written.read_text() == recorded
        (run,) = json.loads(recorded)["runs"]
        assert (run["games"], run["seed"], run["options"]) == (1, 3, {"tiles": 1})
        assert run["cards"]
        assert capsys.readouterr().out.count("Scrapyard 1.0: scrapyard-1.0") == 2

    def test_the_games_of_other_bots_stay_while_they_are_of_the_same_rules_and_cards(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        file = tmp_path / "scrapyard.json"
        monkeypatch.setattr(record_statistics, "file_of", lambda game, edition: file)
        monkeypatch.setattr(record_statistics, "PAIRINGS", [("novice", "novice"), ("random", "random")])
        asked = {"games": 1, "only": "scrapyard/1.0", "option": ["tiles=1"]}
        call_command("record_statistics", bots="random,random", **asked)
        first = json.loads(file.read_text())
        call_command("record_statistics", bots="novice,novice", seed=2, processes=2, **asked)
        both = json.loads(file.read_text())
        assert [(run["bots"], run["seed"]) for run in both["runs"]] == [
            (["novice", "novice"], 2),
            (["random", "random"], 1),
        ]
        assert both["runs"][1] == first["runs"][0]

        file.write_text(json.dumps(both | {"cards_hash": "0" * 64}))
        call_command("record_statistics", bots="novice,novice", **asked)
        assert len(json.loads(file.read_text())["runs"]) == 1

    def test_bots_that_no_page_shows_are_refused(self) -> None:
        with pytest.raises(CommandError, match="No card page shows games of expert,random"):
            call_command("record_statistics", bots="expert,random")

    def test_options_go_with_one_edition_only(self) -> None:
        with pytest.raises(CommandError, match="name one with --only"):
            call_command("record_statistics", option=["tiles=1"])
