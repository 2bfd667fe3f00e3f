"""What the page of a card shows besides its figures: rulings, related cards, statistics, links."""

from __future__ import annotations

import re
from html import escape, unescape

import pytest
from django.conf import settings
from django.test import Client
from msgspec.structs import replace

from cards.catalogue.embeds import embeds
from cards.catalogue.history import Span, changes
from cards.catalogue.links import export_url
from cards.catalogue.related import MOST, related
from cards.search import read
from games import catalog
from games.engine.cards import Card, TextLine
from games.statistics.models import CardPlays
from rules.reading.about import explained, rulings_about, rulings_by_rule
from rules.wiki.models import Edition, Paragraph, Revision
from rules.wiki.queries.revisions import worded_since

pytestmark = pytest.mark.django_db
BOX = catalog.cards("scrapbots", "3.6")
CARDS = [card for edition in catalog.title("scrapbots").editions.values() for card in edition.cards]
PLAYS = "/cards/scrapbots/scout/plays/?edition=3.6"


def card(slug: str) -> Card:
    return catalog.card("scrapbots", "3.6", slug)


def page(client: Client, path: str, **headers: str) -> str:
    response = client.get(path, headers=headers)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def scout(client: Client) -> str:
    return page(client, "/cards/scrapbots/scout/?edition=3.6")


# Words


def test_a_word_is_explained_where_it_first_comes() -> None:
    lines = explained(card("scout")).lines
    assert 'aria-describedby="word-term-damage"' in lines[0][1]
    assert "word-term-damage" not in lines[1][1]
    assert 'aria-describedby="word-term-splash"' in lines[1][1]


@pytest.mark.parametrize("game", [title.slug for title in catalog.titles()])
def test_every_sign_of_a_picture_is_explained_below_it(game: str, client: Client) -> None:
    """Three bare numbers stood on a card, and what they mean stood a screen below, without the signs."""
    found = catalog.title(game).newest.cards[0]
    signs = explained(found).signs
    assert [sign.label for sign in signs] == [figure.label for figure in found.figures]
    assert all(sign.means and "See " not in sign.means for sign in signs)
    html = page(client, f"/cards/{game}/{found.slug}/")
    below = html[html.index('class="card-signs"') : html.index("card-page__ways")]
    for sign in signs:
        assert f'<span class="glyph glyph--{sign.glyph}">{sign.words}</span> {sign.label}' in below
        assert escape(sign.means, quote=False) in below.replace("&#x27;", "'")


@pytest.mark.soak(seconds=3)
def test_every_explanation_that_is_pointed_to_is_there_once(client: Client) -> None:
    pointed = 0
    for found in CARDS:
        html = page(client, f"/cards/{found.game}/{found.slug}/?edition={found.edition}")
        for word in set(re.findall(r'aria-describedby="(word-[^"]+)"', html)):
            pointed += 1
            assert html.count(f'id="{word}"') == 1
    assert pointed > len(CARDS)


def test_texts_that_would_take_too_long_are_told_apart_as_wholes() -> None:
    old, new = ("a b " * 1000).strip(), ("b b a " * 700).strip()
    before, after = (replace(card("scout"), lines=(TextLine("", text),)) for text in (old, new))
    assert changes(before, after)[0].spans == (Span("gone", old), Span("new", new))


# Rulings


def test_rulings_come_from_the_type_and_from_what_a_card_does() -> None:
    assert [(r.paragraph.anchor, r.because) for r in rulings_about(card("rocket-pod"))] == [
        ("activate-3", "On all Component cards"),
        ("activate-4", "On all Component cards"),
        ("damage-6", "On the effect destroy"),
        ("damage-7", "On the effect destroy"),
        ("servo-1", "On the effect destroy"),
    ]
    assert "damage-6" in [r.paragraph.anchor for r in rulings_about(card("scout"))]


def test_rulings_about_another_type_or_about_matches_are_left_out() -> None:
    for found in CARDS:
        assert all(ruling.paragraph.is_ruling for ruling in rulings_about(found))
        unnamed = [one for one in rulings_about(found) if not one.because.startswith("Mentions")]
        anchors = {one.paragraph.anchor for one in unnamed}
        assert not {a for a in anchors if a.startswith(("end-", "house-", "fair-", "setup-"))}
        assert found.type == "Component" or "activate-4" not in anchors


def test_a_ruling_says_whose_it_is_where_it_is_and_since_which_revision(client: Client) -> None:
    html = scout(client)
    assert re.search(r'This site’s ruling, <a href="/rules/scrapbots/3.6/damage-6/">rule 5\.\d+</a>', html)
    panel = html.partition('id="rulings"')[2].partition("</section>")[0]
    assert "of edition 3.6" in panel
    assert re.search(r'in these words since revision 1, <time datetime="[^"]+">\d+ \w+ \d{4}</time>', panel)


