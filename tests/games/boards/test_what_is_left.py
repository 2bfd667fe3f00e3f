"""Tables say what is left to do, and to whom, in words that fit the viewer."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User

from games import boards
from games.boards.log import chapters
from games.boards.scrap_knights.asking import Asker
from games.boards.scrap_knights.words import Words
from games.engine.viewers import seat_viewer
from games.matches.actions.undo_requests import ask_undo
from games.matches.models import Match
from games.matches.queries.board import OfferForm
from games.matches.queries.fold import Folding
from games.titles.scrap_knights.moves import Spend
from games.titles.scrap_knights.state import USUAL
from tests.games.matches.test_standing_orders import BETWEEN_PILES
from tests.games.yard import DONE, Yard
from tests.table import table
from tests.titles.junkyard.table import space


@pytest.mark.django_db
def test_who_still_programs_reads_you(user: User, other_user: User) -> None:
    yard = Yard.programming(user, other_user)
    names = [seat.name for seat in yard.board().seats]
    assert boards.table(yard.board(user)).says == f"Still programming: you and {names[1]}."
    assert boards.table(yard.board(other_user)).says == f"Still programming: you and {names[0]}."
    assert boards.table(yard.board()).says == f"Still programming: {names[0]} and {names[1]}."
    yard.fill(user)
    yard.play(user, DONE)
    assert boards.table(yard.board(other_user)).says == "Still programming: you."


@pytest.mark.django_db
def test_the_place_of_the_charge_says_whether_a_card_can_be_trashed(user: User, other_user: User) -> None:
    yard = Yard.begin(user, other_user)
    assert charge_of(yard, user) == "one card a round, only while programming"
    yard = Yard.programming(user, other_user)
    assert charge_of(yard, user) == "trash one card for its charge: it leaves your deck for good"
    yard.play(user, DONE)
    assert charge_of(yard, user) == "none in this round"


@pytest.mark.django_db
def test_whoever_lays_a_card_aside_to_charge_reads_that_it_is_gone_for_good(
    user: User, other_user: User, client_of: Any
) -> None:
    """Somebody laid aside the only card that scores, and thought to draw it again."""
    yard = Yard.programming(user, other_user)
    match = f"/matches/{yard.id}/"
    assert "It leaves your deck for good" in client_of(user).get(f"{match}?pick=hand:0").text
    yard.play(user, {"type": "charge", "place": 0})
    assert ">leaves your deck for good<" in client_of(user).get(match).text


@pytest.mark.django_db
def test_the_table_of_junkyard_says_what_scores(user: User, other_user: User, client_of: Any) -> None:
    """It gave the points, and nothing said what they come from."""
    page = client_of(user).get(f"/matches/{Yard.programming(user, other_user).id}/").text
    assert "A card scores its ◆ when it is scrapped from the hand." in page
    assert "◆ scrap value: points once the card is scrapped" in page


@pytest.mark.django_db
def test_the_hint_speaks_of_a_card_only_while_one_is_left_and_of_signs_only_where_there_are_some(
    user: User, other_user: User
) -> None:
    yard = Yard.programming(user, other_user)
    hand = boards.table(yard.board(user)).program.hand
    for number, card in enumerate(hand, 1):
        picked = boards.table(replace(yard.board(user), picked=f"hand:{card.place}"))
        is_shown = any(cell.lands for cell in picked.cells if hasattr(cell, "lands"))
        assert ("△" in picked.hint) == is_shown
        yard.play(user, {"type": "slot-card", "place": card.place, "register": number})
    empty = boards.table(yard.board(user))
    assert empty.hint.startswith("Press Done, or take a card back.")
    assert empty.gestures is None


@pytest.mark.django_db
def test_where_a_full_program_leads_stays_shown_when_a_grab_is_last(user: User, other_user: User) -> None:
    """A last card that neither moves nor turns took the signs of those before away."""
    yard = Yard.programming(user, other_user)
    yard.keep(table("junkyard").standing(0, "n1", "e").slotting("crawl").holding("grab").state)
    before = [cell.lands for cell in boards.table(yard.board(user)).cells if hasattr(cell, "lands")]
    yard.play(user, {"type": "slot-card", "place": 1, "register": 2})
    after = boards.table(yard.board(user))
    assert [cell.lands for cell in after.cells if hasattr(cell, "lands")] == before
    assert any(before)
    assert "△ in the yard shows where you may end" in after.hint


@pytest.mark.django_db
def test_the_hint_says_what_the_program_will_do_with_the_last_card_in_the_hand(
    user: User, other_user: User
) -> None:
    """A Stash scrapped the only card without asking, and nothing had said that it would."""
    yard = Yard.programming(user, other_user)
    stashing = table("junkyard").standing(0, BETWEEN_PILES).slotting("stash").holding("crawl")
    yard.keep(stashing.state)
    assert "Stash will scrap Crawl, the last card in your hand." in boards.table(yard.board(user)).hint
    yard.play(user, {"type": "slot-card", "place": 1, "register": 2})
    assert "Stash finds no card in your hand to scrap." in boards.table(yard.board(user)).hint


@pytest.mark.django_db
def test_the_hint_goes_by_the_order_in_which_the_effects_of_a_card_resolve(
    user: User, other_user: User
) -> None:
    """A Furnace charges before it scraps: it said that it would scrap the card that it trashes."""
    yard = Yard.programming(user, other_user)
    yard.keep(table("junkyard").standing(0, BETWEEN_PILES).slotting("furnace").holding("smelter").state)
    said = "Furnace will trash Smelter, the last card in your hand, for its charge."
    assert said in boards.table(yard.board(user)).hint


@pytest.mark.django_db
def test_the_hint_knows_of_a_register_that_an_earlier_one_activates(user: User, other_user: User) -> None:
    """It went by the registers that were active before the resolution."""
    yard = Yard.programming(user, other_user)
    recharging = table("junkyard").slotting("dynamo", "", "", "", "stash").holding("crawl")
    yard.keep(recharging.state)
    assert "Stash will scrap Crawl, the last card in your hand." in boards.table(yard.board(user)).hint
    yard.keep(table("junkyard").slotting("dynamo", "", "", "", "", "stash").holding("crawl").state)
    assert "the last card in your hand" not in boards.table(yard.board(user)).hint


def ends_in(yard: Yard, user: User, picked: int | None = None) -> set[int]:
    """Return the spaces with △ while the card at the place *picked* of the hand is picked up."""
    board = replace(yard.board(user), picked="" if picked is None else f"hand:{picked}")
    return {cell.number for cell in boards.table(board).cells if getattr(cell, "lands", ())}


@pytest.mark.django_db
def test_a_picked_card_for_which_no_active_register_is_free_leads_nowhere(
    user: User, other_user: User
) -> None:
    """It was foretold after the program, although it would lie in a register that isn't active."""
    yard = Yard.programming(user, other_user)
    full = table("junkyard").standing(0, "n1", "e").slotting("crawl", "grab", "grab").holding("crawl")
    yard.keep(full.state)
    assert ends_in(yard, user, 3) == ends_in(yard, user) == {space("n2")}


