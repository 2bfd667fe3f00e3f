"""What can be checked of a match: the chain while it runs, the record afterwards."""

import hashlib
import json

import pytest
from django.test import Client

from games.engine.chain import next_link, opening
from games.engine.proofs import CURRENT, commitment
from games.engine.viewers import SPECTATOR
from games.fairness.record import record, shown_link
from games.matches import access
from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.actions.seats import join_match
from games.matches.errors import NoRecord
from games.matches.models import Match, MatchSecret, Step
from tests.games.duel import PASS, Duel
from tests.games.yard import DONE, Yard, slot, take_back
from tests.playing import bot_match, match_of, play_on

pytestmark = pytest.mark.django_db


def link_shown(match):
    """Return the link that a spectator is shown."""
    return shown_link(match, access.visible_until(SPECTATOR, match))


def finished(user, other):
    """Return a match with moves, moves taken back and an end."""
    match = play_on(match_of(user, other), [user, other], 60)
    resign(match.pk, user)
    match.refresh_from_db()
    return match


def test_the_record_holds_every_step_and_every_draw(user, other_user):
    match = finished(user, other_user)
    told = json.loads(record(match))
    steps = list(Step.objects.filter(match=match).order_by("seq"))
    assert [step["seq"] for step in told["steps"]] == list(range(match.seq + 1))
    assert [step["move"] for step in told["steps"]] == [step.move for step in steps]
    assert [step["events"] for step in told["steps"]] == [step.events for step in steps]
    assert "undo" in {step["kind"] for step in told["steps"]}
    assert len(told["steps"][0]["draws"]) == steps[0].draws > 0
    seed, salt = bytes.fromhex(told["seed"]), bytes.fromhex(told["salt"])
    assert told["commitment"] == commitment(seed, salt, [*match.pins(), told["bots"], told["begins"]])


def test_the_record_is_the_same_each_time_and_ends_with_its_digest(user, other_user):
    match = finished(user, other_user)
    text = record(match)
    body, _, digest = text.rpartition(',"digest":')
    assert text == record(Match.objects.get(pk=match.pk))
    assert json.loads(digest.rstrip()[:-1]) == hashlib.sha256(body.encode()).hexdigest()


@pytest.mark.soak(seconds=1)
def test_the_links_hang_on_what_was_fixed_before_the_deal(user, other_user):
    match = finished(user, other_user)
    told = json.loads(record(match))
    salt, first = bytes.fromhex(told["salt"]), told["steps"][0]
    nonces = [bytes.fromhex(nonce) for nonce in told["nonces"]]
    draws = json.dumps(first["draws"], separators=(",", ":"))
    start = opening(CURRENT, salt, [told["commitment"]], nonces)
    step = (0, "start", -1, "", first["events"], draws, first["drawn"], 0, "")
    assert first["link"] == next_link(CURRENT, salt, start, step)
    assert told["steps"][-1]["link"] == match.chain


@pytest.mark.parametrize("status", ["open", "running", "cancelled"])
def test_there_is_no_record_before_the_end(user, other_user, status):
    match = match_of(user, other_user)
    Match.objects.filter(pk=match.pk).update(status=status)
    match.refresh_from_db()
    with pytest.raises(NoRecord, match="over"):
        record(match)


@pytest.mark.soak(seconds=1)
def test_a_match_from_before_there_were_chains_has_no_record(user, other_user):
    match = finished(user, other_user)
    Step.objects.filter(match=match).update(link="")
    with pytest.raises(NoRecord, match="first step"):
        record(match)


def test_a_match_that_went_on_without_a_chain_goes_on_without_one(duel):
    Match.objects.filter(pk=duel.id).update(chain="")
    duel.play(PASS)
    assert duel.match.chain == ""
    assert Step.objects.get(match_id=duel.id, seq=1).link == ""


def test_the_page_shows_the_link_of_the_newest_step(duel):
    links = [duel.board().link]
    duel.play(PASS)
    links.append(duel.board().link)
    assert links == list(Step.objects.filter(match_id=duel.id).order_by("seq").values_list("link", flat=True))
    assert len(set(links)) == 2


def test_before_the_deal_there_is_a_commitment_and_no_link(user):
    match = create_match(user, "scrapbots", "3.6", {}, [{"kind": "me"}, {"kind": "open"}])
    assert link_shown(match) == ""
    page = Client().get(f"/matches/{match.pk}/").content.decode()
    assert MatchSecret.objects.get(match=match).commitment in page


def test_the_commitment_is_the_same_before_and_after_the_deal(user, other_user):
    match = create_match(user, "scrapbots", "3.6", {}, [{"kind": "me"}, {"kind": "open"}])
    before = MatchSecret.objects.get(match=match).commitment
    match = join_match(match.pk, other_user)
    resign(match.pk, user)
    match.refresh_from_db()
    assert json.loads(record(match))["commitment"] == before


def test_what_is_decided_in_secret_is_in_the_chain_but_moves_no_link_that_others_see(user, other_user):
    yard = Yard.programming(user, other_user)
    shown, chain = link_shown(yard.match), yard.match.chain
    yard.fill(user, slot(0, 1), take_back(1), slot(0, 1))
    assert link_shown(yard.match) == shown
    assert yard.match.chain != chain
    yard.fill(user, slot(1, 2))
    yard.play(user, DONE)
    assert link_shown(yard.match) != shown


# --- Pages -----------------------------------------------------------------------------------------


@pytest.mark.soak(seconds=1)
def test_the_record_is_a_file_of_its_match(user, other_user):
    match = finished(user, other_user)
    answer = Client().get(f"/matches/{match.pk}/record.json")
    assert answer.content.decode() == record(match)
    assert answer["Content-Type"].startswith("application/json")
    assert f"scrapsite-{match.pk}.json" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.soak(seconds=1)
def test_too_many_records_are_refused_for_a_while(user, other_user, settings):
    settings.RATE_LIMIT_FACTOR = 0.0001
    answer = Client().get(f"/matches/{finished(user, other_user).pk}/record.json")
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0


def test_the_page_shows_no_secret_while_the_match_runs(duel):
    secret = MatchSecret.objects.get(match_id=duel.id)
    page = Client().get(f"/matches/{duel.id}/fair/").content.decode()
    assert secret.commitment in page
    assert duel.board().link in page
    for hidden in (secret.seed, secret.salt, secret.played):
        assert bytes(hidden).hex() not in page
    assert "record.json" not in page


def test_the_page_of_a_finished_match_offers_the_record_and_the_script(user, other_user):
    match = finished(user, other_user)
    page = Client().get(f"/matches/{match.pk}/fair/").content.decode()
    assert f"/matches/{match.pk}/record.json" in page
    assert "/fair/verify_match.py" in page
    assert MatchSecret.objects.get(match=match).seed.hex() in page


@pytest.mark.soak(seconds=1)
def test_the_page_of_an_old_match_says_why_there_is_no_record(user, other_user):
    match = finished(user, other_user)
    Step.objects.filter(match=match).update(link="")
    assert "from its first step" in Client().get(f"/matches/{match.pk}/fair/").content.decode()


@pytest.mark.soak(seconds=2)
def test_a_match_with_a_bot_has_a_record_too(user):
    match = play_on(bot_match(user), [user], 3000, undo=False)
    assert len(json.loads(record(match))["nonces"]) == 2


def test_a_whole_toy_match_has_a_record(user, other_user):
    duel = Duel.begin(user, other_user)
    duel.finish()
    assert json.loads(record(duel.match))["game"] == "bolts"