def test_a_ruling_that_was_changed_is_dated_by_the_revision_that_changed_it() -> None:
    edition = Edition.objects.get(rulebook__game="scrapbots", slug="3.6")
    assert worded_since("scrapbots", "3.6", ["damage-6"])["damage-6"][0] == edition.head.number
    first = Revision.objects.filter(edition=edition).earliest("number")
    later = [
        Revision(edition=edition, number=number, kind="proposal", blocks=first.blocks) for number in (8, 9)
    ]
    for revision in later:
        revision.save()
        for row in Paragraph.objects.filter(revision=first, anchor__in=["damage-6", "damage-7"]):
            row.pk, row.revision = None, revision
            row.digest = "other" if row.anchor == "damage-6" else row.digest
            row.save()
    found = worded_since("scrapbots", "3.6", ["damage-6", "damage-7"])
    assert {anchor: number for anchor, (number, _) in found.items()} == {"damage-6": 8, "damage-7": 1}


def test_rulings_that_name_a_card_come_first_and_the_others_are_folded_by_rule(client: Client) -> None:
    test = catalog.card("scrap-knights", "b.0.0", "test")
    found = rulings_by_rule(test)
    assert found.named
    assert all(f'href="card:{test.slug}"' in one.paragraph.html for one in found.named)
    every = [*found.named, *(one for group in found.others for one in group.rulings)]
    assert {one.paragraph.anchor for one in every} == {one.paragraph.anchor for one in rulings_about(test)}
    assert len(every) == len(rulings_about(test))
    assert len({group.title for group in found.others}) == len(found.others)
    html = page(client, "/cards/scrap-knights/test/")
    before, _, folded = html.partition('class="rulings-fold"')
    assert all(one.url in before for one in found.named)
    assert all(one.url in folded for group in found.others for one in group.rulings)


# Related cards


def test_related_cards_share_most_first_then_the_type() -> None:
    found = related(card("scout"), BOX)
    assert [one.card.slug for one in found] == [
        "enforcer",
        "laser-cannon",
        "sentinel",
        "golem",
        "blaster",
        "chainsaw",
    ]
    assert found[0].shared == ("damage", "flip", "splash")
    assert len(found) <= MOST


def test_related_cards_are_other_cards_of_the_edition_that_share_something() -> None:
    assert related(card("scout"), BOX)
    for found in BOX:
        for other in related(found, BOX):
            assert other.card.slug != found.slug
            assert other.card.edition == found.edition
            assert set(other.shared) == set(found.facets) & set(other.card.facets) != set()
    assert related(card("spare-parts"), BOX) == ()


# Links


def test_the_page_leads_to_its_json(client: Client) -> None:
    assert 'href="/api/v1/cards/scrapbots/scout?edition=3.6"' in scout(client)
    answer = client.get("/api/v1/cards/scrapbots/scout?edition=3.6").json()
    assert (answer["slug"], answer["edition"]) == ("scout", "3.6")


def test_what_one_takes_elsewhere_comes_after_text_and_rules(client: Client) -> None:
    html = scout(client)
    places = [
        html.index(f'id="{name}"')
        for name in ("text", "rulings", "mentions", "elsewhere", "simulations", "plays")
    ]
    assert places == sorted(places)
    assert html.index('id="elsewhere"') < html.index(">Print or export this card<") < html.index("as JSON<")


