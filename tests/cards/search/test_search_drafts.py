"""The cards of a draft in the search: every operator finds what an independent reading says, and only for
those who may see the draft."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, Group, User
from django.test import Client

from cards.catalogue import indexing
from cards.models import IndexedCard, IndexedDraft
from cards.search.language.errors import SearchError
from cards.search.language.question import read
from cards.search.suggesting import suggestions
from games.discussion.moderation import decide
from games.drafts.access import open_by_link
from games.drafts.actions.sharing import remove_draft, share_draft
from games.drafts.models import DraftRevision
from games.matches.actions.create import create_match
from games.talk.readers import MODERATORS
from scrapsite.common.players import new_guest
from tests.cards.drafting import CHANGES, draft_revision, edition_of, next_revision, staged
from tests.cards.search.independent import Row, rows
from tests.playing import ME, OPEN

pytestmark = pytest.mark.django_db

Fits = Callable[[Row], bool]
TOKEN = re.compile(r"[A-Za-z0-9]{64}")  # against forged forms; new with every page
PAGES = ("/cards/", "/cards/found/", "/cards/export/", "/api/v1/cards")


def drafted(edition: str) -> tuple[Row, ...]:
    """Return every card of every edition, and those of the draft, changed by hand."""
    base = {row.slug: replace(row, edition=edition) for row in rows() if row.edition == "3.6"}
    base = {slug: row for slug, row in base.items() if row.game == "scrapbots" and slug != "golem"}
    drone = base["drone"]
    base["drone"] = replace(drone, name="Cheap Drone", qty=7, figures={**drone.figures, "cost": (3, 3)})
    base["scout"] = replace(base["scout"], text="2 Energy: 20 damage.")
    figures = {"cost": (9, 9), "energy": (1, 1)}
    text = "10 damage. Heads: 10 damage."
    claw = Row("scrapbots", edition, "power-claw", "Power Claw", "Component", "", text, 2, figures)
    return (*rows(), *base.values(), claw)


QUESTIONS: list[tuple[str, Fits]] = [
    ("", lambda r: True),
    ("drone", lambda r: r.has("drone")),
    ('"cheap drone"', lambda r: r.says("cheap drone")),
    ("name:claw", lambda r: r.has("claw", "name")),
    ('name="power claw"', lambda r: r.name == "Power Claw"),
    ("name=golem", lambda r: r.name == "Golem"),
    ('text:"heads 10"', lambda r: r.says("heads 10", "text")),
    ("game:scrapbots", lambda r: r.game == "scrapbots"),
    ("game:junkyard", lambda r: False),
    ("type:component", lambda r: r.type == "Component"),
    ("-type:component", lambda r: r.type != "Component"),
    ("is:component", lambda r: r.type == "Component"),
    ("cost:3", lambda r: r.is_("cost", 3, 3)),
    ("cost>=9", lambda r: r.is_("cost", 9)),
    ("cost!=9", lambda r: not r.lacks("cost") and not r.is_("cost", 9, 9)),
    ("energy:1", lambda r: r.is_("energy", 1, 1)),
    ("health<=40", lambda r: r.is_("health", 0, 40)),
    ("has:energy", lambda r: not r.lacks("energy")),
    ("has:heat", lambda r: not r.lacks("heat")),
    ("qty=7", lambda r: r.qty == 7),
    ("is:single", lambda r: r.qty == 1),
    ("flips:yes", lambda r: "Heads" in r.text or r.says("coin") or r.has("flip")),
    ("has:text", lambda r: bool(r.text)),
    ("is:new", lambda r: r.slug == "power-claw"),
    ("is:changed", lambda r: r.slug in ("drone", "scout")),
    ("is:newest", lambda r: False),
    ("is:older", lambda r: False),
    ("type:wound or cost:3", lambda r: r.type == "Wound" or r.is_("cost", 3, 3)),
]


@pytest.mark.parametrize("text, fits", QUESTIONS, ids=[text or "all" for text, _ in QUESTIONS])
@pytest.mark.soak(seconds=0.1, one_in=4)
def test_question_about_a_draft_finds_what_a_count_by_hand_finds(
    drones: DraftRevision, user: User, text: str, fits: Fits
) -> None:
    edition = edition_of(drones)
    wanted = {row.key for row in drafted(edition) if row.edition == edition and fits(row)}
    found = read(f"edition:{edition} ({text})" if text else f"edition:{edition}", user)
    assert set(found.rows().values_list("game", "edition", "slug")) == wanted
    assert {(card.game, card.edition, card.slug) for card in found.cards()} == wanted


def test_effects_of_a_draft_are_those_that_it_composes(drones: DraftRevision, user: User) -> None:
    def does(word: str) -> set[str]:
        return {card.slug for card in read(f"edition:{edition_of(drones)} does:{word}", user).cards()}

    assert "power-claw" in does("flip")
    assert "scout" not in does("splash")
    assert {"scout", "power-claw", "drone"} <= does("damage")


def test_changed_cards_are_those_that_differ_from_the_named_edition(
    drones: DraftRevision, user: User
) -> None:
    edition = edition_of(drones)
    wanted = {("power-claw", edition), ("drone", edition), ("scout", edition), ("golem", "3.6")}
    for text in (f"changed:3.6..{edition}", f"changed:{edition}..3.6", f"changed:{edition}"):
        assert {(card.slug, card.edition) for card in read(text, user).cards()} == wanted, text
    second = next_revision(drones, {**CHANGES, "out": []})
    found = read(f"changed:{edition}..draft:{drones.draft_id}@{second.number}", user)
    assert [(card.slug, card.edition) for card in found.cards()] == [("golem", edition_of(second))]


def test_draft_without_a_revision_is_its_newest_that_can_be_played(drones: DraftRevision, user: User) -> None:
    second = next_revision(drones, {})
    refused = next_revision(drones, CHANGES)
    staged(refused, DraftRevision.Stage.REFUSED)
    found = read(f"edition:draft:{drones.draft_id}", user)
    assert {card.edition for card in found.cards()} == {edition_of(second)}
    assert found.english == "Cards of the draft “Cheap drones, revision 2”"


def test_draft_stands_beside_published_editions(drones: DraftRevision, user: User) -> None:
    edition = edition_of(drones)
    found = read(f"edition:3.6,{edition} name:drone order:cost", user).cards()
    assert [(card.edition, card.numbers["cost"]) for card in found] == [(edition, 3), ("3.6", 4)]
    names = [card.name for card in read(f"edition:{edition} order:name", user).cards()]
    assert names == sorted(names, key=str.lower)
    assert "Power Claw" in names


@pytest.mark.parametrize("text", ["", "edition:any", "is:older", "-edition:3.6", "edition:any drone", "claw"])
def test_question_that_names_no_draft_finds_none(drones: DraftRevision, user: User, text: str) -> None:
    before = read(text, user).rows().count()
    assert read(f"edition:{edition_of(drones)}", user).cards()
    assert read(text, user).rows().count() == before
    assert not {card.edition for card in read(text, user).cards()} & {edition_of(drones)}
    assert not IndexedCard.objects.filter(edition=edition_of(drones)).exists()


class TestSecrecy:
    """A draft that somebody may not see is as if it weren't there."""

    def ask(self, client: Client, path: str, text: str) -> tuple[int, str]:
        answer = client.get(path, {"q": text})
        return answer.status_code, TOKEN.sub("", answer.content.decode())

    @pytest.mark.parametrize("path", [*PAGES, "/cards/suggestions/", "/cards/export/found/cards.csv"])
    @pytest.mark.parametrize("question", ["edition:{}", "changed:3.6..{}", "edition:3.6,{}", "e={}"])
    @pytest.mark.parametrize("form", ["draft:{}@1", "draft:{}"])
    @pytest.mark.soak(seconds=0.2, one_in=6)
    def test_private_draft_answers_as_an_absent_one(
        self, drones: DraftRevision, user: User, client_of: Any, path: str, question: str, form: str
    ) -> None:
        absent, here, question = "aaaaaaaaaa", drones.draft_id, question.format(form)
        assert read(question.format(here), user).cards()
        for client in (client_of(new_guest()), Client()):
            status, said = self.ask(client, path, question.format(here))
            wanted, made = self.ask(client, path, question.format(absent))
            assert (status, said.replace(here, absent)) == (wanted, made)
            assert "Cheap" not in said

    def test_absent_draft_is_a_mistake_that_points_at_it(self, user: User) -> None:
        with pytest.raises(SearchError) as caught:
            read("cost:3 edition:3.6,draft:aaaaaaaaaa@1", user)
        said = caught.value
        assert (
            said.message == "There is no draft edition “draft:aaaaaaaaaa@1”, or you aren’t allowed to see it."
        )
        assert said.mistake_in("cost:3 edition:3.6,draft:aaaaaaaaaa@1").wrong == "draft:aaaaaaaaaa@1"
        with pytest.raises(SearchError, match=r"draft:<id>@<revision>"):
            read("edition:draft:nonsense", user)

    def test_owner_is_told_why_a_revision_finds_nothing(self, user: User) -> None:
        checking = draft_revision(user, stage=DraftRevision.Stage.CHECKING)
        with pytest.raises(SearchError, match="still being checked"):
            read(f"edition:{edition_of(checking)}", user)
        with pytest.raises(SearchError, match="no revision that can be played yet"):
            read(f"edition:draft:{checking.draft_id}", user)
        staged(checking, DraftRevision.Stage.REFUSED)
        with pytest.raises(SearchError, match="can’t be played: Nobody can move"):
            read(f"edition:{edition_of(checking)}", user)

    def test_link_lets_in_those_who_opened_it(
        self, drones: DraftRevision, user: User, other_user: User
    ) -> None:
        draft = share_draft(user, drones.draft_id, "link")
        text = f"edition:{edition_of(drones)}"
        with pytest.raises(SearchError):
            read(text, other_user)
        open_by_link(other_user, draft, draft.share_key)
        assert len(read(text, other_user).cards()) == len(read(text, user).cards())
        share_draft(user, draft.pk, "link", new_key=True)
        with pytest.raises(SearchError):
            read(text, other_user)

    def test_listed_draft_is_found_by_visitors_until_it_is_private_again(
        self, drones: DraftRevision, user: User, client: Client
    ) -> None:
        text = f"edition:{edition_of(drones)}"
        share_draft(user, drones.draft_id, "listed")
        assert read(text, AnonymousUser()).cards()
        with pytest.raises(SearchError):
            read(text)  # as where the answer is the same for everybody
        assert "Power Claw" in self.ask(client, "/cards/", text)[1]
        share_draft(user, drones.draft_id, "private")
        assert "Power Claw" not in self.ask(client, "/cards/", text)[1]

    def test_players_of_a_match_find_its_cards_even_when_the_draft_is_gone(
        self, drones: DraftRevision, user: User, other_user: User
    ) -> None:
        create_match(user, "scrapbots", edition_of(drones), {}, [ME, OPEN])
        read(f"edition:{edition_of(drones)}", user)
        remove_draft(user, drones.draft_id)
        assert not IndexedDraft.objects.exists()
        assert read(f"edition:{edition_of(drones)}", user).cards()
        with pytest.raises(SearchError):
            read(f"edition:draft:{drones.draft_id}", user)

    def test_removed_draft_is_found_by_nobody(self, drones: DraftRevision, user: User) -> None:
        read(f"edition:{edition_of(drones)}", user)
        remove_draft(user, drones.draft_id)
        assert not IndexedDraft.objects.exists()
        assert not IndexedCard.everything.exclude(draft=None).exists()
        with pytest.raises(SearchError):
            read(f"edition:{edition_of(drones)}", user)

    def test_draft_that_a_moderator_hides_leaves_the_search_of_others(
        self,
        drones: DraftRevision,
        user: User,
        other_user: User,
        make_user: Callable[..., User],
        settings: Any,
    ) -> None:
        settings.SECOND_FACTOR_REQUIRED = False
        question = f'edition:{edition_of(drones)} name="power claw"'
        share_draft(user, drones.draft_id, "listed")
        moderator = make_user("keeper")
        moderator.groups.add(Group.objects.get(name=MODERATORS))
        assert len(read(question, other_user).cards()) == 1
        decide(moderator, drones.draft_id, "hide", "Rude words.")
        with pytest.raises(SearchError):
            read(question, other_user)
        assert len(read(question, user).cards()) == 1
        decide(moderator, drones.draft_id, "show", "")
        assert len(read(question, other_user).cards()) == 1

    @pytest.mark.parametrize("path", [*PAGES, "/cards/suggestions/"])
    @pytest.mark.parametrize("visibility", ["private", "listed"])
    @pytest.mark.soak(seconds=0.2, one_in=4)
    def test_no_cache_keeps_an_answer_about_a_draft(
        self, drones: DraftRevision, user: User, client: Client, path: str, visibility: str
    ) -> None:
        share_draft(user, drones.draft_id, visibility)
        for text in (f"edition:{edition_of(drones)}", f"EDITION=DRAFT:{drones.draft_id}", "edition:cheap"):
            answer = client.get(path, {"q": text})
            if "draft" in text.lower() or "draft:" in answer.content.decode():
                assert answer["Cache-Control"] == "private, no-store", text
                assert "ETag" not in answer
        answer = client.get(path, {"edition": edition_of(drones), "q": "cost:3"})
        if path in ("/cards/", "/cards/found/"):
            assert answer["Cache-Control"] == "private, no-store"


