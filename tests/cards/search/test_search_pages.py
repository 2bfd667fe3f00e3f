"""The list and help pages as a visitor without a session sees them."""

import html
import re

import pytest
from django.test import Client

from cards.search.language.operators import OPERATORS
from games import catalog

pytestmark = pytest.mark.django_db
CARDS = [card for title in catalog.titles() for edition in title.editions.values() for card in edition.cards]
HTMX = {"HX-Request": "true"}


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize(
    "path", ["/cards/", "/cards/?q=cots:5", "/cards/?q=edition:any&as=text", "/cards/help/"]
)
def test_pages_are_public_with_validators(client: Client, path: str) -> None:
    response = client.get(path)
    assert "public" in response["Cache-Control"]
    assert response["ETag"]
    assert "csrf" not in response.content.decode().lower()
    assert not response.cookies


@pytest.mark.parametrize("way", ["faces", "checklist", "text"])
def test_the_list_leads_page_by_page_to_every_card_in_its_edition(client: Client, way: str) -> None:
    found, path = set[str](), f"/cards/?edition=all&as={way}"
    while path:
        text = page(client, path)
        found |= {html.unescape(href) for href in re.findall(r'href="(/cards/[\w-]+/[^"]+)"', text)}
        after = re.search(r'rel="next"\s+href="([^"]+)"', text)
        path = html.unescape(after[1]) if after else ""
    assert {f"/cards/{card.game}/{card.slug}/?edition={card.edition}" for card in CARDS} <= found


def test_the_game_is_chosen_in_one_place(client: Client) -> None:
    """A list of games stood right above a row of buttons for the same games."""
    for path in ("/cards/", "/cards/?q=scout", "/cards/?q=game:scrapyard", "/cards/?q=cots:5"):
        text = page(client, path)
        assert ('id="filter-game"' in text) != ('aria-label="Games"' in text), path


def test_an_empty_list_says_so_and_leads_back(client: Client) -> None:
    text = page(client, "/cards/?q=nonsuch")
    assert "No cards found." in text
    assert 'href="/cards/"' in text
    assert 'href="/cards/help/"' in text


def test_a_single_word_is_not_told_to_be_fewer(client: Client) -> None:
    assert "Try fewer words" in page(client, "/cards/?q=nonsuch+thing")
    text = page(client, "/cards/?q=nonsuch")
    assert "Try fewer letters" in text
    assert "Try fewer words" not in text


def test_a_mistake_is_marked_and_mended_by_a_press(client: Client) -> None:
    text = page(client, "/cards/?q=scout+cots:5")
    assert '<mark class="mistake__wrong">cots</mark>' in text
    assert 'href="/cards/?q=scout+cost%3A5"' in text
    assert 'aria-invalid="true"' in text


def test_a_strange_question_is_escaped(client: Client) -> None:
    for name in ("q", "type", "as", "page", "game"):
        assert "<script>alert" not in page(client, f"/cards/?{name}=%3Cscript%3Ealert(1)%3C/script%3E")
    assert page(client, "/cards/?q=%00%ff%ed%a0%80%F0%9F%A4%96")


@pytest.mark.parametrize("way", ["faces", "text"])
def test_what_changed_stands_beside_the_card(client: Client, way: str) -> None:
    text = page(client, f"/cards/?q=changed:3.4..3.6+rocket&as={way}")
    assert re.search(r"<dt>Scrap</dt>\s*<dd>\s*<del>.*?8</del>\s*<ins>.*?10</ins>", text, re.DOTALL)


def test_the_question_is_said_back(client: Client) -> None:
    text = page(client, "/cards/?q=game:scrapbots+edition:3.6+health%3E%3D50+flips:yes")
    assert "Scrapbots cards of edition 3.6 whose health is at least 50 and that flip coins" in text


def test_the_fragment_is_the_part_that_changes(client: Client) -> None:
    whole = page(client, "/cards/?q=scout&as=text")
    part = client.get("/cards/found/?q=scout&as=text", headers=HTMX)
    assert part.content.decode().strip() in whole
    assert part["HX-Push-Url"] == "/cards/?q=scout&as=text"


def test_typing_leaves_no_trail_in_the_history(client: Client) -> None:
    part = client.get("/cards/found/?q=scou&live=1", headers=HTMX)
    assert part["HX-Replace-Url"] == "/cards/?q=scou"
    assert not part.has_header("HX-Push-Url")


@pytest.mark.soak(seconds=1)
def test_every_link_that_changes_the_list_works_without_scripts(client: Client) -> None:
    text = page(client, "/cards/?q=edition:any+order:name&as=text")
    tags = re.findall(r"<a\b[^>]*hx-get[^>]*>", text)
    assert len(tags) > 20
    for tag in tags:
        href, part = re.search(r'href="([^"]+)"', tag), re.search(r'hx-get="([^"]+)"', tag)
        assert href
        assert part
        assert part[1] == href[1].replace("/cards/", "/cards/found/", 1)
        page(client, html.unescape(href[1]))


@pytest.mark.soak(seconds=2)
def test_the_help_page_explains_every_operator_and_its_examples_find_cards(client: Client) -> None:
    text = page(client, "/cards/help/")
    for operator in OPERATORS.values():
        assert f'id="about-{operator.key or "words"}"' in text
        assert operator.label in html.unescape(text)
    examples = re.findall(r'class="example__query"\s+href="([^"]+)"', text)
    assert len(examples) > 20
    for href in examples:
        found = page(client, html.unescape(href))
        assert "No cards found." not in found
        assert "mistake__message" not in found
