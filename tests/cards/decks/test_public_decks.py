"""Public decks: published, listed, liked, copied, reported and hidden."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client, override_settings

from cards.decks.building import spread_out
from cards.decks.context import DeckContext
from cards.decks.draft import draft_of
from cards.decks.public import publishing
from cards.decks.public.figures import count_decks, fingerprint
from cards.decks.public.moderation import MODERATORS
from cards.models import DeckLike, DeckPlays, DeckReport, PublicDeck, SavedDeck
from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.actions.seats import join_match
from games.matches.models import Match
from games.statistics.plays import count_plays
from scrapsite.accounts.own_data.deletion import erase
from tests.playing import BOT, ME, OPEN

pytestmark = pytest.mark.django_db
HERE = "/decks/scrap-knights/"
PUBLIC = f"{HERE}public/"


def text_of(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def saved(user: User, context: DeckContext, number: int = 0, **changes: Any) -> SavedDeck:
    made = context.rules.ready_made[number]
    lists = {key: list(slugs) for key, slugs in made.lists.items()}
    said = {"name": made.name, "lists": lists} | changes
    return SavedDeck.objects.create(user=user, game="scrap-knights", **said)


def publish(client: Client, deck: SavedDeck, **words: str) -> Any:
    return client.post(f"{HERE}mine/{deck.pk}/publish/", {"name": deck.name} | words)


@pytest.fixture
def deck(user: User, user_client: Client, context: DeckContext) -> PublicDeck:
    """A deck that rivet has published."""
    answer = publish(user_client, saved(user, context), description="Hit first.")
    assert answer.status_code == 303, text_of(answer)
    return PublicDeck.objects.get()


@pytest.fixture
def other_client(other_user: User, client_of: Callable[..., Client]) -> Client:
    return client_of(other_user)


@pytest.fixture
def moderator(make_user: Callable[[str], User], client_of: Callable[..., Client]) -> Client:
    user = make_user("damper")
    user.groups.add(Group.objects.get(name=MODERATORS))
    return client_of(user)


class TestPublishing:
    def test_a_published_deck_is_there_for_everybody(self, deck: PublicDeck, client: Client) -> None:
        listed, page = text_of(client.get(PUBLIC)), text_of(client.get(f"{PUBLIC}{deck.pk}/"))
        assert deck.name in listed
        for told in (deck.name, "Hit first.", "rivet", "Nobody likes it yet."):
            assert told in page

    def test_an_owner_who_has_no_page_is_named_without_a_link(
        self, deck: PublicDeck, user: User, client: Client
    ) -> None:
        """A link led to a 404."""
        address, link = f"{PUBLIC}{deck.pk}/", 'href="/players/rivet/"'
        assert link in text_of(client.get(address))
        User.objects.filter(pk=user.pk).update(is_active=False)
        page = text_of(client.get(address))
        assert link not in page
        assert "By rivet," in page

    def test_a_deck_that_breaks_a_rule_is_refused(
        self, user: User, user_client: Client, context: DeckContext
    ) -> None:
        half = saved(user, context, lists={"acts": ["slash"]})
        assert "You still need 5 ACTs." in text_of(user_client.get(f"{HERE}mine/{half.pk}/publish/"))
        answer = publish(user_client, half)
        assert answer.status_code == 422
        assert "This mech isn’t ready yet." in text_of(answer)
        assert not PublicDeck.objects.exists()

    def test_the_same_cards_are_published_once(
        self, deck: PublicDeck, user: User, user_client: Client, context: DeckContext
    ) -> None:
        answer = publish(user_client, saved(user, context, name="Another name"))
        assert answer.status_code == 422
        assert "exactly these cards" in text_of(answer)

    def test_it_needs_an_account_and_not_a_guest(
        self, guest: User, guest_client: Client, context: DeckContext, client: Client
    ) -> None:
        kept = saved(guest, context)
        assert "/accounts/convert/" in publish(guest_client, kept)["Location"]
        assert "/accounts/login/" in publish(client, kept)["Location"]
        assert not PublicDeck.objects.exists()

    def test_cards_are_published_that_the_form_showed(
        self, user: User, user_client: Client, context: DeckContext
    ) -> None:
        """A change in another window was published unseen, and cards of a public deck never change."""
        kept = saved(user, context)
        form = text_of(user_client.get(f"{HERE}mine/{kept.pk}/publish/"))
        cards = re.findall(r'name="cards" value="([^"]+)"', form)[0]
        kept.lists = {key: list(slugs) for key, slugs in context.rules.ready_made[1].lists.items()}
        kept.save()
        answer = publish(user_client, kept, cards=cards, description="Hit first.")
        assert answer.status_code == 422
        for told in ("You have changed this mech since you opened this page.", "Hit first."):
            assert told in text_of(answer)
        assert not PublicDeck.objects.exists()
        cards = re.findall(r'name="cards" value="([^"]+)"', text_of(answer))[0]
        assert publish(user_client, kept, cards=cards).status_code == 303
        page = text_of(user_client.get(f"{PUBLIC}{PublicDeck.objects.get().pk}/describe/"))
        assert 'name="cards"' not in page

    def test_somebody_elses_saved_deck_is_no_deck(
        self, user: User, other_client: Client, context: DeckContext
    ) -> None:
        assert publish(other_client, saved(user, context)).status_code == 404

    @pytest.mark.parametrize(
        ("words", "told"),
        [({"name": " "}, "Enter a name."), ({"description": "x" * 2001}, "at most 2000 characters")],
    )
    def test_words_that_cannot_be_shown_are_refused(
        self, user: User, user_client: Client, context: DeckContext, words: dict[str, str], told: str
    ) -> None:
        answer = publish(user_client, saved(user, context), **words)
        assert answer.status_code == 422
        assert told in text_of(answer)
        assert not PublicDeck.objects.exists()

    def test_there_is_room_for_so_many(
        self, deck: PublicDeck, user: User, user_client: Client, context: DeckContext, monkeypatch: Any
    ) -> None:
        monkeypatch.setattr(publishing, "MOST_PUBLIC", 1)
        answer = publish(user_client, saved(user, context, 1))
        assert answer.status_code == 422
        assert "Unpublish one first." in text_of(answer)

    def test_what_is_published_stays_when_the_saved_deck_changes(
        self, deck: PublicDeck, user: User, user_client: Client
    ) -> None:
        kept = SavedDeck.objects.get(user=user)
        user_client.post(f"{HERE}mine/{kept.pk}/", {"act": ["crash"], "name": "Other"})
        before = deck.lists
        deck.refresh_from_db()
        assert (deck.lists, deck.name) == (before, deck.name)
        assert "What you have published" in text_of(user_client.get(f"{HERE}mine/"))

    def test_its_owner_changes_the_words_and_withdraws_it(
        self, deck: PublicDeck, user_client: Client, other_client: Client
    ) -> None:
        at = f"{PUBLIC}{deck.pk}/"
        said = {"name": "Hammer", "description": "Hit last."}
        assert other_client.post(f"{at}describe/", said).status_code == 404
        assert other_client.post(f"{at}withdraw/").status_code == 404
        assert user_client.post(f"{at}describe/", said).status_code == 303
        assert "Hit last." in text_of(other_client.get(at))
        assert user_client.post(f"{at}withdraw/").status_code == 303
        assert other_client.get(at).status_code == 404
        assert SavedDeck.objects.exists()

    def test_words_are_escaped(self, user: User, user_client: Client, context: DeckContext) -> None:
        evil = "<script>alert(1)</script>"
        publish(user_client, saved(user, context), name=evil, description=evil)
        found = PublicDeck.objects.get()
        for path in (PUBLIC, f"{PUBLIC}{found.pk}/", f"{PUBLIC}{found.pk}/describe/", f"{HERE}mine/"):
            assert b"<script>alert" not in user_client.get(path).content

    def test_publishing_is_limited(self, user: User, user_client: Client, context: DeckContext) -> None:
        kept = saved(user, context)
        with override_settings(RATE_LIMIT_FACTOR=0.001):
            answer = publish(user_client, kept)
        assert answer.status_code == 429
        assert int(answer["Retry-After"]) > 0


class TestLists:
    def test_an_empty_list_says_how_to_fill_it(self, client: Client) -> None:
        assert "Nobody has published a mech yet." in text_of(client.get(PUBLIC))

    def test_orders(
        self, deck: PublicDeck, other_user: User, other_client: Client, context: DeckContext, client: Client
    ) -> None:
        publish(other_client, saved(other_user, context, 1))
        newer = PublicDeck.objects.get(owner=other_user)
        DeckLike.objects.create(deck=deck, user=other_user)
        DeckPlays.objects.create(fingerprint=newer.fingerprint, against="people", matches=3, wins=1)
        DeckPlays.objects.create(fingerprint=newer.fingerprint, against="bots", matches=4, wins=1)
        firsts = [
            client.get(f"{PUBLIC}?order={order}").context["entries"][0].deck
            for order in ("new", "liked", "played", "nonsense")
        ]
        assert firsts == [newer, deck, newer, newer]
        assert "7 matches" in text_of(client.get(PUBLIC))

    def test_only_an_edition_that_has_some_is_asked_for(self, deck: PublicDeck, client: Client) -> None:
        for edition in ("b.0.0", "nonsense", ""):
            assert len(client.get(f"{PUBLIC}?edition={edition}").context["entries"]) == 1

    def test_a_game_without_decks_has_no_list(self, client: Client) -> None:
        assert client.get("/decks/scrapbots/public/").status_code == 404


class TestWaysToPublish:
    """A player with a saved deck looked for “Publish” in the builder and on “Share or print”."""

    def links(self, client: Client, path: str) -> list[str]:
        return re.findall(r'href="([^"]+/(?:publish|public/\d+)/)"', client.get(path).content.decode())

    def test_a_saved_deck_offers_it_wherever_it_is_shown(
        self, user: User, user_client: Client, context: DeckContext
    ) -> None:
        kept = saved(user, context)
        way = f"{HERE}mine/{kept.pk}/publish/"
        builder = user_client.get(f"{HERE}mine/{kept.pk}/")["Location"]
        share = spread_out(context, draft_of(context, kept)).share_url
        for page in (builder, share, f"{HERE}mine/"):
            assert self.links(user_client, page) == [way], page
        publish(user_client, kept)
        there = f"{PUBLIC}{PublicDeck.objects.get().pk}/"
        for page in (builder, share):
            assert self.links(user_client, page) == [there], page

    def test_a_changed_deck_is_saved_first(
        self, user: User, user_client: Client, context: DeckContext
    ) -> None:
        kept = saved(user, context, 1)
        other = spread_out(context, draft_of(context, context.rules.ready_made[2]))
        page = f"{other.builder_url}&saved={kept.pk}"
        assert self.links(user_client, page) == []
        assert "Save and publish" in text_of(user_client.get(page))
        form: dict[str, Any] = {"name": "Changed"}
        for short, slug in other.pairs:
            form.setdefault(short, []).append(slug)
        answer = user_client.post(f"{HERE}mine/{kept.pk}/?then=publish", form)
        assert answer["Location"] == f"{HERE}mine/{kept.pk}/publish/"
        assert SavedDeck.objects.get().name == "Changed"

    def test_an_unfinished_deck_says_when_it_can_be_published(
        self, user: User, user_client: Client, context: DeckContext
    ) -> None:
        half = saved(user, context, lists={"acts": ["slash"]})
        for page in (f"{HERE}mine/", user_client.get(f"{HERE}mine/{half.pk}/")["Location"]):
            assert self.links(user_client, page) == []
            assert re.search(
                r"You can publish (it|this mech) when it is complete\.", text_of(user_client.get(page))
            )

    def test_the_owners_buttons_stand_above_the_cards(
        self, deck: PublicDeck, user_client: Client, moderator: Client, other_client: Client
    ) -> None:
        at = f"{PUBLIC}{deck.pk}/"
        for client, words in ((user_client, "Unpublish"), (moderator, ">Hide<")):
            page = text_of(client.get(at))
            assert page.index(words) < page.index("Open in the builder")
        assert "Unpublish" not in text_of(other_client.get(at))


class TestList:
    def test_a_deck_is_copied_out_of_the_list(self, deck: PublicDeck, client: Client) -> None:
        assert "Copy to my mechs" in text_of(client.get(PUBLIC))

    def test_a_deck_is_played_out_of_the_list(self, deck: PublicDeck, client: Client) -> None:
        page = text_of(client.get(PUBLIC))
        assert page.count('name="opponent"') == 1
        assert "Play this mech against the novice bot" in page

    def test_the_owner_is_not_offered_a_copy(
        self, deck: PublicDeck, user_client: Client, other_client: Client
    ) -> None:
        for at in (PUBLIC, f"{PUBLIC}{deck.pk}/"):
            assert "Copy to my mechs" not in text_of(user_client.get(at))
            assert f'name="copied" value="{deck.pk}"' in text_of(other_client.get(at))

    def test_a_copy_says_whose_it_was(self, deck: PublicDeck, other_client: Client) -> None:
        sent = {"act": "slash", "name": deck.name, "copied": str(deck.pk)}
        said = text_of(other_client.post(f"{HERE}save/", sent, follow=True))
        assert f"has been saved to your mechs, copied from “{deck.name}” by rivet." in said
        for odd in ("999999", "x", "-1"):
            said = text_of(
                other_client.post(f"{HERE}save/", sent | {"copied": odd, "name": odd}, follow=True)
            )
            assert "has been saved to your mechs." in said

    def test_paragraphs_stay_apart(self, deck: PublicDeck, client: Client) -> None:
        PublicDeck.objects.update(description="Hit first.\n\nThen run.")
        assert "<p>Hit first.</p>\n\n<p>Then run.</p>" in text_of(client.get(PUBLIC))


class TestLikes:
    def test_each_account_likes_once(self, deck: PublicDeck, other_client: Client) -> None:
        at = f"{PUBLIC}{deck.pk}/"
        for _ in range(2):
            assert other_client.post(f"{at}like/").status_code == 303
        assert "You like it." in " ".join(text_of(other_client.get(at)).split())
        other_client.post(f"{at}like/", {"on": "no"})
        assert not DeckLike.objects.exists()

    def test_others_who_like_it_are_counted_apart(
        self, deck: PublicDeck, other_client: Client, moderator: Client
    ) -> None:
        at = f"{PUBLIC}{deck.pk}/"
        for client in (other_client, moderator):
            client.post(f"{at}like/")
        assert "You and 1 other like it." in text_of(other_client.get(at))

    def test_neither_owner_nor_guest_nor_visitor_likes(
        self, deck: PublicDeck, user_client: Client, guest_client: Client, client: Client
    ) -> None:
        at = f"{PUBLIC}{deck.pk}/like/"
        assert user_client.post(at).status_code == 422
        assert [one.post(at).status_code for one in (guest_client, client)] == [302, 302]
        assert not DeckLike.objects.exists()


def test_a_visitor_copies_it_to_their_own(deck: PublicDeck, client: Client) -> None:
    page = client.get(f"{PUBLIC}{deck.pk}/")
    assert "Copy to my mechs" in text_of(page)
    spread = page.context["spread"]
    fields: dict[str, Any] = {"name": deck.name}
    for short, slug in spread.pairs:
        fields.setdefault(short, []).append(slug)
    assert client.post(f"{HERE}save/", fields).status_code == 303
    copied = SavedDeck.objects.get(name=deck.name, user__profile__is_guest=True)
    assert {key: slugs for key, slugs in copied.lists.items() if slugs} == {
        key: slugs for key, slugs in deck.lists.items() if slugs
    }


class TestModeration:
    def test_a_report_reaches_moderators_and_nobody_else(
        self, deck: PublicDeck, other_client: Client, user_client: Client, moderator: Client
    ) -> None:
        at = f"{PUBLIC}{deck.pk}/report/"
        assert other_client.post(at, {"reason": " "}).status_code == 422
        assert other_client.post(at, {"reason": "Rude name."}).status_code == 303
        assert other_client.post(at, {"reason": "Again."}).status_code == 422
        assert user_client.post(at, {"reason": "Mine."}).status_code == 422
        assert "Rude name." in text_of(moderator.get("/decks/reports/"))
        for one in (user_client, other_client, Client()):
            assert one.get("/decks/reports/").status_code == 404
        assert "Reports of public decks" in text_of(moderator.get(PUBLIC))

    def test_a_hidden_deck_is_absent_for_others(
        self, deck: PublicDeck, other_client: Client, user_client: Client, moderator: Client
    ) -> None:
        at = f"{PUBLIC}{deck.pk}/"
        other_client.post(f"{at}report/", {"reason": "Rude name."})
        assert other_client.post(f"{at}moderate/", {"hide": "yes"}).status_code == 404
        assert moderator.post(f"{at}moderate/", {"hide": "yes"}).status_code == 303
        assert other_client.get(at).status_code == 404
        assert other_client.post(f"{at}like/").status_code == 404
        assert deck.name not in text_of(Client().get(PUBLIC))
        assert "Only you and moderators see it." in text_of(user_client.get(at))
        assert "There are no reports." in text_of(moderator.get("/decks/reports/"))
        moderator.post(f"{at}moderate/", {"show": "yes"})
        assert other_client.get(at).status_code == 200

    def test_a_hidden_deck_does_not_come_back_by_unpublishing_it(
        self, deck: PublicDeck, user_client: Client, moderator: Client
    ) -> None:
        moderator.post(f"{PUBLIC}{deck.pk}/moderate/", {"hide": "yes"})
        answer = user_client.post(f"{PUBLIC}{deck.pk}/withdraw/")
        assert answer.status_code == 422
        assert "A moderator has hidden this" in answer.text
        assert PublicDeck.objects.get().hidden_at

    def test_its_owner_is_told_wherever_it_is_shown_that_it_is_hidden(
        self, deck: PublicDeck, user: User, user_client: Client, moderator: Client, context: DeckContext
    ) -> None:
        """It was called public, and a change of its words, too."""
        kept = SavedDeck.objects.get(user=user)
        builder = user_client.get(f"{HERE}mine/{kept.pk}/")["Location"]
        share = spread_out(context, draft_of(context, kept)).share_url
        for page in (f"{HERE}mine/", builder, share):
            assert "See it in public" in text_of(user_client.get(page))
        moderator.post(f"{PUBLIC}{deck.pk}/moderate/", {"hide": "yes"})
        for page in (f"{HERE}mine/", builder, share):
            told = text_of(user_client.get(page))
            assert "See its public page" in told, page
            assert "See it in public" not in told, page
        assert '<span class="tag tag--bad">hidden by a moderator</span>' in text_of(
            user_client.get(f"{HERE}mine/")
        )
        assert "a moderator has hidden it." in text_of(user_client.get(share))
        said = {"name": deck.name, "description": "Hit last."}
        answer = user_client.post(f"{PUBLIC}{deck.pk}/describe/", said, follow=True)
        assert "Your changes are saved." in text_of(answer)

    def test_who_reported_it_before_may_report_what_it_says_now(
        self, deck: PublicDeck, other_client: Client, moderator: Client
    ) -> None:
        at = f"{PUBLIC}{deck.pk}/"
        other_client.post(f"{at}report/", {"reason": "Odd name."})
        moderator.post(f"{at}moderate/")
        assert other_client.post(f"{at}report/", {"reason": "Now it is rude."}).status_code == 303
        assert "Now it is rude." in text_of(moderator.get("/decks/reports/"))

    def test_a_report_is_closed_without_hiding(
        self, deck: PublicDeck, other_client: Client, moderator: Client
    ) -> None:
        other_client.post(f"{PUBLIC}{deck.pk}/report/", {"reason": "I lost against it."})
        moderator.post(f"{PUBLIC}{deck.pk}/moderate/")
        assert DeckReport.objects.get().settled_at is not None
        assert other_client.get(f"{PUBLIC}{deck.pk}/").status_code == 200

    def marks(self, moderator: Client) -> list[str]:
        """Return what the forms in the list of reports send."""
        page = text_of(moderator.get("/decks/reports/"))
        return re.findall(r'name="report" value="([^"]+)"', page)

    def test_keeping_does_not_undo_what_another_moderator_has_hidden(
        self, deck: PublicDeck, other_client: Client, moderator: Client
    ) -> None:
        at = f"{PUBLIC}{deck.pk}/"
        other_client.post(f"{at}report/", {"reason": "Rude name."})
        older = self.marks(moderator)
        moderator.post(f"{at}moderate/", {"hide": "yes", "report": older})
        said = text_of(moderator.post(f"{at}moderate/", {"report": older}, follow=True))
        assert "It stays hidden, as a moderator has hidden it." in said
        assert "Everybody can see it." not in said
        assert other_client.get(at).status_code == 404

    def test_only_reports_that_the_moderator_has_read_are_closed(
        self, deck: PublicDeck, other_client: Client, moderator: Client
    ) -> None:
        """“Keep” closed those that came after the page, too, and those for another reason."""
        at = f"{PUBLIC}{deck.pk}/"
        other_client.post(f"{at}report/", {"reason": "I lost against it."})
        older = self.marks(moderator)
        moderator.post(f"{at}moderate/", {"report": older})
        other_client.post(f"{at}report/", {"reason": "It names where I live."})
        moderator.post(f"{at}moderate/", {"report": older})
        assert "It names where I live." in text_of(moderator.get("/decks/reports/"))
        moderator.post(f"{at}moderate/", {"report": self.marks(moderator)})
        assert "There are no reports." in text_of(moderator.get("/decks/reports/"))

    def test_showing_a_deck_again_on_its_page_closes_no_report(
        self, deck: PublicDeck, other_user: User, other_client: Client, moderator: Client
    ) -> None:
        at = f"{PUBLIC}{deck.pk}/"
        moderator.post(f"{at}moderate/", {"hide": "yes"})
        DeckReport.objects.create(deck=deck, user=other_user, reason="Rude name.")
        page = text_of(moderator.get("/decks/reports/"))
        assert "Show again" in page
        assert "Keep hidden" in page
        assert 'name="show" value="yes"' in text_of(moderator.get(at))
        moderator.post(f"{at}moderate/", {"show": "yes"})
        assert other_client.get(at).status_code == 200
        assert self.marks(moderator)

    @override_settings(SECOND_FACTOR_REQUIRED=True)
    def test_a_moderator_needs_a_second_factor(self, deck: PublicDeck, moderator: Client) -> None:
        assert moderator.get("/decks/reports/").status_code == 404


def test_who_leaves_takes_what_they_published_along(
    deck: PublicDeck, user: User, other_client: Client
) -> None:
    other_client.post(f"{PUBLIC}{deck.pk}/like/")
    erase(user)
    assert not PublicDeck.objects.exists()
    assert not DeckLike.objects.exists()


@pytest.mark.django_db(transaction=True)
class TestFigures:
    def played(self, user: User, other: User | None) -> Match:
        """Return a finished match with random mechs that *user*, at seat 0, has lost."""
        seats = [ME, OPEN if other else BOT]
        match = create_match(user, "scrap-knights", "b.0.0", {"decks": 2}, seats)
        if other:
            match = join_match(match.pk, other)
        resign(match.pk, user)
        return match

    def test_decks_of_people_are_counted_once(self, user: User, other_user: User) -> None:
        self.played(user, other_user)
        assert [count_plays(), count_plays()] == [1, 0]
        rows = DeckPlays.objects.order_by("wins").values_list("against", "matches", "wins")
        assert list(rows) == [("people", 1, 0), ("people", 1, 1)]

    def test_a_match_against_a_bot_counts_apart_and_the_bot_not_at_all(self, user: User) -> None:
        self.played(user, None)
        count_plays()
        assert list(DeckPlays.objects.values_list("against", "matches", "wins")) == [("bots", 1, 0)]

    def test_a_match_in_which_both_had_the_deck_does_not_count(
        self, deck: PublicDeck, context: DeckContext, client: Client
    ) -> None:
        """It counted as two, one of them won, and drew each share towards a half."""
        other = context.rules.ready_made[1].lists
        for lists in (deck.lists, other):
            brought = [SimpleNamespace(lists=one, against_people=True) for one in (deck.lists, lists)]
            brought[0].is_won, brought[1].is_won = True, False
            count_decks("scrap-knights", "b.0.0", brought)
        rows = DeckPlays.objects.order_by("wins").values_list("matches", "wins")
        assert list(rows) == [(1, 0), (1, 1)]
        for page in (PUBLIC, f"{PUBLIC}{deck.pk}/"):
            assert "Matches in which both had it don’t count" in text_of(client.get(page))

    def test_a_share_is_told_from_thirty_matches_on(
        self, deck: PublicDeck, client: Client, context: DeckContext
    ) -> None:
        row = DeckPlays.objects.create(fingerprint=deck.fingerprint, against="people", matches=29, wins=20)
        page = text_of(client.get(f"{PUBLIC}{deck.pk}/"))
        assert "29 matches, 20 won" in page
        assert " %" not in page.partition("How it did")[2].partition("This counts finished matches")[0]
        DeckPlays.objects.filter(pk=row.pk).update(matches=30, wins=15)
        assert "30 matches, 15 won: 50 %" in text_of(client.get(f"{PUBLIC}{deck.pk}/"))


def test_the_same_cards_have_the_same_fingerprint() -> None:
    one = fingerprint("scrap-knights", "b.0.0", {"acts": ["slash", "stab"], "ult": [], "bots": ()})
    assert one == fingerprint("scrap-knights", "b.0.0", {"acts": ("stab", "slash")})
    assert one != fingerprint("scrap-knights", "b.0.0", {"acts": ["slash"], "bots": ["stab"]})
    assert one != fingerprint("scrap-knights", "b.0.1", {"acts": ["slash", "stab"]})