@pytest.mark.django_db
def test_a_picked_card_is_foretold_in_the_first_free_register(user: User, other_user: User) -> None:
    """It was foretold after all others: Crawl came before Pivot, and the end was elsewhere."""
    yard = Yard.programming(user, other_user)
    turning = table("junkyard").standing(0, "n1", "e").slotting("", "crawl", "grab").holding("pivot")
    yard.keep(turning.state)
    assert ends_in(yard, user, 2) == set(driven(turning, "pivot", "crawl"))
    assert ends_in(yard, user, 2) != set(driven(turning, "crawl", "pivot"))


@pytest.mark.django_db
def test_a_card_in_a_register_that_a_recharge_activates_is_foretold(user: User, other_user: User) -> None:
    """A Dynamo activates register 4, and the Crawl in it was left out."""
    yard = Yard.programming(user, other_user)
    recharging = table("junkyard").standing(0, "n1", "e").slotting("dynamo", "crawl", "", "crawl")
    yard.keep(recharging.state)
    assert ends_in(yard, user) == set(driven(recharging, "crawl", "crawl"))


@pytest.mark.django_db
def test_nothing_is_foretold_where_a_charge_decides_what_resolves(user: User, other_user: User) -> None:
    yard = Yard.programming(user, other_user)
    charging = table("junkyard").standing(0, "n1", "e").slotting("furnace", "crawl").holding("roll", "grab")
    yard.keep(charging.state)
    assert ends_in(yard, user) == set(driven(charging, "crawl"))
    yard.keep(charging.slotting("crawl", first=4).state)
    assert ends_in(yard, user) == set()