def test_no_picture_is_offered_before_it_is_drawn(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert 'id="embed-html"' not in scout(client)
    assert "Picture of this card" not in scout(client)
    monkeypatch.setattr("scrapsite.found.pictures._path", lambda digest, name: f"/pictures/x/{name}.png")
    html = scout(client)
    shown = re.search(r'id="embed-html" type="text" readonly value="([^"]*)"', html)
    assert shown
    assert unescape(shown[1]) == embeds(card("scout"))[0].text
    assert '&amp;form=face">Picture of this card (PNG)</a>' in html
    assert "<img" not in html.partition('id="elsewhere"')[2].partition("</section>")[0]


def test_texts_to_embed_show_the_picture_and_lead_to_the_card() -> None:
    page = f"{settings.SITE_URL}/cards/scrapbots/scout/?edition=3.6"
    picture = f"{settings.SITE_URL}/cards/scrapbots/scout/picture.png?edition=3.6&form=face"
    said = {embed.key: embed.text for embed in embeds(card("scout"))}
    assert said == {
        "html": f'<a href="{page}"><img src="{escape(picture)}" alt="Scout: Scrapbots 3.6"'
        ' width="252" height="352"></a>',
        "markdown": f"[![Scout: Scrapbots 3.6]({picture})]({page})",
        "bbcode": f"[url={page}][img]{picture}[/img][/url]",
    }


def test_the_export_link_means_this_card_alone() -> None:
    for found in CARDS:
        question = f'game:{found.game} edition:{found.edition} name="{found.name}"'
        assert [one.slug for one in read(question).cards(0, 9)] == [found.slug]


def test_the_export_link_works(client: Client) -> None:
    assert client.get(export_url(card("scout"))).status_code == 200


def test_a_card_of_other_editions_says_which(client: Client) -> None:
    response = client.get("/cards/scrapbots/circuitry/?edition=3.4")
    html = response.content.decode()
    assert response.status_code == 404
    assert "Circuitry isn’t in edition 3.4 of Scrapbots." in html
    for edition in ("3.6-2020-07", "3.6"):
        assert f'href="/cards/scrapbots/circuitry/?edition={edition}"' in html


def test_an_edition_that_never_was_is_called_so(client: Client) -> None:
    html = client.get("/cards/scrapbots/armor-plate/?edition=9").content.decode()
    assert "Scrapbots has no edition “9”." in html


# Statistics


def test_simulations_are_shown_with_their_sample(client: Client) -> None:
    html = scout(client)
    assert "Greedy bot against greedy bot, 2000 matches" in html
    assert "Greedy bot against random bot, 2000 matches" in html
    assert re.search(r"by \d+\s+of 4000 players", html)
    assert 'aria-label="Share of these players who won"' in html
    assert (
        "Level: the greedy bot takes the best move it can see, the random bot makes any legal move." in html
    )


def test_the_page_itself_does_not_change_with_matches(client: Client) -> None:
    before = client.get("/cards/scrapbots/scout/?edition=3.6")
    played(40, 30)
    after = client.get("/cards/scrapbots/scout/?edition=3.6")
    assert before["ETag"] == after["ETag"]
    assert after["Cache-Control"] == "public, no-cache"
    assert f'<a href="{PLAYS}">' in after.content.decode()


def test_matches_are_counted_on_their_own_page(client: Client) -> None:
    played(40, 30)
    html = page(client, PLAYS)
    assert re.search(r"by 40\s+players", html)
    assert "75.0%" in html
    assert "Number 1 of 1 by share of matches won" in html
    assert 'href="/cards/scrapbots/scout/?edition=3.6"' in html


def test_few_matches_give_no_place(client: Client) -> None:
    played(29, 29)
    html = page(client, PLAYS)
    assert html.count("Not ranked, and no percentage: fewer than 30 players used it.") == 1
    assert html.count("by nobody yet") == 3
    assert "by share of matches won" not in html
    assert "<td>29 of 29</td>" in html
    assert "%" not in html.partition("<main")[2].replace("no percentage", "")
    assert "<meter" not in html


def test_the_level_of_the_players_is_said(client: Client) -> None:
    played(40, 30, ratings=500)
    html = page(client, PLAYS)
    assert "Their average rating when the matches ended: 12.5." in html
    for label in ("with a rating", "without a rating", "the greedy bot", "the random bot"):
        assert re.search(rf"Played by (people )?{label}", html), label
    assert "Level: the random bot makes any legal move." in html


def test_htmx_gets_the_part_for_the_page_of_the_card(client: Client) -> None:
    part = page(client, PLAYS, **{"HX-Request": "true"})
    assert "<html" not in part
    assert "Played by people" in part
    assert client.get(PLAYS)["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    "path", ["chess/pawn/plays/", "scrapbots/skout/plays/", "scrapbots/scout/plays/?edition=9"]
)
def test_counts_of_what_is_not_there_are_a_404(client: Client, path: str) -> None:
    assert client.get(f"/cards/{path}").status_code == 404


def test_counts_say_that_practice_is_left_out(client: Client) -> None:
    assert "Practice, puzzles and tutorials don’t count." in page(client, PLAYS)


def test_the_description_of_counts_names_the_card(client: Client) -> None:
    assert '<meta name="description" content="Who used Scout of Scrapbots 3.6 in' in page(client, PLAYS)


def test_counts_from_before_levels_were_recorded_say_so(client: Client) -> None:
    assert "in earlier matches" not in page(client, PLAYS)
    played(40, 30)
    CardPlays.objects.update(level="")
    html = page(client, PLAYS)
    assert "Played by people in earlier matches" in html
    assert "Level: not recorded then." in html


def played(seats: int, wins: int, ratings: float = 0) -> None:
    """Store that people with a rating have used Scout this often. *ratings:* the sum of theirs."""
    CardPlays.objects.create(
        title="scrapbots",
        edition="3.6",
        card="scout",
        player="person",
        level="rated",
        ratings=ratings,
        plays={"buy-card": seats},
        seats=seats,
        wins=wins,
    )


def test_a_junkyard_card_says_charge_value_and_the_range_of_initiatives(client: Client) -> None:
    text = client.get("/cards/junkyard/dead-weight/").content.decode()
    assert 'card__figure--initiative"><span class="visually-hidden">Initiative</span> 101–109</span>' in text
    assert 'card__figure--charge"><span class="visually-hidden">Charge</span> −2</span>' in text
    assert "The only edition so far." in text
    assert "Kinds of junk: Twelve at random" in text


def test_a_part_says_its_finer_type_and_leads_to_the_others(client: Client) -> None:
    text = client.get("/cards/scrapyard/lens-7/").content.decode()
    assert '<p class="card__type">Lens part</p>' in text
    assert 'href="/cards/?q=game:scrapyard+sub:Lens"' in text
