"""Letters: who gets one of what, when, and what stands in it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.clocks import timeouts
from games.clocks.rules import DAY, Clock
from games.matches import notifications
from games.matches.actions.bots import play_for_bot
from games.matches.actions.create import create_match
from games.matches.actions.invitations import invite, withdraw_invitation
from games.matches.actions.resign import resign
from games.matches.actions.seats import cancel_match, join_match
from games.matches.models import Invitation, Match, Mute, UndoRequest
from games.talk.models import ChatMessage
from scrapsite.common.players import new_guest
from scrapsite.notifications.models import Delivery, Notification, NotificationChoice, NotificationPreference
from tests.playing import BOT, ME, OPEN, bot_match, match_of
from tests.site.notifications.people import SETTLED, confirm, deliveries, end_turn, post, waiting

pytestmark = pytest.mark.django_db


class TestATurn:
    def test_is_told_to_whom_it_has_come(self, match: Match, rivet: User, gasket: User) -> None:
        end_turn(match, [rivet, gasket])
        (letter,) = post()
        assert letter.to == ["gasket@example.org"]
        assert letter.subject == "Your turn: Scrapbots against rivet"
        assert "It’s your turn in Scrapbots against rivet." in letter.body
        assert f"http://127.0.0.1:8000/me/alerts/go/{match.pk}/" in letter.body

    def test_is_told_once(self, match: Match, rivet: User, gasket: User) -> None:
        end_turn(match, [rivet, gasket])
        assert len(post()) == 1
        assert post() == []
        assert post(timedelta(days=3)) == []

    def test_that_is_over_before_the_letter_goes_out_is_not_told(
        self, match: Match, rivet: User, gasket: User
    ) -> None:
        end_turn(match, [rivet, gasket])
        end_turn(match, [rivet, gasket])
        (letter,) = post()
        assert letter.to == ["rivet@example.org"]
        assert Notification.objects.get(user=gasket).was_dropped

    def test_that_came_twice_meanwhile_is_told_when_the_last_has_settled(
        self, match: Match, rivet: User, gasket: User
    ) -> None:
        start = timezone.now()
        with time_machine.travel(start, tick=False) as clock:
            end_turn(match, [rivet, gasket])
            clock.shift(timedelta(minutes=2))
            end_turn(match, [rivet, gasket])
            end_turn(match, [rivet, gasket])
            clock.shift(timedelta(minutes=2))
            assert post(timedelta(0)) == []
            clock.shift(timedelta(minutes=2))
            assert [letter.to for letter in post(timedelta(0))] == [["gasket@example.org"]]

    def test_of_several_matches_comes_in_one_letter(self, match: Match, rivet: User, gasket: User) -> None:
        other = match_of(gasket, rivet)
        Notification.objects.all().delete()
        end_turn(match, [rivet, gasket])
        if other.to_act == [1]:
            end_turn(other, [gasket, rivet])
        else:
            notifications.notify([gasket.pk], "your-turn", other)
        (letter,) = post()
        assert letter.subject == "2 matches wait for you"
        assert letter.body.count("It’s your turn") == 2

    def test_is_told_with_an_open_page_too(self, match: Match, rivet: User, gasket: User, client_of) -> None:  # type: ignore[no-untyped-def]
        end_turn(match, [rivet, gasket])
        client_of(gasket).get(f"/matches/{match.pk}/")
        assert len(post()) == 1

    def test_says_by_when_in_the_players_own_time(self, match: Match, rivet: User, gasket: User) -> None:
        gasket.profile.time_zone = "Europe/Vienna"
        gasket.profile.save()
        with time_machine.travel(datetime(2027, 1, 5, 11, 0, tzinfo=UTC), tick=False):
            end_turn(match, [rivet, gasket])
        with time_machine.travel(datetime(2027, 1, 5, 11, 4, tzinfo=UTC), tick=False):
            (letter,) = post(timedelta(0))
        assert "You have until Thu 4 Feb, 12:00 (Europe/Vienna)." in letter.body

    def test_of_a_match_with_bots_alone_is_told_to_nobody(self, rivet: User) -> None:
        bot_match(rivet)
        assert not Notification.objects.exists()


class TestTheWholeLifeOfAMatch:
    def test_tells_of_its_beginning_but_not_to_who_sat_down_last(self, rivet: User, gasket: User) -> None:
        match = create_match(rivet, "scrapbots", "3.6", {}, [ME, OPEN])
        assert not Notification.objects.exists()
        join_match(match.pk, gasket)
        told = Notification.objects.filter(kind="started").values_list("user__username", flat=True)
        assert "rivet" in told

    def test_tells_of_its_end_to_the_others(self, match: Match, rivet: User, gasket: User) -> None:
        resign(match.pk, rivet)
        (letter,) = post()
        assert letter.to == ["gasket@example.org"]
        assert letter.subject == "Over: Scrapbots against rivet"
        assert "is over: you won." in letter.body

    def test_tells_nothing_when_the_change_is_taken_back(
        self, match: Match, rivet: User, gasket: User
    ) -> None:
        def tell_and_fail() -> None:
            notifications.notify([gasket.pk], "your-turn", match)
            assert waiting() == 1
            raise RuntimeError

        with pytest.raises(RuntimeError), transaction.atomic():
            tell_and_fail()
        assert waiting() == 0

    def test_tells_that_the_time_runs_out_and_that_it_is_up(
        self, match: Match, rivet: User, gasket: User
    ) -> None:
        from games.clocks.timeouts import settle_due

        end_turn(match, [rivet, gasket])
        post()
        with time_machine.travel(timezone.now() + timedelta(days=25), tick=False):
            settle_due()
            settle_due()
            (letter,) = post(timedelta(0))
            assert letter.to == ["gasket@example.org"]
            assert letter.subject == "Time is running out: Scrapbots against rivet"
        with time_machine.travel(timezone.now() + timedelta(days=31), tick=False):
            settle_due()
            assert {tuple(letter.to) for letter in post(SETTLED)} == {
                ("gasket@example.org",),
                ("rivet@example.org",),
            }


class TestOtherNews:
    def test_an_invitation_that_was_taken_back_and_sent_again_is_told_again(
        self, rivet: User, gasket: User
    ) -> None:
        with time_machine.travel(timezone.now(), tick=False) as now:
            match = create_match(rivet, "scrapbots", "3.6", {}, [ME, OPEN])
            invitation = invite(match.pk, rivet, "gasket")
            assert [letter.to for letter in post()] == [["gasket@example.org"]]
            now.shift(timedelta(hours=2))
            withdraw_invitation(match.pk, rivet, invitation.pk)
            invite(match.pk, rivet, "gasket")
            assert [letter.to for letter in post()] == [["gasket@example.org"]]

    def test_an_invitation_goes_out_at_once_unless_it_is_answered(self, rivet: User, gasket: User) -> None:
        match = create_match(rivet, "scrapbots", "3.6", {}, [ME, OPEN])
        invitation = Invitation.objects.create(match=match, user=gasket, by=rivet)
        notifications.notify([gasket.pk], "invitation", match, about=invitation.pk)
        (letter,) = post(timedelta(0))
        assert "rivet invites you to Scrapbots" in letter.body
        Notification.objects.all().delete()
        notifications.notify([gasket.pk], "invitation", match, about=invitation.pk)
        Invitation.objects.update(answer=Invitation.Answer.DECLINED)
        assert post(timedelta(0)) == []

    def test_an_invitation_by_somebody_muted_since_is_not_told(self, rivet: User, gasket: User) -> None:
        match = create_match(rivet, "scrapbots", "3.6", {}, [ME, OPEN])
        invite(match.pk, rivet, "gasket")
        Mute.objects.create(user=gasket, muted=rivet)
        assert post() == []

    def test_a_request_to_undo_is_told_while_it_stands(self, match: Match, rivet: User, gasket: User) -> None:
        asked = UndoRequest.objects.create(match=match, seat=0, seq=match.seq)
        notifications.notify([gasket.pk], "undo-asked", match, about=asked.pk)
        (letter,) = post()
        assert "rivet asks to take a move back" in letter.body
        notifications.notify([gasket.pk], "undo-asked", match, about=asked.pk)
        UndoRequest.objects.update(granted=[1])
        assert post() == [], "who has allowed it needn't decide"
        other = UndoRequest.objects.create(match=match, seat=0, seq=match.seq + 1, state="withdrawn")
        notifications.notify([gasket.pk], "undo-asked", match, about=other.pk)
        assert post() == []

    def test_table_talk_comes_to_who_wants_it_without_its_words(
        self, match: Match, rivet: User, gasket: User
    ) -> None:
        said = [
            ChatMessage.objects.create(match=match, user=rivet, seat=0, text=f"Take that! {number}")
            for number in range(3)
        ]
        notifications.notify([gasket.pk], "chat", match, about=said[0].pk)
        assert not Notification.objects.exists(), "by letter only for those who chose it"
        NotificationChoice.objects.create(user=gasket, channel="email", kind="chat", wanted=True)
        for message in said:
            notifications.notify([gasket.pk], "chat", match, about=message.pk)
        (letter,) = post()
        assert letter.body.count("rivet wrote a message") == 1
        assert "Take that" not in letter.body

    def test_nobody_hears_of_words_that_were_hidden_or_of_who_is_muted(
        self, match: Match, rivet: User, gasket: User
    ) -> None:
        NotificationChoice.objects.create(user=gasket, channel="email", kind="chat", wanted=True)
        hidden = ChatMessage.objects.create(
            match=match, user=rivet, seat=0, text="Rude", hidden_at=timezone.now()
        )
        notifications.notify([gasket.pk], "chat", match, about=hidden.pk)
        assert post() == []
        Mute.objects.create(user=gasket, muted=rivet)
        fine = ChatMessage.objects.create(match=match, user=rivet, seat=0, text="Fine")
        notifications.notify([gasket.pk], "chat", match, about=fine.pk)
        assert post() == []


class TestWhoIsReached:
    def test_only_a_confirmed_address(self, match: Match, rivet: User, gasket: User) -> None:
        gasket.emailaddress_set.update(verified=False)
        end_turn(match, [rivet, gasket])
        assert not Notification.objects.exists()

    def test_nobody_whose_address_is_taken_away_before_it_goes_out(
        self, match: Match, rivet: User, gasket: User
    ) -> None:
        end_turn(match, [rivet, gasket])
        gasket.emailaddress_set.all().delete()
        assert post() == []
        assert deliveries() == 0

    def test_no_other_address_than_the_one_it_was_packed_for(
        self, match: Match, rivet: User, gasket: User
    ) -> None:
        from scrapsite.notifications.digests import make_letter

        end_turn(match, [rivet, gasket])
        with time_machine.travel(timezone.now() + SETTLED, tick=False):
            assert make_letter(gasket.pk) is not None
        gasket.emailaddress_set.all().delete()
        confirm(gasket, "elsewhere@example.org")
        assert post() == []
        assert deliveries(given_up_at__isnull=False) == 1

    def test_nobody_who_is_barred(self, match: Match, rivet: User, gasket: User) -> None:
        gasket.is_active = False
        gasket.save()
        end_turn(match, [rivet, gasket])
        assert not Notification.objects.exists()

    def test_who_cannot_be_reached_costs_one_query(self, rivet: User) -> None:
        guest, other = new_guest(), new_guest()
        match = match_of(guest, other)
        with CaptureQueriesContext(
            connection,
        ) as made:
            end_turn(match, [guest, other])
        about = [
            query["sql"] for query in made if "notification" in query["sql"] or "emailaddress" in query["sql"]
        ]
        assert len(about) == 1


class TestChoices:
    def test_for_a_game_count_more_than_those_for_all(self, match: Match, rivet: User, gasket: User) -> None:
        NotificationChoice.objects.create(user=gasket, channel="email", kind="your-turn", wanted=False)
        NotificationChoice.objects.create(
            user=gasket, channel="email", kind="your-turn", game="scrapbots", wanted=True
        )
        end_turn(match, [rivet, gasket])
        assert len(post()) == 1

    def test_made_before_it_goes_out_still_count(self, match: Match, rivet: User, gasket: User) -> None:
        end_turn(match, [rivet, gasket])
        NotificationChoice.objects.create(user=gasket, channel="email", kind="your-turn", wanted=False)
        assert post() == []

    def test_against_letters_at_all_count_most(self, match: Match, rivet: User, gasket: User) -> None:
        NotificationChoice.objects.create(user=gasket, channel="email", wanted=False)
        NotificationChoice.objects.create(user=gasket, channel="email", kind="your-turn", wanted=True)
        end_turn(match, [rivet, gasket])
        assert not Notification.objects.exists()

    def test_of_a_daily_letter_gather_until_its_hour(self, match: Match, rivet: User, gasket: User) -> None:
        NotificationPreference.objects.create(user=gasket, rhythm="daily", hour=8)
        gasket.profile.time_zone = "America/New_York"
        gasket.profile.save()
        with time_machine.travel(datetime(2027, 1, 5, 14, 0, tzinfo=UTC), tick=False) as clock:
            end_turn(match, [rivet, gasket])
            clock.move_to(datetime(2027, 1, 6, 12, 59, tzinfo=UTC))
            assert post(timedelta(0)) == []
            clock.move_to(datetime(2027, 1, 6, 13, 0, tzinfo=UTC))
            assert len(post(timedelta(0))) == 1


class TestHeaders:
    def test_say_how_to_end_letters_and_that_a_machine_wrote_them(
        self, match: Match, rivet: User, gasket: User
    ) -> None:
        end_turn(match, [rivet, gasket])
        (letter,) = post()
        headers = letter.message()
        assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert headers["List-Unsubscribe"].startswith("<http://127.0.0.1:8000/alerts/stop/")
        assert headers["Auto-Submitted"] == "auto-generated"
        assert headers["Message-ID"] == f"<{Delivery.objects.get().pk}@127.0.0.1>"
        assert [part.get_content_type() for part in headers.walk()] == [
            "multipart/alternative",
            "text/plain",
            "text/html",
        ]

    def test_hold_no_second_line_whatever_a_match_is_called(
        self, match: Match, rivet: User, gasket: User
    ) -> None:
        Match.objects.filter(pk=match.pk).update(name="Duel\r\nBcc: all@example.org")
        end_turn(match, [rivet, gasket])
        (letter,) = post()
        assert letter.message()["Bcc"] is None
        assert "\n" not in letter.subject

    def test_nothing_of_a_name_becomes_markup(self, match: Match, rivet: User, gasket: User) -> None:
        Match.objects.filter(pk=match.pk).update(name="<script>alert(1)</script>")
        end_turn(match, [rivet, gasket])
        (letter,) = post()
        assert "<script>" not in letter.alternatives[0][0]


def test_bots_are_told_nothing(rivet: User) -> None:
    create_match(rivet, "scrapyard", "1.0", {}, [ME, BOT, BOT])
    assert not Notification.objects.exists()


def test_the_last_person_among_bots_is_told_while_their_clock_runs(rivet: User, gasket: User) -> None:
    clock = Clock(seconds=DAY)
    with time_machine.travel(timezone.now(), tick=False) as now:
        match = create_match(rivet, "scrapyard", "1.0", {}, [ME, OPEN, BOT], clock=clock)
        join_match(match.pk, gasket)
        resign(match.pk, rivet)
        match.refresh_from_db()
        while match.bot_to_act:
            play_for_bot(match.pk)
            match.refresh_from_db()
        Notification.objects.exclude(kind="your-turn").delete()
        assert [letter.to for letter in post()] == [["gasket@example.org"]]
        now.shift(timedelta(hours=20))
        timeouts.settle_due()
        (letter,) = post()
        assert letter.to == ["gasket@example.org"]
        assert letter.subject.startswith("Time is running out: Scrapyard")


class TestAMatchThatIsCalledOff:
    def test_is_told_to_who_sat_there_too(self, rivet: User, gasket: User) -> None:
        match = create_match(rivet, "scrapyard", "1.0", {}, [ME, OPEN, OPEN])
        join_match(match.pk, gasket)
        cancel_match(match.pk, rivet)
        (letter,) = post()
        assert letter.to == ["gasket@example.org"]
        assert "was called off." in letter.body

    def test_by_the_system_is_told_to_its_maker(self, rivet: User) -> None:
        from games.clocks.timeouts import settle_due

        create_match(rivet, "scrapbots", "3.6", {}, [ME, OPEN])
        with time_machine.travel(timezone.now() + timedelta(days=15), tick=False):
            settle_due()
        (letter,) = post(timedelta(days=15, minutes=5))
        assert letter.subject == "Over: Scrapbots"
