"""Whoever plays by a draft reads the draft's rules: the base's rulebook with the draft's words in it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import catalog
from games.drafts.actions.changing import change_draft, save_revision
from games.drafts.actions.making import copy_draft
from games.drafts.actions.rewording import propose_texts, write_text
from games.drafts.actions.sharing import remove_draft, share_draft
from games.drafts.editing import with_card, with_new, with_parameters
from games.drafts.models import Draft, DraftRevision, DraftText
from games.drafts.slugs import slug_of
from games.engine.drafting import CardChange, NewCard
from games.matches.actions.create import create_match
from games.matches.actions.terms import Terms
from games.matches.models import Match
from rules.answers.addresses import addresses, places
from rules.document.books import Note
from rules.wiki import rendering
from rules.wiki.models import Proposal
from rules.wiki.stored_books import blocks_from_json, stored_book
from scrapsite.common.links import book_url, rule_name, rule_url
from scrapsite.common.rulebook import BadText
from tests.games.workshop.conftest import at, browser, page

pytestmark = pytest.mark.django_db

DRAW, HAND = "draw-1", "setup-6"


@pytest.fixture
def revision(user: User, draft: Draft) -> DraftRevision:
    """Revision 1 with other words for the rule about drawing."""
    write_text(user, draft.pk, DRAW, f"Draw **six** cards, unlike in [[rule:{HAND}]].")
    return saved(user, draft)


@pytest.fixture
def match(user: User, revision: DraftRevision) -> Match:
    """A match of revision 1 between rivet and bots, which only rivet sees."""
    seats: list[Any] = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    edition = slug_of(revision.draft_id, 1)
    return create_match(user, "scrapbots", edition, {}, seats, terms=Terms(is_private=True))


def saved(user: User, draft: Draft) -> DraftRevision:
    made = save_revision(user, draft.pk)
    DraftRevision.objects.filter(pk=made.pk).update(stage=DraftRevision.Stage.PLAYABLE)
    return DraftRevision.objects.select_related("draft").get(pk=made.pk)


def law(html: str, anchor: str) -> str:
    """Return a paragraph of the page of a whole rulebook."""
    start = html.index(f'id="{anchor}"')
    return html[start : html.find('<div class="law ', start)]


class TestNotes:
    """What is no rule has no anchor, and is reworded anyway."""

    @pytest.mark.parametrize(
        ("address", "old"),
        [
            ("note_the-game-in-brief", "you play a hand of five cards"),
            ("note_example-a-hand-with-two-wounds", "You draw five cards and two of them are Wounds."),
            ("intro_1", "Compared with edition 3.4"),
        ],
    )
    def test_draft_gives_them_other_words(
        self, designer: Client, user: User, draft: Draft, address: str, old: str
    ) -> None:
        listed = page(designer, at(draft, "rulebook/"))
        assert f'href="{at(draft, f"rulebook/{address}/")}"' in listed
        answer = designer.post(at(draft, f"rulebook/{address}/"), {"text": "As [[rule:draw-1]] says."})
        assert answer.status_code == 303
        saved(user, draft)
        html = page(designer, at(draft, "1/rulebook/"))
        changed = html[html.index(f'id="{address}"') :]
        words, published = changed.split("Changed in this draft", 1)
        assert 'As <a class="rule-ref" href="#draw-1">' in words
        assert old in " ".join(published.split()), "the published words stand beside"
        alone = page(designer, at(draft, f"1/rulebook/{address}/"))
        assert ">As <a" in alone

    def test_they_are_compared_discussed_and_proposed_like_rules(
        self, designer: Client, user: User, draft: Draft
    ) -> None:
        address = "note_the-game-in-brief"
        write_text(user, draft.pk, address, "Your deck is weak.")
        assert "“The game in brief”" in page(designer, at(draft))
        talk = at(draft, "discussion/add/")
        answer = designer.post(talk, {"about": f"texts/{address}", "text": "Too short."})
        assert answer.status_code == 303
        assert "“The game in brief”" in page(designer, at(draft, "discussion/"))
        propose_texts(user, draft.pk, "A shorter start", "")
        made = Proposal.objects.get()
        there = dict(zip(addresses(blocks := blocks_from_json(made.blocks)), blocks, strict=True))
        assert "Your deck is weak." in there[address].source
        assert there[address].source.startswith('!!! note "The game in brief"')

    def test_an_address_is_one_thing_alone_and_none_is_an_anchor(self) -> None:
        for slug in ("scrapbots", "junkyard", "scrapyard", "scrap-knights"):
            for edition in catalog.title(slug).editions:
                book = stored_book(slug, edition)
                notes = {address for address in places(book) if address not in book.by_anchor}
                assert all("_" in address for address in notes)
                parts = [part for section in book.sections for part in section.parts]
                assert len(notes) == len(book.intro) + sum(isinstance(part, Note) for part in parts)


class TestReading:
    def test_rulebook_has_the_words_of_the_draft_beside_those_published(
        self, designer: Client, draft: Draft, revision: DraftRevision
    ) -> None:
        html = page(designer, at(draft, "1/rulebook/"))
        changed = law(html, DRAW)
        words, published = changed.split("Changed in this draft")
        assert "<strong>six</strong>" in words
        assert f'href="#{HAND}"' in words
        assert "Draw five cards." in published
        assert "Changed in this draft" not in law(html, HAND)

    def test_every_paragraph_of_the_base_can_be_found_by_its_anchor(
        self, designer: Client, draft: Draft, revision: DraftRevision
    ) -> None:
        html = page(designer, at(draft, "1/rulebook/"))
        ids = set(re.findall(r'id="([^"]+)"', html))
        assert ids >= stored_book("scrapbots", "3.6").by_anchor.keys()
        inside = set(re.findall(r'href="#([^"]+)"', html))
        assert inside <= ids

    def test_links_of_the_rulebook_stay_with_the_draft(
        self, designer: Client, draft: Draft, revision: DraftRevision
    ) -> None:
        html = page(designer, at(draft, "1/rulebook/"))
        outside = re.sub(r'<details class="published-words">.*?</details>', "", html, flags=re.DOTALL)
        body = outside[outside.index("rulebook__text") : outside.index("</main>")]
        assert "/rules/scrapbots/" not in body
        assert f'href="{at(draft, "1/cards/supply-crate/")}"' in body

    def test_paragraph_is_a_page_and_for_htmx_what_goes_beside_the_board(
        self, designer: Client, draft: Draft, revision: DraftRevision
    ) -> None:
        address = at(draft, f"1/rulebook/{DRAW}/")
        whole = page(designer, address)
        assert "<strong>six</strong>" in whole
        assert f'href="/rules/scrapbots/3.6/{DRAW}/"' in whole
        panel = designer.get(address, headers={"HX-Request": "true"}).content.decode()
        assert "<html" not in panel
        assert "<strong>six</strong>" in panel
        assert f'hx-get="{at(draft, f"1/rulebook/{HAND}/")}"' in panel
        assert f'href="{at(draft, f"1/rulebook/#{DRAW}")}"' in panel
        page(designer, at(draft, "1/rulebook/nowhere-9/"), 404)

    def test_revision_keeps_its_words(
        self, designer: Client, user: User, draft: Draft, revision: DraftRevision
    ) -> None:
        write_text(user, draft.pk, DRAW, "Draw seven cards.")
        saved(user, draft)
        first, second = (law(page(designer, at(draft, f"{number}/rulebook/")), DRAW) for number in (1, 2))
        assert "six" in first
        assert "seven" not in first
        assert "seven" in second

    def test_nothing_is_rendered_when_somebody_reads(
        self,
        designer: Client,
        draft: Draft,
        revision: DraftRevision,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        def refuse(*args: object) -> None:
            raise AssertionError("A page asked for a text to be rendered.")

        monkeypatch.setattr(rendering._renderer, "ask", refuse)
        page(designer, at(draft, "1/rulebook/"))
        page(designer, at(draft, f"1/rulebook/{DRAW}/"))

    def test_link_to_a_rule_that_is_gone_becomes_words(
        self, designer: Client, draft: Draft, revision: DraftRevision
    ) -> None:
        row = DraftText.objects.get()
        row.block = [part.replace(HAND, "gone-9") if isinstance(part, str) else part for part in row.block]
        row.save()
        words = law(page(designer, at(draft, "1/rulebook/")), DRAW)
        assert "cards, unlike in" in words
        assert re.findall(r'href="#([^"]+)"', words) == []

    def test_words_of_a_paragraph_that_is_gone_stand_last(
        self, designer: Client, user: User, draft: Draft, revision: DraftRevision
    ) -> None:
        DraftText.objects.update(digest=_digest("gone-9"))
        DraftRevision.objects.update(changes=revision.changes.replace(f'"{DRAW}"', '"gone-9"'))
        html = page(designer, at(draft, "1/rulebook/"))
        assert "six" in html[html.index('id="lost-paragraphs"') :]
        assert "six" in page(designer, at(draft, "1/rulebook/gone-9/"))


class TestVisibility:
    def test_private_rulebook_is_its_owners_and_the_links(
        self, client: Client, user: User, other_user: User, draft: Draft, revision: DraftRevision
    ) -> None:
        addresses = ("1/rulebook/", f"1/rulebook/{DRAW}/")
        for address in addresses:
            page(client, at(draft, address), 404)
            page(browser(other_user), at(draft, address), 404)
        share_draft(user, draft.pk, "link")
        key = Draft.objects.get().share_key
        for address in addresses:
            page(client, at(draft, address), 404)
            html = page(client, at(draft, f"{address}?key={key}"))
            assert f"{at(draft, '1/cards/supply-crate/')}?key={key}" in html or address != addresses[0]
        share_draft(user, draft.pk, "listed")
        assert "six" in law(page(client, at(draft, "1/rulebook/")), DRAW)
        assert "six" in page(client, at(draft, f"1/rulebook/{DRAW}/"))

    def test_players_read_the_rules_of_their_match(
        self, user: User, other_user: User, draft: Draft, revision: DraftRevision
    ) -> None:
        seats: list[Any] = [{"kind": "me"}, {"kind": "open"}]
        create_match(user, "scrapbots", slug_of(draft.pk, 1), {}, seats)
        assert "six" in law(page(browser(other_user), at(draft, "1/rulebook/")), DRAW)
        assert "six" in page(browser(other_user), at(draft, f"1/rulebook/{DRAW}/"))

    def test_match_keeps_its_rules_when_the_draft_is_removed(
        self, user: User, draft: Draft, match: Match
    ) -> None:
        write_text(user, draft.pk, DRAW, "Draw seven cards.")
        remove_draft(user, draft.pk)
        Draft.objects.update(owner=None)
        html = law(page(browser(user), at(draft, "1/rulebook/")), DRAW)
        assert "six" in html
        page(Client(), at(draft, "1/rulebook/"), 404)


class TestLinks:
    def test_addresses_of_a_draft_edition_lead_to_its_rulebook(
        self, draft: Draft, revision: DraftRevision
    ) -> None:
        url = rule_url("scrapbots", revision.edition_slug, DRAW)
        assert url == at(draft, f"1/rulebook/{DRAW}/")
        assert book_url("scrapbots", revision.edition_slug) == at(draft, "1/rulebook/")
        assert rule_name(DRAW, url) == rule_name(DRAW, rule_url("scrapbots", "3.6", DRAW))
        assert rule_url("scrapbots", "3.6", DRAW) == f"/rules/scrapbots/3.6/{DRAW}/"

    def test_match_page_and_replay_lead_to_the_rules_of_the_draft(
        self, user: User, draft: Draft, match: Match
    ) -> None:
        player = browser(user)
        for address in (f"/matches/{match.pk}/", f"/matches/{match.pk}/replay/"):
            html = page(player, address)
            assert at(draft, "1/rulebook/") in html
            assert "/rules/scrapbots/3.6" not in html

    def test_mark_of_a_rule_that_changed_unchecked_is_shown_for_drafts_too(
        self, revision: DraftRevision, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from scrapsite.common import links

        changed = frozenset({f"/rules/scrapbots/3.6/{HAND}/"})
        monkeypatch.setattr(links, "_tellers", [lambda: changed])
        assert links.has_changed(rule_url("scrapbots", revision.edition_slug, HAND))
        assert not links.has_changed(rule_url("scrapbots", revision.edition_slug, DRAW))


class TestNewCards:
    @pytest.fixture
    def claw(self, user: User, draft: Draft) -> Draft:
        card = NewCard("power-claw", "Power Claw", "Component", "gears")
        return change_draft(user, draft.pk, lambda now: with_new(now, card), "new")

    def test_words_can_link_to_a_card_that_is_new_in_the_draft(
        self, designer: Client, user: User, claw: Draft
    ) -> None:
        write_text(user, claw.pk, DRAW, "Draw five cards, or a [[card:power-claw]].")
        saved(user, claw)
        assert "Power Claw" in page(designer, at(claw))
        html = page(designer, at(claw, "1/rulebook/"))
        assert f'href="{at(claw, "1/cards/power-claw/")}"' in law(html, DRAW)
        panel = designer.get(at(claw, f"1/rulebook/{DRAW}/"), headers={"HX-Request": "true"})
        assert at(claw, "1/cards/power-claw/face/") in panel.content.decode()

    def test_wiki_and_other_drafts_know_no_such_card(self, user: User, draft: Draft) -> None:
        with pytest.raises(BadText, match="no card"):
            write_text(user, draft.pk, DRAW, "Draw a [[card:power-claw]].")

    def test_proposal_to_the_wiki_refuses_the_link(self, user: User, claw: Draft) -> None:
        write_text(user, claw.pk, DRAW, "Draw a [[card:power-claw]].")
        with pytest.raises(BadText, match="no card"):
            propose_texts(user, claw.pk, "Claws", "")


def _digest(anchor: str) -> str:
    from games.drafts.texts import digest_of

    return digest_of(anchor, f"Draw **six** cards, unlike in [[rule:{HAND}]].")


class TestPageOfTheDraft:
    def test_visitors_are_led_to_the_rules_and_cards_of_the_newest_revision(
        self, user: User, other_user: User, draft: Draft
    ) -> None:
        change = CardChange(figures={"scrap": 3})
        change_draft(user, draft.pk, lambda now: with_card(now, "drone", change), "cards/drone")
        change_draft(user, draft.pk, lambda now: with_parameters(now, {"hand_size": 6}), "parameters")
        write_text(user, draft.pk, DRAW, "Draw six cards.")
        saved(user, draft)
        share_draft(user, draft.pk, "listed")
        html = page(browser(other_user), at(draft))
        for rest in (f"rulebook/{DRAW}/", "cards/drone/"):
            assert f'href="{at(draft, f"1/{rest}")}"' in html
        assert f"/rules/scrapbots/3.6/{DRAW}/" not in html
        cards = page(browser(other_user), at(draft, "1/cards/"))
        assert cards.count("workshop__face--changed") == 1, "the list of its cards marks what differs"
        assert f'href="{at(draft, "discussion/")}?about=cards%2Fdrone"' in html

    def test_copy_names_its_source_to_whoever_may_see_it(
        self, user: User, other_user: User, draft: Draft, revision: DraftRevision
    ) -> None:
        share_draft(user, draft.pk, "listed")
        copy = copy_draft(other_user, draft, revision, "Mine")
        saved(other_user, copy)
        share_draft(other_user, copy.pk, "listed")
        for reader in (browser(other_user), Client()):
            said = " ".join(page(reader, at(copy)).split())
            assert f'Copied from <a href="{at(draft)}">Cheap drones</a>, revision 1, by rivet' in said
        share_draft(user, draft.pk, "private")
        html = page(browser(other_user), at(copy))
        assert "Copied from another draft, which isn’t shared with you" in " ".join(html.split())
        assert "Cheap drones" not in html
