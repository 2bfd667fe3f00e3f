"""The card pages as a visitor without a session sees them."""

import re

import pytest
from django.test import Client

from cards.catalogue.faces import face_html
from games import catalog
from rules.wiki import shipped

pytestmark = pytest.mark.django_db
CARDS = [card for edition in catalog.title("scrapbots").editions.values() for card in edition.cards]


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("path", ["/cards/", "/cards/help/", "/cards/scrapbots/scout/?edition=3.4"])
def test_pages_are_public_and_hold_nothing_of_a_visitor(client: Client, path: str) -> None:
    response = client.get(path)
    assert "public" in response["Cache-Control"]
    assert "csrf" not in response.content.decode().lower()
    assert not response.cookies


@pytest.mark.soak(seconds=3)
def test_every_card_has_a_page_with_figures_text_and_type(client: Client) -> None:
    for card in CARDS:
        html = page(client, f"/cards/{card.game}/{card.slug}/?edition={card.edition}")
        assert f"/rules/{card.game}/{card.edition}/{card.rule}/" in html
        cells = re.findall(r"<td>\s*(.*?)\s*</td>", html, re.DOTALL)
        assert {str(figure.value) for figure in card.figures} | {str(card.quantity)} <= set(cells)
        words = re.sub(r"<[^>]+>", "", html)
        assert all(line.text in words and line.cost in words for line in card.lines)
        anchors = shipped.anchors(card.game, card.edition)
        assert not {anchor for anchor in anchors if "-" in anchor} & set(re.findall(r"[\w-]+", words))


@pytest.mark.soak(seconds=3)
def test_rule_links_of_every_card_lead_somewhere(client: Client) -> None:
    for card in CARDS:
        html = page(client, f"/cards/{card.game}/{card.slug}/?edition={card.edition}")
        links = re.findall(r'href="/rules/scrapbots/([^/"]+)/([^/"]+)/"', html)
        assert (card.edition, card.rule) in links
        for edition, anchor in links:
            assert anchor in shipped.anchors("scrapbots", edition)


def test_the_terms_of_a_card_s_text_come_before_those_of_its_figures(client: Client) -> None:
    page = client.get("/cards/junkyard/hopper/").text.partition("What the terms mean")[2]
    assert max(page.index(">Scrap<"), page.index(">Overclock<")) < page.index(">Charge<")


def test_keywords_are_explained(client: Client) -> None:
    html = page(client, "/cards/scrapbots/scout/?edition=3.6")
    for anchor in ("term-damage", "term-heads", "term-splash", "term-health"):
        assert f'href="/rules/scrapbots/3.6/{anchor}/" data-tip="' in html
        assert f'id="word-{anchor}"' in html


def test_without_an_edition_the_newest_that_has_the_card_is_shown(client: Client) -> None:
    assert "Scrapbots 3.6-2020-07</a>" in page(client, "/cards/scrapbots/circuitry/")
    assert "Scrapbots 3.4</a>" in page(client, "/cards/scrapbots/armor-plate/")


def test_history_marks_old_and_new_in_words(client: Client) -> None:
    html = re.sub(r"\s+", " ", page(client, "/cards/scrapbots/sentinel/?edition=3.6"))
    assert '<del><span class="visually-hidden">removed: </span>6</del>' in html
    assert '<ins><span class="visually-hidden">added: </span>8</ins>' in html


def test_neighbours_follow_the_box(client: Client) -> None:
    html = page(client, "/cards/scrapbots/scout/?edition=3.6")
    assert re.search(r'rel="prev"\s+href="/cards/scrapbots/drone/\?edition=3.6"', html)
    assert re.search(r'rel="next"\s+href="/cards/scrapbots/sentinel/\?edition=3.6"', html)


@pytest.mark.parametrize(
    "path, helps",
    [
        ("/cards/chess/pawn/", "/cards/"),
        ("/cards/scrapbots/skout/", "/cards/scrapbots/scout/"),
        ("/cards/scrapbots/circuitry/?edition=3.4", "/cards/scrapbots/circuitry/?edition=3.6"),
        ("/cards/scrapbots/scout/?edition=%3Cb%3E", "/cards/scrapbots/scout/?edition=3.6"),
    ],
)
def test_what_is_not_there_is_a_404_that_helps(client: Client, path: str, helps: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert helps in response.content.decode()
    assert "<b>" not in response.content.decode()


def test_a_reminder_names_its_rule_by_its_number(client: Client) -> None:
    page = client.get("/cards/scrap-knights/cross-lunge/").content.decode()
    reminder = page.partition('class="card-lines__reminder"')[2].partition("</p>")[0]
    assert "The distance before the move counts." in reminder
    assert re.search(r'href="/rules/scrap-knights/b\.0\.0/distance-2/">Rule \d+\.\d+</a>', reminder)


def test_a_reminder_on_a_face_names_its_rule_by_its_number_and_leads_to_it(client: Client) -> None:
    for address in (
        "/cards/scrap-knights/cross-lunge/",
        "/cards/scrap-knights/cross-lunge/face/?edition=b.0.0",
        "/cards/?q=cross-lunge",
    ):
        page = client.get(address).content.decode()
        reminder = page.partition('class="card__reminder"')[2].partition("</p>")[0]
        link = r'href="/rules/scrap-knights/b\.0\.0/distance-2/">.*Rule</span> (\d+\.\d+)</a>'
        found = re.search(link, reminder)
        assert found, address
        assert f"Rule {found[1]}</a>" in client.get("/cards/scrap-knights/cross-lunge/").content.decode()


def test_a_small_face_has_no_link_inside_as_it_may_stand_in_a_button() -> None:
    card = next(card for card in catalog.cards("scrap-knights", "b.0.0") if card.reminders)
    assert "<a " not in face_html(card, "small")
    assert "<a " in face_html(card)
