"""Offers: what the board suggests, where, with which label, and why it is refused."""

from games.engine.protocol import Offer
from games.titles.scrapyard.state import COLUMNS, PLACES
from games.titles.scrapyard.title import EDITION
from tests.table import table
from tests.titles.scrapyard.table import at


def offers(game) -> dict[tuple[str, str, str], Offer]:
    return {(offer.at, offer.to, offer.label): offer for offer in game.game.offers(game.state, game.active)}


def why_not(game, at, to, label) -> str | None:
    refusal = offers(game)[at, to, label].refusal
    return refusal and refusal.rule


def test_while_peeking_every_card_is_a_place_to_look():
    game = table("scrapyard").with_peeks(3).with_cube(1, 2, 3).peek(1, 1)
    assert why_not(game, "card:6-9", "", "Look at the card in row 6, column 9") is None
    assert why_not(game, "card:2-3", "", "Look at the card in row 2, column 3") == "peek-2"
    assert why_not(game, "card:1-1", "", "Look at the card in row 1, column 1") == "peek-3"
    assert why_not(game, "turn", "", "One more peek for a cube") is None
    assert why_not(game, "turn", "", "End peeking") is None
    assert len(offers(game)) == 56


def test_while_placing_cubes_go_from_the_supply_or_from_a_card():
    game = table("scrapyard").placing().with_cube(0, 2, 3)
    assert why_not(game, "cube:supply", "card:1-1", "Place a cube in row 1, column 1") is None
    label = "Move the cube in row 2, column 3 to row 1, column 1"
    assert why_not(game, "cube:2-3:0", "card:1-1", label) is None
    assert why_not(game, "turn", "", "End placing") is None
    assert len(offers(game)) == 54 + 53 + 1


def test_every_corner_is_offered():
    game = table("scrapyard").choosing_corners()
    assert [(offer.at, offer.label) for offer in offers(game).values()] == [
        ("corner:top-left", "Start at the top left corner"),
        ("corner:top-right", "Start at the top right corner"),
        ("corner:bottom-left", "Start at the bottom left corner"),
        ("corner:bottom-right", "Start at the bottom right corner"),
    ]


def test_while_collecting_the_pawn_walks_and_acts_on_its_card():
    game = table("scrapyard").collecting(2, 3, points=3).with_cube(0, 2, 3).with_cube(1, 2, 3)
    gain = "+1 point and 1 more action point in each later turn"
    see = "you and all others see it"
    assert why_not(game, "card:2-3", "", f"Turn the card face up for 1 action point: {see}") is None
    unseen = "unseen, it may cost points"
    assert why_not(game, "card:2-3", "", f"Take the card for 2 action points: {unseen}") == "take-1"
    assert why_not(game, "cube:2-3:0", "", f"Take back your cube for 2 action points: {gain}") is None
    assert why_not(game, "cube:2-3:1", "", f"Claim another player’s cube for 3 action points: {gain}") is None
    assert why_not(game, "pawn", "card:4-4", "Walk to row 4, column 4 for 3 action points") is None
    assert why_not(game, "pawn", "card:6-9", "Walk to row 6, column 9 for 10 action points") == "points-1"
    assert why_not(game, "pawn", "card:2-3", "Walk to row 2, column 3") == "move-1"
    assert why_not(game, "turn", "", "End turn") is None


def test_a_card_that_is_known_says_what_it_scores():
    game = table("scrapyard").collecting(2, 3).with_tiles(0)
    unseen = "unseen, it may cost points"
    assert why_not(game, "card:2-3", "", f"Take the card for 2 action points: {unseen}") is None
    game.with_known(0, 2, 3)
    card = game.state.faces[at(2, 3)]
    value = EDITION.values[card]
    assert why_not(game, "card:2-3", "", f"Take the card for 2 action points: it scores −{value}") is None
    game.state.tiles[0] = 1 << EDITION.suits[card]
    assert why_not(game, "card:2-3", "", f"Take the card for 2 action points: it scores +{value}") is None


def test_turning_a_card_up_says_who_will_see_it_that_does_not_know_it():
    """Beside one’s own known part it said only what it costs, and nothing of what it is for."""
    game = table("scrapyard").collecting(2, 3).with_known(0, 2, 3)
    label = "Turn the card face up for 1 action point: all others see it too"
    assert why_not(game, "card:2-3", "", label) is None
    assert offers(game)["card:2-3", "", label].is_rare
    assert why_not(game.with_open(2, 3), "card:2-3", "", label) == "flip-1"


def test_in_the_last_turn_a_claimed_cube_is_worth_a_point_only():
    game = table("scrapyard").collecting(2, 3).with_cube(1, 2, 3).with_turns(1, 1)
    assert (
        why_not(game, "cube:2-3:1", "", "Claim another player’s cube for 3 action points: +1 point") is None
    )


def test_beside_the_corner_there_is_nothing_to_act_on():
    game = table("scrapyard").collecting(corner="top-left")
    assert why_not(game, "pawn", "", "Take the card for 2 action points") == "take-1"
    assert why_not(game, "pawn", "card:1-1", "Walk to row 1, column 1 for 1 action point") is None


def test_a_waiting_player_is_offered_nothing():
    game = table("scrapyard").collecting(2, 3)
    assert game.game.offers(game.state, 1) == []


def warning(game) -> str:
    """Return what the page asks about before the turn, the peeking or the placing ends."""
    return next(
        offer.warning for offer in game.game.offers(game.state, game.active) if offer.label.startswith("End ")
    )


