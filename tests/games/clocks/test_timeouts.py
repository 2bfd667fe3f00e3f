"""What falls due by itself: time runs out, as the match wants it, whatever workers do; no match hangs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from importlib import import_module

import pytest
import time_machine
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.http import Http404

from games import catalog, recovery
from games.clocks import timeouts
from games.clocks.rules import DAY, HOUR, MINUTE, Clock, read_seat_clocks
from games.engine import codec
from games.engine.protocol import Result
from games.engine.system import TimedOut
from games.fairness.record import record
from games.fairness.verify import replay_match
from games.matches import access
from games.matches.actions.bots import play_for_bot
from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.actions.seats import cancel_match, join_match
from games.matches.actions.terms import Terms
from games.matches.models import Match, Seat, Status, Step
from tests.games.duel import Duel
from tests.games.fairness.test_verify_script import run
from tests.games.yard import DONE, OPEN_AGAIN, Yard
from tests.playing import ME, OPEN
from tests.rules.at_once import all_at_once, at_once, database_of_threads

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 11, 23, 12, tzinfo=UTC)
BOT = {"kind": "bot", "bot": "greedy"}


@pytest.fixture(autouse=True)
def now():
    """The clock, which stands still on a Monday at noon until a test moves it."""
    with time_machine.travel(MONDAY, tick=False) as moved:
        yield moved


def clocked(*people, clock: Clock, title: str = "scrapbots", bots: int = 0) -> Match:
    """Return a running match of *people* by *clock*, with bots behind them."""
    seats = [ME, *[OPEN] * (len(people) - 1), *[BOT] * bots]
    edition = catalog.title(title).newest.slug
    match = create_match(people[0], title, edition, {}, seats, clock=clock)
    for user in people[1:]:
        match = join_match(match.pk, user)
    return match


def settle() -> None:
    """Let the worker do rounds until nothing is due."""
    for _ in range(20):
        if not timeouts.settle_due():
            return
    raise AssertionError("something stays due")


def told(match: Match) -> list[tuple[int, str]]:
    """Return whose time was up, and what was done then."""
    steps = Step.objects.filter(match=match, kind=Step.Kind.TIMEOUT).order_by("seq")
    events = [codec.from_json(list[TimedOut], step.events)[0] for step in steps]
    return [(event.seat, event.then) for event in events]


def hours(match: Match) -> float | None:
    """Return in how many hours the next thing falls due."""
    match.refresh_from_db()
    left = match.deadline and (match.deadline - datetime.now(UTC)).total_seconds() / HOUR
    return left and round(left, 2)


def fits(match: Match) -> None:
    """The stored match can be replayed to what is stored."""
    assert replay_match(match.pk).problems == ()


class TestForfeit:
    CLOCK = Clock(seconds=DAY, timeout="forfeit")

    def test_comes_when_the_time_is_up_and_not_before(self, user, other_user, now):
        match = clocked(user, other_user, clock=self.CLOCK)
        late = match.to_act[0]
        now.shift(DAY - 1)
        settle()
        assert told(match) == []
        now.shift(1)
        settle()
        match.refresh_from_db()
        assert (match.status, match.to_act, match.deadline) == ("finished", [], None)
        assert told(match) == [(late, "forfeit")]
        assert codec.from_json(Result, match.result).winners == (1 - late,)
        fits(match)

    def test_hands_the_seat_to_a_bot_where_others_play_on(self, make_user, now):
        people = [make_user(name) for name in ("cog", "bolt", "nut")]
        match = clocked(*people, clock=self.CLOCK, title="scrapyard")
        late = match.to_act[0]
        now.shift(DAY)
        settle()
        match.refresh_from_db()
        assert match.status == "running"
        assert told(match)[0] == (late, "bot")
        assert match.bots[late]
        seat = Seat.objects.get(match=match, number=late)
        assert (seat.user, bool(seat.bot)) == (people[late], True)
        fits(match)

    def test_is_a_loss_when_no_other_person_is_left(self, make_user, now):
        match = clocked(make_user("cog"), make_user("bolt"), clock=self.CLOCK, title="scrapyard", bots=1)
        for _ in range(500):
            match.refresh_from_db()
            if match.status != "running":
                break
            if match.bot_to_act:
                play_for_bot(match.pk)
            else:
                now.shift(DAY)
                settle()
        assert match.status == "finished"
        assert [then for _, then in told(match)] == ["bot", "forfeit"]
        fits(match)

    def test_never_comes_when_the_site_has_other_rules_by_now(self, user, other_user, now):
        match = clocked(user, other_user, clock=Clock(seconds=DAY, timeout="move"))
        Match.objects.update(engine_version="0")
        now.shift(DAY)
        settle()
        match.refresh_from_db()
        assert (match.status, match.to_act, told(match)) == ("running", [], [])
        assert match.stopped_at

    def test_never_ends_a_turn_that_the_system_had_begun_by_other_rules(self, user, other_user, now):
        match = clocked(user, other_user, clock=Clock(seconds=DAY, timeout="move"))
        late = match.to_act[0]
        now.shift(DAY)
        assert timeouts.settle_once(match.pk)
        Match.objects.update(engine_version="0")
        settle()
        match.refresh_from_db()
        assert match.status == "running"
        assert told(match) == [(late, "move")]


class TestABot:
    CLOCK = Clock(seconds=DAY, timeout="bot")

    def test_takes_the_seat_and_plays_on(self, user, other_user, now):
        match = clocked(user, other_user, clock=self.CLOCK)
        late = match.to_act[0]
        now.shift(DAY)
        settle()
        match.refresh_from_db()
        assert told(match) == [(late, "bot")]
        assert (match.status, match.bot_to_act) == ("running", True)
        while play_for_bot(match.pk):
            pass
        match.refresh_from_db()
        assert match.to_act == [1 - late]
        assert hours(match) == 18
        fits(match)

    def test_lets_who_had_the_seat_look_on_but_not_move(self, user, other_user, now):
        match = clocked(user, other_user, clock=self.CLOCK)
        late = [user, other_user][match.to_act[0]]
        now.shift(DAY)
        settle()
        assert access.seat_of(late, match).is_spectator

    @pytest.mark.soak(seconds=1)
    def test_plays_the_match_to_its_end_when_everybody_has_gone(self, user, other_user, now):
        match = clocked(user, other_user, clock=self.CLOCK)
        for _ in range(2):
            now.shift(DAY)
            settle()
            while play_for_bot(match.pk):
                pass
        match.refresh_from_db()
        assert (match.status, match.deadline) == ("finished", None)


class TestAMoveOfTheSystem:
    CLOCK = Clock(seconds=DAY, timeout="move")

    def test_plays_the_whole_turn_as_the_greedy_bot_would_and_says_so_once(self, user, other_user, now):
        match = clocked(user, other_user, clock=self.CLOCK)
        late = match.to_act[0]
        now.shift(DAY)
        settle()
        match.refresh_from_db()
        assert told(match) == [(late, "move")]
        assert match.to_act == [1 - late]
        assert match.bots == ["", ""]
        assert set(Step.objects.filter(match=match, kind="move").values_list("seat", flat=True)) == {late}
        fits(match)

    def test_cannot_be_taken_back(self, scrapbots_duel, now):
        match = scrapbots_duel.match
        Match.objects.update(clock=codec.to_json(self.CLOCK))
        now.shift(31 * DAY)
        for _ in range(3):
            timeouts.settle_once(match.pk)
        assert not Step.objects.filter(match=match, undoable=True).exists()

    def test_is_gone_on_with_by_another_worker_when_the_first_was_killed(self, user, other_user, now):
        match = clocked(user, other_user, clock=self.CLOCK)
        late = match.to_act[0]
        now.shift(DAY)
        assert timeouts.settle_once(match.pk)  # says that the time is up, and dies
        assert hours(match) <= 0
        settle()
        match.refresh_from_db()
        assert told(match) == [(late, "move")]
        assert match.to_act == [1 - late]

    def test_gives_way_to_the_player_who_comes_back_in_the_midst_of_it(self, user, other_user, now):
        match = clocked(user, other_user, clock=self.CLOCK)
        duel = Duel(match.pk, (user, other_user))
        now.shift(DAY)
        timeouts.settle_once(match.pk)
        duel.play({"type": "end-turn"})
        before = duel.match.seq
        settle()
        assert duel.match.seq == before

    def test_makes_room_for_a_bot_after_three_turns_missed_in_a_row(self, user, other_user, now):
        match = clocked(user, other_user, clock=self.CLOCK)
        duel, late = Duel(match.pk, (user, other_user)), match.to_act[0]
        for _ in range(3):
            now.shift(DAY)
            settle()
            if not duel.match.bots[late]:
                duel.play({"type": "end-turn"})
        assert told(match) == [(late, "move"), (late, "move"), (late, "bot")]

    def test_is_not_held_against_who_moves_again(self, user, other_user, now):
        match = clocked(user, other_user, clock=self.CLOCK)
        duel, late = Duel(match.pk, (user, other_user)), match.to_act[0]
        for turn in range(6):
            if turn % 2:
                duel.play({"type": "end-turn"})
            else:
                now.shift(DAY)
                settle()
            duel.play({"type": "end-turn"})
        assert told(match) == [(late, "move")] * 3
        assert duel.match.bots == ["", ""]

    def test_programs_for_those_who_are_absent_and_tells_nobody_how(self, user, other_user, now):
        yard = Yard.programming(user, other_user)
        Match.objects.update(clock=codec.to_json(self.CLOCK))
        yard.play(other_user, DONE)
        now.shift(31 * DAY)
        timeouts.settle_once(yard.id)
        before = yard.match
        timeouts.settle_once(yard.id)  # a card in a register, in secret
        after = yard.match
        assert after.seq == before.seq + 1
        assert (after.tick, after.clocks, after.deadline) == (before.tick, before.clocks, before.deadline)
        settle()
        assert told(before) == [(0, "move")]
        fits(before)


class TestTheClock:
    def test_runs_for_the_system_where_nobody_asked_for_another(self, user, other_user):
        match = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN])
        assert hours(match) == 14 * 24
        match = join_match(match.pk, other_user)
        assert (match.clock, hours(match)) == ("", 22.5 * 24)

    def test_does_not_run_against_bots_alone(self, user):
        match = create_match(user, "scrapbots", "3.6", {}, [ME, BOT], clock=Clock(seconds=DAY))
        assert (match.deadline, match.clocks) == (None, [])
        assert codec.from_json(Clock, match.clock).kind == "none"

    def test_runs_for_the_system_against_bots_where_it_counts_so_that_nobody_leaves_defeats_lying(self, user):
        seats, terms = [ME, BOT], Terms(is_rated=True)
        match = create_match(user, "scrapbots", "3.6", {}, seats, clock=Clock(seconds=DAY), terms=terms)
        assert match.clock == ""
        assert (match.deadline is None) == match.bot_to_act

    def test_of_a_bank_ends_a_live_match_in_minutes(self, user, other_user, now):
        match = clocked(user, other_user, clock=Clock("bank", 10 * MINUTE, 30))
        duel = Duel(match.pk, (user, other_user))
        for _ in range(4):
            now.shift(4 * MINUTE)
            duel.play({"type": "end-turn"})
        assert hours(match) == round((3 * MINUTE) / HOUR, 2)
        now.shift(3 * MINUTE)
        settle()
        assert duel.match.status == "finished"

    def test_is_not_moved_by_what_a_seat_does_in_secret(self, user, other_user, now):
        yard = Yard.programming(user, other_user)
        before = (yard.match.clocks, yard.match.deadline)
        now.shift(20 * DAY)
        yard.fill(user)
        assert (yard.match.clocks, yard.match.deadline) == before

    def test_of_who_thinks_again_goes_on_where_it_stood(self, user, other_user, now):
        yard = Yard.programming(user, other_user)
        for _ in range(3):
            now.shift(DAY)
            yard.play(user, DONE)
            now.shift(DAY)
            yard.play(user, OPEN_AGAIN)
        seat_clocks = read_seat_clocks(yard.match.clocks)
        assert seat_clocks[0].left == 27 * DAY
        assert seat_clocks[1].due - datetime.now(UTC).timestamp() == 24 * DAY

    def test_goes_back_with_a_move_that_is_taken_back(self, scrapbots_duel, now):
        duel = scrapbots_duel
        before = duel.match.deadline
        move = next(move for move in duel.legal() if move["type"] == "gain-scrap")
        now.shift(DAY)
        duel.play(move)
        assert duel.match.deadline == before
        duel.undo()
        assert duel.match.deadline == before

    def test_stops_for_who_resigns_and_a_bot_plays_on(self, make_user):
        people = [make_user(name) for name in ("cog", "bolt", "nut")]
        match = clocked(*people, clock=Clock(seconds=DAY), title="scrapyard")
        gone = match.to_act[0]
        resign(match.pk, people[gone])
        match.refresh_from_db()
        assert match.clocks[gone] is None
        assert match.deadline is None
        assert match.bot_to_act


class TestLittleTime:
    def test_is_said_once_when_a_quarter_is_left(self, user, other_user, now, monkeypatch):
        said = []
        monkeypatch.setattr(timeouts, "notify_running_out", lambda locked, seat: said.append(seat))
        match = clocked(user, other_user, clock=Clock(seconds=DAY))
        late = match.to_act[0]
        assert hours(match) == 18
        now.shift(18 * HOUR)
        settle()
        settle()
        assert said == [late]
        assert hours(match) == 6

    def test_changes_nothing_that_others_look_at(self, user, other_user, now):
        match = clocked(user, other_user, clock=Clock(seconds=DAY))
        before = (match.tick, match.seq, match.updated_at)
        now.shift(18 * HOUR)
        settle()
        match.refresh_from_db()
        assert (match.tick, match.seq, match.updated_at) == before


class TestAnOpenMatch:
    def test_is_called_off_after_14_days(self, user, stranger, now):
        match = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN])
        now.shift(14 * DAY - 1)
        settle()
        assert access.match_for(stranger, match.pk).status == Status.OPEN
        now.shift(1)
        settle()
        assert access.match_for(user, match.pk).status == Status.CANCELLED
        with pytest.raises(Http404):
            access.match_for(stranger, match.pk)

    def test_that_began_does_not_expire(self, user, other_user, now):
        match = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN])
        now.shift(13 * DAY)
        join_match(match.pk, other_user)
        now.shift(2 * DAY)
        settle()
        match.refresh_from_db()
        assert match.status == "running"

    def test_that_was_called_off_leaves_nothing_due(self, user, now):
        match = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN])
        cancel_match(match.pk, user)
        now.shift(15 * DAY)
        settle()
        match.refresh_from_db()
        assert (match.status, match.deadline) == ("cancelled", None)


class TestTheWorker:
    def test_looks_after_other_matches_when_one_is_broken(self, user, other_user, now, caplog):
        broken = clocked(user, other_user, clock=Clock(seconds=DAY))
        well = clocked(user, other_user, clock=Clock(seconds=DAY))
        Step.objects.filter(match=broken).update(state=b"rust")
        now.shift(DAY)
        assert timeouts.settle_due() == 2
        well.refresh_from_db()
        assert well.status == "finished"
        assert "failed" in caplog.text
        assert hours(broken) == round(5 / 60, 2)

    def test_of_two_only_one_ends_the_match(self, user, other_user, now, monkeypatch):
        match = clocked(user, other_user, clock=Clock(seconds=DAY))
        now.shift(DAY)
        first, planning = [], timeouts._plan

        def slow(match_id):
            if not first:
                first.append(True)
                timeouts.settle_match(match_id)
            return planning(match_id)

        monkeypatch.setattr(timeouts, "_plan", slow)
        timeouts.settle_due()
        assert len(told(match)) == 1

    def test_finds_what_is_due_by_its_index(self, user, other_user, django_assert_num_queries):
        clocked(user, other_user, clock=Clock(seconds=DAY))
        with django_assert_num_queries(1):
            assert timeouts.settle_due() == 0
        if connection.vendor == "sqlite":  # others look at how few rows there are
            assert "match_due" in Match.objects.filter(deadline__lte=MONDAY).order_by("deadline").explain()

    def test_does_it_in_each_of_its_rounds(self, monkeypatch):
        done = []
        monkeypatch.setattr(recovery, "settle_due", lambda: done.append("due"))
        monkeypatch.setattr(recovery, "ROUND_SECONDS", 0.0)

        class Once:
            calls = iter((False, True))

            def wait(self, seconds):
                return next(self.calls)

        recovery.recover_until(Once())
        assert done == ["due"]


class TestMatchesFromBeforeThereWereClocks:
    @pytest.fixture
    def migrate(self, old):
        """Do to the matches there are what the migration did."""
        migration = import_module("games.migrations.0008_deadlines")
        Match.objects.update(clock="", clocks=[], deadline=None)
        loader = MigrationLoader(connection, replace_migrations=False)
        before = loader.project_state(("games", "0008_deadlines")).apps

        def migrated() -> None:
            with connection.cursor() as cursor:
                cursor.execute("ALTER TABLE games_match RENAME COLUMN to_act TO deciders")
                migration.set_deadlines(before, None)
                cursor.execute("ALTER TABLE games_match RENAME COLUMN deciders TO to_act")

        return migrated

    @pytest.fixture
    def old(self, user, other_user) -> dict[str, Match]:
        return {
            "running": clocked(user, other_user, clock=Clock(seconds=DAY)),
            "open": create_match(user, "scrapbots", "3.6", {}, [ME, OPEN]),
            "solo": create_match(user, "scrapbots", "3.6", {}, [ME, BOT]),
        }

    def test_get_the_systems_time_from_then_on(self, old, migrate, now):
        migrate()
        assert hours(old["running"]) == 22.5 * 24
        assert hours(old["open"]) == 14 * 24
        assert hours(old["solo"]) is None
        now.shift(30 * DAY)
        settle()
        for match in old.values():
            match.refresh_from_db()
        assert [match.status for match in old.values()] == ["finished", "cancelled", "running"]

    def test_are_played_on_like_any_other(self, old, migrate, user, other_user, now):
        migrate()
        duel = Duel(old["running"].pk, (user, other_user))
        now.shift(20 * DAY)
        duel.play({"type": "end-turn"})
        assert hours(old["running"]) == 22.5 * 24


@at_once
@pytest.mark.parametrize("timeout", ["move", "bot", "forfeit"])
def test_of_workers_that_look_in_the_same_instant_one_does_it(timeout, user, other_user, now, tmp_path):
    match = clocked(user, other_user, clock=Clock(seconds=DAY, timeout=timeout))
    late = match.to_act[0]
    now.shift(DAY)
    with database_of_threads(tmp_path):
        assert all_at_once([partial(timeouts.settle_match, match.pk)] * 4) == []
        # On a file, the test's own connection still looks at the database that it was copied from.
        assert all_at_once([partial(is_done_once, match, late, timeout)]) == []


def is_done_once(match: Match, late: int, timeout: str) -> None:
    settle()
    assert told(match) == [(late, timeout)]
    fits(match)


def test_the_log_tells_that_the_site_moved(user, other_user, now):
    match = clocked(user, other_user, clock=Clock(seconds=DAY, timeout="move"))
    duel = Duel(match.pk, (user, other_user))
    name = duel.board().seats[duel.seat].name
    now.shift(DAY)
    settle()
    assert f"{name} ran out of time, so the site made the next move." in [
        line.text for line in duel.board().log
    ]


@pytest.mark.soak(seconds=1)
@pytest.mark.parametrize("timeout", ["move", "bot", "forfeit"])
def test_the_record_of_a_match_with_timeouts_can_be_checked(timeout, user, other_user, now, tmp_path):
    match = clocked(user, other_user, clock=Clock(seconds=HOUR, timeout=timeout))
    for _ in range(4):
        now.shift(HOUR)
        settle()
    match.refresh_from_db()
    people = [user, other_user]
    if match.status == "running":
        resign(match.pk, people[match.bots.index("")])
    match.refresh_from_db()
    file = tmp_path / "record.json"
    file.write_bytes(record(match).encode())
    checked = run(file)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("title", [title.slug for title in catalog.titles()])
@pytest.mark.soak(seconds=1, one_in=2)
def test_in_every_game_a_match_that_everybody_left_comes_to_its_end(title, user, other_user, now):
    match = clocked(user, other_user, clock=Clock(seconds=HOUR, timeout="move"), title=title)
    for _ in range(60):
        now.shift(timedelta(hours=1))
        for _ in range(40):
            if not timeouts.settle_due():
                break
        while play_for_bot(match.pk):
            pass
        match.refresh_from_db()
        if match.status == "finished":
            break
    assert match.status == "finished"
    assert match.deadline is None
    fits(match)