class TestPage:
    @pytest.mark.parametrize("way", ["faces", "checklist", "text"])
    def test_list_leads_to_the_cards_of_the_revision(
        self, drones: DraftRevision, user_client: Client, way: str
    ) -> None:
        said = user_client.get("/cards/", {"q": f"edition:{edition_of(drones)}", "as": way}).content.decode()
        leads = set(re.findall(rf'href="/workshop/{drones.draft_id}/1/cards/([\w-]+)/"', said))
        assert {"drone", "power-claw"} <= leads
        assert "Cheap drones, revision 1" in html.unescape(said)
        assert "golem" not in leads

    def test_facets_count_the_cards_of_the_draft(self, drones: DraftRevision, user_client: Client) -> None:
        edition = edition_of(drones)
        mine = [row for row in drafted(edition) if row.edition == edition and row.type == "Component"]
        said = user_client.get("/cards/found/", {"q": f"edition:{edition}"}).content.decode()
        words = " ".join(re.sub(r"<[^>]+>", " ", said).split())
        assert f"Component {len(mine)} kinds · × {sum(row.qty for row in mine)}" in words
        assert f'<option value="{edition}" selected>Cheap drones, revision 1</option>' in said

    def test_choice_of_another_game_lets_the_draft_go(
        self, drones: DraftRevision, user_client: Client
    ) -> None:
        asked = {"q": f"edition:{edition_of(drones)} damage", "game": "junkyard"}
        answer = user_client.get("/cards/found/", asked)
        assert "draft" not in answer["HX-Push-Url"]
        answer = user_client.get("/cards/found/", {**asked, "game": "scrapbots"})
        assert "draft" in answer["HX-Push-Url"]

    def test_field_suggests_drafts_by_their_names(
        self, drones: DraftRevision, user: User, other_user: User
    ) -> None:
        label = f"edition:{edition_of(drones)}"
        for typed in ("edition:dr", "edition:cheap", "edition:dron", "e:3.6,che"):
            assert label in [one.label.replace("3.6,", "") for one in suggestions(typed, user)], typed
            assert label not in [one.label for one in suggestions(typed, other_user)]
            assert label not in [one.label for one in suggestions(typed)]

    def test_help_says_how_a_draft_is_written(self, client: Client) -> None:
        assert "edition:draft:<id>@<revision>" in html.unescape(client.get("/cards/help/").content.decode())