@pytest.mark.django_db
def test_nothing_is_foretold_where_the_picked_card_would_activate_a_filled_register(
    user: User, other_user: User
) -> None:
    yard = Yard.programming(user, other_user)
    picking = table("junkyard").standing(0, "n1", "e").slotting("crawl", "", "", "roll").holding("dynamo")
    yard.keep(picking.state)
    assert ends_in(yard, user) == set(driven(picking, "crawl"))
    assert ends_in(yard, user, 2) == set()


def driven(game: Any, *cards: str) -> list[int]:
    """Return where these cards lead, one after the other."""
    found = game.game.hints(game.game.view(game.state, seat_viewer(0)), 0, *cards)
    return [way.space for way in found]


@pytest.mark.django_db
def test_the_hint_says_where_the_program_pushes_and_may_be_blocked(user: User, other_user: User) -> None:
    yard = Yard.programming(user, other_user)
    name = yard.board().seats[1].name
    driving = table("junkyard").standing(0, "n1", "e").standing(1, "n2")
    yard.keep(driving.slotting("crawl").holding("crawl", "grab").state)
    assert boards.table(yard.board(user)).hint.endswith(f"may end, pushing {name}.")
    yard.play(user, {"type": "slot-card", "place": 1, "register": 2})
    assert boards.table(yard.board(user)).hint.endswith(f"may end, pushing {name}; Crawl may be blocked.")


@pytest.mark.django_db
def test_what_the_last_round_brought_stands_beside_the_points(user: User, other_user: User) -> None:
    """It had scrolled out of sight, below everything that was drawn since."""
    yard = Yard.programming(user, other_user)
    scrapping = table("junkyard").standing(0, BETWEEN_PILES).slotting("stash").holding("smelter")
    yard.keep(scrapping.state)
    yard.everybody_done()
    mine, theirs = boards.table(yard.board(user)).plates
    assert ([face.card.name for face in mine.gained], mine.gain) == (["Smelter"], 5)
    assert theirs.gained == ()


@pytest.mark.django_db
def test_half_of_what_the_last_round_brought_is_not_said(user: User, other_user: User) -> None:
    """The log of a page begins somewhere: what was scrapped before that was missing in the sum."""
    yard = Yard.programming(user, other_user)
    yard.keep(table("junkyard").slotting("stash", "stash").holding("smelter", "crawl").state)
    yard.everybody_done()
    yard.play(user, yard.legal(user)[0])
    board = yard.board(user)
    assert boards.table(board).plates[0].gain == 5
    first = next(at for at, line in enumerate(board.log) if line.event["type"] == "card-scrapped")
    cut = replace(board, log=board.log[first + 1 :], log_cut=True)
    assert any(line.event["type"] == "card-scrapped" for line in cut.log)
    assert boards.table(cut).plates[0].gained == ()


@pytest.mark.django_db
def test_the_log_has_a_heading_for_each_part_of_scrapyard(user: User, other_user: User) -> None:
    """While corners were chosen it still said that a peek round began."""
    yard = Yard.begin(user, other_user, title="scrapyard", options={"tiles": 1})
    while (phase := yard.board().view.phase) != "corner":
        for_phase(yard, phase)
    heads = [chapter.opening.text for chapter in chapters(yard.board().log) if chapter.opening]
    assert heads[0].startswith("Collecting began")
    assert heads[-1] == "Peek round 1 of 1 began."


@pytest.mark.django_db
def test_an_overclocked_card_is_named_with_its_own_register(user: User, other_user: User) -> None:
    """The heading gave the register of the card that had overclocked it."""
    yard = Yard.programming(user, other_user)
    claws = table("junkyard").standing(0, BETWEEN_PILES).slotting("claw", "pivot").holding("crawl", "roll")
    yard.keep(claws.state)
    Match.objects.filter(pk=yard.id).update(to_act=[0, 1])
    yard.everybody_done()
    assert boards.table(yard.board(user)).says.startswith("Register 1, your Claw: salvage 1")
    yard.play(user, yard.legal(user)[0])
    assert boards.table(yard.board(user)).says.startswith("Register 2 (overclocked), your Pivot: turn")


