"""The page of differences as a visitor gets it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from rules.document.blocks import Block
from rules.document.markup import convert_block
from rules.wiki.actions.publishing import Origin, publish
from rules.wiki.models import Edition, RevisionKind
from rules.wiki.stored_books import blocks_from_json, editions_of

pytestmark = pytest.mark.django_db
PAGE = "/rules/scrapbots/compare/"


def html_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def second_revision() -> None:
    """Edition 3.4 with another aim."""
    publish_another_aim("scrapbots", "3.4")


def publish_another_aim(game: str, slug: str) -> None:
    edition = Edition.objects.get(rulebook__game=game, slug=slug)
    assert edition.head is not None
    aim = "You are a Mechanic, and a rusty one.\n{: #aim-1 }"
    blocks = [
        Block(aim, convert_block(aim)) if block.anchor == "aim-1" else block
        for block in blocks_from_json(edition.head.blocks)
    ]
    publish(edition, edition.head, blocks, Origin(RevisionKind.PROPOSAL, None, "Rust."))


def test_without_a_choice_the_newest_edition_is_compared_with_the_one_before(client: Client) -> None:
    assert "Scrapbots 3.6 and 3.6-2020-07 compared" in html_of(client, PAGE)


def test_editions_differ_in_paragraphs_and_cards(client: Client) -> None:
    html = html_of(client, f"{PAGE}?from=3.4&to=3.6")
    assert re.search(r"Rule 4\.5</a>\s+is worded differently:", html)
    assert 'href="/rules/scrapbots/3.4/#resource-1"' in html
    assert 'href="/rules/scrapbots/3.6/#resource-1"' in html
    assert "New in 3.6." in html
    assert "Not in 3.6." in html
    assert "card:" not in html
    assert "rule:" not in html
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))


@pytest.mark.usefixtures("second_revision")
def test_revisions_of_one_edition_differ_in_paragraphs_only(client: Client) -> None:
    html = html_of(client, f"{PAGE}?from=3.4:1&to=3.4")
    assert "and a rusty one" in html
    assert "card__" not in html
    assert "the cards are different" not in html
    assert 'href="/rules/scrapbots/3.4/revisions/1/#aim-1"' in html
    assert '<option value="3.4:1" selected>3.4, revision 1</option>' in html
    assert 'href="/rules/scrapbots/compare/?from=3.4&amp;to=3.4%3A1"' in html


def test_a_new_title_in_the_introduction_is_shown(client: Client) -> None:
    for title in ("Before", "Beforehand"):
        found = Edition.objects.get(rulebook__game="scrapbots", slug="3.4")
        remark = f'!!! note "{title}"\n    Read this.'
        others = [one for one in blocks_from_json(found.head.blocks) if "Read this." not in one.source]
        made = [Block(remark, convert_block(remark)), *others]
        publish(found, found.head, made, Origin(RevisionKind.PROPOSAL, None, "Titles."))
    html = html_of(client, f"{PAGE}?from=3.4:2&to=3.4")
    assert re.search(r"Introduction:\s+<del>.*Before.*</del>.*<ins>.*Beforehand", html)


def test_the_revision_in_force_has_its_plain_name(client: Client) -> None:
    html = html_of(client, f"{PAGE}?from=3.4:1&to=3.6:1")
    assert "Scrapbots 3.4 and 3.6 compared" in html
    assert '<option value="3.4" selected>' in html


def test_one_kind_of_change_can_be_looked_at(client: Client) -> None:
    html = html_of(client, f"{PAGE}?from=3.4&to=3.6&kind=substance")
    shown = re.sub(r"<details.*?</details>", "", html, flags=re.DOTALL)
    assert shown.count('<article class="change"') == shown.count("is worded differently:") > 5
    assert html_of(client, f"{PAGE}?from=3.4&to=3.6&kind=nonsense").count("<article") == html.count(
        "<article"
    )


def test_a_book_compared_with_itself_says_so(client: Client) -> None:
    assert "There are no differences" in html_of(client, f"{PAGE}?from=3.6&to=3.6:1")


@pytest.mark.parametrize(
    "asked, said",
    [
        ("from=3.4:99&to=3.6", "There is no revision 99 of edition “3.4”."),
        ("from=3.4:0&to=3.6", "“0” isn’t a revision number."),
        ("from=3.4:&to=3.6", "“” isn’t a revision number."),
        (f"from=3.4:{10**30}&to=3.6", "isn’t a revision number."),
        ("from=3.4:١&to=3.6", "“١” isn’t a revision number."),
        ("from=9.9&to=3.6", "There is no edition “9.9” of this rulebook."),
        ("from=%00&to=3.6", "of this rulebook."),
    ],
)
def test_what_is_not_there_is_named_and_can_be_chosen_anew(client: Client, asked: str, said: str) -> None:
    response = client.get(f"{PAGE}?{asked}")
    assert response.status_code == 404
    html = response.content.decode()
    assert said in html
    assert '<option value="3.6" selected>' in html
    assert 'name="from"' in html


def test_pages_are_public_and_change_with_the_book(client: Client) -> None:
    response = client.get(f"{PAGE}?from=3.4&to=3.6")
    assert "public" in response["Cache-Control"]
    assert not response.cookies
    assert client.get("/rules/nothing/compare/").status_code == 404
    assert len(editions_of("scrapbots")) == 3


def test_a_rulebook_of_one_edition_has_nothing_to_compare(client: Client) -> None:
    html = html_of(client, "/rules/scrap-knights/compare/")
    assert "nothing to compare" in html
    assert "There are no differences" not in html
    assert 'name="from"' not in html
    assert "Compare editions" not in html_of(client, "/rules/scrap-knights/b.0.0/")
    assert "Compare editions" in html_of(client, "/rules/scrapbots/3.6/")


def test_of_one_edition_the_newest_revision_is_compared_with_the_one_before(client: Client) -> None:
    publish_another_aim("scrap-knights", "b.0.0")
    assert "Scrap Knights b.0.0:1 and b.0.0 compared" in html_of(client, "/rules/scrap-knights/compare/")


def test_the_head_of_a_book_tells_its_licence_in_a_sentence_of_its_own(client: Client) -> None:
    assert "the rulings are ours. Licence: The source names none" in html_of(
        client, "/rules/scrap-knights/b.0.0/"
    )
    assert "in our own words. Licence: CC BY-NC-SA 4.0." in html_of(client, "/rules/scrapbots/3.6/")
