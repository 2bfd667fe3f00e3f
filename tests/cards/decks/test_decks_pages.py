"""The deck builder and the other pages about decks, without a browser."""

from __future__ import annotations

import html
import re

import pytest
from django.contrib.auth.models import User
from django.http import QueryDict
from django.test import Client

from cards.decks.building import ready_made
from cards.decks.context import DeckContext
from cards.decks.draft import read_draft

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("context")]
HERE = "/decks/scrap-knights/"
ACTS = "act=slash&act=stab&act=vent&act=dash&act=step&act=wait"
WHOLE = f"{ACTS}&ult=1000-cuts&bot=ad-chain&bot=dd-burst&bot=md-dash"
HTMX = {"HX-Request": "true"}
SCRIPT = "%3Cscript%3Ealert(1)%3C/script%3E"
PUBLIC = ("", f"?{WHOLE}&name=Biter", "ready-made/", f"share/?{WHOLE}", "?act=toaster&q=cots:5")


def page(client: Client, path: str, status: int = 200, **options: object) -> str:
    response = client.get(path, **options)  # type: ignore[arg-type]
    assert response.status_code == status, path
    return response.content.decode()


@pytest.mark.parametrize("path", PUBLIC)
def test_pages_are_public_with_validators(client: Client, path: str) -> None:
    response = client.get(HERE + path)
    assert "public" in response["Cache-Control"]
    assert response["ETag"]
    assert "csrf" not in response.content.decode().lower()
    assert not response.cookies


@pytest.mark.parametrize("path", ["random/", "mine/", "bring/?match=aaaaaaaaaa"])
def test_what_is_ones_own_or_new_each_time_is_not_kept(client: Client, path: str) -> None:
    assert "no-store" in client.get(HERE + path)["Cache-Control"]


def test_a_signed_in_builder_is_private(user_client: Client) -> None:
    assert "no-store" in user_client.get(HERE)["Cache-Control"]