class TestIndex:
    def test_cards_are_indexed_once(self, drones: DraftRevision, user: User) -> None:
        for _ in range(2):
            read(f"edition:{edition_of(drones)}", user)
        draft = IndexedDraft.objects.get()
        assert IndexedCard.everything.filter(draft=draft).count() == len(
            read(f"edition:{draft}", user).cards()
        )

    def test_drafts_come_back_after_the_catalogue_has_changed(
        self, drones: DraftRevision, user: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        text = f"edition:{edition_of(drones)}"
        before = read(text, user).rows().count()
        monkeypatch.setattr(indexing, "SHAPE", "changed")
        assert indexing.load_cards()
        assert not IndexedDraft.objects.exists()
        assert read(text, user).rows().count() == before

    def test_those_indexed_first_make_room_and_come_back(
        self, drones: DraftRevision, user: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(indexing, "MOST_DRAFTS", 1)
        second = next_revision(drones, {})
        counts = [read(f"edition:{edition_of(one)}", user).rows().count() for one in (drones, second, drones)]
        assert counts[0] == counts[2] > 0
        assert [str(one) for one in IndexedDraft.objects.all()] == [edition_of(drones)]


class TestApi:
    def test_program_searches_its_drafts_with_its_key(
        self, drones: DraftRevision, user_client: Client
    ) -> None:
        answer = user_client.get("/api/v1/cards", {"q": f"edition:{edition_of(drones)} name:claw"})
        found = json.loads(answer.content)
        assert [card["name"] for card in found["cards"]] == ["Power Claw"]
        assert found["cards"][0]["edition"] == edition_of(drones)
        assert answer["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("said", ["…draft:a…b", "draft:a…b…3.6", "3.4…draft:a..b"])
def test_a_range_with_dots_too_many_is_a_mistake_and_no_failure(client: Client, path: str, said: str) -> None:
    assert client.get(path, {"q": f"changed:{said}"}).status_code in (200, 302, 400)
    with pytest.raises(SearchError) as found:
        read(f"changed:{said}", AnonymousUser())
    assert 0 <= found.value.position < found.value.position + found.value.length <= len(f"changed:{said}")
