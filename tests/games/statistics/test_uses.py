"""Which cards are used where moves go by places: events say it, for counts of matches and of simulations."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from games import catalog
from games.engine import codec
from games.match_page import fold
from games.matches import access
from games.matches.actions.create import create_match
from games.matches.actions.play import play_move
from games.matches.actions.seats import join_match
from games.matches.models import Match, Step
from games.statistics.models import CardPlays
from games.statistics.plays import count_plays
from games.statistics.simulation import simulate
from games.statistics.uses import used
from tests.playing import ME, OPEN


def test_a_use_is_its_seats_and_names_each_card() -> None:
    game = catalog.game("junkyard", "0.1")
    face = {"card": "crane", "initiative": 172}
    told = [
        {
            "type": "cards-salvaged",
            "rule": "r",
            "seat": 1,
            "pile": 0,
            "cards": [face, face],
            "left": 7,
            "top": face,
        },
        {"type": "card-slotted", "rule": "r", "seat": 0, "register": 1, "card": face},
        {"type": "card-begun", "rule": "r", "seat": 0, "register": 1, "card": face},
    ]
    events = codec.from_json(list[game.event_type], codec.to_json(told))  # type: ignore[name-defined]
    assert list(used(events)) == [
        (1, ("crane", "salvage")),
        (1, ("crane", "salvage")),
        (0, ("crane", "resolve")),
    ]


@pytest.mark.parametrize(
    "title, edition, kinds",
    [("junkyard", "0.1", {"salvage", "resolve"}), ("scrapyard", "1.0", {"take"})],
)
@pytest.mark.soak(seconds=1, one_in=2)
def test_simulations_count_uses(title: str, edition: str, kinds: set[str]) -> None:
    report = simulate(title, edition, ["random", "random"], 2, 3)
    plays = sum((use.plays for use in report.cards.values()), Counter())
    assert kinds <= plays.keys()
    assert all(use.wins <= use.games <= 4 for use in report.cards.values())


@pytest.mark.soak(seconds=2)
@pytest.mark.django_db(transaction=True)
def test_a_finished_match_of_scrapyard_counts_the_cards_taken(user: Any, other_user: Any) -> None:
    match = played(user, other_user)
    assert count_plays() == 1
    taken = Counter[str]()
    for told in Step.objects.filter(match=match, kind="move").values_list("events", flat=True):
        taken += Counter(
            event["card"] for event in codec.from_json(list, told) if event["type"] == "card-taken"
        )
    assert taken
    rows = list(CardPlays.objects.all())
    assert {row.card: row.plays for row in rows} == {card: {"take": count} for card, count in taken.items()}
    assert all(row.seats == 1 for row in rows)


def played(first: Any, second: Any) -> Match:
    """Return a match of Scrapyard played to its end at random, but for taking what can be taken."""
    match = create_match(first, "scrapyard", "1.0", {}, [ME, OPEN])
    match = join_match(match.pk, second)
    luck = random.Random(2)
    for number in range(2000):
        match.refresh_from_db()
        if match.status != "running":
            break
        user = (first, second)[match.to_act[0]]
        board = fold.board(match, access.seat_of(user, match))
        moves = [codec.from_json(dict, offer.move) for offer in board.legal]
        move = luck.choice([move for move in moves if move["type"] == "take-card"] or moves)
        play_move(match.pk, user, board.seq, f"move-{number}", move)
    assert match.status == "finished"
    return match
