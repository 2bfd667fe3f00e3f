"""A game allows less than when a revision was saved: every page of its matches says so, and none fails."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from games import catalog
from games.clocks.timeouts import settle_due
from games.discussion.actions import add_comment
from games.drafts import editions
from games.drafts.actions.changing import change_draft, save_revision
from games.drafts.actions.sharing import share_draft
from games.drafts.editing import with_parameters
from games.drafts.errors import LostEdition
from games.drafts.models import Draft, DraftRevision
from games.drafts.slugs import slug_of
from games.matches.actions.create import create_match
from games.matches.actions.new_rules import stop_matches
from games.matches.actions.resign import resign
from games.matches.actions.seats import join_match
from games.matches.models import Match
from games.replay.kept_pictures import draw_end
from games.replay.models import MatchPicture
from games.titles.scrapbots.drafting import making
from scrapsite.accounts.tokens import issue_token
from tests.games.fairness.test_verify_script import as_module
from tests.games.workshop.conftest import browser

pytestmark = pytest.mark.django_db

SAID = "can’t make this draft edition any more. Cards in a new hand goes from 1 to 5."
SEATS = [{"kind": "me"}, {"kind": "open"}]


@pytest.fixture
def matches(user: User, other_user: User, draft: Draft, monkeypatch: pytest.MonkeyPatch) -> dict[str, Match]:
    """Matches by hands of six, made before the game allows at most five; by what became of them."""
    change_draft(user, draft.pk, lambda now: with_parameters(now, {"hand_size": 6}), "parameters")
    save_revision(user, draft.pk)
    DraftRevision.objects.update(stage=DraftRevision.Stage.PLAYABLE)
    share_draft(user, draft.pk, "listed")
    slug = slug_of(draft.pk, 1)
    made = {name: create_match(user, "scrapbots", slug, {}, SEATS).pk for name in ("open", "running", "over")}
    for name in ("running", "over"):
        join_match(made[name], other_user)
    resign(made["over"], other_user)
    narrower = tuple(
        replace(each, field=replace(each.field, high=5)) if each.key == "hand_size" else each
        for each in making.PARAMETERS
    )
    monkeypatch.setattr(type(catalog.title("scrapbots").drafting), "parameters", narrower)
    monkeypatch.setattr(making, "PARAMETERS", narrower)
    editions._built.cache_clear()
    return {name: Match.objects.get(pk=pk) for name, pk in made.items()}


def page(client: Client, address: str, status: int, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == status, address
    return str(answer.content.decode())


@pytest.mark.parametrize("name", ["open", "running", "over"])
def test_match_page_board_and_replay_say_so(
    client: Client, user: User, matches: dict[str, Match], name: str
) -> None:
    address = f"/matches/{matches[name].pk}/"
    for who in (client, browser(user)):
        assert SAID in page(who, address, 410)
        part = page(who, f"{address}board/", 410, **{"HX-Request": "true"})
        assert SAID in part
        assert "<html" not in part
    if name == "over":
        for rest in ("replay/", "analysis/"):
            assert SAID in page(client, address + rest, 410)
        assert "record.json" in page(client, address, 410)
        page(client, f"{address}record.json", 200)


def test_stranger_learns_nothing_of_a_private_match(client: Client, matches: dict[str, Match]) -> None:
    Match.objects.update(is_private=True)
    page(client, f"/matches/{matches['running'].pk}/", 404)


@pytest.mark.soak(seconds=0.7)
def test_draft_and_revision_page_say_so(client: Client, user: User, draft: Draft, matches: object) -> None:
    address = f"/workshop/{draft.pk}/"
    for who in (client, browser(user)):
        for rest in ("", "1/"):
            html = page(who, address + rest, 200)
            assert SAID in html
            assert "Play the" not in html
        for rest in ("1/cards/", "1/cards/drone/", "1/cards/drone/face/"):
            assert SAID in page(who, address + rest, 410)
        page(who, f"{address}discussion/", 200)


def test_designer_goes_on_from_it(user: User, draft: Draft, matches: object) -> None:
    designer, address = browser(user), f"/workshop/{draft.pk}/"
    for rest in ("cards/", "cards/drone/", "rules/", "rulebook/"):
        page(designer, address + rest, 200)
    add_comment(user, draft, "cards/drone", "It was fun.")
    change_draft(user, draft.pk, lambda now: with_parameters(now, {"hand_size": 4}), "parameters")
    assert save_revision(user, draft.pk).number == 2
    compared = page(designer, f"{address}2/?against=1", 410)
    assert SAID in compared


def test_lists_of_matches_still_show_the_others(client: Client, user: User, matches: object) -> None:
    match = create_match(user, "scrapbots", "3.6", {}, SEATS, is_listed=True)
    for address in ("/", "/matches/", "/workshop/"):
        page(client, address, 200)
        page(browser(user), address, 200)
    for who in (client, browser(user)):
        assert f"/matches/{match.pk}/" in page(who, "/matches/", 200)


def test_moves_and_new_matches_are_refused_with_the_reason(
    user: User, draft: Draft, matches: dict[str, Match]
) -> None:
    designer = browser(user)
    answer = designer.post(f"/matches/{matches['running'].pk}/moves/", {"seen": "0"})
    assert answer.status_code == 410
    assert SAID in answer.content.decode()
    with pytest.raises(LostEdition):
        create_match(user, "scrapbots", slug_of(draft.pk, 1), {}, SEATS)


def test_api_says_so(user: User, draft: Draft, matches: dict[str, Match]) -> None:
    program = Client(headers={"Authorization": f"Bearer {issue_token(user)}"})
    for address in (f"matches/{matches['over'].pk}", f"drafts/{draft.pk}/revisions/1"):
        answer = program.get(f"/api/v1/{address}")
        assert answer.status_code == 410
        assert answer.json()["code"] == "draft/lost"


def test_player_can_still_resign(user: User, matches: dict[str, Match]) -> None:
    resign(matches["running"].pk, user)
    assert Match.objects.get(pk=matches["running"].pk).status == "finished"


def test_running_match_stops_and_ends_as_a_draw_in_the_end(matches: dict[str, Match]) -> None:
    assert stop_matches() == 1
    match = Match.objects.get(pk=matches["running"].pk)
    assert match.stopped_at is not None
    long_ago = timezone.now() - timedelta(days=60)
    Match.objects.filter(pk=match.pk).update(stopped_at=long_ago, deadline=long_ago)
    settle_due()
    match.refresh_from_db()
    assert (match.status, match.is_rated) == ("finished", False)


def test_match_goes_on_when_the_game_allows_it_again(
    matches: dict[str, Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_matches()
    monkeypatch.undo()
    editions._built.cache_clear()
    assert stop_matches() == 1
    match = Match.objects.get(pk=matches["running"].pk)
    assert match.stopped_at is None
    assert match.to_act


def test_worker_draws_no_picture_of_its_end_and_fails_at_none(matches: dict[str, Match]) -> None:
    draw_end.func(matches["over"].pk)
    assert not MatchPicture.objects.exists()


def test_matches_after_it_are_still_verified(
    user: User, other_user: User, matches: dict[str, Match], capsys: pytest.CaptureFixture[str]
) -> None:
    """The first match whose edition is lost ended the command, and `restore` with it."""
    later = create_match(user, "scrapbots", "3.6", {}, SEATS)
    join_match(later.pk, other_user)
    Match.objects.filter(pk=later.pk).update(to_act=[])
    with pytest.raises(CommandError, match="3 of 4 matches"):
        call_command("verify_matches")
    said = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0] for line in said] == [matches["running"].pk, matches["over"].pk, later.pk]
    assert all(SAID in line for line in said[:2])


def test_honest_record_of_it_is_not_called_a_contradiction(client: Client, matches: dict[str, Match]) -> None:
    """The page offered a script that said: “This record does NOT fit together.”"""
    address = f"/matches/{matches['over'].pk}/"
    html = page(client, f"{address}fair/", 200)
    assert "nobody can check which draws it makes" in html
    assert "games.replayer scrapsite" not in html
    data = client.get(f"{address}record.json").content
    status, lines = as_module().verdict(data, [])
    assert (status, lines[-1]) == (2, "Not everything could be checked. The rest fits.")
    assert [line[:8].strip() for line in lines[:-1]] == [*["fits"] * 5, "UNKNOWN"]
    status, lines = as_module().verdict(data, ["0" * 64])
    assert (status, lines[-1].count("NOT")) == (1, 1)
    forged = data.replace(b'"drawn":', b'"drawn":1', 1)
    assert as_module().verdict(forged, [])[0] == 1
