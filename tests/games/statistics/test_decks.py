"""A round robin of ready-made decks: each brings its own cards to each seat, and points add up."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import bots, catalog
from games.bots.random_bot import choose_at_random
from games.engine.errors import BadOptions
from games.statistics.decks import play_deal, round_robin

EDITION = catalog.title("scrap-knights").newest.slug
DECKS = catalog.title("scrap-knights").newest.decks
assert DECKS is not None
FIRST, SECOND = ((ready.slug, ready.lists) for ready in DECKS.ready_made[:2])


def test_each_deck_is_played_from_each_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []

    def watching(game: Any, view: Any, seat: int, chance: Any) -> Any:
        ults = [player.ult for player in view.players]
        if ults not in seen:
            seen.append(ults)
        return choose_at_random(game, view, seat, chance)

    monkeypatch.setitem(bots.BOTS, "watching", lambda: watching)
    games = play_deal(("scrap-knights", EDITION, "watching", FIRST, SECOND, 5))
    assert [(game.first, game.second, game.deal) for game in games] == [(FIRST[0], SECOND[0], 5)] * 2
    here, there = FIRST[1]["ult"][0], SECOND[1]["ult"][0]
    assert seen == [[here, there], [there, here]]


def test_a_deck_that_differs_at_the_table_is_refused() -> None:
    lists = {**FIRST[1], "acts": FIRST[1]["acts"][::-1]}  # not in the order of the box
    with pytest.raises(BadOptions, match="changed on the way"):
        play_deal(("scrap-knights", EDITION, "random", ("turned", lists), SECOND, 5))


@pytest.mark.parametrize(
    "title, player, deals, reason",
    [
        ("scrapbots", "random", 1, "Nobody brings a deck"),
        ("scrap-knights", "deep", 1, "no bot “deep”"),
        ("scrap-knights", "random", 0, "needs a deal"),
    ],
)
def test_what_cannot_be_measured_is_told_clearly(title: str, player: str, deals: int, reason: str) -> None:
    with pytest.raises(BadOptions, match=reason):
        round_robin(title, catalog.title(title).newest.slug, player, deals, 1)


@pytest.mark.soak(seconds=12)
def test_points_add_up_and_come_out_again(capsys: pytest.CaptureFixture[str]) -> None:
    found = round_robin("scrap-knights", EDITION, "random", 1, 3)
    assert [one.games for one in found.standings] == [22] * 12
    assert sum(one.share for one in found.standings) == pytest.approx(6)
    assert all(one.low <= one.share <= one.high for one in found.standings)
    call_command("decks", "scrap-knights", "--bot", "random", "--deals", "1", "--seed", "3")
    best = found.standings[0]
    assert f"| {best.deck} | 22 | {best.share:.1%} |" in capsys.readouterr().out
    with pytest.raises(CommandError, match="no bot"):
        call_command("decks", "scrap-knights", "--bot", "nobody")
