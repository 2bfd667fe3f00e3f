"""Drafts: what designers change is what is dealt, played, written and refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from games.bots import bot
from games.engine import codec
from games.engine.chance import Chance, FastChance
from games.engine.drafting import Ability, CardChange, Changes, DraftRefused, NewCard, Value
from games.engine.protocol import EditionInfo
from games.engine.viewers import SPECTATOR, seat_viewer
from games.titles.scrapbots import TITLE
from games.titles.scrapbots.events import CardsDrawn, WoundsDealt
from games.titles.scrapbots.moves import (
    ActivateComponent,
    Attack,
    BuyCard,
    EndTurn,
    GainEnergy,
    GainScrap,
    PlayResource,
)
from games.titles.scrapbots.rules import Options
from games.titles.scrapbots.state import EMPTY, KINDS, State
from tests.conformance.drafts import case_of, check_draft, drafts
from tests.conformance.playouts import play_many
from tests.soak.tenths import soaking
from tests.titles.scrapbots.table import ALL, Table
from tests.titles.scrapbots.test_log import read

BASE = "3.6-2020-07"
ICONS = Path(__file__).parents[3] / "static/icons"
DRAFTING: Any = TITLE.drafting


def text(*effects: dict[str, Any]) -> tuple[Ability, ...]:
    return (Ability(effects=effects),)


def heads(effect: dict[str, Any]) -> dict[str, Any]:
    return {"do": "heads", "then": effect}


DRAW_2, DAMAGE_10 = {"do": "draw", "count": 2}, {"do": "damage", "amount": 10}
BOMB = NewCard(
    "bomb",
    "Bomb",
    "Component",
    "rocket",
    {"scrap": 3, "energy": 1, "quantity": 6},
    text({"do": "damage", "amount": 30}, heads({"do": "splash", "amount": 20})),
)


def drafted(
    base: str = BASE,
    cards: dict[str, CardChange] | None = None,
    out: tuple[str, ...] = (),
    new: tuple[NewCard, ...] = (),
    **parameters: Value,
) -> EditionInfo:
    """Return the draft edition of those changes."""
    found: EditionInfo = DRAFTING.edition_from(
        TITLE.editions[base], Changes(cards or {}, out, new, parameters), "draft:1@1"
    )
    return found


def resource(*effects: dict[str, Any], **figures: Value) -> EditionInfo:
    """Return a draft with a new Resource, “Tin”, that does this."""
    new = NewCard("tin", "Tin", "Resource", "companion-cube", {"quantity": 4, **figures}, text(*effects))
    return drafted(new=(new,))


def dealt(info: EditionInfo, seed: int = 1) -> State:
    state: State = info.game.new(Options(), 2, FastChance(seed))[0]
    return state


class DraftTable(Table):
    """A table of a draft edition, arranged by slugs as that of a published one is."""

    def __init__(self, info: EditionInfo) -> None:
        super().__init__(BASE)
        self.game = info.game
        self.state.market = [EMPTY] * self.game.rules.market_size

    def number(self, card: str) -> int:
        return int(self.game.rules.kind_number[card])


def refused(*args: Any, **changes: Any) -> dict[str, str]:
    """Return the reasons why those changes make no edition, by place."""
    with pytest.raises(DraftRefused) as found:
        drafted(*args, **changes)
    return {problem.at: problem.reason for problem in found.value.problems}


def random_tables(info: EditionInfo, games: int) -> Iterator[State]:
    """Play random games and yield every table."""
    for number in range(games):
        chance = FastChance(number)
        state = info.game.new(Options(turn_cap=40), 2, chance)[0]
        while seats := info.game.to_act(state):
            move = chance.pick(info.game.legal(state, seats[0]), "move")
            info.game.apply(state, seats[0], move, chance)
            yield state


# Without a change


@pytest.mark.parametrize("base", ALL)
def test_a_draft_without_changes_has_the_digest_of_its_base(base):
    published, values = TITLE.editions[base], DRAFTING.values(TITLE.editions[base])
    idle = Changes(
        {slug: CardChange(card.figures, card.does, card.name) for slug, card in values.cards.items()},
        parameters=values.parameters,
    )
    for changes in (Changes(), idle):
        info = DRAFTING.edition_from(published, changes, "draft:1@1")
        assert info.cards_hash == published.cards_hash
        assert (info.slug, info.base, info.book, info.revisions) == ("draft:1@1", base, base, ())
        assert [card.lines for card in info.cards] == [card.lines for card in published.cards]
        assert {card.edition for card in info.cards} == {"draft:1@1"}
        assert info.kit == published.kit
        assert info.draws == published.draws


@pytest.mark.parametrize("base", ALL)
def test_every_card_of_every_edition_can_be_written_and_read(base):
    values = DRAFTING.values(TITLE.editions[base])
    for slug, row in TITLE.editions[base].game.rules.rows.items():
        assert not values.cards[slug].fixed
        assert len(values.cards[slug].does) == len(row.abilities)


@pytest.mark.parametrize("base", ALL)
def test_a_draft_deals_the_same_match_from_the_same_chance_as_its_base(base):
    published = dealt(TITLE.editions[base])
    assert dealt(drafted(base)) == published


def test_equal_rules_have_equal_digests_and_every_figure_counts():
    digests = [
        drafted(**changes).cards_hash
        for changes in (
            {},
            {"hand_size": 6},
            {"first_hand": 4},
            {"market_size": 6},
            {"wound_damage": 20},
            {"most_reshuffles": 2},
            {"resource_gains": "either"},
            {"resource_energy_alone": False},
            {"resource_leaves_first": True},
            {"out": ("golem",)},
            {"new": (BOMB,)},
            {"cards": {"drone": CardChange({"health": 50})}},
            {"cards": {"brain-damage": CardChange(does=text({"do": "draw-for-wounds", "each": 1}))}},
        )
    ]
    assert len(set(digests)) == len(digests)
    assert drafted(cards={"drone": CardChange(name="Humming Drone")}).cards_hash == digests[0]
    assert drafted(hand_size=6).cards_hash == digests[1]


# The parameters


def test_a_hand_of_six_is_dealt_and_drawn():
    info = drafted(hand_size=6, first_hand=4)
    state = dealt(info)
    first = state.active
    assert [len(state.hands[first]), len(state.hands[1 - first])] == [4, 6]
    info.game.apply(state, first, EndTurn(), FastChance(1))
    assert len(state.hands[first]) == 6
    assert any("Draw six." in line.text for line in info.kit.aids[0].lines)


@pytest.mark.parametrize("first", [0, 8])
def test_the_first_player_may_begin_with_any_hand(first):
    state = dealt(drafted(first_hand=first))
    assert len(state.hands[state.active]) == first


def test_a_first_hand_of_no_cards_isnt_told_as_if_a_deck_had_run_out():
    """The log said that whoever began “had no cards left to draw”, above a full deck."""
    _, events = drafted(first_hand=0).game.new(Options(), 2, FastChance(1))
    (drawn,) = (event for event in events if isinstance(event, CardsDrawn) and not event.count)
    assert read(drawn) in ("A had no cards to draw.", "B had no cards to draw.")


@pytest.mark.parametrize("size", [1, 3, 5, 8])
def test_the_market_has_as_many_places_as_the_draft_says(size):
    info = drafted(market_size=size)
    assert len(dealt(info).market) == size
    assert len(info.game.view(dealt(info), SPECTATOR).market) == size
    spots = [spot.slug for spot in info.kit.mats[1].spots if spot.slug.startswith("market-")]
    assert len(spots) == size
    assert sum(deal.deck == "main" for deal in info.kit.deals) == size
    for state in random_tables(info, 2):
        assert len(state.market) == size
        assert EMPTY not in state.market or not state.main


def test_a_wound_may_take_twenty_damage():
    game = DraftTable(drafted(wound_damage=20)).with_pool(energy=9).with_bot("scout")
    game.attack(number=0)
    assert game.stack == 19
    game = DraftTable(drafted(wound_damage=20)).with_pool(energy=9).with_bot("drone")
    assert game.attack(number=0).stack == 20


@pytest.mark.parametrize(("bot", "is_mark"), [("scout", True), ("drone", False)])
def test_a_hit_too_small_for_a_wound_is_no_turning_point(bot, is_mark):
    """The replay listed each among the knock-outs that it offers to jump to."""
    game = DraftTable(drafted(wound_damage=20)).with_pool(energy=9).with_bot(bot)
    (hit,) = game.attack(number=0).happened(WoundsDealt)
    assert hit.marks == is_mark


def test_a_component_whose_damage_deals_no_wound_needs_an_enemy_scrapbot():
    game = DraftTable(drafted(wound_damage=20)).with_hand("plasma-dart").with_bot("scout")
    with game.refuses("damage-5"):
        game.activate("plasma-dart")
    game.facing("drone").activate("plasma-dart")


def test_texts_may_reshuffle_twice():
    game = DraftTable(drafted(most_reshuffles=2)).with_hand(*["supply-crate"] * 3)
    game.with_discard("drone").play("supply-crate").play("supply-crate")
    assert game.state.reshuffles == 2
    game = Table(BASE).with_hand(*["supply-crate"] * 3)
    game.with_discard("drone").play("supply-crate")
    with game.refuses("draw-6"):
        game.play("supply-crate")


def test_a_resource_gives_what_the_draft_says():
    def gains(**parameters: Value) -> set[str]:
        game = DraftTable(drafted(**parameters)).with_hand("supply-crate").with_deck("drone", "drone")
        moves = game.game.legal(game.state, 0)
        played = {move.gain for move in moves if isinstance(move, PlayResource)}
        return played | {type(move).__name__ for move in moves if isinstance(move, GainEnergy)}

    assert gains() == {"scrap", "energy", "none", "GainEnergy"}
    assert gains(resource_gains="either") == {"scrap", "energy", "GainEnergy"}
    assert gains(resource_gains="energy", resource_energy_alone=False) == {"energy"}


def test_a_resource_without_energy_gives_none_with_its_text():
    game = DraftTable(resource(DRAW_2, energy=0)).with_hand("spare-parts").with_deck("drone", "drone")
    game.state.hands[0] = [game.number("tin")]
    moves = [move for move in game.game.legal(game.state, 0) if isinstance(move, PlayResource)]
    assert [move.gain for move in moves] == ["scrap", "none"]
    with game.refuses("energy-2"):
        game.do(PlayResource("tin", "energy"))


# Cards


def test_a_new_component_is_bought_activated_and_written():
    info = drafted(new=(BOMB,))
    card = info.cards[-1]
    assert [line.text for line in card.lines] == ["30 damage. Heads: 20 splash."]
    assert card.lines == card.printed
    assert card.facets == ("damage", "flip", "splash")
    assert (card.quantity, card.icon, card.figure("cost"), card.figure("energy")) == (6, "rocket", 3, 1)
    game = DraftTable(info).with_pool(scrap=3).with_bot("scout").with_main_deck("golem")
    bomb = game.number("bomb")
    assert bomb == len(KINDS)
    game.state.market[0] = bomb
    game.do(BuyCard("bomb"))
    assert game.state.discards[0] == [bomb]
    game.state.hands[0] = [bomb]
    game.coins("heads").do(ActivateComponent("bomb", 1))
    assert game.stack == 20 - 3 - 2 - 2
    assert [event.line() for event in game.events]


@pytest.mark.parametrize("later", [("toaster",), ("toaster", "bomb")], ids=["another", "the same"])
def test_a_card_of_a_later_edition_leaves_the_cards_of_drafts_their_numbers(later, monkeypatch):
    numbers = DraftTable(drafted(new=(BOMB,))).game.rules.kind_number
    monkeypatch.setattr("games.titles.scrapbots.edition.KINDS", (*KINDS, *later))
    after = DraftTable(drafted(new=(BOMB,))).game.rules
    assert {**after.kind_number, **numbers} == after.kind_number
    assert after.kinds[len(KINDS)].slug == "bomb"
    assert after.slugs[len(KINDS) :] == ("bomb", "toaster")


def test_a_new_scrapbot_attacks_for_what_its_attacks_cost():
    new = NewCard(
        "titan",
        "Titan",
        "Scrapbot",
        "robot-golem",
        {"health": 150},
        (Ability({"energy": 0}, (DAMAGE_10,)), Ability({"energy": 9}, (DAMAGE_10, {"do": "destroy"}))),
    )
    info = drafted(new=(new,))
    assert [(line.cost, line.text) for line in info.cards[-1].lines] == [
        ("0 Energy", "10 damage."),
        ("9 Energy", "10 damage. Destroy the enemy Scrapbot in this Lane."),
    ]
    game = DraftTable(info).with_pool(energy=9).facing("golem")
    game.state.bots[1], game.state.ready[1] = game.number("titan"), 1
    game.do(Attack(1, 1))
    assert game.theirs.discard == ["golem"]
    game.state.ready[1] = 1
    game.do(Attack(1, 0))
    assert game.stack == 19


def test_destroying_nobody_changes_nothing():
    does = text(DAMAGE_10, {"do": "destroy"})
    info = drafted(cards={"rocket-pod": CardChange(does=does)})
    game = DraftTable(info).with_hand("rocket-pod").with_bot("scout").activate("rocket-pod")
    assert game.theirs.discard == ["brain-damage"]


def test_cards_taken_out_never_appear():
    info = drafted(out=("drone", "golem", "med-pack"))
    assert {"drone", "golem", "med-pack"}.isdisjoint(card.slug for card in info.cards)
    gone = {KINDS.index(slug) for slug in ("drone", "golem", "med-pack")}
    for state in random_tables(info, 3):
        assert gone.isdisjoint(TITLE.census(state))
    rest = sum(card.quantity for card in info.cards)
    assert len(TITLE.census(dealt(info))) == rest


def test_a_scrapbot_that_costs_nothing_can_be_bought_without_scrap():
    game = DraftTable(drafted(cards={"drone": CardChange({"scrap": 0})})).with_market("drone")
    game.do(BuyCard("drone"))
    with game.refuses("turn-3"):
        game.with_hand("drone").do(GainScrap("drone"))


def test_wounds_draw_what_the_draft_says():
    does = text({"do": "draw-for-wounds", "each": 1})
    info = drafted(cards={"brain-damage": CardChange({"quantity": 12}, does)})
    assert dealt(info).stack == 12
    game = DraftTable(info).with_deck("brain-damage", *["drone"] * 9).end_turn()
    assert sorted(game.mine.hand) == ["drone"] * 5
    assert any("draw one for each" in line.text for line in info.kit.aids[0].lines)


def test_an_aimed_effect_beside_another_has_targets():
    """`Steps` alone has no aim: the move would have named no Lane."""
    game = DraftTable(resource({"do": "exhaust"}, DRAW_2)).with_deck("drone", "drone").facing("scout", 2)
    game.state.hands[0] = [game.number("tin")]
    moves = [move for move in game.game.legal(game.state, 0) if isinstance(move, PlayResource)]
    assert {move.lane for move in moves} == {0, 1, 2}
    game.do(PlayResource("tin", "none", lane=2))
    assert not game.theirs.lane(2).ready
    assert game.mine.hand == ["drone", "drone"]


def test_a_coin_of_a_resource_is_the_cards_own():
    class Noting(FastChance):
        purposes: list[str] = []

        def coin(self, purpose: str) -> bool:
            self.purposes.append(purpose)
            return super().coin(purpose)

    info = resource(heads(DRAW_2))
    assert "resource-played" in info.draws.events
    game = DraftTable(info).with_deck("drone", "drone")
    game.state.hands[0] = [game.number("tin")]
    chance: Chance = Noting(1)
    info.game.apply(game.state, 0, PlayResource("tin", "none"), chance)
    assert Noting.purposes == ["coin:tin"]


@pytest.mark.parametrize("name", ["greedy", "novice"])
def test_bots_play_a_draft_to_its_end(name):
    costs = {"drone": CardChange({"scrap": 0, "health": 10}), "golem": CardChange({"scrap": 20})}
    info = drafted(cards=costs, new=(BOMB,), hand_size=6, market_size=3)
    chance = FastChance(3)
    state, _ = info.game.new(Options(turn_cap=6), 2, chance)
    while seats := info.game.to_act(state):
        view = info.game.view(state, seat_viewer(seats[0]))
        move = bot(name if seats[0] else "greedy")(info.game, view, seats[0], chance)
        info.game.apply(state, seats[0], move, chance)
    assert info.game.result(state) is not None


def test_new_cards_are_seen_and_dealt_anew_from_a_view():
    info = drafted(out=("golem",), new=(BOMB,))
    state = dealt(info, 4)
    view = info.game.view(state, seat_viewer(0))
    assert view.main_unseen["bomb"]
    other = info.game.resample(view, FastChance(9))
    assert codec.to_json(info.game.view(other, seat_viewer(0))) == codec.to_json(view)
    assert TITLE.census(other) == TITLE.census(state)


# Refusals


def test_what_is_out_of_bounds_is_refused_at_its_field():
    places = refused(
        cards={
            "drone": CardChange({"health": 45, "scrap": 21}),
            "golem": CardChange(does=(Ability({"energy": 3}, ({"do": "damage", "amount": 1000},)),)),
            "brain-damage": CardChange({"quantity": 0}),
        },
        hand_size=11,
        lanes=4,
    )
    assert set(places) == {
        "cards/drone/figures/health",
        "cards/drone/figures/scrap",
        "cards/golem/does/0/effects/0/amount",
        "cards/brain-damage/figures/quantity",
        "parameters/hand_size",
        "parameters/lanes",
    }


def test_the_wound_can_be_neither_taken_out_nor_added_to():
    new = NewCard("sting", "Sting", "Wound", "rocket", {}, text({"do": "draw-for-wounds", "each": 1}))
    assert set(refused(out=("brain-damage",), new=(new,))) == {"out/brain-damage", "new/0/type"}


@pytest.mark.parametrize(
    ("slug", "effect"),
    [
        ("drone", {"do": "exhaust"}),
        ("drone", {"do": "ready-after-attack"}),
        ("chainsaw", {"do": "repair", "amount": 10}),
        ("chainsaw", {"do": "return-wound"}),
        ("supply-crate", DAMAGE_10),
        ("supply-crate", {"do": "draw-for-wounds", "each": 1}),
        ("brain-damage", DRAW_2),
    ],
)
def test_an_effect_that_a_card_couldnt_do_is_refused(slug, effect):
    assert set(refused(cards={slug: CardChange(does=text(effect))})) == {f"cards/{slug}/does/0/effects/0"}
    inner = heads(effect)
    place = f"cards/{slug}/does/0/effects/0{'' if slug == 'brain-damage' else '/then'}"
    assert set(refused(cards={slug: CardChange(does=text(inner))})) == {place}


def test_one_text_is_aimed_at_one_thing():
    does = text({"do": "ready"}, DRAW_2, heads({"do": "return-wound"}))
    assert refused(cards={"fusion-cell": CardChange(does=does)}) == {
        "cards/fusion-cell/does/0/effects/2": "Only one effect of a text can be aimed at something."
    }


def test_a_wound_has_one_effect():
    twice = text(*[{"do": "draw-for-wounds", "each": 1}] * 2)
    assert list(refused(cards={"brain-damage": CardChange(does=twice)})) == [
        "cards/brain-damage/does/0/effects/1"
    ]


def test_starting_decks_need_their_copies():
    few = {"circuitry": CardChange({"quantity": 7}), "spare-parts": CardChange({"starter": 5})}
    assert set(refused(cards=few)) == {
        "cards/circuitry/figures/quantity",
        "cards/spare-parts/figures/starter",
    }
    new = NewCard("tin", "Tin", "Component", "gears", {"quantity": 1, "starter": 1})
    assert set(refused(new=(new,))) == {"new/0/figures/quantity"}


def test_a_hand_that_cant_be_dealt_is_refused():
    assert set(refused(hand_size=9)) == {"parameters/hand_size"}
    assert set(refused(out=("spare-parts",))) == {"parameters/hand_size"}
    assert set(refused(first_hand=9)) == {"parameters/first_hand"}


def test_a_market_that_cant_be_filled_is_refused():
    slugs = DRAFTING.values(TITLE.editions[BASE]).cards
    starters = ("spare-parts", "circuitry", "brain-damage", "drone")
    out = tuple(slug for slug in slugs if slug not in starters)
    assert set(refused(out=out, market_size=6)) == {"parameters/market_size"}


def test_a_draft_without_scrapbots_or_damage_is_refused():
    slugs = DRAFTING.values(TITLE.editions[BASE]).cards
    bots = tuple(slug for slug, card in slugs.items() if card.type == "Scrapbot")
    assert refused(out=bots) == {f"out/{bots[-1]}": "No Scrapbot is left to build."}
    idle = CardChange(does=(Ability({"energy": 1}, (DRAW_2,)),))
    harmless = {"drone": idle, "plasma-dart": CardChange(does=text(DRAW_2))}
    out = (*(slug for slug in bots if slug != "drone"), "blaster", "chainsaw", "laser-cannon")
    assert refused(cards=harmless, out=out) == {"out/laser-cannon": "Nothing is left that deals damage."}


def test_a_box_that_is_too_large_is_refused():
    many = tuple(
        NewCard(f"tin-{number}", "Tin", "Component", "gears", {"quantity": 40}) for number in range(14)
    )
    assert set(refused(new=many)) == {"changes"}


def test_every_icon_is_there():
    assert len(set(DRAFTING.icons)) == len(DRAFTING.icons)
    assert {icon for icon in DRAFTING.icons if not (ICONS / f"{icon}.svg").is_file()} == set()


# Any draft


@pytest.mark.parametrize("base", [BASE, *(soaking(other, seconds=10) for other in ALL if other != BASE)])
@pytest.mark.parametrize("count", [20, soaking(300, seconds=40)])
@pytest.mark.soak(seconds=2)
def test_random_drafts_are_refused_at_a_place_or_keep_every_invariant(base, count):
    tally = {"played": 0, "refused": 0}

    @seed(count)
    @settings(max_examples=count, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(drafts(DRAFTING, TITLE.editions[base]), st.integers(0, 10**6))
    def check(changes: Changes, number: int) -> None:
        played = check_draft(TITLE, base, changes, number)
        tally["refused" if played is None else "played"] += 1

    check()
    assert tally["played"] > count // 4, tally


def test_a_draft_with_everything_in_it_keeps_every_invariant():
    info = drafted(
        cards={"supply-crate": CardChange({"scrap": 0, "energy": 0})},
        out=("enforcer",),
        new=(BOMB,),
        hand_size=7,
        first_hand=0,
        market_size=8,
        wound_damage=30,
        most_reshuffles=5,
        resource_energy_alone=False,
        resource_leaves_first=True,
    )
    tally = play_many(case_of(TITLE, info), range(3))
    assert tally.cards["bomb"]