class TestBuilder:
    def test_the_form_holds_the_whole_deck(self, client: Client, context: DeckContext) -> None:
        text = page(client, f"{HERE}?{WHOLE}&name=Biter")
        fields = re.findall(r'<input type="hidden" name="(\w+)" value="([\w-]+)"', text)
        query = "&".join(f"{key}={value}" for key, value in fields)
        assert read_draft(context, QueryDict(query)).lists == read_draft(context, QueryDict(WHOLE)).lists
        assert 'value="Biter"' in text
        assert "This mech is complete." in text

    def test_a_change_leads_to_the_address_of_what_it_makes(self, client: Client) -> None:
        response = client.get(f"{HERE}?act=stab&name=&q=heat%3C2&type=Attack&add=acts:slash")
        assert response["Location"] == f"{HERE}?act=slash&act=stab&q=heat%3C2&type=Attack#found"
        response = client.get(f"{HERE}?act=stab&drop=acts:stab")
        assert response["Location"] == f"{HERE}#deck"

    def test_the_fragment_is_the_part_that_changes(self, client: Client) -> None:
        part = client.get(f"{HERE}built/?act=stab&add=acts:slash", headers=HTMX)
        assert part["HX-Push-Url"] == f"{HERE}?act=slash&act=stab"
        text = part.content.decode()
        assert text.lstrip().startswith('<div class="deck-builder"')
        assert "ACTs: 2 of 6." in text

    @pytest.mark.parametrize(
        "question, said", [("name%3Dslash", "1 card found."), ("type:bot", "8 cards found.")]
    )
    def test_what_a_search_found_is_said(self, client: Client, question: str, said: str) -> None:
        """“1 cards found.”"""
        text = page(client, f"{HERE}built/?q={question}&live=1", headers=HTMX)
        assert said in text.partition('id="deck-said"')[2]

    def test_a_mistake_in_a_search_is_said(self, client: Client) -> None:
        """“0 cards found.” was all that one heard of it."""
        response = client.get(f"{HERE}built/?q=cots:5&live=1", headers=HTMX)
        said = html.unescape(response.content.decode()).partition('id="deck-said"')[2]
        assert response.context["builder"].finder.mistake.message in said
        assert "found." not in said

    def test_typing_leaves_no_trail_in_the_history(self, client: Client) -> None:
        part = client.get(f"{HERE}built/?act=stab&q=slas&live=1", headers=HTMX)
        assert part["HX-Replace-Url"] == f"{HERE}?act=stab&q=slas"
        assert not part.has_header("HX-Push-Url")

    def test_faults_stand_there_with_their_rules(self, client: Client) -> None:
        text = page(client, f"{HERE}?act=stab&ult=test")
        for reason in (
            "You still need 5 ACTs.",
            "You still need 3 BOTs.",
            "You still need 12 ACTs in TEST’s deck.",
        ):
            assert reason in text
        assert 'href="/rules/scrap-knights/b.0.0/setup-3/"' in text

    def test_the_builder_says_which_slots_still_need_cards(self, client: Client) -> None:
        text = " ".join(page(client, f"{HERE}?act=stab&act=slash&bot=ad-chain").split())
        assert re.search(r"Still to choose: 4 ACTs?, 1 ULTs? and 2 BOTs?\.", text)

    def test_a_complete_mech_is_played_in_one_press(self, client: Client) -> None:
        """The form to play stands outside that of the builder, and comes anew with each change."""
        for address in (f"{HERE}?{WHOLE}", f"{HERE}built/?{WHOLE}"):
            text = page(client, address)
            assert 'form="deck-play"' in text
            assert 'name="deck-bots" value="ad-chain"' in text
            assert "Press Save first" in text
        assert 'form="deck-play"' not in page(client, f"{HERE}?act=stab")

    def test_an_empty_deck_is_no_mistake(self, client: Client) -> None:
        """“3 problems to fix” stood there in red before anything was touched."""
        text = " ".join(page(client, HERE).split())
        assert "10 cards to choose" in text
        assert "A mech has 6 ACTs, 1 ULT and 3 BOTs." in text
        assert "to fix" not in text
        assert "tag--bad" not in text

    def test_a_missing_card_is_no_problem(self, client: Client) -> None:
        """“1 problem to fix” stood there in red with nine cards of ten."""
        for query, words in (
            (WHOLE.replace("&bot=ad-chain", ""), "1 card to choose"),
            ("act=stab", "9 cards"),
        ):
            text = page(client, f"{HERE}?{query}")
            assert words in text
            assert "to fix" not in text
            assert "tag--bad" not in text
        assert words in page(client, f"{HERE}built/?{query}", headers=HTMX)

    def test_a_card_in_the_wrong_place_is_a_problem(self, client: Client) -> None:
        assert "4 problems to fix" in page(client, f"{HERE}?act=1000-cuts")
        assert "2 problems to fix" in page(client, f"{HERE}?{WHOLE}&act=slash")

    def test_the_search_field_is_empty_until_somebody_writes(self, client: Client) -> None:
        assert "placeholder" not in page(client, HERE)

    def test_a_ready_deck_is_led_to_a_table(self, client: Client) -> None:
        text = " ".join(page(client, f"{HERE}?{WHOLE}").split())
        assert (
            'save it, then <a href="/games/scrap-knights/#play">set up a match</a> and choose it there.'
            in text
        )
        text = " ".join(page(client, f"{HERE}?{WHOLE}&match=aaaaaaaaaa").split())
        assert "is ready for your match." in text
        assert '<a href="/matches/aaaaaaaaaa/">your match</a>' in text
        assert "set up a match" not in text

    def test_a_question_about_another_game_finds_nothing_and_says_what_was_asked(
        self, client: Client
    ) -> None:
        for question in ("game:scrapbots", "edition:3.4"):
            text = page(client, f"{HERE}?q={question}")
            assert '<strong class="echo__count">0 cards</strong>' in text
            assert "No Scrap Knights b.0.0 card matches." in text
        for question in ("game:scrap-knights", "edition:b.0.0", ""):
            text = page(client, f"{HERE}?q={question}")
            assert '<strong class="echo__count">56 cards</strong>' in text

    def test_charts_are_drawn_and_said(self, client: Client) -> None:
        text = page(client, f"{HERE}?{WHOLE}")
        assert 'aria-label="Heat of the ACTs: 2 at 0, 4 at 1."' in text
        assert "0.7 on average" in text
        assert "style=" not in text

    def test_unknown_cards_are_said_to_be_left_out(self, client: Client) -> None:
        assert "has no card “toaster”" in html.unescape(page(client, f"{HERE}?act=toaster"))

    def test_too_many_cards_are_refused_in_clear_words(self, client: Client) -> None:
        for path in ("", "built/", "share/", "files/print-a4.pdf", "bring/"):
            text = page(client, f"{HERE}{path}?match=aaaaaaaaaa&{'act=slash&' * 61}", 400)
            assert "at most 60 cards" in text

    @pytest.mark.parametrize("name", ["act", "ult", "name", "q", "type", "add", "drop", "saved", "match"])
    @pytest.mark.soak(seconds=0.8, one_in=4)
    def test_strange_input_is_escaped_and_does_no_harm(self, client: Client, name: str) -> None:
        odd = ["%00", "%ff%fe", "%ed%a0%80", "9" * 400, "%F0%9F%A4%96", "x" * 4000, "-1", "[]"]
        for value in [SCRIPT, *odd]:
            for path in ("", "built/", "share/"):
                response = client.get(f"{HERE}{path}?{name}={value}", follow=True)
                assert response.status_code == 200
                assert b"<script>alert" not in response.content

    def test_a_match_is_kept_in_mind(self, client: Client) -> None:
        text = html.unescape(page(client, f"{HERE}?{WHOLE}&match=aaaaaaaaaa"))
        assert f'href="{HERE}bring/?{WHOLE}&match=aaaaaaaaaa"' in text
        assert client.get(f"{HERE}random/?match=aaaaaaaaaa")["Location"].endswith("&match=aaaaaaaaaa")
        assert "bring/" not in page(client, f"{HERE}?{WHOLE}&match=nonsense")


