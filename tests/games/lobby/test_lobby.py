"""Lists of matches: what waits for one first, what is new, filters, and the way from one to the next."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import catalog
from games.clocks.rules import PRESETS
from games.drafts.models import Draft, DraftRevision
from games.drafts.slugs import slug_of
from games.engine.errors import BadOptions
from games.lobby.filters import read_filters
from games.lobby.lists import lobby, next_match, own_matches
from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.actions.seats import join_match
from games.matches.actions.terms import Terms, set_watching
from games.matches.errors import CannotLoosen, NotSeated
from games.matches.models import Invitation, Match, MatchSecret, Seat, Step
from tests.games.duel import PASS, Duel
from tests.toy import bolts, drafting

pytestmark = pytest.mark.django_db

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}


def clock(slug):
    return PRESETS[slug][1]


def duel_of(user, other, preset):
    """Return a match in which *user* is to move, with time as the preset gives it."""
    while True:
        match = create_match(user, "bolts", "1", {}, [ME, OPEN], clock=clock(preset))
        join_match(match.pk, other)
        match.refresh_from_db()
        if match.to_act == [0]:
            return match
        match.delete()


class TestOrder:
    def test_what_is_due_first_comes_first(self, user, other_user):
        week, day, live = (duel_of(user, other_user, preset) for preset in ("week", "day", "live"))
        lines = own_matches(user).my_turn
        assert [line.match for line in lines] == [live.pk, day.pk, week.pk]
        assert [bool(line.left) for line in lines] == [True] * 3
        assert lines[0].left.endswith("minutes")
        theirs = own_matches(other_user)
        assert {line.match for line in theirs.waiting} == {live.pk, day.pk, week.pk}
        assert all(line.due is None for line in theirs.waiting)

    def test_one_goes_from_match_to_match_round_and_round(self, user, other_user):
        week, day, live = (duel_of(user, other_user, preset) for preset in ("week", "day", "live"))
        assert next_match(user) == live.pk
        assert next_match(user, after=live.pk) == day.pk
        assert next_match(user, after=week.pk) == live.pk
        assert next_match(user, after="aaaaaaaaaa") == live.pk
        assert next_match(other_user) is None

    def test_the_only_one_that_waits_is_not_its_own_next(self, user, other_user, client_of):
        match = duel_of(user, other_user, "day")
        mine, theirs = client_of(user), client_of(other_user)
        assert mine.get("/matches/next/")["Location"] == f"/matches/{match.pk}/"
        assert mine.get(f"/matches/next/?after={match.pk}")["Location"] == "/matches/mine/"
        assert theirs.get("/matches/next/", follow=True).redirect_chain[-1][0] == "/matches/mine/"
        assert "No other match is waiting" in theirs.get("/matches/next/", follow=True).content.decode()
        assert Client().get("/matches/next/").status_code == 302

    def test_a_match_page_leads_on_only_while_another_match_waits(self, user, other_user, client_of):
        match, client = duel_of(user, other_user, "day"), client_of(user)
        ways = re.compile(r'<a href="/matches/next/[^>]*>')
        fragment = {"HX-Request": "true"}
        for headers in ({}, fragment):
            (way,) = ways.findall(client.get(f"/matches/{match.pk}/", headers=headers).content.decode())
            assert " hidden" in way
        duel_of(user, other_user, "week")
        for headers in ({}, fragment):
            (way,) = ways.findall(client.get(f"/matches/{match.pk}/", headers=headers).content.decode())
            assert " hidden" not in way

    def test_who_gave_a_seat_up_isnt_called_to_it(self, user, other_user, stranger):
        match = create_match(user, "junkyard", "0.1", {}, [ME, OPEN, OPEN])
        for who in (other_user, stranger):
            join_match(match.pk, who)
        resign(match.pk, user)
        assert next_match(user) is None
        assert own_matches(user).my_turn == ()
        assert [line.match for line in own_matches(user).waiting] == [match.pk]


class TestNews:
    def test_it_counts_what_others_did_since_one_looked(self, duel: Duel):
        mover, waiter = duel.mover, duel.waiter
        seen = Seat.objects.filter(match=duel.id, user=waiter)
        seen.update(seen=duel.match.seq, seen_at=timezone.now())
        assert own_matches(waiter).waiting[0].news == 0
        duel.play(PASS)
        assert own_matches(waiter).my_turn[0].news == 1
        page = own_matches(mover)
        assert (page.waiting or page.my_turn)[0].news == 0

    def test_what_others_do_in_secret_isnt_news(self, user, other_user):
        match = create_match(user, "junkyard", "0.1", {}, [ME, OPEN])
        join_match(match.pk, other_user)
        Seat.objects.filter(match=match, user=user).update(seen=0, seen_at=timezone.now())
        last = Step.objects.get(match=match, seq=0)
        Step.objects.create(
            match=match, seq=1, tick=0, notice=0, kind="move", seat=1, events="[]", state=last.state, draws=0,
            head=1,
        )  # fmt: skip
        Match.objects.filter(pk=match.pk).update(seq=1)
        own = own_matches(user)
        assert (own.my_turn + own.waiting)[0].news == 0


class TestFilters:
    @pytest.fixture
    def free(self, user):
        """Open matches of all kinds, by a word."""

        def made(seats=2, **more):
            title, edition = ("bolts", "1") if seats == 2 else ("junkyard", "0.1")
            places = [ME, *[OPEN] * (seats - 1)]
            return create_match(user, title, edition, {}, places, is_listed=True, **more).pk

        return {
            "rated": made(terms=Terms(is_rated=True)),
            "live": made(clock=clock("live")),
            "four": made(seats=4),
            "plain": made(),
        }

    @pytest.mark.parametrize(
        ("sent", "kinds"),
        [
            ({}, {"rated", "live", "four", "plain"}),
            ({"box": "junkyard"}, {"four"}),
            ({"box": "bolts"}, {"rated", "live", "plain"}),
            ({"box": "scrapbots/3.6"}, set()),
            ({"seats": "4"}, {"four"}),
            ({"seats": "2", "time": "days"}, {"rated", "plain"}),
            ({"time": "live"}, {"live"}),
            ({"rated": "yes"}, {"rated"}),
            ({"rated": "no"}, {"live", "four", "plain"}),
            (
                {"box": "chess", "seats": "two", "time": "x", "rated": "1", "more": "x"},
                {"rated", "live", "four", "plain"},
            ),
        ],
    )
    @pytest.mark.soak(seconds=0.1, one_in=4)
    def test_they_find_what_is_wanted(self, free, client, sent, kinds):
        found = {line.match for line in lobby(None, read_filters(sent)).joinable}
        assert found == {free[kind] for kind in kinds}
        page = client.get("/matches/", sent).content.decode()
        assert {kind for kind, pk in free.items() if f"/matches/{pk}/" in page} == kinds


class TestTerms:
    @pytest.mark.parametrize(
        "terms",
        [
            Terms(name="x" * 61),
            Terms(name="two\nlines"),
            Terms(name="right\u202eleft"),
            Terms(name="for all\u115f"),
            Terms(name="\u2800"),
            Terms(watch="friends"),
            Terms(watch_delay=-1),
            Terms(watch_delay=31 * 86_400),
            Terms(is_private=True, is_rated=True),
        ],
    )
    def test_what_cannot_be_is_refused(self, user, terms):
        with pytest.raises(BadOptions):
            create_match(user, "bolts", "1", {}, [ME, OPEN], terms=terms)
        assert not Match.objects.exists()

    def test_the_maker_may_set_anything_until_it_begins(self, user, other_user):
        match = create_match(user, "bolts", "1", {}, [ME, OPEN], terms=Terms(watch="nobody"))
        with pytest.raises(NotSeated):
            set_watching(match.pk, other_user, "all", 0)
        assert set_watching(match.pk, user, "all", 600).watch_delay == 600
        assert set_watching(match.pk, user, "all", 0).watch_delay == 0

    def test_later_every_player_may_make_it_stricter_and_nobody_looser(self, duel: Duel, stranger):
        first, second = duel.players
        set_watching(duel.id, second, "all", 600)
        with pytest.raises(CannotLoosen):
            set_watching(duel.id, first, "all", 0)
        set_watching(duel.id, first, "all", 3600)
        set_watching(duel.id, first, "nobody", 0)  # the form sends no delay with it
        with pytest.raises(CannotLoosen):
            set_watching(duel.id, second, "all", 7200)
        with pytest.raises(NotSeated):
            set_watching(Duel.begin(first, second).id, stranger, "nobody", 0)

    def test_closing_by_form_shuts_spectators_out(self, duel: Duel, client_of, client):
        url = f"/matches/{duel.id}/"
        assert client.get(url).status_code == 200
        mine = client_of(duel.players[0])
        assert "Who may watch?" in mine.get(url).content.decode()
        assert mine.post(f"{url}watchers/", {"watchers": "nobody"}).status_code == 303
        assert client.get(url).status_code == client.get(f"{url}fair/").status_code == 404
        assert "Closed" in mine.get(url).content.decode()
        assert mine.post(f"{url}watchers/", {"watchers": "0"}).status_code == 422

    @pytest.mark.parametrize("name", ["می\u200cخواهم", "👨\u200d👩\u200d👧 family"])
    def test_a_name_keeps_its_joiners(self, user, client_of, name):
        """The form dropped them, and the API refused the name. Talk and notes keep them."""
        form = {"title": "scrapbots", "opponent": "link", "terms": "yes", "name": name}
        client_of(user).post("/matches/new/", form)
        made = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN], terms=Terms(name=name))
        assert set(Match.objects.values_list("name", flat=True)) == {made.name} == {name}

    def test_a_delay_that_a_program_chose_is_shown_and_saved_unchanged(self, user, client_of):
        """“Everybody with the link” stood there, and Save lifted the delay."""
        terms = Terms(watch_delay=7200)
        match = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN], terms=terms)
        client, url = client_of(user), f"/matches/{match.pk}/"
        page = " ".join(client.get(url).text.split())
        assert '<option value="7200" selected>Everybody, with a delay of 2 hours</option>' in page
        assert page.index('value="3600"') < page.index('value="7200"') < page.index('value="86400"')
        assert client.post(f"{url}watchers/", {"watchers": "7200"}).status_code == 303
        match.refresh_from_db()
        assert match.watch_delay == 7200


class TestCost:
    @staticmethod
    def make_many(user, other, count):
        """Make so many running matches of a draft between the two, and as many open ones and invitations."""
        model = duel_of(user, other, "day")
        draft, _ = Draft.objects.get_or_create(owner=other, title="bolts", base="1", name="Big hands")
        DraftRevision.objects.get_or_create(draft=draft, number=1, changes="{}", cards_hash=model.cards_hash)
        fields = {
            f.attname: getattr(model, f.attname) for f in Match._meta.concrete_fields if f.attname != "id"
        } | {"edition": slug_of(draft.pk, 1)}
        steps = list(Step.objects.filter(match=model))
        for number in range(count):
            match = Match.objects.create(**fields | {"to_act": [number % 2]})
            Seat.objects.bulk_create(
                Seat(match=match, number=seat, user=who, seen=-1, seen_at=timezone.now())
                for seat, who in enumerate((user, other))
            )
            for step in steps:
                step.pk, step.match = None, match
                step.save(force_insert=True)
            waiting = Match.objects.create(
                **fields | {"status": "open", "seq": -1, "tick": -1, "is_listed": True}
            )
            Seat.objects.create(match=waiting, number=0, user=other)
            Seat.objects.create(match=waiting, number=1)
            Invitation.objects.create(match=waiting, user=user, by=other)
            for one in (match, waiting):
                MatchSecret.objects.create(match=one, seed=b"", salt=b"", commitment="")

    @pytest.mark.soak(seconds=2)
    def test_two_hundred_matches_cost_as_many_queries_as_two(self, user, other_user, client_of, monkeypatch):
        monkeypatch.setitem(catalog._TITLES, bolts.SLUG, drafting.TITLE)
        client = client_of(user)
        costs = {}
        for count in (2, 200):
            self.make_many(user, other_user, count - Match.objects.filter(status="running").count())
            for url in ("/matches/", "/matches/mine/", "/"):
                with CaptureQueriesContext(connection) as queries_made:
                    page = client.get(url)
                assert page.status_code == 200
                assert "Big hands, revision 1" in page.content.decode()
                costs.setdefault(url, []).append(len(queries_made))
        for url, (few, many) in costs.items():
            assert few - 1 <= many <= few, (
                url,
                few,
                many,
            )  # the first builds the edition
        assert max(many for _, many in costs.values()) <= 24
        assert len(own_matches(user).my_turn) >= 100
