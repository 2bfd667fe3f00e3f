"""Where games cite rules: events, refusals, docstrings and tests told apart; no citation leads nowhere."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import catalog
from rules.document.books import Book
from rules.reading.indexing import checking
from rules.reading.indexing import index as indexing
from rules.reading.indexing.flow import ROOT, refusals
from rules.reading.indexing.index import certain
from rules.reading.indexing.sources import Citation, citations_in, named_by_tests
from rules.wiki import citations as citing
from rules.wiki import shipped
from rules.wiki.citations import Index, Site, citations, enforced
from rules.wiki.stored_books import stored_book
from tests.rules.indexed import forget, fresh_index, index_without_tests_for

EDITIONS = [(title.slug, edition) for title in catalog.titles() for edition in title.editions]

TITLE = '''
"""How it goes."""
from games.engine.events import Event
from games.engine.errors import IllegalMove

ENDED = {1: "end-1", 2: "end-2"}
CAP_RULE = "house-1"

class Happened(Event, frozen=True):
    """Something happened. *Source:* `toy:note-1`."""

class Worse(Happened, frozen=True):
    """Something worse. *Source:* `toy:list-1` to `list-3`, `toy:note-2`."""

class Push:
    rule = "push-1"
    def resolve(self, scene):
        return Happened(self.rule, 0)

class Scene:
    def strike(self, amount, rule="strike-1"):
        why = "strike-2" if amount else rule
        self.events.append(Worse(rule=why, seat=0))

def act(scene):
    scene.strike(3, "act-1")
    scene.strike(3, rule="act-2")
    return Happened(ENDED[1], -1)

def refuse(state):
    # Settled by `toy:comment-1`.
    if state:
        return _no("refuse-1", "No.")
    return IllegalMove(_which(state), "No.")

def _no(rule, reason):
    return IllegalMove(rule, reason)

def _which(state):
    return "refuse-2"

KIND = "card-1"
ELSEWHERE = "other:far-1"
'''

TESTS = '''
from tests.table import ruling

LIST = ["nobody-1"]

@ruling("mark-1", "mark-2")
def test_marked():
    """*Source:* toy."""
    with refuses("named-1"):
        pass

def helper():
    return "helper-1"
'''


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Citations are those of the sources as they are now."""
    monkeypatch.setattr(citing, "index_of", fresh_index)
    forget()
    yield
    forget()


def found_in(tmp_path: Path, text: str) -> dict[str, set[tuple[str, str]]]:
    """Return what a title with this source cites: kind and name of the sites by anchor."""
    file = tmp_path / "toy.py"
    file.write_text(text, encoding="utf-8")
    found: dict[str, set[tuple[str, str]]] = {}
    for one in citations_in([file], tmp_path, "toy"):
        found.setdefault(one.anchor, set()).add((one.kind, one.site.name))
    return found


class TestReadingATitle:
    @pytest.fixture
    def found(self, tmp_path: Path) -> dict[str, set[tuple[str, str]]]:
        return found_in(tmp_path, TITLE)

    def test_what_an_event_gives_as_its_reason_is_found_under_the_events_name(self, found) -> None:
        assert found["strike-2"] == {("event", "Worse")}
        assert found["end-1"] == {("event", "Happened")}

    @pytest.mark.parametrize("anchor", ["act-1", "act-2", "strike-1"])
    def test_a_rule_that_is_handed_on_to_an_event_counts_where_it_is_written(self, found, anchor) -> None:
        assert found[anchor] == {("event", "Worse")}

    def test_so_does_one_that_is_kept_in_a_field(self, found) -> None:
        assert found["push-1"] == {("event", "Happened")}

    def test_refusals_go_by_the_function_that_refuses(self, found) -> None:
        assert found["refuse-1"] == {("refusal", "refuse")}
        assert found["refuse-2"] == {("refusal", "_which")}

    def test_docstrings_and_comments_are_others(self, found) -> None:
        assert found["note-1"] == {("other", "Happened")}
        assert found["comment-1"] == {("other", "refuse")}

    def test_a_range_of_sources_has_what_lies_between(self, found) -> None:
        assert {"list-1", "list-2", "list-3", "note-2"} <= found.keys()

    def test_a_word_that_may_be_something_else_is_unsure(self, tmp_path: Path) -> None:
        (tmp_path / "toy.py").write_text(TITLE, encoding="utf-8")
        sure = {one.anchor for one in citations_in([tmp_path / "toy.py"], tmp_path, "toy") if one.sure}
        assert not sure & {"card-1", "house-1"}
        assert {"act-1", "refuse-1", "list-2"} <= sure

    def test_anchors_with_two_digits_are_found_too(self, tmp_path: Path) -> None:
        words = 'RULE = "toy:push-10"\n\n\n# Settled by `toy:list-9` to `list-11`, `note-12`.\n'
        assert found_in(tmp_path, words).keys() == {"push-10", "list-9", "list-10", "list-11", "note-12"}

    def test_another_games_anchors_are_none_of_ours(self, found) -> None:
        assert "far-1" not in found

    def test_tests_are_found_by_their_marks_and_by_what_they_name(self, tmp_path: Path) -> None:
        (tmp_path / "test_toy.py").write_text(TESTS, encoding="utf-8")
        found = {one.anchor: one.sure for one in named_by_tests([tmp_path / "test_toy.py"], tmp_path, "toy")}
        assert found == {"mark-1": True, "mark-2": True, "named-1": False}


