"""A designer changes Scrapbots in a browser without scripts: cards, rules, revisions, sharing, a match."""

from __future__ import annotations

import html
import re
from contextlib import suppress
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import catalog
from games.drafts import checking
from games.drafts.access import was_played
from games.drafts.actions.changing import change_draft, problems_of, save_revision
from games.drafts.actions.making import create_draft
from games.drafts.actions.sharing import share_draft
from games.drafts.checking import check_revision
from games.drafts.editing import with_card, with_out, with_parameters
from games.drafts.editions import changes_of, working_edition
from games.drafts.models import Draft, DraftRevision
from games.drafts.slugs import slug_of
from games.engine.drafting import CardChange, DraftRefused
from games.matches.actions.create import create_match
from games.matches.models import Match
from games.titles.scrapbots.drafting import checks
from tests.games.workshop.conftest import at, fields, page
from tests.playing import send_form

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def post(client: Client, address: str, status: int = 200, **more: Any) -> Any:
    answer = send_form(client, address, more.pop("data", {}), **more)
    assert answer.status_code == status, answer.content.decode()[-3000:]
    return answer


def words(html: str) -> str:
    """Return what people read of a page, on one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def changes(draft: Draft) -> Any:
    return changes_of(Draft.objects.get(pk=draft.pk).working)


@pytest.fixture
def revision(user: User, draft: Draft) -> DraftRevision:
    """A revision in which hands have six cards, checked by the process that the worker starts."""
    change_draft(user, draft.pk, lambda now: with_parameters(now, {"hand_size": 6}), "parameters")
    made = save_revision(user, draft.pk, "Bigger hands")
    check_revision.func(made.pk)
    return DraftRevision.objects.select_related("draft").get(pk=made.pk)


@pytest.mark.soak(seconds=1)
def test_random_games_find_the_revision_playable(revision: DraftRevision) -> None:
    assert (revision.stage, revision.reason) == ("playable", "")


class TestMaking:
    def test_visitor_becomes_a_guest_with_a_draft(self, client: Client) -> None:
        answer = post(
            client, "/workshop/new/", 303, data={"edition": "scrapbots/3.6", "name": "Cheap drones"}
        )
        made = Draft.objects.get()
        assert answer["Location"] == at(made)
        assert "Nothing differs from Scrapbots 3.6" in page(client, at(made))
        assert "Cheap drones" in page(client, "/workshop/")

    @pytest.mark.parametrize(
        "sent", [{}, {"edition": "scrapbots/9", "name": "A"}, {"edition": "scrapbots/3.6", "name": " "}]
    )
    def test_form_says_what_is_missing(self, designer: Client, sent: dict[str, str]) -> None:
        assert 'role="alert"' in post(designer, "/workshop/new/", 422, data=sent).content.decode()
        assert not Draft.objects.exists()

    def test_search_finds_by_name_and_says_if_nothing_is_found(self, designer: Client, draft: Draft) -> None:
        assert "Cheap drones" in page(designer, "/workshop/?q=drone")
        assert "Cheap drones" in page(designer, "/workshop/?q=dro\0ne"), "PostgreSQL knows no such text"
        assert "None of your drafts has “golem”" in page(designer, "/workshop/?q=golem")


class TestCards:
    def test_figure_is_changed_and_told_with_old_and_new(self, designer: Client, draft: Draft) -> None:
        form = fields(page(designer, at(draft, "cards/drone/")))
        form["figures/scrap"] = "7"
        answer = post(designer, at(draft, "cards/drone/"), 303, data={**form, "press": "save"})
        assert answer["Location"] == at(draft)
        assert dict(changes(draft).cards["drone"].figures) == {"scrap": 7}
        assert changes(draft).cards["drone"].does is None
        said = words(page(designer, at(draft)))
        assert re.search(r"Drone Scrap was \d → is now 7", said)

    def test_storing_a_card_as_it_is_changes_nothing(self, designer: Client, draft: Draft) -> None:
        for slug in ("drone", "chainsaw", "supply-crate", "logic-bomb", "brain-damage"):
            form = fields(page(designer, at(draft, f"cards/{slug}/")))
            post(designer, at(draft, f"cards/{slug}/"), 303, data={**form, "press": "save"})
        assert changes(draft).count() == 0

    def test_attack_deals_more_and_the_text_says_so(self, designer: Client, draft: Draft) -> None:
        address = at(draft, "cards/drone/")
        form = fields(page(designer, address)) | {"does/0/effects/0/amount": "20"}
        assert "20 damage." in post(designer, address, data={**form, "press": "preview"}).content.decode()
        post(designer, address, 303, data={**form, "press": "save"})
        first, _ = changes(draft).cards["drone"].does
        assert first.effects[0] == {"do": "damage", "amount": 20, "more": False}

    def test_wrong_figure_is_refused_at_its_field_and_kept_as_typed(
        self, designer: Client, draft: Draft
    ) -> None:
        address = at(draft, "cards/drone/")
        form = fields(page(designer, address)) | {"figures/scrap": "999", "figures/health": "lots"}
        said = post(designer, address, 422, data={**form, "press": "save"}).content.decode()
        assert 'href="#at-figures-scrap">Scrap goes from 0 to 20.' in said
        assert re.search(r'id="at-figures-health"[^>]*value="lots"[^>]*aria-invalid="true"', said)
        assert changes(draft).count() == 0

    def test_effects_are_added_moved_and_removed_by_submit_buttons(
        self, designer: Client, draft: Draft
    ) -> None:
        address = at(draft, "cards/drone/")
        form = fields(page(designer, address))

        def press(what: str, **more: str) -> list[str]:
            nonlocal form
            sent = {**form, **more, "press": what}
            form = fields(post(designer, address, data=sent).content.decode())
            return [value for name, value in form.items() if re.fullmatch(r"does/0/effects/\d+/do", name)]

        assert press("add:does/0/effects", **{"verb:does/0/effects": "heads"}) == ["damage", "heads"]
        assert form["does/0/effects/1/then/do"] == "damage"
        assert press("up:does/0/effects/1") == ["heads", "damage"]
        assert press("down:does/0/effects/0") == ["damage", "heads"]
        assert press("remove:does/0/effects/0") == ["heads"]
        assert press("remove:does/0/effects/0/then") == ["heads"]
        assert "does/0/effects/0/then/do" not in form
        press("add:does/0/effects/0/then", **{"verb:does/0/effects/0/then": "draw"})
        assert form["does/0/effects/0/then/do"] == "draw"
        assert changes(draft).count() == 0

    def test_after_a_press_one_goes_on_at_the_effect_or_where_it_was(
        self, designer: Client, draft: Draft
    ) -> None:
        address = at(draft, "cards/drone/")
        form = fields(page(designer, address))

        def focus_after(what: str, **more: str) -> list[str]:
            nonlocal form
            said = post(
                designer, address, data={**form, **more, "press": what}, headers=HTMX
            ).content.decode()
            form = fields(said)
            return [
                found["id"]
                for tag in re.findall(r"<[^>]*\sautofocus\b[^>]*>", said)
                if (found := re.search(r'\sid="(?P<id>[^"]*)"', tag))
            ]

        assert focus_after("preview") == []
        assert focus_after("add:does/0/effects", **{"verb:does/0/effects": "heads"}) == [
            "at-does-0-effects-1-do"
        ]
        assert focus_after("up:does/0/effects/1") == ["at-does-0-effects-0-do"]
        assert focus_after("down:does/0/effects/0") == ["at-does-0-effects-1-do"]
        assert focus_after("remove:does/0/effects/1/then") == ["at-does-0-effects-1-then-verb"]
        more = {"verb:does/0/effects/1/then": "draw"}
        assert focus_after("add:does/0/effects/1/then", **more) == ["at-does-0-effects-1-then-do"]
        assert focus_after("remove:does/0/effects/1") == ["at-does-0-effects-verb"]

    @pytest.mark.soak(seconds=0.7)
    def test_button_that_means_nothing_changes_nothing(self, designer: Client, draft: Draft) -> None:
        address = at(draft, "cards/drone/")
        form = fields(page(designer, address))
        for press in (
            "add:",
            "add:does/9/effects",
            "up:does/x",
            "remove:figures",
            "fly:does/0",
            ":",
            "add:does/0",
            "up:does/0/effects/²",
            "up:does/²/effects/0",
            f"up:does/0/effects/{'9' * 5_000}",
            "remove:does/0/effects",
            "remove:does/0/values",
        ):
            post(designer, address, data={**form, "press": press, "verb:does/0": "nonsuch"})

    def test_card_whose_copies_would_not_fit_into_the_box_any_more_is_not_reset(
        self, designer: Client, user: User, draft: Draft, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fewer = CardChange(figures={"quantity": 1})
        change_draft(user, draft.pk, lambda now: with_card(now, "drone", fewer), "cards/drone")
        full = working_edition(draft, changes(draft))
        monkeypatch.setattr(checks, "MOST_CARDS", sum(card.quantity for card in full.cards))
        said = post(designer, at(draft, "cards/drone/"), 422, data={"press": "reset"}).content.decode()
        assert "A box holds at most" in said
        assert changes(draft).cards["drone"] == fewer

    def test_effect_that_does_not_fit_is_refused(self, designer: Client, draft: Draft) -> None:
        address = at(draft, "cards/drone/")
        form = fields(page(designer, address)) | {"does/0/effects/0/do": "return-wound"}
        said = post(designer, address, 422, data={**form, "press": "save"}).content.decode()
        assert "only for Resource cards" in said
        assert 'id="at-does-0-effects-0-problem"' in said
        assert 'aria-invalid="true" aria-describedby="at-does-0-effects-0-problem"' in said

    def test_new_card_with_two_effects_is_in_the_edition(self, designer: Client, draft: Draft) -> None:
        address = at(draft, "add/?type=Component")
        form = fields(page(designer, address)) | {"name": "Power Claw"}
        form = fields(post(designer, address, data={**form, "press": "add:does"}).content.decode())
        assert form["does/0/effects/0/do"] == "damage", "a text begins with the simplest effect"
        sent = {**form, "press": "add:does/0/effects", "verb:does/0/effects": "draw"}
        form = fields(post(designer, address, data=sent).content.decode())
        post(designer, address, 303, data={**form, "press": "save"})
        (card,) = changes(draft).new
        assert (card.slug, [effect["do"] for effect in card.does[0].effects]) == (
            "power-claw",
            ["damage", "draw"],
        )
        assert "Power Claw" in page(designer, at(draft, "cards/"))
        form = fields(page(designer, at(draft, "cards/power-claw/"))) | {"name": "Claw"}
        post(designer, at(draft, "cards/power-claw/"), 303, data={**form, "press": "save"})
        assert [(card.slug, card.name) for card in changes(draft).new] == [("power-claw", "Claw")]

    def test_two_new_cards_of_one_name_have_two_slugs(self, designer: Client, draft: Draft) -> None:
        address = at(draft, "add/?type=Component")
        for _ in range(2):
            form = fields(page(designer, address)) | {"name": "Scout"}
            post(designer, address, 303, data={**form, "press": "save"})
        assert [card.slug for card in changes(draft).new] == ["scout-2", "scout-3"]

    def test_second_press_on_add_the_card_adds_no_second_card(self, designer: Client, draft: Draft) -> None:
        address = at(draft, "add/?type=Component")
        form = fields(page(designer, address)) | {"name": "Scout", "press": "save"}
        for _ in range(2):
            post(designer, address, 303, data=form)
        assert [card.slug for card in changes(draft).new] == ["scout-2"]

    def test_card_is_taken_out_and_put_back(self, designer: Client, draft: Draft) -> None:
        post(designer, at(draft, "cards/drone/"), 303, data={"press": "out"})
        assert changes(draft).out == ("drone",)
        assert "Removed" in page(designer, at(draft, "cards/"))
        post(designer, at(draft, "cards/drone/"), 303, data={"press": "in"})
        assert changes(draft).count() == 0

    def test_each_effect_is_explained_by_the_words_of_its_rule(self, designer: Client, draft: Draft) -> None:
        said = words(page(designer, at(draft, "cards/drone/")))
        assert "Draw means that you take that many cards from your deck into your hand" in said

    def test_new_card_begins_with_a_picture_that_no_card_has(self, designer: Client, draft: Draft) -> None:
        form = fields(page(designer, at(draft, "add/?type=Component")))
        edition = catalog.published(draft.title, draft.base)
        assert form["icon"] not in {card.icon for card in edition.cards}

    def test_card_that_the_rules_need_stays(self, designer: Client, draft: Draft) -> None:
        said = post(designer, at(draft, "cards/brain-damage/"), 422, data={"press": "out"}).content.decode()
        assert "the rules need it" in said

    def test_preview_for_htmx_is_the_face_alone(self, designer: Client, draft: Draft) -> None:
        address = at(draft, "cards/drone/")
        form = fields(page(designer, address)) | {"name": "Dronette"}
        said = post(designer, address, data={**form, "press": "look"}, headers=HTMX).content.decode()
        assert said.lstrip().startswith('<div class="card-edit__preview"')
        assert "Dronette" in said
        stored = post(designer, address, data={**form, "press": "save"}, headers=HTMX)
        assert stored["HX-Redirect"] == at(draft)

    @pytest.mark.parametrize(
        ("does", "said"),
        [("damage", "The card is complete."), ("return-wound", "1 problem to fix.")],
    )
    def test_only_whether_the_card_is_complete_is_read_out_while_one_types(
        self, designer: Client, draft: Draft, does: str, said: str
    ) -> None:
        address = at(draft, "cards/drone/")
        whole = page(designer, address)
        assert '<p class="visually-hidden" id="card-said" role="status"></p>' in whole
        form = fields(whole) | {"does/0/effects/0/do": does, "press": "look"}
        part = post(designer, address, data=form, headers=HTMX).content.decode()
        assert f'<p id="card-said" hx-swap-oob="innerHTML">{said}</p>' in part
        for html_ in (whole, part, page(designer, at(draft, "rulebook/draw-1/"))):
            assert not re.search(r'(id="card-preview"|class="editing__preview")[^>]*role=', html_)

    @pytest.mark.parametrize(
        ("title", "card", "figure", "value", "said"),
        [
            ("scrap-knights", "ad-chain", "trigger", "you-miss", "It was “The opponent is threatened”."),
            ("scrapyard", "gear-1", "part", "lens", "It was “Gear”."),
            ("junkyard", "dead-weight", "recommended", "on", "It was no."),
        ],
    )
    def test_what_a_figure_was_is_told_in_words(
        self, user: User, designer: Client, title: str, card: str, figure: str, value: str, said: str
    ) -> None:
        draft = create_draft(user, title, catalog.title(title).newest.slug, "Words")
        address = at(draft, f"cards/{card}/")
        form = fields(page(designer, address)) | {f"figures/{figure}": value, "press": "preview"}
        assert said in post(designer, address, data=form).content.decode()

    def test_problem_elsewhere_is_named_as_such_and_hides_no_card_for_ever(
        self, user: User, designer: Client, draft: Draft
    ) -> None:
        """“The card is shown here once it is complete.” stood below complete cards."""
        left = take_out_cards_until_a_problem(user, draft)
        address = at(draft, f"cards/{left}/")
        whole = page(designer, address)
        part = post(designer, address, data=fields(whole) | {"press": "look"}, headers=HTMX).content.decode()
        for said in (whole, part):
            assert "has a problem elsewhere, so no card can be drawn: " in words(said)
            assert "once it is complete" not in said
            assert "#at-parameters" not in said
        assert "The draft has a problem elsewhere." in part
        post(designer, address, 303, data=fields(whole))

    def test_card_that_was_removed_is_added_by_its_form_again(
        self, user: User, designer: Client, draft: Draft
    ) -> None:
        """Back to the form and sent again, it said that the card was saved, and there was none."""
        address = at(draft, "add/?type=Component")
        form = fields(page(designer, address)) | {"name": "Claw"}
        for _ in range(2):
            post(designer, address, 303, data=form)
        assert [card.name for card in changes(draft).new] == ["Claw"]
        change_draft(user, draft.pk, lambda now: with_out(now, "claw"), "out/claw")
        assert changes(draft).new == ()
        post(designer, address, 303, data=form)
        assert [card.name for card in changes(draft).new] == ["Claw"]


def take_out_cards_until_a_problem(user: User, draft: Draft) -> str:
    """Take cards out until there are too few; return one that is left."""
    drafting = catalog.title(draft.title).drafting
    assert drafting is not None
    cards = drafting.values(catalog.published(draft.title, draft.base)).cards
    for slug in cards:
        with suppress(DraftRefused):  # some have to stay
            change_draft(user, draft.pk, lambda now, slug=slug: with_out(now, slug), f"out/{slug}")
        now = changes(draft)
        if problems_of(draft, now):
            return next(left for left in cards if left not in now.out)
    raise AssertionError("There are never too few.")


class TestRules:
    def test_parameter_quotes_its_rule_and_is_changed(self, designer: Client, draft: Draft) -> None:
        said = page(designer, at(draft, "rules/"))
        assert "<blockquote>" in said
        assert 'href="/rules/scrapbots/3.6/draw-1/"' in said
        post(
            designer,
            at(draft, "rules/"),
            303,
            data={"parameters/hand_size": "6", "parameters/most_reshuffles": "1"},
        )
        assert changes(draft).parameters["hand_size"] == 6

    def test_parameter_out_of_bounds_is_refused_at_its_field(self, designer: Client, draft: Draft) -> None:
        said = post(designer, at(draft, "rules/"), 422, data={"parameters/hand_size": "60"}).content.decode()
        assert "Cards in a new hand goes from 1 to 10." in said


class TestPage:
    @pytest.mark.soak(seconds=1.5)
    def test_single_change_is_taken_back(
        self, designer: Client, draft: Draft, revision: DraftRevision
    ) -> None:
        assert "Cards in a new hand" in page(designer, at(draft))
        post(designer, at(draft, "change/"), 303, data={"at": "parameters/hand_size"})
        assert changes(draft).count() == 0
        post(designer, at(draft, "change/"), 303, data={"what": "discard"})
        assert changes(draft).parameters == {"hand_size": 6}
        post(designer, at(draft, "change/"), 303, data={"what": "undo"})
        assert changes(draft).count() == 0

    def test_problems_are_told_before_saving_and_refuse_it(
        self, designer: Client, user: User, draft: Draft
    ) -> None:
        for card in catalog.cards("scrapbots", "3.6"):
            if card.type == "Scrapbot":
                change_draft(user, draft.pk, lambda now, slug=card.slug: with_out(now, slug), "nowhere")
        assert "No Scrapbot is left to build." in page(designer, at(draft))
        said = post(designer, at(draft, "save/"), 422).content.decode()
        assert "No Scrapbot is left to build." in said
        assert not DraftRevision.objects.exists()

    def test_saving_leads_to_the_check_and_the_buttons_to_play(
        self, designer: Client, user: User, draft: Draft
    ) -> None:
        change_draft(user, draft.pk, lambda now: with_parameters(now, {"hand_size": 4}), "parameters")
        answer = post(designer, at(draft, "save/"), 303, data={"note": "Small hands"})
        assert answer["Location"] == at(draft, "1/")
        whole = page(designer, at(draft, "1/"))
        assert "Random games are played" in whole
        assert '<p class="visually-hidden" id="work-said" role="status"></p>' in whole
        DraftRevision.objects.update(stage="playable")
        fragment = designer.get(at(draft, "1/"), headers=HTMX).content.decode()
        assert '<p id="work-said" hx-swap-oob="innerHTML">This revision can be played.</p>' in fragment
        assert 'role="status"' not in fragment, "it comes once a second"
        assert "<html" not in fragment

    @pytest.mark.soak(seconds=1)
    def test_two_revisions_are_compared(
        self, designer: Client, user: User, draft: Draft, revision: DraftRevision
    ) -> None:
        change_draft(user, draft.pk, lambda now: with_parameters(now, {"hand_size": 7}), "parameters")
        save_revision(user, draft.pk)
        said = words(page(designer, at(draft, "2/?against=1")))
        assert re.search(r"What differs from revision 1 .*was 6 → is now 7", said)

    @pytest.mark.soak(seconds=1.5)
    def test_revision_is_compared_with_another_edition(
        self, designer: Client, user: User, draft: Draft, revision: DraftRevision
    ) -> None:
        said = words(page(designer, at(draft, "1/?against=edition:3.4")))
        assert "What differs from Scrapbots 3.4" in said
        assert re.search(r"Cards in a new hand .*→ is now 6", said)
        assert re.search(r"Enforcer .*was 7 → is now 10", said)
        for unknown in ("edition:9.9", "edition:draft:aaaaaaaaaa@1", "9"):
            page(designer, at(draft, f"1/?against={unknown}"), 404)

    @pytest.mark.soak(seconds=1)
    def test_revision_leads_to_its_cards_and_files(
        self, designer: Client, draft: Draft, revision: DraftRevision
    ) -> None:
        said = html.unescape(page(designer, at(draft, "1/")))
        for start in ("/cards/?q=edition:", "/cards/?q=changed:", "/cards/export/"):
            leads = re.findall(rf'href="({re.escape(start)}[^"]*{draft.pk}[^"]*)"', said)
            assert leads, start
            for address in leads:
                page(designer, address)

    @pytest.mark.soak(seconds=1)
    def test_removed_draft_is_gone(self, designer: Client, draft: Draft, revision: DraftRevision) -> None:
        page(designer, at(draft, "remove/"))
        post(designer, at(draft, "remove/"), 303)
        page(designer, at(draft), 404)


class TestPlaying:
    def test_match_begins_and_shows_the_draft(
        self, designer: Client, draft: Draft, revision: DraftRevision
    ) -> None:
        answer = post(designer, at(draft, "play/"), 303, data={"revision": "1", "opponent": "casual"})
        match = Match.objects.get()
        assert answer["Location"] == f"/matches/{match.pk}/"
        assert match.edition == slug_of(draft.pk, 1)
        board = page(designer, answer["Location"])
        assert "Cheap drones, revision 1" in board
        assert f'data-cards="{at(draft, "1/cards/")}"' in board
        assert f'href="{at(draft, "1/rulebook/")}"' in board
        assert "/rules/scrapbots/draft" not in board
        for address in set(re.findall(rf'href="({at(draft)}[^"]*)"', board)):
            page(designer, address)
        assert was_played(draft)
        for rest in ("replay/", "fair/", "?log=all"):
            page(designer, f"/matches/{match.pk}/{rest}")
        assert "Cheap drones, revision 1" in page(designer, "/matches/mine/")

    @pytest.mark.soak(seconds=1.5)
    def test_friend_joins_by_the_link_of_the_match_and_sees_its_cards(
        self, designer: Client, draft: Draft, revision: DraftRevision, other_user: User
    ) -> None:
        post(designer, at(draft, "play/"), 303, data={"revision": "1", "opponent": "link"})
        match, friend = Match.objects.get(), Client()
        friend.force_login(other_user)
        page(friend, at(draft), 404)
        post(friend, f"/matches/{match.pk}/join/", 303)
        board = page(friend, f"/matches/{match.pk}/")
        assert "Cheap drones, revision 1" in board
        assert "Drone" in page(friend, at(draft, "1/cards/drone/"))
        assert "Drone" in page(friend, at(draft, "1/cards/drone/face/"))
        differing = page(friend, at(draft, "1/"))
        assert "Cards in a new hand" in differing
        assert "This revision can be played" not in differing
        assert "Compare with" not in differing
        page(friend, at(draft), 404)

    @pytest.mark.soak(seconds=1.5)
    def test_unknown_opponent_is_refused_on_the_page(
        self, designer: Client, draft: Draft, revision: DraftRevision
    ) -> None:
        said = post(designer, at(draft, "play/"), 422, data={"revision": "1", "opponent": "hal"})
        assert 'role="alert"' in said.content.decode()

    def test_lobby_form_and_api_make_matches_of_a_draft(
        self, designer: Client, draft: Draft, revision: DraftRevision
    ) -> None:
        sent = {"title": "scrapbots", "edition": slug_of(draft.pk, 1), "opponent": "lobby"}
        post(designer, "/matches/new/", 303, data=sent)
        assert not Match.objects.get().is_rated
        body = {
            "game": "scrapbots",
            "edition": slug_of(draft.pk, 1),
            "seats": [{"kind": "me"}, {"kind": "open"}],
        }
        answer = designer.post(
            "/api/v1/matches", body, content_type="application/json", headers={"Origin": "http://testserver"}
        )
        assert answer.status_code == 200, answer.content
        assert answer.json()["edition"] == slug_of(draft.pk, 1)


class TestSharing:
    def test_link_opens_the_draft_to_visitors_who_may_play_and_copy(
        self, designer: Client, draft: Draft, revision: DraftRevision, client: Client
    ) -> None:
        page(client, at(draft), 404)
        post(designer, at(draft, "share/"), 303, data={"visibility": "link"})
        key = Draft.objects.get().share_key
        assert f"{at(draft)}?key={key}" in page(designer, at(draft)).replace("&amp;", "&")
        said = page(client, at(draft, f"?key={key}"))
        assert "Save revision" not in said
        for rest in ("1/", "1/cards/", "1/cards/drone/", "1/cards/drone/face/"):
            assert f"{at(draft, rest)}?key={key}" in said or rest.count("/") > 2 or rest == "1/cards/"
            page(client, at(draft, f"{rest}?key={key}"))
            page(client, at(draft, rest), 404)
        post(client, at(draft, "play/"), 303, data={"revision": "1", "opponent": "casual", "key": key})
        page(client, at(draft))
        friend = Client()
        post(friend, at(draft, "keep/"), 303, data={"key": key})
        assert "Keep it" not in page(friend, at(draft, f"?key={key}"))
        post(client, at(draft, "copy/"), 303, data={"revision": "1", "name": "Mine"})
        copied = Draft.objects.get(name="Mine")
        assert changes(copied).parameters == {"hand_size": 6}
        assert "Shared with you" in page(client, "/workshop/")

    def test_listed_draft_is_found_by_everybody(
        self, user: User, draft: Draft, revision: DraftRevision, client: Client
    ) -> None:
        share_draft(user, draft.pk, "listed")
        assert "Cheap drones" in page(client, "/workshop/?q=cheap")
        page(client, at(draft))
        page(client, at(draft, "1/cards/"))

    def test_others_cannot_change_what_they_see(
        self, user: User, draft: Draft, revision: DraftRevision, other_user: User
    ) -> None:
        share_draft(user, draft.pk, "listed")
        other = Client()
        other.force_login(other_user)
        for rest in ("cards/", "cards/drone/", "add/?type=Component", "rules/", "remove/"):
            page(other, at(draft, rest), 404)
        sent = {"press": "save", "what": "undo", "visibility": "private", "name": "X"}
        for rest in ("cards/drone/", "rules/", "remove/", "change/", "save/", "share/", "rename/"):
            post(other, at(draft, rest), 404, data=sent)

    def test_pages_that_take_an_edition_from_their_address_do_not_show_drafts(
        self, draft: Draft, revision: DraftRevision, client: Client
    ) -> None:
        edition = slug_of(draft.pk, 1)
        for address in (
            f"/cards/scrapbots/drone/?edition={edition}",
            f"/cards/scrapbots/drone/face/?edition={edition}",
            f"/cards/scrapbots/drone/plays/?edition={edition}",
            f"/rules/scrapbots/{edition}/",
            f"/rules/scrapbots/{edition}/draw-1/",
            f"/print/scrapbots/{edition}/",
        ):
            page(client, address, 404)
        assert "Cheap drones" not in client.get(f"/cards/export/?box=scrapbots/{edition}").content.decode()


@pytest.mark.soak(seconds=1.5)
def test_a_playable_draft_leads_to_the_lab_and_to_recorded_matches(
    designer: Client, revision: DraftRevision
) -> None:
    """What the page leads to can be asked for: the forms know the draft and its base."""
    shown = page(designer, at(revision.draft))
    for name in ("lab", "counterfactual"):
        address = re.search(rf'href="(/{name}/\?[^"]+)"', shown)
        assert address is not None
        assert slug_of(revision.draft_id, 1) in page(designer, address[1].replace("&amp;", "&"))


def test_form_of_a_new_match_tells_strangers_nothing_of_a_private_draft(
    client: Client, draft: Draft, revision: DraftRevision
) -> None:
    said = []
    for edition in (slug_of(draft.pk, 1), slug_of("aaaaaaaaaa", 1)):
        data = {"title": "scrapbots", "edition": edition, "hands": "open"}
        html = post(client, "/matches/new/", 422, data=data).content.decode()
        said.append(words(html).replace(edition, "EDITION"))
    assert said[0] == said[1]
    assert not Match.objects.exists()


class TestPageOfADraft:
    def test_matches_are_listed_with_their_players(self, designer: Client, user: User, listed: Draft) -> None:
        seats: list[Any] = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        match = create_match(user, "scrapbots", slug_of(listed.pk, 1), {}, seats)
        shown = page(designer, at(listed))
        assert f'<a href="/matches/{match.pk}/">rivet against Greedy bot</a>' in shown

    def test_visitor_finds_play_before_what_differs_and_the_designer_after_saving(
        self, client: Client, designer: Client, listed: Draft
    ) -> None:
        shown, own = page(client, at(listed)), page(designer, at(listed))
        assert shown.index('id="play"') < shown.index('id="changes"')
        assert own.index('id="save"') < own.index('id="play"')
        assert shown.count('id="play"') == own.count('id="play"') == 1

    def test_way_to_look_again_is_for_browsers_without_scripts(
        self, designer: Client, user: User, listed: Draft
    ) -> None:
        DraftRevision.objects.update(stage=DraftRevision.Stage.CHECKING)
        shown = page(designer, at(listed, "1/"))
        assert re.search(r"<noscript>\s*<p>\s*<a [^>]*>Look again</a>", shown)

    def test_damage_of_a_component_is_explained_by_words_that_hold_for_it(
        self, designer: Client, draft: Draft
    ) -> None:
        shown = page(designer, at(draft, "cards/chainsaw/"))
        assert "What an attack or a Component does to the enemy Lane" in shown
        assert "across from the attacker" not in shown


@pytest.mark.parametrize("reason", [checking.BROKEN, checking.TOO_LONG])
def test_revision_that_broke_while_it_was_tried_can_be_tried_again(
    designer: Client, draft: Draft, revision: DraftRevision, reason: str
) -> None:
    """Saved again, it said “Nothing has changed”; only another change helped."""
    DraftRevision.objects.update(stage=DraftRevision.Stage.REFUSED, reason=reason)
    address = at(draft, f"{revision.number}/")
    assert "Try it again" in page(designer, address)
    answer = send_form(designer, at(draft, "save/"), {}, follow=True)
    assert "Nothing has changed" not in answer.content.decode()
    revision.refresh_from_db()
    assert (revision.number, revision.stage, revision.reason) == (1, "checking", "")
    check_revision.func(revision.pk)
    DraftRevision.objects.update(stage=DraftRevision.Stage.REFUSED, reason="No move is left.")
    assert "Try it again" not in page(designer, address)
    post(designer, at(draft, "save/"), 303)
    assert DraftRevision.objects.get().stage == "refused"


def test_site_without_a_lab_offers_none(user: User, designer: Client, listed: Draft, settings: Any) -> None:
    pages = {"/lab/": "Play the games", "/lab/suggest/": "Start the search", at(listed): "Lab report"}
    for address, button in pages.items():
        assert button in page(designer, address)
    assert "Suggest figures" in page(designer, at(listed))
    settings.LAB_PROCESSES = 0
    for address, button in pages.items():
        assert button not in page(designer, address)
    assert "Suggest figures" not in page(designer, at(listed))
    for address in ("/lab/", "/lab/suggest/"):
        assert "This site plays no games for the lab." in page(designer, address)


def test_draft_that_was_deleted_is_made_again_by_its_form(designer: Client) -> None:
    """Back to the form and sent again, it led to a page that isn't there."""
    form = {"request_id": "abc", "edition": "scrapbots/3.6", "name": "Second"}
    first = post(designer, "/workshop/new/", 303, data=form)["Location"]
    assert post(designer, "/workshop/new/", 303, data=form)["Location"] == first
    post(designer, f"{first}remove/", 303)
    again = post(designer, "/workshop/new/", 303, data=form)["Location"]
    page(designer, again)
    assert again != first
    assert post(designer, "/workshop/new/", 303, data=form)["Location"] == again
