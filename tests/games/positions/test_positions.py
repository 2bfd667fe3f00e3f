"""Positions are what the rulebooks' examples are made of: each can be dealt, and its claims come true."""

from __future__ import annotations

from types import ModuleType

import pytest
from django.test import Client

from games import catalog
from games.engine.chance import FastChance
from games.engine.viewers import seat_viewer
from games.lessons import data as lessons_data
from games.positions import data as positions_data
from games.positions.data import Claim, Line, Position, find, positions
from games.positions.playing import begin, faults, play
from games.puzzles import data as puzzles_data

ALL = [
    pytest.param(position, edition, id=f"{position.title} {edition} {position.name}")
    for title in catalog.titles()
    for position in positions(title.slug)
    for edition in position.editions
]
LINES = [
    pytest.param(*found.values, line, id=f"{found.id} {number}")
    for found in ALL
    for number, line in enumerate(found.values[0].lines, 1)
]


@pytest.mark.parametrize(("position", "edition", "line"), LINES)
@pytest.mark.soak(seconds=0.1, one_in=2)
def test_what_a_position_claims_comes_true(position: Position, edition: str, line: Line):
    assert list(faults(play(position, edition, line))) == []


@pytest.mark.parametrize(("position", "edition"), ALL)
def test_nothing_comes_into_a_match_by_laying_it_out(position: Position, edition: str):
    """The position has the cards and counters of any match with its options."""
    census = catalog.title(position.title).census
    game, state = begin(position, edition)
    options = game.options_type(**position.options)
    dealt, _ = game.new(options, position.seats, FastChance(2))
    if position.title == "scrap-knights":
        assert census(state) == [0, 0, 0, 0]
    else:
        assert census(state) == census(dealt)


@pytest.mark.parametrize(("position", "edition"), ALL)
def test_a_position_can_be_gone_on_with(position: Position, edition: str):
    """It is stored, shown and resampled like any other state."""
    game, state = begin(position, edition)
    assert game.to_act(state)
    assert game.encode(game.decode(game.encode(state))) == game.encode(state)
    for seat in range(position.seats):
        view = game.view(state, seat_viewer(seat))
        assert game.view(game.resample(view, FastChance(1)), seat_viewer(seat)) == view
    for seat in game.to_act(state):
        assert game.legal(state, seat)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (Claim("so", at="energy", value=1), "energy is 0"),
        (Claim("so", event="wounds-dealt", match={"count": 9}), "of that kind were"),
        (Claim("so", move={"type": "end-turn"}, refused="turn-2"), "it isn’t refused"),
        (Claim("so", move={"type": "attack", "lane": 0, "attack": 0}, refused="turn-2"), "it is refused by"),
    ],
)
def test_a_wrong_claim_is_found(claim: Claim, said: str):
    position = find("scrapbots", "3.6", "splash")
    assert position
    line = Line(position.lines[0].moves, (claim,))
    (fault,) = faults(play(position, "3.6", line))
    assert said in fault


@pytest.mark.parametrize(
    ("game", "arrangement"),
    [
        ("scrapbots", {"sides": [{"hand": ["golem"] * 3}, {}]}),
        ("scrapbots", {"sides": [{"lanes": {"middle": {"card": "drone"}}}, {}]}),
        ("junkyard", {"robots": [{"row": 1, "column": 0, "heading": "n"}] * 2}),
        ("junkyard", {"robots": [{"row": 1, "column": 1, "heading": "n"}] * 2}),
        ("scrapyard", {"cubes": [{"seat": 0, "at": "1-1", "count": 9}]}),
        ("scrapyard", {"known": [["7-1"]]}),
        ("scrap-knights", {"mechs": [{"acts": ["slash"], "ult": "1000-cuts", "bots": []}] * 2}),
    ],
)
def test_what_a_match_can_never_look_like_is_refused(game: str, arrangement: dict):
    edition = catalog.title(game).newest.slug
    with pytest.raises(ValueError, match=r"\w"):
        begin(Position("wrong", (edition,), game, arrangement=arrangement), edition)


@pytest.mark.parametrize(
    ("data", "address"),
    [
        (positions_data, "/games/{}/positions/3.6/splash/practise/"),
        (lessons_data, "/games/{}/learn/"),
        (puzzles_data, "/puzzles/{}-1/start/"),
    ],
)
@pytest.mark.django_db
def test_games_that_somebody_makes_up_are_not_kept_in_memory(client: Client, data: ModuleType, address: str):
    """Each address that nobody has asked for before made a cache longer, for as long as the site ran."""
    kept = [each for each in vars(data).values() if hasattr(each, "cache_info")]
    before = [each.cache_info().currsize for each in kept]
    for made_up in ("marbles", "chess"):
        answer = client.post(address.format(made_up), headers={"Sec-Fetch-Site": "same-origin"})
        assert answer.status_code == 404
    assert [each.cache_info().currsize for each in kept] == before != []