@pytest.mark.django_db
def test_a_peek_that_is_taken_back_leaves_its_card_to_be_read_by_who_saw_it(
    user: User, other_user: User
) -> None:
    """“You keep what you have seen”, said the page, and turned the card dark."""
    yard = Yard.begin(user, bots=1, title="scrapyard", options={"tiles": 1})
    while yard.match.to_act != [0]:
        yard.play_first()
    yard.play(user, {"type": "peek", "place": 0})
    card = boards.table(yard.board(user)).rows[0][0].card
    ask_undo(yard.id, user, yard.board(user).seq, "undo")
    taken_back = boards.table(yard.board(user)).rows[0][0]
    assert taken_back.card == card
    assert taken_back.does is None
    assert "known from a move that was taken back" in taken_back.says
    assert boards.table(yard.board()).rows[0][0].card is None
    short = Folding(yard.match, yard.board(user).viewer).board(1)
    assert boards.table(short).rows[0][0].card == card


@pytest.mark.django_db
def test_the_hint_asks_for_no_peek_where_no_card_is_left_to_look_at(user: User, other_user: User) -> None:
    """A card that one saw in a move taken back can't be pressed either."""
    yard = Yard.begin(user, bots=1, title="scrapyard", options={"tiles": 1})
    while yard.match.to_act != [0]:
        yard.play_first()
    state = yard.state()
    for place in range(1, len(state.known)):
        state.known[place] |= 1
    yard.keep(state)
    assert "Press a card to look at it." in boards.table(yard.board(user)).hint
    yard.play(user, {"type": "peek", "place": 0})
    assert boards.table(yard.board(user)).hint == "No card is left that you may look at. End peeking."
    ask_undo(yard.id, user, yard.board(user).seq, "undo")
    assert boards.table(yard.board(user)).hint == "No card is left that you may look at. End peeking."


@pytest.mark.django_db
def test_the_button_that_ends_a_turn_unasked_says_how_many_action_points_go_with_it(
    user: User, other_user: User, client_of: Any
) -> None:
    """One press ended a turn with two points left, and said only “End turn”."""
    yard = Yard.begin(user, other_user, title="scrapyard")
    Match.objects.filter(pk=yard.id).update(to_act=[0])
    for points, says in ((2, "End turn, 2 action points left"), (1, "End turn, 1 action point left")):
        collecting = table("scrapyard").collecting(1, 8, points=points).with_cube(0, 1, 8)
        collecting.state.points = 10
        yard.keep(collecting.state)
        assert f">{says}</button>" in client_of(user).get(f"/matches/{yard.id}/").text
    yard.keep(table("scrapyard").collecting(1, 8, points=0).state)
    assert ">End turn</button>" in client_of(user).get(f"/matches/{yard.id}/").text


@pytest.mark.django_db
def test_a_peek_is_sold_for_a_cube_only_when_the_last_free_one_is_left(
    user: User, other_user: User, client_of: Any
) -> None:
    """Beside five free peeks it was the first of two buttons, and costs a cube."""
    yard = Yard.begin(user, other_user, title="scrapyard")
    Match.objects.filter(pk=yard.id).update(to_act=[0])
    for peeks, is_sold in ((5, False), (1, True)):
        yard.keep(table("scrapyard").with_peeks(peeks).state)
        page = client_of(user).get(f"/matches/{yard.id}/").text
        assert (">One more peek for a cube</button>" in page) == is_sold
        assert "End peeking" in page
    yard.keep(table("scrapyard").with_peeks(1).peek(1, 1).state)
    assert ">One more peek for a cube</button>" in client_of(user).get(f"/matches/{yard.id}/").text


@pytest.mark.django_db
def test_a_film_can_take_the_pawn_of_another_player_out_of_its_corner(
    user: User, other_user: User, client_of: Any
) -> None:
    """It said that a bot had walked to a card, and the pawn went on standing in the corner."""
    yard = Yard.begin(user, other_user, title="scrapyard")
    yard.keep(table("scrapyard").collecting(1, 8).state)
    page = client_of(user).get(f"/matches/{yard.id}/").text
    corner = re.search(r'<div class="corner corner--bottom-right"[^>]*>', page)
    assert corner
    assert 'data-key="corner-bottom-right"' in corner[0]


