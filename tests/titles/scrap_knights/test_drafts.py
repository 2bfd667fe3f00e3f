"""Drafts: figures of the rules, new and changed cards, cards taken out, and what is refused where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from games.bots import bot
from games.engine.chance import FastChance
from games.engine.drafting import (
    Ability,
    CardChange,
    Changes,
    DraftRefused,
    NewCard,
    Number,
    Problems,
    Value,
)
from games.engine.errors import IllegalMove
from games.engine.protocol import EditionInfo
from games.engine.viewers import SPECTATOR, seat_viewer
from games.titles.scrap_knights.box import ACTS, PRINTS, ULTS
from games.titles.scrap_knights.decks.deck import faults, make_deck, random_deck
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.moves import BringMech, Choose, ChooseNumber, TakeCard, Warp
from games.titles.scrap_knights.title import TITLE
from tests.conformance.drafts import case_of, check_draft, drafts
from tests.conformance.playouts import play_many
from tests.soak.tenths import soaking
from tests.table import ruling
from tests.titles.scrap_knights.draft_duels import play_drafted
from tests.titles.scrap_knights.duel import Duel, choosing, deploy

assert TITLE.drafting is not None
DRAFTING, BASE = TITLE.drafting, TITLE.newest
SLUG = "draft:7@2"
ICONS = Path(__file__).parents[3] / "static/icons"


def drafted(
    cards: dict[str, CardChange] | None = None,
    out: tuple[str, ...] = (),
    new: tuple[NewCard, ...] = (),
    **parameters: Value,
) -> EditionInfo:
    return DRAFTING.edition_from(BASE, Changes(cards or {}, out, new, parameters), SLUG)


def refused(
    cards: dict[str, CardChange] | None = None,
    out: tuple[str, ...] = (),
    new: tuple[NewCard, ...] = (),
    **parameters: Value,
) -> dict[str, str]:
    """Return why a draft is refused, by place."""
    with pytest.raises(DraftRefused) as found:
        drafted(cards, out, new, **parameters)
    return {problem.at: problem.reason for problem in found.value.problems}


def rules(info: EditionInfo) -> Edition:
    game: Any = info.game
    return game.rules


def duel(info: EditionInfo, distance: int = 1) -> Duel:
    return Duel(distance, game=info.game)


def part(*effects: dict[str, Any], priority: str = "0", **values: Value) -> Ability:
    return Ability({"priority": priority, **values}, effects)


def does(*parts: Ability) -> CardChange:
    return CardChange(does=parts)


def act(*parts: Ability, slug: str = "ram", type_: str = "Attack", **figures: Value) -> NewCard:
    return NewCard(slug, slug.title(), type_, "crab-claw", figures, parts)


def hit(amount: int, **more: Any) -> dict[str, Any]:
    return {"do": "damage", "amount": amount, **more}


VENT_2 = {"do": "vent", "amount": 2}
RAM = act(part({"do": "forward", "count": 1}, priority="2"), part(hit(4), priority="-1"), heat=2, range="3")


# Without changes


def test_a_draft_without_changes_is_the_base_under_another_name():
    info = drafted()
    assert info.cards_hash == BASE.cards_hash
    assert (info.slug, info.base, info.book, info.game.edition) == (SLUG, BASE.slug, BASE.slug, SLUG)
    assert (info.kit, info.draws) == (BASE.kit, BASE.draws)
    assert rules(info).kinds == rules(BASE).kinds
    assert rules(info).mechs == rules(BASE).mechs
    for card, before in zip(info.cards, BASE.cards, strict=True):
        assert (card.edition, card.lines, card.facets, card.figures, card.reminders) == (
            *(SLUG, before.lines, before.facets, before.figures, before.reminders),
        )
        assert card.printed == card.lines


def test_what_changes_nothing_counts_for_nothing():
    values = DRAFTING.values(BASE)
    cards = {slug: CardChange(card.figures, card.does, card.name) for slug, card in values.cards.items()}
    whole = Changes({slug: card for slug, card in cards.items() if not values.cards[slug].fixed})
    some = dict([*whole.cards.items()][:30])
    assert drafted(some, hp=12, hand_size=6).cards_hash == BASE.cards_hash


def test_all_that_is_published_is_within_the_bounds():
    values = DRAFTING.values(BASE)
    assert list(values.cards) == list(PRINTS)
    for parameter in DRAFTING.parameters:
        assert values.parameters[parameter.key] == parameter.field.default
    for card in values.cards.values():
        kind, problems = DRAFTING.card_types[card.type], Problems()
        assert [field.wrong(card.figures[field.key]) for field in kind.figures] == [""] * len(kind.figures)
        for ability in card.does:
            for field in kind.ability_fields:
                assert field.wrong(ability.values[field.key]) == ""
            for effect in ability.effects:
                DRAFTING.vocabulary.read(effect, card.slug, problems, card_type=card.type)
        problems.refuse()


def test_only_one_offs_and_machina_deus_keep_what_they_do():
    fixed = {slug for slug, card in DRAFTING.values(BASE).cards.items() if card.fixed}
    assert fixed == {"machina-deus", "meltdown", "eraser-las", "missile-barrage", "tas-custom", "test"}
    assert set(refused({"meltdown": does(part(VENT_2))})) == {"cards/meltdown/does"}
    assert drafted({"meltdown": CardChange({"heat": 3})}).cards[34].figure("heat") == 3


def test_every_field_cites_a_rule_of_the_book():
    anchors = case_of(TITLE, drafted()).anchors
    fields = [parameter.field for parameter in DRAFTING.parameters]
    fields += [
        field for kind in DRAFTING.card_types.values() for field in (*kind.figures, *kind.ability_fields)
    ]
    assert {field.rule for field in fields} <= anchors
    assert {kind.name for kind in DRAFTING.card_types.values()} == {card.type for card in BASE.cards}


def test_every_icon_is_there():
    assert {icon for icon in DRAFTING.icons if not (ICONS / f"{icon}.svg").is_file()} == set()


# Figures of the rules


@pytest.mark.parametrize(
    "parameter",
    [
        parameter if number % 4 == 0 else soaking(parameter, seconds=2)
        for number, parameter in enumerate(DRAFTING.parameters)
    ],
    ids=lambda parameter: parameter.key,
)
@pytest.mark.soak(seconds=1, one_in=3)
def test_a_figure_at_its_bounds_makes_other_rules_and_can_be_played(parameter):
    assert isinstance(parameter.field, Number)
    bounds = {parameter.field.low, parameter.field.high} - {parameter.field.default}
    cards = {"heatsink-blade": CardChange({"link": "start-hot-3"})}  # which fits any limit of heat
    hashes = {drafted(cards).cards_hash}
    for value in bounds:
        info = drafted(cards, **{parameter.key: value})
        hashes.add(info.cards_hash)
        assert DRAFTING.values(info).parameters[parameter.key] == value
        play_many(case_of(TITLE, info), [value + 1], closely=100)
    assert len(hashes) == len(bounds) + 1


def test_mechs_begin_with_the_figures_of_the_draft():
    info = drafted(hp=20, start_distance=3, start_heat=2, start_frame=1, start_armored=2, start_blitz=3)
    state, _ = info.game.new(info.game.options_type(decks=2), 2, FastChance(1))
    assert (state.hp, state.distance, state.heat) == ([20, 20], 3, [2, 2])
    assert state.tokens == [[1, 2, 3], [1, 2, 3]]


@ruling("heat-1")
def test_a_lower_limit_of_heat_loses_earlier():
    cards = {"heatsink-blade": CardChange({"link": "start-hot-3"})}
    table = duel(drafted(cards, too_hot=5)).mine(heat=4).theirs(heat=3).turn("slash", "slash")
    assert table.result.rule == "heat-1"
    assert table.result.winners == (1,)


@ruling("ult-1")
def test_an_ult_triggers_with_as_many_tokens_as_the_draft_says():
    info = drafted(links_due=2)
    table = duel(info).mine("stab", ult="big-tuna-kahuna", links=2).turn("stab")
    assert [event.ult for event in table.happened("ult-triggered")] == ["big-tuna-kahuna"]
    assert not Duel().mine("stab", ult="big-tuna-kahuna", links=2).turn("stab").happened("ult-triggered")


@ruling("distance-1")
def test_the_greatest_distance_is_that_of_the_draft():
    table = duel(drafted(most_distance=3), distance=3).mine("dash").turn(choosing("dash", moves=(1,)), "wait")
    assert table.distance == 3
    asked = duel(drafted(most_distance=3)).turn("warp")
    assert asked.game.legal(asked.state, 0) == [Warp(0), Warp(1), Warp(2), Warp(3)]
    with pytest.raises(IllegalMove, match="from 0 to 3"):
        asked.do(Warp(4))


@ruling("token-frame", "token-armored", "token-blitz")
def test_tokens_add_what_the_draft_says():
    info = drafted(frame_priority=3, armored_block=4, blitz_damage=3, blitz_heat=2)
    tokens = ["frame-advantage", "armored", "blitz"]
    table = duel(info).mine("stab", tokens=tokens).theirs("slash").spending(*tokens).turn("stab", "slash")
    assert table.hp == [9, 12 - 2 - 3]
    assert table.heat == [1 + 2, 1]
    assert [lined.priority for lined in table.happened("chain-lined-up")[0].chain] == ["+3", "0"]
    assert [event.amount for event in table.happened("block-raised")] == [4]


def test_mechs_have_as_many_cards_as_the_draft_says():
    info = drafted(hand_size=5, bot_count=2, tas_custom_size=4, test_size=10)
    pool = rules(info).pool
    for number in range(60):
        deck = random_deck(FastChance(number), pool)
        assert (len(deck.acts), len(deck.bots)) == (5, 2)
        assert len(deck.prep) == {"tas-custom": 4, "test": 10}.get(deck.ult, 0)
    assert {len(mech.deck.acts) for mech in rules(info).mechs} == {5}
    assert [fault.reason for fault in faults(make_deck(ACTS[:6], "test", ("ad-chain",)), pool)] == [
        "There are 6 ACTs: 1 too many.",
        "You still need 1 BOT.",
        "You still need 10 ACTs in TEST’s deck.",
    ]
    larger = rules(drafted(hand_size=8, test_size=18))
    assert {len(mech.deck.acts) for mech in larger.mechs} == {8}
    assert all(not faults(mech.deck, larger.pool) for mech in larger.mechs)


def test_tracks_and_views_follow_the_figures():
    info = drafted(hp=25, too_hot=12, links_due=6, most_distance=4, armored_block=3)
    mats = {mat.slug: mat for mat in info.kit.mats}
    spots = {spot.slug for mat in mats.values() for spot in mat.spots}
    assert {"hp-25", "heat-12", "links-6", "distance-4"} <= spots
    assert "distance-5" not in spots
    assert all(spot.left + spot.width <= mat.width for mat in mats.values() for spot in mat.spots)
    state, _ = info.game.new(info.game.options_type(), 2, FastChance(1))
    limits = info.game.view(state, SPECTATOR).limits
    assert (limits.hp, limits.too_hot, limits.links, limits.distance) == (25, 12, 6, 4)


# Cards


def test_new_cards_come_after_the_published_ones_and_can_be_taken():
    info = drafted(new=(RAM,))
    assert [kind.slug for kind in rules(info).kinds] == [*PRINTS, "ram"]
    assert info.cards[-1].printed == info.cards[-1].lines
    assert [(line.cost, line.text) for line in info.cards[-1].lines] == [
        ("Priority +2", "Move 1 forward."),
        ("Priority −1", "4 damage."),
    ]
    assert info.cards[-1].facets == ("damage", "move")
    assert rules(info).pool.attacks[-1] == "ram"
    state, _ = info.game.new(info.game.options_type(), 2, FastChance(1))
    assert TakeCard("ram", "deck") in info.game.legal(state, 0)


@ruling("chain-1")
def test_a_new_attack_with_two_parts_is_lined_up_and_resolves():
    table = duel(drafted(new=(RAM,)), distance=3).mine("ram").turn("ram", "slash")
    lined = table.happened("chain-lined-up")[0].chain
    assert [(one.card, one.part, one.priority) for one in lined] == [
        *(("ram", 0, "+2"), ("slash", 0, "0"), ("ram", 1, "-1")),
    ]
    assert (table.hp, table.heat, table.distance) == ([12, 8], [2, 1], 2)


def test_a_new_card_can_have_directions_a_number_or_overcharge():
    dodge = act(part({"do": "move", "count": 1}), part({"do": "move", "count": 2}, overcharged=True),
                slug="dodge", type_="Movement", overcharge=2)  # fmt: skip
    parry = act(part({"do": "block", "amount": 4}, priority="x"), slug="parry", type_="Defend")
    info = drafted(new=(dodge, parry))
    table = duel(info, distance=2).mine("dodge", "parry")
    legal = table.game.legal(table.state, 0)
    assert [move for move in legal if move.act == "dodge"] == [
        Choose("dodge", over, (first, second))
        for first in (-1, 1)
        for second in (-1, 1)
        for over in (False, True)
    ]
    assert {move.number for move in legal if isinstance(move, ChooseNumber)} == {*range(-5, 0), *range(1, 6)}
    table.turn(choosing("dodge", True, (1, 1)), "wait")
    assert (table.distance, table.heat[0]) == (5, 3)


def test_a_changed_ult_does_what_the_draft_says():
    change = CardChange(
        {"link": "use-kind-attack", "range": "2"},
        (
            part(
                {"do": "if", "condition": {"do": "at-distance", "distance": 1}, "then": hit(5)},
                priority="first",
            ),
        ),
        "Cannonball",
    )
    info = drafted({"wavedash-crash": change})
    card = next(card for card in info.cards if card.slug == "wavedash-crash")
    assert card.name == "Cannonball"
    assert [(line.cost, line.text) for line in card.lines] == [
        ("Link", "An Attack is used."),
        ("Priority First", "At distance 1: 5 damage."),
    ]
    table = duel(info).mine(ult="wavedash-crash", links=2).turn("flamethrower", "wait")
    assert table.order[0] == "wavedash-crash"
    assert (table.hp[1], table.links[0]) == (7, 0)


def test_an_ult_that_can_be_overcharged_shuffles_nothing_unless_it_is_test():
    change = CardChange({"overcharge": 1}, (part(hit(1)), part(hit(2), overcharged=True)))
    info = drafted({"big-tuna-kahuna": change})
    table = duel(info).mine("vent", ult="big-tuna-kahuna", links=3).with_ult(overcharged=True).turn("slash")
    assert (table.hp[1], table.heat[0]) == (6, 2)


def test_a_new_bot_is_armed_by_its_trigger():
    guard = act(
        part({"do": "move", "count": 2}, priority="tag"), slug="hopper", type_="BOT", trigger="opp-move"
    )
    info = drafted(new=(guard,))
    table = duel(info).mine(bots=["hopper"]).deploying(deploy("hopper", 1)).turn("wait", "dash")
    assert table.deployed == ["hopper"]
    assert table.order == ["dash", "hopper", "wait"]


def test_several_cards_can_prevent_the_next_turn():
    scare = act(part({"do": "prevent-next"}), slug="scare", type_="Special")
    table = duel(drafted(new=(scare,))).mine("scare").turn("scare", "wait")
    carry = table.game.view(table.state, seat_viewer(1)).players[1].carries[0]
    assert (carry.kind, carry.card, carry.turns) == ("terror", "scare", 0)
    table.turn("wait", "slash")
    assert [event.by for event in table.happened("effect-prevented")] == ["scare"]


def test_a_text_with_a_renamed_card_names_it_so():
    info = drafted({"fishslap": CardChange(name="Wet Fish")})
    card = next(card for card in info.cards if card.slug == "big-tuna-kahuna")
    assert card.lines[0].text == "A hit with Wet Fish."
    assert info.cards_hash == BASE.cards_hash


@pytest.mark.soak(seconds=1)
def test_cards_taken_out_never_appear():
    gone = ("stab", "ad-chain", "eraser-las", "tas-custom")
    info = drafted(out=gone)
    assert {card.slug for card in info.cards}.isdisjoint(gone)
    assert len(info.cards) == len(BASE.cards) - len(gone)
    game = info.game
    state, _ = game.new(game.options_type(), 2, FastChance(1))
    named = {move.card for offer in game.offers(state, 0) if isinstance(move := offer.move, TakeCard)}
    assert named == {card.slug for card in info.cards}
    for number in range(100):
        deck = random_deck(FastChance(number), rules(info).pool)
        assert {*deck.acts, deck.ult, *deck.bots, *deck.prep}.isdisjoint(gone)
    tally = play_many(case_of(TITLE, info), range(4), closely=2)
    assert not {*tally.shown, *tally.cards} & {*gone}


def test_ready_made_mechs_get_the_next_card_of_its_type():
    info = drafted(out=("stab", "ad-chain", "eraser-las"))
    assert info.decks is not None
    mechs = {mech.slug: mech.lists for mech in info.decks.ready_made}
    assert "clean-slate" not in mechs  # its ULT is gone
    assert len(mechs) == len(ULTS) - 1
    assert mechs["salvo"]["bots"] == ("ad-pester", "dd-soothe", "sd-hats")
    assert mechs["hive-keeper"]["acts"] == (
        *("crash", "las-shot", "dolphin-crash", "scorpion-spear", "meditation", "step"),
    )
    assert [info.decks.faults(lists) for lists in mechs.values()] == [()] * len(mechs)
    state, _ = info.game.new(info.game.options_type(decks=1), 2, FastChance(1))
    assert {move.mech for move in info.game.legal(state, 0) if isinstance(move, BringMech)} == {*mechs}
    with pytest.raises(IllegalMove, match="no such ready-made mech"):
        info.game.apply(state, 0, BringMech("clean-slate"), FastChance(1))


def test_decks_that_players_bring_are_checked_against_the_draft():
    decks = drafted(out=("stab",), new=(RAM,)).decks
    assert decks is not None
    lists = {
        "acts": ("crash", "slash", "stab", "ram", "meditation", "step"),
        "ult": ("plummet-buster",),
        "bots": ("ad-chain", "ad-pester", "md-dash"),
        "prep": (),
    }
    assert [fault.reason for fault in decks.faults(lists)] == ["An unknown card doesn’t belong there."]
    assert decks.faults({**lists, "acts": ("crash", "slash", "ram", "meditation", "step", "vent")}) == ()
    assert "ram" in decks.slots(lists)[0].fits


@pytest.mark.parametrize("name", [*TITLE.bots[:4], *(soaking(name, seconds=60) for name in TITLE.bots[4:])])
@pytest.mark.soak(seconds=0.5, one_in=4)
def test_every_bot_plays_a_draft(name):
    ult = act(part(hit(3)), slug="ray", type_="ULT", link="use-kind-attack")
    info = drafted(
        out=("wait", "slash", "stonewall", "step", "ghostblade"), new=(RAM, ult), too_hot=9, links_due=2
    )
    game, chance = info.game, FastChance(3)
    state, _ = game.new(game.options_type(decks=2), 2, chance)
    state.ults = [rules(info).number["ray"]] * 2
    for _ in range(8 if name in ("greedy", "random", "novice") else 2):  # the others think long
        for seat in game.to_act(state)[:1]:
            move = bot(name)(game, game.view(state, seat_viewer(seat)), seat, chance)
            game.apply(state, seat, move, chance)


# What is refused

ASKS = {"do": "return-bot"}
ORIGINAL = {"do": "original-only"}
BLOCK = {"do": "block", "amount": 1}
MOVE = {"do": "move", "count": 1}


@pytest.mark.parametrize(
    "card, at, reason",
    [
        (act(part(ASKS, VENT_2)), "does/0/effects/0", "last effect"),
        (act(part(hit(1, on_hit=BLOCK)), type_="Defend"), "does/0/effects/0", "depend"),
        (act(part(BLOCK)), "does/0/effects/0", "only for"),
        (act(part({"do": "copy-turns", "turns": 1})), "does/0/effects/0", "Unless this is a copy"),
        (act(part(MOVE), type_="ULT"), "does/0/effects/0", "only for"),
        (act(part(VENT_2, priority="tag")), "does/0/values/priority", "must be one of"),
        (act(part(hit(1), priority="use"), type_="BOT"), "does/0/effects/0", "When a BOT is used"),
        (act(part(BLOCK, priority="tag"), type_="BOT"), "does/0/effects/0", "of its own"),
        (act(part(MOVE, MOVE), type_="BOT"), "does", "one thing"),
        (act(part(MOVE, MOVE), part(MOVE, MOVE)), "does", "at most 3 Moves"),
        (act(part({"do": "move-x", "choices": "1 2 3"}, priority="x")), "does", "one number X"),
        (act(part(VENT_2), overcharge=1), "figures/overcharge", "must be 0"),
        (act(part(VENT_2, overcharged=True)), "figures/overcharge", "can’t be 0"),
        (
            act(part({"do": "move-x", "choices": "1 2 3"}), part(VENT_2, overcharged=True), overcharge=1),
            "figures/overcharge",
            "can’t be overcharged",
        ),
        (
            act(part(VENT_2), type_="ULT", link="start-hot-3", link_resets=True),
            "figures/link_resets",
            "ACT phase begins",
        ),
        (act(part(VENT_2), type_="ULT", link="start-hot-8"), "figures/link", "can’t be met"),
    ],
)  # fmt: skip
def test_what_the_engine_cannot_carry_is_refused_at_its_field(card, at, reason):
    found = refused(new=(card,))
    assert reason in found[f"new/0/{at}"]


def test_a_copied_or_linked_card_must_stay_as_it_is_named():
    assert set(refused(out=("slash",))) == {"out/slash"}
    assert set(refused(out=("fishslap",))) == {"out/fishslap"}
    assert set(refused({"slash": CardChange(name="Slice")})) == {"cards/slash/name"}
    assert drafted(out=("slash", "ghostblade", "fishslap", "big-tuna-kahuna"))
    linked = {"big-tuna-kahuna": CardChange({"link": "hit-with-stab"})}
    assert set(refused(linked, out=("stab",))) == {"cards/big-tuna-kahuna/figures/link"}
    assert drafted(linked, out=("fishslap",))


def test_copies_that_copy_are_refused():
    again = does(part({"do": "copy-next-turn", "card": "ghostblade"}))
    assert set(refused({"slash": again})) == {"cards/slash/does"}
    once = part({"do": "if", "condition": ORIGINAL, "then": {"do": "copy-turns", "turns": 2}})
    assert drafted({"stab": does(part(hit(1)), once)})


def test_a_draft_that_cannot_be_dealt_is_refused():
    assert set(refused(out=ULTS)) == {"out"}
    assert "There are 17 ACTs left; mechs need 18 different ones." in refused(out=ACTS[17:])["out"]
    assert set(refused(too_hot=5)) == {"parameters/too_hot"}


# Any draft


@pytest.mark.parametrize("count", [6, soaking(120, seconds=60)])
@pytest.mark.soak(seconds=4)
def test_random_drafts_are_refused_at_a_place_or_keep_every_invariant(count):
    played = 0

    @seed(count + 1)
    @settings(max_examples=count, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(drafts(DRAFTING, BASE), st.integers(0, 10**6))
    def check(changes: Changes, number: int) -> None:
        nonlocal played
        played += check_draft(TITLE, BASE.slug, changes, number) is not None

    check()
    assert played >= count // 5


@pytest.mark.parametrize("count", [5, soaking(40, seconds=60)])
@pytest.mark.soak(seconds=5)
def test_what_random_drafts_change_is_played_with(count):
    """Mechs of changed and new cards, in duels long enough for them: careful players, ULTs that are due."""
    played = 0

    @seed(count)
    @settings(max_examples=5 * count, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(drafts(DRAFTING, BASE), st.integers(0, 10**6))
    def check(changes: Changes, number: int) -> None:
        nonlocal played
        if played < count:
            played += play_drafted(changes, number)

    check()
    assert played > count // 2