def test_a_question_names_the_place_of_its_card_so_that_the_page_can_show_it():
    """On a phone the question lay over the very card that it named."""
    game = table("scrapyard").collecting(1, 8, points=3).with_tiles(0, "gear").with_known(0, 1, 9)
    assert about(game) == "card:1-9"
    assert about(table("scrapyard").collecting(1, 8, points=4).with_cube(1, 1, 9)) == "card:1-9"
    look = table("scrapyard").collecting(1, 8, points=6).only((1, 9), (1, 6)).with_cube(0, 1, 9)
    assert about(spent(look)) == "card:1-6"
    mark = table("scrapyard").placing().with_tiles(0, "gear").with_known(0, 1, 7)
    assert about(mark) == "card:1-7"
    assert about(table("scrapyard").with_peeks(3)) == "", "it names no card"


def about(game) -> str:
    """Return what the question before the end names."""
    return next(
        offer.about for offer in game.game.offers(game.state, game.active) if offer.label.startswith("End ")
    )


def lost(points):
    """Return what each question of the collection says about the *points* that are left."""
    return f"The {points} action points left are lost when the turn ends."


def test_peeks_that_are_left_are_worth_a_question():
    assert warning(table("scrapyard").with_peeks(3)) == "You can still look at 3 cards."
    assert warning(table("scrapyard").with_peeks(3).peek(1, 1).peek(1, 2)) == "You can still look at 1 card."


def test_a_peek_that_would_have_to_be_bought_is_not_worth_a_question():
    assert warning(table("scrapyard").with_peeks(1).peek(1, 1)) == ""


def test_a_needed_part_without_a_cube_is_worth_a_question_while_placing():
    game = table("scrapyard").placing().with_tiles(0, "gear").with_known(0, 1, 4).with_known(0, 2, 9)
    assert warning(game) == "", "a low part, and one that isn't needed"
    game.with_known(0, 1, 7).with_known(0, 1, 9)
    assert warning(game) == "No cube lies on Gear 9 in row 1, column 9, which you need."
    assert warning(game.place(1, 8)) == "", "who has placed a cube has looked at what to mark"


def test_a_needed_part_is_no_question_in_the_second_placing():
    """Nothing was learned since the first, so the player has decided about it."""
    game = table("scrapyard").placing(again=True).with_tiles(0, "gear").with_known(0, 1, 9)
    assert warning(game) == ""


def test_what_only_others_know_is_not_warned_of():
    game = table("scrapyard").placing().with_tiles(0, "gear").with_known(1, 1, 9)
    assert warning(game) == ""


def test_a_needed_part_within_reach_is_worth_a_question_while_collecting():
    game = table("scrapyard").collecting(1, 8, points=3).with_tiles(0, "gear").with_known(0, 1, 9)
    says = f"You can still take Gear 9 in row 1, column 9, for 3 action points. {lost(3)}"
    assert warning(game) == says
    game = all_known().collecting(1, 8, points=4).with_tiles(0, "gear").only((1, 9))
    spent(game.with_cube(0, 1, 9))
    assert warning(game) == "", "the cube takes two points more than there are"


def test_a_cube_of_another_player_within_reach_is_worth_a_question():
    game = table("scrapyard").collecting(1, 8, points=4).with_cube(1, 1, 9)
    says = f"You can still claim a cube in row 1, column 9, for 4 action points. {lost(4)}"
    assert warning(game) == says


def test_an_own_cube_is_worth_a_question_in_the_last_turn_only():
    game = spent(all_known().collecting(1, 8, points=3).only((1, 9)).with_cube(0, 1, 9))
    assert warning(game.with_turns(2, 2)) == ""
    says = f"You can still claim a cube in row 1, column 9, for 3 action points. {lost(3)}"
    assert warning(game.with_turns(1, 1)) == f"This is your last turn. {says}"


def test_a_needed_part_in_the_last_turn_is_asked_about_with_the_word_that_it_is_the_last():
    """Somebody ended it and only then saw that the match was over."""
    game = table("scrapyard").collecting(1, 8, points=3).with_tiles(0, "gear").with_known(0, 1, 9)
    says = f"You can still take Gear 9 in row 1, column 9, for 3 action points. {lost(3)}"
    assert warning(game.with_turns(1, 2)) == f"This is your last turn. {says}"
    assert warning(game.with_turns(2, 1)) == says


def test_a_card_that_one_does_not_know_is_worth_a_question_while_the_points_pay_for_a_look_and_for_it():
    """Six of ten points were given away by one press, with unknown cards all around."""
    game = spent(table("scrapyard").collecting(1, 8, points=6).only((1, 9), (1, 6)).with_cube(0, 1, 9))
    says = "You can still turn up the card in row 1, column 6 and take it, for 4 action points."
    assert warning(game) == f"{says} {lost(6)}"
    game.state.left = 4
    assert warning(game) == f"{says} {lost(4)}"
    game.state.left = 3
    assert warning(game) == "", "unseen, it would more likely cost points than score"


def test_known_parts_that_one_does_not_need_are_not_worth_a_question_once_points_are_spent():
    """A turn of which nothing was used ended by one press, where others had asked."""
    game = all_known().collecting(1, 8, points=9).with_tiles(0, "lens").only((1, 7), (1, 9))
    assert warning(game) == f"You have used none of this turn. {lost(9)}"
    assert warning(spent(game)) == ""


def all_known():
    """Set a table where everybody knows every card."""
    game = table("scrapyard")
    for place in range(PLACES):
        game.with_open(place // COLUMNS + 1, place % COLUMNS + 1)
    return game


def spent(game):
    """Let one action point of the turn have been spent."""
    game.state.points += 1
    return game
