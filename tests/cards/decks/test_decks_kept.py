"""Saved decks: kept, changed, renamed, deleted and restored, only by their owners."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.test import Client, override_settings

from cards.decks import keeping
from cards.decks.context import DeckContext
from cards.models import SavedDeck
from scrapsite.common import limits
from scrapsite.common.players import is_guest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("context")]
HERE = "/decks/scrap-knights/"
DECK = {"act": ["slash", "stab"], "ult": ["test"], "name": "Biter"}
MARK = "17c074257b04"  # of that deck
ORIGIN = {"Sec-Fetch-Site": "same-origin"}


def save(client: Client, **changes: Any) -> SavedDeck:
    assert client.post(f"{HERE}save/", DECK | changes).status_code == 303
    return SavedDeck.objects.get(pk=SavedDeck.objects.latest("pk").pk)


def mine(client: Client) -> str:
    return html.unescape(client.get(f"{HERE}mine/").content.decode())


@pytest.fixture
def deck(user_client: Client) -> SavedDeck:
    return save(user_client)


def test_a_deck_is_kept_and_the_builder_knows_it(user_client: Client) -> None:
    response = user_client.post(f"{HERE}save/", DECK | {"q": "heat<2"}, follow=True)
    kept = SavedDeck.objects.get()
    assert response.redirect_chain[0][0].endswith(f"&ult=test&name=Biter&saved={kept.pk}&seen={MARK}")
    assert kept.lists == {"acts": ["slash", "stab"], "ult": ["test"], "bots": [], "prep": []}
    text = html.unescape(response.content.decode())
    assert "“Biter” has been saved to your mechs." in text
    assert f'formaction="{HERE}mine/{kept.pk}/"' in text
    assert "Biter" in mine(user_client)


def test_a_change_after_saving_is_said_to_be_unsaved(user_client: Client, deck: SavedDeck) -> None:
    address = user_client.get(f"{HERE}mine/{deck.pk}/")["Location"]
    assert "unsaved changes" not in user_client.get(address).content.decode()
    changed = address.replace("?", "built/?") + "&add=acts:vent"
    said = user_client.get(changed, headers={"HX-Request": "true"}).content.decode()
    assert "unsaved changes" in said
    assert "Unsaved changes." in said


def test_the_same_deck_is_not_kept_twice(user_client: Client) -> None:
    assert save(user_client).pk == save(user_client).pk
    assert save(user_client, name="Chewer").pk != save(user_client, act=["slash"]).pk


def test_a_visitor_becomes_a_guest_and_keeps_it(client: Client) -> None:
    kept = save(client)
    assert is_guest(kept.user)
    assert "Biter" in mine(client)


def test_a_new_guest_hears_what_saving_made_of_them(client: Client, user_client: Client) -> None:
    """“Copy” made a guest account and said nothing of it."""
    said = "You are a guest"
    answer = client.post(f"{HERE}save/", DECK, follow=True)
    text = answer.content.decode()
    assert said in text
    assert '<a href="/accounts/convert/?next=%2Fdecks%2Fscrap-knights%2F' in text
    assert said in mine(client)
    assert said not in user_client.post(f"{HERE}save/", DECK, follow=True).content.decode()
    assert said not in mine(user_client)


def test_a_shared_page_knows_that_the_deck_is_saved(user_client: Client, deck: SavedDeck) -> None:
    """It went on saying “Save it” to somebody who had."""
    query = "act=slash&act=stab&ult=test"
    text = " ".join(html.unescape(user_client.get(f"{HERE}share/?{query}").content.decode()).split())
    assert f'one of <a href="{HERE}mine/#deck-{deck.pk}">your mechs</a>, under the name “' in text
    assert f'href="{HERE}mine/{deck.pk}/"' in text
    assert "Copy to my mechs" not in text
    other = html.unescape(user_client.get(f"{HERE}share/?{query}&act=crash").content.decode())
    assert "one of <a" not in other
    assert "Copy to my mechs" in other


def test_a_visit_makes_nobody_a_guest(client: Client) -> None:
    for path in ("", "mine/", "random/", "ready-made/"):
        client.get(HERE + path)
    client.post(f"{HERE}save/", {"name": "Empty"})
    assert not User.objects.exists()


def test_an_empty_deck_is_refused_in_clear_words(user_client: Client) -> None:
    response = user_client.post(f"{HERE}save/", {"name": "Empty"})
    assert response.status_code == 422
    assert "There is nothing in this mech yet." in response.content.decode()


def test_a_deck_without_a_name_gets_one(user_client: Client) -> None:
    assert save(user_client, name="  ").name == "Unnamed mech"


def test_there_is_room_for_so_many(user: User, user_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_DECKS", 2)
    first = save(user_client, name="One")
    save(user_client, name="Two")
    response = user_client.post(f"{HERE}save/", DECK)
    assert response.status_code == 422
    assert "You have 2 mechs, the most you can save." in response.content.decode()
    assert 'value="Biter"' in response.content.decode()
    user_client.post(f"{HERE}mine/{first.pk}/delete/")
    save(user_client)
    response = user_client.post(f"{HERE}mine/{first.pk}/restore/")
    assert response.status_code == 422
    assert keeping.decks_of(user, context_for(user_client)).count() == 2


def context_for(client: Client) -> DeckContext:
    found: DeckContext = client.get(f"{HERE}mine/").context["deck_context"]
    return found


def test_changes_are_kept(user_client: Client, deck: SavedDeck) -> None:
    form = {"act": ["crash"], "name": "", "saved": deck.pk}
    assert user_client.post(f"{HERE}mine/{deck.pk}/", form).status_code == 303
    deck.refresh_from_db()
    assert (deck.name, deck.lists["acts"]) == ("Biter", ["crash"])
    assert SavedDeck.objects.count() == 1


def test_a_kept_deck_opens_in_the_builder(user_client: Client, deck: SavedDeck) -> None:
    response = user_client.get(f"{HERE}mine/{deck.pk}/")
    query = f"act=slash&act=stab&ult=test&name=Biter&saved={deck.pk}&seen={MARK}"
    assert response["Location"] == f"{HERE}?{query}"
    assert "Save changes" in user_client.get(response["Location"]).content.decode()


def test_requests_at_once_take_turns(
    user_client: Client, deck: SavedDeck, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL let both in: a deck was kept twice, and there were more than the most."""
    order: list[str] = []
    lock, decks_of, deleted = QuerySet.select_for_update, keeping.decks_of, keeping.deleted_deck

    def noting(name: str, function: Any) -> Any:
        def noted(*given: Any, **named: Any) -> Any:
            order.append(name)
            return function(*given, **named)

        return noted

    monkeypatch.setattr(QuerySet, "select_for_update", noting("lock", lock))
    monkeypatch.setattr(keeping, "decks_of", noting("decks", decks_of))
    monkeypatch.setattr(keeping, "deleted_deck", noting("deleted", deleted))
    save(user_client, name="Chewer")
    assert order[:2] == ["lock", "decks"]
    user_client.post(f"{HERE}mine/{deck.pk}/delete/")
    order.clear()
    assert user_client.post(f"{HERE}mine/{deck.pk}/restore/").status_code == 303
    assert order[:3] == ["lock", "deleted", "decks"]


