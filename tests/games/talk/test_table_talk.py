"""Table talk: who reads, who says something, muting, reporting and hiding; notes; reports of bugs."""

import json
import re

import pytest
from django.contrib.auth.models import Group, User
from django.http import Http404
from django.test import Client
from django.utils.html import escape

from games.live import update_hub
from games.match_page import bug_reports
from games.match_page.models import BugReport
from games.matches import access
from games.matches.actions.resign import resign
from games.matches.errors import CannotTalk, NotSeated
from games.matches.models import Match, Mute
from games.talk import actions as talk
from games.talk import notes
from games.talk.models import ChatMessage, ChatReport, MatchNote
from games.talk.queries import reported
from games.talk.queries import talk as talk_of
from games.talk.readers import MODERATORS
from scrapsite.accounts.tokens import issue_token
from scrapsite.common.errors import NeedsPlayer
from scrapsite.common.requests import tidy_words
from scrapsite.notifications.channels.feed_keys import renew_key
from scrapsite.notifications.models import Notification
from tests.playing import match_of, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(user: User, other_user: User) -> Match:
    return match_of(user, other_user)


@pytest.fixture
def moderator(make_user) -> User:
    found = make_user("damper")
    found.groups.add(Group.objects.get(name=MODERATORS))
    return found


def heard(match: Match, reader: User) -> list[str]:
    match.refresh_from_db()
    return [line.text for line in talk_of(match, reader).lines]


def test_only_players_read_and_speak_while_it_goes_on_and_everybody_reads_afterwards(
    match, user, other_user, make_user
):
    onlooker = make_user("onlooker")
    talk.say(match.pk, user, "Good luck!")
    talk.say(match.pk, other_user, "And to you.")
    assert heard(match, user) == heard(match, other_user) == ["Good luck!", "And to you."]
    assert heard(match, onlooker) == []
    with pytest.raises(NotSeated):
        talk.say(match.pk, onlooker, "Attack!")
    resign(match.pk, user)
    assert heard(match, onlooker) == ["Good luck!", "And to you."]
    talk.say(match.pk, user, "Well played.")
    with pytest.raises(NotSeated):
        talk.say(match.pk, onlooker, "Attack!")


def test_the_page_of_an_onlooker_holds_nothing_of_it(match, user, client, make_user):
    talk.say(match.pk, user, "The left lane is bait.")
    for address in (f"/matches/{match.pk}/", f"/matches/{match.pk}/talk/"):
        assert "bait" not in client.get(address).content.decode()
        signed_in = Client()
        signed_in.force_login(User.objects.filter(username="onlooker").first() or make_user("onlooker"))
        assert "bait" not in signed_in.get(address).content.decode()


def test_words_are_shown_as_they_are_and_never_as_markup(match, user, other_user, client):
    talk.say(match.pk, user, "<b>fat</b> & \u202ereversed\r\n\r\nline")
    client.force_login(other_user)
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert "&lt;b&gt;fat&lt;/b&gt; &amp; reversed\n\nline" in page


@pytest.mark.parametrize("text", ["", "   \n ", "\u200b\u202e", "x" * 1001])
def test_nothing_and_too_much_are_refused(match, user, text):
    with pytest.raises(CannotTalk):
        talk.say(match.pk, user, text)
    assert not ChatMessage.objects.exists()


def test_letters_that_are_put_together_stay():
    assert tidy_words("می\u200cخواهم 👩\u200d🔧") == "می\u200cخواهم 👩\u200d🔧"


def test_the_others_are_told_but_not_those_who_muted_the_speaker(client, match, user, other_user):
    renew_key(other_user)
    first = talk.say(match.pk, user, "Hello.")
    told = Notification.objects.filter(kind="chat")
    assert set(told.values_list("user", "about")) == {(other_user.pk, first.pk)}
    talk.mute(match.pk, other_user, 0, on=True)
    talk.say(match.pk, user, "Hello?")
    assert told.count() == 1
    assert heard(match, other_user) == []
    client.force_login(other_user)
    page = " ".join(client.get(f"/matches/{match.pk}/").content.decode().split())
    assert "you have muted rivet." in page
    assert "No messages yet." not in page
    assert heard(match, user) == ["Hello.", "Hello?"]
    talk.mute(match.pk, other_user, 0, on=False)
    assert heard(match, other_user) == ["Hello.", "Hello?"]


def test_nobody_mutes_themselves_or_an_empty_seat(match, user):
    for seat in (0, 7):
        with pytest.raises(CannotTalk):
            talk.mute(match.pk, user, seat, on=True)
    assert not Mute.objects.exists()


