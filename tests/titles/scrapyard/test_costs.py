"""What the page says about each card: what it costs to get there, and to act there."""

from games.titles.scrapyard.costs import costs
from games.titles.scrapyard.state import PLACES
from games.titles.scrapyard.walk import FAR, distances
from tests.table import table
from tests.titles.scrapyard.table import at


def cost(game, row, column, viewer=0):
    return costs(game.seen(viewer))[at(row, column)]


def test_the_costs_of_a_distant_card():
    game = table("scrapyard").collecting(1, 1).with_cube(0, 2, 3).with_cube(1, 2, 3, number=2)
    found = cost(game, 2, 3)
    assert (found.at, found.walk, found.turn_up, found.take, found.claims) == ("2-3", 3, 4, None, (5, 6))
    assert found.clear == 3 + 2 + 3 + 3 + 2
    assert len(found.path) == 3
    assert found.path[-1] == at(2, 3)
    found = cost(game, 1, 2)
    assert (found.walk, found.turn_up, found.take, found.claims, found.clear) == (1, 2, 3, (None, None), 3)


def test_the_costs_of_the_card_under_the_pawn_and_of_an_open_one():
    game = table("scrapyard").collecting(1, 1).with_open(1, 1)
    found = cost(game, 1, 1)
    assert (found.walk, found.path, found.turn_up, found.take) == (0, (), None, 2)


def test_a_gap_and_a_card_out_of_reach_have_no_costs():
    game = table("scrapyard").only((1, 1), (2, 2)).collecting(1, 1)
    for place in ((1, 2), (2, 2)):
        found = cost(game, *place)
        assert (found.walk, found.path, found.turn_up, found.take, found.clear) == (
            None,
            (),
            None,
            None,
            None,
        )


def test_paths_slide_over_gaps():
    game = table("scrapyard").without((1, 2), (1, 3)).collecting(1, 1)
    assert cost(game, 1, 5).path == (at(1, 4), at(1, 5))


def test_there_are_no_costs_before_the_pawn_is_placed():
    game = table("scrapyard").with_peeks(3)
    assert {found.walk for found in costs(game.seen(0))} == {None}


def test_the_spectator_sees_the_costs_of_the_active_player():
    game = table("scrapyard").collecting(1, 1)
    assert costs(game.seen(-1)) == costs(game.seen(0))
    assert costs(game.seen(1), 0) == costs(game.seen(0))
    assert costs(game.seen(1)) != costs(game.seen(0))


def test_a_walk_is_legal_if_the_points_suffice():
    for corner, points in (("top-left", 4), ("bottom-right", 2)):
        game = table("scrapyard").without((1, 2), (6, 8), (3, 3)).collecting(corner=corner, points=points)
        near = {(p // 9 + 1, p % 9 + 1) for p, found in enumerate(costs(game.seen(0))) if found.walk}
        cheap = {
            (p // 9 + 1, p % 9 + 1)
            for p, found in enumerate(costs(game.seen(0)))
            if found.walk and found.walk <= points
        }
        assert game.walks() == cheap < near


def test_distances_agree_with_walking_step_by_step():
    """The distances agree with repeated single steps, on fields with many gaps."""
    for seed in range(1, 40):
        field = sum(1 << place for place in range(PLACES) if (place * place * seed + place) % 7 > 2)
        for pawn in (-4, -1, 0, 30):
            reached, edge, expected = set(), {pawn}, [FAR] * PLACES
            for distance in range(1, 60):
                edge = {to for here in edge for to in _steps(field, here)} - reached
                reached |= edge
                for place in edge:
                    expected[place] = distance
            if pawn >= 0:
                expected[pawn] = 0
            assert list(distances(field, pawn, 6)) == expected


def _steps(field, pawn):
    """Return the next cards, found place by place."""
    start = pawn
    if pawn < 0:
        start = (0, 8, 45, 53)[-1 - pawn]
        if field >> start & 1:
            return {start}
    found = set()
    row, column = divmod(start, 9)
    for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        r, c = row + down, column + right
        while 0 <= r < 6 and 0 <= c < 9:
            if field >> (r * 9 + c) & 1:
                found.add(r * 9 + c)
                break
            r, c = r + down, c + right
    return found
