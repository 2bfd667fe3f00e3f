"""Resolution: registers in order, cards by initiative, and the choices of players."""

import pytest

from games.engine.errors import NotYourTurn
from games.engine.viewers import SPECTATOR, seat_viewer
from games.titles.junkyard.events import CardBegun, CardFace, RegisterRevealed, Showing
from games.titles.junkyard.moves import ScrapCard
from tests.table import ruling, table


def begun(game):
    return [(event.seat, event.register, event.card.card) for event in game.happened(CardBegun)]


@ruling("turn-1", "resolve-1")
def test_everybodys_first_register_comes_before_anybodys_second():
    game = table("junkyard").slotting("crawl", "roll").slotting("grab", "stash", seat=1).resolve()
    assert [(seat, register) for seat, register, _ in begun(game)] == [(1, 1), (0, 1), (1, 2), (0, 2)]


@ruling("resolve-1", "resolve-8")
def test_the_cards_of_a_register_are_turned_up_together():
    game = table("junkyard").slotting("crawl").slotting("grab", seat=1).resolve()
    shown = game.happened(RegisterRevealed)
    assert [event.register for event in shown] == [1]
    assert shown[0].cards == (
        Showing(1, 1, CardFace("grab", 29)),
        Showing(0, 1, CardFace("crawl", 1)),
    )


@ruling("resolve-2")
def test_the_highest_initiative_goes_first():
    game = table("junkyard").of(3).slotting("crane").slotting("smelter", seat=1).slotting("swivel", seat=2)
    game.resolve()
    assert [showing.seat for showing in game.happened(RegisterRevealed)[0].cards] == [2, 0, 1]
    assert (game.asked, game.state.queue) == ((2,), [0, 1])


@ruling("resolve-2", "setup-6")
def test_of_two_cards_of_a_kind_the_later_copy_is_faster():
    game = table("junkyard").slotting("grab").slotting("grab", seat=1).resolve()
    assert [seat for seat, _, _ in begun(game)] == [1, 0]


@ruling("resolve-7")
def test_equal_initiatives_of_an_expansion_go_by_the_order_of_placing():
    game = table("junkyard").slotting("crawl").slotting("crawl", seat=1)
    game.state.cards[1][0] = game.state.cards[0][0]
    game.state.order = [1, 0]
    assert [seat for seat, _, _ in begun(game.resolve())] == [1, 0]


@ruling("resolve-3", "resolve-4")
def test_effects_resolve_in_printed_order_and_one_that_can_not_does_not_stop_the_others():
    game = table("junkyard").standing(0, "w1", "n").slotting("dredge").with_pile(1, "scoop").resolve()
    assert game.cited.index("move-2") < game.cited.index("salvage-1")
    assert game.discard()[0] == "scoop"


@ruling("resolve-5")
def test_choices_are_made_by_their_player_when_they_come_up():
    game = table("junkyard").standing(0, "w5").slotting("crane").resolve()
    assert game.asked == (0,)
    with pytest.raises(NotYourTurn):
        game.salvage(4, seat=1)
    game.salvage(4).turn("right").salvage(2)
    assert (game.pile(4), game.pile(2)) == ([], [])


@ruling("resolve-5", "scrap-1")
def test_copies_of_a_kind_are_choices_of_their_own_because_their_initiatives_differ():
    game = table("junkyard").slotting("stash").holding("crawl", "crawl").resolve()
    assert game.game.legal(game.state, 0) == [ScrapCard(1), ScrapCard(2)]


@ruling("resolve-6")
def test_a_card_in_an_inactive_register_is_not_turned_up():
    game = table("junkyard").slotting("", "", "", "roll").resolve()
    assert begun(game) == []
    assert game.happened(RegisterRevealed) == []


@ruling("open-1", "open-2")
def test_everybody_sees_a_revealed_card_and_only_its_owner_sees_another():
    game = table("junkyard").standing(0, "e1").slotting("grab", "roll").holding("crawl").resolve()
    for viewer in (seat_viewer(1), SPECTATOR):
        first, second, third = game.game.view(game.state, viewer).players[0].registers[:3]
        assert (first.card.card, first.revealed, first.resolved) == ("grab", True, True)
        assert (second.slotted, second.card, second.revealed) == (True, None, False)
        assert third.slotted is False
    mine = game.game.view(game.state, seat_viewer(0)).players[0]
    assert mine.registers[1].card.card == "roll"
    assert [card.card for card in mine.hand if card] == ["crawl"]


def test_a_view_tells_what_is_asked():
    game = table("junkyard").slotting("compactor").holding("crawl", "crane", "grab").resolve()
    asked = game.game.view(game.state, SPECTATOR).resolving
    assert (asked.seat, asked.register, asked.at, asked.choice, asked.left) == (0, 1, 1, "scrap", 2)
    game.scrap("crawl")
    assert game.game.view(game.state, SPECTATOR).resolving.left == 1


@ruling("turn-1")
def test_after_a_round_comes_the_next_one():
    game = table("junkyard").in_round(5).resolve()
    view = game.game.view(game.state, SPECTATOR)
    assert (view.round, view.phase, view.to_act) == (6, "programming", (0, 1))