def test_a_reported_message_is_read_by_moderators_hidden_and_shown_again(
    match, user, other_user, moderator, make_user
):
    message = talk.say(match.pk, user, "You rusty bucket.")
    talk.report(match.pk, other_user, message.pk, "An insult.")
    talk.report(match.pk, other_user, message.pk, "An insult, again.")
    assert ChatReport.objects.count() == 1
    one = reported()[0]
    assert (one.text, one.reasons) == ("You rusty bucket.", (("gasket", "An insult."),))
    with pytest.raises(Http404):
        talk.hide(make_user("busybody"), message.pk)
    talk.hide(moderator, message.pk)
    assert reported() == ()
    assert heard(match, other_user) == heard(match, user) == [""]
    talk.leave(moderator, message.pk, was_hidden=True)
    assert heard(match, user) == ["You rusty bucket."]


def test_keep_on_an_old_page_leaves_removed_what_another_moderator_has_removed(
    match, user, other_user, moderator, client
):
    message = talk.say(match.pk, user, "You rusty bucket.")
    talk.report(match.pk, other_user, message.pk, "An insult.")
    client.force_login(moderator)
    assert 'name="was"' not in client.get("/talk/reports/").content.decode()
    talk.hide(moderator, message.pk)
    client.post(f"/talk/{message.pk}/leave/")
    assert heard(match, user) == [""]
    ChatReport.objects.update(settled_at=None)  # somebody reported it at that moment
    page = client.get("/talk/reports/").content.decode()
    assert "Show again<" in page
    assert 'name="was"' in page
    client.post(f"/talk/{message.pk}/leave/", {"was": "hidden"})
    assert heard(match, user) == ["You rusty bucket."]


def test_moderators_read_nothing_that_was_not_reported(match, user, moderator):
    message = talk.say(match.pk, user, "Between us.")
    assert heard(match, moderator) == []
    with pytest.raises(Http404):
        talk.hide(moderator, message.pk)


def test_who_cannot_read_a_message_cannot_report_it(match, user, other_user, make_user):
    message = talk.say(match.pk, user, "Hello.")
    elsewhere = match_of(user, other_user)
    for reader, where in ((make_user("onlooker"), match), (user, match), (other_user, elsewhere)):
        with pytest.raises(Http404):
            talk.report(where.pk, reader, message.pk, "")


def test_the_update_socket_tells_readers_only(match, user, other_user, make_user):
    keys = {}
    for one in (user, make_user("onlooker")):
        browser = Client()
        browser.force_login(one)
        keys[one] = browser.session.session_key
    before = update_hub._read_marks([match.pk])[match.pk]
    talk.say(match.pk, other_user, "Hello.")
    after = update_hub._read_marks([match.pk])[match.pk]
    assert after != before
    assert not after.has_moved_since(before)
    own = {one: update_hub.entrance(key, match.pk) for one, key in keys.items()}
    assert [mark.talk is not None for mark in own.values()] == [True, False]
    assert update_hub.entrance(None, match.pk).talk is None


@pytest.mark.soak(seconds=1)
def test_saying_something_costs_no_more_with_much_said(match, user, other_user, client):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client.force_login(user)
    counts = []
    for _ in range(2):
        talk.say(match.pk, other_user, "Hm.")
        with CaptureQueriesContext(
            connection,
        ) as seen:
            client.get(f"/matches/{match.pk}/talk/")
        counts.append(len(seen))
        for _ in range(60):
            talk.say(match.pk, other_user, "Hm.")
    assert counts[0] == counts[1]


def test_a_note_is_read_by_its_writer_only(match, user, other_user, client):
    notes.keep_note(match.pk, user, "Watch the left.")
    notes.keep_note(match.pk, user, "Watch the right.")
    assert MatchNote.objects.get().text == "Watch the right."
    for reader, reads in ((user, True), (other_user, False)):
        client.force_login(reader)
        for address in (f"/matches/{match.pk}/", f"/matches/{match.pk}/note/"):
            assert ("Watch the right." in client.get(address).content.decode()) is reads
    notes.keep_note(match.pk, user, " ")
    assert not MatchNote.objects.exists()


def note_form(client: Client, match: Match) -> str:
    """Return the mark that the page's form sends along."""
    [mark] = re.findall(r'name="shown"\s+value="(\w+)"', client.get(f"/matches/{match.pk}/").content.decode())
    return mark


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_note_changed_elsewhere_is_not_overwritten_by_an_old_form(match, user, client, headers):
    """What was noted on the phone was gone when a line was saved on the desktop."""
    client.force_login(user)
    address, desktop, phone = f"/matches/{match.pk}/note/", note_form(client, match), note_form(client, match)
    assert client.post(address, {"text": "Bait left.", "shown": phone}, headers=headers).status_code < 400
    refused = client.post(address, {"text": "Hold the scout.", "shown": desktop}, headers=headers)
    assert refused.status_code == (200 if headers else 409)
    html = refused.content.decode()
    assert "This note has been saved since this page was opened." in html
    assert '<p class="talk__words">Bait left.</p>' in html
    assert "Hold the scout.</textarea>" in html
    assert ("<h1>" in html) is not bool(headers)
    assert MatchNote.objects.get().text == "Bait left."
    [now] = re.findall(r'name="shown"\s+value="(\w+)"', html)
    assert client.post(address, {"text": "Both.", "shown": now}, headers=headers).status_code < 400
    assert MatchNote.objects.get().text == "Both."