def charge_of(yard: Yard, user: User) -> str:
    return str(boards.table(yard.board(user)).program.charge_says)


@pytest.mark.django_db
def test_an_empty_hand_asks_to_end_the_turn_only_if_nothing_else_is_left(
    user: User, other_user: User, client_of: Any
) -> None:
    """The table once sent a player on who had Scrap for a card of the market."""
    yard = Yard.begin(user, other_user, title="scrapbots")
    mover = yard.people[yard.match.to_act[0]]
    assert mover is not None
    said = []
    while boards.table(yard.board(mover)).hand:
        yard.play(mover, next(move for move in yard.legal(mover) if move["type"] == "gain-scrap"))
    while not boards.table(yard.board(mover)).is_idle:
        said.append(hand_of(yard, client_of(mover)))
        yard.play(mover, next(move for move in yard.legal(mover) if move["type"] == "buy-card"))
    assert said
    assert set(said) == {"You have no cards left in your hand."}
    assert hand_of(yard, client_of(mover)) == "You have no cards left. You can only end your turn."


def hand_of(yard: Yard, client: Any) -> str:
    page = client.get(f"/matches/{yard.id}/").content.decode()
    return str(page.partition('hand__none soft">')[2].partition("</li>")[0])


def test_a_question_about_tokens_says_what_they_do() -> None:
    offers = [
        OfferForm(f"token:{token}", "", f"Spend {token}", move_text(token), True, "", "")
        for token in ("frame-advantage", "armored", "blitz")
    ]
    viewer = SimpleNamespace(is_spectator=True, seat=-1)
    view = SimpleNamespace(phase="tokens", players=(), limits=USUAL)
    board: Any = SimpleNamespace(
        title="scrap-knights",
        edition="b.0.0",
        offers=offers,
        my_turn=False,
        viewer=viewer,
        view=view,
        cards=(),
        seats=(),
    )
    (question,) = Asker(board, Words(board)).asking().questions
    assert question.notes == (
        "Frame Advantage: +1 priority on all effects of the ACT.",
        "Armored: every effect of the ACT also gives Block 2.",
        "Blitz: an Attack has 1 more heat, and each time it deals damage, it deals 2 more.",
    )


def move_text(token: Any) -> str:
    return json.dumps({"type": "spend", "token": Spend(token).token})


@pytest.mark.django_db
def test_where_one_stands_the_table_names_the_card_and_what_must_be_claimed_first(
    user: User, other_user: User, client_of: Any
) -> None:
    """Two players couldn't read the card under their pawn, nor see why they couldn't take it."""
    yard = Yard.begin(user, other_user, title="scrapyard", options={"tiles": 1})
    while (phase := yard.board().view.phase) != "collect":
        for_phase(yard, phase)
    mover = people_to_act(yard)
    yard.play(mover, {"type": "walk", "place": 0})
    yard.play(mover, {"type": "turn-up"})
    plot = boards.table(yard.board(mover)).rows[0][0]
    panel = panel_of(yard, client_of(mover))
    assert plot.card.name in panel
    assert [refusal.rule for refusal in plot.lacks] == ["take-1"]
    assert "You can’t take the card now. Cubes lie on that card. Take back yours and claim" in panel
    yard.play(mover, {"type": "end-turn"})
    assert plot.card.name in panel_of(yard, client_of(mover))


@pytest.mark.django_db
def test_placing_once_more_in_a_round_says_that_it_is_another_step(
    user: User, other_user: User, client_of: Any
) -> None:
    """After “End placing” the table looked as before, and a player ended it again at once."""
    yard = Yard.begin(user, other_user, title="scrapyard", options={"tiles": 1})
    steps = []
    while (phase := yard.board().view.phase) != "corner":
        mover = people_to_act(yard)
        page = " ".join(client_of(mover).get(f"/matches/{yard.id}/").text.split())
        steps.append(page.partition('<li aria-current="step">')[2].partition("</li>")[0])
        asked_again = "In this second placing, you may place or move " in page
        assert asked_again == (phase == "place-again")
        for_phase(yard, phase)
    assert list(dict.fromkeys(steps)) == ["Peek", "Cubes", "Second placing"]