class TestTwoWindows:
    """Whoever saved later overwrote what the other window had saved, and didn't hear of it."""

    def opened(self, client: Client, deck: SavedDeck) -> dict[str, Any]:
        """Return what the form of the builder sends."""
        page = client.get(f"{HERE}mine/{deck.pk}/", follow=True).content.decode()
        fields = re.findall(
            r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.partition("deck-form")[2]
        )
        form = {name: value for name, value in fields if name in ("saved", "seen")}
        assert len(form) == 2
        return form | {"act": ["slash", "stab"], "ult": "test", "name": "Biter"}

    def test_who_saves_later_is_told_and_keeps_the_cards(self, user_client: Client, deck: SavedDeck) -> None:
        at, one, other = f"{HERE}mine/{deck.pk}/", *(self.opened(user_client, deck) for _ in range(2))
        answer = user_client.post(at, one | {"act": ["crash"]}, follow=True)
        again = re.findall(r'name="seen" value="(\w+)"', answer.content.decode())[0]
        refused = user_client.post(at, other | {"act": ["vent"]})
        assert refused.status_code == 409
        text = html.unescape(refused.content.decode())
        assert "“Biter” has been saved since this page was opened." in text
        assert '<input type="hidden" name="act" value="vent">' in text
        assert f'name="seen" value="{other["seen"]}"' in text
        deck.refresh_from_db()
        assert deck.lists["acts"] == ["crash"]
        assert user_client.post(f"{HERE}save/", other | {"act": ["vent"]}).status_code == 303
        assert user_client.post(at, one | {"act": ["stab"], "seen": again}).status_code == 303

    def test_the_same_change_sent_twice_is_one(self, user_client: Client, deck: SavedDeck) -> None:
        at, form = f"{HERE}mine/{deck.pk}/", self.opened(user_client, deck) | {"act": ["crash"]}
        assert [user_client.post(at, form).status_code for _ in range(2)] == [303, 303]

    def test_going_on_building_keeps_the_mark(self, user_client: Client, deck: SavedDeck) -> None:
        form = self.opened(user_client, deck)
        changed = user_client.get(HERE, form | {"add": "acts:vent"})["Location"]
        assert f"&seen={form['seen']}" in changed
        user_client.post(f"{HERE}mine/{deck.pk}/rename/", {"name": "Chewer"})
        assert f'name="seen" value="{form["seen"]}"' in user_client.get(changed).content.decode()
        assert user_client.post(f"{HERE}mine/{deck.pk}/", form).status_code == 409