def test_the_same_note_again_and_a_form_without_mark_are_kept(match, user, client):
    client.force_login(user)
    address, mark = f"/matches/{match.pk}/note/", note_form(client, match)
    for sent in ({"text": "Once.", "shown": mark}, {"text": "Once.", "shown": mark}, {"text": "Twice."}):
        assert client.post(address, sent).status_code == 303
    assert MatchNote.objects.get().text == "Twice."
    assert client.post(address, {"text": "", "shown": mark}).status_code == 409
    assert client.post(address, {"text": "", "shown": note_form(client, match)}).status_code == 303
    assert not MatchNote.objects.exists()


def test_without_a_player_there_are_no_notes_and_no_reports(match):
    from django.contrib.auth.models import AnonymousUser

    with pytest.raises(NeedsPlayer):
        notes.keep_note(match.pk, AnonymousUser(), "x")
    with pytest.raises(NeedsPlayer):
        bug_reports.report_bug(match.pk, AnonymousUser(), "x")


def test_a_report_of_a_bug_holds_what_its_reporter_saw_and_no_more(match, user, other_user, make_user):
    for reporter, seat in ((user, 0), (other_user, 1), (make_user("onlooker"), -1)):
        report = bug_reports.report_bug(match.pk, reporter, "The log is odd.")
        shown = json.loads(report.shown)
        assert (report.seat, report.edition, report.seq) == (seat, "3.6", match.seq)
        hands = [player["hand"] is not None for player in shown["view"]["players"]]
        assert hands == [number == seat for number in range(2)]


def test_a_report_from_the_replay_holds_that_moment_as_its_reporter_knew_it(match, user, other_user):
    play_on(match, [user, other_user], 6, undo=False)
    report = bug_reports.report_bug(match.pk, user, "The log is odd.", 3)
    shown = json.loads(report.shown)
    assert (report.seq, shown["step"], shown["seat"]) == (3, 3, "0")
    assert [player["hand"] is not None for player in shown["view"]["players"]] == [True, False]
    with pytest.raises(Http404):
        bug_reports.report_bug(match.pk, user, "What have they got?", 3, "1")


def test_the_replay_leads_to_a_report_of_its_moment_and_back(match, user, other_user):
    play_on(match, [user, other_user], 6, undo=False)
    client = Client()
    client.force_login(user)
    moment = f"/matches/{match.pk}/replay/?seat=public&step=3"
    link = f"/matches/{match.pk}/bug/?seat=public&step=3"
    assert escape(link) in client.get(moment).content.decode()
    assert escape(moment) in client.get(link).content.decode()
    sent = {"words": "The log is odd.", "seat": "public", "step": "3"}
    answer = client.post(f"/matches/{match.pk}/bug/", sent)
    assert (answer.status_code, answer["Location"]) == (303, moment)
    assert json.loads(BugReport.objects.get().shown)["seat"] == "public"


def test_staff_read_it_but_not_of_a_match_in_which_they_play(match, user, other_user, make_user):
    report = bug_reports.report_bug(match.pk, user, "The log is odd.")
    for name, sees in (("chief", True), ("gasket", False)):
        staff = User.objects.filter(username=name).first() or make_user(name)
        User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
        client = Client()
        client.force_login(User.objects.get(pk=staff.pk))
        answer = client.get(f"/admin/games/bugreport/{report.pk}/change/", follow=True)
        assert ("The log is odd." in answer.content.decode()) is sees
        assert ("&quot;hand&quot;" in answer.content.decode()) is sees
    assert BugReport.objects.get().settled_at is None
    assert not access.seat_of(other_user, match).is_spectator


def test_words_that_are_too_long_are_refused_with_the_limit(match, user, other_user):
    with pytest.raises(CannotTalk, match=f"at most {talk.LONGEST_MESSAGE} characters"):
        talk.say(match.pk, user, "a" * (talk.LONGEST_MESSAGE + 1))
    said = talk.say(match.pk, user, "Good luck!")
    with pytest.raises(CannotTalk, match=f"at most {talk.LONGEST_REASON} characters"):
        talk.report(match.pk, other_user, said.pk, "a" * (talk.LONGEST_REASON + 1))
    assert not ChatReport.objects.exists()