class TestOtherPages:
    def test_a_random_deck_is_ready_and_another_one_each_time(self, client: Client) -> None:
        found = {client.get(f"{HERE}random/")["Location"] for _ in range(4)}
        assert len(found) > 1
        assert all("This mech is complete." in page(client, address) for address in found)

    def test_ready_made_ones_open_in_the_builder(self, client: Client, context: DeckContext) -> None:
        text = html.unescape(page(client, f"{HERE}ready-made/"))
        for made, spread in ready_made(context):
            assert made.name in text
            assert made.line in text
            assert spread.builder_url in text

    def test_a_shared_deck_shows_its_faces_and_its_link(self, client: Client) -> None:
        text = html.unescape(page(client, f"{HERE}share/?{WHOLE}&name=Biter+%26+Co"))
        assert text.count('<article class="card') == 10
        assert f'value="http://testserver{HERE}share/?{WHOLE}&name=Biter+%26+Co"' in text
        assert f'href="{HERE}?{WHOLE}&name=Biter+%26+Co"' in text

    def test_a_deck_is_printed_by_the_exports(self, client: Client) -> None:
        text = html.unescape(page(client, f"{HERE}share/?{WHOLE}"))
        for paper in ("a4", "letter"):
            assert f'action="{HERE}files/print-{paper}.pdf/progress/?{WHOLE}&backs=0"' in text
        response = client.post(f"{HERE}files/print-a4.pdf/progress/?{WHOLE}&name=Biter")
        assert response.status_code == 303
        shown = page(client, response["Location"])
        assert "Scrap Knights mech “Biter”" in shown
        assert "Waiting to start." in shown

    def test_the_index_leads_to_every_context(self, client: Client) -> None:
        assert f'href="{HERE}"' in page(client, "/decks/")

    def test_titles_cards_and_accounts_lead_to_it(self, client: Client, user_client: Client) -> None:
        assert f'href="{HERE}?act=slash"' in page(client, "/cards/scrap-knights/slash/")
        assert 'href="/decks/"' in page(user_client, "/me/")
        assert f'href="{HERE}"' in page(client, "/games/scrap-knights/")
        assert "/decks/" not in page(client, "/cards/scrapbots/scout/")


class TestBringing:
    def test_each_ready_made_one_has_a_form_for_the_match(
        self, user_client: Client, context: DeckContext
    ) -> None:
        text = page(user_client, f"{HERE}bring/?match=aaaaaaaaaa&seen=7")
        forms = re.findall(r'<form method="post" action="/matches/aaaaaaaaaa/mech/">(.*?)</form>', text, re.S)
        assert len(forms) == len(ready_made(context))
        fields = re.findall(r'name="(\w+)" value="([^"]*)"', forms[0])
        counts = {key: [name for name, _ in fields].count(key) for key in ("acts", "ult", "bots", "seen")}
        assert counts == {"acts": 6, "ult": 1, "bots": 3, "seen": 1}
        assert dict(fields)["seen"] == "7"

    def test_the_one_from_the_builder_comes_first(self, user_client: Client) -> None:
        text = page(user_client, f"{HERE}bring/?{WHOLE}&name=Biter&match=aaaaaaaaaa")
        assert text.index("The one you were building") < text.index("Biter") < text.index("Ready-made</h3>")

    def test_only_ready_made_ones_where_the_match_wants_those(self, user_client: Client) -> None:
        text = page(user_client, f"{HERE}bring/?{WHOLE}&match=aaaaaaaaaa&only=ready-made")
        assert "Yours" not in text
        assert "The one you were building" not in text

    def test_the_table_gets_ones_own_alone(self, user_client: Client, user: User) -> None:
        user_client.post(f"{HERE}save/", {"act": ["slash"], "name": "Half"})
        part = page(user_client, f"{HERE}bring/?match=aaaaaaaaaa", headers=HTMX)
        assert "<html" not in part
        assert "Half" in part
        assert "Fix it in the builder" in part
        assert "Fishmonger" not in part

    @pytest.mark.parametrize("match", ["", "x", "AAAAAAAAAA", "aaaaaaaaa0", "../../x", "aaaaaaaaaa%0a"])
    def test_without_a_match_there_is_nothing_to_bring_it_to(self, client: Client, match: str) -> None:
        page(client, f"{HERE}bring/?match={match}", 404)


def test_a_mended_search_keeps_the_match_that_the_deck_is_built_for(client: Client) -> None:
    """“Save changes” became “Save”, and “Use it in your match” was gone."""
    asked = f"{HERE}?{WHOLE}&name=Biter&match=aaaaaaaaaa&q=cots:5"
    link = re.search(r'href="([^"]+)">Search for cost:5', page(client, asked))
    assert link
    mended = html.unescape(link[1])
    assert "match=aaaaaaaaaa" in mended
    assert "cost%3A5" in mended
    assert "Use it in your match" in page(client, mended)