def sites(book: Book, anchor: str, kind: str) -> set[tuple[str, str]]:
    return {(Path(site.path).name, site.name) for site in getattr(citations(book)[anchor], kind)}


class TestScrapbots:
    @pytest.fixture
    def book(self) -> Book:
        return shipped.book("scrapbots", "3.6")

    def test_sites_are_lines_of_the_repository(self, book) -> None:
        found = citations(book)
        assert len(found) > 50
        for anchor, cited in found.items():
            for site in (*cited.events, *cited.refusals, *cited.others, *cited.tests):
                lines = (ROOT / site.path).read_text(encoding="utf-8").splitlines()
                assert 1 <= site.line <= len(lines), (anchor, site)

    def test_attacking_exhausts_and_says_so(self, book) -> None:
        assert sites(book, "attack-2", "events") == {("rules.py", "Attacked")}
        assert sites(book, "attack-1", "refusals") == {("legality.py", "_refuse_attack")}

    def test_a_rule_handed_to_a_helper_is_found_where_it_is_chosen(self, book) -> None:
        assert ("rules.py", "MarketDealt") in sites(book, "buy-2", "events")
        assert ("legality.py", "_refuse_scrap") in sites(book, "scrap-1", "refusals")

    def test_what_the_system_does_is_cited_by_the_system(self, book) -> None:
        assert ("system.py", "Resigned") in sites(book, "end-4", "events")
        undo = ("MoveTakenBack", "UndoAsked", "UndoAllowed", "UndoRefused", "UndoWithdrawn", "TurnedBack")
        assert sites(book, "turn-4", "events") == {("system.py", name) for name in undo}
        assert sites(book, "turn-4", "refusals") == {("system.py", "UNDO_RULE")}
        assert ("errors.py", "NotYourTurn.__init__") in sites(book, "turn-1", "refusals")

    def test_cards_cite_their_types_and_options_their_rule(self, book) -> None:
        assert sites(book, "type-component", "others") == {("cards.py", "Card")}
        assert ("title.py", "TITLE") in sites(book, "house-1", "others")

    def test_enforced_is_what_the_program_cites_whatever_the_tests_do(self, book) -> None:
        cited = citations(book)
        assert enforced(book) == {anchor for anchor, one in cited.items() if one.is_enforced}
        assert cited["build-3"].tests
        assert "build-3" not in enforced(book)

    def test_every_paragraph_of_law_has_a_test(self, book) -> None:
        cited = citations(book)
        assert [one.anchor for one in book.paragraphs if not one.term and not cited[one.anchor].tests] == []

    def test_without_the_tests_there_is_all_but_them(self, book) -> None:
        with index_without_tests_for():
            alone = citations(book)
        assert not any(one.tests for one in alone.values())
        assert alone["attack-2"].events == citations(book)["attack-2"].events


def dangling(game: str, anchors: frozenset[str]) -> dict[str, str]:
    """Return the citations that a rulebook with these *anchors* can't answer, with a site of each."""
    return {a: f"{site.path}:{site.line}" for a, site in certain(game).items() if a not in anchors}


