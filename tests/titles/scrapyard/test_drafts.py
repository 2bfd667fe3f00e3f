"""Drafts: what designers change is what is dealt, played, scored, written and refused."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from games import catalog
from games.bots import bot
from games.engine import codec
from games.engine.chance import FastChance
from games.engine.drafting import Ability, CardChange, Changes, DraftRefused, NewCard, Value
from games.engine.protocol import EditionInfo
from games.engine.viewers import SPECTATOR, seat_viewer
from games.titles.scrapyard import TITLE
from games.titles.scrapyard import events as ev
from games.titles.scrapyard.costs import costs
from games.titles.scrapyard.decisions.orders import PassPlacing
from games.titles.scrapyard.moves import BuyPeek, EndPeeks, MoveCube, Peek, PlaceCube
from games.titles.scrapyard.rules import Options
from games.titles.scrapyard.state import COLLECT, CORNERS, PLACES, State
from rules.wiki import shipped
from tests.conformance.cases import Case
from tests.conformance.drafts import case_of, check_draft, drafts
from tests.conformance.playouts import play_many
from tests.soak.tenths import soaking
from tests.titles.scrapyard.table import DiceChance, Table, at

BASE = "1.0"
ICONS = Path(__file__).parents[3] / "static/icons"
DRAFTING: Any = TITLE.drafting
GEARS = tuple(f"gear-{value}" for value in range(1, 10))
SPROCKET = NewCard("sprocket", "Sprocket", "Part", "gears", {"part": "gear", "value": 12})


def drafted(
    cards: dict[str, CardChange] | None = None,
    out: tuple[str, ...] = (),
    new: tuple[NewCard, ...] = (),
    **parameters: Value,
) -> EditionInfo:
    """Return the draft edition of those changes."""
    changes = Changes(cards or {}, out, new, parameters)
    found: EditionInfo = DRAFTING.edition_from(TITLE.editions[BASE], changes, "draft:1@1")
    return found


def refused(*args: Any, **changes: Any) -> dict[str, str]:
    """Return the reasons why those changes make no edition, by place."""
    with pytest.raises(DraftRefused) as found:
        drafted(*args, **changes)
    return {problem.at: problem.reason for problem in found.value.problems}


def dealt(info: EditionInfo, number: int = 1, seats: int = 2, **options: int) -> State:
    state: State = info.game.new(Options(**options), seats, FastChance(number))[0]
    return state


class DraftTable(Table):
    """A table of a draft edition. The cards lie in the order of the box."""

    def __init__(self, info: EditionInfo, seats: int = 2) -> None:
        super().__init__(BASE)
        self.game = info.game
        self.chance = DiceChance()
        self.state, self.events = info.game.new(Options(), seats, self.chance)
        self.state.faces, self.state.dice = info.game.rules.deck, []
        self.state.order = list(range(seats))


def texts(info: EditionInfo) -> dict[str, str]:
    return {card.slug: card.lines[0].text for card in info.cards}


def labels(game: Table) -> list[str]:
    return [offer.label for offer in game.game.offers(game.state, game.active) if offer.refusal is None]


def log(game: Table) -> str:
    return " ".join(str(part) for event in game.events for part in event.line())


# Without a change


def test_a_draft_without_changes_has_the_digest_of_its_base():
    published, values = TITLE.editions[BASE], DRAFTING.values(TITLE.editions[BASE])
    idle = Changes(
        {slug: CardChange(values.cards[slug].figures, (), values.cards[slug].name) for slug in GEARS},
        parameters=values.parameters,
    )
    for changes in (Changes(), idle):
        info = DRAFTING.edition_from(published, changes, "draft:1@1")
        assert info.cards_hash == published.cards_hash
        assert (info.slug, info.base, info.book, info.revisions) == ("draft:1@1", BASE, BASE, ())
        assert [card.lines for card in info.cards] == [card.lines for card in published.cards]
        assert {card.edition for card in info.cards} == {"draft:1@1"}
        assert info.draws == published.draws
        assert info.kit == published.kit


def test_events_of_the_published_edition_are_stored_as_they_were():
    """Their steps are compared with what is stored when a match is replayed."""
    events = (
        ev.FieldLaid("setup-1", -1),
        ev.PeekBought("extra-1", 0),
        ev.CardTurnedUp("flip-1", 0, 1, "lens-2"),
        ev.CardTaken("take-1", 0, 1, True, "lens-2"),
    )
    assert [set(codec.to_plain(event)) for event in events] == [
        {"type", "rule", "seat"},
        {"type", "rule", "seat"},
        {"type", "rule", "seat", "place", "card"},
        {"type", "rule", "seat", "place", "is_open", "card"},
    ]


def test_every_figure_of_the_rules_can_be_changed_and_names_its_rule():
    figures = catalog.game("scrapyard", BASE).rules.figures
    assert {each.key for each in DRAFTING.parameters} == set(figures.__struct_fields__)
    anchors = shipped.anchors("scrapyard", BASE)
    for parameter in DRAFTING.parameters:
        field = parameter.field
        assert field.rule in anchors
        assert field.default == getattr(figures, field.key)
        assert field.wrong(field.default) == ""
        assert parameter.section


def test_every_picture_for_a_new_part_exists():
    assert [icon for icon in DRAFTING.icons if not (ICONS / f"{icon}.svg").exists()] == []


@pytest.mark.parametrize("key", [each.key for each in TITLE.drafting.parameters])  # type: ignore[union-attr]
def test_each_figure_changes_the_digest(key):
    field = next(each.field for each in DRAFTING.parameters if each.key == key)
    for value in {field.low, field.high} - {field.default}:
        try:
            info = drafted(**{key: value})
        except DraftRefused:
            continue
        assert info.cards_hash != TITLE.editions[BASE].cards_hash
        assert DRAFTING.values(info).parameters[key] == value


# Cards


def test_a_changed_value_is_scored_and_printed():
    info = drafted({"gear-1": CardChange({"value": 15})})
    game = DraftTable(info).with_tiles(0, "gear").with_tiles(1, "lens").collecting(1, 1).with_turns(1, 0)
    assert game.take().end().game.result(game.state).scores == (8 + 15, 8)
    assert texts(info)["gear-1"] == "+15 with a Gear tile, −15 without."
    other = DraftTable(info).with_tiles(0, "lens").collecting(1, 1).with_turns(1, 0).take().end()
    assert other.game.result(other.state).scores[0] == 8 - 15


def test_a_part_of_another_type_matches_the_tile_of_that_type():
    info = drafted({"gear-1": CardChange({"part": "lens"})})
    card = next(card for card in info.cards if card.slug == "gear-1")
    assert (card.sub, card.name, card.icon) == ("Lens", "Lens 1", "microscope-lens")
    game = DraftTable(info).with_tiles(0, "lens").collecting(1, 1).with_turns(1, 0)
    assert game.with_known(0, 1, 1).card(0, 1, 1).part == "lens"
    assert game.take().end().seen(0).players[0].score.matching == 1


def test_a_part_goes_on_being_called_by_its_figures_unless_it_is_named():
    info = drafted({"gear-1": CardChange({"value": 4}), "gear-2": CardChange({"value": 4}, name="Cog")})
    assert [card.name for card in info.cards[:3]] == ["Gear 4", "Cog", "Gear 3"]


def test_a_part_that_is_out_never_appears():
    info = drafted(out=("gear-9",), new=(SPROCKET,))
    assert [card.slug for card in info.cards] == [
        *(card.slug for card in TITLE.editions[BASE].cards if card.slug != "gear-9"),
        "sprocket",
    ]
    rules = info.game.rules
    for number in range(30):
        shown = {rules.slugs[card] for card in dealt(info, number).faces}
        assert "gear-9" not in shown
        assert "sprocket" in shown
    assert "gear-9" not in {share.card for share in info.kit.deck("parts").shares}


def test_published_parts_keep_their_numbers():
    rules = drafted(out=("gear-1",), new=(SPROCKET,)).game.rules
    assert rules.slugs[:PLACES] == catalog.game("scrapyard", BASE).rules.slugs
    assert rules.numbers["sprocket"] == PLACES


def test_copies_are_all_in_the_deck():
    info = drafted({"lens-9": CardChange({"quantity": 6})}, rows=6)
    deck = [info.game.rules.slugs[card] for card in info.game.rules.deck]
    assert deck.count("lens-9") == 6
    assert info.kit.deck("parts").copies == len(deck) == 59


# The field


def test_more_cards_than_places_leave_some_aside():
    info = drafted({"lens-9": CardChange({"quantity": 6})})
    game = DraftTable(info)
    assert log(game).startswith(
        "54 parts were laid out face down in 6 rows of 9; 5 more, unseen, were set aside."
    )
    assert info.draws.deal[0] == ("shuffle", "field", 59)
    state = dealt(info)
    assert (len(state.faces), state.field.bit_count(), len(state.known)) == (59, 54, 54)
    view = info.game.view(state, SPECTATOR)
    assert (len(view.cards), len(view.unseen)) == (54, 59)
    assert "Put the rest aside" in info.kit.deck("parts").words
    assert len(info.kit.deals) == 54


def test_nobody_learns_what_was_set_aside_even_at_the_end():
    info = drafted({"lens-9": CardChange({"quantity": 6})})
    chance, state = FastChance(4), dealt(info, 4, tiles=1)
    while seats := info.game.to_act(state):
        info.game.apply(state, seats[0], chance.pick(info.game.legal(state, seats[0]), "move"), chance)
    view = info.game.view(state, SPECTATOR)
    assert all(card.card for card in view.cards)
    assert len(view.unseen) == 5


def test_a_smaller_field_has_its_corners_at_its_last_row():
    info = drafted(rows=4)
    game = DraftTable(info).collecting(corner="bottom-left", points=9)
    assert (4, 1) in game.walks()
    assert max(row for row, _ in game.walks()) == 4
    game.walk(4, 1)
    assert game.happened(ev.Walked)[0].points == 1
    assert len(game.seen(0).cards) == 36
    mat = next(mat for mat in info.kit.mats if mat.slug == "field")
    assert {spot.slug for spot in mat.spots} == {*(f"place-{n}" for n in range(1, 37)), *CORNERS}


@pytest.mark.parametrize("move", [Peek(40), PlaceCube(53), MoveCube(0, 36), MoveCube(36, 0)])
def test_beyond_a_smaller_field_there_is_no_place(move):
    game = DraftTable(drafted(rows=4))
    game = game.with_peeks(3) if isinstance(move, Peek) else game.with_cube(0, 1, 1).placing()
    with game.refuses("setup-1"):
        game.act(move)


# The figures of the rules


def test_the_number_of_cubes():
    info = drafted(cubes=5)
    assert dealt(info).supply == [3, 3]
    assert {marker.copies for marker in info.kit.markers if marker.form == "cube"} == {5}


def test_dice_of_other_sides():
    info = drafted(dice_sides=12, peek_dice=1)
    rolled = [state.dice for number in range(40) for state in [dealt(info, number)]]
    assert max(max(dice[1::3]) for dice in rolled) > 6
    assert {dice[-1] for dice in rolled} == {0}, "one die is rolled for the peeks"
    assert {len(die.faces) for die in info.kit.dice} == {12}


def test_a_cube_may_buy_several_peeks_or_none():
    game = DraftTable(drafted(peeks_for_cube=3)).with_peeks(1)
    assert "Three more peeks for a cube" in labels(game)
    assert game.buy_peek().left == 4
    assert log(game) == f"{game.events[0].line()[0]}  spent a cube for 3 more peeks."
    none = DraftTable(drafted(peeks_for_cube=0))
    none.game.apply(none.state, none.active, EndPeeks(), none.chance)
    none.end()  # the next seat begins to peek
    assert not none.offered(BuyPeek())
    with none.refuses("extra-1"):
        none.buy_peek()
    while none.phase == "peek":
        none.act(next(move for move in none.game.legal(none.state, none.active) if isinstance(move, Peek)))
    assert none.phase == "place", "peeking ends by itself after the last peek"


def test_cubes_placed_at_a_time():
    game = DraftTable(drafted(placings=3)).with_peeks(1).end_peeks()
    game.place(1, 1).place(1, 1).place(1, 2)
    with game.refuses("place-1"):
        game.place(1, 3)
    reasons = {offer.refusal.reason for offer in game.game.offers(game.state, 0) if offer.refusal}
    assert reasons == {"You have already placed or moved three cubes."}
    game.end()
    assert game.happened(ev.PlacingEnded)[0].placed == 3


def test_a_skipped_placing_is_skipped_whatever_its_size():
    game = DraftTable(drafted(placings=4)).placing(again=True)
    game.state.left = 4
    assert game.game.follow(game.state, game.active, PassPlacing(1)) is not None


def test_turns_for_each_tile():
    info = drafted(turns_a_tile=2)
    state = dealt(info, tiles=3)
    assert state.turns == [6, 6]
    assert info.game.view(state, SPECTATOR).turns_each == 6


def test_action_points_of_a_turn():
    game = DraftTable(drafted(free_points=1, points_a_cube=2)).with_supply(1, 4).collecting(1, 1).end()
    assert game.happened(ev.TurnBegan)[0].points == 1 + 2 * 4
    assert game.seen(1).players[1].next_points == 9


def test_a_hundred_points_lead_to_no_card_that_no_row_or_column_leads_to():
    """A distance of 99 stood for all that is out of reach, and the list of moves took it for steps."""
    game = DraftTable(drafted(points_a_cube=3, free_points=8, cubes=20))
    game.only((1, 1), (2, 2)).collecting(1, 1, points=101)
    assert game.walks() == set()
    assert "row 2, column 2" not in " ".join(offer.warning for offer in game.game.offers(game.state, 0))
    with game.refuses("stuck-1"):
        game.walk(2, 2)


def test_prices():
    prices = {"walk_cost": 2, "turn_up_cost": 3, "own_claim_cost": 1, "other_claim_cost": 5, "take_cost": 4}
    game = DraftTable(drafted(**prices)).with_cube(0, 1, 2).with_cube(1, 1, 2).collecting(1, 1, points=30)
    found = costs(game.seen(0))[at(1, 3)]
    assert (found.walk, found.turn_up, found.take) == (4, 7, 8)
    found = costs(game.seen(0))[at(1, 2)]
    assert (found.claims, found.clear) == ((3, 7), 2 + 1 + 5 + 4)
    left = [game.left]
    for act in (
        lambda: game.walk(1, 2),
        game.turn_up,
        lambda: game.claim(0),
        lambda: game.claim(1),
        game.take,
    ):
        act()
        left.append(game.left)
        assert f"{left[-2] - left[-1]} action point" in log(game)
    assert [before - after for before, after in pairwise(left)] == [2, 3, 1, 5, 4]


@pytest.mark.parametrize(
    "prices, points", [({"walk_cost": 2}, 1), ({"turn_up_cost": 3}, 2), ({"take_cost": 4}, 3)]
)
def test_who_can_not_pay_the_price_is_refused(prices, points):
    game = DraftTable(drafted(**prices)).collecting(1, 1, points=points)
    with game.refuses("points-1"):
        if "walk_cost" in prices:
            game.walk(1, 2)
        elif "turn_up_cost" in prices:
            game.turn_up()
        else:
            game.take()


def test_points_at_the_end():
    info = drafted(matching_points=2, other_points=0, cube_points=3)
    assert texts(info)["gear-4"] == "+8 with a Gear tile, 0 without."
    game = DraftTable(info).with_tiles(0, "gear").with_taken(0, "lens-9").with_supply(0, 2)
    game.collecting(1, 4).with_turns(1, 0).take().end()
    score = game.seen(0).players[0].score
    assert (score.matching, score.cubes, score.other, score.total) == (8, 6, 0, 14)


def test_the_player_aid_says_the_figures():
    info = drafted(turns_a_tile=1, take_cost=5, cube_points=2, placings=3)
    lines = " ".join(line.text for aid in info.kit.aids for line in aid.lines)
    for words in ("one turn for each tile", "no cube lies on it: 5", "Add 2 for each cube", "three at most"):
        assert words in lines


# What can't be dealt or played


def test_too_few_cards_for_the_field_are_refused_with_how_many_are_missing():
    places = refused(out=("gear-1", "gear-2"))
    assert places == {
        "parameters/rows": "A field of 6 rows takes 54 cards, and there are 52: "
        "add 2 more cards or copies, or lay fewer rows."
    }
    assert "add 1 more card or" in refused(out=("gear-1",))["parameters/rows"]
    assert drafted(out=("gear-1", "gear-2"), rows=5).game.rules.set_aside == 7


def test_too_many_cards_are_refused():
    copies = {slug: CardChange({"quantity": 6}) for slug in catalog.game("scrapyard", BASE).rules.slugs[:20]}
    assert refused(copies) == {"changes": "A box holds at most 150 cards; these are 154: take out 4."}


def test_a_type_without_a_card_is_refused_where_its_last_card_went():
    reason = "No Gear is left, but its tile would still be drawn."
    assert refused(out=GEARS, rows=5) == {"out/gear-9": reason}
    to_lens = {slug: CardChange({"part": "lens"}) for slug in GEARS}
    assert refused(to_lens) == {"cards/gear-9/figures/part": reason}
    assert drafted(to_lens, new=(SPROCKET,))


def test_turns_in_which_nobody_can_do_anything_are_refused():
    at_all = refused(free_points=0, points_a_cube=0)
    assert set(at_all) == {"parameters/free_points"}
    assert "0 action points, and " in at_all["parameters/free_points"]
    assert set(refused(take_cost=6, cubes=4)) == {"parameters/take_cost"}


@pytest.mark.parametrize(
    "changes, place",
    [
        ({"rows": 7}, "parameters/rows"),
        ({"dice_sides": 5}, "parameters/dice_sides"),
        ({"luck": 1}, "parameters/luck"),
        ({"cards": {"gear-1": CardChange({"value": 0})}}, "cards/gear-1/figures/value"),
        ({"cards": {"gear-1": CardChange({"part": "wheel"})}}, "cards/gear-1/figures/part"),
        ({"cards": {"wheel": CardChange()}}, "cards/wheel"),
        ({"new": (NewCard("gear-1", "Gear", "Part", "gears"),)}, "new/0/slug"),
        ({"new": (NewCard("cog", "Cog", "Part", "unicorn"),)}, "new/0/icon"),
    ],
)
def test_what_is_out_of_bounds_is_refused_at_its_field(changes, place):
    assert set(refused(**changes)) == {place}


def test_a_part_has_no_text_of_its_own():
    places = refused({"gear-1": CardChange(does=(Ability(effects=({"do": "draw"},)),))})
    assert "cards/gear-1/does" in places


# Bots, and any draft


@pytest.mark.parametrize("name", ["greedy", "random", "novice", soaking("strong", seconds=6)])
@pytest.mark.soak(seconds=1, one_in=3)
def test_bots_play_drafts(name):
    info = drafted(
        {"lens-9": CardChange({"value": 20, "quantity": 4})},
        out=("gear-1",),
        new=(SPROCKET,),
        rows=3,
        walk_cost=2,
        points_a_cube=2,
        turns_a_tile=1,
    )
    chance, state = FastChance(2), dealt(info, 2, tiles=1)
    phases, made = set(), 0
    play = bot(name)
    while seats := info.game.to_act(state):
        phases.add(state.phase)
        view = info.game.view(state, seat_viewer(seats[0]))
        info.game.apply(state, seats[0], play(info.game, view, seats[0], chance), chance)
        made += 1
        assert made < 500
    assert COLLECT in phases


def test_a_bot_walks_to_the_part_that_a_draft_makes_worth_most():
    info = drafted({"gear-2": CardChange({"value": 20}), "gear-8": CardChange({"value": 1})})
    game = DraftTable(info).with_tiles(0, "gear").with_known(0, 1, 2).with_known(0, 1, 8).collecting(1, 5)
    for _ in range(2):
        move = bot("greedy")(game.game, game.seen(0), 0, FastChance(1))
        game.act(move)
    assert game.state.pawns[0] == at(1, 2)


@pytest.mark.soak(seconds=2)
@pytest.mark.parametrize("count", [15, soaking(200, seconds=60)])
def test_random_drafts_are_refused_at_a_place_or_keep_every_invariant(count):
    tally = {"played": 0, "refused": 0}

    @seed(count)
    @settings(max_examples=count, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(drafts(DRAFTING, TITLE.editions[BASE]), st.integers(0, 10**6))
    def check(changes: Changes, number: int) -> None:
        played = check_draft(TITLE, BASE, changes, number)
        tally["refused" if played is None else "played"] += 1

    check()
    assert tally["played"] > count // 4, tally


@pytest.mark.parametrize("seats", [2, soaking(3, seconds=3), soaking(4, seconds=3)])
def test_a_draft_with_everything_in_it_keeps_every_invariant(seats):
    figures = {"rows": 5, "cubes": 7, "dice_sides": 8, "peek_dice": 1, "peeks_for_cube": 2, "placings": 3}
    figures |= {"free_points": 4, "walk_cost": 2, "turn_up_cost": 2, "other_points": 0, "cube_points": 0}
    info = drafted(
        {"lens-9": CardChange({"quantity": 5, "value": 20}), "gear-1": CardChange({"part": "lens"})},
        out=("gear-9",),
        new=(SPROCKET,),
        **figures,
    )
    plain = case_of(TITLE, info)
    case = Case(plain.title, plain.edition, seats, (("mode", 1),))
    tally = play_many(case, range(2))
    assert tally.games == 2
    assert re.fullmatch("[0-9a-f]{64}", info.cards_hash)
