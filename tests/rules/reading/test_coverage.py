"""The page that says what of a rulebook is enforced and tested."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from rules.reading.coverage import coverage
from rules.wiki import citations as citing
from rules.wiki import shipped
from tests.rules.indexed import forget, fresh_index, index_without_tests_for
from tests.rules.proposing import makes_editor

ADDRESS = "/rules/scrapbots/coverage/3.6/"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """Citations are those of the sources as they are now."""
    monkeypatch.setattr(citing, "index_of", fresh_index)
    forget()
    yield
    forget()


@pytest.fixture
def book():
    return shipped.book("scrapbots", "3.6")


def test_every_paragraph_of_law_is_in_exactly_one_list(book) -> None:
    found = coverage(book)
    lists = (found.changed, found.people, found.untested, found.tested, found.full)
    listed = [one.paragraph.anchor for covered in lists for one in covered]
    assert sorted(listed) == sorted(one.anchor for one in book.paragraphs if not one.term)
    assert found.total == len(listed)


def test_what_only_tests_name_is_listed_apart(book) -> None:
    tested = {one.paragraph.anchor for one in coverage(book).tested}
    assert "build-3" in tested
    assert "attack-1" not in tested


def test_what_neither_the_program_nor_a_test_names_is_for_people(book) -> None:
    with index_without_tests_for("build-3"):
        found = coverage(book)
    assert [one.paragraph.anchor for one in found.people] == ["build-3"]


def test_counts_are_in_words_and_lead_to_lines(book) -> None:
    attack = next(one for one in coverage(book).full if one.paragraph.anchor == "attack-2")
    words = [use.words for use in attack.uses]
    assert words[0] == "1 event"
    assert re.match(r"\d+ tests", words[-1])
    assert attack.uses[0].sites[0].path == "games/titles/scrapbots/rules.py"


@pytest.fixture
def without_tests():
    """The site as it is installed without its tests."""
    with index_without_tests_for():
        yield


def test_where_the_tests_did_not_come_along_nothing_counts_as_untested(without_tests, book) -> None:
    found = coverage(book)
    assert not found.has_tests
    assert found.untested == ()
    assert found.total == len([one for one in book.paragraphs if not one.term])


@pytest.fixture
def editor_client(user: User, user_client: Client) -> Client:
    makes_editor(user)
    return user_client


@pytest.mark.django_db
class TestThePage:
    def test_what_has_no_test_comes_first_under_its_own_heading(self, client: Client) -> None:
        with index_without_tests_for("attack-2"):
            page = client.get(ADDRESS).content.decode()
        first = page[page.index('id="untested"') : page.index('id="people"')]
        assert "/rules/scrapbots/3.6/attack-2/" in first

    def test_when_all_have_a_test_it_says_so(self, client: Client) -> None:
        page = client.get(ADDRESS).content.decode()
        assert "None: every rule that the game enforces has a test." in page

    @pytest.mark.soak(seconds=2)
    def test_players_read_words_and_no_names_of_files(self, client: Client) -> None:
        page = unescape(client.get(ADDRESS).content.decode())
        assert ".py" not in page
        assert re.search(r"\d+ tests</span>", page)
        assert 'href="/rules/scrapbots/3.6/attack-2/"' in page

    def test_editors_get_links_to_the_lines_of_code_and_tests(self, editor_client: Client) -> None:
        page = unescape(editor_client.get(ADDRESS).content.decode())
        source = "/rules/scrapbots/source/"
        assert re.search(rf'"{source}tests/titles/scrapbots/test_attacks\.py/#L\d+"', page)
        (line,) = re.findall(rf'"({source}games/titles/scrapbots/rules\.py/)#(L\d+)"', page)[:1]
        assert f'id="{line[1]}"' in editor_client.get(line[0]).content.decode()

    def test_the_bar_is_said_in_words_too(self, client: Client, book) -> None:
        page = client.get(ADDRESS).content.decode()
        found = coverage(book)
        assert f"{found.total} rules" in page
        assert f"{found.confirmed} enforced and confirmed" in page
        assert f"{len(found.tested)} tested" in page

    def test_without_tests_it_says_that_they_are_not_counted(self, client: Client, without_tests) -> None:
        page = client.get(ADDRESS).content.decode()
        assert "without its tests" in page
        assert 'id="untested"' not in page

    def test_it_is_the_same_for_every_visitor(self, client: Client) -> None:
        assert client.get(ADDRESS)["Cache-Control"] == "public, no-cache"

    @pytest.mark.parametrize("address", ["/rules/scrapbots/coverage/9.9/", "/rules/chess/coverage/3.6/"])
    def test_what_is_not_there_is_a_404(self, client: Client, address: str) -> None:
        assert client.get(address).status_code == 404