@pytest.mark.parametrize("game, edition", EDITIONS)
def test_no_citation_leads_nowhere_in_the_text_that_comes_with_the_site(game: str, edition: str) -> None:
    """Read from the source. What a running game really cites is checked by tests/conformance, too."""
    assert dangling(game, shipped.anchors(game, edition)) == {}


@pytest.mark.soak(seconds=2)
@pytest.mark.django_db
@pytest.mark.parametrize("game, edition", EDITIONS)
def test_no_citation_leads_nowhere_in_the_revision_in_force(game: str, edition: str) -> None:
    book = stored_book(game, edition)
    assert dangling(game, frozenset(book.by_anchor)) == {}
    assert enforced(book) == enforced(shipped.book(game, edition))


def test_a_citation_of_a_rule_that_is_nowhere_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    stray = Citation("attack-99", "event", Site("games/titles/scrapbots/rules.py", 1, "Attacked"))
    before = indexing.cited_for("scrapbots")
    monkeypatch.setattr(indexing, "cited_for", lambda game: (*before, stray))
    found = dangling("scrapbots", shipped.anchors("scrapbots", "3.6"))
    assert found == {"attack-99": "games/titles/scrapbots/rules.py:1"}


class TestTheCommand:
    @pytest.fixture
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.setattr(indexing, "FOLDER", tmp_path)
        monkeypatch.setattr(checking, "CHECKED", tmp_path / "checked")
        return tmp_path

    @pytest.mark.soak(seconds=3)
    def test_what_it_writes_is_fresh_and_reads_as_it_was_found(self, folder, monkeypatch) -> None:
        call_command("index_citations", verbosity=0)
        call_command("index_citations", check=True, verbosity=0)
        stored = json.loads((folder / "scrapbots.json").read_text("utf-8"))
        assert Index.parse(stored) == fresh_index("scrapbots")

    @pytest.mark.soak(seconds=4)
    def test_a_stale_file_is_told_by_name_and_left_alone(self, folder) -> None:
        call_command("index_citations", verbosity=0)
        (folder / "junkyard.json").write_text("{}", "utf-8")
        with pytest.raises(CommandError, match=r"junkyard\.json"):
            call_command("index_citations", check=True)
        assert (folder / "junkyard.json").read_text("utf-8") == "{}"

    @pytest.mark.soak(seconds=3)
    def test_words_that_change_are_confirmed_by_nobody_but_people(self, folder, capsys) -> None:
        call_command("index_citations", verbosity=0)
        file = folder / "checked" / "scrapbots.json"
        stored = json.loads(file.read_text("utf-8"))
        right, stored["3.6"]["damage-5"] = stored["3.6"]["damage-5"], "0" * 16
        file.write_text(json.dumps(stored, indent=1) + "\n", "utf-8")
        call_command("index_citations", verbosity=0)
        assert "scrapbots:3.6:damage-5" in capsys.readouterr().err
        with pytest.raises(CommandError, match=r"scrapbots:3\.6:damage-5"):
            call_command("index_citations", check=True)
        assert json.loads(file.read_text("utf-8")) == stored
        call_command("index_citations", confirm=[], verbosity=0)
        assert json.loads(file.read_text("utf-8"))["3.6"]["damage-5"] == right
        call_command("index_citations", check=True, verbosity=0)

    def test_only_what_has_changed_can_be_confirmed(self, folder) -> None:
        call_command("index_citations", verbosity=0)
        with pytest.raises(CommandError, match=r"haven’t changed: scrapbots:3\.6:damage-5"):
            call_command("index_citations", confirm=["scrapbots:3.6:damage-5"])

    def test_a_folder_that_went_elsewhere_is_noticed(self, monkeypatch) -> None:
        monkeypatch.setattr(indexing, "SYSTEM_TESTS", ("tests/nowhere",))
        indexing._tests_of_the_system.cache_clear()
        with pytest.raises(FileNotFoundError, match="tests/nowhere"):
            indexing.index("scrapbots")
        indexing._tests_of_the_system.cache_clear()

    def test_refusals_are_known_with_the_place_of_their_rule(self) -> None:
        found = refusals()
        assert (found["IllegalMove"], found["NotYourTurn"], found["CannotUndo"]) == (0, 1, 1)
        assert "StaleMatch" not in found
