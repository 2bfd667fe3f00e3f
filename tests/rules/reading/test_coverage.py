"""The page that says what of a rulebook is enforced and tested."""

import re
from html import unescape

import pytest
from django.test import Client

from rules.reading.coverage import coverage
from rules.wiki import citations as citing
from rules.wiki import shipped
from tests.rules.indexed import forget, fresh_index, index_without_tests_for

ADDRESS = "/rules/scrapbots/coverage/3.6/"


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
    listed = [one.paragraph.anchor for one in (*found.untested, *found.unenforced, *found.full)]
    assert sorted(listed) == sorted(one.anchor for one in book.paragraphs if not one.term)
    assert found.total == len(listed)


def test_what_nothing_names_is_listed_apart(book) -> None:
    unenforced = {one.paragraph.anchor for one in coverage(book).unenforced}
    assert "build-3" in unenforced
    assert "attack-1" not in unenforced


def test_counts_are_in_words_and_lead_to_lines(book) -> None:
    attack = next(one for one in coverage(book).full if one.paragraph.anchor == "attack-2")
    words = [use.words for use in attack.uses]
    assert re.match(r"\d+ tests", words[0])
    assert words[1] == "1 event"
    assert attack.uses[1].sites[0].path == "games/titles/scrapbots/rules.py"


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


@pytest.mark.django_db
class TestThePage:
    def test_what_has_no_test_comes_first_under_its_own_heading(self, client: Client) -> None:
        with index_without_tests_for("draw-5"):
            page = client.get(ADDRESS).content.decode()
        first = page[page.index('id="untested"') : page.index('id="unenforced"')]
        assert "/rules/scrapbots/3.6/draw-5/" in first
        assert "1 without a test" in page

    def test_when_all_have_a_test_it_says_so(self, client: Client) -> None:
        assert "Every paragraph has a test." in client.get(ADDRESS).content.decode()

    def test_it_names_files_and_lines_and_links_to_the_paragraphs(self, client: Client) -> None:
        page = unescape(client.get(ADDRESS).content.decode())
        assert re.search(r"games/titles/scrapbots/rules\.py:\d+", page)
        assert re.search(r"tests/titles/scrapbots/test_attacks\.py:\d+", page)
        assert 'href="/rules/scrapbots/3.6/attack-2/"' in page

    def test_the_bar_is_said_in_words_too(self, client: Client, book) -> None:
        page = client.get(ADDRESS).content.decode()
        found = coverage(book)
        assert f"{found.total} paragraphs of law" in page
        assert f"{len(found.full)} enforced and tested" in page
        assert f"{found.enforced} are enforced, {found.tested} have a test." in page

    def test_without_tests_it_says_that_they_are_not_counted(self, client: Client, without_tests) -> None:
        page = client.get(ADDRESS).content.decode()
        assert "without its tests" in page
        assert 'id="untested"' not in page

    def test_it_is_the_same_for_every_visitor(self, client: Client) -> None:
        assert client.get(ADDRESS)["Cache-Control"] == "public, no-cache"

    @pytest.mark.parametrize("address", ["/rules/scrapbots/coverage/9.9/", "/rules/chess/coverage/3.6/"])
    def test_what_is_not_there_is_a_404(self, client: Client, address: str) -> None:
        assert client.get(address).status_code == 404