def for_phase(yard: Yard, phase: str) -> None:
    """Mark the first card with a cube of each, and go on."""
    mover = people_to_act(yard)
    if phase == "place" and yard.board().view.placings_left == 2:
        yard.play(mover, {"type": "place-cube", "place": 0})
    elif phase == "corner":
        yard.play(mover, {"type": "choose-corner", "corner": "top-left"})
    else:
        yard.play(mover, {"type": "end-peeks" if phase == "peek" else "end-turn"})


def people_to_act(yard: Yard) -> User:
    mover = yard.people[yard.match.to_act[0]]
    assert mover is not None
    return mover


def panel_of(yard: Yard, client: Any) -> str:
    page = client.get(f"/matches/{yard.id}/").content.decode()
    return " ".join(page.partition('aria-label="Your card"')[2].partition("</section>")[0].split())


@pytest.mark.django_db
def test_the_collection_says_which_turn_it_is_and_which_is_the_last(user: User, other_user: User) -> None:
    """Somebody ended a turn with points to spend, and the match was over: nothing had said so."""
    yard = Yard.begin(user, other_user, title="scrapyard", options={"tiles": 1})
    while (phase := yard.board().view.phase) != "collect":
        for_phase(yard, phase)
    said: dict[User, list[str]] = {user: [], other_user: []}
    while yard.board().view.phase == "collect":
        mover = people_to_act(yard)
        said[mover].append(boards.table(yard.board(mover)).round)
        visitors = boards.table(yard.board()).round
        yard.play(mover, {"type": "end-turn"})
    assert said[user] == ["turn 1 of 4", "turn 2 of 4", "turn 3 of 4", "turn 4 of 4, your last"]
    assert said[other_user] == said[user]
    assert visitors == "turn 4 of 4"


@pytest.mark.django_db
def test_a_bought_peek_is_counted_and_the_last_peek_says_what_comes_after_it(
    user: User, other_user: User
) -> None:
    """“1 of 8 peeks left” was the ninth, and the next step came when a player wanted to buy another."""
    yard = Yard.begin(user, other_user, title="scrapyard", options={"tiles": 1})
    mover, peeks = people_to_act(yard), yard.board().view.peeks
    peek_until(yard, mover, 1)
    table = boards.table(yard.board(mover))
    assert table.left == f"1 of {peeks} peeks left"
    assert "You may spend one of your 8 cubes for one more peek, once a round." in table.hint
    yard.play(mover, {"type": "buy-peek"})
    table = boards.table(yard.board(mover))
    assert (table.left, table.own_supply) == (f"2 of {peeks + 1} peeks left", 7)
    peek_until(yard, mover, 1)
    assert boards.table(yard.board(mover)).hint.endswith("This is your last peek. After it you place cubes.")
    peek_until(yard, mover, 0)
    assert yard.board().view.phase == "place"


@pytest.mark.django_db
def test_parts_on_ones_own_tiles_have_a_sign_that_only_their_player_sees(
    user: User, other_user: User
) -> None:
    yard = Yard.begin(user, other_user, title="scrapyard", options={"tiles": 4})
    mover = people_to_act(yard)
    peek_until(yard, mover, 0)
    table = boards.table(yard.board(mover))
    own = {tile.sub for tile in table.own_tiles}
    known = [plot for row in table.rows for plot in row if plot.card]
    assert {plot.is_wanted for plot in known} == {True, False}
    assert [plot.is_wanted for plot in known] == [plot.card.sub in own for plot in known]
    assert ["on your tiles" in plot.says for plot in known] == [plot.is_wanted for plot in known]
    for who in (None, other_user if mover == user else user):
        seen = boards.table(yard.board(who))
        assert not any(plot.is_wanted for row in seen.rows for plot in row)


def peek_until(yard: Yard, mover: User, left: int) -> None:
    """Look at one card after the other until so many peeks are left."""
    while yard.board().view.peeks_left > left:
        yard.play(mover, next(move for move in yard.legal(mover) if move["type"] == "peek"))