def test_who_reads_nothing_mutes_nobody_and_mutes_have_an_end(match, user, make_user, monkeypatch):
    with pytest.raises(NotSeated):
        talk.mute(match.pk, make_user("onlooker"), 0, on=True)
    monkeypatch.setattr(talk, "MOST_MUTED", 0)
    with pytest.raises(CannotTalk, match="at most 0 people"):
        talk.mute(match.pk, user, 1, on=True)
    assert not Mute.objects.exists()


class TestMutingByName:
    def test_mutes_somebody_whom_one_never_met_at_a_table(self, client, user, other_user):
        client.force_login(other_user)
        assert 'value="rivet"' in client.get("/me/muted/?name=rivet").content.decode()
        assert client.post("/me/muted/", {"name": " Rivet "}).status_code == 303
        assert "<b>rivet</b>" in client.get("/me/muted/").content.decode()
        client.post("/me/muted/", {"name": "rivet"})
        assert other_user.mutes.get().muted == user

    @pytest.mark.parametrize("name", ["", "nobody", "gasket", "x" * 5000, "\0"])
    def test_of_nobody_or_oneself_is_refused(self, client, user, other_user, name):
        client.force_login(other_user)
        answer = client.post("/me/muted/", {"name": name})
        assert answer.status_code >= 400
        assert "no player with that name" in answer.content.decode()
        assert not other_user.mutes.exists()

    def test_is_for_players(self, client, user):
        assert client.post("/me/muted/", {"name": "rivet"}).status_code == 403
        assert "<form" not in client.get("/me/muted/").content.decode().partition("<main")[2]


def test_a_player_whose_session_has_ended_is_asked_to_sign_in(match, user, client):
    """“Only the players can write here” was said to a player, above “No messages yet.”"""
    talk.say(match.pk, user, "Good luck!")
    answer = client.post(f"/matches/{match.pk}/talk/", {"text": "Hm."}, headers={"HX-Request": "true"})
    assert answer.status_code == 403
    assert "sign in" in answer.text
    assert "No messages yet" not in answer.text


def test_nobody_is_called_muted_where_nothing_was_said(match, user, other_user, client):
    Mute.objects.create(user=user, muted=other_user)
    client.force_login(user)
    assert "No messages yet." in client.get(f"/matches/{match.pk}/talk/").text
    talk.say(match.pk, other_user, "Hm.")
    assert "because you have muted" in client.get(f"/matches/{match.pk}/talk/").text


def test_earlier_messages_stay_when_something_is_said(match, user, client):
    """They were folded away by the next message of anybody."""
    for number in range(60):
        talk.say(match.pk, user, f"line {number}.")
    client.force_login(user)
    page = client.get(f"/matches/{match.pk}/?talk=all").text
    assert f'data-url="/matches/{match.pk}/talk/?talk=all"' in page
    [action] = re.findall(r'hx-post="([^"]+/talk/[^"/]*)"', page)
    answer = client.post(action, {"text": "One more."}, headers={"HX-Request": "true"})
    assert "line 0." in answer.text
    assert "One more." in answer.text


def test_a_refused_note_is_given_back_without_scripts(match, user, client, settings):
    """The page of the match was the answer, and the words were gone."""
    words, address = "Bait left. " * 1000, f"/matches/{match.pk}/note/"
    client.force_login(user)
    for sent, status in ((words, 422), ("Bait left.", 429)):
        settings.MOST_NOTES = 0
        answer = client.post(address, {"text": sent, "shown": ""})
        assert answer.status_code == status
        assert f"{sent.strip()}</textarea>" in answer.text.replace(" </textarea>", "</textarea>")
        assert 'role="alert"' in answer.text
    client.logout()
    answer = client.post(address, {"text": "Bait left."})
    assert answer.status_code == 403
    assert "Bait left.</textarea>" in answer.text


def test_a_refused_message_is_given_back_without_scripts(match, user, client):
    client.force_login(user)
    answer = client.post(f"/matches/{match.pk}/talk/", {"text": "Hm. " * 300})
    assert answer.status_code == 422
    assert "Hm. Hm. Hm." in answer.text


def test_programs_read_all_that_was_said(match, user):
    """They got the newest fifty messages, and nothing said so."""
    for number in range(60):
        talk.say(match.pk, user, f"line {number}.")
    program = Client(headers={"Authorization": f"Bearer {issue_token(user)}"})
    said = program.get(f"/api/v1/matches/{match.pk}/talk").json()["messages"]
    assert [one["text"] for one in said] == [f"line {number}." for number in range(60)]
