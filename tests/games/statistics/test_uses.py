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
from games.matches.actions.resign import resign
from games.matches.actions.seats import join_match
from games.matches.models import Match, Step
from games.statistics.models import CardPlays
from games.statistics.plays import count_plays
from games.statistics.simulation import simulate
from games.statistics.uses import Use, used, uses_of
from games.titles.scrap_knights.moves import AttackWith, DiscardAct, Recall, SetAct, SetBots
from tests.playing import ME, OPEN, play_on
from tests.titles.scrap_knights.duel import Duel, choosing, deploy


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


def test_what_was_taken_back_is_no_use_in_scrap_knights() -> None:
    """Both ACTs counted as used, and the BOT as deployed and recalled."""
    duel = Duel(distance=3).mine("stab", "slash", bots=["md-close"]).theirs("vent", bots=["sd-hats"])
    assert _uses(duel, [(0, choosing("stab")), (0, SetAct("open")), (0, choosing("slash"))]) == []
    assert _uses(duel, [(1, choosing("vent"))]) == [(0, ("slash", "choose")), (1, ("vent", "choose"))]
    assert _uses(duel, [(0, deploy("md-close")), (0, Recall("md-close")), (0, SetBots("ready"))]) == []
    assert _uses(duel, [(1, SetBots("ready"))]) == []


def test_a_card_is_used_when_it_is_shown_in_scrap_knights() -> None:
    duel = Duel(distance=3).mine("slash", bots=["md-close"]).theirs("vent", bots=["sd-hats"])
    duel.choose("slash").choose("vent", 1)
    assert _uses(duel, [(0, deploy("md-close")), (0, SetBots("ready"))]) == []
    assert _uses(duel, [(1, SetBots("ready"))]) == [(0, ("md-close", "deploy"))]
    duel = Duel(distance=0).mine("can-opener", "vent", "slash").theirs("stab").turn("can-opener", "stab")
    assert _uses(duel, [(0, AttackWith("slash"))]) == [(0, ("slash", "attack-with"))]


def test_a_card_that_is_only_named_is_no_use_in_scrap_knights() -> None:
    duel = Duel().mine("machina-deus", "stab").theirs("vent").choose("vent", 1)
    named = choosing("machina-deus", named="slash")
    assert _uses(duel, [(0, named)]) == [(0, ("machina-deus", "choose")), (1, ("vent", "choose"))]


def test_what_the_opponent_loses_is_nobodys_use_in_scrap_knights() -> None:
    duel = Duel().mine("stab", ult="orbital-lobotomy", links=3).theirs("vent", "wait").turn("stab", "wait")
    assert _uses(duel, [(0, DiscardAct("vent"))]) == []


def _uses(duel: Duel, moves: list[tuple[int, Any]]) -> list[tuple[int, Use]]:
    """Return the uses by *moves*, which are made in turn, each with its seat."""
    slugs = {card.slug for card in catalog.cards("scrap-knights", "b.0.0")}
    found: list[tuple[int, Use]] = []
    for seat, move in moves:
        events = duel.game.apply(duel.state, seat, move, duel.chance)
        found += uses_of(duel.game, seat, move, events, slugs)
    return found


@pytest.mark.parametrize(
    "title, edition, kinds",
    [
        ("junkyard", "0.1", {"salvage", "resolve"}),
        ("scrapyard", "1.0", {"take"}),
        ("scrap-knights", "b.0.0", {"choose", "deploy"}),
    ],
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


@pytest.mark.django_db(transaction=True)
def test_a_finished_match_of_scrap_knights_counts_what_was_revealed(user: Any, other_user: Any) -> None:
    people = [user, other_user]
    match = join_match(create_match(user, "scrap-knights", "b.0.0", {}, [ME, OPEN]).pk, other_user)
    bring = {"type": "bring", "mech": "fishmonger"}
    for person in people:
        seen = fold.board(match, access.seat_of(person, match)).seq
        play_move(match.pk, person, seen, f"mech-{person.pk}", bring)
    if play_on(match, people, 150, undo=False).status == "running":
        resign(match.pk, user)
    assert count_plays() == 1
    shown = Counter[str]()
    for told in Step.objects.filter(match=match, kind="move").values_list("events", flat=True):
        revealed = [event for event in codec.from_json(list, told) if event["type"] == "act-revealed"]
        shown += Counter(event["secrets"]["act"] for event in revealed)
    assert shown
    rows = CardPlays.objects.all()
    assert {row.card: row.plays["choose"] for row in rows if "choose" in row.plays} == shown
    assert {kind for row in rows for kind in row.plays} <= {"choose", "deploy", "trigger", "attack-with"}


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