def test_a_deck_is_renamed(user_client: Client, deck: SavedDeck) -> None:
    assert user_client.post(f"{HERE}mine/{deck.pk}/rename/", {"name": " Chewer\n"}).status_code == 303
    assert "Chewer" in mine(user_client)
    refused = user_client.post(f"{HERE}mine/{deck.pk}/rename/", {"name": " "})
    assert refused.status_code == 422
    assert "Enter a name." in refused.content.decode()


def test_what_is_thrown_away_can_be_put_back(user_client: Client, deck: SavedDeck) -> None:
    response = user_client.post(f"{HERE}mine/{deck.pk}/delete/", follow=True)
    text = html.unescape(response.content.decode())
    assert "“Biter” was deleted." in text
    assert "You haven’t saved a mech yet." in text
    user_client.post(f"{HERE}mine/{deck.pk}/restore/")
    assert f'id="deck-{deck.pk}"' in mine(user_client)
    assert "was deleted" not in mine(user_client)


def test_only_the_last_one_thrown_away_is_still_there(user_client: Client, deck: SavedDeck) -> None:
    other = save(user_client, name="Chewer")
    for pk in (deck.pk, other.pk):
        user_client.post(f"{HERE}mine/{pk}/delete/")
    assert list(SavedDeck.objects.values_list("name", flat=True)) == ["Chewer"]
    assert user_client.post(f"{HERE}mine/{deck.pk}/restore/").status_code == 404


def test_nobody_else_gets_at_it(
    deck: SavedDeck, other_user: User, client_of: Any, client: Client, guest_client: Client
) -> None:
    for stranger in (client_of(other_user), guest_client, client):
        at = f"{HERE}mine/{deck.pk}/"
        assert stranger.get(at).status_code == 404
        assert stranger.post(at, DECK).status_code == 404
        for change in ("rename/", "delete/", "restore/"):
            assert stranger.post(at + change, {"name": "Mine now"}).status_code == 404
        assert "Biter" not in mine(stranger)
        builder = stranger.get(f"{HERE}?act=slash&saved={deck.pk}").content.decode()
        assert "Save changes" not in builder
        assert "Biter" not in builder
    deck.refresh_from_db()
    assert (deck.name, deck.deleted_at) == ("Biter", None)


def test_hidden_and_absent_look_alike(deck: SavedDeck, other_user: User, client_of: Any) -> None:
    stranger = client_of(other_user)
    hidden, absent = (stranger.get(f"{HERE}mine/{pk}/").content for pk in (deck.pk, deck.pk + 1000))
    assert re.sub(rb"[A-Za-z0-9]{64}", b"", hidden) == re.sub(rb"[A-Za-z0-9]{64}", b"", absent)


def test_changes_want_a_token_or_our_own_page(user: User, client_of: Any, deck: SavedDeck) -> None:
    strict = client_of(user, enforce_csrf_checks=True)
    for path in ("save/", f"mine/{deck.pk}/", f"mine/{deck.pk}/rename/", f"mine/{deck.pk}/delete/"):
        assert strict.post(HERE + path, DECK).status_code == 403
    assert strict.post(f"{HERE}save/", DECK, headers=ORIGIN).status_code == 303
    foreign = {"Origin": "http://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    assert strict.post(f"{HERE}save/", DECK, headers=foreign).status_code == 403


def test_a_name_is_escaped_wherever_it_stands(user_client: Client) -> None:
    name = "<script>alert(1)</script>"
    kept = save(user_client, name=name)
    pages = ["mine/", "?name=" + name, "share/?act=slash&name=" + name, "bring/?match=aaaaaaaaaa"]
    user_client.post(f"{HERE}mine/{kept.pk}/delete/")
    for path in [*pages, "mine/"]:
        assert b"<script>alert" not in user_client.get(HERE + path).content


def test_a_kept_card_that_the_edition_lacks_is_left_out(user_client: Client, deck: SavedDeck) -> None:
    deck.lists = {"acts": ["slash", "toaster"], "hats": ["bowler"]}
    deck.save()
    assert "Slash" in mine(user_client)
    assert user_client.get(f"{HERE}mine/{deck.pk}/")["Location"].startswith(f"{HERE}?act=slash&name")


def test_saving_is_limited(user_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "decks", (1, 10))
    with override_settings(RATE_LIMIT_FACTOR=1.0):
        save(user_client)
        response = user_client.post(f"{HERE}save/", DECK)
    assert response.status_code == 429
    assert int(response["Retry-After"]) > 0
    assert 'value="Biter"' in response.content.decode()
