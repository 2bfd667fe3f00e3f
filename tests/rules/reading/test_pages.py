"""The rulebook pages as a visitor without a session gets them."""

import re

import pytest
from django.template import Context, Template
from django.test import Client

from rules.document.provenance import NAMES
from rules.templatetags.rulebook import mentions
from rules.wiki import shipped
from rules.wiki.actions.publishing import Origin, publish
from rules.wiki.models import Edition, RevisionKind
from rules.wiki.stored_books import blocks_from_json
from tests.rules.text import blocks, chapter, example, law
from tests.soak.tenths import soaking

pytestmark = pytest.mark.django_db
EDITIONS = ("3.4", "3.6", "3.6-2020-07")
PARAGRAPHS = [
    (edition, anchor) for edition in EDITIONS for anchor in sorted(shipped.anchors("scrapbots", edition))
]


def test_the_list_leads_to_every_edition(client: Client) -> None:
    html = client.get("/rules/").content.decode()
    for edition in EDITIONS:
        assert f'href="/rules/scrapbots/{edition}/"' in html


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_book_shows_every_paragraph_once_under_its_anchor(client: Client, edition: str) -> None:
    html = client.get(f"/rules/scrapbots/{edition}/").content.decode()
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert shipped.anchors("scrapbots", edition) <= set(ids)
    inside = set(re.findall(r'href="#([^"]+)"', html))
    assert inside <= set(ids)
    assert "rule:" not in html
    assert "card:" not in html


def test_each_paragraph_says_in_words_where_it_comes_from(client: Client) -> None:
    html = client.get("/rules/scrapyard/1.0/").content.decode()
    laws = [part.provenance for part in shipped.book("scrapyard", "1.0").paragraphs if not part.term]
    for kind, words in NAMES.items():
        marked = sum(law.kind == kind for law in laws)
        assert html.count(f'<p class="mark mark--{kind}">{words}') == marked > 0
    assert (
        '<p class="mark mark--source">From the original rules<span class="mark__where">: Winner</span></p>'
        in html
    )


def test_an_edition_of_which_nobody_knows_the_date_is_undated(client: Client) -> None:
    for path in ("/rules/scrapyard/1.0/", "/rules/", "/games/scrapyard/", "/cards/scrapyard/gear-9/"):
        assert "release date unknown" in client.get(path).content.decode().lower(), path


@pytest.mark.parametrize("path", ["/rules/", "/rules/scrapbots/3.6/", "/rules/scrapbots/3.6/attack-1/"])
def test_pages_are_public_and_hold_nothing_of_a_visitor(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    assert "public" in response["Cache-Control"]
    assert "csrf" not in response.content.decode().lower()
    assert not response.cookies


def test_a_game_leads_to_its_newest_edition(client: Client) -> None:
    assert client.get("/rules/scrapbots/")["Location"] == "/rules/scrapbots/3.6-2020-07/"


@pytest.mark.parametrize("step", [9, soaking(1, seconds=6)])
@pytest.mark.soak(seconds=2)
def test_every_paragraph_has_a_page(client: Client, step: int) -> None:
    for edition, anchor in PARAGRAPHS[::step]:
        assert client.get(f"/rules/scrapbots/{edition}/{anchor}/").status_code == 200, (edition, anchor)


def test_a_paragraph_page_compares_the_editions(client: Client) -> None:
    html = client.get("/rules/scrapbots/3.6/resource-2/").content.decode()
    assert "The words are the same." in html
    assert "must also follow its text as far as possible" in html


def test_htmx_gets_the_paragraph_only(client: Client) -> None:
    response = client.get("/rules/scrapbots/3.6/attack-1/", headers={"HX-Request": "true"})
    html = response.content.decode()
    assert "<html" not in html
    assert 'data-rule="attack-1"' in html
    assert "More under “Attacking”" in html


def test_going_back_in_history_gets_the_page(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in client.get("/rules/scrapbots/3.6/attack-1/", headers=headers).content.decode()


@pytest.mark.parametrize(
    "path, helps",
    [
        ("/rules/chess/", "/rules/scrapbots/3.6/"),
        ("/rules/chess/1/", "/rules/scrapbots/3.6/"),
        ("/rules/scrapbots/9.9/", "/rules/scrapbots/3.6/"),
        ("/rules/scrapbots/9.9/attack-1/", "/rules/scrapbots/3.6/"),
        ("/rules/scrapbots/3.6/atack-1/", "/rules/scrapbots/3.6/attack-1/"),
    ],
)
def test_what_is_not_there_is_a_404_that_helps(client: Client, path: str, helps: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert helps in response.content.decode()


def test_a_mention_above_the_first_rule_of_its_chapter_leads_to_that_rule(client: Client) -> None:
    """It led to a page of the chapter, which has none."""
    found = Edition.objects.get(rulebook__game="scrapbots", slug="3.6")
    above = [
        *blocks(chapter("More", "more"), example("Of [[card:golem]]."), law("more-1")),
        *blocks(chapter("Last", "last"), example("Of [[card:golem]].")),
    ]
    origin = Origin(RevisionKind.PROPOSAL, None, "More.")
    publish(found, found.head, [*blocks_from_json(found.head.blocks), *above], origin)
    urls = [mention.url for mention in mentions("scrapbots", "3.6", "golem")]
    assert urls == ["/rules/scrapbots/3.6/more-1/", "/rules/scrapbots/3.6/#last"]
    assert client.get(urls[0]).status_code == 200


def test_mentions_of_a_card_are_found_in_law_and_examples() -> None:
    source = (
        '{% load rulebook %}{% mentions "scrapbots" "3.6" slug as found %}'
        "{% for mention in found %}{{ mention.url }} {% endfor %}"
    )
    assert "/setup-1/" in Template(source).render(Context({"slug": "circuitry"}))
    assert "/resource-3/" in Template(source).render(Context({"slug": "supply-crate"}))
    assert Template(source).render(Context({"slug": "golem"})) == ""
