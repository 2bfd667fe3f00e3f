"""Taking one's data along, deleting oneself, and what the worker forgets in time."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.db.models import CASCADE, PROTECT, SET_NULL
from django.test import Client
from django.utils import timezone
from structlog.testing import capture_logs

from cards.models import PublicDeck, SavedDeck
from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.models import Match, Mute, Seat, Status
from games.talk.models import ChatMessage, MatchNote
from rules.talk.models import Comment
from rules.wiki.models import Proposal
from scrapsite.accounts.models import ApiToken
from scrapsite.accounts.own_data import retention
from scrapsite.accounts.own_data.deletion import erase
from scrapsite.accounts.own_data.registry import leaving, parts
from scrapsite.accounts.own_data.retention import forget_round
from scrapsite.accounts.tokens import issue_token, user_for_token
from scrapsite.common.players import display_name, new_guest
from scrapsite.server.work.kinds import Kind, kind_of
from tests.conftest import PASSWORD
from tests.playing import ME, OPEN, match_of
from tests.security.roles import make_world
from tests.site.accounts.factors import prove, sign_in

pytestmark = pytest.mark.django_db

# Tables that refer to people and aren't exported, with the reason.
NOT_EXPORTED = {
    "scrapsite.FeedKey": "a secret",
    "scrapsite.DoneRequest": "what a repeated request gets, for a day",
    "scrapsite.Delivery": "a queue of letters, with secret links",
    "admin.LogEntry": "the staff's log",
    "rules.AuditEntry": "the rulebooks' trail, which anybody may ask their editors for",
}
LONG = timedelta(days=181)


def unpacked(answer: Any) -> dict[str, Any]:
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    return {name: json.loads(archive.read(name)) for name in archive.namelist() if name.endswith(".json")}


class TestTakingItAlong:
    def test_an_archive_has_what_one_made_and_nothing_of_others(self) -> None:
        world = make_world()
        client, player = world.client("player"), world.people["player"]
        assert player is not None
        EmailAddress.objects.create(user=player, email="rivet@example.org", verified=True)
        token = issue_token(player, "my bot")
        asked = client.post("/me/data/export/")
        assert asked["Location"].startswith("/accounts/reauthenticate/")
        prove(client)
        answer = client.post("/me/data/export/")
        assert answer["Content-Disposition"] == 'attachment; filename="scrapsite-data.zip"'
        found = unpacked(answer)
        assert found["account.json"][0]["username"] == "rivet"
        assert found["addresses.json"][0]["email"] == "rivet@example.org"
        assert [deck["name"] for deck in found["decks.json"]] == ["Riveter"] * 3
        assert [deck["name"] for deck in found["public-decks.json"]] == ["Hammerer"]
        assert found["comments.json"][0]["source"] == "May it strike twice?"
        assert found["table-talk.json"][0]["text"] == "Your lanes are rusty."
        assert len(found["seats.json"]) == Seat.objects.filter(user=player).count()
        text = str(found)
        assert token not in text
        assert not any(key in text for key in ApiToken.objects.values_list("key_hash", flat=True))
        assert "They aren’t." not in text, "reports by others stay with the staff"

    def test_a_guest_gets_one_in_one_press(self, guest_client: Client, guest: User) -> None:
        found = unpacked(guest_client.post("/me/data/export/"))
        assert found["profile.json"][0]["display_name"] == display_name(guest)

    def test_every_table_that_refers_to_people_is_exported_or_named(self) -> None:
        covered = {apps.get_model(part.model)._meta.label for part in parts} | set(NOT_EXPORTED)
        refers = {
            model._meta.label
            for model in apps.get_models()
            for field in model._meta.get_fields()
            if field.concrete and field.related_model is User and not field.many_to_many
        }
        assert refers - covered == set()


@pytest.mark.parametrize(
    "path",
    [
        "/me/data/export/",
        "/me/data/delete/",
        # What was asked for is done in the answer to these, if the account must be proved first.
        "/accounts/reauthenticate/",
        "/accounts/second-factor/again/",
        "/accounts/second-factor/passkeys/again/",
    ],
)
def test_what_goes_through_all_that_one_has_keeps_no_move_waiting(path: str) -> None:
    assert kind_of("POST", path) == Kind.SLOW


def everything_stored() -> str:
    """Return all that the database holds, but for the full-text indexes and what came with the site."""
    found = []
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            if "fts" not in name and not name.startswith(("cards_card", "rules_revision")):
                cursor.execute(f"SELECT * FROM {connection.ops.quote_name(name)}")
                found += [str(row) for row in cursor.fetchall()]
    return "\n".join(found)


def _locked(*given: Any) -> None:
    raise OperationalError("database is locked")


class TestDeleting:
    def test_it_says_what_stays(self, guest_client: Client) -> None:
        """“All your data have been deleted” was said, while chat messages stay."""
        page = guest_client.get("/me/data/").text
        assert "chat messages" in page[page.index("delete-title") :]
        answer = guest_client.post("/me/data/delete/", {"sure": "yes"}, follow=True)
        assert "This guest is deleted. What you wrote to others stays, without your name." in answer.text

    def test_it_asks_for_the_password_and_to_be_sure(self, user: User) -> None:
        client = Client()
        sign_in(client)
        asked = client.post("/me/data/delete/", {"sure": "yes"})
        assert asked["Location"].startswith("/accounts/reauthenticate/")
        prove(client)
        assert client.post("/me/data/delete/").status_code == 422
        assert User.objects.filter(pk=user.pk).exists()
        assert client.post("/me/data/delete/", {"sure": "yes"})["Location"] == "/"
        assert not User.objects.filter(pk=user.pk).exists(), "who never played leaves no row"
        assert client.get("/me/").context["user"].is_anonymous

    def test_who_cannot_be_deleted_now_stays_signed_in_and_tries_again(
        self, guest_client: Client, guest: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A guest was signed out first, for ever, and the data stayed."""
        guest_client.raise_request_exception = False
        with monkeypatch.context() as failing:
            failing.setattr("scrapsite.accounts.own_data.views.erase", _locked)
            assert guest_client.post("/me/data/delete/", {"sure": "yes"}).status_code == 503
        assert guest_client.post("/me/data/delete/", {"sure": "yes"})["Location"] == "/"
        assert not User.objects.filter(pk=guest.pk).exists()

    def test_the_log_has_the_number_of_who_is_gone(self, guest_client: Client, guest: User) -> None:
        with capture_logs() as lines:
            guest_client.post("/me/data/delete/", {"sure": "yes"})
        said = [(line["event"], line["user"]) for line in lines]
        assert said == [("account-deleted", guest.pk), ("signed-out", guest.pk)]

    def test_what_others_took_part_in_stays_without_the_name(self) -> None:
        world = make_world()
        player = world.people["player"]
        assert player is not None
        EmailAddress.objects.create(user=player, email="rivet@example.org", verified=True)
        User.objects.filter(pk=player.pk).update(email="rivet@example.org")
        token = issue_token(player)
        erase(User.objects.get(pk=player.pk))
        stored = everything_stored()
        assert "rivet@example.org" not in stored
        assert "'rivet'" not in stored
        assert user_for_token(token) is None
        finished, running = (Match.objects.get(pk=world.matches[one].pk) for one in ("finished", "running"))
        assert running.status == Status.FINISHED, "running matches are resigned"
        assert Match.objects.get(pk=world.matches["open"].pk).status == Status.CANCELLED
        assert "a former player" in world.client("opponent").get(f"/matches/{finished.pk}/").text
        assert ChatMessage.objects.filter(match=running).exists(), "what was said at the table stays"
        assert Comment.objects.get(source="May it strike twice?").author is None
        assert "a former member" in Client().get(f"/rules/threads/{world.talk['thread']}/").text
        for table in (SavedDeck, MatchNote, Mute, ApiToken):
            assert not table.objects.filter(user=player).exists(), table
        assert not PublicDeck.objects.exists()
        assert not Proposal.objects.filter(pk=world.talk["draft"]).exists(), "drafts are nobody else's"
        assert Proposal.objects.get(pk=world.talk["proposal"]).author is None

    def test_no_match_is_begun_while_one_goes(
        self, user: User, other_user: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A program on the stream went on through others' matches, in which a former player then sat."""
        first, token, begun = match_of(user, other_user), issue_token(user), []

        def play_on(leaver: User) -> None:
            if not begun:
                assert user_for_token(token) is None
                begun.append(match_of(leaver, other_user))
                begun.append(create_match(leaver, "scrapbots", "3.6", {}, [ME, OPEN]))

        monkeypatch.setattr("scrapsite.accounts.own_data.deletion.leaving", [*leaving, play_on])
        erase(user)
        statuses = [Match.objects.get(pk=match.pk).status for match in (first, *begun)]
        assert statuses == [Status.FINISHED, Status.FINISHED, Status.CANCELLED]

    def test_two_former_players_have_one_name(self, user: User, other_user: User) -> None:
        match = match_of(user, other_user)
        resign(match.pk, user)
        for one in (user, other_user):
            erase(one)
        assert [display_name(one) for one in User.objects.all()] == ["a former player"] * 2

    def test_a_former_player_never_comes_back(self, user: User, other_user: User) -> None:
        match_of(user, other_user)
        erase(user)
        former = User.objects.get(pk=user.pk)
        assert not former.is_active
        assert not former.has_usable_password()
        client = Client()
        sign_in(client, former.username, PASSWORD)
        assert "_auth_user_id" not in client.session

    def test_erasing_knows_every_way_to_refer_to_people(self) -> None:
        """A new table with another way needs a decision in `erase`."""
        relations = [one for one in User._meta.get_fields(include_hidden=True) if one.auto_created]
        ways = {one.on_delete for one in relations if not one.concrete and not one.many_to_many}
        assert ways <= {CASCADE, PROTECT, SET_NULL}


class TestForgetting:
    def test_sessions_that_ended_are_deleted(self, user: User) -> None:
        client, other = Client(), Client()
        sign_in(client), sign_in(other)
        ended = Session.objects.filter(pk=client.session.session_key)
        ended.update(expire_date=timezone.now() - timedelta(days=1))
        forget_round()
        assert UserSession.objects.get().session_key == Session.objects.get().pk == other.session.session_key

    def test_guests_who_do_not_come_back_are_deleted(self, guest: User, user: User) -> None:
        match = create_match(guest, "scrapbots", "3.6", {}, [ME, {"kind": "bot", "bot": "greedy"}])
        User.objects.update(date_joined=timezone.now() - LONG, last_login=timezone.now() - LONG)
        forget_round()
        assert display_name(User.objects.get(pk=guest.pk)) == "a former player"
        assert Match.objects.get(pk=match.pk).status == Status.FINISHED
        assert User.objects.get(pk=user.pk).is_active, "accounts stay"

    def test_a_guest_who_can_not_be_deleted_keeps_no_other(
        self, guest: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The round stopped at the same guest each hour."""
        other = new_guest()
        old = timezone.now() - timedelta(days=400)
        User.objects.filter(pk__in=[guest.pk, other.pk]).update(date_joined=old, last_login=old)

        def fail_once(user: User) -> None:
            if user.pk == guest.pk:
                raise RuntimeError("stuck")
            erase(user)

        monkeypatch.setattr(retention, "erase", fail_once)
        forget_round()
        assert list(User.objects.filter(pk__in=[guest.pk, other.pk])) == [guest]

    def test_a_guest_whose_browser_was_here_stays(self, guest_client: Client, guest: User) -> None:
        User.objects.update(date_joined=timezone.now() - LONG, last_login=timezone.now() - LONG)
        session = guest_client.session
        session["seen"] = 0
        session.save()
        guest_client.get("/me/")
        forget_round()
        assert User.objects.get(pk=guest.pk).is_active

    def test_a_guest_whose_program_was_here_stays(self, guest: User) -> None:
        User.objects.update(date_joined=timezone.now() - LONG, last_login=timezone.now() - LONG)
        issue_token(guest)
        forget_round()
        assert User.objects.get(pk=guest.pk).is_active

    def test_matches_that_never_began_are_called_off_and_deleted_later(self, user: User) -> None:
        match = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN])
        Match.objects.update(updated_at=timezone.now() - timedelta(days=61))
        forget_round()
        assert Match.objects.get(pk=match.pk).status == Status.CANCELLED
        Match.objects.update(updated_at=timezone.now() - timedelta(days=61))
        forget_round()
        assert not Match.objects.exists()

    def test_keys_that_ended_are_listed_for_a_month(self, user: User) -> None:
        for days in (29, 31):
            issue_token(user, expires_at=timezone.now() - timedelta(days=days))
        forget_round()
        assert ApiToken.objects.count() == 1


class TestQuotas:
    def test_somebody_with_too_many_unfinished_matches_makes_no_more(
        self, user_client: Client, settings: Any
    ) -> None:
        settings.MOST_MATCHES = 1
        form = {"title": "scrapbots", "opponent": "link"}
        statuses = [user_client.post("/matches/new/", form).status_code for _ in (1, 2)]
        assert statuses == [303, 429]
        assert Match.objects.count() == 1

    def test_the_api_says_which_quota_is_full(self, user: User, settings: Any) -> None:
        settings.MOST_MATCHES = 0
        client = Client(headers={"Authorization": f"Bearer {issue_token(user)}"})
        body = {"game": "scrapbots", "edition": "3.6", "seats": [ME, OPEN]}
        answer = client.post("/api/v1/matches", body, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (429, "limit/full")
        assert "0 unfinished matches" in answer.json()["reason"]

    def test_notes_and_bug_reports_have_quotas_too(
        self, user: User, other_user: User, user_client: Client, settings: Any
    ) -> None:
        settings.MOST_NOTES = settings.MOST_BUG_REPORTS = 0
        match = match_of(user, other_user)
        client = Client(headers={"Authorization": f"Bearer {issue_token(user)}"})
        address = f"/api/v1/matches/{match.pk}/note"
        assert client.post(address, {"text": "x"}, content_type="application/json").status_code == 429
        answer = user_client.post(f"/matches/{match.pk}/bug/", {"words": "It hums."})
        assert answer.status_code == 429
        assert not MatchNote.objects.exists()

    def test_a_full_notebook_is_still_written_in(
        self, user: User, other_user: User, user_client: Client, settings: Any
    ) -> None:
        """A note that was kept already could not be changed or cleared, nor anybody muted or reported."""
        settings.MOST_NOTES = 1
        match, other = match_of(user, other_user), match_of(user, other_user)
        pages = [f"/matches/{one.pk}/note/" for one in (match, other)]
        said = [user_client.post(page, {"text": "one"}).status_code for page in pages]
        assert said == [303, 429]
        assert user_client.post(pages[0], {"text": "two"}).status_code == 303
        assert MatchNote.objects.get().text == "two"
        muted = user_client.post(f"/matches/{match.pk}/talk/mute/", {"seat": "1"})
        assert muted.status_code == 303
        user_client.post(pages[0], {"text": ""})
        assert user_client.post(pages[1], {"text": "three"}).status_code == 303

    def test_the_last_match_that_fits_is_shown_again_to_who_asks_again(
        self, user: User, settings: Any
    ) -> None:
        """The retry was refused, so a program never learned that its match had been made."""
        settings.MOST_MATCHES = 1
        client = Client(headers={"Authorization": f"Bearer {issue_token(user)}", "Idempotency-Key": "k"})
        body = {"game": "scrapbots", "edition": "3.6", "seats": [ME, OPEN]}
        made = [client.post("/api/v1/matches", body, content_type="application/json") for _ in (1, 2)]
        assert [answer.status_code for answer in made] == [200, 200]
        assert made[0].json()["id"] == made[1].json()["id"]
        again = client.post(
            f"/api/v1/matches/{made[0].json()['id']}/join", {}, content_type="application/json"
        )
        assert again.json()["code"] != "limit/full"


def test_the_privacy_page_says_how_long_things_are_kept(client: Client) -> None:
    page = client.get("/privacy/").text
    assert "for 180 days are deleted" in page
    assert 'href="/privacy/"' in client.get("/").text
